# The samples of versus-engine.sh, which calls this, as its table. A line of them is contender, depth,
# nodes, user and elapsed milliseconds; the contender of the first line is what ratios refer to.
#
#   awk -F '\t' -v tsv=1 -v clock=user|wall -f versus-table.awk SAMPLES      an empty tsv: for people

# The median of the samples of one contender; sorts them.
function median(of, c, n,    i, j, x) {
    for (i = 2; i <= n; i++) {
        x = of[c, i]
        for (j = i - 1; j > 0 && of[c, j] > x; j--)
            of[c, j + 1] = of[c, j]
        of[c, j + 1] = x
    }
    return (of[c, int((n + 1) / 2)] + of[c, int(n / 2) + 1]) / 2 / 1000
}
!($1 in count) { names[++contenders] = $1 }
{
    depth[$1] = $2; nodes[$1] = $3; n = ++count[$1]
    user[$1, n] = $4; wall[$1, n] = $5
    if (length($1) > width) width = length($1)
}
END {
    if (tsv)
        print "contender\tdepth\tnodes\tuser_seconds\twall_seconds\tnodes_per_second\tratio"
    else
        printf "%-" width "s %6s %15s %9s %10s %8s\n", "contender", "depth", "nodes",
               "seconds", "Mnodes/s", "ratio"
    for (i = 1; i <= contenders; i++) {
        c = names[i]
        u = median(user, c, count[c])
        w = median(wall, c, count[c])
        seconds = clock == "user" ? u : w
        # What takes no time has no speed.
        rate = seconds > 0 ? nodes[c] / seconds : 0
        if (i == 1) first = rate
        ratio = rate && first ? sprintf("%.2f", rate / first) : "-"
        if (tsv)
            printf "%s\t%s\t%s\t%.4f\t%.4f\t%s\t%s\n", c, depth[c], nodes[c], u, w,
                   rate ? sprintf("%.0f", rate) : "-", ratio
        else
            printf "%-" width "s %6s %15s %9.3f %10s %8s\n", c, depth[c], nodes[c], seconds,
                   rate ? sprintf("%.1f", rate / 1e6) : "-", ratio
    }
}