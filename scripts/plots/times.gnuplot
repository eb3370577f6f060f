# Violins of the times of one operation, a panel for each workload. Data: workloads (name, unit) and
# the files that violins.awk writes.
title = "Time of one operation"
note = "Violins: where 98 % of the samples are, widest where most are; line and number: " . \
       "median; dots: other samples; +n: n more beyond the panel. Logarithmic."

panels = records("workloads")
array name[panels]
array unit[panels]
array low[panels]
array high[panels]
stats "workloads" using (name[$0 + 1] = strcol(1), unit[$0 + 1] = strcol(2), 0) nooutput
stats "times.panels" using (low[$0 + 1] = $1, high[$0 + 1] = $2, 0) nooutput

panel_width = max(305, 65 * n_boards + 90)
panel_height = 250
gap = 85.0
load folder . "/panels.gnuplot"

set logscale y
set xrange [0.4 : n_boards + 0.6]
set grid noxtics ytics
do for [p = 1:panels] {
    set title name[p] offset 0, 0.1
    set ylabel unit[p] font ",12"
    set yrange [low[p] : high[p]]
    set ytics ()
    plot for [b = 1:n_boards] "times.outlines" index (p - 1) * n_boards + b - 1 using 1:2 \
             with filledcurves closed linetype type(b), \
         for [b = 1:n_boards] "times.outliers" index (p - 1) * n_boards + b - 1 \
             using ($1 - 0.01):2:(0.02):(0) with vectors nohead linetype type(b) linewidth 2, \
         "times.medians" index p - 1 using ($1 - 0.3):2:(0.6):(0) \
             with vectors nohead linecolor rgb "black" linewidth 1.2, \
         "" index p - 1 using 1:(high[p]):4:xtic(3) with labels offset 0, 0.4 font ",11" \
             textcolor rgb grey, \
         "times.tics" index p - 1 using (1):1:(""):ytic(1) with labels
    unset label
}
unset multiplot
