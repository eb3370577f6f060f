# Makes of samples, sorted by workload, board and time (see samples.awk), what times.gnuplot draws:
#
#   awk -F '\t' -v all=N -f violins.awk SORTED
#
# N is the number of boards. Where one has no samples of a workload, its blocks have a point beyond
# all axes, and times.boards no line.
#
# Files in the working directory: times.panels, a line for each workload: lowest and highest time of
# its axis, and how widely its samples spread; times.boards, a line for each workload and board: the
# two, number of samples, 1st percentile, median, 99th percentile; times.tics and times.medians, a
# block for each workload; times.outlines and times.outliers, a block for each workload and board.
#
# A violin reaches from the 1st to the 99th percentile of the samples. Its width is their density on
# a logarithmic axis by Gaussian kernels; each violin has the same greatest width. Samples beyond it
# are drawn one by one, or counted where they lie beyond the axis.

function quantile(part) {
    return value[1 + int(part * (n - 1) + 0.5)]
}

# At a time; not normalised. A thousand of the sorted samples, evenly taken, have the same shape.
function density(time, bandwidth,    i, step, sum, z) {
    step = n > 1000 ? n / 1000 : 1
    for (i = 1; i <= n; i += step) {
        z = log(time / value[int(i)]) / bandwidth
        if (z * z < 30) sum += exp(-z * z / 2)
    }
    return sum
}

# Silverman's bandwidth, by quartiles because outliers are no part of the shape; at least 0.2 %, so
# that the steps of a clock are none either. The outline goes through quantiles, which are close to
# each other where samples are, and leaves and meets them steeply where there are none between.
function write_outline(    bandwidth, reach, i, count, next_time, time, width, widest) {
    bandwidth = 0.9 * log(quantile(0.75) / quantile(0.25)) / 1.349 / n ^ 0.2
    if (bandwidth < 0.002) bandwidth = 0.002
    reach = exp(3 * bandwidth)
    for (i = 1; i <= 99; i += 3.5) {
        next_time = quantile(i / 100)
        if (count > 0 && next_time / time[count] > reach * reach) {
            time[count + 1] = time[count] * reach
            time[count + 2] = next_time / reach
            count += 2
        }
        time[++count] = next_time
    }
    for (i = 1; i <= count; i++) {
        width[i] = density(time[i], bandwidth)
        if (width[i] > widest) widest = width[i]
    }
    for (i = 1; i <= count; i++) {
        width[i] *= 0.42 / widest
        if (width[i] < 0.01) width[i] = 0.01 # what can be seen
        printf "%.4f\t%.6g\n", board - width[i], time[i] > "times.outlines"
    }
    for (i = count; i >= 1; i--)
        printf "%.4f\t%.6g\n", board + width[i], time[i] > "times.outlines"
    printf "\n\n" > "times.outlines"
}

# The blocks of the boards before this one that have no samples of the workload.
function skip_to(next_board) {
    for (boards++; boards < next_board; boards++) {
        print "0\t1e-30\n\n" > "times.outlines"
        delete median[boards]
        outliers[boards] = 0
    }
}

function end_board(    i, range) {
    skip_to(board)
    write_outline()
    median[board] = quantile(0.5)
    if (low == 0 || quantile(0.01) < low) low = quantile(0.01)
    if (quantile(0.99) > high) high = quantile(0.99)
    printf "%d\t%d\t%d\t%.8g\t%.8g\t%.8g\n", workload, board, n, quantile(0.01), quantile(0.5),
           quantile(0.99) > "times.boards"
    range = log(quantile(0.95) / quantile(0.05))
    if (range > spread) spread = range
    outliers[board] = 0
    for (i = 1; i <= n; i++)
        if (value[i] < quantile(0.01) || value[i] > quantile(0.99))
            outlier[board, ++outliers[board]] = value[i]
    n = 0
}

# The greatest power of ten that is not above x.
function decade(x,    power) {
    for (power = 1; power > x; power /= 10) continue
    while (power * 10 <= x) power *= 10
    return power
}

# Round numbers to write at the axis.
function write_tics(    power, digits, count, i, tic, step) {
    if (high / low < 3) {
        step = decade((high - low) / 4)
        step *= (high - low) / 4 > 5 * step ? 10 : (high - low) / 4 > 2 * step ? 5 : 2
        for (tic = step * int(low / step + 1); tic <= high; tic += step)
            print tic > "times.tics"
    } else {
        count = split(high / low < 8 ? "1 2 3 5 7" : "1 2 5", digits, " ")
        for (power = decade(low); power <= high; power *= 10)
            for (i = 1; i <= count; i++)
                if (power * digits[i] >= low && power * digits[i] <= high)
                    print power * digits[i] > "times.tics"
    }
    printf "\n\n" > "times.tics"
}

# The median is among the outliers, so that no block is empty. One of several at the same place of
# the paper is enough.
function write_marks(    b, i, place, drawn, beyond) {
    for (b = 1; b <= boards; b++) {
        beyond = 0
        if (!(b in median)) {
            print b "\t1e-30\n\n" > "times.outliers"
            continue
        }
        printf "%d\t%.6g\n", b, median[b] > "times.outliers"
        for (i = 1; i <= outliers[b]; i++) {
            place = int(250 * log(outlier[b, i] / low) / log(high / low))
            if (outlier[b, i] < low || outlier[b, i] > high) beyond++
            else if (drawn[b] != place) printf "%d\t%.6g\n", b, outlier[b, i] > "times.outliers"
            drawn[b] = place
        }
        printf "\n\n" > "times.outliers"
        printf median[b] < 1000 ? "%d\t%.6g\t%.4g\t%s\n" : "%d\t%.6g\t%.0f\t%s\n",
               b, median[b], median[b], beyond ? "+" beyond : "" > "times.medians"
    }
    printf "\n\n" > "times.medians"
}

# An axis has room for all violins and a little more; at least a fifth, lest noise look large.
function end_workload(    middle) {
    skip_to(all + 1)
    boards = all
    middle = sqrt(low * high)
    high = high > middle * 1.1 ? high * 1.08 : middle * 1.1
    low = low < middle / 1.1 ? low / 1.08 : middle / 1.1
    write_tics()
    write_marks()
    printf "%.6g\t%.6g\t%.6g\n", low, high, spread > "times.panels"
    low = high = spread = boards = 0
}

$1 != workload || $2 != board {
    if (n > 0) end_board()
    if (NR > 1 && $1 != workload) end_workload()
    workload = $1
    board = $2
}
{ value[++n] = $3 }
END {
    end_board()
    end_workload()
}
