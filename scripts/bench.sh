#!/bin/sh
# From a fresh checkout to the table: installs what is missing, builds, checks that the boards
# agree, times them and plots. About three minutes; --quick two, --full six.
#
#   scripts/bench.sh [--quick|--full]      sample less, or more
#
# BUILD=dir says where everything is built, as for make.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"

case ${1:-} in
-h | --help) show_help ;;
'' | --quick | --full) ;;
*) usage "there is no option '$1'" ;;
esac
[ $# -le 1 ] || usage "too many arguments: '$2'"
cd "$scripts/.."

scripts/install-deps.sh build bench
make -j"$(nproc)" all counted

say 'Do the boards agree with the known counts, and so with each other?'
"${BUILD:-build}/xqperft" verify positions/*.epd --board all --max-depth 3

# Passes of whole programs, see scripts/hyperfine.sh.
[ "${1:-}" != --quick ] || export RUNS="${RUNS:-1}"
make bench BENCH="${1:-}"
