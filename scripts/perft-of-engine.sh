#!/bin/bash
# Asks a UCI engine for the perft of the starting position, or of others: a process from start to
# end, so that it can be timed whole.
#
#   scripts/perft-of-engine.sh [--timeout S] [--fens FILE] COMMAND DEPTH
#
# COMMAND starts the engine and is run by sh; programs of /usr/games are found too, because Debian
# keeps engines there. S is how long it may take for one answer, 300 seconds; for those to `uci` and
# `isready` it is never more than 30. FILE has FENs, one a line, in the letters that the engine takes;
# one process is asked for all of them.
#
# Prints a heading and a line for each position, with tabs: engine (the name it gives itself, else
# COMMAND), depth and nodes. All but one or two hundredths of a second of its processor time are the
# engine's; with FILE it is more, which is the same at any depth.
#
# Exit status: 0 done; 2 usage, input or output error; 3 the engine is missing or failed, or
# plays no xiangqi.
#
# bash, not sh: `read -t` waits no longer than it should without a process of its own.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
export LC_ALL=C PATH="$PATH:/usr/games"

case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"

timeout=300 fens=
take_options 'timeout fens' "$@"
shift $taken
[ $# -eq 2 ] || usage 'COMMAND and DEPTH are wanted'
command=$1 depth=$2
whole --timeout "$timeout"
whole DEPTH "$depth"
positions=(startpos)
if [ -n "$fens" ]; then
    mapfile -t positions <"$fens" || fail 2 "cannot read $fens"
    [ ${#positions[@]} -gt 0 ] || fail 2 "there is no position in $fens"
    positions=("${positions[@]/#/fen }")
fi

engine= # its process group
end_engine() {
    [ -n "$engine" ] || return 0
    kill -KILL -- "-$engine" 2>/dev/null || :
    wait "$engine" 2>/dev/null || :
    engine=
}
trap end_engine EXIT
trap 'exit 130' INT TERM HUP
trap '' PIPE # writing to an engine that died must fail, not end this script
set -m       # a process group for each child, so that an engine's wrapper ends with its engine

name=$command # what it calls itself, once it has told
said=()       # its last lines
asked=        # what it should answer
variants=     # the line of its option UCI_Variant

tell() {
    asked=$1
    printf '%s\n' "$1" >&3 2>/dev/null || : # its end will be noticed where its answer is missing
}

# Fails with what the engine said last.
lost() {
    printf '%s: the engine %s %s; it said last:\n' "$0" "$command" "$1" >&2
    [ ${#said[@]} -gt 0 ] || said=('(nothing)')
    printf '  %s\n' "${said[@]}" >&2
    exit 3
}

# It ended before it answered.
ended() {
    local status=0
    wait "$engine" 2>/dev/null || status=$?
    engine=
    if [ $status -eq 127 ] && [ "$command" = fairy-stockfish ]; then
        echo "$0: fairy-stockfish is missing; install Debian's package fairy-stockfish" >&2
        exit 3
    fi
    [ $status -ne 127 ] || lost 'is no program that can be found'
    lost "ended (status $status) when asked '$asked'"
}

late() { # late SECONDS
    lost "did not answer '$asked' within $1 seconds"
}

# hear SECONDS REGEX: reads lines up to one that matches; options and name are noted on the way.
hear() {
    local line status deadline=$((SECONDS + $1))
    while :; do
        status=0
        IFS= read -r -t $((deadline > SECONDS ? deadline - SECONDS : 1)) line <&4 || status=$?
        line=${line%$'\r'}
        if [ -n "$line" ]; then
            said+=("$line")
            [ ${#said[@]} -le 8 ] || said=("${said[@]:1}")
        fi
        [ $status -le 128 ] || late "$1" # and the line may be cut off
        case $line in
        'id name '*) name=${line#id name } ;;
        'option name UCI_Variant '*) variants=$line ;;
        esac
        [[ ! $line =~ $2 ]] || return 0
        [ $status -eq 0 ] || ended
        [ $SECONDS -le $deadline ] || late "$1" # not -lt: SECONDS began within a second
    done
}

# It has answered; however it ends, the answer counts.
dismiss() {
    local status=0 deadline=$((SECONDS + 10))
    tell quit
    exec 3>&-
    while [ $status -eq 0 ] && [ $SECONDS -lt $deadline ]; do
        read -r -t 10 <&4 || status=$?
    done
    exec 4<&-
    end_engine
}

greeting=$((timeout < 30 ? timeout : 30)) # what speaks no UCI is found out earlier
# It begins when it is told to: bash closes the pipes of one that has ended.
coproc pipes { read -r && exec /bin/sh -c "$command" 2>&1; }
engine=$!
to=${pipes[1]} from=${pipes[0]}
exec 3>&"$to" 4<&"$from" {to}>&- {from}<&-
echo >&3
tell uci
hear "$greeting" '^uciok'
case "$variants " in
' ') ;; # one game only
*' var xiangqi '*) tell 'setoption name UCI_Variant value xiangqi' ;;
*)
    echo "$0: the engine $command has variants, but no xiangqi" >&2
    exit 3
    ;;
esac
tell isready
hear "$greeting" '^readyok'
# A shell reads byte by byte. Of so many positions the rows, longer at a greater depth, would take it
# a tenth of a second that cannot be told from the engine's; totals, and what else it says, do not.
[ -z "$fens" ] || exec 4< <(
    exec grep --line-buffered -viE '^[a-i][0-9]+-?[a-i][0-9]+ *[:=] *[0-9]+.?$' <&4
)
table=$'engine\tdepth\tnodes'
for position in "${positions[@]}"; do
    tell "position $position"
    tell "go perft $depth"
    [ -z "$fens" ] || asked+="' of 'position $position"
    hear "$timeout" '^[Nn]odes( searched)? *: *[0-9]+$'
    table+=$'\n'${name//$'\t'/ }$'\t'$depth$'\t'${BASH_REMATCH[0]##*[: ]}
done
dismiss
trap 'exit 2' PIPE
say "$table"
