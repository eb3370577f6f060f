#!/bin/sh
# What `make bench` does once all is built: times the boards, then whole programs, and draws plots.
#
#   scripts/run-bench.sh [OPTION]...      options of `xqbench run`, all but --out
#
# RESULTS=dir receives the results; without it, it is a new results/CPU-DATE. BUILD=dir says where
# the programs are: build. COUNTED=file is an xqbench whose instructions are counted, if it and
# valgrind are there. Relative names refer to the folder of the Makefile. scripts/hyperfine.sh says
# what ENGINES, RUNS and others mean.
#
# What cannot be done is found out before anything is measured. What can be drawn is drawn, even if
# whole programs could not be timed.
#
# Exit status: 2 usage or output error; otherwise 0, or what the first of `xqbench run`,
# hyperfine.sh and plot.sh that failed says: 1 counts differ; 3 a program is missing or failed; 130
# interrupted.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"

count=yes
for option; do
    case $option in
    -h | --help) show_help ;;
    --o | --ou | --out | --o=* | --ou=* | --out=*)
        usage "RESULTS=dir says where results go, not the option '$option'"
        ;;
    --no-count | --count-with | --count-with=*) count='' ;;
    esac
done
case ${RESULTS:-} in -*) usage "RESULTS is '$RESULTS'; it may not look like an option" ;; esac
cd "$scripts/.."
program=${BUILD:-build}/xqbench
[ -x "$program" ] || fail 3 "there is no $program; run make"

# Ended in the middle, xqbench saves what there is. Whoever cannot wait ends it once more.
finish() {
    status=$?
    trap end_running INT TERM HUP
    end_running
    while [ -n "$running" ] && kill -0 "$running" 2>/dev/null; do
        wait "$running" || :
    done
    exit "$status"
}
finish_always

# step COMMAND...: ends when it fails.
step() {
    in_session "$@"
    [ "$status" -eq 0 ] || exit "$status"
}

step scripts/plot.sh --check
step scripts/hyperfine.sh --check
folder=${RESULTS:-$("$program" list --tsv | awk -F '\t' '$1 == "results" { print $2 }')}
if [ -n "$count" ] && [ -x "${COUNTED:-}" ] && command -v valgrind >/dev/null; then
    set -- --count-with "$COUNTED" "$@"
fi
step "$program" run "$@" --out "$folder"

in_session scripts/hyperfine.sh "$folder"
first=$status
in_session scripts/plot.sh "$folder"
[ "$first" -eq 0 ] || status=$first
exit "$status"
