#!/bin/sh
# Draws every plot that the files in a folder of results allow, each as .svg and .png beside them.
#
#   scripts/plot.sh DIR           draws
#   scripts/plot.sh --keep DIR    the same, or is content with plots that are there, without gnuplot
#   scripts/plot.sh --check       finds out if gnuplot is there
#
#   times              from samples.csv: how the samples of each workload are distributed
#   launches           from samples.csv: the samples in the order of measurement
#   ratios             from figures.tsv: how many times as fast as the first board
#   mobility           from mobility.tsv: time per move against the number of moves
#   depths             from depths.tsv: nodes per second against the depth of perft
#   nodes-per-second   from nodes-per-second.tsv, and engines from whole-program.tsv
#
# machine.json says where all this was measured. What cannot be drawn because its file is not there
# is named on standard output; plots of it that are there stay, for a new run in the folder removes
# those of the one before. Plots appear complete or not at all.
# Exit status: 2 usage or output error, no file to draw, or one that is damaged (the others are
# drawn all the same);
# 3 gnuplot is missing or failed.
set -eu
unset CDPATH # or cd may go elsewhere, and print where

case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"

keep=''
case ${1:-} in
-h | --help) show_help ;;
--check) ;;
--keep)
    keep=yes
    shift
    ;;
-*) usage "there is no option '$1'" ;;
esac
[ $# -eq 1 ] || usage 'one DIR is wanted'
lacks_gnuplot() {
    ! command -v gnuplot >/dev/null 2>&1
}
no_gnuplot="gnuplot is missing; install Debian's package gnuplot-nox"
if [ "$1" = --check ]; then
    ! lacks_gnuplot || fail 3 "$no_gnuplot"
    exit 0
fi
case $1 in -*) usage "'$1' is no folder" ;; esac
[ -d "$1" ] || fail 2 "there is no folder '$1'"
folder=$(cd "$1" && pwd) || fail 2 "cannot enter $1"

names='times launches ratios mobility depths nodes-per-second'
if lacks_gnuplot; then
    there=
    for name in $names; do
        [ ! -e "$folder/$name.svg" ] || there="$there $name"
    done
    [ -n "$keep" ] && [ -n "$there" ] || fail 3 "$no_gnuplot"
    say "Nothing was drawn, because gnuplot is missing. Plots that are there:$there"
    exit 0
fi

plots=$(cd "$scripts/plots" && pwd)
work=$(mktemp -d "$folder/.plots-XXXXXX") || fail 2 "cannot write into $folder"
finish_always
cd "$work" # so that gnuplot needs no path to its data

export LC_ALL=C.UTF-8 # a point in numbers
tab=$(printf '\t')
status=0
drawn='' missing=''

# damaged FILE: as the file "problem" says
damaged() {
    complain "$folder/$1: $(head -n 1 problem)"
    status=2
}

# take FILE WANT: leaves the wanted columns of a table, see take.awk, in a file of its name. Fails
# when it is not there, or after a message when it is damaged.
take() {
    [ -e "$folder/$1" ] || return 1
    case $1 in *.csv) separator=, ;; *) separator=$tab ;; esac
    if [ -n "$(tail -c 1 "$folder/$1" 2>/dev/null)" ]; then
        echo 'the last line is cut off' >problem
    elif awk -F "$separator" -v want="$2" -f "$plots/take.awk" "$folder/$1" >taken 2>problem; then
        mv taken "$1"
        return
    fi
    damaged "$1"
    return 1
}

# choose TABLE COLUMN: its boards, for what is drawn next
choose() {
    cut -f "$2" "$1" |
        awk -F '\t' 'NR == FNR { named[$0]; next } $2 in named' - all-boards >boards
}

finished() { # finished FILE
    case $1 in *.svg) end='</svg>' ;; *) end=IEND ;; esac
    tail -c 16 "$1" | grep -aq "$end"
}

# draw NAME MACHINE [FACT]...: see style.gnuplot
draw() {
    name=$1
    where=$2
    shift 2
    for kind in svg png; do
        if ! gnuplot -d -c "$plots/style.gnuplot" "$plots" "$name" $kind "$where" \
            "$(cut -f 2 boards | tr '\n' ' ')" "$(cut -f 1 boards | tr '\n' ' ')" "$@" ||
            ! finished "$name.$kind"; then
            fail 3 "gnuplot could not draw $name.$kind"
        fi
    done
    mv "$name.svg" "$name.png" "$folder" || fail 2 "cannot write $folder/$name.svg"
    drawn="$drawn $name"
}

# none WHY WHAT: likewise of a file that has nothing to show, so that plots of it are not of it
none() {
    rm -f "$folder/$2.svg" "$folder/$2.png"
    lack "$@"
}

# lack WHY WHAT: says why something is not drawn
lack() {
    kept=
    [ ! -e "$folder/$2.svg" ] || kept=', kept as it is'
    missing="$missing${missing:+; }$2 ($1$kept)"
}

# group TABLE NAME [NONE]: its lines by first column and board, in NAME.blocks and NAME.keys; NONE is
# the line of what is not there
group() {
    choose "$1" 2
    awk -F '\t' -v keys="$2.keys" -v none="$3" -f "$plots/blocks.awk" boards "$1" >"$2.blocks" \
        2>problem &&
        return
    damaged "$1"
    return 1
}

# --- What there is -------------------------------------------------------------------------------

# Of the texts in machine.json, of which some may be null or not there.
machine=$(awk '
    match($0, /^ *"[a-z]+": "/) && sub(/",?$/, "") {
        key = substr($0, 1, RLENGTH - 4)
        sub(/^ *"/, "", key)
        if (key in fact)
            next
        text = ""
        for (rest = substr($0, RLENGTH + 1); at = index(rest, "\\"); rest = substr(rest, at + 2))
            text = text substr(rest, 1, at - 1) substr(rest, at + 1, 1)
        fact[key] = text rest
    }
    function add(text) {
        if (text != "") {
            printf "%s%s", comma, text
            comma = ", "
        }
    }
    END {
        add(fact["cpu"])
        add(fact["compiler"])
        add(fact["arch"] == "" ? "" : "ARCH=" fact["arch"])
        add(substr(fact["date"], 1, 10))
    }' "$folder/machine.json" 2>/dev/null) || :

samples='' figures='' mobility='' depths='' rates='' programs=''
take samples.csv 'bench board launch# round# iterations# ns#' && samples=yes
take figures.tsv 'workload setting? board operation? ratio#? ratio_low#? ratio_high#? verdict?' &&
    figures=yes
take mobility.tsv 'workload board moves# ns_per_move# low# high#' && mobility=yes
take depths.tsv 'mode board depth# ns_per_node# low# high#' && depths=yes
take nodes-per-second.tsv 'policy board nodes_per_second# nodes#' && rates=yes
take whole-program.tsv 'contender board? depth# ns_per_node#' && programs=yes
for file in samples.csv:times samples.csv:launches figures.tsv:ratios mobility.tsv:mobility \
    depths.tsv:depths nodes-per-second.tsv:nodes-per-second; do
    [ -e "$folder/${file%:*}" ] || lack "no ${file%:*}" "${file#*:}"
done

# Every board that is named anywhere, so that its colour is the same in all plots.
for file in samples.csv:2 figures.tsv:3 mobility.tsv:2 depths.tsv:2 nodes-per-second.tsv:2; do
    [ ! -e "${file%:*}" ] || cut -f "${file#*:}" "${file%:*}"
done | awk -f "$plots/linetypes.awk" "$plots/style.gnuplot" - >all-boards

# --- The plots -----------------------------------------------------------------------------------

# The samples by number of workload and board, and the names of workloads as in the tables.
number_samples() {
    choose samples.csv 2
    awk -F '\t' -v names=names -f "$plots/samples.awk" boards samples.csv >numbered 2>problem ||
        return 1
    { [ -z "$figures" ] || cat figures.tsv; } | awk -F '\t' '
        FILENAME != "names" { setting[$1] = $2; operation[$1] = $4; next }
        {
            printf "%s%s\tns per %s\n", $1, setting[$1] == "" ? "" : " (" setting[$1] ")",
                   operation[$1] == "" ? "operation" : operation[$1]
        }' - names >workloads
}

measured=$machine # and how often
if [ "$samples" ] && number_samples; then
    measured=$(awk -F '\t' -v machine="$machine${machine:+, }" '
        function many(n, of, plural) { return n " " of (n == 1 ? "" : plural) }
        $3 > launch { launch = $3 }
        $4 > round { round = $4 }
        END { print machine many(launch, "launch", "es") " of " many(round, "round", "s") }
        ' samples.csv)
    sort -t "$tab" -k 1,1n -k 2,2n -k 3,3g numbered |
        awk -F '\t' -v all="$(wc -l <boards)" -f "$plots/violins.awk"
    draw times "$measured"
    every=$(sort -s -t "$tab" -k 1,1n -k 2,2n numbered | awk -F '\t' -v panels=5 -v points=9000 \
        -f "$plots/launches.awk" times.panels times.boards -)
    if [ -s launches.panels ]; then
        draw launches "$measured" "$every"
    else
        none 'no workload is of all boards' launches
    fi
elif [ "$samples" ]; then
    damaged samples.csv
fi

if [ "$figures" ]; then
    # The one beside which all others stand; it may not have the first workload.
    reference=$(awk -F '\t' '$5 == 1 && $6 == "" && $8 == "" { print $3; exit }' figures.tsv)
    [ -n "$reference" ] || reference=$(head -n 1 figures.tsv | cut -f 3)
    choose figures.tsv 3
    awk -F '\t' -v name="$reference" '$2 != name' boards >others
    mv others boards
    if ! [ -s boards ]; then
        none 'one board has none' ratios
    elif ! awk -F '\t' -v name="$reference" '$3 != name && $5 != "" { exit found = 1 }
                                             END { exit !found }' figures.tsv; then
        none 'none is known' ratios
    else
        awk -F '\t' -f "$plots/ratios.awk" boards figures.tsv
        draw ratios "$measured" "$reference"
    fi
fi

if [ "$mobility" ] && group mobility.tsv mobility ''; then draw mobility "$machine"; fi
if [ "$depths" ] && group depths.tsv depths "1${tab}NaN${tab}NaN${tab}NaN"; then draw depths "$machine"; fi

if [ "$rates" ] && group nodes-per-second.tsv rates "0${tab}0"; then
    : >engines
    depth=
    if [ "$programs" ]; then
        awk -F '\t' '$2 == "" { printf "%s\t%.0f\n", $1, 1e9 / $4 }' whole-program.tsv >engines
        depth=$(head -n 1 whole-program.tsv | cut -f 3)
    fi
    nodes=$(head -n 1 nodes-per-second.tsv | cut -f 4 | # with commas
        sed -e :more -e 's/^\([0-9]*[0-9]\)\([0-9][0-9][0-9]\)/\1,\2/' -e 't more')
    draw nodes-per-second "$machine" "$nodes" "$depth"
fi

[ -z "$drawn" ] || say "Plots, each as .svg and .png in $folder:$drawn"
[ -z "$missing" ] || say "Not drawn: $missing"
if [ -z "$drawn" ] && [ "$status" -eq 0 ]; then
    fail 2 "there is nothing to draw in $folder"
fi
exit $status
