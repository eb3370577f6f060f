# What all plots share: colours, markers, fonts and lines. Draws one plot, for plot.sh:
#
#   gnuplot -c style.gnuplot FOLDER NAME KIND MACHINE BOARDS LINETYPES [FACT [FACT]]
#
# makes NAME.KIND (svg or png) by FOLDER/NAME.gnuplot from data files in the working directory.
# FOLDER is that of this file; MACHINE says where it was measured; BOARDS is a list of names with
# blanks between them, LINETYPES that of their linetypes. What FACTs are is up to NAME.gnuplot.

# One colour for each board, in all plots of all runs. Six of the first seven are of Okabe and Ito, and
# all stay apart with colour-blindness of any kind; shape and order say the same once more. Boards that
# are not named here take what is left over, from the last one.
set linetype 1 linecolor rgb "#E69F00" # padded
set linetype 2 linecolor rgb "#56B4E9" # naive
set linetype 3 linecolor rgb "#009E73" # bitboard
set linetype 4 linecolor rgb "#4B0092" # vector
set linetype 5 linecolor rgb "#D55E00" # padded-bitline
set linetype 6 linecolor rgb "#0072B2" # bitboard-rotated
set linetype 7 linecolor rgb "#CC79A7" # bitboard-pext
set linetype 8 linecolor rgb "#661100" # bitboard-magic
set linetype 9 linecolor rgb "#222255" # bitboard-subtract
set linetype 10 linecolor rgb "#AAAAAA" # engines
grey = 0x555555

# A shape for each linetype; the one before it is the same, hollow.
shape(type) = 5 + 2 * ((type - 1) % 6)
do for [type = 1:10] { set linetype type pointtype shape(type) }

folder = ARG1
kind = ARG3
machine = ARG4
boards = ARG5
linetypes = ARG6
fact_1 = ARG7
fact_2 = ARG8
output = ARG2 . "." . kind

n_boards = words(boards)
type(board) = int(word(linetypes, board)) # boards are counted from 1
min(a, b) = a < b ? a : b
max(a, b) = a > b ? a : b

set encoding utf8
set datafile separator "\t" commentschars ""
set border 3 linecolor rgb grey
set tics nomirror textcolor rgb "#333333"
set grid linetype 1 linecolor rgb "#DDDDDD"
set style fill solid 0.9 noborder
set key off noautotitle

# Numbers for a logarithmic axis of ratios.
tics_of_ratios(low, high) = \
    high / low < 1.5 ? "(0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.15, 1.2, 1.3, 1.4)" : \
    high / low < 4 ? "(0.3, 0.4, 0.5, 0.6, 0.7, 0.85, 1, 1.2, 1.4, 1.7, 2, 2.5, 3)" : \
    "(0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30)"
records(file) = int(system("wc -l <" . file)) # of a name without blanks

load folder . "/" . ARG2 . ".gnuplot"
