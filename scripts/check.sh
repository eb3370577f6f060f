#!/bin/sh
# From a fresh checkout to all tests run: installs what is missing, builds, tests.
#
#   scripts/check.sh
set -eu
unset CDPATH # or cd may go elsewhere, and print where
case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"

case ${1:-} in -h | --help) show_help ;; esac
[ $# -eq 0 ] || usage "there is no option '$1'"
cd "$scripts/.."

scripts/install-deps.sh build check
make -j"$(nproc)" all
make -j"$(nproc)" check
