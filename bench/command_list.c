/* xqbench list */
#include <stdbool.h>
#include <stdio.h>

#include "command.h"
#include "listing.h"

enum { KEY_TSV = 0x100, KEY_ISA };

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    bool *tsv = state->input;
    switch (key) {
    case KEY_TSV:
        *tsv = true;
        return 0;
    case KEY_ISA:
        command_isa(state, text);
        return 0;
    case ARGP_KEY_ARG:
        command_refuse_word(state, text);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {.name = "isa", .key = KEY_ISA, .arg = COMMAND_ISA_ARG, .doc = COMMAND_ISA_DOC},
    {.name = "tsv", .key = KEY_TSV, .doc = "tab-separated, for scripts"},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_option,
    .doc = "Lists boards, workloads, classes of positions and this machine.",
};

static int execute(int count, char **words, const volatile sig_atomic_t *stop)
{
    bool tsv = false;
    (void)stop;
    command_parse(&argp, count, words, &tsv);
    (tsv ? listing_tsv : listing_text)(stdout);
    return STATUS_DONE;
}

const struct command command_list = {
    "list", "boards, workloads, classes of positions, this machine", execute, true};
