/* The output forms of `xqperft compare`, whatever has become of the engine; and what is left of
 * them, and of the engine, when a signal ends the run. */
#include "peer.h"

/* An id with what each of the forms must escape. */
static const char suite[] =
    "3k5/9/9/9/9/9/9/9/9/4K4 w ;D1 2 ;id \"<one> & # 'two'\"\n" FOUR_POSITIONS FOUR_POSITIONS;

enum { POSITIONS = 9 };

/* --- whether XML is well-formed --------------------------------------------------------------- */

/* Behind one of the five entities or a character reference; NULL for another. */
static const char *skip_entity(const char *at)
{
    static const char *const known[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&apos;"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strncmp(at, known[i], strlen(known[i])) == 0)
            return at + strlen(known[i]);
    size_t length = strncmp(at, "&#", 2) == 0 ? strspn(at + 2, "x0123456789abcdefABCDEF") : 0;
    return length > 0 && at[2 + length] == ';' ? at + 3 + length : NULL;
}

/* Behind text or the value of an attribute, up to one of the ends. */
static const char *skip_text(const char *at, const char *ends)
{
    while (at && *at && !strchr(ends, *at)) {
        if ((unsigned char)*at < ' ' && !strchr("\t\r\n", *at))
            return NULL;
        at = *at == '&' ? skip_entity(at) : at + 1;
    }
    return at;
}

/* Behind the attributes of a tag, which begin with a blank each. */
static const char *skip_attributes(const char *at)
{
    while (at && *at == ' ') {
        at += 1 + strcspn(at + 1, "= <>\"");
        if (strncmp(at, "=\"", 2) != 0)
            return NULL;
        at = skip_text(at + 2, "\"<");
        at = at && *at == '"' ? at + 1 : NULL;
    }
    return at;
}

/* Elements within elements; returns what is behind the one that begins here, or NULL. */
static const char *skip_element(const char *at)
{
    if (*at != '<')
        return NULL;
    const char *name = at + 1;
    size_t length = strcspn(name, " />");
    if (length == 0)
        return NULL;
    at = skip_attributes(name + length);
    if (!at || strncmp(at, "/>", 2) == 0)
        return at ? at + 2 : NULL;
    if (*at != '>')
        return NULL;
    at = skip_text(at + 1, "<");
    while (at && strncmp(at, "</", 2) != 0)
        if ((at = skip_element(at)))
            at = skip_text(at, "<");
    if (!at || strncmp(at + 2, name, length) != 0 || at[2 + length] != '>')
        return NULL;
    return at + 3 + length;
}

Test(xqperft_compare_forms, the_look_at_xml_is_strict)
{
    static const struct {
        const char *xml;
        bool good;
    } rows[] = {
        {"<a b=\"c &lt; &#10;\"><d/>e &amp; f<d g=\"\"></d></a>", true},
        {"<a>", false},
        {"<a></b>", false},
        {"<a b=c/>", false},
        {"<a b=\"<\"/>", false},
        {"<a>& </a>", false},
        {"<a>\x1b</a>", false},
        {"<a><b></a></b>", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *end = skip_element(rows[i].xml);
        cr_expect_eq(end && !*end, rows[i].good, "%s", rows[i].xml);
    }
}

/* The number of an attribute of the test suite. */
static size_t xml_number(const char *xml, const char *attribute)
{
    const char *at = strstr(xml, attribute);
    cr_assert(at, "no %s in %s", attribute, xml);
    return strtoul(at + strlen(attribute), NULL, 10);
}

static void expect_junit(const char *name, const char *what)
{
    static const char head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    FILE *file = fopen(name, "r");
    cr_assert(file, "%s: no JUnit", what);
    char *xml = read_all(file);
    fclose(file);
    cr_assert_eq(strncmp(xml, head, strlen(head)), 0, "%s: %s", what, xml);
    const char *end = skip_element(xml + strlen(head));
    cr_expect(end && strcmp(end, "\n") == 0, "%s: not well-formed: %s", what, xml);
    cr_expect_eq(xml_number(xml, " tests=\""), count_text(xml, "<testcase "), "%s: %s", what, xml);
    cr_expect_eq(xml_number(xml, " failures=\""), count_text(xml, "<failure "), "%s: %s", what,
                 xml);
    cr_expect_eq(xml_number(xml, " errors=\""), count_text(xml, "<error "), "%s: %s", what, xml);
    free(xml);
}

/* --- the other forms -------------------------------------------------------------------------- */

/* As many columns in each row as in the heading; returns the number of rows. */
static size_t expect_tsv(const char *text, const char *what)
{
    size_t columns = 0, rows = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1, rows++) {
        size_t tabs = 0;
        cr_assert(strchr(line, '\n'), "%s: a line without end: %s", what, line);
        for (const char *at = line; *at != '\n'; at++)
            tabs += *at == '\t';
        if (rows == 0)
            columns = tabs;
        cr_expect_eq(tabs, columns, "%s: %zu tabs, not %zu: %s", what, tabs, columns, line);
    }
    cr_assert_gt(rows, 0, "%s: no heading", what);
    return rows - 1;
}

/* The plan, and numbers from 1 on: to the end, or to where it bails out. Returns the last. */
static size_t expect_tap(const char *text, const char *what)
{
    static const char head[] = "TAP version 13\n1..";
    size_t last = 0;
    cr_assert_eq(strncmp(text, head, strlen(head)), 0, "%s: %s", what, text);
    size_t plan = strtoul(text + strlen(head), NULL, 10);
    for (const char *line = strchr(text, '\n'); line[1]; line = strchr(line + 1, '\n')) {
        const char *point = strncmp(line, "\nok ", 4) == 0       ? line + 4
                            : strncmp(line, "\nnot ok ", 8) == 0 ? line + 8
                                                                 : NULL;
        cr_assert(point || line[1] == '#' || line[1] == '1' || strstr(line, "\nBail out! ") == line,
                  "%s: no TAP:%s", what, line);
        if (point)
            cr_expect_eq(strtoul(point, NULL, 10), ++last, "%s: not %zu:%s", what, last, line);
    }
    cr_expect_eq(last < plan, strstr(text, "\nBail out! ") != NULL, "%s: %zu of %zu:\n%s", what,
                 last, plan, text);
    return last;
}

static void expect_json(const char *text, bool complete, const char *what)
{
    json_error_t error;
    json_t *object = json_loads(text, 0, &error);
    cr_assert(json_is_object(object), "%s: %s in line %d:\n%s", what, error.text, error.line, text);
    json_t *summary = json_object_get(object, "summary");
    cr_expect_eq(json_is_true(json_object_get(object, "complete")), complete, "%s", what);
    cr_expect_eq(json_integer_value(json_object_get(summary, "compared")),
                 (json_int_t)json_array_size(json_object_get(object, "results")), "%s", what);
    json_decref(object);
}

/* Engines from right to gone, over the suite above. */
static const struct fate {
    const char *what, *engine;
    int status;
    size_t rows; /* of the table */
    bool complete;
    size_t wrong; /* tests that are not ok */
} fates[] = {
    {"all agree", "", 0, POSITIONS, true, 0},
    {"the canary too, and all but where an advisor stands before the king",
     " --fault king-diagonal", 1, POSITIONS + 1, true, POSITIONS - 1},
    {"some differ", " --fault elephant-jumps", 1, POSITIONS, true, 2},
    {"moves that are none", " --misbehave strays", 1, POSITIONS + 1, true, POSITIONS + 1},
    {"a wrong count", " --fault move-twice", 1, POSITIONS + 1, true, POSITIONS + 1},
    {"bytes that are no text", " --misbehave latin1", 0, POSITIONS, true, 0},
    {"two crashes", " --misbehave crash-sixth", 3, 8, false, 2},
    {"last words, and a reason, that look like XML", " | sed -u \"s/^c4e2: 1/c4e2: <\\&>/\"", 3, 8,
     false, 2},
};

static void expect_forms(const struct fate *fate, const char *epd, const char *junit)
{
    char arguments[ARGUMENTS_SIZE];
#define RUN(form)                                                                                  \
    run_in(arguments, "compare 1 " form " --epd %s --engine '" FAULTY "%s'", epd, fate->engine)
    struct outcome outcome = RUN("--tsv");
    expect_status(&outcome, fate->status, fate->what, arguments);
    cr_expect_eq(expect_tsv(outcome.out, fate->what), fate->rows, "%s: %s", fate->what,
                 outcome.out);
    outcome_free(&outcome);

    outcome = RUN("--tap");
    expect_status(&outcome, fate->status, fate->what, arguments);
    cr_expect_eq(expect_tap(outcome.out, fate->what), fate->rows, "%s", fate->what);
    cr_expect_eq(count_text(outcome.out, "\nnot ok "), fate->wrong, "%s: %s", fate->what,
                 outcome.out);
    cr_expect(strstr(outcome.out, "<one> & \\# 'two'"), "%s: an id: %s", fate->what, outcome.out);
    outcome_free(&outcome);

    outcome = run_in(arguments, "compare 1 --json --junit %s --epd %s --engine '" FAULTY "%s'",
                     junit, epd, fate->engine);
    expect_status(&outcome, fate->status, fate->what, arguments);
    expect_json(outcome.out, fate->complete, fate->what);
    expect_junit(junit, fate->what);
    outcome_free(&outcome);
#undef RUN
}

Test(xqperft_compare_forms, every_form_tells_every_fate)
{
    char epd[32], junit[32];
    alarm(60);
    write_file(epd, suite);
    write_file(junit, "");
    for (size_t i = 0; i < sizeof fates / sizeof fates[0]; i++)
        expect_forms(&fates[i], epd, junit);
    unlink(epd);
    unlink(junit);
}

/* --- signals ---------------------------------------------------------------------------------- */

/* When a signal comes, and what is known by then. The sixth answer is that of the second position,
 * or the first one when a difference at the first position is followed up. */
static const struct interruption {
    const char *what, *engine, *arguments;
    int signal_number;
    const char *known, *said; /* on standard output, before and after the signal */
} interruptions[] = {
    {"before the greeting", " --misbehave hang-start", "", SIGINT, "", ""},
    {"in the canary", " --misbehave hang-go", "--json", SIGTERM, "", ""},
    {"an engine that only SIGKILL ends", " --misbehave ignore-quit --misbehave hang-go", "", SIGINT,
     "", ""},
    {"an engine that prints without end", " --misbehave flood", "", SIGINT, "", ""},
    {"in a position", " --misbehave hang-sixth", "", SIGINT, "ok     <one>",
     "1 position of 9 compared"},
    {"in a position, as a table", " --misbehave hang-sixth", "--tsv", SIGTERM, "\tagrees\t", ""},
    {"in a position, as TAP", " --misbehave hang-sixth", "--tap", SIGINT, "\nok 1 - ",
     "\nBail out! interrupted after 1 of 9 positions\n"},
    {"in a position, as JSON", " --misbehave hang-sixth", "--json", SIGTERM, "",
     "\"complete\": false"},
};

/* The same while a difference is followed up: what was found out by then is kept. */
static const struct interruption late_interruptions[] = {
    {"at the first question", " --misbehave hang-sixth --fault king-leaves",
     "--fen '9/5k3/9/9/9/9/9/9/3K5/9 w'", SIGINT, "canary   ", "d1c1"},
    {"at the first question, as JSON", " --misbehave hang-sixth --fault king-leaves",
     "--json --fen '9/5k3/9/9/9/9/9/9/3K5/9 w'", SIGTERM, "", "d1c1"},
    {"before it is known where", " --misbehave hang-sixth --fault elephant-jumps",
     "--fen '3k5/9/9/9/9/9/1p7/4B4/9/4K4 w'", SIGTERM, "canary   ", ""},
};

/* Until the engine is there, the program has printed what it knows, and has come to rest. */
static void wait_for(const struct peer *peer, const struct job *job, const char *known,
                     const char *what)
{
    for (int tries = 0; tries < 1000; tries++) {
        char *out = read_all(job->out);
        bool ready = count_processes(peer->folder) > 1 && strstr(out, known);
        free(out);
        nanosleep(&(struct timespec){.tv_nsec = ready ? 300000000 : 10000000}, NULL);
        if (ready)
            return;
    }
    kill(job->pid, SIGKILL);
    cr_assert_fail("%s: no '%s' within some seconds", what, known);
}

/* Starts a run with its own engine; its deeper question is for positions where depth 1 is right. */
static struct job start_interruption(const struct interruption *row, const struct peer *peer,
                                     char arguments[ARGUMENTS_SIZE])
{
    bool position = strstr(row->arguments, "--fen") != NULL;
    return start_in(arguments, "compare %d %s %s %s --engine '%s%s'",
                    strstr(row->engine, "elephant") ? 3 : 1, row->arguments,
                    position ? "" : "--epd", position ? "" : peer->suite, peer->engine,
                    row->engine);
}

static void expect_interrupted(const struct interruption *row, const struct job *job)
{
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    kill(job->pid, row->signal_number);
    struct outcome outcome = finish(*job);
    clock_gettime(CLOCK_MONOTONIC, &after);
    cr_expect_leq(after.tv_sec - before.tv_sec, 3, "%s: slow to stop", row->what);
    cr_expect_eq(outcome.status, 130, "%s: exit %d\n%s%s", row->what, outcome.status, outcome.out,
                 outcome.err);
    cr_expect(strstr(outcome.err, "xqperft: interrupted"), "%s: does not say so: %s", row->what,
              outcome.err);
    cr_expect(strstr(outcome.out, row->known) && strstr(outcome.out, row->said),
              "%s: no '%s', '%s' in\n%s", row->what, row->known, row->said, outcome.out);
    outcome_free(&outcome);
}

static void interrupt_all(const struct interruption *rows, size_t count)
{
    enum { ROWS = 8 };
    static char arguments[ROWS][ARGUMENTS_SIZE];
    static struct peer peers[ROWS];
    struct job jobs[ROWS];
    cr_assert_leq(count, ROWS);
    alarm(60);
    for (size_t i = 0; i < count; i++) {
        peer_make(&peers[i], suite);
        jobs[i] = start_interruption(&rows[i], &peers[i], arguments[i]);
    }
    for (size_t i = 0; i < count; i++) {
        wait_for(&peers[i], &jobs[i], rows[i].known, rows[i].what);
        expect_interrupted(&rows[i], &jobs[i]);
        expect_no_process(&peers[i], rows[i].what);
        peer_remove(&peers[i]);
    }
}

Test(xqperft_compare_forms, signals_end_it_and_the_engine)
{
    interrupt_all(interruptions, sizeof interruptions / sizeof interruptions[0]);
}

Test(xqperft_compare_forms, signals_end_what_follows_a_difference)
{
    interrupt_all(late_interruptions, sizeof late_interruptions / sizeof late_interruptions[0]);
}
