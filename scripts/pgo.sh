#!/bin/bash
# What does a profile gain? Builds the programs as `make` does and guided by a profile, and times
# perft of the starting position with both.
#
#   scripts/pgo.sh [OPTION]... [DEPTH]
#
# DEPTH is 5. The compiler is CC: gcc, where there is one; with clang, LLVM's llvm-profdata of the
# same version is needed.
#
#   --ours 'ARGS'   a contender: arguments of `xqperft perft DEPTH`; may be repeated. Without it, the
#                   lines of $OURS; without these, every board under every policy.
#   --rounds N      how often each is timed: 5
#   --tsv           machine-readable
#
# The programs with a profile are $BUILD/pgo/xqperft and xqbench, BUILD being build. They are put
# there when both are built and count right, and those of the run before are removed first. They are
# trained by perft of the starting position and of positions/games.epd, on every board and variant
# under every policy that it has, and by one short launch of xqbench, whose other workloads would be
# compiled for size. Both builds have the same flags otherwise; ARCH, CFLAGS and others are taken from
# the environment, as make does.
#
# A contender's two builds take turns, each is first in every other round, and must count the same.
# Times are user CPU time without start-up, see scripts/versus-engine.sh. A speed is that of the
# build with a profile beside the plain one in the same round: the median over the rounds, and in
# brackets the least and the greatest. It holds for perft of the starting position, which was also
# trained with.
#
# Exit status: 0 done; 1 a build miscounts; 2 usage or output error, also when llvm-profdata is
# missing; 3 a build failed, or its training; 130 interrupted.
#
# bash, not sh: see perft-turns.bash.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
export LC_ALL=C # a point in numbers, also of awk and bash

case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"
# shellcheck source=scripts/perft-turns.bash
. "$scripts/perft-turns.bash"

rounds=5 tsv=''
ours=()
while [ $# -gt 0 ]; do
    case $1 in
    --ours | --rounds)
        [ $# -gt 1 ] || usage "$1 wants a value"
        case $1 in
        --ours)
            [[ $2 = *[![:space:]]* ]] || usage "--ours wants arguments of xqperft perft"
            ours+=("$2")
            ;;
        --rounds) rounds=$2 ;;
        esac
        shift
        ;;
    --tsv) tsv=1 ;;
    -h | --help) show_help ;;
    -*) usage "there is no option '$1'" ;;
    *) break ;;
    esac
    shift
done
[ $# -le 1 ] || usage "too many arguments: '$2'"
depth=${1:-5}
whole --rounds "$rounds"
whole DEPTH "$depth"
fit_build "${BUILD:-build}"

folder=${BUILD:-build}/pgo
trained=$folder/trained # the build that notes what it does, for the next run
built=$folder/built     # where both are built: gcc knows functions by the path of the object, too
installed=              # once both programs are in $folder
finish() {
    settle $? "$work" "$folder"
    trap '' INT TERM HUP PIPE # once more would leave what this removes
    end_running
    [ -z "$running" ] || wait "$running" 2>/dev/null || :
    if [ -z "$installed" ] || [ "$status" -eq 1 ]; then remove_programs; fi
    rm -rf "$work"
    exit "$status"
}
remove_programs() {
    [ -z "$locked" ] || rm -f "$folder/xqperft" "$folder/xqbench"
}
locked= # once no other run may be using them
enter_project
need_program make make

# --- what merges profiles -------------------------------------------------------------------------

compiler=${CC:-$(command -v gcc >/dev/null && echo gcc || echo cc)}
read -ra words <<<"$compiler" # CC may have a wrapper or options
version=$("${words[@]}" --version 2>&1 | head -n 1) || version=
profdata= # of clang only
# find_profdata MAJOR: sets $profdata to the llvm-profdata of this version, wherever it is.
find_profdata() {
    local candidate
    for candidate in "llvm-profdata-$1" \
        "$("${words[@]}" -print-prog-name=llvm-profdata 2>/dev/null)" llvm-profdata; do
        command -v "$candidate" >/dev/null 2>&1 || continue
        # Before version 12 there is no --version, and none to compare.
        case $("$candidate" --version 2>/dev/null) in
        *"version $1."* | '')
            profdata=$candidate
            return
            ;;
        esac
    done
    fail 2 "llvm-profdata of clang $1 is missing; install Debian's package llvm-$1"
}
if [[ $version =~ clang\ version\ ([0-9]+) ]]; then
    find_profdata "${BASH_REMATCH[1]}"
fi

# --- builds ---------------------------------------------------------------------------------------

lock_folder "$folder"
locked=yes
remove_programs

build_in() { # build_in FOLDER WHAT [VARIABLE]...: both programs
    progress "building: $2"
    logged make -j"$(nproc)" CC="$compiler" BUILD="$1" "${@:3}" "$1/xqperft" "$1/xqbench"
    [ "$status" -eq 0 ] || failed 3 "the build failed: $2"
}
train() { # train COMMAND...
    logged env LLVM_PROFILE_FILE="$built/%m.profraw" "$@"
    [ "$status" -eq 0 ] || failed 3 "the training failed: ${*/#"$built/"/}"
}
build_in "$build" 'without a profile'
for line in ${ours[@]+"${ours[@]}"}; do # before the longer part
    read -ra arguments <<<"$line"
    logged "$build/xqperft" perft 1 "${arguments[@]}"
    [ "$status" -eq 0 ] || failed 2 "xqperft cannot count by: $line"
done
if [ -d "$trained" ]; then
    rm -rf "$built"
    mv "$trained" "$built" || fail 2 "cannot rename $trained"
fi
build_in "$built" 'to be trained' PROFILING=generate

find "$built" \( -name '*.gcda' -o -name '*.prof*' \) -delete
lines=$(every_perft board variant)
[ -n "$lines" ] || fail 3 'xqbench lists no boards'
while read -r line; do
    read -ra arguments <<<"$line"
    progress "training: $line"
    train "$built/xqperft" perft 4 "${arguments[@]}"
    train "$built/xqperft" perft 2 --epd positions/games.epd "${arguments[@]}"
done <<<"$lines"
progress 'training: xqbench'
train "$built/xqbench" run --launches 1 --no-count --no-curves --quick --out "$work/run"

# What was noted goes where the compiler looks for it: gcc beside the object, clang in one file.
{ mv "$built" "$trained" && mkdir "$built"; } || fail 2 "cannot rename $built"
if [ -n "$profdata" ]; then
    logged "$profdata" merge -o "$built/profdata" "$trained"/*.profraw
    [ "$status" -eq 0 ] || failed 3 "$profdata failed"
else
    find "$trained" -name '*.gcda' | while read -r noted; do
        target=$built/${noted#"$trained/"}
        { mkdir -p "${target%/*}" && mv "$noted" "$target"; } || exit
    done || fail 2 "cannot write $built"
    [ -e "$built/src/perft.gcda" ] || fail 3 "$compiler has noted nothing"
fi
build_in "$built" 'with a profile' PROFILING=use
logged "$built/xqperft" verify positions/rules.epd --board all --max-depth 3
[ "$status" -ne 1 ] || failed 1 'the build with a profile miscounts'
[ "$status" -eq 0 ] || failed 3 'the build with a profile cannot be checked'
mv "$built/xqperft" "$built/xqbench" "$folder/" || fail 2 "cannot write $folder"
installed=yes

# --- rounds ---------------------------------------------------------------------------------------

begin_turns
choose_ours
perft_by() { # perft_by DEPTH ARGS FOLDER
    local build=$3
    our_perft "$1" "$2"
}
for ((round = 1; round <= rounds; round++)); do
    for who in "${!ours[@]}"; do
        contender_of "${ours[who]}"
        progress "round $round of $rounds: $contender"
        for guided in $((round % 2)) $((1 - round % 2)); do
            case $guided in
            0) turn $((2 * who)) "$contender" "$depth" perft_by "${ours[who]}" "$build" ;;
            1) turn $((2 * who + 1)) "$contender, with a profile" "$depth" perft_by "${ours[who]}" \
                "$folder" ;;
            esac
        done
    done
done
progress

# --- figures --------------------------------------------------------------------------------------

{
    [ -n "$tsv" ] || "$folder/xqbench" list --tsv | awk -F '\t' -v depth="$depth" -v rounds="$rounds" '
        $1 == "machine" { is[$2] = $3 }
        END {
            print is["cpu"]
            print is["compiler"] ", " is["flags"] ", commit " is["commit"]
            print "perft " depth " of the starting position, user CPU time without start-up, rounds: " rounds
            print "speed: with a profile beside without, in the same round; median [least, greatest]\n"
        }'
    awk -F '\t' -v tsv="$tsv" -f scripts/samples.awk -f scripts/pgo-table.awk "$work/samples"
} >"$work/table"
show "$work/table"
