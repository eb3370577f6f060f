/* How `xqperft compare` is used: what it refuses, and what --save keeps. */
#include <sys/sysmacros.h>

#include "compare_program.h"

/* --- refusals --------------------------------------------------------------------------------- */

#define ENGINE " --engine " FAULTY

Test(xqperft_compare_use, usage_errors_exit_with_2)
{
    static const struct expected rows[] = {
        {"no depth", "compare" ENGINE, 2, "", "xqperft: compare needs a DEPTH"},
        {"depth 0", "compare 0" ENGINE, 2, "", "xqperft: DEPTH: 0 is less than 1"},
        {"too deep", "compare 21" ENGINE, 2, "", "xqperft: DEPTH: 21 is more than 20"},
        {"two depths", "compare 1 2" ENGINE, 2, "", "xqperft: unexpected argument '2'"},
        {"no engine", "compare 1", 2, "", "needs either --engine COMMAND or --script COMMAND"},
        {"an engine and a script", "compare 1 --script x" ENGINE, 2, "", "only one of --engine"},
        {"all boards", "compare 1 --board all" ENGINE, 2, "", "compare takes one board, not all"},
        {"another command's option", "compare 1 --policy plain" ENGINE, 2, "",
         "unrecognized option '--policy'"},
        {"two formats", "compare 1 --tap --json" ENGINE, 2, "", "only one output format"},
        {"no time at all", "compare 1 --timeout 0" ENGINE, 2, "", "--timeout: 0 is less than 1"},
        {"no number", "compare 1 --timeout 1s" ENGINE, 2, "",
         "--timeout: '1s' is not a whole number"},
        {"negative", "compare 1 --timeout -1" ENGINE, 2, "", "--timeout: '-1' is not"},
        {"infinite", "compare 1 --timeout inf" ENGINE, 2, "", "--timeout: 'inf' is not"},
        {"an option without a name", "compare 1 --option =1" ENGINE, 2, "",
         "--option: '=1' is not NAME=VALUE"},
        {"an empty option", "compare 1 --option ''" ENGINE, 2, "", "--option: '' is not"},
        {"an option that is a command", "compare 1 --option \"$(printf 'a=1\\nquit')\"" ENGINE, 2,
         "", "is not NAME=VALUE"},
        {"a script has no options", "compare 1 --option Hash=1 --script x", 2, "",
         "--option needs --engine"},
        {"no position", "compare 1 --fen x" ENGINE, 2, "", "xqperft: --fen: column 1: "},
        {"no such file", "compare 1 --epd /nonexistent.epd" ENGINE, 2, "",
         "/nonexistent.epd: No such file"},
        {"no move", "compare 1 --moves h2" ENGINE, 2, "", "--moves: move 1, 'h2': it is not two"},
        {"an illegal move", "compare 1 --moves h2h8" ENGINE, 2, "",
         "move 1, 'h2h8': it cannot jump without capturing: Black's cannon on h7 stands between"},
        {"a move that is legal in the first position only",
         "compare 1 --epd positions/rules.epd --moves d1e1" ENGINE, 2, "", "'d1e1'"},
        {"JUnit not writable", "compare 1 --junit /nonexistent/x" ENGINE, 2, NULL,
         "--junit: cannot write '/nonexistent/x': No such file or directory"},
        {"JUnit on a full disk", "compare 1 --junit /dev/full" ENGINE, 2, NULL,
         "--junit: cannot write '/dev/full': No space left on device"},
        {"nobody to tell", "compare 1 >/dev/full" ENGINE, 2, "", "cannot write standard output"},
        {"no place to save to", "compare 1 --save /nonexistent/x" ENGINE, 2, "",
         "--save: cannot write '/nonexistent/x': No such file or directory"},
        {"a folder to save to", "compare 1 --save /tmp" ENGINE, 2, "",
         "--save: cannot write '/tmp': Is a directory"},
    };
    alarm(60);
    EXPECT(rows);
}

Test(xqperft_compare_use, an_empty_command_is_refused)
{
    static const struct expected rows[] = {
        {"no engine at all", "compare 1 --engine ''", 2, "", "--engine"},
        {"blanks", "compare 1 --engine ' '", 2, "", "--engine"},
        {"no script: its arguments are no command", "compare 1 --script ''", 2, "", "--script"},
    };
    alarm(60);
    EXPECT(rows);
}

Test(xqperft_compare_use, a_missing_engine_exits_with_3)
{
    static const struct expected rows[] = {
        {"no such file", "compare 1 --engine ./no-such", 3, "", "./no-such: not found"},
        {"no such command", "compare 1 --engine 'no-such --uci'", 3, "", "no-such: not found"},
        {"no such script", "compare 1 --script ./no-such", 3, "", "./no-such: not found"},
        {"a folder", "compare 1 --engine /tmp", 3, "", "/tmp: Permission denied"},
        {"no program", "compare 1 --engine ./README.md", 3, "", "Permission denied"},
        {"not for a shell", "compare 1 --engine '(('", 3, "", "Syntax error"},
        {"a command that does nothing", "compare 1 --engine true", 3, "",
         "exited with status 0 when asked 'uci'"},
        {"one that fails", "compare 1 --engine 'exit 5'", 3, "", "exited with status 5"},
        {"a script that does nothing", "compare 1 --script true", 3, "",
         "said nothing when called"},
        {"a script that repeats its arguments", "compare 1 --script 'echo 44'", 3, "",
         "but listed no moves"},
    };
    alarm(60);
    EXPECT(rows);
}

Test(xqperft_compare_use, options_reach_the_engine)
{
    static const struct expected rows[] = {
        {"a value", "compare 1 --option fault=horse-jumps" ENGINE, 1, "horse-leg", ""},
        {"a button", "compare 1 --option 'clear hash'" ENGINE, 0, "1 agree", ""},
        {"one after the other", "compare 1 --option Fault=horse-jumps --option Hash=1" ENGINE, 1,
         "horse-leg", ""},
        {"one that it does not offer", "compare 1 --option Hash=1 --option Nope=2" ENGINE, 0,
         "1 agree", "warning: the engine does not offer the option 'Nope"},
    };
    alarm(60);
    EXPECT(rows);
}

/* --- --save ----------------------------------------------------------------------------------- */

/* A name in a temporary folder of the test's own. */
static void make_place(char folder[32], char name[64])
{
    strcpy(folder, "/tmp/test-save-XXXXXX");
    cr_assert(mkdtemp(folder), "no temporary folder");
    snprintf(name, 64, "%s/mistakes.epd", folder);
}

static void put_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0, "cannot write %s", name);
}

/* The text, for the caller to free. */
static char *get_file(const char *name)
{
    FILE *file = fopen(name, "r");
    cr_assert(file, "%s: %s", name, strerror(errno));
    char *text = read_all(file);
    fclose(file);
    return text;
}

static void expect_run(const char *what, int status, const char *format, const char *name)
{
    char arguments[ARGUMENTS_SIZE];
    snprintf(arguments, sizeof arguments, format, name);
    struct outcome outcome = run(arguments);
    expect_status(&outcome, status, what, arguments);
    outcome_free(&outcome);
}

/* A line that is saved is a case that shows the mistake again, and that a right engine passes. */
Test(xqperft_compare_use, what_is_saved_shows_the_mistake_again)
{
    static const struct {
        const char *fault, *depth, *position, *id;
    } rows[] = {
        {"horse-jumps", "1", "", ";id \"horse-leg "},
        {"check-horse-jumps", "1", "--fen '5k3/9/9/9/9/9/9/4n4/4A4/4K4 w'", ";id \"check e0d0\""},
        {"kings-face", "2", "--fen '9/4k4/9/9/9/9/9/9/9/3K5 b'", ";id \"kings-facing "},
        {"pawn-never-sideways", "3", "--epd positions/rules.epd", ";id \"pawn-sideways "},
        {"king-not-unmade", "3", "", ";id \"perft\""},
        {"total-plus-one", "2", "", ";id \"perft\""},
        {"move-twice", "1", "", ";id \"perft\""},
    };
    char folder[32], name[64], arguments[ARGUMENTS_SIZE];
    alarm(60);
    make_place(folder, name);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct outcome outcome =
            run_in(arguments, "compare %s %s --save %s --engine '" FAULTY " --fault %s'",
                   rows[i].depth, rows[i].position, name, rows[i].fault);
        expect_status(&outcome, 1, rows[i].fault, arguments);
        outcome_free(&outcome);
        char *text = get_file(name);
        cr_expect_eq(count_text(text, "\n"), 1, "%s: %s", rows[i].fault, text);
        cr_expect(strstr(text, rows[i].id), "%s: %s", rows[i].fault, text);
        expect_run(rows[i].fault, 0, "verify %s --board all", name);
        expect_run(rows[i].fault, 0, "compare 3 --epd %s --engine " FAULTY, name);
        outcome = run_in(arguments, "compare 3 --save %s --epd %s --engine '" FAULTY " --fault %s'",
                         name, name, rows[i].fault);
        expect_status(&outcome, 1, rows[i].fault, arguments);
        cr_expect(strstr(outcome.out, "0 agree, "), "%s: %s", rows[i].fault, outcome.out);
        outcome_free(&outcome);
        free(text);
        unlink(name);
    }
    rmdir(folder);
}

/* What a file holds before and after a run of this engine; NULL for no file. */
static const struct saving {
    const char *what, *before, *engine;
    int status;
    const char *after;
} savings[] = {
    {"nothing to save, no file", NULL, "", 0, NULL},
    {"nothing to save: the file stays as it is", START " ;D1 44", "", 0, START " ;D1 44"},
    {"an engine that fails, no file", NULL, " --misbehave crash-start", 3, NULL},
    {"a new file", NULL, " --fault pawn-double-step", 1,
     "4k4/9/9/9/9/9/4P4/9/9/4K4 w - - 0 1 ;D1 4 ;D2 10 ;D3 35 ;D4 92 ;id \"pawn-step e3e5\"\n"},
    {"an empty file", "", " --fault pawn-double-step", 1,
     "4k4/9/9/9/9/9/4P4/9/9/4K4 w - - 0 1 ;D1 4 ;D2 10 ;D3 35 ;D4 92 ;id \"pawn-step e3e5\"\n"},
    {"a last line without its end, and an id that is taken",
     "# ours\n" START " ;D1 44 ;id \"pawn-step e3e5\"", " --fault pawn-double-step", 1,
     "# ours\n" START " ;D1 44 ;id \"pawn-step e3e5\"\n4k4/9/9/9/9/9/4P4/9/9/4K4 w - - 0 1 ;D1 4 "
     ";D2 10 ;D3 35 ;D4 92 ;id \"pawn-step e3e5, 2\"\n"},
    {"a position that is there already", "4k4/9/9/9/9/9/4P4/9/9/4K4 w ;D1 4\n",
     " --fault pawn-double-step", 1, "4k4/9/9/9/9/9/4P4/9/9/4K4 w ;D1 4\n"},
    {"a file that is no suite", "hello\n", " --fault pawn-double-step", 2, "hello\n"},
};

Test(xqperft_compare_use, what_else_is_in_the_file_stays)
{
    char folder[32], name[64], arguments[ARGUMENTS_SIZE];
    alarm(60);
    make_place(folder, name);
    for (size_t i = 0; i < sizeof savings / sizeof savings[0]; i++) {
        const struct saving *row = &savings[i];
        if (row->before)
            put_file(name, row->before);
        struct outcome outcome =
            run_in(arguments, "compare 1 --save %s --engine '" FAULTY "%s'", name, row->engine);
        expect_status(&outcome, row->status, row->what, arguments);
        outcome_free(&outcome);
        cr_assert_eq(access(name, F_OK) == 0, row->after != NULL, "%s", row->what);
        if (row->after) {
            char *text = get_file(name);
            cr_expect_str_eq(text, row->after, "%s: %s", row->what, text);
            free(text);
        }
        unlink(name);
    }
    rmdir(folder);
}

/* Nothing that was there before is ever taken away: neither an empty file, nor a link, nor what is
 * no file at all. */
Test(xqperft_compare_use, nothing_is_removed_that_was_there_before)
{
    char folder[32], name[64], other[64];
    struct stat status;
    alarm(60);
    make_place(folder, name);
    put_file(name, "");
    expect_run("an empty file", 0, "compare 1 --save %s --engine " FAULTY, name);
    cr_expect_eq(lstat(name, &status), 0, "an empty file is gone");
    unlink(name);

    snprintf(other, sizeof other, "%s/other.epd", folder);
    put_file(other, "");
    cr_assert_eq(symlink(other, name), 0);
    expect_run("a link", 0, "compare 1 --save %s --engine " FAULTY, name);
    cr_expect(lstat(name, &status) == 0 && S_ISLNK(status.st_mode), "a link is gone");
    unlink(name);
    unlink(other);

    cr_assert_eq(mkfifo(name, 0600), 0);
    expect_run("a pipe", 2, "compare 1 --save %s --engine " FAULTY, name);
    cr_expect(lstat(name, &status) == 0 && S_ISFIFO(status.st_mode), "a pipe is gone");
    unlink(name);

    /* Like /dev/null; where that may be made, and used. */
    if (mknod(name, S_IFCHR | 0600, makedev(1, 3)) == 0) {
        char arguments[ARGUMENTS_SIZE];
        struct outcome outcome = run_in(arguments, "compare 1 --save %s --engine " FAULTY, name);
        outcome_free(&outcome);
        cr_expect(lstat(name, &status) == 0 && S_ISCHR(status.st_mode), "a device is gone");
        unlink(name);
    }
    rmdir(folder);
}
