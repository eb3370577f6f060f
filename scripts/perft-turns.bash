# Timed perft of the starting position in whole processes, for versus-engine.sh, gate-engines.sh and
# pgo.sh, which read it after common.sh. $timeout says how many seconds an engine may take for one
# answer.
#
# shellcheck shell=bash disable=SC2154,SC2034

# enter_project: goes to the project's folder, where $build has the programs; what relative paths in
# commands refer to is $from. From here on there is $work, and nothing is left of what was started.
enter_project() {
    here=$(cd "$(dirname "$0")" && pwd)
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

engine_perft() { # engine_perft DEPTH COMMAND [NAME]: the name is for messages
    count "perft $1 of ${3:-$2}" \
        env -C "$from" "$here/perft-of-engine.sh" --timeout "$timeout" "$2" "$1"
}

our_perft() { # our_perft DEPTH ARGS
    local arguments
    read -ra arguments <<<"$2"
    count "xqperft perft $1 $2" "$build/xqperft" perft "$1" --tsv "${arguments[@]}"
}

# every_perft KIND...: a line of arguments for `xqperft perft`, for each of the kinds, which are board
# and variant, under each policy. They are those of the listing, which also drives xqbench.
every_perft() {
    "$build/xqbench" list --tsv | awk -F '\t' -v kinds=" $* " '
        index(kinds, " " $1 " ") { boards[++n] = $2 }
        $1 == "workload" && split($4, setting, ", ") >= 2 { policies[++m] = setting[1] }
        END { for (i = 1; i <= n; i++)
                  for (j = 1; j <= m; j++)
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

declare -A expected expected_by # by depth
check() { # check DEPTH CONTENDER: everyone must count the same as the first who counted
    : "${expected[$1]:=$nodes}" "${expected_by[$1]:=$2}"
    [ "$nodes" = "${expected[$1]}" ] || differ "$1" "$2"
}
differ() { # differ DEPTH CONTENDER: what comes of it; gate-engines.sh has its own
    fail 1 "counts differ: perft $1 of the starting position is $nodes by $2, and \
${expected[$1]} by ${expected_by[$1]}"
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
