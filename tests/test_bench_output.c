/* The folder of results: what is in the way is found before the work, and whatever happens at its
 * end, all that can be saved is saved, complete, and never beside files of an earlier run. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/output.h"
#include "output/output_run.h"
#include "shell.h"

/* --- files of no run ------------------------------------------------------------------------- */

static const struct {
    const char *name;
    size_t size; /* 0: not wanted */
} files[] = {{"first", 3000}, {"second", 100}, {"large", 9000}, {"unwanted", 0}, {"last", 10}};

enum { COUNT = sizeof files / sizeof files[0], LIMIT = 8192 };

static const char *const plots[] = {"plot", "page", NULL};

static const char *name_of(size_t index)
{
    return files[index].name;
}

static bool is_wanted(size_t index, const void *content)
{
    (void)content;
    return files[index].size > 0;
}

/* `content` is a command that runs before the first file is written, or NULL. */
static bool write_file_of(FILE *out, size_t index, const void *content)
{
    if (content && index == 0)
        cr_assert_eq(shell(content), 0, "%s", output);
    for (size_t i = 0; i < files[index].size; i++)
        fputc('x', out);
    return true;
}

static struct output_files files_with(const char *command)
{
    return (struct output_files){
        .count = COUNT,
        .name = name_of,
        .write = write_file_of,
        .content = command,
        .wanted = is_wanted,
        .derived = plots,
        .remedy = "try again",
    };
}

static bool prepare(const char *where, struct fault *fault)
{
    bool made;
    const struct output_files what = files_with(NULL);
    *fault = (struct fault){""};
    return output_prepare(where, &what, &made, fault);
}

/* A run before has left all files, and one that was killed some more. */
static void make_earlier(void)
{
    make_folder();
    cr_assert_eq(
        shell("cd \"$DIR\" && for name in first second large unwanted last plot page other; "
              "do echo earlier >$name; done; mkfifo first.unfinished; "
              "ln -s other second.unfinished; echo killed >plot.unfinished"),
        0, "%s", output);
}

static void assert_files(const char *expected, const char *rule)
{
    cr_assert_eq(shell("cd \"$DIR\" && for name in *; do echo \"$name $(wc -c <\"$name\")\"; done"),
                 0);
    cr_assert_str_eq(output, expected, "%s: %s", rule, output);
}

static void assert_fault(const struct fault *fault, const char *says, const char *rule)
{
    cr_assert(strstr(fault->text, says), "%s: '%s' is not in: %s", rule, says, fault->text);
}

/* As on a full disk, nothing grows beyond this. */
static void limit_files(rlim_t size)
{
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &(struct rlimit){size, RLIM_INFINITY}), 0);
}

/* --- saving ---------------------------------------------------------------------------------- */

Test(bench_output, all_is_saved_and_nothing_earlier_stays, .init = make_earlier,
     .fini = remove_folder)
{
    struct fault fault;
    const struct output_files what = files_with(NULL);
    cr_assert(prepare(folder, &fault), "%s", fault.text);
    cr_assert(output_save_files(folder, &what, &fault), "%s", fault.text);
    assert_files("first 3000\nlarge 9000\nlast 10\nother 8\nsecond 100\n", "complete");
}

Test(bench_output, what_does_not_fit_is_missing_and_named, .init = make_earlier,
     .fini = remove_folder)
{
    struct fault fault;
    const struct output_files what = files_with(NULL);
    limit_files(LIMIT);
    cr_assert(prepare(folder, &fault), "%s", fault.text);
    cr_assert_not(output_save_files(folder, &what, &fault));
    assert_files("first 3000\nlast 10\nother 8\nsecond 100\n", "without the large one");
    assert_fault(&fault, "/large: File too large; missing in /tmp/", "why");
    assert_fault(&fault, ": large; first is complete: try again", "what is there");
}

/* A long run must not end with nowhere to go: what the first file needs has to be there before. */
Test(bench_output, too_little_room_is_seen_beforehand, .init = make_earlier, .fini = remove_folder)
{
    struct fault fault;
    bool made;
    struct output_files what = files_with(NULL);
    limit_files(100000);
    what.room = 99999;
    cr_assert(output_prepare(folder, &what, &made, &fault), "%s", fault.text);
    what.room = 100001;
    cr_assert_not(output_prepare(folder, &what, &made, &fault));
    assert_fault(&fault, "where first may take 98 KB: File too large", "how much it is");
    what.room = 16 << 20;
    cr_assert_not(output_prepare(folder, &what, &made, &fault), "more than is usually held");
}

/* By the results that README shows: of 200 launches of 77 rows, and of 40 of 48. */
Test(bench_output, results_take_less_than_is_asked_for)
{
    struct stat status;
    cr_assert_eq(stat("results/reference/results.json", &status), 0);
    cr_assert_leq((size_t)status.st_size, output_run_room(200, 77));
    cr_assert_eq(stat("results/reference/variants/results.json", &status), 0);
    cr_assert_leq((size_t)status.st_size, output_run_room(40, 48));
}

Test(bench_output, without_room_for_the_first_all_is_as_it_was, .init = make_earlier,
     .fini = remove_folder)
{
    struct fault fault;
    const struct output_files what = files_with(NULL);
    cr_assert(prepare(folder, &fault), "%s", fault.text);
    limit_files(1000);
    cr_assert_not(output_save_files(folder, &what, &fault));
    limit_files(RLIM_INFINITY);
    assert_fault(&fault, "/first: File too large", "why");
    cr_assert_eq(
        shell("cd \"$DIR\" && rm plot.unfinished second.unfinished && cat first large last "
              "other page plot second unwanted && ls"),
        0, "%s", output);
    cr_assert_str_eq(output, "earlier\nearlier\nearlier\nearlier\nearlier\nearlier\nearlier\n"
                             "earlier\nfirst\nlarge\nlast\nother\npage\nplot\nsecond\nunwanted\n");
}

/* Files of two runs are never together, whenever it is killed. */
static bool write_and_look(FILE *out, size_t index, const void *content)
{
    cr_assert_eq(shell("cd \"$DIR\" && rm -f *.unfinished other && grep -l earlier * | wc -l"), 0);
    cr_assert_eq(atoi(output), index == 0 ? 7 : 0, "earlier files, at %zu: %s", index, output);
    cr_assert_eq(shell("cd \"$DIR\" && ls | wc -l"), 0);
    if (index > 0)
        cr_assert_leq((size_t)atoi(output), index, "new files, at %zu", index);
    /* What was removed was that of this very file, too. */
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s.unfinished", folder, name_of(index));
    FILE *again = fopen(path, "w");
    fclose(again);
    return write_file_of(out, index, content);
}

Test(bench_output, at_no_moment_are_files_of_two_runs_together, .init = make_earlier,
     .fini = remove_folder)
{
    struct fault fault;
    struct output_files what = files_with(NULL);
    what.write = write_and_look;
    cr_assert(prepare(folder, &fault), "%s", fault.text);
    cr_assert(output_save_files(folder, &what, &fault), "%s", fault.text);
}

struct meanwhile_case {
    const char *rule, *command; /* what happens while the work is done */
    const char *says[2];        /* NULL: all is saved */
    const char *files;
};

static const struct meanwhile_case meanwhile_cases[] = {
    {"the folder goes",
     "rm -r \"$DIR\"",
     {NULL, NULL},
     "first 3000\nlarge 9000\nlast 10\nsecond 100\n"},
    {"a folder comes in the way of the first",
     "cd \"$DIR\" && rm *.unfinished && rm first && mkdir first",
     {"/first is a folder", ""},
     "first 0\nlarge 8\nlast 8\nother 8\npage 8\nplot 8\nsecond 8\nunwanted 8\n"},
    {"one comes in the way of another",
     "cd \"$DIR\" && rm last && mkdir last",
     {"cannot remove /tmp/", "; missing in "},
     "first 3000\nlarge 9000\nlast 0\nother 8\nsecond 100\n"},
    {"one comes in the place of a plot",
     "cd \"$DIR\" && rm plot && mkdir plot",
     {"/plot, which is of an earlier run: Is a directory", ""},
     "first 3000\nlarge 9000\nlast 10\nother 8\nplot 0\nsecond 100\n"},
    {"one comes where a file is written",
     "cd \"$DIR\" && mkdir large.unfinished",
     {"cannot write ", ": large; first is complete"},
     "first 3000\nlarge.unfinished 0\nlast 10\nother 8\nsecond 100\n"},
};

Test(bench_output, what_happens_meanwhile_costs_no_more_than_it_must)
{
    for (size_t i = 0; i < sizeof meanwhile_cases / sizeof meanwhile_cases[0]; i++) {
        const struct meanwhile_case *is = &meanwhile_cases[i];
        struct fault fault;
        const struct output_files what = files_with(NULL);
        make_earlier();
        cr_assert(prepare(folder, &fault), "%s: %s", is->rule, fault.text);
        cr_assert_eq(shell(is->command), 0, "%s: %s", is->rule, output);
        bool saved = output_save_files(folder, &what, &fault);
        cr_assert_eq(saved, is->says[0] == NULL, "%s: %s", is->rule, fault.text);
        for (size_t j = 0; j < 2 && !saved; j++)
            assert_fault(&fault, is->says[j], is->rule);
        cr_assert_eq(
            shell("cd \"$DIR\" && for name in *; do [ -d \"$name\" ] && echo \"$name 0\" || "
                  "echo \"$name $(wc -c <\"$name\")\"; done"),
            0);
        cr_assert_str_eq(output, is->files, "%s: %s", is->rule, output);
        remove_folder();
    }
}

/* --- before the work ------------------------------------------------------------------------- */

struct obstacle_case {
    const char *rule, *command;
    const char *where; /* in $DIR */
    const char *says;
};

static const struct obstacle_case obstacle_cases[] = {
    {"a folder in the place of the first", "mkdir \"$DIR/first\"", "", "/first is a folder"},
    {"of the last", "mkdir \"$DIR/last\"", "", "/last is a folder"},
    {"of one that may not be wanted", "mkdir \"$DIR/unwanted\"", "", "/unwanted is a folder"},
    {"of a plot", "mkdir \"$DIR/page\"", "", "/page is a folder"},
    {"where the first is written", "mkdir \"$DIR/first.unfinished\"", "", "first.unfinished is a"},
    {"where another is written", "mkdir \"$DIR/last.unfinished\"", "", "last.unfinished is a"},
    {"a file", "touch \"$DIR/file\"", "/file", "/file: Not a directory"},
    {"below a file", "touch \"$DIR/file\"", "/file/x", "/file/x: Not a directory"},
    {"a loop", "ln -s loop \"$DIR/loop\"", "/loop", "/loop: Too many levels"},
    {"below a loop", "ln -s loop \"$DIR/loop\"", "/loop/x", "/loop/x: Too many levels"},
    {"a link to nothing", "ln -s x \"$DIR/link\"", "/link", "/link: No such file"},
    {"no place for anything", "true", "/../../proc/x", "/proc/x: No such file"},
};

Test(bench_output, obstacles_are_found_before_the_work)
{
    for (size_t i = 0; i < sizeof obstacle_cases / sizeof obstacle_cases[0]; i++) {
        const struct obstacle_case *is = &obstacle_cases[i];
        char where[PATH_SIZE];
        struct fault fault;
        make_folder();
        cr_assert_eq(shell(is->command), 0, "%s: %s", is->rule, output);
        snprintf(where, sizeof where, "%s%s", folder, is->where);
        cr_assert_not(prepare(where, &fault), "%s", is->rule);
        assert_fault(&fault, is->says, is->rule);
        remove_folder();
    }
}

Test(bench_output, names_that_are_too_long_are_refused, .init = make_folder, .fini = remove_folder)
{
    static char where[PATH_MAX + 2];
    struct fault fault;
    for (size_t i = 0; i <= PATH_MAX; i++)
        where[i] = 'x';
    cr_assert_not(prepare(where, &fault));
    assert_fault(&fault, ": File name too long", "longer than any path");
    where[NAME_MAX + 1] = '\0';
    cr_assert_not(prepare(where, &fault));
    assert_fault(&fault, ": File name too long", "a name");
    /* There is such a folder, but no room for the names of files. */
    cr_assert_eq(chdir(folder), 0);
    for (size_t i = 0; i < PATH_MAX - 12; i++)
        where[i] = i % 2 ? '/' : '.';
    where[PATH_MAX - 12] = '\0';
    cr_assert_not(prepare(where, &fault));
    assert_fault(&fault, "the path of first in the results folder is too long", "of a file");
    cr_assert_eq(chdir("/"), 0);
}

Test(bench_output, a_disk_that_is_full_already_is_noticed, .init = make_folder,
     .fini = remove_folder)
{
    struct fault fault;
    limit_files(0);
    cr_assert_not(prepare(folder, &fault));
    limit_files(RLIM_INFINITY);
    assert_fault(&fault, "cannot write in the results folder", "where");
    assert_fault(&fault, ": File too large", "why");
    cr_assert_eq(shell("ls -A \"$DIR\""), 0);
    cr_assert_str_eq(output, "", "nothing is left");
}

Test(bench_output, whether_a_folder_is_new_is_told, .init = make_folder, .fini = remove_folder)
{
    static const char *const names[] = {"/a", "/b/", "/c//d/"};
    const struct output_files what = files_with(NULL);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char where[PATH_SIZE];
        struct fault fault;
        bool made;
        snprintf(where, sizeof where, "%s%s", folder, names[i]);
        cr_assert(output_prepare(where, &what, &made, &fault), "%s", fault.text);
        cr_assert(made, "%s", where);
        cr_assert(output_prepare(where, &what, &made, &fault), "%s", fault.text);
        cr_assert_not(made, "%s", where);
    }
}

/* Bytes of files without a name that this process holds. */
static long held(void)
{
    long bytes = 0;
    DIR *descriptors = opendir("/proc/self/fd");
    for (struct dirent *entry; (entry = readdir(descriptors));) {
        struct stat status;
        if (fstat(atoi(entry->d_name), &status) == 0 && S_ISREG(status.st_mode) &&
            status.st_nlink == 0)
            bytes += status.st_size;
    }
    closedir(descriptors);
    return bytes;
}

Test(bench_output, room_is_held_for_the_first, .init = make_folder, .fini = remove_folder)
{
    struct fault fault;
    const struct output_files what = files_with(NULL);
    long before = held();
    limit_files(LIMIT);
    cr_assert(prepare(folder, &fault), "%s", fault.text);
    long after = held();
    limit_files(RLIM_INFINITY);
    if (after == before)
        cr_skip_test("this file system does not set room apart");
    cr_assert_eq(after - before, LIMIT, "as much as there is: %ld", after - before);
    cr_assert(output_save_files(folder, &what, &fault), "%s", fault.text);
    cr_assert_eq(held(), before, "it is given back");
}

/* The folder is let go when its files are there, and however the process ends. */
Test(bench_output, two_do_not_write_in_one_folder, .init = make_folder, .fini = remove_folder)
{
    struct fault fault;
    const struct output_files what = files_with(NULL);
    cr_assert(prepare(folder, &fault), "%s", fault.text);
    for (int saved = 0; saved < 2; saved++) {
        pid_t other = fork();
        cr_assert_geq(other, 0);
        if (other == 0)
            _exit(prepare(folder, &fault) ? 1 : strstr(fault.text, "another xqbench") ? 0 : 2);
        int result;
        cr_assert_eq(waitpid(other, &result, 0), other);
        cr_assert_eq(WEXITSTATUS(result), saved, "%d", WEXITSTATUS(result));
        cr_assert(saved || output_save_files(folder, &what, &fault), "%s", fault.text);
    }
}
