/*
 * What another program says when it is asked for perfts. The bytes take the place of a process
 * (child.h) that has said all of it beforehand, whatever it is asked; a form feed ends one process,
 * and the next one that is started says what follows. A script is a process for each answer.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answer.h"
#include "child_private.h"
#include "engine.h"
#include "fuzz.h"

enum { MOST_STARTS = 20, DEPTHS = 2 };

/* What was not said yet. */
static const char *rest;
static size_t rest_size;

/* --- the process, in place of child.c ----------------------------------------------------------
 */

double child_clock(void)
{
    return 0; /* no time passes: nothing here waits */
}

struct child *child_start(const char *command, const char *const *arguments,
                          const volatile sig_atomic_t *stop)
{
    struct child *child = calloc(1, sizeof *child);
    fuzz_expect(child && command, "memory");
    (void)arguments;
    const char *end = memchr(rest, '\f', rest_size);
    size_t size = end ? (size_t)(end - rest) : rest_size;
    size_t taken = size < CHILD_AHEAD_SIZE ? size : CHILD_AHEAD_SIZE;
    if (taken > 0)
        memcpy(child->out.ahead, rest, taken);
    child->out.end = taken;
    child->out.fd = child->error.fd = -1;
    child->input = open("/dev/null", O_WRONLY | O_CLOEXEC);
    child->stop = stop;
    rest += size + (end != NULL);
    rest_size -= size + (end != NULL);
    return child;
}

bool child_is_dead(struct child *child)
{
    return child->out.start == child->out.end;
}

void child_close_input(struct child *child)
{
    if (child->input >= 0)
        close(child->input);
    child->input = -1;
}

int child_end(struct child *child, double grace, char how[CHILD_REASON_SIZE])
{
    (void)grace;
    child_close_input(child);
    strcpy(how, "exited with status 0");
    free(child);
    return 0;
}

/* --- what is made of it ------------------------------------------------------------------------
 */

static void check_text(const char *text, const char *what)
{
    fuzz_expect_printable(text, strlen(text), what);
}

static void check_failure(const struct engine *engine)
{
    const char *line[ENGINE_LAST_LINES];
    size_t count = engine_last_lines(engine, line);
    fuzz_expect(engine_failure(engine)[0] != '\0', "a reason");
    check_text(engine_failure(engine), "the reason");
    for (size_t i = 0; i < count; i++)
        check_text(line[i], "a last line");
}

static void check_list(const struct divide_list *list)
{
    uint64_t sum = divide_list_sum(list);
    fuzz_expect(list->count <= MAX_MOVES, "as many rows as there are moves");
    for (size_t i = 0; i < list->count; i++) {
        const struct divide_row *row = &list->row[i];
        fuzz_expect(i == 0 || row[-1].move < row->move, "ascending moves");
        fuzz_expect(row->times > 0 && sum >= row->nodes, "a row that was listed");
        fuzz_expect(divide_list_find(list, row->move) == row, "a row that is found");
    }
    for (size_t i = 0; i < list->stray_count && i < DIVIDE_STRAYS; i++)
        check_text(list->stray[i], "a stray");
}

static void ask(struct engine *engine, const struct position *root)
{
    static struct divide_list list;
    for (unsigned depth = 1; depth <= DEPTHS; depth++) {
        enum engine_result result = engine_divide(engine, root, NULL, 0, depth, &list);
        if (result == ENGINE_OK)
            check_list(&list);
        else
            check_failure(engine);
    }
}

static void converse(const char *text, size_t size, bool script)
{
    static const char *const options[] = {"Hash=16", "Clear Hash"};
    const struct engine_setup setup = {
        .command = "an engine",
        .script = script,
        .timeout = 1,
        .option_count = 2,
        .options = options,
    };
    struct position root;
    struct engine *engine = engine_new(&setup);
    fuzz_expect(engine, "memory");
    rest = text;
    rest_size = size;
    position_start(&root);
    if (engine_meet(engine) != ENGINE_OK)
        check_failure(engine);
    for (int i = 0; i < MOST_STARTS && rest_size > 0; i++) {
        if (engine_start(engine) != ENGINE_OK)
            check_failure(engine);
        ask(engine, &root);
    }
    ask(engine, &root);
    check_text(engine_name(engine), "its name");
    check_text(engine_last_question(engine), "the last question");
    engine_unknown_option(engine);
    engine_free(engine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size ? size : 1); /* so that a byte too far is seen */
    fuzz_expect(text, "memory");
    memcpy(text, data, size);
    converse(text, size, false);
    converse(text, size, true);
    free(text);
    return 0;
}
