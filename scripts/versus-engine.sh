#!/bin/bash
# How fast are the boards beside another engine? Perft of the starting position, whole processes.
#
#   scripts/versus-engine.sh [OPTION]... [ENGINE [DEPTH]]
#
# ENGINE is the command that starts any program that speaks UCI and knows `go perft`:
# fairy-stockfish by default; scripts/perft-of-engine.sh asks it. DEPTH is 5.
#
#   --ours 'ARGS'   a contender: arguments of `xqperft perft DEPTH`; may be repeated. Without it, the
#                   lines of $OURS; without these, every board under every policy.
#   --deeper        ours get one ply more when DEPTH takes them less than a second
#   --rounds N      how often each is timed: 5; fewer are good for a first impression only
#   --timeout S     how long an engine may take for one answer: 300 seconds
#   --wall          compare elapsed time: for ARGS with --threads, or a large --hash
#   --tsv           machine-readable
#
# BUILD=dir says where the programs are: build.
#
# What is compared is user CPU time, because elapsed time doubles as soon as another program wants
# the same CPU. Start-up, which is most of an engine's time at small depths, is measured with the
# same command at depth 1 and subtracted; what then is below 10 ms is too little to be measured, and
# has no speed. Everyone has a turn in each round, so that slow changes of the machine meet all
# alike; figures are medians over the rounds.
#
# Exit status: 0 done; 1 node counts differ; 2 usage or output error; 3 the engine, or xqperft, is
# missing or failed; 130 interrupted.
#
# bash, not sh: `times` and EPOCHREALTIME read the clocks without a process of their own.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
export LC_ALL=C # a point in numbers, also of awk and bash

# shellcheck source=scripts/common.sh
. "$(dirname "$0")/common.sh"

rounds=5 timeout=300 clock=user tsv='' deeper=''
ours=()
while [ $# -gt 0 ]; do
    case $1 in
    --ours | --rounds | --timeout)
        [ $# -gt 1 ] || usage "$1 wants a value"
        case $1 in
        --ours)
            [[ $2 = *[![:space:]]* ]] || usage "--ours wants arguments of xqperft perft"
            ours+=("$2")
            ;;
        --rounds) rounds=$2 ;;
        --timeout) timeout=$2 ;;
        esac
        shift
        ;;
    --deeper) deeper=1 ;;
    --wall) clock=wall ;;
    --tsv) tsv=1 ;;
    -h | --help) show_help ;;
    -*) usage "there is no option '$1'" ;;
    *) break ;;
    esac
    shift
done
[ $# -le 2 ] || usage "too many arguments: '$3'"
engine=${1:-fairy-stockfish}
depth=${2:-5}
whole --rounds "$rounds"
whole --timeout "$timeout"
whole DEPTH "$depth"

here=$(cd "$(dirname "$0")" && pwd)
from=$PWD # what a relative path in ENGINE refers to
cd "$here/.."
build=${BUILD:-build}
[ -x "$build/xqperft" ] || fail 3 "there is no $build/xqperft; run make"

if [ ${#ours[@]} -eq 0 ]; then
    # Boards and policies are those of the listing, which also drives xqbench.
    [ -n "${OURS:-}" ] || OURS=$("$build/xqbench" list --tsv | awk -F '\t' '
        $1 == "board" { boards[++n] = $2 }
        $1 == "workload" && split($4, setting, ", ") >= 2 { policies[++m] = setting[1] }
        END { for (i = 1; i <= n; i++)
                  for (j = 1; j <= m; j++)
                      print "--board " boards[i] " --policy " policies[j] }')
    while read -r line; do
        [[ $line != *[![:space:]]* ]] || ours+=("$line")
    done <<<"$OURS"
fi

make_work
finish() {
    settle $? "$work"
    end_running
    [ -z "$running" ] || wait "$running" 2>/dev/null || : # it must end its engine first
    rm -rf "$work"
    exit "$status"
}
finish_always
set -m # a process group for each child, as a session is

# --- clocks ---------------------------------------------------------------------------------------

# Sets $user to the milliseconds of user time of all children so far, and $wall to the clock's. No
# process is started for it: that would count.
read_clocks() {
    local children
    times >"$work/times"
    { read -r && read -r children _; } <"$work/times"
    [[ $children =~ ^([0-9]+)m([0-9]+)\.([0-9]+)s$ ]] || fail 3 "what time is '$children'?"
    user=$((BASH_REMATCH[1] * 60000 + 10#${BASH_REMATCH[2]}${BASH_REMATCH[3]}))
    wall=$((10#${EPOCHREALTIME/./} / 1000))
}

# timed COMMAND...: runs it, which sets $nodes; sets $user and $wall to what it took.
timed() {
    local from_user from_wall
    read_clocks
    from_user=$user from_wall=$wall
    "$@"
    read_clocks
    user=$((user - from_user)) wall=$((wall - from_wall))
}

# --- perft ----------------------------------------------------------------------------------------

# count WHAT COMMAND...: runs what prints a heading and a line of figures; sets $nodes and $name.
count() {
    local what=$1 keys values
    status=0
    shift
    "$@" >"$work/counted" 2>"$work/complaint" &
    running=$!
    wait "$running" || status=$?
    running=
    if [ $status -ne 0 ]; then
        progress
        cat "$work/complaint" >&2
        [ $status -eq 2 ] || status=3
        fail $status "$what failed"
    fi
    { IFS=$'\t' read -ra keys && IFS=$'\t' read -ra values; } <"$work/counted" || keys=()
    nodes=
    for i in "${!keys[@]}"; do
        case ${keys[i]} in
        nodes) nodes=${values[i]} ;;
        engine) name=${values[i]} ;;
        esac
    done
    [ -n "$nodes" ] || fail 3 "$what printed no column 'nodes'"
}

engine_perft() { # engine_perft DEPTH
    count "perft $1 of $engine" \
        env -C "$from" "$here/perft-of-engine.sh" --timeout "$timeout" "$engine" "$1"
}

our_perft() { # our_perft DEPTH ARGS
    local arguments
    read -ra arguments <<<"$2"
    count "xqperft perft $1 $2" "$build/xqperft" perft "$1" --tsv "${arguments[@]}"
}

# --- rounds ---------------------------------------------------------------------------------------

declare -A expected expected_by # by depth
check() { # check DEPTH CONTENDER: everyone must count the same as the first who counted
    : "${expected[$1]:=$nodes}" "${expected_by[$1]:=$2}"
    [ "$nodes" = "${expected[$1]}" ] ||
        fail 1 "perft $1 of the starting position is $nodes by $2, and ${expected[$1]} by \
${expected_by[$1]}"
}

# turn NUMBER CONTENDER DEPTH COMMAND...: one sample, without what the same command takes at depth 1
turn() {
    local number=$1 contender=$2 at=$3 start_user start_wall
    shift 3
    timed "$1" 1 "${@:2}"
    check 1 "$contender"
    start_user=$user start_wall=$wall
    timed "$1" "$at" "${@:2}"
    check "$at" "$contender"
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$number" "$contender" "$at" "$nodes" $((user - start_user)) \
        $((wall - start_wall)) >>"$work/samples"
}

read -r title _ <<<"$engine"
title=${title##*/} # of the engine in the table
depths=()
for ((round = 1; round <= rounds; round++)); do
    progress "round $round of $rounds: $engine"
    turn 0 "$title" "$depth" engine_perft
    for who in "${!ours[@]}"; do
        contender=${ours[who]//[[:space:]]/ }
        contender=${contender//--board /}
        contender=${contender//--policy /}
        progress "round $round of $rounds: $contender"
        if [ "$round" -eq 1 ]; then
            depths[who]=$depth
            if [ -n "$deeper" ]; then
                timed our_perft "$depth" "${ours[who]}"
                check "$depth" "$contender"
                [ "${!clock}" -ge 1000 ] || depths[who]=$((depth + 1))
            fi
        fi
        turn $((who + 1)) "$contender" "${depths[who]}" our_perft "${ours[who]}"
    done
done
progress

# --- figures --------------------------------------------------------------------------------------

{
    [ -n "$tsv" ] || cat <<END
engine: $name
perft of the starting position, whole processes without their start-up, \
$([ "$rounds" -eq 1 ] && echo 'one round' || echo "medians of $rounds rounds")
seconds are $([ $clock = user ] && echo 'user CPU time' || echo 'elapsed time'); \
ratios are of nodes per second

END
    awk -F '\t' -v tsv="$tsv" -v clock="$clock" -f scripts/versus-table.awk "$work/samples"
} >"$work/table"
show "$work/table"
