/* For tests of scripts: cases, and programs that they run. */
#ifndef XQPERFT_TESTS_SCRIPTS_H
#define XQPERFT_TESTS_SCRIPTS_H

#include <dirent.h>
#include <sys/stat.h>

#include "shell.h"

/* Runs a command, and asserts its status and two parts of what it says. */
struct script_case {
    const char *rule, *command;
    int status;
    const char *says[2];
};

static inline void assert_case(const struct script_case *is)
{
    int status = shell(is->command);
    cr_assert_eq(status, is->status, "%s: status %d: %s", is->rule, status, output);
    assert_says(is->says[0], is->rule);
    assert_says(is->says[1], is->rule);
}

/* From here on in a command, there are no programs but what is in $DIR/bare. */
#define NO_PROGRAMS "PATH=\"$DIR/bare\"; "

/* A program $DIR/NAME. */
static inline void make_program(const char *name, const char *text)
{
    char path[PATH_SIZE];
    write_file(name, text);
    path_of(path, name);
    cr_assert_eq(chmod(path, 0755), 0, "%s", path);
}

/* $DIR/engine, which knows perft 1 to 3 of the starting position; $TWO and the rest make it a bad
 * engine. Its process is named in $DIR/pid; $DIR/spent has a line for each perft, with $SPENDS. */
static inline void make_engine(void)
{
    make_folder();
    make_program("engine",
                 "#!/bin/sh\n"
                 "echo $$ >\"$DIR/pid\"\n"
                 "while read -r word rest; do\n"
                 "    case $word in\n"
                 "    uci)\n"
                 "        printf 'id name %s\\n' \"${NAME:-Fake 1}\"\n"
                 "        [ -z \"$VARIANTS\" ] ||\n"
                 "            echo \"option name UCI_Variant type combo $VARIANTS\"\n"
                 "        echo uciok ;;\n"
                 "    isready) echo readyok ;;\n"
                 "    setoption) [ \"$VARIANTS\" ] || { echo \"no option $rest\"; exit 9; } ;;\n"
                 "    go)\n"
                 "        [ -z \"$SPENDS\" ] || echo \"$rest $SPENDS\" >>\"$DIR/spent\"\n"
                 "        [ -z \"$CRASH\" ] || { echo 'I am undone'; kill -SEGV $$; }\n"
                 "        [ -z \"$SILENT\" ] || sleep 60\n"
                 "        echo 'a0a1: 1'\n"
                 "        case $rest in\n"
                 "        'perft 1') echo 'Nodes searched: 44' ;;\n"
                 "        'perft 2') echo \"Nodes searched: ${TWO:-1920}\" ;;\n"
                 "        'perft 3') echo \"Nodes searched: ${THREE:-79666}\" ;;\n"
                 "        *) echo 'Nodes searched: 7' ;;\n"
                 "        esac ;;\n"
                 "    quit) exit 0 ;;\n"
                 "    esac\n"
                 "done\n");
}

/* Nothing is in the folder $DIR/NAME, if there is one. */
static inline void assert_empty(const char *name, const char *rule)
{
    char path[PATH_SIZE];
    path_of(path, name);
    DIR *directory = opendir(path);
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        cr_assert(strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0,
                  "%s: something is left: %s/%s", rule, path, entry->d_name);
    if (directory)
        closedir(directory);
}

/* Starts a script, waits until the file $DIR/pid names a process, ends the script by SIGTERM and
 * waits for the process to be gone: a zombie that nobody has collected yet is gone. */
static inline void assert_ends_with(const char *command, const char *rule)
{
    char line[1024];
    snprintf(line, sizeof line,
             "%s & script=$!; "
             "i=0; while ! [ -s \"$DIR/pid\" ] && [ $i -lt 100 ]; do "
             "sleep 0.1; i=$((i + 1)); done; "
             "pid=$(cat \"$DIR/pid\") || exit 8; kill -TERM $script; wait $script; "
             "echo \"script: $?\"; i=0; "
             "while grep -q '^State:.[^ZX]' /proc/$pid/status 2>/dev/null; do "
             "[ $i -lt 100 ] || exit 9; sleep 0.1; i=$((i + 1)); done",
             command);
    int status = shell(line);
    cr_assert_eq(status, 0, "%s: %s: status %d: %s", rule,
                 status == 9 ? "it lives on" : "it did not start", status, output);
    assert_says("script: 130", rule);
}

#endif
