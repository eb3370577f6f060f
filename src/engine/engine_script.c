/* A perft script: one process for each answer, called as COMMAND DEPTH FEN [MOVES]. */
#include <stdio.h>
#include <stdlib.h>

#include "engine_private.h"

static enum engine_result not_in_time(struct engine *engine)
{
    char within[ENGINE_WITHIN_SIZE], when[ENGINE_WHEN_SIZE];
    return engine_fail(engine, "did not end %s %s", engine_within(engine->limit, within),
                       engine_when(engine, when));
}

/* Reads all that it prints. */
static enum engine_result read_output(struct engine *engine, double deadline)
{
    for (;;) {
        char *line;
        switch (child_read(engine->child, deadline, &line)) {
        case CHILD_LINE:
            if (engine_hear(engine, line) != ENGINE_OK)
                return ENGINE_FAILED;
            break;
        case CHILD_ENDED:
            return ENGINE_OK;
        case CHILD_TIMEOUT:
            return not_in_time(engine);
        case CHILD_STOPPED:
            return engine_stop(engine);
        }
    }
}

static enum engine_result read_status(struct engine *engine, double deadline)
{
    double left = deadline - child_clock();
    int status = engine_part(engine, left > ENGINE_GRACE ? left : ENGINE_GRACE);
    if (status == 0)
        return engine->answer.has_total ? ENGINE_OK : engine_no_total(engine, "");
    if (status == CHILD_FORCED && !(engine->setup.stop && *engine->setup.stop))
        return not_in_time(engine);
    return engine_broke_off(engine, status);
}

char *engine_script_words(const struct engine *engine, const struct engine_question *question)
{
    char fen[FEN_SIZE], *words = NULL;
    char *moves = engine_write_question(engine, question, fen);
    if (moves && asprintf(&words, "%s %u '%s'%s%s%s\n", engine->setup.command, question->depth, fen,
                          *moves ? " '" : "", *moves ? moves + 1 : "", *moves ? "'" : "") < 0)
        words = NULL;
    free(moves);
    return words;
}

enum engine_result engine_script_ask(struct engine *engine, const struct engine_question *question)
{
    char depth[16], fen[FEN_SIZE];
    char *moves = engine_write_question(engine, question, fen);
    if (!moves)
        return engine_fail(engine, "could not be asked: memory is short");
    snprintf(depth, sizeof depth, "%u", question->depth);
    const char *arguments[] = {depth, fen, *moves ? moves + 1 : NULL, NULL};
    engine_asks(engine, "depth %s", depth);
    enum engine_result result = engine_launch(engine, arguments);
    free(moves);
    if (result != ENGINE_OK)
        return result;
    double deadline = child_clock() + engine->limit;
    child_close_input(engine->child);
    result = read_output(engine, deadline);
    return result == ENGINE_OK ? read_status(engine, deadline) : result;
}
