/* The output forms of xqperft verify: text, TSV, TAP and JSON. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fen.h"
#include "output.h"
#include "verify.h"

void verdict_print_name(FILE *out, const struct verdict *verdict,
                        void (*put)(FILE *out, const char *text))
{
    put(out, verdict->file->name);
    fprintf(out, ":%d: ", verdict->entry->line);
    put(out, verdict->entry->id);
    fprintf(out, ", depth %u, board %s", verdict->depth, verdict->board->name);
}

void verdict_print_counts(FILE *out, const struct verdict *verdict)
{
    fprintf(out, "expected %" PRIu64 ", got ", verdict->entry->count[verdict->depth]);
    put_nodes(out, verdict->nodes);
}

void verdict_print_hint(FILE *out, const struct verification *run, const struct verdict *verdict,
                        void (*put)(FILE *out, const char *text))
{
    char fen[FEN_SIZE];
    char *command = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&command, &size);
    if (!memory)
        return;
    fen_write(&verdict->entry->position, fen);
    put_shell(memory, program_invocation_name);
    fprintf(memory, " %s %u --board %s", verdict->depth > 0 ? "divide" : "perft", verdict->depth,
            verdict->board->name);
    if (run->options->policy != POLICY_COUNT)
        fprintf(memory, " --policy %s", policy_name(run->options->policy));
    fputs(" --fen ", memory);
    put_shell(memory, fen);
    fclose(memory);
    put(out, command);
    free(command);
}

static void no_file(const struct verification *run, const struct suite_file *file)
{
    (void)run;
    (void)file;
}

/* "policy: legal of padded, naive, bitboard; two-ply of vector" */
static void print_policies(const struct options *options, FILE *out, const char *prefix)
{
    const char *separator = "";
    fprintf(out, "%spolicy: ", prefix);
    for (int policy = 0; policy < POLICY_COUNT; policy++) {
        const char *before = " of ";
        for (size_t i = 0; i < options->board_count; i++) {
            const struct board *board = options->boards[i];
            if (options_policy(options, board) != (enum policy)policy)
                continue;
            if (*before == ' ')
                fprintf(out, "%s%s", separator, policy_name((enum policy)policy));
            fprintf(out, "%s%s", before, board->name);
            before = ", ";
            separator = "; ";
        }
    }
    fputc('\n', out);
}

static void text_begin(const struct verification *run)
{
    print_policies(run->options, stdout, "");
    tables_print_setting(&run->tables, stdout, "");
}

static void text_verdict(const struct verification *run, const struct verdict *verdict)
{
    char fen[FEN_SIZE];
    if (verdict->ok)
        return;
    fen_write(&verdict->entry->position, fen);
    verdict_print_name(stdout, verdict, put_printable);
    fputs(": ", stdout);
    verdict_print_counts(stdout, verdict);
    printf("\n    %s\n    next: ", fen);
    verdict_print_hint(stdout, run, verdict, put_printable);
    putchar('\n');
}

static void print_summary(size_t planned, size_t done, size_t failed, uint64_t nodes,
                          double seconds)
{
    char number[NUMBER_SIZE], rate[NUMBER_SIZE];
    if (failed > 0)
        printf("%s of ", number_write(failed, number));
    printf("%s %s", number_write(done, number), done == 1 ? "count" : "counts");
    fputs(failed > 0 ? " WRONG" : done > 0 ? " right" : " compared", stdout);
    if (done < planned)
        printf(" (interrupted: %s of them were planned)", number_write(planned, number));
    printf("; %s nodes in %.3f s", number_write(nodes, number), seconds);
    printf(", %s nodes/s\n", rate_write(nodes, seconds, rate));
}

static void text_file(const struct verification *run, const struct suite_file *file)
{
    put_printable(stdout, file->name);
    printf(": %zu position%s, ", file->positions, file->positions == 1 ? "" : "s");
    if (run->options->board_count > 1)
        printf("%zu boards, ", run->options->board_count);
    else
        printf("board %s, ", run->options->boards[0]->name);
    print_summary(file->planned, file->done, file->failed, file->nodes, file->seconds);
}

static void text_end(const struct verification *run)
{
    uint64_t nodes = 0;
    double seconds = 0;
    tables_print_check(&run->tables, stdout, "");
    if (run->file_count < 2)
        return;
    for (size_t i = 0; i < run->file_count; i++) {
        nodes = perft_add(nodes, run->files[i].nodes);
        seconds += run->files[i].seconds;
    }
    printf("total: %zu files, ", run->file_count);
    print_summary(run->planned, run->done, run->failed, nodes, seconds);
}

static void tsv_begin(const struct verification *run)
{
    (void)run;
    puts("file\tline\tid\tfen\tdepth\tboard\tpolicy\texpected\tnodes\tseconds\tok");
}

static void tsv_verdict(const struct verification *run, const struct verdict *verdict)
{
    char fen[FEN_SIZE];
    fen_write(&verdict->entry->position, fen);
    put_tsv(stdout, verdict->file->name);
    printf("\t%d\t", verdict->entry->line);
    put_tsv(stdout, verdict->entry->id);
    printf("\t%s\t%u\t%s\t%s\t%" PRIu64 "\t", fen, verdict->depth, verdict->board->name,
           policy_name(options_policy(run->options, verdict->board)),
           verdict->entry->count[verdict->depth]);
    if (verdict->nodes != PERFT_TOO_MANY)
        printf("%" PRIu64, verdict->nodes);
    printf("\t%.9f\t%s\n", verdict->seconds, verdict->ok ? "true" : "false");
}

static void tsv_end(const struct verification *run)
{
    tables_print_check(&run->tables, stderr, PROGRAM ": ");
}

static void tap_begin(const struct verification *run)
{
    puts("TAP version 13");
    printf("1..%zu%s\n", run->planned, run->planned == 0 ? " # SKIP nothing to compare" : "");
}

static void tap_verdict(const struct verification *run, const struct verdict *verdict)
{
    char fen[FEN_SIZE];
    fen_write(&verdict->entry->position, fen);
    printf("%s %zu - ", verdict->ok ? "ok" : "not ok", run->done);
    verdict_print_name(stdout, verdict, put_tap);
    putchar('\n');
    if (verdict->ok)
        return;
    fputs("# ", stdout);
    verdict_print_counts(stdout, verdict);
    printf("\n# %s\n# next: ", fen);
    verdict_print_hint(stdout, run, verdict, put_printable);
    putchar('\n');
}

static void tap_end(const struct verification *run)
{
    print_policies(run->options, stdout, "# ");
    tables_print_check(&run->tables, stdout, "# ");
    if (run->done < run->planned)
        printf("Bail out! interrupted after %zu of %zu counts\n", run->done, run->planned);
}

static json_t *verdict_json(const struct options *options, const struct verdict *verdict)
{
    char fen[FEN_SIZE];
    fen_write(&verdict->entry->position, fen);
    return json_pack("{s:o, s:i, s:o, s:s, s:i, s:s, s:s, s:s, s:o, s:o, s:f, s:b}", "file",
                     json_text(verdict->file->name), "line", verdict->entry->line, "id",
                     json_text(verdict->entry->id), "fen", fen, "depth", (int)verdict->depth,
                     "board", verdict->board->name, "variant", options_variant(verdict->board),
                     "policy", policy_name(options_policy(options, verdict->board)), "expected",
                     json_count(verdict->entry->count[verdict->depth]), "nodes",
                     json_nodes(verdict->nodes), "seconds", verdict->seconds, "ok",
                     (int)verdict->ok);
}

static void json_start(const struct verification *run)
{
    (void)run;
    json_open("verify");
}

static void json_verdict(const struct verification *run, const struct verdict *verdict)
{
    json_row(verdict_json(run->options, verdict));
}

static void json_end(const struct verification *run)
{
    json_t *object = json_object();
    size_t positions = 0;
    uint64_t nodes = 0;
    double seconds = 0;
    for (size_t i = 0; i < run->file_count; i++) {
        positions += run->files[i].positions;
        nodes = perft_add(nodes, run->files[i].nodes);
        seconds += run->files[i].seconds;
    }
    json_t *summary =
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:o, s:f}", "files", (json_int_t)run->file_count,
                  "positions", (json_int_t)positions, "planned", (json_int_t)run->planned,
                  "compared", (json_int_t)run->done, "failed", (json_int_t)run->failed, "nodes",
                  json_nodes(nodes), "seconds", seconds);
    json_object_set_new(object, "complete", json_boolean(run->done == run->planned));
    tables_json(&run->tables, object);
    json_object_set_new(object, "summary", summary);
    if (run->difference)
        json_object_set(object, "difference", run->difference);
    json_close(object);
}

const struct verify_form verify_forms[FORMAT_COUNT] = {
    [FORMAT_TEXT] = {text_begin, text_verdict, text_file, text_end},
    [FORMAT_JSON] = {json_start, json_verdict, no_file, json_end},
    [FORMAT_TSV] = {tsv_begin, tsv_verdict, no_file, tsv_end},
    [FORMAT_TAP] = {tap_begin, tap_verdict, no_file, tap_end},
};
