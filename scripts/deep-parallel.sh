#!/bin/sh
# Counts the units of a plan of `xqperft plan` on this machine and others, by GNU parallel, over ssh.
#
#   scripts/deep-parallel.sh [--hosts LIST] [--jobs N] [--parts N] [--program PATH] PLAN [OPTION]...
#
# LIST has hosts, with commas between them, as parallel's --sshlogin takes them; `:`, the default, is
# this machine. N jobs run on each at a time (1); each counts one of as many parts of the plan (100),
# with OPTIONs of `xqperft work`: --board vector --threads 0 --hash 1G. PATH is where xqperft is on
# every host, build/xqperft of this folder by default. Other hosts get a copy of the plan by rsync and
# lose it in the end.
#
# Results come back as they are known, and are appended to PLAN. A job that fails is tried three times,
# on another host where there is one. A run that was ended goes on when the script is started again
# with the same number of parts; a log of parallel's beside PLAN has the jobs that are done, and is given
# up when units are missing all the same. In the end, `xqperft merge` prints the counts.
#
# Exit status: that of `xqperft merge`; 2 usage or output error; 3 parallel is missing, or jobs failed;
# 130 interrupted.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"

build=${BUILD:-$scripts/../build}
hosts=: jobs=1 parts=100 program=$(cd "$build" && pwd)/xqperft
take_options 'hosts jobs parts program' "$@"
shift $taken
[ $# -gt 0 ] || usage 'PLAN is missing'
whole --jobs "$jobs"
whole --parts "$parts"
need_program parallel parallel
need_plan "$1"
# A copy comes to the folder where ssh arrives, so that the plan has no folder in its name here.
cd "$(dirname "$1")"
plan=./$(basename "$1")
shift
case $hosts in
*[!0-9/:,]*) # a name: not this machine alone
    need_program rsync rsync
    copies="--cleanup --basefile $(basename "$plan")"
    case $copies in *[!a-zA-Z0-9_./\ -]*) usage "hosts cannot get a file of the name '$plan'" ;; esac
    ;;
*) copies= ;;
esac

finish() {
    settle $? .
    trap '' INT TERM HUP PIPE
    end_running
    exit "$status"
}
finish_always
# A line that a kill has torn gets its end, or the next result would be a part of it.
[ -z "$(tail -c 1 "$plan")" ] || echo >>"$plan"
log=$plan.$sum.$parts.joblog
# By --linebuffer lines come whole, and soon. Copies are words. Who reads the plan knows that it grows.
# shellcheck disable=SC2086,SC2094
in_session parallel --will-cite --quote --sshlogin "$hosts" --jobs "$jobs" $copies \
    --joblog "$log" --resume-failed --retries 3 --linebuffer \
    "$program" work "$plan" "{}/$parts" --out - "$@" ::: $(seq "$parts") >>"$plan"
[ "$status" -eq 0 ] || fail 3 "not all parts are counted; started again, this goes on"
in_session "$program" merge "$plan"
if [ "$status" -eq 4 ]; then
    rm -f "$log" || fail 2 "cannot remove $log"
    complain 'a host said that it did a part, and did not; started again, this goes on'
fi
exit "$status"
