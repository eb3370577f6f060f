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
# with the same number of parts; a log of parallel's beside PLAN has the jobs that are done. In the end,
# `xqperft merge` prints the counts.
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
while [ $# -gt 0 ]; do
    case $1 in
    --hosts | --jobs | --parts | --program)
        [ $# -gt 1 ] || usage "$1 wants a value"
        case $1 in
        --hosts) hosts=$2 ;;
        --jobs) jobs=$2 ;;
        --parts) parts=$2 ;;
        --program) program=$2 ;;
        esac
        shift
        ;;
    -h | --help) show_help ;;
    -*) usage "there is no option '$1'" ;;
    *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || usage 'PLAN is missing'
whole --jobs "$jobs"
whole --parts "$parts"
need_program parallel parallel
{ read -r magic _ sum <"$1"; } 2>/dev/null || magic=
[ "$magic" = xqperft-deep ] || fail 2 "$1 is no plan of xqperft plan"
# A copy comes to the folder where ssh arrives, so that the plan has no folder in its name here.
cd "$(dirname "$1")"
plan=./$(basename "$1")
shift
case $hosts in
:) copies= ;;
*)
    need_program rsync rsync
    copies="--cleanup --basefile $(basename "$plan")"
    case $copies in *[!a-zA-Z0-9_./\ -]*) usage "hosts cannot get a file of the name '$plan'" ;; esac
    ;;
esac

finish() {
    settle $? .
    trap '' INT TERM HUP PIPE
    end_running
    exit "$status"
}
finish_always
# By --linebuffer lines come whole, and soon. Copies are words. Who reads the plan knows that it grows.
# shellcheck disable=SC2086,SC2094
in_session parallel --will-cite --quote --sshlogin "$hosts" --jobs "$jobs" $copies \
    --joblog "$plan.$sum.$parts.joblog" --resume-failed --retries 3 --linebuffer \
    "$program" work "$plan" "{}/$parts" --out - "$@" ::: $(seq "$parts") >>"$plan"
[ "$status" -eq 0 ] || fail 3 "not all parts are counted; started again, this goes on"
in_session "$program" merge "$plan"
exit "$status"
