/* What another program prints when it is asked for a divide, read line by line. */
#ifndef XQPERFT_ANSWER_H
#define XQPERFT_ANSWER_H

#include "divide_list.h"
#include "notation.h"

struct answer_row {
    char move[DIVIDE_STRAY_SIZE]; /* in small letters, without a dash: "h2e2", "a9a10", "j0i0" */
    uint64_t nodes;
};

struct answer {
    bool script;    /* a number on a line of its own is a total wherever it stands */
    bool gap;       /* an empty line has followed the rows */
    bool has_total; /* the last that was read */
    uint64_t total;
    size_t count;
    struct answer_row row[MAX_MOVES];
};

enum answer_line {
    ANSWER_OTHER, /* neither row nor total: nothing was added */
    ANSWER_ROW,
    ANSWER_TOTAL,
    ANSWER_NO_COUNT, /* a row or total whose count is no whole number below 2^64 */
    ANSWER_TOO_MANY, /* a row more than any position has moves */
};

void answer_clear(struct answer *answer, bool script);

/*
 * Adds a line. Rows are a move and a count with a blank, ':', '=' or '-' between ("h2e2: 1",
 * "H2-E2 = 1", "1. h2e2 1"), and no more; a move is any two squares of a letter and a number, or
 * zeros. Totals are a label of those that engines use and a count ("Nodes searched: 44", "Total =
 * 44", "nodes 44", "Perft 1: 44"), or a bare number behind an empty line.
 */
enum answer_line answer_add(struct answer *answer, const char *line);

/* It has a total, and rows unless there are no moves. A total that comes before all rows is none of
 * this answer; only scripts may give theirs first. */
bool answer_is_complete(const struct answer *answer);

/* Makes a finished list of it, with these ranks; what is no move of the board is a stray. */
void answer_to_list(const struct answer *answer, enum ranks ranks, struct divide_list *list);

/* Behind the blanks and the "info string " that a line of an engine may begin with. */
const char *answer_text(const char *line);

/* Behind `word` at the start of the text, in capital letters or small, when a blank or the end
 * follows, and behind the blanks; else NULL. */
const char *answer_after(const char *text, const char *word);

#endif
