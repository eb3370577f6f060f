# Samples in the order of measurement, a wide panel for each workload, in it the boards side by
# side. Data: workloads (name) and the files that launches.awk writes; a fact: one sample in how
# many is drawn.
panels = records("launches.panels")
title = "Samples in the order of measurement" . \
        (panels == records("workloads") ? "" : \
         sprintf(": the %d workloads that spread most", panels))
note = "Time beside the board's median, logarithmic; " . \
       (fact_1 eq "1" ? "all samples" : \
        "the first of every " . fact_1 . " samples and all outliers (1 % on either side)") . \
       "; black: median of a launch; grey: a launch begins; +n: n beyond the panel."
array number[panels]
array low[panels]
array high[panels]
array name[records("workloads")]
stats "launches.panels" using \
    (number[$0 + 1] = $1, low[$0 + 1] = $2, high[$0 + 1] = $3, 0) nooutput
stats "workloads" using (name[$0 + 1] = strcol(1), 0) nooutput

panel_width = 1200
panel_height = 240
gap = 70.0
load folder . "/panels.gnuplot"

# Above 400 launches their borders would hide what lies between them.
stats "launches.medians" index 0 using 3 nooutput
borders = STATS_records * n_boards <= 400

stats "launches.points" using 1 nooutput
size = STATS_records < 1000 ? 4 : 2

set logscale y
set xrange [0 : n_boards]
set ylabel "times the median"
unset xtics
set grid noxtics ytics
do for [p = 1:panels] {
    set title name[number[p]] offset 0, 0.1
    set yrange [low[p] : high[p]]
    eval "set ytics " . tics_of_ratios(low[p], high[p])
    plot for [b = 1:n_boards] "launches.medians" index (p - 1) * n_boards + b - 1 \
             using (borders || $0 == 0 ? $1 : NaN):(low[p]):(0):(high[p] - low[p]) \
             with vectors nohead linecolor rgb "#DDDDDD" linewidth 0.8, \
         for [b = 1:n_boards] "launches.points" index (p - 1) * n_boards + b - 1 \
             using ($1 - 0.0005):2:(0.001):(0) with vectors nohead linetype type(b) \
             linewidth size, \
         for [b = 1:n_boards] "launches.medians" index (p - 1) * n_boards + b - 1 \
             using 1:3:2:(0) with vectors nohead linecolor rgb "black" linewidth 1.2, \
         "launches.beyond" index p - 1 using 1:(high[p]):2 with labels offset 0, 0.4 font ",11" \
             textcolor rgb grey
    unset label
}
unset multiplot
