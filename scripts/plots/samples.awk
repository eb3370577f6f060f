# Numbers the samples for violins.awk and launches.awk: prints workload (from 1, in the order of the
# table), board (from 1, in that of BOARDS), nanoseconds of one operation, and launch.
#
#   awk -F '\t' -v names=FILE -f samples.awk BOARDS SAMPLES
#
# BOARDS: linetype and name; SAMPLES: workload, board, launch, round, iterations, nanoseconds. The
# names of the workloads go to FILE, a line each. Status 2 when a board has no sample of some
# workload, unless that is of a policy that not all boards have.
NR == FNR {
    board_of[$2] = ++boards
    board_name[boards] = $2
    next
}
!($1 in workload_of) {
    workload_of[$1] = ++workloads
    workload_name[workloads] = $1
    print $1 > names
}
{
    w = workload_of[$1]; b = board_of[$2]
    count[w, b]++
    printf "%d\t%d\t%.10g\t%d\n", w, b, $6 / $5, $3
}
END {
    for (w = 1; w <= workloads; w++)
        for (b = 1; b <= boards; b++)
            if (!((w, b) in count) && workload_name[w] != "perft-two-ply") {
                print "no sample of " board_name[b] " in " workload_name[w] \
                      "; is the file cut off?" > "/dev/stderr"
                exit 2
            }
}
