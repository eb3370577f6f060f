# Bars of nodes per second: a group for each policy, in it a bar for each board, because boards may
# be compared under the same policy only; then a bar for each engine. Data: rates.keys (policies),
# rates.blocks, a block for each policy and board: nodes per second; engines: name, nodes per
# second; facts: number of nodes, and depth if it is known.
title = "Whole programs: perft" . (fact_2 eq "" ? "" : " " . fact_2) . \
        " from the starting position, one thread"
note = "User time of xqperft perft on " . fact_1 . " nodes. Compare boards within a policy only."

policies = records("rates.keys")
engines = records("engines")
stats "rates.blocks" using 1 nooutput
highest = STATS_max
if (engines > 0) {
    stats "engines" using 2 nooutput
    highest = max(highest, STATS_max)
}

width = max(900, 130 * (engines + policies * max(2, n_boards * 0.4)))
body = 435
load folder . "/heading.gnuplot"

bar = 0.8 / max(n_boards, 3)
centre(b) = (b - (n_boards + 1) / 2.0) * bar # of its bar, from the group's
what(policy) = policy . (policy eq "plain" ? "\nevery leaf made" : \
                         policy eq "bulk" ? "\nevery leaf tested" : \
                         policy eq "legal" ? "\nleaves counted" : \
                         policy eq "two-ply" ? "\ntwo plies summed" : "")

set lmargin screen x_of(90)
set rmargin screen x_of(width - 20)
set tmargin screen y_of(top + 10)
set bmargin screen y_of(height - 60)
set xrange [0.4 : policies + engines + 0.6]
set yrange [0 : highest / 1e6 * 1.1] # from zero, or bars lie; room above for the values
set xtics () scale 0
set ylabel "million nodes per second"
set grid noxtics ytics
set boxwidth bar * 0.92
# A board that has not the policy has a rate of 0: a bar without height, and no number.
number(rate) = rate == 0 ? "" : sprintf(rate < 1e7 ? "%.1f" : "%.0f", rate / 1e6)
index_of(p, b) = (p - 1) * n_boards + b - 1
engine_bars = engines == 0 ? "" : \
    ', "engines" using (policies + 1 + $0):($2 / 1e6):xtic(1) with boxes linetype 10' . \
    ', "" using (policies + 1 + $0):($2 / 1e6):(number($2)) with labels' . \
    ' offset 0, 0.7 font ",13"'
plot "rates.keys" using ($0 + 1):(0):(""):xtic(what(strcol(1))) with labels, \
     for [p = 1:policies] for [b = 1:n_boards] "rates.blocks" index index_of(p, b) \
         using (p + centre(b)):($1 / 1e6) with boxes linetype type(b), \
     for [p = 1:policies] for [b = 1:n_boards] "" index index_of(p, b) \
         using (p + centre(b)):($1 / 1e6):(number($1)) with labels offset 0, 0.7 font ",13" \
         @engine_bars
