#!/bin/sh
# From a fresh checkout to all tests run: installs what is missing, builds, tests.
set -eu
cd "$(dirname "$0")/.."

scripts/install-deps.sh build check
make -j"$(nproc)" all
make -j"$(nproc)" check
