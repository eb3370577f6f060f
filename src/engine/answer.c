/* What another program prints when it is asked for a divide, read line by line. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "answer.h"
#include "text.h"

#define BLANKS " \t\r"
#define DIGITS "0123456789"

void answer_clear(struct answer *answer, bool script)
{
    answer->script = script;
    answer->gap = false;
    answer->has_total = false;
    answer->total = 0;
    answer->count = 0;
}

bool answer_is_complete(const struct answer *answer)
{
    return answer->has_total && (answer->count > 0 || answer->total == 0);
}

void answer_to_list(const struct answer *answer, enum ranks ranks, struct divide_list *list)
{
    divide_list_clear(list);
    for (size_t i = 0; i < answer->count; i++) {
        xq_move move;
        if (move_read(answer->row[i].move, ranks, &move) > 0)
            divide_list_add(list, move, answer->row[i].nodes); /* as many as there is room for */
        else
            divide_list_add_stray(list, answer->row[i].move);
    }
    list->has_total = answer->has_total;
    list->total = answer->total;
    divide_list_finish(list);
}

/* --- words ----------------------------------------------------------------------------------- */

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, BLANKS);
}

const char *answer_after(const char *text, const char *word)
{
    size_t length = strlen(word);
    if (strncasecmp(text, word, length) != 0)
        return NULL;
    const char *rest = skip_blanks(text + length);
    return *rest == '\0' || rest > text + length ? rest : NULL;
}

const char *answer_text(const char *line)
{
    const char *text = skip_blanks(line);
    const char *rest = answer_after(text, "info");
    rest = rest ? answer_after(rest, "string") : NULL;
    return rest ? rest : text;
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool one_word(const char *text)
{
    return *text != '\0' && strpbrk(text, BLANKS) == NULL;
}

/* Behind a ':' or '=' and the blanks on both sides. */
static const char *skip_separator(const char *text, bool *found)
{
    text = skip_blanks(text);
    *found = *text == ':' || *text == '=';
    return *found ? skip_blanks(text + 1) : text;
}

/* --- rows ------------------------------------------------------------------------------------ */

/* Copies a letter and a number of one or two digits to `out`; returns the text behind, or NULL. */
static const char *copy_square(const char *text, char **out)
{
    if (!isalpha((unsigned char)*text) || !is_digit(text[1]))
        return NULL;
    *(*out)++ = (char)tolower((unsigned char)*text++);
    *(*out)++ = *text++;
    if (is_digit(*text))
        *(*out)++ = *text++;
    return text;
}

/* Copies what looks like a move, a word of its own; returns the text behind, or NULL. */
static const char *copy_move(const char *text, char out[DIVIDE_STRAY_SIZE])
{
    char *end = out;
    const char *rest = copy_square(text, &end);
    if (rest)
        rest = copy_square(*rest == '-' ? rest + 1 : rest, &end);
    else if (strncmp(text, "0000", 4) == 0) {
        memcpy(out, text, 4);
        end = out + 4;
        rest = text + 4;
    }
    *end = '\0';
    return rest && strchr(BLANKS ":=", *rest) ? rest : NULL; /* strchr finds the end, too */
}

/* "1. h2e2: 1": the number of a row says nothing. */
static const char *skip_ordinal(const char *text)
{
    size_t digits = strspn(text, DIGITS);
    if (digits > 0 && (text[digits] == '.' || text[digits] == ')'))
        return skip_blanks(text + digits + 1);
    return text;
}

/* What follows a move is no count: is the line a row all the same, or prose that begins so? A row,
 * when `likely`, if it has one word there, or begins with a number. */
static enum answer_line refuse_count(const char *text, bool likely)
{
    const char *number = text + (*text == '-' || *text == '+');
    bool numeric = is_digit(*number);
    if (one_word(text))
        return likely || numeric ? ANSWER_NO_COUNT : ANSWER_OTHER;
    return likely && numeric ? ANSWER_NO_COUNT : ANSWER_OTHER;
}

static enum answer_line add_row(struct answer *answer, const char *text)
{
    struct answer_row row;
    bool separated;
    const char *rest = copy_move(skip_ordinal(text), row.move);
    if (!rest)
        return ANSWER_OTHER;
    rest = skip_separator(rest, &separated);
    if (!separated && *rest == '-' && skip_blanks(rest + 1) > rest + 1) {
        separated = true;
        rest = skip_blanks(rest + 1);
    }
    if (text_number(rest, strlen(rest), UINT64_MAX, &row.nodes) != NUMBER_OK)
        return refuse_count(rest, separated || answer->script);
    if (answer->count == MAX_MOVES)
        return ANSWER_TOO_MANY;
    if (answer->count == 0 && !answer->script)
        answer->has_total = false; /* it was of the answer before */
    answer->row[answer->count++] = row;
    answer->gap = false;
    return ANSWER_ROW;
}

/* --- totals ---------------------------------------------------------------------------------- */

struct label {
    const char *text;
    bool of_nodes; /* plainly so; other labels may be those of times */
};

/* Behind a label of totals, which is described in *label; NULL when there is none. */
static const char *skip_label(const char *text, struct label *label)
{
    static const struct label labels[] = {
        {"nodes searched", true},   {"total nodes searched", true}, {"total nodes", true},
        {"total leaf nodes", true}, {"leaf nodes", true},           {"nodes", true},
        {"total", false},
    };
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++) {
        size_t length = strlen(labels[i].text);
        *label = labels[i];
        if (strncasecmp(text, label->text, length) == 0 && strchr(BLANKS ":=", text[length]))
            return text + length;
    }
    return NULL;
}

/* "Perft 3: 79666", "perft(3) = 79666". */
static const char *skip_perft(const char *text, struct label *label)
{
    *label = (struct label){"perft", true};
    if (strncasecmp(text, label->text, 5) != 0)
        return NULL;
    text = skip_blanks(text + 5);
    text += *text == '(';
    size_t digits = strspn(text, DIGITS);
    text += digits;
    text = skip_blanks(text + (*text == ')'));
    return digits > 0 && (*text == ':' || *text == '=') ? text : NULL;
}

/* Is what stands behind the digits of a total no part of its number? */
static bool ends_number(const char *text, bool of_nodes)
{
    bool comma = *text == ',' || *text == ';';
    const char *more = skip_blanks(text + comma);
    if (*text == '\0')
        return true;
    return of_nodes && more > text + comma && (comma || !is_digit(*more));
}

static enum answer_line add_labelled(struct answer *answer, const char *text)
{
    struct label label;
    bool separated;
    const char *rest = skip_label(text, &label);
    if (!rest)
        rest = skip_perft(text, &label);
    if (!rest)
        return ANSWER_OTHER;
    rest = skip_separator(rest, &separated);
    size_t digits = strspn(rest, DIGITS);
    if (digits == 0 || !ends_number(rest + digits, label.of_nodes))
        return label.of_nodes && separated && one_word(rest) ? ANSWER_NO_COUNT : ANSWER_OTHER;
    if (text_number(rest, digits, UINT64_MAX, &answer->total) != NUMBER_OK)
        return ANSWER_NO_COUNT;
    answer->has_total = true;
    return ANSWER_TOTAL;
}

static enum answer_line add_bare(struct answer *answer, const char *text)
{
    size_t digits = strspn(text, DIGITS);
    if (digits == 0 || text[digits] != '\0' || !(answer->script || answer->gap))
        return ANSWER_OTHER;
    if (text_number(text, digits, UINT64_MAX, &answer->total) != NUMBER_OK)
        return ANSWER_NO_COUNT;
    answer->has_total = true;
    return ANSWER_TOTAL;
}

enum answer_line answer_add(struct answer *answer, const char *line)
{
    char text[160];
    const char *start = answer_text(line);
    size_t length = strlen(start);
    while (length > 0 && strchr(BLANKS, start[length - 1]))
        length--;
    if (length >= sizeof text) /* no row or total is that long */
        return ANSWER_OTHER;
    memcpy(text, start, length);
    text[length] = '\0';
    if (length == 0 && answer->count > 0)
        answer->gap = true;
    enum answer_line kind = add_row(answer, text);
    if (kind == ANSWER_OTHER)
        kind = add_labelled(answer, text);
    return kind == ANSWER_OTHER ? add_bare(answer, text) : kind;
}
