#!/bin/sh
# The tables of README.md are those that `make reference` measured. Each stands between a line
# `<!-- FILE -->`, FILE being a file of results/reference, and `<!-- end of the table -->`. A .tsv file
# becomes a table; any other is taken as it is, whatever it has.
#
#   scripts/readme-table.sh           puts them into README.md
#   scripts/readme-table.sh --check   fails (1) when README.md shows others
#
# Exit status: 2 also when a file or a marker is missing, and then README.md stays as it was.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
case $#${1:-} in
0 | 1--check) ;;
*)
    sed -n 's/^#   \(scripts.*\)/usage: \1/p' "$0" >&2
    case $1 in -h | --help) exit 0 ;; esac
    exit 2
    ;;
esac
cd "$(dirname "$0")/.."

work=$(mktemp) || exit 2
trap 'rm -f "$work" README.md.new' EXIT
awk '
    function complain(what) {
        print "readme-table.sh: " what > "/dev/stderr"
        failed = 1
    }
    function show_row(line, row) {
        gsub(/\t/, " | ", line)
        line = "| " line " |"
        print line
        if (row > 1) return
        gsub(/[^|]+/, "---", line)
        gsub(/^---|---$/, "", line)
        print line
    }
    function show(file,    line, rows) {
        while ((getline line < file) > 0) {
            rows++
            if (file ~ /\.tsv$/) show_row(line, rows)
            else print line
        }
        if (!rows) complain(file " is missing or empty")
    }
    /^<!-- end of the table -->/ {
        if (!inside) complain("line " NR " ends a table that did not begin")
        inside = ""
    }
    /^<!-- results\/reference\/.* -->/ {
        if (inside) complain("the table of " inside " has no end")
        inside = $2
        found = 1
        print
        show(inside)
        next
    }
    !inside { print }
    END {
        if (inside) complain("the table of " inside " has no end")
        if (!found) complain("README.md has no table")
        exit failed
    }' README.md >"$work" || exit 2

if [ $# -gt 0 ]; then
    cmp -s README.md "$work" && exit 0
    echo "$0: README.md shows other tables than results/reference" >&2
    exit 1
fi
cp README.md README.md.new && cat "$work" >README.md.new && mv README.md.new README.md || exit 2
