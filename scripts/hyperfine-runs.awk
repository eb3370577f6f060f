# The runs that scripts/hyperfine.sh, which calls this, had hyperfine make one by one, in the form
# that hyperfine gives to the runs of one call.
#
#   awk -F '\t' -v form=json|csv -f hyperfine-runs.awk CONTENDERS SAMPLES
#
# A line of CONTENDERS begins with a name; one of SAMPLES is the number of the contender (of its
# line), pass, and seconds: elapsed, user and system.

function json_text(text) {
    gsub(/\\/, "\\\\&", text) # mawk makes one backslash of "\\\\" alone
    gsub(/"/, "\\\"", text)
    gsub(/[\001-\037\177]/, " ", text)
    return "\"" text "\""
}
function csv_text(text) {
    if (text !~ /[",]/) return text
    gsub(/"/, "\"\"", text)
    return "\"" text "\""
}
# Sorts the elapsed times of a contender, and finds what hyperfine says of them.
function summarise(c,    n, i, j, x, squares) {
    n = count[c]
    mean = user = system_time = squares = 0
    for (i = 1; i <= n; i++) {
        mean += wall[c, i] / n; user += users[c, i] / n; system_time += systems[c, i] / n
        x = wall[c, i]
        for (j = i - 1; j > 0 && sorted[j] > x; j--)
            sorted[j + 1] = sorted[j]
        sorted[j + 1] = x
    }
    for (i = 1; i <= n; i++)
        squares += (wall[c, i] - mean) ^ 2
    deviation = n > 1 ? sprintf("%.9g", sqrt(squares / (n - 1))) : ""
    median = (sorted[int((n + 1) / 2)] + sorted[int(n / 2) + 1]) / 2
    least = sorted[1]
    most = sorted[n]
}
function print_json(c,    i) {
    if (c > 1) printf ",\n"
    printf "    {\n      \"command\": %s,\n      \"mean\": %.9g,\n      \"stddev\": %s,\n",
           json_text(name[c]), mean, deviation == "" ? "null" : deviation
    printf "      \"median\": %.9g,\n      \"user\": %.9g,\n      \"system\": %.9g,\n",
           median, user, system_time
    printf "      \"min\": %.9g,\n      \"max\": %.9g,\n      \"times\": [\n", least, most
    for (i = 1; i <= count[c]; i++)
        printf "        %.9g%s\n", wall[c, i], i < count[c] ? "," : ""
    printf "      ],\n      \"exit_codes\": [\n"
    for (i = 1; i <= count[c]; i++)
        printf "        0%s\n", i < count[c] ? "," : ""
    printf "      ]\n    }"
}
FILENAME == ARGV[1] { name[++contenders] = $1; next }
{
    i = ++count[$1]
    wall[$1, i] = $3; users[$1, i] = $4; systems[$1, i] = $5
}
END {
    print form == "json" ? "{\n  \"results\": [" : "command,mean,stddev,median,user,system,min,max"
    for (c = 1; c <= contenders; c++) {
        summarise(c)
        if (form == "json")
            print_json(c)
        else
            printf "%s,%.9g,%s,%.9g,%.9g,%.9g,%.9g,%.9g\n", csv_text(name[c]), mean,
                   deviation == "" ? 0 : deviation, median, user, system_time, least, most
    }
    if (form == "json") printf "\n  ]\n}\n"
}
