# The samples of pgo.sh, which calls this, as its table. A line of them is a number, 2 i of contender
# i without a profile and 2 i + 1 with one, then its name, depth, nodes, user and elapsed
# milliseconds. Both have a line in each round.
#
#   awk -F '\t' -v tsv=1 -f samples.awk -f pgo-table.awk SAMPLES      an empty tsv: for people
{
    i = int($1 / 2)
    guided = $1 % 2
    n = ++count[guided, i]
    user[guided, i, n] = $5
    if (i + 1 > contenders) contenders = i + 1
    if (guided) next
    name[i] = $2; depth[i] = $3; nodes[i] = $4
    if (length($2) > width) width = length($2)
}
# The median seconds of a contender.
function seconds(guided, i,    k) {
    for (k = 1; k <= count[guided, i]; k++)
        taken[guided i, k] = user[guided, i, k]
    return median(taken, guided i, count[guided, i]) / 1000
}
END {
    if (width < 9) width = 9 # that of the heading
    if (tsv)
        print "contender\tdepth\tnodes\tplain_seconds\tpgo_seconds\tspeed\tleast\tgreatest"
    else
        printf "%-" width "s %9s %9s   %s\n", "contender", "without s", "with s", "speed"
    for (i = 0; i < contenders; i++) {
        rounds = count[0, i]
        known = 1
        for (n = 1; n <= rounds; n++) {
            if (!measured(user[0, i, n] / 1000) || !measured(user[1, i, n] / 1000)) known = 0
            else ratio[i, n] = user[0, i, n] / user[1, i, n]
        }
        if (known) {
            middle = median(ratio, i, rounds)
            low = ratio[i, 1] # sorted by now
            high = ratio[i, rounds]
        } else {
            unmeasured = unmeasured (unmeasured == "" ? "" : ", ") name[i]
        }
        if (tsv)
            printf "%s\t%s\t%s\t%s\t%s\t%s\n", name[i], depth[i], nodes[i],
                   digits(seconds(0, i), 4), digits(seconds(1, i), 4),
                   known ? sprintf("%.3f\t%.3f\t%.3f", middle, low, high) : "-\t-\t-"
        else
            printf "%-" width "s %9s %9s   %s\n", name[i],
                   digits(seconds(0, i), 3), digits(seconds(1, i), 3),
                   known ? sprintf("%.3f [%.3f, %.3f]", middle, low, high) : "-"
    }
    if (unmeasured != "")
        print (tsv ? "" : "\n") "Too little time to be measured, less than 10 ms: " unmeasured \
              "; a greater DEPTH takes longer" > (tsv ? "/dev/stderr" : "/dev/stdout")
}
