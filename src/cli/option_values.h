/* The values that options take, from text; what is wrong with one ends the program. For options.c.
 */
#ifndef XQPERFT_CLI_OPTION_VALUES_H
#define XQPERFT_CLI_OPTION_VALUES_H

#include <argp.h>

#include "options.h"

/* Prints the message and where to find help, and exits. */
void usage_error(struct argp_state *state, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

/* `what` is the option or operand in messages. */
uint64_t parse_number(struct argp_state *state, const char *what, const char *text, uint64_t min,
                      uint64_t max);

/* A number of bytes, at least `min`: digits, and perhaps K, M, G or T. */
size_t parse_size(struct argp_state *state, const char *what, const char *text, size_t min);

void parse_board(struct argp_state *state, struct options *options, const char *name);
void parse_isa(struct argp_state *state, const char *name);
void check_isa(struct argp_state *state, const struct options *options);
void parse_policy(struct argp_state *state, struct options *options, const char *name);
void parse_threads(struct argp_state *state, struct options *options, const char *text);
void parse_stats(struct argp_state *state, struct options *options, const char *text);
void parse_engine_option(struct argp_state *state, struct options *options, const char *text);
void parse_ranks(struct argp_state *state, struct options *options, const char *text);
void parse_glyphs(struct argp_state *state, struct options *options, const char *name);
void parse_format(struct argp_state *state, struct options *options, enum format format);

/* Has each of the boards the policy that was given, if one was? Known once all was read. */
void check_policy(struct argp_state *state, const struct options *options);

/* All boards, or only one. */
void set_boards(struct options *options, const struct board *only);

#endif
