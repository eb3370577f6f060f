/* What is said to `xqperft uci`, from the bytes of its input to the lines of its answers. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/lines.h"
#include "cli/uci.h"
#include "fuzz.h"
#include "interrupt.h"

enum { MOST_LINES = 200, MOST_THREADS = 4 };

/* A count of more than two plies is given up as soon as it begins, as if a signal had come. */
static bool is_long(struct words line)
{
    static const char perft[] = "perft";
    const char *at = memmem(line.text, line.length, perft, strlen(perft));
    const char *end = line.text + line.length;
    size_t digits = 0;
    bool large = false;
    for (; at && at < end; at++) {
        digits = *at >= '0' && *at <= '9' ? digits + 1 : 0;
        large = large || digits > 1 || (digits == 1 && *at > '2');
    }
    return large;
}

static void check_answers(const char *text, size_t length)
{
    fuzz_expect_printable(text, length, "the answer");
    fuzz_expect(length == 0 || text[length - 1] == '\n', "whole lines");
}

/* The answers go to memory meanwhile. */
static void say(struct uci *uci, struct words line)
{
    char *said = NULL;
    size_t size = 0;
    FILE *before = stdout, *memory = open_memstream(&said, &size);
    struct position_fault fault;
    fuzz_expect(memory, "memory");
    stdout = memory;
    interrupted = is_long(line);
    uci_line(uci, line);
    interrupted = 0;
    stdout = before;
    fclose(memory);
    check_answers(said, size);
    free(said);
    fuzz_expect(position_validate(&uci->position, &fault), "a valid position is kept");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char file[FUZZ_PATH_SIZE];
    struct lines lines = {.fd = open(fuzz_file(0, data, size, file), O_RDONLY | O_CLOEXEC)};
    struct words line;
    struct uci uci = {.quit = false};
    enum lines_result result = LINES_LINE;
    fuzz_expect(lines.fd >= 0, "a file");
    uci.options.boards[0] = board_find("bitboard");
    uci.options.board_count = 1;
    uci.options.policy = POLICY_COUNT;
    uci.options.threads = 1;
    position_start(&uci.position);
    for (int i = 0; i < MOST_LINES && !uci.quit; i++) {
        result = lines_next(&lines, &line);
        if (result != LINES_LINE)
            break;
        fuzz_expect(memchr(line.text, '\n', line.length) == NULL, "one line");
        say(&uci, line);
        if (uci.options.threads > MOST_THREADS) /* to start a thousand takes long */
            uci.options.threads = MOST_THREADS;
    }
    fuzz_expect(result == LINES_LINE || result == LINES_END, "nothing but lines and an end");
    hash_free(uci.hash);
    close(lines.fd);
    lines_free(&lines);
    return 0;
}
