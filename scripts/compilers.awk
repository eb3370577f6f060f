# What scripts/bench-compilers.sh, which calls this, measured, as a matrix.
#
#   awk -F '\t' -v form=tsv|md -v passes=N -v seed=N \
#       -f compilers.awk LIST BUILDS DISTURBED ROUNDS
#
# LIST is what `xqbench list --tsv` prints. A line of BUILDS is compiler, level, arch and version;
# one of DISTURBED, of a launch that was, the number of a build (of its line) and pass; one of ROUNDS
# these, workload, board and ns of an operation, in any order.

function sort(of, n,    i, j, x) {
    for (i = 2; i <= n; i++) {
        x = of[i]
        for (j = i - 1; j > 0 && of[j] > x; j--)
            of[j + 1] = of[j]
        of[j + 1] = x
    }
}
function median(sorted, n) {
    return (sorted[int((n + 1) / 2)] + sorted[int(n / 2) + 1]) / 2
}
# By the sign test, the median of n launches is between the k-th smallest and the k-th largest at
# 95 %: the largest such k; 0 when n is too small for any.
function interval_rank(n,    k, below, term) {
    term = 0.5 ^ n # the probability that just k of n are below the median
    while (2 * (below + term) <= 0.05) {
        below += term
        k++
        term *= (n - k + 1) / k
    }
    return k + 0
}

# --- reading --------------------------------------------------------------------------------------

FILENAME == ARGV[1] && $1 == "machine" { machine[$2] = $3 }
FILENAME == ARGV[1] && $1 == "workload" {
    listed_workload[++workloads_listed] = $2
    setting[$2] = $4
    operation[$2] = $5
}
FILENAME == ARGV[1] && ($1 == "board" || $1 == "variant") { listed_board[++boards_listed] = $2 }
FILENAME == ARGV[1] { next }
FILENAME == ARGV[2] {
    build[++builds] = $1 " " $2 " " $3
    columns[builds] = $1 "\t" $4 "\t" $2 "\t" $3
    if (!told[$1]++) versions = versions $1 " is " $4 "  \n"
    next
}
FILENAME == ARGV[3] {
    all_disturbed++
    if (++disturbed[$1] > passes / 5) too_disturbed = 1
    next
}
{
    measured[$3]
    measured[$4]
    round[$3, $4, $1, $2, ++rounds[$3, $4, $1, $2]] = $5
}
# Workloads and boards as they are listed: the order of the rounds is random.
function order_names(    i) {
    for (i = 1; i <= workloads_listed; i++)
        if (listed_workload[i] in measured) workload[++workloads] = listed_workload[i]
    for (i = 1; i <= boards_listed; i++)
        if (listed_board[i] in measured) board[++boards] = listed_board[i]
}

# --- figures --------------------------------------------------------------------------------------

# The median over the rounds of a pass; the key is a workload, board, build and pass.
function of_pass(key,    i, sorted) {
    for (i = 1; i <= rounds[key]; i++)
        sorted[i] = round[key, i]
    sort(sorted, rounds[key])
    return median(sorted, rounds[key])
}
# Of one workload, board and build: ns, low, high; ratio, ratio_low, ratio_high.
function measure(w, b, i,    p, key, first, sorted, ratios) {
    key = w SUBSEP b SUBSEP i
    first = w SUBSEP b SUBSEP 1
    for (p = 1; p <= passes; p++) {
        sorted[p] = of_pass(key SUBSEP p)
        ratios[p] = of_pass(first SUBSEP p) / sorted[p]
    }
    sort(sorted, passes)
    sort(ratios, passes)
    ns[key] = median(sorted, passes)
    low[key] = sorted[rank]
    high[key] = sorted[passes + 1 - rank]
    ratio[key] = median(ratios, passes)
    ratio_low[key] = ratios[rank]
    ratio_high[key] = ratios[passes + 1 - rank]
}
# The build that is faster than all others beyond the intervals; 0 for none.
function find_fastest(w, b,    i, best) {
    best = 1
    for (i = 2; i <= builds; i++)
        if (ns[w, b, i] < ns[w, b, best]) best = i
    for (i = 1; i <= builds; i++)
        if (i != best && low[w, b, i] <= high[w, b, best]) return 0
    return conclusive && !too_disturbed && builds > 1 ? best : 0
}
function summarise(    w, b, i) {
    rank = interval_rank(passes)
    conclusive = rank > 0
    if (!conclusive) rank = 1 # the whole range
    for (w = 1; w <= workloads; w++)
        for (b = 1; b <= boards; b++) {
            for (i = 1; i <= builds; i++)
                measure(workload[w], board[b], i)
            fastest[workload[w], board[b]] = find_fastest(workload[w], board[b])
        }
}

# --- output ---------------------------------------------------------------------------------------

function print_tsv(    w, b, i, key) {
    print "workload\tsetting\toperation\tboard\tcompiler\tversion\tlevel\tarch\tpasses\tns\t" \
          "ns_low\tns_high\tratio\tratio_low\tratio_high\tfastest\tdisturbed"
    for (w = 1; w <= workloads; w++)
        for (b = 1; b <= boards; b++)
            for (i = 1; i <= builds; i++) {
                key = workload[w] SUBSEP board[b] SUBSEP i
                printf "%s\t%s\t%s\t%s\t%s\t%d\t", workload[w], setting[workload[w]],
                       operation[workload[w]], board[b], columns[i], passes
                printf "%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%d\t%d\n", ns[key], low[key],
                       high[key], ratio[key], ratio_low[key], ratio_high[key],
                       fastest[workload[w], board[b]] == i, disturbed[i]
            }
}
# Four digits, as much as there is to know.
function number(x) {
    return sprintf(x < 10 ? "%.3f" : x < 100 ? "%.2f" : "%.1f", x)
}
function cell(row, column, text) {
    cells[row, column] = text
    if (length(text) > width[column]) width[column] = length(text)
}
function print_line(i,    b, line) {
    for (b = 0; b <= boards; b++)
        line = line sprintf("| %" (b == 0 ? "-" : "") width[b] "s ", cells[i, b])
    gsub(/~/, "±", line) # only now, because not every awk counts it as one character
    print line "|"
}
function print_rule(    b, rule) {
    for (b = 0; b <= boards; b++) {
        rule = sprintf("%" width[b] "s", "")
        gsub(/ /, "-", rule)
        printf(b == 0 ? "|-%s-" : "|-%s:", rule)
    }
    print "|"
}
function print_matrix(w,    b, i, key, mark, spread) {
    for (b = 0; b <= boards; b++) width[b] = 0
    cell(0, 0, "Build")
    for (b = 1; b <= boards; b++) cell(0, b, board[b])
    for (i = 1; i <= builds; i++) {
        cell(i, 0, build[i])
        for (b = 1; b <= boards; b++) {
            key = w SUBSEP board[b] SUBSEP i
            mark = fastest[w, board[b]] == i ? "**" : ""
            spread = sprintf("~%.1f%%", (high[key] - low[key]) / ns[key] * 50)
            cell(i, b, mark number(ns[key]) " " spread " " sprintf("%.2f", ratio[key]) mark)
        }
    }
    print_line(0)
    print_rule()
    for (i = 1; i <= builds; i++) print_line(i)
}
function print_disturbed() {
    if (!all_disturbed) return
    printf "%d of %d launches were disturbed by other programs twice, and count all the same%s  \n",
           all_disturbed, builds * passes,
           too_disturbed ? ": too many of a build to call any the fastest" : ""
}
function print_people(    w, name) {
    for (w = 1; w <= workloads; w++) {
        name = workload[w]
        printf "%s%s: ns per %s, ± half the interval, and speed, %s = 1\n\n", name,
               setting[name] == "" ? "" : " (" setting[name] ")", operation[name], build[1]
        print_matrix(name)
        print ""
    }
    if (conclusive)
        print "Medians of the passes, intervals at 95 %; **bold**: faster than all, intervals apart  "
    else
        print "Medians of the passes; too few passes for intervals: ± is half the range  "
    print_disturbed()
    printf "%s, %s  \n", machine["cpu"], machine["date"]
    printf "%s", versions
    printf "Commit %s, flags of the first build: %s  \n", machine["commit"], machine["flags"]
    printf "%d passes, seed %s\n", passes, seed
}
END {
    order_names()
    summarise()
    if (form == "tsv") print_tsv()
    else print_people()
}
