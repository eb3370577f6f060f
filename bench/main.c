/* xqbench: times the board representations side by side. Its commands are in files of their own. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "interrupt.h"
#include "version.h"

static const struct command *const commands[] = {
    &command_run,      &command_list,   &command_compare, &command_gate,  &command_report,
    &command_selftest, &command_sample, &command_curve,   &command_count,
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

const char *argp_program_version = PROGRAM " " XQPERFT_VERSION;

/* Runs at exit, also after --help: what was printed must have arrived. A reader that left early
 * (xqbench list | head) has no need of a message. */
static void close_output(void)
{
    errno = 0;
    bool failed = ferror(stdout) || fflush(stdout) != 0;
    if (fclose(stdout) != 0) /* some file systems report a full disk only here */
        failed = true;
    if (!failed)
        return;
    if (errno == EPIPE)
        interrupt_by_pipe();
    else
        fprintf(stderr, PROGRAM ": cannot write standard output%s%s\n", errno ? ": " : "",
                errno ? strerror(errno) : "");
    _exit(STATUS_IMPOSSIBLE);
}

/* Were 1 or 2 closed, the next file opened would take its place, and messages would go there. The
 * mode is the wrong one on purpose: writing to what was closed must fail. */
static void open_output(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            _exit(STATUS_IMPOSSIBLE);
    if (atexit(close_output) != 0)
        _exit(STATUS_IMPOSSIBLE);
}

static const char about[] =
    "Times xiangqi (Chinese chess) board representations side by side.\v"
    "Every command: " PROGRAM " COMMAND --help.\n\n"
    "Exit status: 0 all well; 1 a board miscounts, or the self-test fails; 2 usage, input or "
    "output error; 3 a launch of the program failed; 4 inconclusive; 130 interrupted.";

/* Puts the list of commands before the end of the help text. argp frees what is returned. */
static char *add_commands(int key, const char *text, void *input)
{
    (void)input;
    char *help = NULL;
    size_t size = 0;
    FILE *out = key == ARGP_KEY_HELP_POST_DOC ? open_memstream(&help, &size) : NULL;
    if (out == NULL)
        return (char *)text;
    fputs("Commands:\n", out);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (commands[i]->summary)
            fprintf(out, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
    fprintf(out, "\n%s", text);
    fclose(out);
    return help;
}

/* Stops at the first argument that is no option: the command. */
static error_t parse_command(int key, char *text, struct argp_state *state)
{
    int *at = state->input;
    if (key == ARGP_KEY_NO_ARGS)
        command_refuse(state, "the command is missing");
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    (void)text;
    *at = state->next - 1;
    state->next = state->argc;
    return 0;
}

static const struct argp main_argp = {
    .parser = parse_command,
    .args_doc = "COMMAND [OPTION...]",
    .doc = about,
    .help_filter = add_commands,
};

static const struct command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

int main(int argc, char **argv)
{
    open_output();
    interrupt_ignore_pipe();  /* a reader that left is a write error like others */
    signal(SIGXFSZ, SIG_IGN); /* so is a file that grows beyond the limit of this process */
    argp_err_exit_status = STATUS_IMPOSSIBLE;

    int at = 0;
    argp_parse(&main_argp, argc, argv, ARGP_IN_ORDER, NULL, &at);
    const struct command *command = find_command(argv[at]);
    if (command == NULL) {
        fprintf(stderr,
                PROGRAM ": there is no command '%s'\nTry '" PROGRAM " --help' for a list.\n",
                argv[at]);
        return STATUS_IMPOSSIBLE;
    }

    char title[64]; /* what argp calls the program in help and messages */
    snprintf(title, sizeof title, PROGRAM " %s", command->name);
    argv[at] = title;
    if (!command->brief)
        interrupt_install();
    return command->execute(argc - at - 1, argv + at + 1, &interrupted);
}
