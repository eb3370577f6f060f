# Takes the wanted columns of a table with a heading line, in the wanted order, and prints them with
# tabs between them and without the heading; or says what is wrong with the table, with status 2.
#
#   awk -F '\t' -v want='mode depth# low#?' -f take.awk TABLE
#
# "#" marks columns of numbers above 0, "?" those that may be empty.
function fail(text) {
    print text > "/dev/stderr"
    failed = 1
    exit 2
}
function check(text, column) {
    if (text == "") {
        if (!optional[column]) fail("line " NR ": " wanted[column] " is empty")
    } else if (number[column] && (text !~ /^[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?$/ || text + 0 <= 0))
        fail("line " NR ": " wanted[column] " is '" text "', not a number above 0")
    else if (wanted[column] == "board" && text ~ / /)
        fail("line " NR ": " wanted[column] " is '" text "', with a blank")
    else if (text ~ /["\\]/)
        fail("line " NR ": " wanted[column] " is '" text "': quotes and \\ cannot be drawn")
}
BEGIN {
    count = split(want, wanted, " ")
    for (i = 1; i <= count; i++) {
        optional[i] = sub(/\?$/, "", wanted[i])
        number[i] = sub(/#$/, "", wanted[i])
    }
}
NR == 1 {
    fields = NF
    for (i = 1; i <= NF; i++) place[$i] = i
    for (i = 1; i <= count; i++)
        if (!(wanted[i] in place)) fail("the heading has no column '" wanted[i] "'")
    next
}
NF != fields { fail("line " NR ": " NF " columns, not " fields "; is the file cut off?") }
{
    for (i = 1; i <= count; i++) {
        text = $place[wanted[i]]
        check(text, i)
        printf "%s%s", text, i < count ? "\t" : "\n"
    }
}
END {
    if (failed) exit 2
    if (NR < 2) fail("there is no line below the heading")
}
