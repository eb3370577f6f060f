/* xqperft: finds the command and runs it. */
#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "interrupt.h"
#include "options.h"
#include "output.h"
#include "version.h"

static const struct command *const commands[] = {
    &perft_command, &divide_command, &verify_command, &compare_command, &fen_command,
    &plan_command,  &work_command,   &merge_command,  &certify_command, &uci_command,
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

const char *argp_program_version = PROGRAM " " XQPERFT_VERSION;

static const char about[] =
    "Counts, checks and compares the moves of xiangqi (Chinese chess) positions.\v"
    "Every command: " PROGRAM " COMMAND --help, or " PROGRAM " help COMMAND.\n\n"
    "Exit status: 0 all well; 1 a count differs; 2 usage or input error; 3 an engine failed; "
    "4 nothing was compared, or units are not counted yet; "
    "130 interrupted.";

static const struct command *command_find(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static void list_commands(FILE *out)
{
    fputs("Commands:\n", out);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
    fprintf(out, "  %-8s %s\n", "help", "explain a command");
}

static int unknown_command(const char *name)
{
    complain("unknown command '%s'", name);
    list_commands(stderr);
    return STATUS_INPUT;
}

/* Adds the list of commands to the help text. */
static char *help_filter(int key, const char *text, void *input)
{
    (void)input;
    char *list = NULL;
    size_t size = 0;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)text;
    FILE *out = open_memstream(&list, &size);
    if (!out)
        return (char *)text;
    list_commands(out);
    fprintf(out, "\n%s", text);
    fclose(out);
    return list;
}

/* Stops at the first argument that is no option: the command. */
static error_t parse_key(int key, char *text, struct argp_state *state)
{
    (void)text;
    int *command = state->input;
    if (key == ARGP_KEY_ARG) {
        *command = state->next - 1;
        state->next = state->argc;
    } else if (key == ARGP_KEY_NO_ARGS) {
        argp_state_help(state, stderr, ARGP_HELP_USAGE);
        list_commands(stderr);
        exit(STATUS_INPUT);
    }
    return key == ARGP_KEY_ARG ? 0 : ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
    .parser = parse_key,
    .args_doc = "COMMAND [ARGUMENT...]",
    .doc = about,
    .help_filter = help_filter,
};

/* xqperft help [COMMAND] */
static int help(int argc, char **argv)
{
    char name[] = PROGRAM;
    char option[] = "--help";
    char *arguments[] = {name, option, NULL};
    int ignored = 0;
    struct options options;
    if (argc > 2) {
        complain("help explains one command at a time");
        return STATUS_INPUT;
    }
    const struct command *command = argc == 2 ? command_find(argv[1]) : NULL;
    if (argc == 2 && !command)
        return unknown_command(argv[1]);
    if (command)
        options_read(command, 2, arguments, &options); /* prints the help and exits */
    argp_parse(&argp, 2, arguments, ARGP_IN_ORDER, NULL, &ignored);
    return STATUS_OK;
}

int main(int argc, char **argv)
{
    output_open();
    interrupt_install();
    argp_err_exit_status = STATUS_INPUT;

    char name[] = PROGRAM; /* what messages begin with, however the program was called */
    char *arguments_of_none[] = {name, NULL};
    if (argc < 1) {
        argc = 1;
        argv = arguments_of_none;
    }
    argv[0] = name;
    int first = 0;
    argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &first);
    argc -= first;
    argv += first;
    if (strcmp(argv[0], "help") == 0)
        return help(argc, argv);
    const struct command *command = command_find(argv[0]);
    if (!command)
        return unknown_command(argv[0]);

    struct options options;
    options_read(command, argc, argv, &options);
    int status = command->run(&options);
    options_free(&options);
    return status;
}
