#!/bin/sh
# The results table stands in README.md as `make reference` measured it, between two marker lines.
#
#   scripts/readme-table.sh           puts the table of results/reference into README.md
#   scripts/readme-table.sh --check   fails (1) when README.md shows another one
set -eu
cd "$(dirname "$0")/.."

work=$(mktemp)
trap 'rm -f "$work"' EXIT
awk -v table=results/reference/table.md '
    /^<!-- end of the table -->/ { inside = 0 }
    !inside { print }
    /^<!-- results\/reference\/table.md -->/ {
        inside = found = 1
        while ((getline line < table) > 0)
            print line
    }
    END { exit !found }' README.md >"$work"

if [ "${1:-}" = --check ]; then
    cmp -s README.md "$work" && exit 0
    echo "$0: the table in README.md is not results/reference/table.md" >&2
    exit 1
fi
cat "$work" >README.md
