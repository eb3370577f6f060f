#!/bin/sh
# From a fresh checkout to all tests run: installs what is missing, builds, tests.
#
#   scripts/check.sh
set -eu
unset CDPATH # or cd may go elsewhere, and print where
# shellcheck source=scripts/common.sh
. "$(dirname "$0")/common.sh"

case ${1:-} in -h | --help) show_help ;; esac
[ $# -eq 0 ] || usage "there is no option '$1'"
cd "$(dirname "$0")/.."

scripts/install-deps.sh build check
make -j"$(nproc)" all
make -j"$(nproc)" check
