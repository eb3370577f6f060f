# What the tables of timed perft have in common: milliseconds, as perft-turns.bash samples them.

# The median of the samples of one contender; sorts them.
function median(of, c, n,    i, j, x) {
    for (i = 2; i <= n; i++) {
        x = of[c, i]
        for (j = i - 1; j > 0 && of[c, j] > x; j--)
            of[c, j + 1] = of[c, j]
        of[c, j + 1] = x
    }
    return (of[c, int((n + 1) / 2)] + of[c, int(n / 2) + 1]) / 2
}
# The clock steps by a millisecond, and start-up, which was subtracted, varies by one or two: what
# takes less than ten is not known even by its first digit.
function measured(seconds) {
    return seconds >= 0.010
}
function digits(seconds, places) {
    return measured(seconds) ? sprintf("%." places "f", seconds) : "-"
}
