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
# shellcheck source=scripts/common.sh
. "$(dirname "$0")/common.sh"

case ${1---check} in
-h | --help) show_help ;;
--check) ;;
*) usage "there is no option '$1'" ;;
esac
[ $# -le 1 ] || usage "too many arguments: '$2'"
cd "$(dirname "$0")/.."

make_work
finish() {
    settle $? "$work"
    rm -rf "$work" README.md.new
    exit "$status"
}
finish_always
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
    }' README.md >"$work/README.md" || exit 2

if [ $# -gt 0 ]; then
    cmp -s README.md "$work/README.md" && exit 0
    fail 1 'README.md shows other tables than results/reference'
fi
# The copy is for its mode.
cp README.md README.md.new && cat "$work/README.md" >README.md.new && mv README.md.new README.md ||
    fail 2 'cannot write README.md'
