#!/bin/sh
# Times the whole program, as its user runs it, on every board, and plots nodes per second.
#
#   scripts/hyperfine.sh DIR [DEPTH]      DEPTH is that of perft from the starting position: 5
#
# Leaves in DIR: hyperfine.json, hyperfine.csv, nodes-per-second.tsv, .svg and .png.
# BUILD=dir says where the programs are: build. POLICY=name says how leaves are counted: bulk.
# Exit status: 2 usage; 3 hyperfine or gnuplot is missing or failed.
set -eu

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo "usage: $0 DIR [DEPTH]" >&2
    exit 2
fi
depth=${2:-5}
case $depth in
'' | *[!0-9]*)
    echo "$0: the depth is a whole number, not '$depth'" >&2
    exit 2
    ;;
esac
policy=${POLICY:-bulk}

for tool in hyperfine:hyperfine gnuplot:gnuplot-nox; do
    command -v "${tool%:*}" >/dev/null 2>&1 && continue
    echo "$0: ${tool%:*} is missing; install Debian's package ${tool#*:}" >&2
    exit 3
done

mkdir -p "$1"
folder=$(cd "$1" && pwd) # before leaving the directory that a relative DIR refers to
cd "$(dirname "$0")/.."
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

"$build/xqbench" list --tsv >"$work/list"
fact() { # fact KEY: what the listing says of this machine
    awk -F '\t' -v key="$1" '$1 == "machine" && $2 == key { print $3 }' "$work/list"
}
boards=$(awk -F '\t' '$1 == "board" { print $2 }' "$work/list")

# Each command keeps what it printed, so that the nodes are those of the timed runs themselves. The
# policy is named because a board's default may be one that the others do not have.
set --
for board in $boards; do
    set -- "$@" --command-name "$board" \
        "'$build/xqperft' perft $depth --board $board --policy $policy --tsv >'$work/$board'"
done
hyperfine --style basic --warmup 1 --runs 5 --export-json "$work/hyperfine.json" \
    --export-csv "$work/hyperfine.csv" "$@" || exit 3
mv "$work/hyperfine.json" "$work/hyperfine.csv" "$folder"

# User time, because wall time doubles as soon as another program wants the same CPU. It is the mean:
# of user times hyperfine keeps no more.
printf 'board\tnodes\tuser_seconds\twall_seconds\tnodes_per_second\n' >"$work/data"
for board in $boards; do
    nodes=$(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "nodes") column = i }
                         NR == 2 && column { print $column }' "$work/$board")
    [ -n "$nodes" ] || {
        echo "$0: xqperft printed no column 'nodes' for board $board" >&2
        exit 3
    }
    awk -F , -v board="$board" -v nodes="$nodes" '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        $column["command"] == board {
            printf "%s\t%s\t%s\t%s\t%.0f\n", board, nodes, $column["user"], $column["median"],
                   nodes / $column["user"]
        }' "$folder/hyperfine.csv" >>"$work/data"
done
mv "$work/data" "$folder/nodes-per-second.tsv"

gnuplot -c scripts/nodes-per-second.gnuplot "$folder/nodes-per-second.tsv" "$work/plot" \
    "perft $depth from the starting position, policy $policy" \
    "$(fact cpu), $(fact compiler), ARCH=$(fact arch), $(fact date | cut -c 1-10)" || exit 3
mv "$work/plot.svg" "$folder/nodes-per-second.svg"
mv "$work/plot.png" "$folder/nodes-per-second.png"
echo "Whole program: hyperfine.json, hyperfine.csv, nodes-per-second.tsv, .svg and .png in $folder"
