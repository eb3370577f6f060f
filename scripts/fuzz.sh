#!/bin/sh
# Gives made-up input to the fuzz targets of tests/fuzz by libFuzzer, built with sanitizers in a folder
# of their own below the build folder. What has led to new code is kept there for the next time.
#
#   scripts/fuzz.sh SECONDS        in all, in equal parts
#   scripts/fuzz.sh --seeds FOLDER only put what they begin with into a new FOLDER
#
#   BUILD    the build folder (build)
#   TARGETS  which of them: "fen uci engine results deep boards"
#
# Exit status: 0 nothing was found; 1 something was; 2 usage or output error, or they cannot be built;
# 3 clang or its libFuzzer is missing.
set -eu
unset CDPATH # or cd may go elsewhere, and print where

case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"

all='fen uci engine results deep boards'

# Lines of the suites, each a file, and what is kept in tests/fuzz/corpus.
seeds() { # seeds FOLDER
    for target in $all; do
        mkdir -p "$1/$target" || fail 2 "cannot make $1/$target"
    done
    cp -R tests/fuzz/corpus/. "$1" || fail 2 "cannot write into $1"
    LC_ALL=C awk -v folder="$1" '
        /^#/ || FNR % 40 != 7 { next }
        {
            split(FILENAME, part, /[\/.]/)
            name = part[2] "-" FNR
            line = $0
            sub(/\t.*/, "", line)
            fen = line
            sub(/ *;.*/, "", fen)
            file = folder "/fen/" name; print line >file; close(file)
            file = folder "/uci/" name; print "position fen " fen "\ngo perft 1\nd" >file; close(file)
            file = folder "/boards/" name; printf "%s\n%c%c%c%c", fen, FNR, FNR * 7, FNR * 3, FNR * 5 >file; close(file)
        }' positions/*.epd positions/invalid.tsv || fail 2 "cannot write into $1"
}

case ${1:-} in
-h | --help) show_help ;;
--seeds)
    [ $# -eq 2 ] || usage '--seeds takes one FOLDER'
    seeds "$2"
    exit
    ;;
-*) usage "there is no option '$1'" ;;
'') usage 'SECONDS is missing' ;;
esac
[ $# -eq 1 ] || usage 'too many arguments'
whole SECONDS "$1"
build=${BUILD:-build}
fit_build "$build"
targets=${TARGETS:-$all}
count=0
for target in $targets; do
    case " $all " in
    *" $target "*) count=$((count + 1)) ;;
    *) usage "there is no target '$target'; there are $all" ;;
    esac
done
[ $count -gt 0 ] || usage 'TARGETS names none'

need_program clang clang
make_work
finish() {
    settle $? "$work"
    end_running
    rm -rf "$work"
    exit "$status"
}
finish_always
printf '#include <stddef.h>\nint LLVMFuzzerTestOneInput(const char *d, size_t n) { return d && n && 0; }\n' \
    >"$work/probe.c"
clang -fsanitize=fuzzer,address,undefined -o "$work/probe" "$work/probe.c" 2>"$work/log" ||
    failed 3 'clang cannot link libFuzzer and its sanitizers; install what Debian'"'"'s clang recommends'

fuzzed=$build/fuzzer
lock_folder "$fuzzed"
[ -x "$fuzzed/fuzz/deep" ] || say 'building the targets, which takes clang and its sanitizers some minutes'
logged env -u MAKEFLAGS -u MAKELEVEL make -j"$(nproc)" CC=clang SANITIZE=address,undefined,fuzzer-no-link \
    BUILD="$fuzzed" fuzzers
[ $status -eq 0 ] || failed 2 'the targets cannot be built'
progress
rm -rf "$fuzzed/seeds"
seeds "$fuzzed/seeds"
mkdir -p "$fuzzed/found" || fail 2 "cannot make $fuzzed/found"

each=$(($1 / count))
[ $each -gt 0 ] || each=1
found=
for target in $targets; do
    mkdir -p "$fuzzed/corpus/$target" || fail 2 "cannot make $fuzzed/corpus/$target"
    words=
    [ ! -f "tests/fuzz/$target.dict" ] || words=-dict=tests/fuzz/$target.dict
    logged "$fuzzed/fuzz/$target" -max_total_time="$each" -timeout=120 -rss_limit_mb=4096 -max_len=16384 \
        -print_final_stats=1 -artifact_prefix="$fuzzed/found/$target-" ${words:+"$words"} \
        "$fuzzed/corpus/$target" "$fuzzed/seeds/$target"
    if [ $status -eq 0 ]; then
        say "$target: nothing found: $(sed -n 's/^Done \([0-9]*\) runs in \([0-9]*\) second.*/\1 runs in \2 s/p' \
            "$work/log"), $(grep -o 'cov: [0-9]*' "$work/log" | tail -n 1 | cut -d ' ' -f 2) edges reached"
    else
        found="$found $target"
        tail -n 40 "$work/log" >&2
        say "$target: failed; run it again by"
        say "  $fuzzed/fuzz/$target $(sed -n 's/.*Test unit written to //p' "$work/log" | tail -n 1)"
        say "mend it, and keep that file in tests/fuzz/corpus/$target."
    fi
done
[ -z "$found" ] || exit 1
