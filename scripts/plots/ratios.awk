# Makes of figures what ratios.gnuplot draws:
#
#   awk -F '\t' -f ratios.awk BOARDS FIGURES
#
# BOARDS: linetype and name, of all but the reference; FIGURES: workload, setting, board, operation,
# ratio, low, high, verdict. Files in the working directory: ratios.rows, a line for each workload
# that the reference has: its place from the top, and its name; ratios.points, a block for each board: place, ratio, low,
# high, and 1 where it is inconclusive. An unknown
# interval has the width 0; an unknown ratio has no point.
NR == FNR {
    number[$2] = ++boards
    next
}
# The reference comes first, or it has not the workload, and nothing stands beside it.
!($1 in row) && number[$3] > 0 { without[$1] }
$1 in without { next }
!($1 in row) {
    row[$1] = $1 == "geometric mean" ? rows + 1.6 : rows + 1
    rows++
    print row[$1] "\t" $1 ($2 == "" ? "" : " (" $2 ")") > "ratios.rows"
}
number[$3] > 0 && $5 != "" {
    b = number[$3]
    place = row[$1] + (b - (boards + 1) / 2) * 0.8 / boards
    points[b] = points[b] place "\t" $5 "\t" ($6 == "" ? $5 : $6) "\t" ($7 == "" ? $5 : $7) "\t" \
                ($8 == "inconclusive") "\n"
}
END {
    for (b = 1; b <= boards; b++) printf "%s\n\n", points[b] > "ratios.points"
}
