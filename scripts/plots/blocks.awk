# Groups the lines of a table by what its first field names and by board, which is in the second:
#
#   awk -F '\t' -v keys=FILE -v none=LINE -f blocks.awk BOARDS TABLE
#
# BOARDS: linetype and name. Prints a block for each key, in the order of the table, and board, in
# that of BOARDS: the lines without these two fields. The keys go to FILE, a line each. Status 2
# when a board is missing for some key, unless the key is a policy that not all boards have: then its
# block is LINE.
NR == FNR {
    board[++boards] = $2
    next
}
!($1 in known) {
    known[$1]
    key[++count] = $1
    print $1 > keys
}
{ lines[$1, $2] = lines[$1, $2] substr($0, length($1) + length($2) + 3) "\n" }
END {
    for (k = 1; k <= count; k++)
        for (b = 1; b <= boards; b++) {
            if (!((key[k], board[b]) in lines) && key[k] == "two-ply") {
                printf "%s\n\n\n", none
                continue
            }
            if (!((key[k], board[b]) in lines)) {
                print "there is no line of " key[k] " on " board[b] \
                      "; is the file cut off?" > "/dev/stderr"
                exit 2
            }
            printf "%s\n\n", lines[key[k], board[b]]
        }
}
