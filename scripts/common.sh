# What the scripts of this folder, $scripts, have in common, for sh and bash. They read it after `set -eu`.
# shellcheck shell=sh disable=SC2034,SC2119,SC2120

status=0 # of what ran last, and in the end that of the script
work=    # the folder of make_work

show_help() { # the head of the script
    sed -n '/^set -eu/q; 2,$s/^# \{0,1\}//p' "$0" || no_output $?
    exit 0
}
usage() { # usage MESSAGE
    complain "$1"
    sed -n 's/^#   \(scripts.*\)/usage: \1/p' "$0" >&2 || :
    exit 2
}
progress() { # on a terminal only; without words, clears the line
    [ ! -t 2 ] || printf '\r\033[K%s' "$*" >&2
}
complain() { # complain MESSAGE
    progress
    printf '%s: %s\n' "$0" "$1" >&2 || :
}
fail() { # fail STATUS MESSAGE
    complain "$2"
    exit "$1"
}
need_program() { # need_program NAME PACKAGE
    command -v "$1" >/dev/null 2>&1 || fail 3 "$1 is missing; install Debian's package $2"
}
whole() { # whole WHAT TEXT
    case $2 in
    '' | *[!0-9]* | 0* | ??????????*) usage "$1 is a whole number from 1, not '$2'" ;;
    esac
}
# take_options NAMES WORD...: the options that the words begin with. Each has a value, which is put into
# the variable of its name; $taken is how many words they are.
take_options() {
    names=" $1 "
    shift
    taken=0
    while [ $# -gt 0 ]; do
        case $1 in
        -h | --help) show_help ;;
        -*[!a-z-]*) usage "there is no option '$1'" ;;
        -*) ;;
        *) return 0 ;;
        esac
        case $names in
        *" ${1#--} "*) ;;
        *) usage "there is no option '$1'" ;;
        esac
        [ $# -gt 1 ] || usage "$1 wants a value"
        eval "${1#--}=\$2"
        shift 2
        taken=$((taken + 2))
    done
}

# --- output ---------------------------------------------------------------------------------------

# no_output STATUS: of what could not write it. A reader that left early wants no message.
no_output() {
    [ "$1" -eq 141 ] || complain 'cannot write standard output'
    exit 2
}
say() {
    printf '%s\n' "$*" || no_output $?
}
show() { # show FILE
    cat "$1" || no_output $?
}

roomless= # once need_room has said so
# need_room FOLDER...: fails when no more can be written into one of them.
need_room() {
    for place; do
        [ -d "$place" ] || continue
        problem=$({ head -c 65536 /dev/zero >"$place/.room-$$"; } 2>&1) || {
            rm -f "$place/.room-$$"
            roomless=yes
            fail 2 "cannot write into $place: ${problem##*: }"
        }
        rm -f "$place/.room-$$"
    done
}
# settle STATUS FOLDER...: the status to end with, in $status. When a script fails and there is no
# room where it writes, that is why, whatever seemed to be. In a trap, `return` alone would return
# the status of the script.
settle() {
    status=$1
    shift
    case $status in 0 | 130) return 0 ;; esac
    [ -n "$roomless" ] || (need_room "$@") || status=2
}

# `finish` is called however the script ends, also because a reader left. One that has more to end
# than the folder of make_work has a `finish` of its own.
finish() {
    settle $? "$work"
    rm -rf "$work"
    exit "$status"
}
finish_always() {
    trap finish EXIT
    trap 'exit 130' INT TERM HUP
    trap 'exit 2' PIPE
}

make_work() { # a folder for the time of the script, $work
    work=$(mktemp -d) || fail 2 "cannot make a folder in ${TMPDIR:-/tmp}"
}

new=0 # how many folders, from the path $results upwards, make_folder has made
# make_folder PATH: for results; sets $folder to its full name.
make_folder() {
    case $1 in /*) results=$1 ;; *) results=$PWD/$1 ;; esac
    above=$results
    while ! [ -d "$above/" ]; do
        new=$((new + 1))
        above=${above%/*}
    done
    mkdir -p "$results" || fail 2 'there is no folder for the results'
    folder=$(cd "$results" && pwd) || fail 2 "cannot enter $results"
    need_room "$folder"
}
remove_empty() { # what make_folder has made, unless there are results
    while [ $new -gt 0 ]; do
        rmdir "$results" 2>/dev/null || :
        results=${results%/*}
        new=$((new - 1))
    done
}

# --- processes ------------------------------------------------------------------------------------

running= # the session of what was started
# in_session COMMAND...: in a session of its own, so that all of it can be ended at any time; sets
# $status. The lock of lock_folder, which is 9, is not for the command.
in_session() {
    need_program setsid util-linux
    status=0
    setsid "$@" 9>&- &
    running=$!
    wait "$running" || status=$?
    running=
}
end_running() {
    [ -z "$running" ] || kill -s TERM -- "-$running" 2>/dev/null || kill "$running" 2>/dev/null || :
}

# --- deep counts ----------------------------------------------------------------------------------

# need_plan FILE: fails when it is no plan of `xqperft plan`; sets $sum, by which it is told from others.
need_plan() {
    [ -r "$1" ] || fail 2 "cannot read $1"
    { read -r magic _ sum <"$1"; } 2>/dev/null || magic=
    [ "$magic" = xqperft-deep ] || fail 2 "$1 is no plan of xqperft plan"
}

# --- builds ---------------------------------------------------------------------------------------

# has_level LEVEL: this machine has what x86-64-v3 and the like have, which the dynamic loader knows.
has_level() {
    case $1 in
    x86-64-v[2-9]) /lib64/ld-linux-x86-64.so.2 --help | grep -q "^ *$1 (supported" ;;
    esac
}
# fit_build FOLDER: BUILD has a name that make and its recipes can write.
fit_build() {
    case $1 in
    -* | *[[:space:]\'\"\\\$\:\;%*?\&\|\<\>\(\)\`=#]*)
        usage "BUILD is '$1'; it may have no blank, quote or other special character"
        ;;
    esac
}
# lock_folder FOLDER: makes it, and fails when another run builds in it, for two at once would build
# the same files. The lock, 9, is not for what outlives a run, such as the server of a compiler's
# cache.
lock_folder() {
    need_program flock util-linux
    mkdir -p "$1" || fail 2 "cannot make $1"
    exec 9<"$1"
    flock -n 9 || fail 2 "another run builds in $1; BUILD=dir says where this one may"
}
logged() { # logged COMMAND...: as in_session; what it says is for failed()
    need_program setsid util-linux # said here, not in the log
    in_session "$@" >"$work/log" 2>&1
}
# failed STATUS MESSAGE: with the end of what was said
failed() {
    progress
    tail -n 15 "$work/log" >&2
    fail "$1" "$2"
}
