#include "fresh.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "status.h"
#include "text.h"

/* --- what it is told ------------------------------------------------------------------------- */

const char **fresh_words(const char *command, const char *file, const uint64_t *numbers,
                         size_t count, const char *const *texts)
{
    size_t text_count = 0;
    while (texts && texts[text_count])
        text_count++;
    size_t all = 2 + count + text_count + 1;
    const char **words = calloc(1, all * sizeof *words + count * FRESH_NUMBER_SIZE);
    if (words == NULL)
        return NULL;
    char *text = (char *)(words + all);
    words[0] = command;
    words[1] = file;
    for (size_t i = 0; i < count; i++, text += FRESH_NUMBER_SIZE) {
        snprintf(text, FRESH_NUMBER_SIZE, "%" PRIu64, numbers[i]);
        words[i + 2] = text;
    }
    for (size_t i = 0; i < text_count; i++)
        words[count + 2 + i] = texts[i];
    return words;
}

const char *fresh_self(char out[FRESH_SELF_SIZE])
{
    snprintf(out, FRESH_SELF_SIZE, "/proc/%ld/exe", (long)getpid());
    return out;
}

static struct child *start(const struct fresh *fresh, struct fault *fault)
{
    char self[FRESH_SELF_SIZE];
    struct child *child =
        child_start(fresh->program ? fresh->program : fresh_self(self), fresh->words, fresh->stop);
    if (child == NULL)
        fault_set(fault, "%s cannot be started: %s", fresh->what, strerror(errno));
    return child;
}

/* --- what it says ---------------------------------------------------------------------------- */

bool fresh_numbers(const char *line, uint64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strcspn(line, " ");
        if (text_number(line, length, UINT64_MAX, &numbers[i]) != NUMBER_OK)
            return false;
        line += length;
        if (i + 1 < count && *line++ != ' ')
            return false;
    }
    return *line == '\0';
}

/* How hearing it out has ended. */
enum hearing { HEARD_END, HEARD_NONSENSE, HEARD_TOO_LATE, HEARD_STOPPED };

static enum hearing hear(struct child *child, const struct fresh *fresh, fresh_take *take,
                         void *context, struct fault *fault)
{
    double deadline = child_clock() + fresh->limit;
    for (;;) {
        char *line;
        switch (child_read(child, deadline, &line)) {
        case CHILD_LINE:
            break;
        case CHILD_ENDED:
            return HEARD_END;
        case CHILD_TIMEOUT:
            return HEARD_TOO_LATE;
        case CHILD_STOPPED:
            return HEARD_STOPPED;
        }
        if (take(context, line))
            continue;
        char shown[80];
        text_printable(line, strlen(line), shown, sizeof shown);
        fault_set(fault, "%s says what it should not: '%s'", fresh->what, shown);
        return HEARD_NONSENSE;
    }
}

/* The last line it said is the reason it gave. */
static void last_word(struct child *child, char out[CHILD_LAST_SIZE])
{
    const char *lines[CHILD_LAST_LINES];
    size_t count = child_last_lines(child, lines);
    snprintf(out, CHILD_LAST_SIZE, "%s", count > 0 ? lines[count - 1] : "");
}

enum sampling fresh_run(const struct fresh *fresh, fresh_take *take, void *context,
                        struct fault *fault)
{
    struct child *child = start(fresh, fault);
    if (child == NULL)
        return SAMPLING_FAILED;
    enum hearing heard = hear(child, fresh, take, context, fault);
    char reason[CHILD_LAST_SIZE], how[CHILD_REASON_SIZE];
    last_word(child, reason);
    int status = child_end(child, heard == HEARD_END ? 1 : 0, how);
    if (heard == HEARD_STOPPED || *fresh->stop)
        return SAMPLING_STOPPED;
    if (heard == HEARD_END && status == STATUS_DONE)
        return SAMPLING_DONE;
    if (heard == HEARD_TOO_LATE)
        fault_set(fault, "%s was not done after %.0f seconds", fresh->what, fresh->limit);
    else if (heard == HEARD_END)
        fault_set(fault, "%s %s%s%s", fresh->what, how, status > 0 && *reason ? ": " : "",
                  status > 0 ? reason : "");
    return heard == HEARD_END && status == STATUS_CHECK_FAILED ? SAMPLING_MISCOUNTED
                                                               : SAMPLING_FAILED;
}
