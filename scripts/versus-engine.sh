#!/bin/bash
# How fast are the boards beside another engine? Perft of the starting position, or of a suite, in
# whole processes.
#
#   scripts/versus-engine.sh [OPTION]... [ENGINE [DEPTH]]
#
# ENGINE is the command that starts any program that speaks UCI and knows `go perft`:
# fairy-stockfish by default; scripts/perft-of-engine.sh asks it. DEPTH is 5.
#
#   --ours 'ARGS'   a contender: arguments of `xqperft perft DEPTH`; may be repeated. Without it, the
#                   lines of $OURS; without these, every board under every policy.
#   --epd FILE      not the starting position but every one of a suite, each contender all of them in
#                   one process; what is compared is the sum, or rather its speed
#   --deeper        ours get one ply more when DEPTH takes them less than a second
#   --rounds N      how often each is timed: 5; fewer are good for a first impression only
#   --timeout S     how long an engine may take for one answer: 300 seconds; for those to `uci` and
#                   `isready` never more than 30
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
# Exit status: 0 done; 1 node counts differ; 2 usage, input or output error; 3 the engine, or xqperft, is
# missing or failed; 130 interrupted.
#
# bash, not sh: `times` and EPOCHREALTIME read the clocks without a process of their own.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
export LC_ALL=C # a point in numbers, also of awk and bash

case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"
# shellcheck source=scripts/perft-turns.bash
. "$scripts/perft-turns.bash"

rounds=5 timeout=300 clock=user tsv='' deeper='' epd=''
ours=()
while [ $# -gt 0 ]; do
    case $1 in
    --ours | --rounds | --timeout | --epd)
        [ $# -gt 1 ] || usage "$1 wants a value"
        case $1 in
        --ours)
            [[ $2 = *[![:space:]]* ]] || usage "--ours wants arguments of xqperft perft"
            ours+=("$2")
            ;;
        --rounds) rounds=$2 ;;
        --timeout) timeout=$2 ;;
        --epd)
            [ -n "$2" ] || usage '--epd wants a file'
            epd=$2
            ;;
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

begin_turns
what='the starting position'
if [ -n "$epd" ]; then
    take_suite "$epd"
    what="the $([ ${#fens[@]} -eq 1 ] && echo position || echo "${#fens[@]} positions") of $epd"
    progress "the dialect of $engine"
    spell_for "$engine"
fi

choose_ours

# --- rounds ---------------------------------------------------------------------------------------

read -r title _ <<<"$engine"
title=${title##*/} # of the engine in the table
depths=()
for ((round = 1; round <= rounds; round++)); do
    progress "round $round of $rounds: $engine"
    turn 0 "$title" "$depth" engine_perft "$engine"
    for who in "${!ours[@]}"; do
        contender_of "${ours[who]}"
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
perft of $what, whole processes without their start-up, \
$([ "$rounds" -eq 1 ] && echo 'one round' || echo "medians of $rounds rounds")
seconds are $([ $clock = user ] && echo 'user CPU time' || echo 'elapsed time'); \
ratios are of nodes per second

END
    [ -z "$epd" ] || suite_columns=$'\t'${#fens[@]}$'\t'${epd//[[:cntrl:]]/ }
    SUITE=${suite_columns:-} awk -F '\t' -v tsv="$tsv" -v clock="$clock" -f scripts/samples.awk \
        -f scripts/versus-table.awk "$work/samples"
} >"$work/table"
show "$work/table"
