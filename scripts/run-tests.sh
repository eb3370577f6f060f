#!/bin/sh
# Runs tests by Criterion, which is content when no test ran; this is not.
#
#   scripts/run-tests.sh PROGRAM [ARGUMENT]...
#
# Exit status: that of the tests; 1 no test ran, too; 2 usage, or no room for a log.
set -eu
unset CDPATH # or cd may go elsewhere, and print where

if [ $# -eq 0 ]; then
    sed -n 's/^#   \(scripts.*\)/usage: \1/p' "$0" >&2
    exit 2
fi
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

{
    status=0
    "$@" 2>&1 || status=$?
    echo $status >"$work/status"
} | tee "$work/log"
status=$(cat "$work/status")

# The closing line is in colours or without: "[====] Synthesis: Tested: 42 | Passing: 42 | …".
escape=$(printf '\033')
if ! sed "s/$escape\[[0-9;]*m//g" "$work/log" | grep -q 'Synthesis: Tested: [1-9]'; then
    echo "$0: no test ran" >&2
    [ "$status" -ne 0 ] || status=1
fi
exit "$status"
