# A forest plot: how many times as fast as the reference each board is, a row for each workload.
# Data: ratios.rows and ratios.points of ratios.awk; a fact: the reference. The boards are all but
# that.
title = "Speed of each board, " . fact_1 . " = 1"
note = "Right of the line is faster. Bars, where wider than the mark, are confidence " . \
       "intervals; a hollow mark is inconclusive."

stats "ratios.rows" using 1 nooutput
last = STATS_max
stats "ratios.points" using 3 nooutput
lowest = min(STATS_min, 0.9) / 1.03
stats "ratios.points" using 4 nooutput
highest = max(STATS_max, 1.1) * 1.03

stats "ratios.rows" using (strlen(strcol(2))) nooutput
label_width = 9 * STATS_max + 30

row_height = max(28, 12 * n_boards + 6)
width = 1000
body = (last + 0.5) * row_height + 85
load folder . "/heading.gnuplot"

set lmargin screen x_of(label_width)
set rmargin screen x_of(width - 25)
set tmargin screen y_of(top + 10)
set bmargin screen y_of(height - 65)
set logscale x
set xrange [lowest : highest]
eval "set xtics " . tics_of_ratios(lowest, highest)
set yrange [last + 0.6 : 0.4]
set ytics scale 0
set errorbars 0
set grid xtics ytics
set xlabel "times as fast (logarithmic)"
set arrow from 1, graph 0 to 1, graph 1 nohead linecolor rgb "black" linewidth 1.2
plot "ratios.rows" using (1):1:(""):ytic(2) with labels, \
     for [b = 1:n_boards] "ratios.points" index b - 1 using 2:1:3:4 \
         with xerrorbars linetype type(b) pointtype 0 linewidth 1.5, \
     for [b = 1:n_boards] "" index b - 1 using 2:1 with points pointtype shape(type(b)) \
         linecolor rgb "white" pointsize mark, \
     for [b = 1:n_boards] "" index b - 1 \
         using 2:1:(shape(type(b)) - $5) with points pointtype variable linetype type(b) \
         pointsize mark
