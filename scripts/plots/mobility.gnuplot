# Time per move against mobility, a panel for each workload. Data: mobility.keys (names), and
# mobility.blocks, a block for each workload and board: mean number of moves, nanoseconds, lowest
# and highest.
title = "Time per move against mobility"
note = "A mark stands for positions with about so many legal moves; bars reach from the " . \
       "fastest launch to the slowest. Logarithmic."

panels = records("mobility.keys")
array name[panels]
stats "mobility.keys" using (name[$0 + 1] = strcol(1), 0) nooutput
stats "mobility.blocks" using 1 nooutput
last = STATS_max

panel_width = panels == 4 ? 600 : 413
panel_height = 340
gap = 100.0
load folder . "/panels.gnuplot"

set xrange [0 : last * 1.05]
set logscale y # because few moves share a fixed cost, and cost many times as much
set ytics (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
set xlabel "legal moves of the position"
shift(b) = (b - (n_boards + 1) / 2.0) * last * 0.006 # so that bars do not hide each other
do for [p = 1:panels] {
    set title name[p] offset 0, -0.3
    set ylabel (p - 1) % columns == 0 ? "ns per move" : ""
    plot for [b = 1:n_boards] "mobility.blocks" index (p - 1) * n_boards + b - 1 \
             using ($1 + shift(b)):2 with lines linetype type(b), \
         for [b = 1:n_boards] "" index (p - 1) * n_boards + b - 1 \
             using ($1 + shift(b)):2:3:4 with yerrorbars linetype type(b) \
             pointtype shape(type(b)) pointsize mark
    unset label
}
unset multiplot
