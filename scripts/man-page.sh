#!/bin/sh
# Prints the manual page of a program that has commands, made from its own help: what the program
# knows, the page knows.
#
#   scripts/man-page.sh PROGRAM
set -eu
unset CDPATH # or cd may go elsewhere, and print where
case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"

case ${1:-} in -h | --help) show_help ;; esac
[ $# -eq 1 ] || usage 'it takes one program'
[ -x "$1" ] || usage "there is no program '$1'"

# Each option, and each paragraph, on one line.
export ARGP_HELP_FMT=rmargin=100000,opt-doc-col=100
version=$("$1" --version)
help=$("$1" --help)
{
    printf '%s\n' "$help"
    for command in $(printf '%s\n' "$help" |
        awk '/^Commands:/ { list = 1; next } !NF { list = 0 } list { print $1 }'); do
        if [ "$command" != help ]; then
            echo "@command"
            "$1" "$command" --help
        fi
    done
} | awk -v version="$version" -f "$scripts/man-page.awk"
