# Timed perft in whole processes, for versus-engine.sh, gate-engines.sh and pgo.sh, which read it
# after common.sh: of the starting position, or with take_suite() of every position of a suite.
# $timeout says how many seconds an engine may take for one answer.
#
# shellcheck shell=bash disable=SC2154,SC2034

# enter_project: goes to the project's folder, where $build has the programs; what relative paths in
# commands refer to is $from. From here on there is $work, and nothing is left of what was started.
enter_project() {
    here=$(cd "$scripts" && pwd)
    from=$PWD
    cd "$here/.." || fail 2 "cannot enter $here/.."
    build=${BUILD:-build}
    make_work
    finish_always
}
# begin_turns: enters the project, unless that is done. From here on in_session is of no use.
begin_turns() {
    [ -n "$work" ] || enter_project
    [ -x "$build/xqperft" ] || fail 3 "there is no $build/xqperft; run make"
    xqperft=$(cd "$build" && pwd)/xqperft
    set -m # a process group for each child, as a session is
}
finish() {
    settle $? "$work"
    end_running
    [ -z "$running" ] || wait "$running" 2>/dev/null || : # it must end its engine first
    rm -rf "$work"
    exit "$status"
}

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

# count WHAT COMMAND...: runs what prints a heading and a line of figures for each position; sets
# $counts, $nodes, which is their sum, and $name.
count() {
    local what=$1 keys values column='' named=''
    counts=() nodes=0
    shift
    run "$@"
    [ $status -eq 0 ] || not_done "$what failed"
    {
        IFS=$'\t' read -ra keys || keys=()
        for i in "${!keys[@]}"; do
            case ${keys[i]} in
            nodes) column=$i ;;
            engine) named=$i ;;
            esac
        done
        [ -n "$column" ] || fail 3 "$what printed no column 'nodes'"
        while IFS=$'\t' read -ra values; do
            counts+=("${values[column]}")
            nodes=$((nodes + values[column]))
            [ -z "$named" ] || name=${values[named]}
        done
    } <"$work/counted"
    [ ${#counts[@]} -eq ${#fens[@]} ] || \
        fail 2 "$what printed ${#counts[@]} counts, and should print ${#fens[@]}"
}
# run COMMAND...: sets $status; what it prints is in $work/counted, its errors in $work/complaint.
run() {
    status=0
    "$@" >"$work/counted" 2>"$work/complaint" &
    running=$!
    wait "$running" || status=$?
    running=
}
not_done() { # not_done MESSAGE: ends as what was run did, with its errors
    progress
    cat "$work/complaint" >&2
    [ "$status" -eq 2 ] || status=3
    fail "$status" "$1"
}

from_there() { # from_there COMMAND...: for run(), whose process it takes over
    cd "$from" && exec "$@"
}
engine_perft() { # engine_perft DEPTH COMMAND [NAME]: the name is for messages
    count "perft $1 of ${3:-$2}" \
        from_there "$here/perft-of-engine.sh" --timeout "$timeout" \
        ${suite:+--fens "$work/fens"} "$2" "$1"
}

our_perft() { # our_perft DEPTH ARGS
    local arguments
    read -ra arguments <<<"$2"
    count "xqperft perft $1 $2" \
        "$build/xqperft" perft "$1" --tsv ${suite:+--epd "$suite"} "${arguments[@]}"
}

# --- a suite --------------------------------------------------------------------------------------

suite=  # its path; empty for the starting position
ids=('') fens=('') # of its positions

# take_suite FILE: its positions are what is counted, if it has any and all of them are good.
take_suite() {
    local id fen
    case $1 in /*) suite=$1 ;; *) suite=$from/$1 ;; esac
    [ ! -p "$suite" ] || fail 2 "$1 is a pipe; a suite is read again and again"
    run "$build/xqperft" perft 0 --tsv --epd "$suite"
    [ $status -eq 0 ] || not_done "cannot count the positions of $1"
    ids=() fens=()
    while IFS=$'\t' read -r id fen _; do
        ids+=("$id") fens+=("$fen")
    done < <(sed 1d "$work/counted")
}

# spell_for ENGINE: writes $work/fens in the letters that the engine takes, which `xqperft compare`
# finds out. Its miscounts do not matter here.
spell_for() {
    local horse='' red=''
    run env -C "$from" PATH="$PATH:/usr/games" "$xqperft" compare 1 --json --timeout "$timeout" \
        --engine "$1"
    case $status in 0 | 1) ;; *) not_done "cannot find out how $1 takes FENs" ;; esac
    ! grep -q '"horse": *"H"' "$work/counted" || horse=H
    ! grep -q '"red": *"r"' "$work/counted" || red=r
    printf '%s\n' "${fens[@]}" | awk -v horse=$horse -v red=$red '
        horse { gsub("N", "H", $1); gsub("n", "h", $1); gsub("B", "E", $1); gsub("b", "e", $1) }
        red && $2 == "w" { $2 = "r" }
        { print }' >"$work/fens"
}

# --- contenders -----------------------------------------------------------------------------------

# every_perft KIND...: a line of arguments for `xqperft perft`, for each of the kinds, which are
# board and variant, under each policy that it has. They are those of the listing, which also drives
# xqbench.
every_perft() {
    "$build/xqbench" list --tsv | awk -F '\t' -v kinds=" $* " '
        index(kinds, " " $1 " ") { boards[++n] = $2 }
        $1 == "policy" { has[$2, $3] }
        $1 == "workload" && split($4, setting, ", ") >= 2 { policies[++m] = setting[1] }
        END { for (i = 1; i <= n; i++)
                  for (j = 1; j <= m; j++)
                      if ((boards[i], policies[j]) in has)
                          print "--board " boards[i] " --policy " policies[j] }'
}
# choose_ours: where --ours named no contenders, they are the lines of $OURS, or every board's.
choose_ours() {
    local line
    [ ${#ours[@]} -eq 0 ] || return 0
    [ -n "${OURS:-}" ] || OURS=$(every_perft board)
    while read -r line; do
        [[ $line != *[![:space:]]* ]] || ours+=("$line")
    done <<<"$OURS"
}
contender_of() { # contender_of ARGS: sets $contender to what tables call it
    contender=${1//[[:space:]]/ }
    contender=${contender//--board /}
    contender=${contender//--policy /}
}

# --- turns ----------------------------------------------------------------------------------------

declare -A expected expected_by expected_counts # by depth
check() { # check DEPTH CONTENDER: everyone must count the same as the first who counted
    : "${expected[$1]:=$nodes}" "${expected_by[$1]:=$2}" "${expected_counts[$1]:=${counts[*]}}"
    [ "${counts[*]}" = "${expected_counts[$1]}" ] || differ "$1" "$2"
}
differ() { # differ DEPTH CONTENDER: what comes of it; gate-engines.sh has its own
    local first=0 others
    read -ra others <<<"${expected_counts[$1]}"
    while [ "${counts[first]}" = "${others[first]}" ]; do
        first=$((first + 1))
    done
    fail 1 "counts differ: perft $1 of ${fens[first]:-the starting position} is ${counts[first]} \
by $2, and ${others[first]} by ${expected_by[$1]}${suite:+; it is position $((first + 1)) of \
$suite, ${ids[first]}; xqperft compare finds the move}"
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
