/* The commands, each in the file of its name. */
#ifndef XQPERFT_CLI_COMMANDS_H
#define XQPERFT_CLI_COMMANDS_H

#include "options.h"

extern const struct command perft_command;
extern const struct command divide_command;
extern const struct command verify_command;
extern const struct command compare_command;
extern const struct command fen_command;
extern const struct command plan_command;
extern const struct command work_command;
extern const struct command merge_command;
extern const struct command certify_command;
extern const struct command uci_command;

#endif
