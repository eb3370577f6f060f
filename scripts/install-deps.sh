#!/bin/sh
# Installs what is missing of what the project needs, and nothing else. POSIX sh, because a fresh
# machine may have no more. Silent and quick when nothing is missing.
#
#   scripts/install-deps.sh [build|check|bench|report|slurm|portable]...    default: the first four
#
# Exit status: 0 all there; 2 usage; 3 something is missing and cannot be installed from here.
set -eu
unset CDPATH # or cd may go elsewhere, and print where

case ${1:-} in
-h | --help)
    sed -n '/^set -eu/q; 2,$s/^# \{0,1\}//p' "$0" || exit 2
    exit 0
    ;;
esac

missing=
# The compiler that make will call: words, because CC may have a wrapper or options ("ccache gcc").
compiler=${CC:-$(command -v gcc || command -v cc || echo gcc)}

installed() {
    [ "$(dpkg-query -W -f '${Status}' "$1" 2>/dev/null)" = 'install ok installed' ]
}

# need PACKAGE TEST...: the package is missing when the test fails. A test of the thing itself, not
# of the package, accepts a compiler or tool that was installed in another way.
need() {
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

# header NAME PACKAGE: can the compiler find it? Without a compiler, what the package database says.
header() {
    if $compiler --version >/dev/null 2>&1; then
        echo "#include <$1>" | $compiler -E -x c - >/dev/null 2>&1
    else
        installed "$2"
    fi
}

# The tests take whichever python3 has it.
yaml() {
    python3 -c 'import yaml' || /usr/bin/python3 -c 'import yaml'
}

# The compiler and its wrapper, whose packages are called as they are.
programs() {
    for word in $compiler; do
        case $word in
        -*) break ;;
        cc | */cc) need gcc command -v "$word" ;;
        *) need "${word##*/}" command -v "$word" ;;
        esac
    done
}

group() {
    case $1 in
    build)
        programs
        need make command -v make
        need libc6-dev header stdio.h libc6-dev
        need libjansson-dev header jansson.h libjansson-dev
        need libgsl-dev header gsl/gsl_sort.h libgsl-dev
        ;;
    check)
        group build
        need libcriterion-dev header criterion/criterion.h libcriterion-dev
        need fairy-stockfish test -x /usr/games/fairy-stockfish
        need expect command -v expect
        need pkg-config command -v pkg-config
        need python3-yaml yaml
        need gnuplot-nox command -v gnuplot
        need valgrind command -v valgrind
        need parallel command -v parallel
        ;;
    bench)
        group build
        need hyperfine command -v hyperfine
        need gnuplot-nox command -v gnuplot
        need valgrind command -v valgrind
        ;;
    slurm) # for make check-deep
        need slurm-wlm test -x /usr/sbin/slurmctld
        need munge test -x /usr/sbin/munged
        ;;
    portable) # for make check-portable
        group build
        need gcc command -v gcc
        need clang command -v clang
        need gcc-aarch64-linux-gnu command -v aarch64-linux-gnu-gcc
        need gcc-s390x-linux-gnu command -v s390x-linux-gnu-gcc
        need qemu-user command -v qemu-s390x
        need qemu-user-binfmt test -e /usr/lib/binfmt.d/qemu-s390x.conf
        need mmdebstrap command -v mmdebstrap
        ;;
    report)
        need chromium test -n "$(command -v chromium || command -v chromium-browser)"
        ;;
    *)
        echo "$0: there is no group '$1'; groups are build, check, bench, report, slurm and portable" >&2
        exit 2
        ;;
    esac
}

[ $# -gt 0 ] || set -- build check bench report
for name; do
    group "$name"
done
# Groups overlap; each package once.
missing=$(for package in $missing; do echo "$package"; done | sort -u | tr '\n' ' ')
missing=${missing% }
[ -n "$missing" ] || exit 0

cannot() {
    echo "$0: $1" >&2
    echo "Please install (names of Debian's packages): $missing" >&2
    exit 3
}
command -v apt-get >/dev/null 2>&1 || cannot 'this system has no apt-get'
if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1; then
    as_root=sudo
else
    cannot 'installing needs root, and there is no sudo'
fi

echo "Installing: $missing" >&2
# Words are meant to be split: no sudo, or several packages.
# shellcheck disable=SC2086
install_missing() {
    $as_root apt-get update -q &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y \
            --no-install-recommends $missing
}
install_missing >&2 || cannot 'apt-get failed, see above'
