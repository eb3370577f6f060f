#include "command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "fault.h"
#include "text.h"

void command_complain(const char *text)
{
    fprintf(stderr, PROGRAM ": %s\n", text);
}

void command_refuse(struct argp_state *state, const char *text)
{
    command_complain(text);
    argp_state_help(state, stderr, ARGP_HELP_SEE);
    exit(STATUS_IMPOSSIBLE);
}

void command_refuse_word(struct argp_state *state, const char *word)
{
    struct fault fault;
    fault_set(&fault, "unexpected argument '%s'", word);
    command_refuse(state, fault.text);
}

int command_answer(enum sampling outcome, const struct fault *fault)
{
    if (outcome == SAMPLING_MISCOUNTED || outcome == SAMPLING_FAILED)
        fprintf(stderr, "%s\n", fault->text);
    return (int)status_of(outcome, STATUS_IMPOSSIBLE);
}

uint64_t command_number(struct argp_state *state, const char *option, const char *text,
                        uint64_t least, uint64_t most)
{
    uint64_t number;
    if (text_number(text, strlen(text), most, &number) == NUMBER_OK && number >= least)
        return number;
    struct fault fault;
    fault_set(&fault, "%s is a whole number from %" PRIu64 " to %" PRIu64 ", not '%s'", option,
              least, most, text);
    command_refuse(state, fault.text);
}

void command_isa(struct argp_state *state, const char *name)
{
    enum isa isa = isa_find(name);
    char names[ISA_NAMES_SIZE];
    struct fault fault;
    if (isa_force(isa))
        return;
    fault_set(&fault, "--isa: %s '%s'; available here are %s",
              isa == ISA_COUNT ? "there is no" : "this machine cannot run", name,
              isa_names_here(names));
    command_refuse(state, fault.text);
}

void command_parse(const struct argp *argp, int count, char **words, void *input)
{
    argp_parse(argp, count + 1, words - 1, 0, NULL, input);
}
