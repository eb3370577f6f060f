#include <errno.h>
#include <string.h>

#include "fen.h"
#include "output.h"
#include "tables.h"

bool tables_open(const struct options *options, struct tables *tables)
{
    char size[NUMBER_SIZE];
    *tables = (struct tables){.options = options};
    for (size_t i = 0; options->hash_size > 0 && i < options->board_count; i++) {
        tables->hash[i] = hash_new(options->hash_size, !options->no_mirror, options->hash_check);
        if (!tables->hash[i]) {
            int reason = errno;
            complain("--hash: not enough memory for %zu table%s of %s bytes: %s",
                     options->board_count, options->board_count == 1 ? "" : "s",
                     number_write(options->hash_size, size), strerror(reason));
            tables_close(tables);
            return false;
        }
        tables->bytes = hash_bytes(tables->hash[i]);
    }
    return true;
}

void tables_release(struct tables *tables, size_t board)
{
    if (!tables->hash[board])
        return;
    struct hash_check more = hash_checked(tables->hash[board]);
    if (tables->check.wrong == 0 && more.wrong > 0) {
        more.checked += tables->check.checked;
        tables->check = more;
    } else {
        tables->check.checked += more.checked;
        tables->check.wrong += more.wrong;
    }
    hash_free(tables->hash[board]);
    tables->hash[board] = NULL;
}

void tables_close(struct tables *tables)
{
    for (size_t i = 0; i < tables->options->board_count; i++)
        tables_release(tables, i);
}

/* The size of a table is a power of 2, and therefore a whole number of its unit. */
static void print_size(FILE *out, size_t bytes)
{
    static const char units[] = "KMGTPE";
    int unit = 0;
    for (bytes /= 1024; bytes >= 1024 && units[unit + 1]; bytes /= 1024)
        unit++;
    fprintf(out, "%zu %ciB", bytes, units[unit]);
}

void tables_print_setting(const struct tables *tables, FILE *out, const char *prefix)
{
    unsigned threads = tables->options->threads;
    if (threads == 1 && tables->bytes == 0)
        return;
    fprintf(out, "%s%u thread%s", prefix, threads, threads == 1 ? "" : "s");
    if (tables->bytes > 0) {
        fputs("; hash of ", out);
        print_size(out, tables->bytes);
        fputs(tables->options->board_count > 1 ? " for each board" : "", out);
        fputs(tables->options->no_mirror ? ", mirror images apart" : "", out);
    }
    fputc('\n', out);
}

void tables_print_check(const struct tables *tables, FILE *out, const char *prefix)
{
    char number[NUMBER_SIZE], fen[FEN_SIZE];
    const struct hash_check *check = &tables->check;
    if (!tables->options->hash_check)
        return;
    fprintf(out, "%shash check: %s count%s from the hash counted again, ", prefix,
            number_write(check->checked, number), check->checked == 1 ? "" : "s");
    if (check->wrong == 0) {
        fputs(check->checked > 0 ? "all right\n" : "too few to sample\n", out);
        return;
    }
    fen_write(&check->position, fen);
    fprintf(out, "%s WRONG\n", number_write(check->wrong, number));
    fprintf(out, "%s  the first: %s\n", prefix, fen);
    fprintf(out, "%s  depth %u, stored %s", prefix, check->depth,
            number_write(check->stored, number));
    fprintf(out, ", counted %s\n", number_write(check->counted, number));
}

static json_t *check_json(const struct hash_check *check)
{
    char fen[FEN_SIZE];
    json_t *object = json_pack("{s:o, s:o}", "checked", json_count(check->checked), "wrong",
                               json_count(check->wrong));
    if (check->wrong == 0)
        return object;
    fen_write(&check->position, fen);
    json_object_set_new(object, "first_wrong",
                        json_pack("{s:s, s:i, s:o, s:o}", "fen", fen, "depth", (int)check->depth,
                                  "stored", json_count(check->stored), "counted",
                                  json_count(check->counted)));
    return object;
}

void tables_json(const struct tables *tables, json_t *object)
{
    json_object_set_new(object, "threads", json_integer((json_int_t)tables->options->threads));
    json_object_set_new(object, "hash_bytes", json_count(tables->bytes));
    if (tables->options->hash_check)
        json_object_set_new(object, "hash_check", check_json(&tables->check));
}
