#!/bin/sh
# Runs tests by Criterion, which is content when no test ran; this is not.
#
#   scripts/run-tests.sh PROGRAM [ARGUMENT]...
#
# Exit status: that of the tests; 1 no test ran, too; 2 usage or output error, also no room for a log.
set -eu
unset CDPATH # or cd may go elsewhere, and print where

case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"

case ${1:-} in
-h | --help) show_help ;;
'') usage 'PROGRAM is missing' ;;
-*) usage "there is no option '$1'" ;;
esac
make_work
finish_always

# Tests run make, too, and must not find there what the make that runs them was told.
unset MAKEFLAGS MFLAGS MAKELEVEL BUILD CC ARCH SANITIZE CFLAGS LDFLAGS OPTIMISE V RESULTS ENGINE ENGINES BENCH

{
    status=0
    "$@" 2>&1 || status=$?
    echo $status >"$work/status"
} | tee "$work/log" || {
    written=$?
    need_room "$work"
    no_output $written
}
status=$(cat "$work/status")

# The closing line is in colours or without: "[====] Synthesis: Tested: 42 | Passing: 42 | …".
escape=$(printf '\033')
if ! sed "s/$escape\[[0-9;]*m//g" "$work/log" | grep -q 'Synthesis: Tested: [1-9]'; then
    complain 'no test ran'
    [ "$status" -ne 0 ] || status=1
fi
exit "$status"
