#!/bin/sh
# May the working tree take the place of BASE? Builds both in the same way, and lets `xqbench gate`
# judge by counts, instructions and time.
#
#   scripts/gate.sh [BASE] [OPTION]...      options of `xqbench gate`
#
# BASE is any name of a commit. Without it, it is origin/main, or HEAD~1 where there is no
# origin/main or the working tree is just that. Its sources come from a git worktree, which is
# removed as soon as they are built; one that a killed run left is removed by the next. Both are built
# by the rules of this Makefile; CC, ARCH, CFLAGS and others are taken from the environment, as make
# does. When the Makefile of BASE is another one, a note says so. Builds are in $BUILD/gate, BUILD
# being build; those of the last four bases are kept. Relative names refer to the folder of the
# Makefile.
#
# Instructions are counted where valgrind is, and a processor that knows x86-64-v3.
#
# Exit status: that of `xqbench gate`: 0 ok or improved; 1 counts differ, or a regression; 2 usage
# or output error, also when there is no BASE, or it does not build; 3 another program is missing or
# failed, also when the working tree does not build; 4 inconclusive; 130 interrupted.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"

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

worktree_name=xqperft-gate-base
worktree= # the path of one that is registered, or soon will be
# remove_worktree PATH: also of one that is half made. Others' may be on a disk that is not there now;
# `git worktree prune` would forget them, too.
remove_worktree() {
    rm -rf "$1"
    git worktree remove --force --force "$1" 2>/dev/null || :
}
leave_worktree() {
    [ -n "$worktree" ] || return 0
    remove_worktree "$worktree"
    worktree=
}
# Worktrees of runs that were killed: in this folder, whose lock this run has, in one that is gone, or
# in one that nobody has locked.
remove_lost_worktrees() {
    git worktree list --porcelain | sed -n 's/^worktree //p' | while IFS= read -r lost; do
        case $lost in */gate/"$worktree_name") ;; *) continue ;; esac
        if [ "${lost%/*}" = "$real_folder" ] || ! [ -e "${lost%/*}" ]; then
            remove_worktree "$lost"
        else
            { ! flock -n 8 || remove_worktree "$lost"; } 8<"${lost%/*}" || :
        fi
    done
}
# remove_old_builds: but for the newest ones; a base that is used again is new again.
remove_old_builds() {
    touch "$base_build"
    # shellcheck disable=SC2012 # names without blanks: that of BUILD is fit, others are of hex digits
    ls -dt "$folder"/base-* | tail -n +5 | while read -r old; do
        [ "$old" = "$base_build" ] || rm -rf "$old"
    done
}
make_work
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
cd "$scripts/.."

# --- what is compared -----------------------------------------------------------------------------

need_program git git
need_program make make
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
short() { # short COMMIT: sets $short, as git does but for a digit more where others begin alike
    short=${1%"${1#????????????}"}
}
short "$commit"
base_build=$folder/base-$short
head_build=$folder/head
say "base: $base, commit $short"
short "$head"
say "head: the working tree, commit $short${changes:+ with changes}"
if ! git diff --quiet --no-ext-diff "$commit" -- Makefile; then
    note="Makefile differs: both are built by the tree's, so that a change of flags in it is not seen"
    say "note: $note"
    set -- --note "$note." "$@"
fi

# --- builds ---------------------------------------------------------------------------------------

lock_folder "$folder"
real_folder=$(cd "$folder" && pwd -P) || fail 2 "cannot enter $folder" # as git calls it
remove_lost_worktrees
jobs=$(nproc)
make_in() { # make_in FOLDER TARGET...: sets $status
    into=$1
    shift
    logged make -j"$jobs" BUILD="$into" "$@"
}

progress 'building: head'
make_in "$build" "$build/xqbench"
[ "$status" -eq 0 ] || failed 3 'the working tree does not build'
# What is wrong with an option is found out before the rest is built.
"$build/xqbench" gate --check "$base_build" "$head_build" "$@" >"$work/said" ||
    fail 2 'xqbench refuses an option'
if [ -s "$work/said" ]; then # --usage, or a --help that is cut short
    show "$work/said"
    exit 0
fi
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
    worktree=$real_folder/$worktree_name
    remove_worktree "$worktree" # what git made of it before it was killed may not be registered
    # A hook of the repository's may do anything with a checkout, and is not for this one.
    logged git -c core.hooksPath=/dev/null worktree add --quiet --detach --force --force \
        "$worktree" "$commit"
    [ "$status" -eq 0 ] || failed 3 "git cannot check out $base"
    make_in "$base_build" TREE="$folder/$worktree_name${inside:+/${inside%/}}" gate-build
    [ "$status" -eq 0 ] ||
        failed 2 "the sources of $base do not build with the head's Makefile, compiler and flags"
    recipe | cksum >"$base_build/made"
fi
progress

leave_worktree
remove_old_builds
rm -rf "$work"
trap - EXIT INT TERM HUP PIPE
exec "$build/xqbench" gate "$base_build" "$head_build" "$@"
