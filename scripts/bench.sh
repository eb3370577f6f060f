#!/bin/sh
# From a fresh checkout to the table: installs what is missing, builds, checks that the boards
# agree, times them and plots. About two minutes. Arguments go to `xqbench run` (--quick, --full).
set -eu
cd "$(dirname "$0")/.."

scripts/install-deps.sh build bench
make -j"$(nproc)" all

echo 'Do the boards agree with the known counts, and so with each other?'
build/xqperft verify positions/*.epd --board all --max-depth 3

case " $* " in
*' --quick '*) export RUNS="${RUNS:-2}" ;; # of each whole program, see scripts/hyperfine.sh
esac
make bench BENCH="$*"
