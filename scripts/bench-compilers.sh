#!/bin/sh
# Which compiler, and which of its settings? Builds the boards with each, times the builds side by
# side, and shows the matrix.
#
#   scripts/bench-compilers.sh [OPTION]... [DIR]
#
# DIR receives compilers.tsv and compilers.md; without it, it is a new results/CPU-DATE. LIST is
# names with commas between them.
#
#   --compiler LIST   gcc,clang without it; those that are missing are skipped
#   --level LIST      -O3,-O2
#   --arch LIST       native,x86-64-v3,x86-64, or native alone on other machines; what the processor
#                     does not have is skipped
#   --workload LIST   generate,make-unmake,perft-plain,perft-legal; `xqbench list` shows them
#   --board LIST      all that xqbench times without a word
#   --passes N        12
#   --quick           6 passes: the fewest that give intervals
#   --seed N          repeats the order of a run, which has printed it
#
# Builds are made in $BUILD/compilers, BUILD being build, and checked by a suite. In a pass each
# build has one launch of `xqbench run`, in an order shuffled anew, so that a drift of the machine
# meets all alike. A time is the median over the passes, with its interval by the sign test (95 %);
# speeds refer to the first build, in the same pass. A launch that other programs disturbed is
# repeated once; those that are disturbed again count, and their number is stated. When they are more
# than a fifth of the launches of any build, no build is called the fastest. The first run takes some
# minutes, half of them for building.
#
# Exit status: 0 done; 1 a build miscounts; 2 usage or output error; 3 a build or a launch failed,
# or there is no compiler; 130 interrupted.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
export LC_ALL=C # a point in numbers

case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"

case $(uname -m) in
x86_64) arches=native,x86-64-v3,x86-64 ;;
*) arches=native ;;
esac
compilers=gcc,clang
levels=-O3,-O2
workloads=generate,make-unmake,perft-plain,perft-legal
boards='' folder='' passes=12 seed=''
while [ $# -gt 0 ]; do
    case $1 in
    --compiler | --level | --arch | --workload | --board | --passes | --seed)
        [ -n "${2:-}" ] || usage "$1 wants a value"
        case $1 in
        --compiler) compilers=$2 ;;
        --level) levels=$2 ;;
        --arch) arches=$2 ;;
        --workload) workloads=$2 ;;
        --board) boards=$2 ;;
        --passes) passes=$2 ;;
        --seed) seed=$2 ;;
        esac
        shift
        ;;
    --quick) passes=6 ;;
    -h | --help) show_help ;;
    -*) usage "there is no option '$1'" ;;
    *)
        [ -z "$folder" ] || usage "too many arguments: '$1'"
        folder=$1
        ;;
    esac
    shift
done
whole --passes "$passes"
if [ -z "$seed" ]; then
    seed=$(od -A n -N 4 -t u4 /dev/urandom)
    seed=${seed##* }
    [ "$seed" -lt 1000000000 ] || seed=${seed%?}
fi
case $seed in
*[!0-9]* | 0?* | ??????????*) usage "--seed is a whole number, not '$seed'" ;;
esac
build=${BUILD:-build}/compilers
fit_build "${BUILD:-build}"

make_work
finish() {
    settle $? "$work" "$build"
    end_running
    rm -rf "$work"
    remove_empty
    exit "$status"
}
finish_always
[ -z "$folder" ] || make_folder "$folder" # before leaving the directory that it refers to
cd "$scripts/.."
# What the call of make that called this was told is not for the builds.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES CFLAGS SANITIZE

lock_folder "$build"

# --- builds ---------------------------------------------------------------------------------------

# can COMPILER ARCH: false, with a word, when the pair cannot be measured here.
can() {
    if ! "$1" -march="$2" -E -x c /dev/null >/dev/null 2>&1 9<&-; then
        say "skipped: $1 does not know -march=$2"
        return 1
    fi
    has_level "$2" && return
    say "skipped: $1 -march=$2, which this machine does not support"
    return 1
}

count=0
# add COMPILER LEVEL ARCH: builds, checks, and notes as the next build
add() {
    name="$1 $2 $3"
    folder_of_it=$build/$(echo "$1" | tr / ,)$2-$3 # no name has a comma, so no two builds share it
    say "building: $name"
    logged make -j"$(nproc)" CC="$1" OPTIMISE="$2" ARCH="$3" BUILD="$folder_of_it" \
        "$folder_of_it/xqbench" "$folder_of_it/xqperft"
    [ "$status" -eq 0 ] || failed 3 "the build $name failed"
    logged "$folder_of_it/xqperft" verify positions/rules.epd --board all --max-depth 3
    [ "$status" -ne 1 ] || failed 1 "the build $name miscounts"
    [ "$status" -eq 0 ] || failed 3 "the build $name cannot be checked"
    count=$((count + 1))
    version=$("$1" --version 9<&- | head -n 1)
    printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$version" "$folder_of_it" >>"$work/builds"
    printf '%s\n' "$name" "$folder_of_it/xqbench" >"$work/build.$count"
}
take() { # take NUMBER: sets $name and $program to those of the build
    { read -r name && read -r program; } <"$work/build.$1"
}

# measure [OPTION]...: one launch of $program
measure() {
    logged "$program" run --launches 1 --no-count --no-curves --workload "$workloads" \
        ${boards:+--board "$boards"} --out "$work/run" "$@"
}
# What `xqbench run` refuses is found out by the first build: options are read before --help.
try_options() {
    take 1
    measure --help
    [ "$status" -eq 0 ] || failed 2 'xqbench refuses an option'
}

list() { # list NAME,NAME,...
    echo "$1" | tr ',' ' '
}
set -f # names are no patterns of files
for compiler in $(list "$compilers"); do
    if ! command -v "$compiler" >/dev/null 2>&1; then
        say "skipped: $compiler is missing; Debian's package is $compiler"
        continue
    fi
    for arch in $(list "$arches"); do
        can "$compiler" "$arch" || continue
        for level in $(list "$levels"); do
            add "$compiler" "$level" "$arch"
            [ $count -gt 1 ] || try_options
        done
    done
done
set +f
[ $count -gt 0 ] || fail 3 'nothing was built'

# --- passes ---------------------------------------------------------------------------------------

# shuffled PASS: the numbers of the builds, in an order of the seed's
shuffled() {
    awk -v n=$count -v state="$((seed + $1))" '
        function below(limit) { # the minimal standard generator: the same with every awk
            state = (state * 16807 + 1) % 2147483647
            return int(state / 2147483647 * limit)
        }
        BEGIN {
            for (i = 1; i <= n; i++) order[i] = i
            for (i = 1; i <= 9; i++) below(1) # neighbouring seeds begin alike
            for (i = n; i > 0; i--) {
                j = below(i) + 1
                print order[j]
                order[j] = order[i]
            }
        }'
}

: >"$work/disturbed"
say "timing: $count builds, passes: $passes, seed: $seed"
for pass in $(seq "$passes"); do
    for number in $(shuffled "$pass"); do
        take "$number"
        progress "pass $pass of $passes: $name"
        measure
        case $status in
        0) ;;
        1 | 2) failed "$status" "xqbench, built by $name, could not run" ;;
        *) failed 3 "xqbench, built by $name, failed" ;;
        esac
        # Of a launch that was disturbed, `xqbench run` has kept the second attempt: was this good?
        awk -F , -v build="$number" -v pass="$pass" -v disturbed="$work/disturbed" '
            FILENAME ~ /json$/ { if (/^ *"trusted": /) trusted = /true/; next }
            FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
            { printf "%d\t%d\t%s\t%s\t%.6f\n", build, pass, $column["bench"],
                     $column["board"], $column["ns"] / $column["iterations"] }
            END { if (!trusted) print build "\t" pass >>disturbed }' \
            "$work/run/results.json" "$work/run/samples.csv" >>"$work/rounds"
    done
done
progress

# --- results --------------------------------------------------------------------------------------

take 1
"$program" list --tsv >"$work/list"
if [ -z "$folder" ]; then
    folder=$(awk -F '\t' '$1 == "results" { print $2 }' "$work/list")
    make_folder "$folder"
fi
for form in tsv md; do
    awk -F '\t' -v form=$form -v passes="$passes" -v seed="$seed" -f scripts/compilers.awk \
        "$work/list" "$work/builds" "$work/disturbed" "$work/rounds" >"$work/compilers.$form"
    # Under a temporary name first: the folder may be on another disk.
    { cp "$work/compilers.$form" "$folder/compilers.$form.new" &&
        mv "$folder/compilers.$form.new" "$folder/compilers.$form"; } || {
        rm -f "$folder/compilers.$form.new"
        fail 2 "cannot write $folder/compilers.$form"
    }
done
show "$folder/compilers.md"
say
say "The matrix: compilers.tsv and compilers.md in $folder"
