#!/bin/sh
# May the working tree take the place of BASE? Builds both in the same way, and lets `xqbench gate`
# judge by counts, instructions and time.
#
#   scripts/gate.sh [BASE] [OPTION]...      options of `xqbench gate`
#
# BASE is any name of a commit. Without it, it is origin/main, or HEAD~1 where there is no
# origin/main or the working tree is just that. Its sources come from a git worktree, which is
# removed as soon as they are built. Both are built by the rules of this Makefile; CC, ARCH, CFLAGS
# and others are taken from the environment, as make does. Builds are in $BUILD/gate, BUILD being
# build; that of BASE is kept for the next time. Relative names refer to the folder of the Makefile.
#
# Instructions are counted where valgrind is, and a processor that knows x86-64-v3.
#
# Exit status: that of `xqbench gate`: 0 ok or improved; 1 counts differ, or a regression; 2 usage
# or output error, also when there is no BASE, or it does not build; 3 another program is missing or
# failed, also when the working tree does not build; 4 inconclusive; 130 interrupted.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
# shellcheck source=scripts/common.sh
. "$(dirname "$0")/common.sh"

for option; do
    case $option in -h | --help) show_help ;; esac
done
base=
case ${1:-} in
-*) ;;
*)
    base=${1:-}
    [ $# -eq 0 ] || shift
    ;;
esac
fit_build "${BUILD:-build}"
build=${BUILD:-build}
folder=$build/gate

worktree= # the path of one that is registered, or soon will be
leave_worktree() {
    [ -n "$worktree" ] || return 0
    git worktree remove --force --force "$worktree" 2>/dev/null || rm -rf "$worktree"
    # Others' worktrees may be on a disk that is not there now; `prune` would forget them, too.
    if git worktree list --porcelain | grep -qxF "worktree $worktree"; then
        git worktree prune
    fi
    worktree=
}
make_work
work=$(cd "$work" && pwd -P) # as git calls it
finish() {
    settle $? "$work" "$folder"
    trap '' INT TERM HUP PIPE # once more would leave what this removes
    end_running
    [ -z "$running" ] || wait "$running" 2>/dev/null || :
    leave_worktree
    rm -rf "$work"
    exit "$status"
}
finish_always
cd "$(dirname "$0")/.."

# --- what is compared -----------------------------------------------------------------------------

command -v git >/dev/null 2>&1 || fail 3 "git is missing; install Debian's package git"
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE # a hook of git's is called with them
inside=$(git rev-parse --show-prefix) || fail 2 'git knows no commits of this folder'

commit_of() { # commit_of NAME
    git rev-parse --verify --quiet "$1^{commit}"
}
no_base() { # no_base MESSAGE
    hint=
    [ "$(git rev-parse --is-shallow-repository)" = false ] ||
        hint="; this clone is shallow: 'git fetch --unshallow' gets the rest"
    fail 2 "$1$hint"
}
head=$(commit_of HEAD) || fail 2 'there is no commit yet'
changes=$(git status --porcelain -- .) || fail 3 'git status failed'
if [ -n "$base" ]; then
    commit=$(commit_of "$base") || no_base "there is no commit '$base'"
else
    for base in origin/main HEAD~1 ''; do
        [ -n "$base" ] || no_base 'BASE is missing, and there is neither origin/main nor HEAD~1'
        commit=$(commit_of "$base") || continue
        if [ "$commit" != "$head" ] || [ -n "$changes" ]; then break; fi
    done
fi
short() { # short COMMIT
    git rev-parse --short=12 "$1"
}
base_build=$folder/base-$(short "$commit")
head_build=$folder/head
say "base: $base, commit $(short "$commit")"
say "head: the working tree, commit $(short "$head")${changes:+ with changes}"

# --- builds ---------------------------------------------------------------------------------------

lock_folder "$folder"
make_in() { # make_in FOLDER TARGET...: sets $status
    into=$1
    shift
    logged make -j"$(nproc)" BUILD="$into" "$@"
}

progress 'building: head'
make_in "$build" "$build/xqbench"
[ "$status" -eq 0 ] || failed 3 'the working tree does not build'
# What is wrong with an option is found out before the rest is built: they are read before --help.
"$build/xqbench" gate "$base_build" "$head_build" "$@" --help >"$work/help" ||
    fail 2 'xqbench refuses an option'
for target in gate-build counted; do
    make_in "$head_build" $target
    [ "$status" -eq 0 ] || failed 3 'the working tree does not build'
done

# What is built of BASE depends on its sources, and on this: flags, rules, and what shows a build.
recipe() {
    cat "$head_build/flags" "$head_build/x86-64-v3/flags" Makefile bench/builds/* 2>/dev/null || :
    echo "${LDFLAGS:-}"
}
# kept: is the build of BASE there, with all that the head has?
kept() {
    [ "$(recipe | cksum)" = "$(cat "$base_build/made" 2>/dev/null)" ] || return 1
    for file in boards.so x86-64-v3/boards.so; do
        [ ! -e "$head_build/$file" ] || [ -e "$base_build/$file" ] || return 1
    done
}

if ! kept; then
    progress "building: base, $base"
    rm -rf "$base_build"
    worktree=$work/base
    # A hook of the repository's may do anything with a checkout, and is not for this one.
    logged git -c core.hooksPath=/dev/null worktree add --quiet --detach "$worktree" "$commit"
    [ "$status" -eq 0 ] || failed 3 "git cannot check out $base"
    make_in "$base_build" TREE="$worktree${inside:+/${inside%/}}" gate-build
    [ "$status" -eq 0 ] ||
        failed 2 "the sources of $base do not build with the head's Makefile, compiler and flags"
    recipe | cksum >"$base_build/made"
fi
progress

leave_worktree
rm -rf "$work"
trap - EXIT INT TERM HUP PIPE
exec "$build/xqbench" gate "$base_build" "$head_build" "$@"
