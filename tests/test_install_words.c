/* What is made of the words of the programs: manual pages, and completion in shells. */
#include "installed.h"

/* --- pages ----------------------------------------------------------------------------------- */

/* From help, as a person sees it: the commands, and, of a command, the options. */
#define COMMANDS "sed -n '/^Commands:/,/^$/s/^  \\([a-z]*\\) .*/\\1/p' | grep -vx help"
#define OPTIONS  "sed -n 's/^ \\{2,6\\}\\(-., \\)\\{0,1\\}\\(--[a-z-]*\\).*/\\2/p'"

/* Lines "xqperft perft --board", of help and of pages. */
static const char options_of_all[] =
    "for program in xqperft xqbench; do "
    "    for command in $(\"$BUILD/$program\" --help | " COMMANDS "); do "
    "        \"$BUILD/$program\" $command --help | " OPTIONS
    "            | grep -vx -e --help -e --usage -e --version | sed \"s/^/$program $command /\"; "
    "    done; "
    "done >\"$DIR/has\"; "
    "for program in xqperft xqbench; do "
    "    sed 's/\\\\-/-/g' \"$BUILD/man/$program.1\" | awk -F '\\\\\\\\f[BR]' '"
    "        /^\\.S[SH]/ { part = substr($0, 5) } /^\\\\fB--/ { print part, $2 }' | "
    "        grep -v '^OPTIONS'; "
    "done >\"$DIR/told\"; "
    "diff \"$DIR/has\" \"$DIR/told\" && cat \"$DIR/has\"";

Test(install, pages_have_all_commands_and_options, .init = make_folder, .fini = remove_folder)
{
    must(options_of_all, "pages");
    assert_says("xqperft perft --policy\n", "an option");
    assert_says("xqperft uci --threads\n", "of the last command of xqperft");
    assert_says("xqbench selftest --out\n", "of the last command of xqbench");
    must("for program in xqperft xqbench; do "
         "head -n 1 \"$BUILD/man/$program.1\" | grep -F '\"'\"$program " XQPERFT_VERSION
         "\"'\"' || "
         "exit 1; done",
         "the version");
}

Test(install, pages_are_well_formed, .init = make_folder, .fini = remove_folder)
{
    if (shell("command -v groff") != 0)
        cr_skip_test("groff is not installed");
    must("cd \"$BUILD/man\" && for page in xqbench.1 xqperft.1; do "
         "groff -ww -man -Tascii -P-cbou $page 2>&1 >\"$DIR/page\"; done",
         "pages");
    cr_assert_str_eq(output, "");
    must("cat \"$DIR/page\"", "what a person sees");
    assert_says("\n       --board=NAME|all\n", "an option");
    assert_says("              xqperft perft 4 --board all --moves 'h2e2 h9g7'\n", "an example");
    assert_says("\n       130    interrupted\n", "a status");
}

static const struct script_case page_cases[] = {
    {"no program", "scripts/man-page.sh", 2, {"it takes one program", "usage: "}},
    {"a program that is none", "scripts/man-page.sh /none", 2, {"there is no program '/none'", ""}},
    {"a program without help", "scripts/man-page.sh /bin/false", 1, {"", ""}},
};

/* A line that begins with a dot would be one of groff's own. */
Test(install, pages_have_text_as_it_is, .init = make_folder, .fini = remove_folder)
{
    make_program("dots", "#!/bin/sh\n"
                         "case $1 in\n"
                         "--version) echo xqperft 1 ;;\n"
                         "*) printf 'A \\\\ program.\\n\\n.TH is text\\n\\nUsage: dots\\n' ;;\n"
                         "esac\n");
    must("scripts/man-page.sh \"$DIR/dots\"", "a page");
    assert_says("\nA \\e program.\n", "a backslash");
    assert_says("\n\\&.TH is text\n", "a dot");
}

Test(install, pages_of_other_programs)
{
    for (size_t i = 0; i < sizeof page_cases / sizeof page_cases[0]; i++)
        assert_case(&page_cases[i]);
}

/* --- completions ----------------------------------------------------------------------------- */

/* For each line of words, which bash has split, says what it offers for the last of them. */
static void install_for_bash(void)
{
    install();
    make_program("complete", "#!/usr/bin/env bash\n"
                             "set -u\n"
                             "PATH=$DIR/root/usr/bin:$PATH\n"
                             ". \"$DIR/root/usr/share/bash-completion/completions/xqbench\"\n"
                             "while read -r line; do\n"
                             "    eval \"COMP_WORDS=($line)\"\n"
                             "    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()\n"
                             "    _xqperft\n"
                             "    echo \"<${COMPREPLY[*]}>\"\n"
                             "done\n");
}

static const struct {
    const char *words, *offered;
} bash_cases[] = {
    {"xqperft ''", "perft divide verify compare fen plan work merge certify uci help"},
    {"xqperft ver", "verify"},
    {"xqperft help co", "compare"},
    {"xqbench ''", "run list compare gate report selftest"},
    {"\"$DIR/root/usr/bin/xqbench\" se", "selftest"},
    {"xqperft perft --st", "--stats"},
    {"xqperft perft 3 --bo", "--board="},
    {"xqbench compare --fa", "--fail-slower"},
    {"xqperft perft --policy =", "plain bulk legal two-ply"},
    {"xqperft perft --policy = b", "bulk"},
    {"xqperft perft --policy le", "legal"},
    {"xqperft perft --policy=tw", "--policy=two-ply"},
    {"xqperft perft --ranks = ''", "0 1"},
    {"xqperft perft --stats = ''", "full"},
    {"xqperft perft --json ''", ""},
    {"xqperft perft --board = padded-", "padded-bitline"},
    {"xqperft fen --board a", "all"},
    {"xqbench run --board = naive,bitboard-m", "naive,bitboard-magic"},
    {"xqbench run --workload gen", "generate"},
    {"xqbench gate --workload = generate,capt", "generate,captures"},
    {"xqbench run --class = mid", "middlegame"},
    {"xqbench list --isa = por", "portable"},
    {"xqperft verify positions/ga", "positions/games.epd"},
    {"xqperft perft 3 --epd = positions/st", "positions/start.epd"},
    {"xqbench run --positions = positions/RE", ""},
    {"xqbench run --positions = scri", "scripts"},
    {"xqbench report scri", "scripts"},
    {"xqperft work CONTRI", "CONTRIBUTING.md"},
    {"xqperft certify CONTRI", "CONTRIBUTING.md"},
    {"xqperft perft ''", ""},
    {"xqperft none --b", ""},
};

enum { BASH_CASES = sizeof bash_cases / sizeof bash_cases[0] };

static void bash_offers_all_options(void)
{
    must("cd \"$DIR/root/usr/bin\"; for program in xqperft xqbench; do "
         "for command in $(./$program --help | " COMMANDS "); do "
         "echo \"$program $command --\" >>\"$DIR/all\"; "
         "./$program $command --help | " OPTIONS " | paste -sd ' ' >>\"$DIR/has\"; done; done; "
         "\"$DIR/complete\" <\"$DIR/all\" | tr -d '=<>' | diff \"$DIR/has\" - && "
         "cat \"$DIR/all\"",
         "all options");
    assert_says("xqperft uci --\n", "the last command of xqperft");
    assert_says("xqbench selftest --\n", "the last command of xqbench");
}

Test(install, bash_completes, .init = install_for_bash, .fini = remove_folder)
{
    FILE *lines = open_file("lines", "w");
    for (size_t i = 0; i < BASH_CASES; i++)
        fprintf(lines, "%s\n", bash_cases[i].words);
    fclose(lines);
    must("\"$DIR/complete\" <\"$DIR/lines\"", "bash");
    const char *line = output;
    for (size_t i = 0; i < BASH_CASES; i++) {
        size_t length = strcspn(line, "\n");
        char expected[128];
        snprintf(expected, sizeof expected, "<%s>", bash_cases[i].offered);
        cr_assert(strlen(expected) == length && strncmp(line, expected, length) == 0,
                  "%s: %.*s, not %s", bash_cases[i].words, (int)length, line, expected);
        line += length + 1;
    }
    must("cd \"$DIR\" && echo \"xqperft verify ''\" | ./complete", "suites that were installed");
    assert_says("/root/usr/share/xqperft/games.epd", "one of them");
    bash_offers_all_options();
}

/* In a terminal of its own types each line that it reads and a tab, and says what has become of it.
 */
static const char zsh_typist[] =
    "zmodload zsh/zpty\n"
    "export TERM=dumb\n"
    "zpty -b typist zsh -f -i\n"
    "zpty -w typist 'PS1=; unsetopt beep; path=($DIR/root/usr/bin $path); "
    "fpath=(${(M)fpath:#*/Completion(|/Base|/Unix|/Zsh)} $DIR/root/usr/share/zsh/site-functions); "
    "autoload -U compinit; compinit -u -D; "
    "say() { print -r -- \"<$BUFFER>\"; BUFFER= }; zle -N say; bindkey \"^T\" say; "
    "print ready-$((40 + 2))'\n"
    "zpty -r -m typist said '*ready-42*' || exit 1\n"
    "while read -r line; do\n"
    "    zpty -w -n typist $line$'\\t\\x14'\n"
    "    zpty -r -m typist said $'*<*>*' || exit 2\n"
    "    said=${said##*\\<}\n"
    "    print -r -- \"<${said%%\\>*}>\"\n"
    "done\n"
    "zpty -d typist\n";

static const char *const zsh_lines[][2] = {
    {"xqperft ver", "<xqperft verify >"},
    {"xqperft perft --policy=tw", "<xqperft perft --policy=two-ply >"},
    {"xqperft perft --policy le", "<xqperft perft --policy legal >"},
    {"xqperft perft --board=padded-", "<xqperft perft --board=padded-bitline >"},
    {"xqbench run --workload=generate,capt", "<xqbench run --workload=generate,captures"},
    {"xqperft verify positions/ga", "<xqperft verify positions/games.epd >"},
    {"xqperft merge CONTRI", "<xqperft merge CONTRIBUTING.md >"},
};

Test(install, zsh_completes, .init = install, .fini = remove_folder)
{
    if (shell("command -v zsh") != 0)
        cr_skip_test("zsh is not installed");
    write_file("typist", zsh_typist);
    FILE *lines = open_file("lines", "w");
    for (size_t i = 0; i < sizeof zsh_lines / sizeof zsh_lines[0]; i++)
        fprintf(lines, "%s\n", zsh_lines[i][0]);
    fclose(lines);
    must("timeout 60 zsh -f \"$DIR/typist\" <\"$DIR/lines\"", "zsh");
    const char *line = output;
    for (size_t i = 0; i < sizeof zsh_lines / sizeof zsh_lines[0]; i++) {
        cr_assert_eq(strncmp(line, zsh_lines[i][1], strlen(zsh_lines[i][1])), 0, "%s: not %s in %s",
                     zsh_lines[i][0], zsh_lines[i][1], output);
        line = strchr(line, '\n') + 1;
    }
}
