# The samples of versus-engine.sh, which calls this, as its table. A line of them is the number of
# the contender, its name, depth, nodes, user and elapsed milliseconds; the contender of the first
# line is what ratios refer to.
#
#   awk -F '\t' -v tsv=1 -v clock=user|wall -f samples.awk -f versus-table.awk SAMPLES
#
# An empty tsv is for people. What the environment has in SUITE, a tab, the number of positions, a
# tab and their file, ends each line for machines; of the starting position they have no such columns.
!($1 in count) { contender[++contenders] = $1 }
{
    name[$1] = $2; depth[$1] = $3; nodes[$1] = $4; n = ++count[$1]
    user[$1, n] = $5; wall[$1, n] = $6
    if (length($2) > width) width = length($2)
}
END {
    if (width < 9) width = 9 # that of the heading
    if (tsv)
        print "contender\tdepth\tnodes\tuser_seconds\twall_seconds\tnodes_per_second\tratio" \
              (ENVIRON["SUITE"] == "" ? "" : "\tpositions\tepd")
    else
        printf "%-" width "s %6s %15s %9s %10s %8s\n", "contender", "depth", "nodes",
               "seconds", "Mnodes/s", "ratio"
    for (i = 1; i <= contenders; i++) {
        c = contender[i]
        u = median(user, c, count[c]) / 1000
        w = median(wall, c, count[c]) / 1000
        seconds = clock == "user" ? u : w
        rate = measured(seconds) ? nodes[c] / seconds : 0
        if (!rate) unmeasured = unmeasured (unmeasured == "" ? "" : ", ") name[c]
        if (i == 1) first = rate
        ratio = rate && first ? sprintf("%.2f", rate / first) : "-"
        if (tsv)
            printf "%s\t%s\t%s\t%s\t%s\t%s\t%s%s\n", name[c], depth[c], nodes[c],
                   digits(u, 4), digits(w, 4),
                   rate ? sprintf("%.0f", rate) : "-", ratio, ENVIRON["SUITE"]
        else
            printf "%-" width "s %6s %15s %9s %10s %8s\n", name[c], depth[c], nodes[c],
                   digits(seconds, 3),
                   rate ? sprintf("%.1f", rate / 1e6) : "-", ratio
    }
    if (unmeasured != "")
        print (tsv ? "" : "\n") "Too little time to be measured, less than 10 ms: " unmeasured \
              "; a greater DEPTH takes longer" > (tsv ? "/dev/stderr" : "/dev/stdout")
}
