# A manual page, in man(7)'s macros, from the help of a program and then of each of its commands, with
# a line "@command" before each. `version` is what the program says of itself, "xqperft 1.0".

function escape(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    gsub(/'/, "\\(aq", text)
    gsub(/`/, "\\(ga", text)
    gsub(/\^/, "\\(ha", text)
    gsub(/~/, "\\(ti", text)
    if (text ~ /^\./)
        text = "\\&" text
    return text
}

# "--board=NAME  the board": what is to be typed is bold, what stands for something else is not.
function option(line,    at, name, value) {
    sub(/^ +/, "", line)
    at = match(line, /   */)
    name = at ? substr(line, 1, RSTART - 1) : line
    line = at ? substr(line, RSTART + RLENGTH) : ""
    at = match(name, /\[?=/)
    value = at ? substr(name, at) : ""
    name = at ? substr(name, 1, at - 1) : name
    return ".TP\n\\fB" escape(name) "\\fR" escape(value) "\n" escape(line) "\n"
}

function usage(line,    words) {
    sub(/^(Usage:| *or:) */, "", line)
    words = match(line, / [^a-z]/) ? substr(line, 1, RSTART - 1) : line
    synopsis = synopsis (synopsis ? ".br\n" : "") "\\fB" escape(words) "\\fR" \
        escape(substr(line, length(words) + 1)) "\n"
    if (command && !heading) {
        heading = ".SS " escape(words) "\n"
        text = text heading
    }
}

# Lines that begin with blanks are examples, line by line as they are.
function example(on) {
    if (on != in_example)
        text = text (on ? ".IP\n.EX\n" : ".EE\n.PP\n")
    in_example = on
}

function end_part() {
    example(0)
    if (command)
        commands = commands text
    else
        about = text
    text = heading = ""
    gap = 0
}

/^@command$/ {
    end_part()
    command = 1
    next
}

/^(Usage:| *or:  )/ {
    usage($0)
    next
}

/^  (-.,|   ) --/ {
    if (/--(help|usage|version) /) {
        if (!command)
            options = options option($0)
    }
    else
        text = text option($0)
    gap = 0
    in_options = 1
    next
}

/^Commands:$/ { listed = 1 }
listed && NF { next }
listed { listed = 0 }

/^Exit status:/ && !command {
    sub(/^Exit status: */, "")
    count = split($0, statuses, /; */)
    for (i = 1; i <= count; i++) {
        sub(/\.$/, "", statuses[i])
        match(statuses[i], /^[0-9]+/)
        status = status ".TP\n.B " substr(statuses[i], 1, RLENGTH) "\n" \
            escape(substr(statuses[i], RLENGTH + 2)) "\n"
    }
    next
}

# Paragraphs are parted by empty lines, which within examples are theirs.
!NF {
    gap = 1
    next
}

{
    if (!name)
        name = $0
    example(/^  /)
    if (gap || in_options)
        text = text (in_example ? (in_options ? "" : "\n") : ".PP\n")
    gap = in_options = 0
    sub(/^  /, "")
    text = text escape($0) "\n"
}

END {
    end_part()
    split(version, words, " ")
    other = words[1] == "xqperft" ? "xqbench" : "xqperft"
    sub(/\.$/, "", name)
    printf ".TH %s 1 \"\" \"%s\" \"User Commands\"\n", toupper(words[1]), version
    printf ".SH NAME\n%s \\- %s\n", words[1], escape(tolower(substr(name, 1, 1)) substr(name, 2))
    printf ".SH SYNOPSIS\n%s", synopsis
    printf ".SH DESCRIPTION\n%s", about
    printf ".SH OPTIONS\nThese go with every command, too.\n%s", options
    printf ".SH COMMANDS\n%s", commands
    printf ".SH EXIT STATUS\n%s", status
    printf ".SH SEE ALSO\n.BR %s (1)\n", other
}
