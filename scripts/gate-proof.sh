#!/bin/sh
# Proves the gate on this machine: how often it cries wolf, and how small a slowdown it catches.
#
#   scripts/gate-proof.sh [RUNS] [FOLDER]     FOLDER receives gate-proof.md and .tsv
#
# RUNS (40) gates compare a build with itself. Each that ends with 1 is a false alarm, each that ends
# with 4 could not tell. Their launches are kept, and judged once more, by time alone, as if the new
# build were slower: all of its times are multiplied by the same factor, which is what a slowdown of
# exactly that size would have done to them. A run is then the first, and the two runs after it are
# the second, which has to confirm it.
#
#   BUILD=dir   where the programs are: build
#   GATE=…      options of `xqbench gate`, such as --board padded
#
# Exit status: 0 there were no false alarms; 1 there was one; 2 usage, input or output error; 3 a
# launch failed; 130 interrupted. About 80 seconds for each run.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
export LC_ALL=C # a point in numbers

case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"

case ${1:-} in
-h | --help) show_help ;;
-*) usage "there is no option '$1'" ;;
esac
runs=${1:-40} folder=${2:-}
[ $# -le 2 ] || usage "too many arguments: '$3'"
whole RUNS "$runs"
[ "$runs" -ge 3 ] || usage 'RUNS is at least 3: one run, and two that confirm it'
cd "$scripts/.."
build=${BUILD:-build}
[ -x "$build/xqbench" ] && [ -e "$build/boards.so" ] || fail 3 "there is no $build/boards.so; run make gate-build counted"
make_work
finish_always

# --- the same build on both sides -----------------------------------------------------------------

passed=0 alarms=0 open=0 run=1
while [ "$run" -le "$runs" ]; do
    progress "run $run of $runs: $passed passed, $alarms false alarms, $open inconclusive"
    status=0
    # shellcheck disable=SC2086 # options
    "$build/xqbench" gate "$build" "$build" --seed "$run" ${GATE:-} \
        --save-pairs "$work/pairs-$run" >"$work/log" 2>&1 || status=$?
    case $status in
    0) passed=$((passed + 1)) ;;
    1) alarms=$((alarms + 1)) ;;
    4) open=$((open + 1)) ;;
    *)
        progress
        cat "$work/log" >&2
        exit "$status"
        ;;
    esac
    run=$((run + 1))
done
progress

# --- and as if it were slower ---------------------------------------------------------------------

slowed() { # slowed PERCENT FILE...
    awk -F '\t' -v by="$1" '/^#/ { next }
        { printf "%s\t%s\t%.9g\n", $1, $2, $3 * (1 + by / 100) }' "$2" ${3:+"$3"}
}
printf 'slower_by_percent\trows\tregression\tinconclusive\tok\trows_caught_9_of_10\n' >"$work/table"
for percent in 0 2 3 4 5 6 8 10; do
    : >"$work/verdicts"
    run=1
    while [ "$run" -le "$runs" ]; do
        next=$((run % runs + 1))
        last=$((next % runs + 1))
        slowed "$percent" "$work/pairs-$run" >"$work/first"
        slowed "$percent" "$work/pairs-$next" "$work/pairs-$last" >"$work/second"
        status=0
        "$build/xqbench" gate --pairs "$work/first" --again "$work/second" --json "$work/json" \
            >"$work/log" 2>&1 || status=$?
        case $status in 0 | 1 | 4) ;; *) cat "$work/log" >&2; exit 2 ;; esac
        awk -F '"' '$2 == "workload" { row = $4 }
            $2 == "verdict" && row != "" { print row "\t" $4; row = "" }' "$work/json" >>"$work/verdicts"
        run=$((run + 1))
    done
    awk -F '\t' -v percent="$percent" -v runs="$runs" '
        { rows[$1]; said[$2]++; if ($2 == "regression") caught[$1]++ }
        END {
            for (row in rows) { count++; if (caught[row] >= 0.9 * runs) sure++ }
            printf "%s\t%d\t%.4f\t%.4f\t%.4f\t%d\n", percent, count, said["regression"] / NR,
                said["inconclusive"] / NR, (said["ok"] + said["improved"]) / NR, sure
        }' "$work/verdicts" >>"$work/table"
done

# --- what came of it ------------------------------------------------------------------------------

{
    echo "A build beside itself, in $runs runs: $passed passed, $alarms false alarms, $open inconclusive"
    echo
    echo 'The same launches by time alone, as if the new build were slower:'
    echo
    echo '| slower by | rows called a regression | inconclusive | ok | rows caught in 9 of 10 runs |'
    echo '|---:|---:|---:|---:|---:|'
    awk -F '\t' 'NR > 1 { printf "| %s %% | %.1f %% | %.1f %% | %.1f %% | %d of %d |\n", $1, 100 * $3,
        100 * $4, 100 * $5, $6, $2 }' "$work/table"
    echo
    awk -F '"' '$2 == "cpu" || $2 == "date" { print $4 "  " }' "$work/json"
} >"$work/report"
show "$work/report"
if [ -n "$folder" ]; then
    mkdir -p "$folder"
    cp "$work/report" "$folder/gate-proof.md"
    cp "$work/table" "$folder/gate-proof.tsv"
fi
[ "$alarms" -eq 0 ] || exit 1
exit 0
