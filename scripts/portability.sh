#!/bin/sh
# Does it build and count right for other compilers and processors? Builds everything for each target
# that this machine has the tools for, and runs it there, by QEMU.
#
#   scripts/portability.sh [--tests] [TARGET]...
#
# The targets, all of them when none is named:
#
#   gcc-x86-64, clang-x86-64         any x86-64: a processor without POPCNT, BMI2 and AVX runs it
#   gcc-x86-64-v3, clang-x86-64-v3   one that has them, and AVX2, but no AVX-512
#   aarch64                          nothing of x86; char is unsigned, as everywhere from here
#   s390x                            big-endian
#
# Of each build, whatever is known of positions of up to 20,000 nodes is verified on every board and
# variant that the processor has; these must be those that it can have. The fuzz targets get what they
# begin with, by which the boards are held against each other and an oracle. What is written there is
# compared with what the build for this machine writes: a plan to the byte, results of units, which each
# must take from the other, JSON, and what xqbench makes of results.
#
#   --tests   also unit tests, of x86-64 alone: Criterion's do not run by QEMU
#
# Builds are made in $BUILD/portable, BUILD being build, for the next time. The libraries of other
# processors come from Debian, by mmdebstrap, into a folder there: nothing is installed. Linux 6.7 lets
# anyone who may have namespaces hand their programs to QEMU, for these runs alone.
#
# Exit status: 0 all that was checked is well; 1 a target is not; 2 usage or output error; 3 nothing
# could be checked, or the build for this machine failed; 130 interrupted.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
export LC_ALL=C

# shellcheck source=scripts/common.sh
. "$(dirname "$0")/common.sh"

all='gcc-x86-64 clang-x86-64 gcc-x86-64-v3 clang-x86-64-v3 aarch64 s390x'
tests=
while [ $# -gt 0 ]; do
    case $1 in
    --tests) tests=yes ;;
    -h | --help) show_help ;;
    -*) usage "there is no option '$1'" ;;
    *) break ;;
    esac
    shift
done
for target; do
    case " $all " in
    *" $target "*) ;;
    *) usage "there is no target '$target'" ;;
    esac
done
[ $# -gt 0 ] || eval "set -- $all"
build=${BUILD:-build}
fit_build "$build"

make_work
finish() {
    settle $? "$work" "$build/portable"
    end_running
    rm -rf "$work"
    exit "$status"
}
finish_always
cd "$(dirname "$0")/.."
# What the call of make that called this was told is not for the builds.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES CFLAGS LDFLAGS SANITIZE ARCH AR OPTIMISE
need_program make make
lock_folder "$build/portable"

# --- a target -------------------------------------------------------------------------------------

# describe TARGET: what is to be known of it. Its boards are those of any processor, unless it has more.
describe() {
    target=$1
    folder=$build/portable/$target
    root=''
    chosen='bitboard-magic vector-portable' # by bitboard and vector
    case $target in
    gcc-* | clang-*)
        compiler=${target%%-*}
        package=$compiler arch=${target#*-} archiver=ar machine=x86_64 cpu=Conroe
        ;;
    aarch64) foreign arm64 ;;
    s390x) foreign s390x ;;
    esac
    case $target in
    *-v3) # max, which is AMD's without a word, is all that QEMU has
        cpu=max,vendor=GenuineIntel
        chosen='bitboard-pext vector-avx2'
        ;;
    esac
}
foreign() { # foreign DEBIAN'S-NAME
    root=$build/portable/root-$1
    debian=$1
    package=gcc-$target-linux-gnu
    compiler=$target-linux-gnu-gcc
    archiver=$target-linux-gnu-ar
    arch='' machine=$target cpu=
}

# In namespaces of its own. $0 is the kind of processor.
# shellcheck disable=SC2016 # for the shell in there
register='mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc &&
    cat "/usr/lib/binfmt.d/qemu-$0.conf" >/proc/sys/fs/binfmt_misc/register && exec "$@"'
# make_runner: writes $there, which runs a command on the target's processor.
make_runner() {
    there=$work/there-$target
    case $root in
    '') command="qemu-$machine -cpu $cpu \"\$@\"" ;;
    *)
        command="unshare --user --map-root-user --mount sh -c '$register' $machine \"\$@\""
        echo "#!/bin/sh
export QEMU_LD_PREFIX='$PWD/$root'" >"$there"
        ;;
    esac
    [ -e "$there" ] || echo '#!/bin/sh' >"$there"
    echo "exec $command" >>"$there"
    chmod +x "$there"
}

checked=0 broken=
skip() { # skip WHY
    progress
    say "skipped: $target: $1"
    return 1
}
has() { # has PROGRAM PACKAGE
    command -v "$1" >/dev/null 2>&1 || skip "$1 is missing; Debian's package is $2"
}
# can: false, with a word, when the target cannot be checked here.
can() {
    has "$compiler" "$package" && has "qemu-$machine" qemu-user || return
    [ -n "$root" ] || return 0
    has mmdebstrap mmdebstrap && has unshare util-linux || return
    [ -e "/usr/lib/binfmt.d/qemu-$machine.conf" ] ||
        skip "qemu-$machine.conf is missing; Debian's package is qemu-user-binfmt" || return
    "$there" true >"$work/log" 2>&1 9<&- ||
        skip "its programs cannot be run: $(tail -n 1 "$work/log")" || return
    have_root
}
have_root() {
    [ ! -e "$root" ] || return 0
    progress "$target: fetching libraries"
    suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    rm -rf "$root.new"
    logged mmdebstrap --variant=extract --architectures="$debian" --include=libc6-dev,libjansson-dev,libgsl-dev \
        "$suite" "$root.new"
    [ "$status" -eq 0 ] ||
        skip "its libraries cannot be had: $(grep -v '^[IW]:' "$work/log" | tail -n 1)" || return
    mv "$root.new" "$root" || fail 2 "cannot rename $root.new"
}

# --- checks ---------------------------------------------------------------------------------------

wrong() { # wrong MESSAGE: of the target
    complain "$target: $1"
    return 1
}
# step WHAT COMMAND...: what it says is in $work/log, and shown when it fails.
step() {
    what=$1
    shift
    progress "$target: $what"
    logged "$@"
    [ "$status" -eq 0 ] && return
    progress
    tail -n 15 "$work/log" >&2
    wrong "$what: status $status"
}

build_it() {
    set -- all fuzzers
    [ -z "$tests" ] || [ -n "$root" ] || set -- "$@" "$folder/run-tests"
    step build make -j"$(nproc)" CC="$compiler${root:+ --sysroot=$PWD/$root}" AR="$archiver" \
        ARCH="$arch" BUILD="$folder" "$@"
}

# Those that are chosen when it runs are what this processor can have; the list has no others.
check_boards() {
    step list "$there" "$folder/xqbench" list --tsv || return
    cp "$work/log" "$work/list"
    is=$(awk -F '\t' '$1 == "chosen" { print $3 }' "$work/list" | paste -s -d ' ')
    [ "$is" = "$chosen" ] || wrong "bitboard and vector are '$is', not '$chosen'" || return
    # shellcheck disable=SC2013 # a word a line
    for board in $(awk -F '\t' '$1 == "board" || $1 == "variant" { print $2 }' "$work/list"); do
        step "verify --board $board" "$there" "$folder/xqperft" verify positions/*.epd \
            --board "$board" --max-nodes 20000 || return
    done
}

check_fuzz() {
    [ -e "$work/seeds" ] || step seeds scripts/fuzz.sh --seeds "$work/seeds" || return
    for path in tests/fuzz/fuzz_*.c; do
        name=${path#tests/fuzz/fuzz_}
        name=${name%.c}
        step "fuzz $name" "$there" "$folder/fuzz/$name" --copies 1 "$work/seeds/$name" || return
    done
}

# --- what is written ------------------------------------------------------------------------------

here() { # here COMMAND...: of xqperft or xqbench
    program=$1
    shift
    step "$program $1, here" "$build/$program" "$@"
}
over_there() {
    program=$1
    shift
    step "$program $1" "$there" "$folder/$program" "$@"
}
# alike WHAT PROGRAM ARGUMENT...: both print the same; but for what they
# took, which never is.
alike() {
    saying=$1
    shift
    over_there "$@" && sed /second/d "$work/log" >"$work/printed-there" &&
        here "$@" && sed /second/d "$work/log" >"$work/printed-here" || return
    same "$saying" printed-there printed-here
}
same() { # same WHAT FILE FILE: in $work
    cmp "$work/$2" "$work/$3" >"$work/log" 2>&1 || wrong "$1 differs: $(cat "$work/log")"
}

# Each counts half of the units; each adds both halves up.
check_units() {
    rm -f "$work"/*.deep
    over_there xqperft plan 4 --split 2 --out "$work/there.deep" &&
        here xqperft plan 4 --split 2 --out "$work/here.deep" &&
        same 'the plan' there.deep here.deep &&
        over_there xqperft work "$work/there.deep" 1/2 --board vector --hash 1M &&
        here xqperft work "$work/here.deep" 2/2 &&
        alike 'the sum of units' xqperft merge "$work/there.deep" "$work/here.deep" &&
        here xqperft divide 4 && cp "$work/log" "$work/divided" &&
        same 'the sum of units beside divide' printed-there divided &&
        alike 'the units of a certificate' xqperft certify "$work/there.deep" "$work/here.deep" \
            --sample 5 --seed 1
}
check_words() {
    alike 'a position in JSON' xqperft fen --json &&
        alike 'statistics in JSON' xqperft perft 3 --stats=full --board padded --json
}

# What xqbench makes of the results that README.md shows. It does not measure there: a launch is started
# by the system, which takes QEMU for the program.
check_results() {
    for side in here there; do
        rm -rf "$work/results-$side"
        cp -R results/reference "$work/results-$side"
    done
    alike 'results compared with themselves' xqbench compare results/reference results/reference &&
        alike 'the same in JSON' xqbench compare --json results/reference results/reference &&
        here xqbench report "$work/results-here" && over_there xqbench report "$work/results-there" &&
        same 'their page' results-there/report.html results-here/report.html
}
# Those of modules, on this processor: what is known of the programs as a whole is checked above.
modules='@(answer|bench_*|boards|deep_*|fen|finding|hash|kernels|mistakes|notation|perft|portable|position|rules|shrink|suite|text|variants|vector|walks|wide)/*'
check_tests() {
    [ -n "$tests" ] && [ -z "$root" ] || return 0
    if ! has_level "$arch"; then
        say "not run: unit tests of $target, which this processor cannot run"
        return 0
    fi
    step 'unit tests' scripts/run-tests.sh "$folder/run-tests" --filter "$modules"
}

# --- all targets ----------------------------------------------------------------------------------

check_target() {
    build_it && check_boards && check_fuzz && check_units && check_words && check_results && check_tests
}

progress 'building for this machine'
logged make -j"$(nproc)" BUILD="$build" all
[ "$status" -eq 0 ] || failed 3 'the build for this machine failed'
for target; do
    describe "$target"
    make_runner
    can || continue
    checked=$((checked + 1))
    if check_target; then
        progress
        say "well: $target"
    else
        broken="$broken $target"
    fi
done
[ -z "$broken" ] || fail 1 "not well:$broken"
[ $checked -gt 0 ] || fail 3 'nothing could be checked'
