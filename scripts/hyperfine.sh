#!/bin/sh
# Times the whole program, as its user runs it, on every board under every policy, and plots nodes
# per second.
#
#   scripts/hyperfine.sh DIR [DEPTH]      DEPTH is that of perft from the starting position: 5
#
# Leaves in DIR: hyperfine.json, hyperfine.csv, nodes-per-second.tsv, .svg and .png.
# BUILD=dir says where the programs are: build. RUNS=n says how often each is run: 5.
# POLICIES="bulk legal" and BOARDS="padded naive" say which; all that xqbench times by default.
# Exit status: 2 usage; 3 hyperfine or gnuplot is missing or failed.
set -eu

if [ $# -lt 1 ] || [ $# -gt 2 ] || [ "${1#-}" != "$1" ]; then
    echo "usage: $0 DIR [DEPTH]" >&2
    case ${1:-} in -h | --help) exit 0 ;; esac
    exit 2
fi
depth=${2:-5}
runs=${RUNS:-5}
for number in "the depth:$depth" "RUNS:$runs"; do
    case ${number#*:} in
    '' | *[!0-9]* | 0*)
        echo "$0: ${number%%:*} is a whole number from 1, not '${number#*:}'" >&2
        exit 2
        ;;
    esac
done

for tool in hyperfine:hyperfine gnuplot:gnuplot-nox; do
    command -v "${tool%:*}" >/dev/null 2>&1 && continue
    echo "$0: ${tool%:*} is missing; install Debian's package ${tool#*:}" >&2
    exit 3
done

mkdir -p "$1"
folder=$(cd "$1" && pwd) # before leaving the directory that a relative DIR refers to
cd "$(dirname "$0")/.."
build=${BUILD:-build}
if ! [ -x "$build/xqbench" ] || ! [ -x "$build/xqperft" ]; then
    echo "$0: there are no programs in $build; run make" >&2
    exit 3
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

"$build/xqbench" list --tsv >"$work/list"
fact() { # fact KEY: what the listing says of this machine
    awk -F '\t' -v key="$1" '$1 == "machine" && $2 == key { print $3 }' "$work/list"
}
boards=${BOARDS:-$(awk -F '\t' '$1 == "board" { printf "%s ", $2 }' "$work/list")}
policies=${POLICIES:-$(awk -F '\t' '
    $1 == "workload" && split($4, setting, ", ") == 2 { printf "%s ", setting[1] }' "$work/list")}

# Each command keeps what it printed, so that the nodes are those of the timed runs themselves. No
# warm-up runs: they would take a sixth of the time, and what they warm is small beside seconds. One
# policy after the other, because boards are compared under the same policy.
set --
for policy in $policies; do
    for board in $boards; do
        set -- "$@" --command-name "$board $policy" \
            "'$build/xqperft' perft $depth --board $board --policy $policy --tsv >'$work/$board $policy'"
    done
done
hyperfine --style basic --runs "$runs" --export-json "$work/hyperfine.json" \
    --export-csv "$work/hyperfine.csv" "$@" || exit 3
mv "$work/hyperfine.json" "$work/hyperfine.csv" "$folder"

# User time, because wall time doubles as soon as another program wants the same CPU. It is the mean:
# of user times hyperfine keeps no more.
printf 'board\tpolicy\tnodes\tuser_seconds\twall_seconds\tnodes_per_second\n' >"$work/data"
for policy in $policies; do
    for board in $boards; do
        nodes=$(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "nodes") column = i }
                             NR == 2 && column { print $column }' "$work/$board $policy")
        [ -n "$nodes" ] || {
            echo "$0: xqperft printed no column 'nodes' for board $board, policy $policy" >&2
            exit 3
        }
        awk -F , -v board="$board" -v policy="$policy" -v nodes="$nodes" '
            NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
            $column["command"] == board " " policy {
                printf "%s\t%s\t%s\t%s\t%s\t%.0f\n", board, policy, nodes, $column["user"],
                       $column["median"], nodes / $column["user"]
            }' "$folder/hyperfine.csv" >>"$work/data"
    done
done
mv "$work/data" "$folder/nodes-per-second.tsv"

gnuplot -c scripts/nodes-per-second.gnuplot "$folder/nodes-per-second.tsv" "$work/plot" \
    "perft $depth from the starting position, one thread" \
    "$(fact cpu), $(fact compiler), ARCH=$(fact arch), $(fact date | cut -c 1-10)" \
    "$boards" "$policies" || exit 3
mv "$work/plot.svg" "$folder/nodes-per-second.svg"
mv "$work/plot.png" "$folder/nodes-per-second.png"
echo "Whole program: hyperfine.json, hyperfine.csv, nodes-per-second.tsv, .svg and .png in $folder"
