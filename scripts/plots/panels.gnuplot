# Opens the drawing for a grid of `panels` panels, each `panel_width` by `panel_height` pixels with
# its title and labels, of which `gap` are between the axes of two rows. The script then plots panel
# by panel, and unsets the labels of the heading after the first.
columns = min(panels, max(1, min(4, 1240 / panel_width)))
rows = (panels + columns - 1) / columns
width = max(900, columns * panel_width + 20)
body = rows * panel_height
load folder . "/heading.gnuplot"
set multiplot layout rows, columns \
    margins screen x_of(85), x_of(width - 15), y_of(height - gap + 30), y_of(top + 30) \
    spacing screen 88.0 / width, gap / height
