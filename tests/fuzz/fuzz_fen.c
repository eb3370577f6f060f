/* FEN text, and files of EPD lines. */
#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "fuzz.h"
#include "suite.h"

/* What was read must be valid, and the same when it is written and read again. */
static void check_position(const struct position *position)
{
    char fen[FEN_SIZE], unusual[160];
    struct position again;
    struct position_fault fault;
    fuzz_expect(position_validate(position, &fault), "a valid position");
    fen_write(position, fen);
    fuzz_expect(fen_read(fen, strlen(fen), &again, NULL), "%s can be read", fen);
    fuzz_expect(position_equal(position, &again) && position->halfmove == again.halfmove &&
                    position->fullmove == again.fullmove,
                "%s is the same position", fen);
    bool is_unusual = position_unusual(position, unusual, sizeof unusual);
    fuzz_expect(is_unusual == (unusual[0] != '\0'), "what is unusual is said");
}

static void read_fen(const char *text, size_t size)
{
    struct position position;
    struct fen_error error = {0};
    if (fen_read(text, size, &position, &error)) {
        check_position(&position);
        return;
    }
    fuzz_expect(error.reason[0] != '\0', "a reason");
    fuzz_expect(error.column >= 0 && (size_t)error.column <= size + 1, "a column of the text");
    fuzz_expect_printable(error.reason, strlen(error.reason), "the reason");
    fuzz_expect_printable(error.text, strlen(error.text), "the part to blame");
}

static void on_problem(void *context, const struct suite_problem *problem)
{
    size_t *errors = context;
    *errors += !problem->warning;
    fuzz_expect(problem->line >= 0 && problem->column >= 0, "a place in the file");
    fuzz_expect_printable(problem->reason, strlen(problem->reason), "the reason");
    fuzz_expect_printable(problem->text, strlen(problem->text), "the part to blame");
}

static void read_suite(const char *file)
{
    struct suite suite;
    size_t errors = 0;
    bool good = suite_read(file, &suite, on_problem, &errors);
    fuzz_expect(good == (errors == 0), "an error is the end of a suite, and nothing else is");
    fuzz_expect(good == (suite.count > 0), "a good suite has positions, and no other");
    for (size_t i = 0; i < suite.count; i++) {
        const struct suite_entry *entry = &suite.entries[i];
        check_position(&entry->position);
        fuzz_expect_printable(entry->id, strlen(entry->id), "an id");
        fuzz_expect(suite_find(&suite, entry->id) == entry, "the id %s is there once", entry->id);
    }
    suite_free(&suite);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char file[FUZZ_PATH_SIZE];
    char *text = malloc(size ? size : 1); /* so that a byte too far is seen */
    fuzz_expect(text, "memory");
    memcpy(text, data, size);
    read_fen(text, size);
    free(text);
    read_suite(fuzz_file(0, data, size, file));
    return 0;
}
