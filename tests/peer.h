/* For tests of `xqperft compare` with engines that fail: the faulty engine by a name of its own, so
 * that its processes can be told from all others, and seen to be gone. */
#ifndef XQPERFT_TESTS_PEER_H
#define XQPERFT_TESTS_PEER_H

#include <ctype.h>
#include <dirent.h>

#include "compare_program.h"

/* Lines of a suite: 2 + 4 + 3 + 5 moves. */
#define FOUR_POSITIONS                                                                             \
    "3k5/9/9/9/9/9/9/9/9/4K4 w ;D1 2\n4k4/9/9/9/4P4/9/9/9/9/4K4 w ;D1 4\n"                         \
    "3k5/9/9/9/9/2B6/1p7/9/9/4K4 w ;D1 3\n5k3/9/9/9/9/9/9/9/4A4/3K5 w ;D1 5\n"

/* The faulty engine under a name of its own, and a suite. */
struct peer {
    char folder[32], engine[48], suite[32];
};

static inline void peer_make(struct peer *peer, const char *suite)
{
    strcpy(peer->folder, "/tmp/test-compare-XXXXXX");
    cr_assert(mkdtemp(peer->folder), "no temporary folder");
    int length = snprintf(peer->engine, sizeof peer->engine, "%.31s/engine", peer->folder);
    cr_assert_lt(length, (int)sizeof peer->engine, "too long: %s", peer->folder);
    char *target = realpath(FAULTY, NULL);
    cr_assert(target && symlink(target, peer->engine) == 0, "no " FAULTY);
    free(target);
    write_file(peer->suite, suite);
}

static inline void peer_remove(const struct peer *peer)
{
    unlink(peer->engine);
    unlink(peer->suite);
    rmdir(peer->folder);
}

/* Does this process live, and does its command line have the text? */
static inline bool is_process_of(const char *pid, const char *text)
{
    char path[300], line[4096];
    snprintf(path, sizeof path, "/proc/%s/cmdline", pid); /* a zombie's is empty */
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    size_t length = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    for (size_t i = 0; i < length; i++)
        if (line[i] == '\0')
            line[i] = ' ';
    line[length] = '\0';
    return strstr(line, text) != NULL;
}

static inline size_t count_processes(const char *text)
{
    DIR *directory = opendir("/proc");
    struct dirent *entry;
    size_t count = 0;
    cr_assert(directory, "no /proc");
    while ((entry = readdir(directory)))
        count += isdigit((unsigned char)*entry->d_name) && is_process_of(entry->d_name, text);
    closedir(directory);
    return count;
}

/* What was killed may take a moment to be gone. */
static inline void expect_no_process(const struct peer *peer, const char *what)
{
    size_t count = 0;
    for (int tries = 0; tries < 200 && (tries == 0 || count > 0); tries++) {
        count = count_processes(peer->folder);
        if (count > 0)
            nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    cr_expect_eq(count, 0, "%s: %zu processes of the engine are left", what, count);
}

#endif
