# Makes of samples, in the order of workload, board and measurement, what launches.gnuplot draws:
#
#   awk -F '\t' -v panels=N -v points=N -f launches.awk times.panels times.boards NUMBERED
#
# The first two as violins.awk writes them, NUMBERED as samples.awk does. Only the workloads that
# spread most are drawn, `panels` of them. When there are more than so many `points`, every so
# many-th sample is drawn, and all outliers: those beyond the 1st and 99th percentile.
#
# Files in the working directory: launches.panels, a line for each workload that is drawn: its
# number, lowest and highest time of the axis, in medians of the board; launches.points and
# launches.medians, a block for each workload and board: when (0 to 1 on the first board, 1 to 2 on
# the second, and so on) and how long; where a launch starts, how much it takes, its median;
# launches.beyond, a block for each workload: how many samples of each board are beyond the axis.
# Prints one sample in how many is drawn.

# The workloads that spread most, of those that all boards have.
function choose(    i, w, best) {
    for (i = 1; i <= panels && i <= workloads; i++) {
        best = 0
        for (w = 1; w <= workloads; w++)
            if (!(w in chosen) && is_of_all(w) && (!best || spread[w] > spread[best])) best = w
        if (best) chosen[best]
    }
}

function is_of_all(w,    b) {
    for (b = 1; b <= boards; b++)
        if (!((w, b) in count)) return 0
    return 1
}

function write_panels(    w, b, samples) {
    for (w = 1; w <= workloads; w++) {
        if (!(w in chosen)) continue
        low[w] = high[w] = 1
        for (b = 1; b <= boards; b++) {
            samples += count[w, b]
            if (bottom[w, b] / median[w, b] < low[w]) low[w] = bottom[w, b] / median[w, b]
            if (top[w, b] / median[w, b] > high[w]) high[w] = top[w, b] / median[w, b]
        }
        low[w] /= 1.1
        high[w] *= 1.1
        printf "%d\t%.4g\t%.4g\n", w, low[w], high[w] > "launches.panels"
    }
    every = int((samples - 1) / points) + 1
    print every
}

function end_launch(    i, j, x) {
    for (i = 2; i <= n; i++) {
        x = value[i]
        for (j = i - 1; j > 0 && value[j] > x; j--) value[j + 1] = value[j]
        value[j + 1] = x
    }
    x = (value[int((n + 1) / 2)] + value[int(n / 2) + 1]) / 2
    printf "%.5f\t%.5f\t%.4g\n", start, place(seen) - start, x > "launches.medians"
    n = 0
}

function end_board() {
    end_launch()
    printf "\n\n" > "launches.points"
    printf "\n\n" > "launches.medians"
    print board - 0.5 "\t" (beyond ? "+" beyond : "") > "launches.beyond"
    seen = beyond = 0
}

# Where the samples of the board stand after so many of them; a gap divides boards.
function place(samples) {
    return board - 0.98 + 0.96 * samples / count[workload, board]
}

FILENAME == "times.panels" { spread[++workloads] = $3; next }
FILENAME == "times.boards" {
    count[$1, $2] = $3; bottom[$1, $2] = $4; median[$1, $2] = $5; top[$1, $2] = $6
    if ($2 > boards) boards = $2
    next
}
FNR == 1 {
    choose()
    write_panels()
}
!($1 in chosen) { next }
n > 0 && ($1 != workload || $2 != board) { end_board() }
n > 0 && $4 != launch { end_launch() }
workload != "" && $1 != workload { printf "\n\n" > "launches.beyond" }
{
    workload = $1; board = $2; launch = $4
    if (n == 0) start = place(seen)
    time = value[++n] = $3 / median[workload, board]
    outlier = $3 < bottom[workload, board] || $3 > top[workload, board]
    if (time < low[workload] || time > high[workload]) {
        beyond++
        time = time < 1 ? low[workload] : high[workload]
    }
    if (outlier || seen % every == 0)
        printf "%.5f\t%.5g\n", place(seen + 0.5), time > "launches.points"
    seen++
}
END { end_board() }
