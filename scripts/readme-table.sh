#!/bin/sh
# The tables of README.md and of its translations, README.LANGUAGE.md, are those that `make reference`
# measured. Each stands between a line `<!-- FILE -->`, FILE being a file of results/reference, and
# `<!-- end of the table -->`. A .tsv file becomes a table; any other is taken as it is, whatever it has.
#
#   scripts/readme-table.sh           puts them there
#   scripts/readme-table.sh --check   fails (1) when one of these files shows others
#
# Exit status: 2 also when a file or a marker is missing, and then all stay as they were.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"

case ${1---check} in
-h | --help) show_help ;;
--check) ;;
*) usage "there is no option '$1'" ;;
esac
[ $# -le 1 ] || usage "too many arguments: '$2'"
cd "$scripts/.."

make_work
finish() {
    settle $? "$work"
    rm -rf "$work" README.*md.new
    exit "$status"
}
finish_always
# with_tables FILE: prints it with its tables as they are now.
with_tables() {
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
        if (!inside) complain(FILENAME ", line " NR ", ends a table that did not begin")
        inside = ""
    }
    /^<!-- results\/reference\/.* -->/ {
        if (inside) complain(FILENAME ": the table of " inside " has no end")
        inside = $2
        found = 1
        print
        show(inside)
        next
    }
    !inside { print }
    END {
        if (inside) complain(FILENAME ": the table of " inside " has no end")
        if (!found) complain(FILENAME " has no table")
        exit failed
    }' "$1"
}

for readme in README.md README.*.md; do
    [ "$readme" != 'README.*.md' ] || continue # there is none
    with_tables "$readme" >"$work/$readme" || exit 2
done
for made in "$work"/README*; do
    readme=${made##*/}
    ! cmp -s "$readme" "$made" || continue
    [ $# -eq 0 ] || fail 1 "$readme shows other tables than results/reference"
    # The copy is for its mode.
    cp "$readme" "$readme.new" && cat "$made" >"$readme.new" && mv "$readme.new" "$readme" ||
        fail 2 "cannot write $readme"
done
