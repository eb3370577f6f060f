# One bar per board: nodes per second. Called by hyperfine.sh:
#
#   gnuplot -c nodes-per-second.gnuplot DATA.tsv OUTPUT TITLE SUBTITLE     makes OUTPUT.svg, .png
#
# Titles are plain text (noenhanced): an underscore in a compiler's name is no subscript.
data = ARG1

set datafile separator "\t"
set colorsequence podo # told apart by people with colour-blindness too
stats data using 5 skip 1 nooutput
boards = int(STATS_records)
highest = STATS_max / 1e6

set title ARG3 font ",16" offset 0, 0.7 noenhanced
set label ARG4 at graph 0.5, 1.035 center font ",10" textcolor rgb "#555555" noenhanced
set tmargin 4.5
set bmargin 3
set ylabel "million nodes per second"
set xrange [-0.6 : boards - 0.4]
set yrange [0 : highest * 1.12] # from zero, or bars lie; room above for the values
set xtics scale 0 font ",13" noenhanced
set ytics nomirror
set grid ytics linetype 1 linecolor rgb "#dddddd"
set border 3 linecolor rgb "#555555"
set style fill solid 0.9 noborder
set boxwidth 0.6
unset key

do for [kind in "svg png"] {
    if (kind eq "svg") {
        set terminal svg size 800, 500 font "DejaVu Sans,12" background rgb "white"
    } else {
        # Twice the size of the drawing, for sharp screens.
        set terminal pngcairo size 1600, 1000 fontscale 2 linewidth 2 font "DejaVu Sans,12"
    }
    set output ARG2 . "." . kind
    # Colour 1 of the sequence is black.
    plot data using 0:($5 / 1e6):($0 + 2):xtic(1) skip 1 with boxes linecolor variable, \
         "" using 0:($5 / 1e6):(sprintf("%.1f", $5 / 1e6)) skip 1 \
            with labels offset 0, 0.8 font ",13"
    unset output
}
