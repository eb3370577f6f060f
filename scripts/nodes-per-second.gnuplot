# Nodes per second: a group of bars for each policy, in it a bar for each board, because boards may
# be compared under the same policy only. Called by hyperfine.sh:
#
#   gnuplot -c nodes-per-second.gnuplot DATA.tsv OUTPUT TITLE SUBTITLE BOARDS POLICIES
#
# makes OUTPUT.svg and OUTPUT.png. BOARDS and POLICIES are lists with blanks; DATA has a line for
# every board and policy: board, policy, …, and nodes per second in column 6.
# Titles are plain text (noenhanced): an underscore in a compiler's name is no subscript.
data = ARG1
boards = ARG5
policies = ARG6

set datafile separator "\t"
set colorsequence podo # told apart by people with colour-blindness too
stats data using 6 skip 1 nooutput
highest = STATS_max / 1e6

width = 0.8 / words(boards)
centre(board) = (board - (words(boards) + 1) / 2.0) * width # of its bar, from the group's
index_of(list, name) = int(sum [i = 1:words(list)] (word(list, i) eq name ? i : 0))
what(policy) = policy eq "plain" ? "every leaf made" : \
               policy eq "bulk" ? "every leaf tested" : \
               policy eq "legal" ? "leaves counted" : ""

set title ARG3 font ",16" offset 0, 0.7 noenhanced
set label ARG4 at graph 0.5, 1.035 center font ",10" textcolor rgb "#555555" noenhanced
set key inside left top Left reverse vertical noenhanced samplen 1.5 font ",12"
set tmargin 4.5
set bmargin 4
set ylabel "million nodes per second"
set xrange [0.4 : words(policies) + 0.6]
set yrange [0 : highest * 1.1] # from zero, or bars lie; room above for the values
set xtics () scale 0 font ",12" noenhanced
do for [i = 1:words(policies)] {
    set xtics add (word(policies, i) . "\n" . what(word(policies, i)) i)
}
set ytics nomirror
set grid ytics linetype 1 linecolor rgb "#dddddd"
set border 3 linecolor rgb "#555555"
set style fill solid 0.9 noborder
set boxwidth width * 0.92

bar(board) = index_of(policies, strcol(2)) + centre(board)
speed(board) = strcol(1) eq word(boards, board) ? column(6) / 1e6 : NaN
do for [kind in "svg png"] {
    if (kind eq "svg") {
        set terminal svg size 800, 500 font "DejaVu Sans,12" background rgb "white"
    } else {
        # Twice the size of the drawing, for sharp screens.
        set terminal pngcairo size 1600, 1000 fontscale 2 linewidth 2 font "DejaVu Sans,12"
    }
    set output ARG2 . "." . kind
    # Colour 1 of the sequence is black.
    plot for [b = 1:words(boards)] data using (bar(b)):(speed(b)) skip 1 \
             with boxes linecolor b + 1 title word(boards, b), \
         for [b = 1:words(boards)] "" using (bar(b)):(speed(b)):(sprintf("%.0f", speed(b))) skip 1 \
             with labels offset 0, 0.7 font ",11" notitle
    unset output
}
