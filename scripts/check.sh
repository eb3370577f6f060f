#!/bin/sh
# From a fresh checkout to all tests run: installs what is missing, builds, tests.
#
#   scripts/check.sh
set -eu
unset CDPATH # or cd may go elsewhere, and print where
if [ $# -gt 0 ]; then
    sed -n 's/^#   \(scripts.*\)/usage: \1/p' "$0" >&2
    case $1 in -h | --help) exit 0 ;; esac
    exit 2
fi
cd "$(dirname "$0")/.."

scripts/install-deps.sh build check
make -j"$(nproc)" all
make -j"$(nproc)" check
