# Nodes per second against the depth of perft, a panel for each mode. Data: depths.keys (modes), and
# depths.blocks, a block for each mode and board: depth, nanoseconds per node, lowest and highest.
title = "Nodes per second by mode and depth of perft, from the starting position"
note = "Bars reach from the slowest launch to the fastest. Each panel has its own scale: " . \
       "compare boards, not modes."

panels = records("depths.keys")
array name[panels]
stats "depths.keys" using (name[$0 + 1] = strcol(1), 0) nooutput
stats "depths.blocks" using 1 nooutput
first = STATS_min
last = STATS_max

panel_width = 413
panel_height = 320
gap = 100.0
load folder . "/panels.gnuplot"

set xrange [first - 0.4 : last + 0.4]
set xtics 1
set yrange [0 : *]
set xlabel "depth"
shift(b) = (b - (n_boards + 1) / 2.0) * 0.05 # so that bars do not hide each other
do for [p = 1:panels] {
    set title name[p] offset 0, -0.3
    set ylabel (p - 1) % columns == 0 ? "million nodes per second" : ""
    plot for [b = 1:n_boards] "depths.blocks" index (p - 1) * n_boards + b - 1 \
             using ($1 + shift(b)):(1000 / $2) with lines linetype type(b), \
         for [b = 1:n_boards] "" index (p - 1) * n_boards + b - 1 \
             using ($1 + shift(b)):(1000 / $2):(1000 / $4):(1000 / $3) with yerrorbars \
             linetype type(b) pointtype shape(type(b)) pointsize mark
    unset label
}
unset multiplot
