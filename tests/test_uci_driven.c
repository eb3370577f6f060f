/* xqperft uci as other programs drive it, which wait for an answer before they say more; and what
 * signals do. */
#include <stdint.h>
#include <sys/stat.h>

#include "program.h"
#include "version.h"

#define ERROR "info string error: "

/* A session that waits for answers before it says more. */
struct session {
    char folder[32], in[48], out[48];
    struct job job;
    FILE *to, *from;
};

static void session_open(struct session *session)
{
    static char arguments[160];
    alarm(60); /* or a missing answer would be waited for without end */
    signal(SIGPIPE, SIG_IGN);
    strcpy(session->folder, "/tmp/test-uci-XXXXXX");
    cr_assert(mkdtemp(session->folder), "no temporary folder");
    snprintf(session->in, sizeof session->in, "%s/in", session->folder);
    snprintf(session->out, sizeof session->out, "%s/out", session->folder);
    cr_assert(mkfifo(session->in, 0600) == 0 && mkfifo(session->out, 0600) == 0, "no pipes");
    snprintf(arguments, sizeof arguments, "uci <%s >%s", session->in, session->out);
    session->job = start(arguments);
    session->to = fopen(session->in, "w");
    session->from = fopen(session->out, "r");
    cr_assert(session->to && session->from, "no pipes");
}

static void session_say(struct session *session, const char *text)
{
    cr_assert(fputs(text, session->to) >= 0 && fflush(session->to) == 0, "cannot say %s", text);
}

/* The next line without its end; "(end)" where there is none. */
static const char *session_hear(struct session *session)
{
    static char line[1024];
    if (!fgets(line, sizeof line, session->from))
        return "(end)";
    line[strcspn(line, "\n")] = '\0';
    return line;
}

static void session_expect_end(struct session *session, int status)
{
    cr_expect_str_eq(session_hear(session), "(end)");
    struct outcome outcome = finish(session->job);
    cr_expect_eq(outcome.status, status, "exit %d", outcome.status);
    cr_expect_str_empty(outcome.err, "%s", outcome.err);
    outcome_free(&outcome);
    fclose(session->to);
    fclose(session->from);
    unlink(session->in);
    unlink(session->out);
    rmdir(session->folder);
}

/* As perftree reads Stockfish: rows to an empty line, what stands behind ": " of the next, and one
 * line more. Returns the number of rows, and in *sum and *total what they add up to and the total.
 */
static size_t read_as_perftree(struct session *session, uint64_t *sum, uint64_t *total)
{
    const char *line;
    size_t rows = 0;
    *sum = 0;
    while (*(line = session_hear(session))) {
        const char *count = strstr(line, ": ");
        if (strncmp(line, "info", 4) == 0)
            continue;
        cr_assert(count && (count - line == 4 || count - line == 5), "no row: %s", line);
        *sum += strtoull(count + 2, NULL, 10);
        rows++;
    }
    line = session_hear(session);
    cr_assert(strstr(line, ": "), "no total: %s", line);
    *total = strtoull(strstr(line, ": ") + 2, NULL, 10);
    cr_assert_str_empty(session_hear(session), "no empty line behind the total");
    return rows;
}

Test(uci_driven, answers_like_stockfish_for_perftree)
{
    static const struct {
        const char *question;
        size_t rows;
        uint64_t total;
    } rows[] = {
        {"position fen " START "\ngo perft 3\n", 44, 79666},
        {"position fen " START " moves h2e2 h9g7\ngo perft 1\n", 35, 35},
        {"position fen " START " moves h2e3\nposition fen " START "\ngo perft 2\n", 44, 1920},
        {"position fen 3k5/9/9/9/9/9/9/9/3p1p3/4K4 w\ngo perft 1\n", 0, 0},
        {"position fen " START "\ngo perft 1\n", 44, 44},
    };
    struct session session;
    session_open(&session);
    session_hear(&session); /* a line of welcome, whatever it is */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t sum, total;
        session_say(&session, rows[i].question);
        cr_expect_eq(read_as_perftree(&session, &sum, &total), rows[i].rows, "%s",
                     rows[i].question);
        cr_expect_eq(total, rows[i].total, "%s", rows[i].question);
        cr_expect_eq(sum, total, "%s", rows[i].question);
    }
    session_say(&session, "quit\n");
    session_expect_end(&session, 0);
}

Test(uci_driven, answers_in_a_shell_pipe)
{
    char output[64] = "";
    FILE *pipe = popen(
        "printf 'go perft 4\\nposition startpos moves h2e2 h9g7\\ngo perft 1\\nquit\\n' |" PROGRAM
        " uci | awk '/^Nodes searched: / { print $3 }'",
        "r");
    cr_assert(pipe, "no pipe");
    output[fread(output, 1, sizeof output - 1, pipe)] = '\0';
    cr_expect_eq(pclose(pipe), 0);
    cr_expect_str_eq(output, "3290240\n35\n");
}

/* The way engines are tested with expect, on a terminal: what is said comes back as an echo. */
static const char expect_script[] = "set timeout 20\n"
                                    "lassign $argv program position depth total\n"
                                    "spawn $program uci\n"
                                    "send \"position $position\\ngo perft $depth\\n\"\n"
                                    "expect \"Nodes searched: $total\\r\" {} \\\n"
                                    "    timeout { exit 1 } eof { exit 2 }\n"
                                    "send \"quit\\n\"\n"
                                    "expect eof {} timeout { exit 3 }\n"
                                    "exit [lindex [wait] 3]\n";

Test(uci_driven, answers_expect)
{
    static const struct {
        const char *position, *depth, *total;
        int status;
    } rows[] = {
        {"startpos", "1", "44", 0},
        {"startpos", "3", "79666", 0},
        {"startpos moves h2e2 h9g7", "1", "35", 0},
        {"fen " START, "2", "1920", 0},
        {"startpos", "1\nquit", "45", 2}, /* not what is waited for */
    };
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || access(ptsname(terminal), R_OK | W_OK) != 0)
        cr_skip_test("this system gives no pseudo-terminals, as a bare chroot");
    close(terminal);
    if (system("command -v expect >/dev/null") != 0)
        cr_skip_test("expect is not installed (scripts/install-deps.sh check)");
    char name[32], command[512];
    write_file(name, expect_script);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(command, sizeof command, "expect %s %s '%s' '%s' %s >/dev/null", name, PROGRAM,
                 rows[i].position, rows[i].depth, rows[i].total);
        int status = system(command);
        cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == rows[i].status, "%s: status %d",
                  command, status);
    }
    unlink(name);
}

/* --- signals and readers that leave ----------------------------------------------------------- */

Test(uci_driven, signals_end_a_count)
{
    static const int signals[] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; i++) {
        struct session session;
        session_open(&session);
        session_say(&session, "setoption name Threads value 2\ngo perft 15\nisready\n");
        wait_until_counting(&session.job, "");
        kill(session.job.pid, signals[i]);
        cr_expect_str_eq(session_hear(&session),
                         "xqperft " XQPERFT_VERSION ", perft of xiangqi positions");
        cr_expect_str_eq(session_hear(&session), ERROR "interrupted", "no row, no total");
        session_expect_end(&session, 130);
    }
}

Test(uci_driven, signals_end_the_waiting_for_input)
{
    static const char *const said[] = {"isready\n", "isready\ngo per"};
    for (int i = 0; i < 2; i++) {
        struct session session;
        session_open(&session);
        session_say(&session, said[i]);
        session_hear(&session);
        cr_expect_str_eq(session_hear(&session), "readyok");
        kill(session.job.pid, SIGINT);
        session_expect_end(&session, 130);
    }
}

Test(uci_driven, a_reader_that_leaves_ends_it)
{
    struct session session;
    session_open(&session);
    session_hear(&session);
    fclose(session.from);
    session.from = fopen("/dev/null", "r");
    session_say(&session, "go perft 1\n");
    session_expect_end(&session, 128 + SIGPIPE);
}
