#!/bin/sh
# Counts the units of a plan of `xqperft plan` on a cluster, as an array of jobs of Slurm's.
#
#   scripts/deep-slurm.sh [--parts N] [--program PATH] PLAN [OPTION]... [-- SBATCH-OPTION...]
#
# Each of N jobs (100) counts one of as many parts, with OPTIONs of `xqperft work`: --board vector
# --hash 1G; its threads are the CPUs that Slurm gives it. PATH is where xqperft is on every node,
# build/xqperft of this folder by default. SBATCH-OPTIONs say what a job needs, and --wait to wait for
# all: -- --cpus-per-task 8 --mem 4G --time 12:00:00.
#
# The part 3 puts its results into PLAN.3, since no two nodes can safely append to one file of a
# network; what else it says is in PLAN.log-3. A part that Slurm starts again goes on where it was, and so
# does one of the same number when the script is started again. In the end:
#
#   xqperft merge PLAN PLAN.[0-9]*
#
# Prints the number of the array. Exit status: that of sbatch, which with --wait is that of the worst
# job; 2 usage error; 3 Slurm is missing.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"

build=${BUILD:-$scripts/../build}
parts=100 program=$(cd "$build" && pwd)/xqperft
take_options 'parts program' "$@"
shift $taken
[ $# -gt 0 ] || usage 'PLAN is missing'
whole --parts "$parts"
need_program sbatch slurm-wlm
need_plan "$1"
plan=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift

quoted() { # quoted WORD: for a shell
    printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"
}
# In the names of logs, % begins what Slurm replaces.
log=$(printf %s "$plan" | sed 's/%/%%/g').log-%a
# shellcheck disable=SC2016 # the job's variables
command="exec $(quoted "$program") work $(quoted "$plan") "'"$SLURM_ARRAY_TASK_ID"'"/$parts \
--out $(quoted "$plan.")"'"$SLURM_ARRAY_TASK_ID" --threads "${SLURM_CPUS_PER_TASK:-1}"'
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    command="$command $(quoted "$1")"
    shift
done
[ $# -eq 0 ] || shift
exec sbatch --parsable --job-name xqperft --array "1-$parts" --requeue --open-mode append \
    --output "$log" "$@" --wrap "$command"
