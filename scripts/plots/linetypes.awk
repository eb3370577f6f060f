# Gives each board its linetype: prints linetype, tab and name, in the order of linetypes.
#
#   awk -f linetypes.awk style.gnuplot NAMES
#
# NAMES has a name in each line, repeated or not. Those that style.gnuplot does not know take a
# linetype that no other board has, from the last one; when all are taken, they share the last one.
NR == FNR {
    if (/^set linetype/) {
        last = $3
        known[$NF] = $3
        owner[$3] = ""
    }
    next
}
!($0 in seen) {
    seen[$0]
    if ($0 in known) owner[known[$0]] = $0
    else others[++count] = $0
}
END {
    free = last
    for (i = 1; i <= count; i++) {
        while (free > 0 && owner[free] != "") free--
        if (free > 0) owner[free] = others[i]
        else shared = shared last "\t" others[i] "\n"
    }
    for (i = 1; i <= last; i++)
        if (owner[i] != "") print i "\t" owner[i]
    printf "%s", shared
}
