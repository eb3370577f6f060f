# Opens the drawing: `width` pixels wide, with room for `body` pixels below the heading, which is
# `title`, `note` (how to read it), machine, and which board has which colour and shape. Sets `top`,
# the height of the heading.
left = 20 # of all its lines
line = 102 # of the first boards, from above
at = left
do for [board = 1:n_boards] {
    entry = 9 * strlen(word(boards, board)) + 45
    if (at > left && at + entry > width) { at = left; line = line + 24 }
    at = at + entry
}
top = line + 23
height = top + body

# Names are plain text (noenhanced): an underscore in a compiler's name is no subscript. A PNG is
# twice the size of the drawing, for sharp screens; its fonts are in points of 4/3 pixels.
if (kind eq "svg") {
    set terminal svg size width, height rounded noenhanced font "DejaVu Sans,14" \
        background rgb "white"
} else {
    set terminal pngcairo size 2 * width, 2 * height rounded noenhanced fontscale 1.5 linewidth 2 \
        pointscale 2 font "DejaVu Sans,14" background rgb "white"
}
set output output
mark = kind eq "svg" ? 0.7 : 1.1 # the size of points: an SVG's unit is larger

# Pixels from the upper left corner as screen coordinates; and the font, at most of this size, in
# which a text fits into the width: letters of DejaVu Sans are 0.55 of it wide on average.
x_of(pixels) = pixels / (1.0 * width)
y_of(pixels) = 1 - pixels / (1.0 * height)
fit(text, size) = sprintf(",%.1f", min(size, (width - 2 * left) / (0.55 * (strlen(text) + 1))))

set label title at screen x_of(left), y_of(25) font fit(title, 19)
set label note at screen x_of(left), y_of(52) font fit(note, 13) textcolor rgb grey
set label machine at screen x_of(left), y_of(74) font fit(machine, 12) textcolor rgb grey
at = left
line = 102
do for [board = 1:n_boards] {
    entry = 9 * strlen(word(boards, board)) + 45
    if (at > left && at + entry > width) { at = left; line = line + 24 }
    set label word(boards, board) at screen x_of(at + 7), y_of(line) offset char 1, -0.2 \
        point linetype type(board) pointtype shape(type(board)) pointsize mark
    at = at + entry
}
