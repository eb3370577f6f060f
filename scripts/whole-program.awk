# What scripts/hyperfine.sh, which calls this, measured, beside what xqbench measured.
#
#   awk -F '\t' -v form=tsv|md|speeds -v depth=5 -v nodes=N -v passes=N -v elsewhere='commit …' \
#       -f whole-program.awk LIST CONTENDERS SAMPLES FIGURES
#
# form: tsv is whole-program.tsv, md the same for people, speeds nodes-per-second.tsv. elsewhere:
# what is different where xqbench measured; then its figures are not given.
# LIST is what `xqbench list --tsv` prints. A line of CONTENDERS is name, policy and board (both empty for an engine); one of SAMPLES the
# number of the contender (of its line), pass, and elapsed and user seconds; FIGURES is the
# figures.tsv of xqbench, or empty.

# The median of the numbers from `of[key, 1]` to `of[key, n]`; `low` and `high` become their range,
# which a single number does not have.
function median(of, key, n,    i, j, x, sorted) {
    for (i = 1; i <= n; i++) {
        x = of[key, i]
        for (j = i - 1; j > 0 && sorted[j] > x; j--)
            sorted[j + 1] = sorted[j]
        sorted[j + 1] = x
    }
    low = n > 1 ? sorted[1] : ""
    high = n > 1 ? sorted[n] : ""
    return (sorted[int((n + 1) / 2)] + sorted[int(n / 2) + 1]) / 2
}
# Speeds are of the same pass. What takes no time has no speed.
function compare(c, reference,    i) {
    for (i = 1; i <= passes; i++) {
        if (users[c, i] <= 0) return
        paired[c, i] = users[reference, i] / users[c, i]
    }
    ratio[c] = median(paired, c, passes)
    ratio_low[c] = low
    ratio_high[c] = high
}
function summarise(    c) {
    for (c = 1; c <= contenders; c++) {
        user[c] = median(users, c, passes)
        wall[c] = median(walls, c, passes)
        wall_low[c] = low
        wall_high[c] = high
        if (board[c] == "") engines++
        else if (!(policy[c] in first)) first[policy[c]] = c
    }
    # Engines stand beside the policy that does what most of them do.
    engines_first = "bulk" in first ? first["bulk"] : 1
    for (c = 1; c <= contenders; c++) {
        compare(c, board[c] == "" ? engines_first : first[policy[c]])
        if (board[c] != "") refer_bench(c, first[policy[c]])
    }
}
# Speeds by xqbench refer to the first board that it timed. Where that is another one than here, the
# speed is that of the medians, whose interval is not known.
function refer_bench(c, reference) {
    if (c == reference) refers_elsewhere = bench_ratio[c] != 1
    if (!refers_elsewhere) return
    bench_low[c] = bench_high[c] = bench_ratio[c] = ""
    if (bench_ns[reference] > 0 && bench_ns[c] > 0)
        bench_ratio[c] = sprintf("%.4f", bench_ns[reference] / bench_ns[c])
}

# --- the same for people --------------------------------------------------------------------------

function interval(middle, from, to, of_itself) {
    if (middle == "" || of_itself) return middle == "" ? "" : "1.00"
    return from == "" ? sprintf("%.2f", middle) : sprintf("%.2f [%.2f, %.2f]", middle, from, to)
}
function cell(row, column, text) {
    gsub(/\|/, "/", text)
    cells[row, column] = text
    if (length(text) > width[column]) width[column] = length(text)
}
function print_cells(    row, column) {
    for (row = 0; row <= contenders; row++) {
        for (column = 1; column <= 5; column++)
            printf("| %" (column == 1 ? "-" : "") width[column] "s ", cells[row, column])
        print "|"
        if (row > 0) continue
        for (column = 1; column <= 5; column++) {
            rule = sprintf("%" width[column] "s", "")
            gsub(/ /, "-", rule)
            printf(column == 1 ? "|-%s-" : "|-%s:", rule)
        }
        print "|"
    }
}
function print_table(    c, of_itself) {
    cell(0, 1, "Program"); cell(0, 2, "ns/node"); cell(0, 3, "speed")
    cell(0, 4, "xqbench ns"); cell(0, 5, "xqbench speed")
    for (c = 1; c <= contenders; c++) {
        of_itself = board[c] != "" && first[policy[c]] == c
        cell(c, 1, name[c])
        cell(c, 2, sprintf("%.2f", user[c] * 1e9 / nodes))
        cell(c, 3, interval(ratio[c], ratio_low[c], ratio_high[c], of_itself))
        cell(c, 4, bench_ns[c] == "" ? "" : sprintf("%.2f", bench_ns[c]))
        cell(c, 5, interval(bench_ratio[c], bench_low[c], bench_high[c], of_itself))
    }
    print_cells()
}

# 1 when a is faster than b, -1 when slower, 0 when their ranges overlap or are not known.
function order_beyond(a, b, lows, highs) {
    if (lows[a] == "" || lows[b] == "") return 0
    return lows[a] > highs[b] ? 1 : highs[a] < lows[b] ? -1 : 0
}
function order_of(a, b, middles) {
    return middles[a] + 0 > middles[b] + 0 ? 1 : middles[a] + 0 < middles[b] + 0 ? -1 : 0
}
# True when whole programs and xqbench order two boards differently; says so.
function differ(a, b,    by_program, by_bench, beyond) {
    by_program = order_of(a, b, ratio)
    by_bench = order_of(a, b, bench_ratio)
    if (by_program * by_bench >= 0) return 0
    beyond = order_beyond(a, b, ratio_low, ratio_high) * order_beyond(a, b, bench_low, bench_high)
    printf("%s is faster than %s in whole programs, slower by xqbench%s.  \n",
           name[by_program > 0 ? a : b], name[by_program > 0 ? b : a],
           beyond < 0 ? "" : ", but their ranges or intervals overlap")
    return 1
}
function is_in_both(c) {
    return board[c] != "" && ratio[c] != "" && bench_ratio[c] != ""
}
function print_order(    a, b, compared, differences) {
    for (a = 1; a <= contenders; a++)
        for (b = a + 1; b <= contenders; b++) {
            if (!is_in_both(a) || !is_in_both(b) || policy[a] != policy[b]) continue
            compared++
            differences += differ(a, b)
        }
    if (!differences)
        print "Whole programs and xqbench order the boards alike under each policy.  "
    else
        printf "All other pairs of boards (%d of %d) are ordered alike.  \n",
               compared - differences, compared
}
# The boards whose speed is another in whole programs than by xqbench, even if the order is the same.
function print_apart(    c, apart) {
    for (c = 1; c <= contenders; c++)
        if (is_in_both(c) && bench_low[c] != "" &&
            (ratio_low[c] > bench_high[c] || ratio_high[c] < bench_low[c]))
            apart = apart (apart == "" ? "" : ", ") name[c]
    print apart == "" ? "No range of speed is apart from the interval of xqbench." \
                      : "Range of speed and interval of xqbench are apart: " apart
}
# Below six passes the range holds the median less often than 95 % (by the sign test).
function print_story(    c, both) {
    for (c = 1; c <= contenders; c++)
        both += is_in_both(c)
    if (elsewhere != "") {
        gsub(/ /, ", ", elsewhere)
        print "The figures of xqbench in this folder are of another " elsewhere ": left out."
    } else if (!both) {
        print "There is no measurement by xqbench to stand beside this."
    } else {
        if (passes < 6)
            print "Too few passes to tell whether xqbench orders the boards alike: it takes 6.  "
        else
            print_order()
        if (passes > 1) print_apart()
    }
}
function print_people() {
    printf "Whole programs by hyperfine: perft %s of the starting position, %s nodes  \n",
           depth, nodes
    if (passes == 1)
        print "User time, start-up included, of one pass: no range is known  "
    else
        printf "User time, start-up included, medians of %d passes; speeds with their range  \n",
               passes
    printf "Speeds refer to the first board of the policy%s  \n",
           engines ? ", those of engines to " name[engines_first] : ""
    print "xqbench: many positions to a lower depth; speeds with their intervals"
    print ""
    print_table()
    print ""
    print_story()
    print ""
    print machine["cpu"] ", " machine["date"] "  "
    print machine["compiler"] ", " machine["flags"] ", commit " machine["commit"]
}

# --- for programs ---------------------------------------------------------------------------------

function print_tsv(    c) {
    print "contender\tpolicy\tboard\tdepth\tnodes\tuser_seconds\twall_seconds\t" \
          "wall_low\twall_high\tns_per_node\tratio\txqbench_ns_per_node\txqbench_ratio\t" \
          "ratio_low\tratio_high\txqbench_ratio_low\txqbench_ratio_high"
    for (c = 1; c <= contenders; c++) {
        printf "%s\t%s\t%s\t%s\t%s\t%.6f\t%.6f\t%s\t%s\t%.4f\t%s\t%s\t%s\t", name[c], policy[c],
               board[c], depth, nodes, user[c], wall[c], digits(wall_low[c], 6),
               digits(wall_high[c], 6), user[c] * 1e9 / nodes, digits(ratio[c], 4), bench_ns[c],
               bench_ratio[c]
        printf "%s\t%s\t%s\t%s\n", digits(ratio_low[c], 4), digits(ratio_high[c], 4), bench_low[c],
               bench_high[c]
    }
}
function digits(number, places) {
    return number == "" ? "" : sprintf("%." places "f", number)
}
function print_speeds(    c) {
    print "board\tpolicy\tnodes\tuser_seconds\twall_seconds\tnodes_per_second"
    for (c = 1; c <= contenders; c++)
        if (board[c] != "")
            printf "%s\t%s\t%s\t%.6f\t%.6f\t%s\n", board[c], policy[c], nodes, user[c], wall[c],
                   (user[c] > 0 ? sprintf("%.0f", nodes / user[c]) : "")
}

FILENAME == ARGV[1] {
    if ($1 == "machine") machine[$2] = $3
    next
}
FILENAME == ARGV[2] {
    name[++contenders] = $1; policy[contenders] = $2; board[contenders] = $3
    number[$2, $3] = contenders
    next
}
FILENAME == ARGV[3] { walls[$1, $2] = $3; users[$1, $2] = $4; next }
FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
# The setting of perft workloads is "POLICY, depth N", and no other has a comma.
split($column["setting"], setting, ", ") >= 2 && (setting[1], $column["board"]) in number {
    c = number[setting[1], $column["board"]]
    bench_ns[c] = $column["ns"]
    bench_ratio[c] = $column["ratio"]
    bench_low[c] = $column["ratio_low"]
    bench_high[c] = $column["ratio_high"]
    if (bench_ratio[c] == 1 && bench_low[c] == "") # of itself, and exact
        bench_low[c] = bench_high[c] = 1
}
END {
    summarise()
    if (form == "tsv") print_tsv()
    else if (form == "md") print_people()
    else print_speeds()
}
