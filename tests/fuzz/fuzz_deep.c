/*
 * Files of deep counts: a plan with results and, behind a form feed, a further file. Sums that no
 * changed byte would leave right are put in place here, so that more than the sums is looked at:
 * the first line's, and of each result that of the plan, which the bytes have not, and its own.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "deep/deep.h"
#include "fuzz.h"

/* --- sums --------------------------------------------------------------------------------------
 */

struct lines {
    const char *at, *end;
};

/* The next line, with its end if it has one; its length, or 0 behind the last. */
static size_t take_line(struct lines *lines, const char **line)
{
    size_t size = (size_t)(lines->end - lines->at);
    const char *end = size > 0 ? memchr(lines->at, '\n', size) : NULL;
    size = end ? (size_t)(end - lines->at) + 1 : size;
    *line = lines->at;
    lines->at += size;
    return size;
}

static bool begins(const char *line, size_t size, const char *word)
{
    size_t length = strlen(word);
    return size >= length && memcmp(line, word, length) == 0;
}

static const char magic[] = "xqperft-deep 1 ", result[] = "result ";

/* Of the lines between the first and the first result. */
static uint64_t sum_of_plan(struct lines lines)
{
    const char *line;
    uint64_t sum = DEEP_SUM;
    take_line(&lines, &line);
    for (size_t size; (size = take_line(&lines, &line)) > 0 && !begins(line, size, result);)
        sum = deep_sum(sum, line, size);
    return sum;
}

static void put_result(FILE *out, const char *line, size_t size, uint64_t plan)
{
    bool ended = line[size - 1] == '\n';
    char *text;
    size -= strlen(result) + ended;
    int length =
        asprintf(&text, "%s%016" PRIx64 " %.*s", result, plan, (int)size, line + strlen(result));
    fuzz_expect(length >= 0, "memory");
    fprintf(out, "%s %016" PRIx64 "%s", text, deep_sum(DEEP_SUM, text, strlen(text)),
            ended ? "\n" : "");
    free(text);
}

/* The file of a slot, with sums as if its results were of this plan. */
static char *summed_file(unsigned slot, struct lines lines, uint64_t plan,
                         char path[FUZZ_PATH_SIZE])
{
    char *text = NULL;
    size_t length = 0, size;
    const char *line;
    FILE *out = open_memstream(&text, &length);
    fuzz_expect(out, "memory");
    for (bool first = true; (size = take_line(&lines, &line)) > 0; first = false)
        if (first && begins(line, size, magic))
            fprintf(out, "%s%016" PRIx64 "\n", magic, plan);
        else if (begins(line, size, result))
            put_result(out, line, size, plan);
        else
            fwrite(line, 1, size, out);
    fuzz_expect(fclose(out) == 0, "memory");
    fuzz_file(slot, text, length, path);
    free(text);
    return path;
}

/* --- what is read ------------------------------------------------------------------------------
 */

static void on_problem(void *context, const struct suite_problem *problem)
{
    size_t *errors = context;
    *errors += !problem->warning;
    fuzz_expect(problem->line >= 0 && problem->column >= 0, "a place in the file");
    fuzz_expect(problem->reason[0] != '\0', "a reason");
    fuzz_expect_printable(problem->reason, strlen(problem->reason), "the reason");
    fuzz_expect_printable(problem->text, strlen(problem->text), "the part to blame");
}

static bool read_file(const char *file, struct deep_plan *plan, struct deep_tally *tally)
{
    size_t errors = 0, before = tally->conflicting;
    bool good = deep_read(file, plan, tally, on_problem, &errors);
    fuzz_expect(errors == tally->conflicting - before + !good, "each fault is said, once");
    return good;
}

/* Written and read again, it is the same. */
static void check_writing(const struct deep_plan *plan)
{
    struct deep_plan copy = *plan, again = {0};
    struct deep_tally tally = {0};
    char path[FUZZ_PATH_SIZE];
    FILE *out = fopen(fuzz_file(2, "", 0, path), "r+e");
    fuzz_expect(out && deep_plan_write(&copy, out) && fclose(out) == 0, "a written plan");
    fuzz_expect(read_file(path, &again, &tally), "a plan that can be read");
    fuzz_expect(deep_plan_equal(plan, &again), "the same plan");
    fuzz_expect(again.checksum == copy.checksum, "its sum");
    deep_tally_free(&tally);
    deep_plan_free(&again);
}

static void check_plan(const struct deep_plan *plan)
{
    wide paths = 0;
    fuzz_expect(plan->split <= plan->depth, "a split within the depth");
    for (size_t unit = 0; unit < plan->unit_count; unit++) {
        struct position position;
        struct position_fault fault;
        deep_unit_position(plan, unit, &position);
        fuzz_expect(position_validate(&position, &fault), "a valid position");
        fuzz_expect(wide_add(&paths, deep_unit_paths(plan, unit)), "paths that fit");
    }
    fuzz_expect(paths == plan->paths, "all paths");
}

/* Every path to a unit begins with a root move, unless the root is the unit. */
static void check_total(const struct deep_plan *plan, const struct deep_tally *tally)
{
    struct deep_total total;
    size_t counted = 0;
    wide sum = 0;
    for (size_t unit = 0; unit < plan->unit_count; unit++)
        counted += tally->by[unit] != 0;
    fuzz_expect(counted == tally->counted, "as many units as have a count");
    if (plan->split == 0 || !deep_total(plan, tally, &total))
        return;
    for (size_t i = 0; i < plan->move_count; i++)
        fuzz_expect(wide_add(&sum, total.move[i]), "no move has more than all");
    fuzz_expect(sum == total.nodes, "the sum of the moves");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct deep_plan plan = {0};
    struct deep_tally tally = {0};
    char path[2][FUZZ_PATH_SIZE];
    const char *text = (const char *)data;
    const char *feed = size > 0 ? memchr(text, '\f', size) : NULL;
    struct lines first = {text, feed ? feed : text + size};
    struct lines second = {feed ? feed + 1 : text + size, text + size};
    uint64_t sum = sum_of_plan(first);
    if (read_file(summed_file(0, first, sum, path[0]), &plan, &tally)) {
        check_plan(&plan);
        check_writing(&plan);
        if (read_file(summed_file(1, second, sum, path[1]), &plan, &tally))
            check_total(&plan, &tally);
    }
    deep_tally_free(&tally);
    deep_plan_free(&plan);
    return 0;
}
