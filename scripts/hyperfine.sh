#!/bin/sh
# Times whole programs by hyperfine, as their user runs them: xqperft on every board under every
# policy, and engines, at perft of the starting position.
#
#   scripts/hyperfine.sh DIR [DEPTH] [--engine COMMAND]...      DEPTH is 5 without it
#   scripts/hyperfine.sh --check [--engine COMMAND]...          finds out if the above can be done
#
# COMMAND starts an engine that speaks UCI and knows `go perft`, see scripts/perft-of-engine.sh; the
# lines of $ENGINES are such commands too. BUILD=dir says where the programs are: build.
# POLICIES="bulk legal" and BOARDS="padded naive" say which; all that xqbench times by default. A board
# is timed under those that it has.
# TIMEOUT=s is how long an engine may take for one answer: 300 seconds.
#
# RUNS=n says in how many passes: 2. In a pass hyperfine runs each command once, forward in one pass
# and backward in the next, so that a steady drift of the machine meets all alike; with all runs of
# one command in a row it would fall on single commands. There are no warm-up runs: their time is
# worth more as another pass, and what they warm is small beside seconds.
#
# All must count the same at a small depth before anything is timed, and in each timed run; else
# nothing is written, and DIR has nothing of an earlier call either.
#
# Leaves in DIR: hyperfine.json and hyperfine.csv, in hyperfine's form with the runs of all passes;
# nodes-per-second.tsv; whole-program.tsv and whole-program.md, beside what xqbench measured if DIR
# has its figures.tsv, unless its machine.json says that this was another machine or build. Figures of
# the last three are from user time, because elapsed time doubles as soon as another program wants
# the same CPU.
#
# Exit status: 0 done; 1 node counts differ; 2 usage or output error; 3 hyperfine or an engine is
# missing or failed; 130 interrupted.
set -eu
unset CDPATH # or cd may go elsewhere, and print where
export LC_ALL=C # a point in numbers

case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"

folder='' depth='' check=''
engines=${ENGINES:-}
while [ $# -gt 0 ]; do
    case $1 in
    --engine)
        [ -n "${2:-}" ] || usage "--engine wants a command"
        engines="$engines
$2"
        shift
        ;;
    --check) check=yes ;;
    -h | --help) show_help ;;
    -*) usage "there is no option '$1'" ;;
    *)
        if [ -z "$folder" ]; then
            folder=$1
        elif [ -z "$depth" ]; then
            depth=$1
        else
            usage "too many arguments: '$1'"
        fi
        ;;
    esac
    shift
done
[ -z "$check" ] || [ -z "$folder" ] || usage "--check wants no DIR, but has '$folder'"
[ -n "$check" ] || [ -n "$folder" ] || usage 'DIR is missing'
depth=${depth:-5}
runs=${RUNS:-2}
TIMEOUT=${TIMEOUT:-300}
for number in "DEPTH:$depth" "RUNS:$runs" "TIMEOUT:$TIMEOUT"; do
    case ${number#*:} in
    '' | *[!0-9]* | 0* | ?????*) usage "${number%%:*} is from 1 to 9999, not '${number#*:}'" ;;
    esac
done
command -v hyperfine >/dev/null 2>&1 ||
    fail 3 "hyperfine is missing; install Debian's package hyperfine"

files='hyperfine.json hyperfine.csv nodes-per-second.tsv whole-program.tsv whole-program.md'
plots='nodes-per-second.svg nodes-per-second.png' # of them
make_work
finish() {
    settle $? "$work"
    end_running
    rm -rf "$work"
    remove_empty
    exit "$status"
}
finish_always
if [ -z "$check" ]; then
    make_folder "$folder" # before leaving the directory that it refers to
    for file in $files $plots; do
        rm -f "$folder/$file" || fail 2 "cannot remove $folder/$file, which is of an earlier call"
    done
fi

# hyperfine's commands are shell texts. What they name is in the environment, so nothing is quoted.
SCRIPTS=$(cd "$scripts" && pwd)
FROM=$PWD # what relative paths in the engines' commands refer to
cd "$SCRIPTS/.."
BUILD=${BUILD:-build}
export SCRIPTS FROM BUILD work TIMEOUT DEPTH ENGINE BOARD POLICY
for program in xqbench xqperft; do
    [ -x "$BUILD/$program" ] || fail 3 "there is no $BUILD/$program; run make"
done

# --- contenders -----------------------------------------------------------------------------------

"$BUILD/xqbench" list --tsv >"$work/list"
boards=${BOARDS:-$(awk -F '\t' '$1 == "board" { print $2 }' "$work/list")}
policies=${POLICIES:-$(awk -F '\t' '
    $1 == "workload" && split($4, setting, ", ") >= 2 { print setting[1] }' "$work/list")}

count=0
contend() { # contend CONTENDER POLICY BOARD ENGINE
    count=$((count + 1))
    printf '%s\n' "$@" >"$work/contender.$count"
}
# lacks BOARD POLICY: are both known, but not of each other?
lacks() {
    awk -F '\t' -v board="$1" -v policy="$2" '
        $1 == "policy" && $2 == board { known_board = 1; if ($3 == policy) has = 1 }
        $1 == "policy" && $3 == policy { known_policy = 1 }
        END { exit !(known_board && known_policy && !has) }' "$work/list"
}
set -f # names are no patterns of files
for POLICY in $policies; do
    for BOARD in $boards; do
        ! lacks "$BOARD" "$POLICY" || continue
        contend "$BOARD $POLICY" "$POLICY" "$BOARD" ''
    done
done
set +f
[ "$count" -gt 0 ] || usage "BOARDS or POLICIES names nothing"
drawable() { # drawable NAME: as gnuplot can write it
    printf '%s\n' "$1" | tr '"\\' "'/"
}
printf '%s\n' "$engines" >"$work/engines"
while read -r ENGINE; do
    [ -z "$ENGINE" ] || contend "$(drawable "$ENGINE")" '' '' "$ENGINE"
done <"$work/engines"

# choose NUMBER: the contender of this number is what $counting runs. What it printed stays, so that
# nodes are those of the timed runs themselves.
# shellcheck disable=SC2016
choose() {
    { read -r what && read -r POLICY && read -r BOARD && read -r ENGINE; } <"$work/contender.$1"
    if [ -n "$ENGINE" ]; then
        counting='cd "$FROM" &&
            "$SCRIPTS/perft-of-engine.sh" --timeout "$TIMEOUT" "$ENGINE" "$DEPTH"'
    else
        counting='"$BUILD/xqperft" perft "$DEPTH" --board "$BOARD" --policy "$POLICY" --tsv'
    fi
    counting="$counting >\"\$work/counted\" 2>\"\$work/complaint\""
}

# What is no board or policy, or cannot be written, is status 2 also of the contender.
run() { # run COMMAND...
    : >"$work/complaint"
    in_session "$@"
    [ "$status" -eq 0 ] && return
    progress
    cat "$work/complaint" >&2
    [ "$status" -eq 2 ] || status=3
    fail "$status" "perft $DEPTH by $what failed"
}

said() { # said COLUMN: of the line that the contender printed
    awk -F '\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i }
                              NR == 2 && column { print $column }' "$work/counted"
}

# agree: the contender must have counted what the first counted at this depth.
agree() {
    nodes=$(said nodes)
    [ -n "$nodes" ] || fail 3 "$what printed no column 'nodes'"
    [ -s "$work/nodes.$DEPTH" ] || printf '%s\t%s\n' "$nodes" "$what" >"$work/nodes.$DEPTH"
    read -r expected by <"$work/nodes.$DEPTH"
    [ "$nodes" = "$expected" ] ||
        fail 1 "perft $DEPTH of the starting position is $nodes by $what, and $expected by $by"
}

# An engine is called by the name that it gives itself, unless another is called so.
rename() {
    name=$(drawable "$(said engine)")
    ! head -q -n 1 "$work"/contender.* | grep -qxF -e "$name" || return 0
    printf '%s\n' "$name" '' '' "$ENGINE" >"$work/contender.$1"
}

DEPTH=$((depth < 3 ? depth : 3))
for number in $(seq "$count"); do
    choose "$number"
    progress "do all count the same? $what"
    run sh -c "$counting"
    agree
    [ -z "$ENGINE" ] || rename "$number"
done

progress
[ -z "$check" ] || exit 0

# --- passes ---------------------------------------------------------------------------------------

DEPTH=$depth
for pass in $(seq "$runs"); do
    order=$(seq "$count")
    [ $((pass % 2)) -eq 1 ] || order=$(seq "$count" -1 1)
    for number in $order; do
        choose "$number"
        progress "pass $pass of $runs: $what"
        run hyperfine --style none --runs 1 --command-name "$number" --export-csv "$work/time" \
            "$counting"
        agree
        awk -F , -v number="$number" -v pass="$pass" '
            NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
            NR == 2 { printf "%s\t%s\t%s\t%s\t%s\n", number, pass, $column["mean"],
                             $column["user"], $column["system"] }' "$work/time" >>"$work/samples"
    done
done
progress

# --- results --------------------------------------------------------------------------------------

for number in $(seq "$count"); do
    choose "$number"
    printf '%s\t%s\t%s\n' "$what" "$POLICY" "$BOARD"
done >"$work/contenders"

fact() { # fact KEY: a text of the folder's machine.json; nothing if it is null or not there
    sed -n 's/^ *"'"$1"'": "\(.*\)",*$/\1/p' "$folder/machine.json" 2>/dev/null |
        sed -e 's/\\\(.\)/\1/g' -e q
}
# others: which of these facts are others where xqbench measured what the folder has
others() {
    for key in cpu compiler flags commit; do
        measured=$(fact $key)
        if [ $key = commit ] && grep -q '^ *"dirty": true' "$folder/machine.json" 2>/dev/null; then
            measured=$measured-dirty
        fi
        here=$(awk -F '\t' -v key=$key '$1 == "machine" && $2 == key { print $3 }' "$work/list")
        [ -z "$measured" ] || [ "$measured" = "$here" ] || printf ' %s' $key
    done
}
elsewhere=
: >"$work/figures"
if [ -s "$folder/figures.tsv" ]; then
    elsewhere=$(others)
    [ -n "$elsewhere" ] || cp "$folder/figures.tsv" "$work/figures" || fail 2 'cannot keep figures'
fi

for form in json csv; do
    awk -F '\t' -v form=$form -f scripts/hyperfine-runs.awk "$work/contenders" "$work/samples" \
        >"$work/hyperfine.$form"
done
for form in tsv md speeds; do
    awk -F '\t' -v form=$form -v depth="$depth" -v nodes="$nodes" -v passes="$runs" \
        -v elsewhere="${elsewhere# }" -f scripts/whole-program.awk "$work/list" "$work/contenders" \
        "$work/samples" "$work/figures" >"$work/whole-program.$form"
done
mv "$work/whole-program.speeds" "$work/nodes-per-second.tsv"
for file in $files; do
    # Under a temporary name first: the folder may be on another disk.
    { cp "$work/$file" "$folder/$file.new" && mv "$folder/$file.new" "$folder/$file"; } || {
        rm -f "$folder/$file.new"
        fail 2 "cannot write $folder/$file"
    }
done
show "$folder/whole-program.md"
say
say "Whole programs are in $folder: hyperfine.json, hyperfine.csv, nodes-per-second.tsv,"
say "whole-program.tsv, whole-program.md"
