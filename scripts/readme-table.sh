#!/bin/sh
# The tables of README.md are those that `make reference` measured. Each stands between a line
# `<!-- FILE -->`, FILE being a .md or .tsv file of results/reference, and `<!-- end of the table -->`.
#
#   scripts/readme-table.sh           puts them into README.md
#   scripts/readme-table.sh --check   fails (1) when README.md shows others
set -eu
cd "$(dirname "$0")/.."

work=$(mktemp)
trap 'rm -f "$work"' EXIT
awk '
    function show(file,    line, tsv, row) {
        tsv = file ~ /\.tsv$/
        while ((getline line < file) > 0) {
            if (tsv) {
                gsub(/\t/, " | ", line)
                line = "| " line " |"
            }
            print line
            if (tsv && row++ == 0) {
                gsub(/[^|]+/, "---", line)
                gsub(/^---|---$/, "", line)
                print line
            }
        }
        if (row == 0 && tsv || line == "")
            missing = file
    }
    /^<!-- end of the table -->/ { inside = 0 }
    !inside { print }
    /^<!-- results\/reference\/.* -->/ {
        inside = found = 1
        show($2)
    }
    END {
        if (missing)
            print "readme-table.sh: " missing " is missing or empty" > "/dev/stderr"
        exit !found || missing != ""
    }' README.md >"$work"

if [ "${1:-}" = --check ]; then
    cmp -s README.md "$work" && exit 0
    echo "$0: README.md shows other tables than results/reference" >&2
    exit 1
fi
cat "$work" >README.md
