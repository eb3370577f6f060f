#!/bin/bash
# Did this engine's move generator become slower? Gates two builds of any UCI engine: first what
# they count, then how fast, by perft of the starting position in whole processes.
#
#   scripts/gate-engines.sh 'OLD' 'NEW' [DEPTH] [OPTION]...     options of `xqbench gate`
#
# OLD and NEW are commands that start a program that speaks UCI and knows `go perft`, see
# scripts/perft-of-engine.sh. Without DEPTH, it is the first that takes OLD 0.1 seconds, or 6. Options
# are such as --time-limit 3, --strict or --json FILE.
#
#   RUNS=n      how many pairs of runs: 25; less than 15 can hardly decide anything
#   TIMEOUT=s   how long an engine may take for one answer: 300 seconds; for those to `uci` and
#               `isready` never more than 30
#   PAIRS=file  keeps the times of all pairs, as `xqbench gate --pairs` reads them; those of the
#               second run in file.again
#   BUILD=dir   where the programs are: build
#
# xqperft must agree with all counts, or nothing is timed: when NEW miscounts, counts differ; when
# only OLD does, NEW repairs it, and there is nothing to compare it with: inconclusive. Reports that
# were asked for are written however it ends, but for 2 and 130; in one that ends with 3, the verdict
# is inconclusive.
#
# OLD and NEW take turns, each is first in every other pair, and a pair before all others is only for
# warming up. What is compared is user CPU time without start-up, as in scripts/versus-engine.sh. When
# NEW seems slower, twice as many pairs follow, since only what is slower in both runs is a regression.
#
# Exit status: that of `xqbench gate`: 0 ok or improved; 1 NEW miscounts, a regression, or with
# --strict inconclusive; 2 usage, input or output error; 3 an engine, or a program of this project, is
# missing, failed or hung; 4 inconclusive, also because only OLD miscounts, or DEPTH takes too little
# time; 130 interrupted.
#
# bash, not sh: see perft-turns.bash.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
export LC_ALL=C # a point in numbers, also of awk and bash

case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"
# shellcheck source=scripts/perft-turns.bash
. "$scripts/perft-turns.bash"

for option; do
    case $option in -h | --help) show_help ;; esac
done
depth='' commands=()
while [ $# -gt 0 ] && [[ $1 != -* ]]; do
    case ${#commands[@]} in
    [01])
        [[ $1 = *[![:space:]]* ]] || usage 'a command of an engine is empty'
        commands+=("$1")
        ;;
    2)
        commands+=('')
        depth=$1
        whole DEPTH "$depth"
        ;;
    *) usage "too many arguments: '$1'" ;;
    esac
    shift
done
[ ${#commands[@]} -gt 0 ] || [ $# -eq 0 ] || usage "there is no option '$1' before OLD and NEW"
[ ${#commands[@]} -ge 2 ] || usage 'OLD and NEW are wanted'
runs=${RUNS:-25} timeout=${TIMEOUT:-300}
whole RUNS "$runs"
whole TIMEOUT "$timeout"

begin_turns
options=("$@")
gate() { # gate ARGUMENT...: with paths as the user means them; sets $status
    status=0
    env -C "$from" "$program" gate "$@" || status=$?
}
program=$(cd "$build" && pwd)/xqbench
[ -x "$program" ] || fail 3 "there is no $build/xqbench; run make"
gate --check --pairs none "$@" >"$work/said"
[ "$status" -eq 0 ] || fail 2 'xqbench refuses an option'
if [ -s "$work/said" ]; then # --usage, or a --help that is cut short
    show "$work/said"
    exit 0
fi
pairs=$work/pairs
if [ -n "${PAIRS:-}" ]; then
    case $PAIRS in /*) pairs=$PAIRS ;; *) pairs=$from/$PAIRS ;; esac
    { : >"$pairs"; } 2>/dev/null || fail 2 "cannot write $pairs"
    rm -f "$pairs.again"
fi

# --- early ends -----------------------------------------------------------------------------------

# early ARGUMENT...: no more is timed; `xqbench gate` writes what is known into all reports.
early() {
    progress
    gate "$@" "${options[@]}"
    exit "$status"
}
counted=   # the counts that were checked, once all are
old_wrong= # what OLD miscounts
# An engine that fails is in the reports, too: what an earlier run left there would seem to be of
# this one.
fail() {
    complain "$2"
    [ "$1" -ne 3 ] || gate --inconclusive "$2" ${counted:+--counted "$counted"} "${options[@]}"
    exit "$1"
}

names=("the old engine (${commands[0]})" "the new engine (${commands[1]})")
repaired() {
    early --inconclusive "the old engine miscounts, and the new one does not; nothing can be \
compared with a build that miscounts" --note "$old_wrong."
}
# NEW is to blame for what it counts. Of OLD it is known only when NEW has counted all.
differ() { # differ DEPTH CONTENDER
    local what="perft $1 of the starting position is ${expected[$1]} by ${expected_by[$1]}, and \
$nodes by $2" # figures first: reports have little room, and a command may be long
    [ "$2" != "${names[1]}" ] || early --counts-differ "${old_wrong:+$old_wrong
}$what"
    old_wrong=$what
    [ -z "$counted" ] || repaired
}

# --- counts ---------------------------------------------------------------------------------------

# From the least depth on, where a difference is easiest to find. OLD is asked no more once it
# miscounts; then the depth is the first that takes NEW a while.
starts=() at=0
while [ "$at" != "$depth" ]; do
    at=$((at + 1))
    progress "counting: depth $at"
    our_perft "$at" ''
    check "$at" xqperft
    for who in 1 0; do
        [ "$who" -eq 1 ] || [ -z "$old_wrong" ] || continue
        timed engine_perft "$at" "${commands[who]}" "${names[who]}"
        [ "$at" -gt 1 ] || starts[who]=$user
        spent=$((user - starts[who]))
        check "$at" "${names[who]}"
    done
    [ -n "$depth" ] || { [ "$at" -lt 6 ] && [ "$spent" -lt 100 ]; } || depth=$at
done
[ -z "$old_wrong" ] || repaired
counted="perft 1 to $depth of the starting position, by both engines as by xqperft"

# --- pairs ----------------------------------------------------------------------------------------

pair() { # pair NUMBER: a run of each
    local who
    for who in $(($1 % 2)) $((1 - $1 % 2)); do
        turn "$who" "${names[who]}" "$depth" engine_perft "${commands[who]}" "${names[who]}"
    done
}

# What was sampled, in lines of `xqbench gate --pairs`. False when a time is none.
as_pairs() {
    awk -F '\t' -v depth="$depth" '
        { ms[$1] = $5; if ($5 < 10) none = 1 }
        NR % 2 == 0 { printf "perft %d\t%.3f\t%.3f\n", depth, ms[0] / 1000, ms[1] / 1000 }
        END { exit none }' "$work/samples"
}

# measure RUNS WHAT FILE: so many pairs
measure() {
    local run
    : >"$work/samples"
    for ((run = 1; run <= $1; run++)); do
        progress "$2: pair $run of $1"
        pair "$run"
    done
    as_pairs >"$3" || early --inconclusive "perft $depth takes less than 10 ms, which is too \
little to be compared; DEPTH should be $((depth + 1)) or more" --counted "$counted"
}

set -- --counted "$counted" "$@"
measure 1 'warming up' "$work/warm"
measure "$runs" timing "$pairs"
# A first look: what it calls slower, and does not know for sure, rests on time alone.
gate --pairs "$pairs" "$@" --json "$work/first.json" >"$work/look" 2>&1
case $status in 1 | 4)
    if grep -q '"ground": "time"' "$work/first.json"; then
        measure $((runs * 2)) 'timing again' "$pairs.again"
        set -- --again "$pairs.again" "$@"
    fi
    ;;
esac
progress
gate --pairs "$pairs" "$@"
exit "$status"
