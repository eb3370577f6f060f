#include "page_data.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/stored_file.h"
#include "compare/stored_keys.h"
#include "compare/stored_rules.h"

static const char mean_name[] = "geometric mean";

static size_t find_name(const char *const *names, size_t count, const char *name)
{
    size_t at = 0;
    while (at < count && strcmp(names[at], name) != 0)
        at++;
    return at;
}

/* --- reading --------------------------------------------------------------------------------- */

static bool read_boards(struct page *page, struct keys_place *at)
{
    const json_t *names = json_object_get(page->stored.config, "boards");
    at->name = "config";
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (find_name(page->boards, i, name) < i)
            return keys_wrong(at, "boards", "are not different names");
        page->boards[page->board_count++] = name;
    }
    return strcmp(page->boards[0], page->stored.reference) == 0 ||
           keys_wrong(at, "reference", "is not the first board");
}

static void read_rules(struct page *page)
{
    const json_t *config = page->stored.config;
    page->level = page_number(config, "level");
    page->equal_within = page_number(config, "equal_within");
    page->rounds = (size_t)page_number(config, "rounds");
}

/* Of a policy that not all boards have? */
static bool is_for_some(const struct stored *stored, const char *workload)
{
    const char *policy = page_text(stored_find(stored, workload, NULL)->json, "policy");
    return strcmp(policy, policy_name(POLICY_TWO_PLY)) == 0;
}

static bool read_workloads(struct page *page, struct keys_place *at)
{
    const struct stored *stored = &page->stored;
    at->name = "results";
    for (size_t i = 0; i < stored->figure_count; i++) {
        const char *name = stored->figures[i].workload;
        if (find_name(page->workloads, page->workload_count, name) < page->workload_count)
            continue;
        if (page->workload_count == PLAN_MAX)
            return keys_wrong(at, "", "there are too many workloads");
        page->workloads[page->workload_count++] = name;
    }
    size_t known = 0;
    for (size_t i = 0; i < page->workload_count; i++) {
        size_t boards = page_boards(page, i);
        if (boards < page->board_count && !is_for_some(stored, page->workloads[i]))
            return keys_wrong(at, "", "a board has not run all workloads");
        known += boards;
    }
    return stored->figure_count == known ||
           keys_wrong(at, "", "there are boards that config.boards has not");
}

static bool read_verdict(const struct keys_place *at, const json_t *object,
                         enum stats_verdict *verdict)
{
    const char *name = page_text(object, "verdict");
    for (*verdict = STATS_FASTER; *verdict < STATS_INCONCLUSIVE; ++*verdict)
        if (strcmp(name, stats_verdict_name(*verdict)) == 0)
            return true;
    return strcmp(name, stats_verdict_name(STATS_INCONCLUSIVE)) == 0 ||
           keys_wrong(at, "verdict", "is none that is known");
}

static struct page_ratio *ratio_at(const struct page *page, size_t workload, size_t board,
                                   size_t other)
{
    return &page->ratios[(workload * page->board_count + board) * page->board_count + other];
}

static struct stats_row *pairs_of(const struct page *page, size_t workload)
{
    return page->pairs + workload * page->board_count * (page->board_count - 1) / 2;
}

/* What a comparison says of the reference beside the board. */
static struct page_ratio reversed(const struct page_ratio *ratio)
{
    struct page_ratio result = *ratio;
    const struct stats_speed *speed = &ratio->speed;
    result.speed = (struct stats_speed){1 / speed->median, 1 / speed->high, 1 / speed->low};
    if (ratio->verdict == STATS_FASTER)
        result.verdict = STATS_SLOWER;
    if (ratio->verdict == STATS_SLOWER)
        result.verdict = STATS_FASTER;
    return result;
}

static bool read_comparison(struct page *page, const struct keys_place *at, const json_t *object)
{
    const char *name = page_text(object, "workload");
    struct page_ratio ratio = {.stored = true};
    if (!read_verdict(at, object, &ratio.verdict))
        return false;
    size_t workload = find_name(page->workloads, page->workload_count, name);
    size_t board = find_name(page->boards, page->board_count, page_text(object, "board"));
    size_t other = find_name(page->boards, page->board_count, page_text(object, "reference"));
    if ((workload == page->workload_count && strcmp(name, mean_name) != 0) ||
        board == page->board_count || other >= board)
        return keys_wrong(at, "", "is of a workload or board that is not there");
    page->has_mean |= workload == page->workload_count;
    ratio.speed =
        (struct stats_speed){page_number(object, "ratio"), page_number(object, "ratio_low"),
                             page_number(object, "ratio_high")};
    if (ratio.speed.low > ratio.speed.median || ratio.speed.median > ratio.speed.high)
        return keys_wrong(at, "ratio", "is not between ratio_low and ratio_high");
    const char *reason = json_string_value(json_object_get(object, "reason"));
    ratio.reason = reason ? reason : "";
    if (ratio_at(page, workload, board, other)->stored)
        return keys_wrong(at, "", "is there twice");
    *ratio_at(page, workload, board, other) = ratio;
    *ratio_at(page, workload, other, board) = reversed(&ratio);
    pairs_of(page, workload)[stats_pair_index(board, other, page->board_count)].verdict =
        ratio.verdict;
    return true;
}

/* What is not read is not compared. */
static void forget_verdicts(struct page *page)
{
    size_t places = (page->workload_count + 1) * page->board_count * page->board_count;
    for (size_t i = 0; i < places; i++) {
        page->ratios[i] = (struct page_ratio){false, {NAN, NAN, NAN}, STATS_NOT_COMPARED, ""};
        page->pairs[i].verdict = STATS_NOT_COMPARED;
    }
}

/* Of all boards that a workload has. */
static size_t pair_count(const struct page *page)
{
    size_t pairs = 0;
    for (size_t i = 0; i < page_rows(page); i++) {
        size_t boards = i < page->workload_count ? page_boards(page, i) : page->board_count;
        pairs += boards * (boards - 1) / 2;
    }
    return pairs;
}

static bool read_comparisons(struct page *page, struct keys_place *at)
{
    const json_t *comparisons = json_object_get(page->stored.json, "comparisons");
    page->judged = json_array_size(comparisons);
    page->ratios = calloc((page->workload_count + 1) * page->board_count * page->board_count,
                          sizeof *page->ratios);
    page->pairs = calloc((page->workload_count + 1) * page->board_count * page->board_count,
                         sizeof *page->pairs);
    if (page->ratios == NULL || page->pairs == NULL)
        return keys_no_memory(at);
    forget_verdicts(page);
    at->name = "comparisons";
    for (at->index = 0; at->index < page->judged; at->index++)
        if (!read_comparison(page, at, json_array_get(comparisons, at->index)))
            return false;
    at->index = KEYS_NO_INDEX;
    return page->judged == pair_count(page) ||
           keys_wrong(at, "", "are not of all boards in all workloads");
}

/* How many launches were disturbed, and what became of them. */
static void count_disturbed(struct page *page)
{
    const json_t *launches = json_object_get(page->stored.json, "launches"), *facts;
    page->attempts = json_array_size(launches);
    for (size_t i = 0; i < page->attempts; i++) {
        facts = json_array_get(launches, i);
        page->disturbed += !json_is_true(json_object_get(facts, "trusted"));
        page->repeated += page_number(facts, "attempt") > 1;
    }
    page->trust_all = json_is_true(json_object_get(page->stored.config, "trust_all"));
    for (size_t i = 0; i < page->stored.launches && !page->trust_all; i++)
        page->left_out += !page->stored.trusted[i];
}

bool page_read(struct page *page, const char *folder, struct fault *fault)
{
    *page = (struct page){.folder = folder};
    char path[4096];
    if (snprintf(path, sizeof path, "%s/results.json", folder) >= (int)sizeof path)
        return fault_set(fault, "%s: the name is too long", folder);
    if (!stored_read(path, &page->stored, fault) ||
        !stored_rules_check(page->stored.json, page->stored.file, STORED_REPORT, fault))
        return false;
    struct keys_place at = {page->stored.file, fault, "", KEYS_NO_INDEX};
    count_disturbed(page);
    read_rules(page);
    return read_boards(page, &at) && read_workloads(page, &at) && read_comparisons(page, &at);
}

void page_free(struct page *page)
{
    free(page->ratios);
    free(page->pairs);
    stored_free(&page->stored);
}

/* --- looking up ------------------------------------------------------------------------------ */

const struct stored_figure *page_figure(const struct page *page, size_t workload, size_t board)
{
    return stored_find(&page->stored, page->workloads[workload], page->boards[board]);
}

const struct stored_figure *page_any_figure(const struct page *page, size_t workload)
{
    return stored_find(&page->stored, page->workloads[workload], NULL);
}

const json_t *page_json(const struct page *page, size_t workload, size_t board)
{
    const struct stored_figure *figure = page_figure(page, workload, board);
    return figure ? figure->json : NULL;
}

size_t page_boards(const struct page *page, size_t workload)
{
    size_t count = 0;
    for (size_t board = 0; board < page->board_count; board++)
        count += page_figure(page, workload, board) != NULL;
    return count;
}

bool page_is_in_mean(const struct page *page, size_t workload)
{
    return !page_is_limit(page, workload) && page_boards(page, workload) == page->board_count;
}

bool page_compares(const struct page *page, size_t workload)
{
    return workload == page->workload_count ||
           (!page_is_limit(page, workload) && page_boards(page, workload) > 1);
}

const struct page_ratio *page_ratio(const struct page *page, size_t workload, size_t board,
                                    size_t other)
{
    return ratio_at(page, workload, board, other);
}

const char *page_workload(const struct page *page, size_t workload)
{
    return workload < page->workload_count ? page->workloads[workload] : mean_name;
}

bool page_is_limit(const struct page *page, size_t workload)
{
    return workload < page->workload_count && page_any_figure(page, workload)->limit;
}

size_t page_rows(const struct page *page)
{
    return page->workload_count + page->has_mean;
}

size_t page_mean_of(const struct page *page)
{
    size_t count = 0;
    for (size_t i = 0; i < page->workload_count; i++)
        count += page_is_in_mean(page, i);
    return count;
}

size_t page_compared(const struct page *page)
{
    size_t count = 0;
    for (size_t i = 0; i < page->workload_count; i++)
        count += page_compares(page, i);
    return count;
}

size_t page_winner(const struct page *page, size_t workload)
{
    return stats_winner(pairs_of(page, workload), page->board_count);
}

bool page_is_tie(const struct page *page, size_t workload)
{
    return stats_is_tie(pairs_of(page, workload), page->board_count);
}

bool page_is_beaten(const struct page *page, size_t workload, size_t board)
{
    return stats_is_beaten(pairs_of(page, workload), board, page->board_count);
}

size_t page_next(const struct page *page, size_t workload, size_t winner)
{
    size_t next = winner == 0 ? 1 : 0;
    double least = INFINITY;
    for (size_t other = 0; other < page->board_count; other++) {
        double ahead = page_ratio(page, workload, winner, other)->speed.median;
        if (other == winner || !(ahead < least))
            continue;
        least = ahead;
        next = other;
    }
    return next;
}

double page_number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

const char *page_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "unknown";
}

/* --- files ----------------------------------------------------------------------------------- */

bool page_file(const struct page *page, const char *name, char **text, struct fault *fault)
{
    char path[4096];
    size_t size = 0;
    *text = NULL;
    snprintf(path, sizeof path, "%s/%s", page->folder, name);
    FILE *file;
    if (!stored_file_open(path, true, &file, fault))
        return false;
    if (file == NULL)
        return true;
    errno = 0;
    ssize_t length = getdelim(text, &size, '\0', file);
    int cause = errno;
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed || length <= 0)
        return fault_set(fault, "%s: %s", path, failed ? strerror(cause) : "the file is empty");
    /* The delimiter would have been read as well. */
    return strlen(*text) == (size_t)length || fault_set(fault, "%s: is not a text", path);
}
