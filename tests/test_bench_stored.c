/* Results read back: complete and exact, or refused with the place and the reason. */
#include <math.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "compare/stored.h"
#include "results_file.h"

enum { LAUNCHES = 3 };

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct results_row rows[] = {
    {"generate", "padded", false, 100, 1500},
    {"generate", "naive", false, 300, 0},
    {"empty", "padded", true, 0.5, 0},
};

static char file[PATH_SIZE]; /* the results in the folder */
static struct stored stored;
static struct fault fault;

static void make_results(void)
{
    make_folder();
    path_of(file, "results.json");
}

static json_t *results(void)
{
    return results_make(rows, COUNT(rows), LAUNCHES);
}

static void write_text(const char *text, size_t length)
{
    FILE *out = open_file("results.json", "w");
    fwrite(text, 1, length, out);
    cr_assert_eq(fclose(out), 0);
}

static void assert_refused(const char *path, const char *rule, const char *says)
{
    fault.text[0] = '\0';
    bool good = stored_read(path, &stored, &fault);
    stored_free(&stored);
    cr_assert_not(good, "%s: not refused", rule);
    cr_assert(strstr(fault.text, says), "%s: '%s' is not in: %s", rule, says, fault.text);
    cr_assert(strncmp(fault.text, path, strlen(path)) == 0, "%s names the file first", fault.text);
}

Test(bench_stored, reads_what_a_run_wrote, .init = make_results, .fini = remove_folder)
{
    json_t *root = results();
    results_change(root, "machine.dirty", "true");
    results_change(root, "launches.0.trusted", "false");
    json_array_append_new(json_object_get(root, "launches"),
                          json_pack("{s:i, s:i, s:b}", "launch", 1, "attempt", 2, "trusted", 1));
    results_change(root, "launches.2.trusted", "false");
    results_write(root, "results.json");
    cr_assert(stored_read(folder, &stored, &fault), "a folder: %s", fault.text);
    cr_assert_str_eq(stored.file, file);
    cr_assert_str_eq(stored.commit, "abc1234");
    cr_assert_str_eq(stored.date, "2026-01-02T03:04:05Z");
    cr_assert_str_eq(stored.reference, "padded");
    cr_assert(stored.dirty);
    cr_assert_eq(stored.launches, LAUNCHES);
    cr_assert(stored.trusted[0], "the repetition counts");
    cr_assert(stored.trusted[1] && !stored.trusted[2]);
    cr_assert_eq(stored.figure_count, COUNT(rows));

    const struct stored_figure *figure = stored_find(&stored, "generate", "naive");
    cr_assert_not_null(figure);
    cr_assert_eq(figure, &stored.figures[1]);
    cr_assert_eq(figure->ns, 300);
    cr_assert(fabs(figure->items - 40) < 1e-9, "%g moves a position", figure->items);
    cr_assert(fabs(figure->times[0] - 299.7) < 1e-9 && figure->times[1] == 300);
    cr_assert(isnan(figure->instructions) && !figure->limit);
    cr_assert_eq(stored.figures[0].instructions, 1500);
    cr_assert(stored.figures[2].limit);
    cr_assert_null(stored_find(&stored, "empty", "naive"));
    cr_assert_eq(stored_find(&stored, "empty", NULL), &stored.figures[2]);
    cr_assert_eq(stored_find(&stored, NULL, "naive"), figure);
    stored_free(&stored);
}

/* Keys that are newer or older than this program. */
Test(bench_stored, other_versions, .init = make_results, .fini = remove_folder)
{
    static const char *const optional[] = {"counting", "machine.dirty", "results.0.instructions",
                                           "results.0.every"};
    json_t *root = results();
    for (size_t i = 0; i < COUNT(optional); i++)
        results_change(root, optional[i], NULL);
    results_change(root, "machine.commit", "null");
    results_change(root, "machine.wheels", "4");
    results_change(root, "results.1.colour", "\"red\"");
    results_write(root, "results.json");
    cr_assert(stored_read(file, &stored, &fault), "%s", fault.text);
    cr_assert(!stored.dirty && stored.counting == NULL && isnan(stored.figures[0].instructions));
    cr_assert_str_eq(stored.commit, "unknown");
    stored_free(&stored);
}

static const struct mistake {
    const char *rule, *path, *value, *says;
} mistakes[] = {
    {"no machine", "machine", NULL, ": machine: is missing"},
    {"a machine of another form", "machine", "[]", ": machine: is not an object"},
    {"no processor", "machine.cpu", NULL, "machine.cpu: is missing"},
    {"a number for a text", "machine.commit", "7", "machine.commit: is not a text"},
    {"a text for a number", "machine.cpus", "\"2\"", "machine.cpus: is not a whole"},
    {"caches of another form", "machine.caches", "\"L1\"", "machine.caches: is not an object"},
    {"no config", "config", NULL, ": config: is missing"},
    {"classes of another form", "config.classes", "\"opening\"", "config.classes: is not an array"},
    {"no launches", "config.launches", "0", "config.launches: is not a whole number from 1"},
    {"half a launch", "config.launches", "2.5", "config.launches: is not a whole number"},
    {"more launches than can be", "config.launches", "1001", "from 1 to 1000"},
    {"more launches than there are", "config.launches", "4", "not as many as config.launches"},
    {"fewer launches than there are", "config.launches", "2", "launches[2].launch: is not"},
    {"no list of launches", "launches", "{}", ": launches: is not an array"},
    {"a launch that is none", "launches.1", "5", "launches[1]: is not an object"},
    {"the same launch again", "launches.1.launch", "1", "launches[1].attempt: is there twice"},
    {"a third attempt", "launches.1.attempt", "3", "launches[1].attempt: is not"},
    {"trust that is no truth", "launches.1.trusted", "\"yes\"", "trusted: is not true or false"},
    {"no results", "results", NULL, ": results: is missing"},
    {"empty results", "results", "[]", ": results: is not an array of 1 to 4096"},
    {"a board without a name", "results.1.board", "\"\"", "results[1].board: is not a name of 1"},
    {"a board that is no name", "results.1.board", "\"a\\u001b[2J\"", "board: is not a name"},
    {"a board twice", "results.1.board", "\"padded\"", "results[1]: the same workload and board"},
    {"a time of nothing", "results.1.ns_per_operation", "0",
     "ns_per_operation: is not a number from"},
    {"a time below nothing", "results.1.ns_per_operation", "-1", "is not a number from 1e-06 to"},
    {"an unknown time", "results.1.ns_per_operation", "null", "is not a number"},
    {"no rate", "results.1.items_per_second", NULL, "results[1].items_per_second: is missing"},
    {"no limit", "results.2.limit", "1", "results[2].limit: is not true or false"},
    {"instructions of nothing", "results.0.instructions", "0", "results[0].instructions: is not"},
    {"an operation that is no name", "results.0.operation", "\"a\\nb\"", "operation: is not"},
    {"no entries of launches", "benchmarks", NULL, "is not the results.json of a run of xqbench"},
    {"entries of another form", "benchmarks", "{}", ": benchmarks: is not an array"},
    {"an entry without a type", "benchmarks.0.run_type", NULL, "benchmarks[0].run_type: is"},
    {"a launch without a time", "benchmarks.0.real_time", "0", "benchmarks[0].real_time: is not"},
    {"a launch too many", "benchmarks.2.repetition_index", "3", "repetition_index: is not"},
    {"a launch twice", "benchmarks.2.repetition_index", "1", "repetition_index: is there twice"},
    {"another unit", "benchmarks.0.time_unit", "\"us\"", "benchmarks[0].time_unit: is not ns"},
    {"an unknown entry", "benchmarks.0.run_name", "\"generate/x\"", "benchmarks[0].run_name: is"},
    {"half a name", "benchmarks.0.run_name", "\"generate\"", "benchmarks[0].run_name: is"},
    {"an entry that is none", "benchmarks.0", "[]", "benchmarks[0]: is not an object"},
    {"a name that fills a table", "results.1.workload",
     "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
     "results[1].workload: is not a name of 1 to 64 bytes"},
    {"a size that is none", "machine.caches.L1d", "{\"a\": [[]]}", "machine.caches: has something"},
    {"bytes of no board", "boards.0.name", "\"\\u001b[2J\"", "boards[0].name: is not a name"},
    {"a hash that is none", "config.positions_hash", "\"\\u001b[2J\"", "positions_hash: is not a"},
    {"counting of another form", "counting", "[]", ": counting: is not an object"},
    {"a missing launch", "benchmarks.2", NULL, "benchmarks: launch 3 of generate/padded is"},
};

Test(bench_stored, mistakes_are_named, .init = make_results, .fini = remove_folder)
{
    for (size_t i = 0; i < COUNT(mistakes); i++) {
        json_t *root = results();
        results_change(root, mistakes[i].path, mistakes[i].value);
        results_write(root, "results.json");
        assert_refused(file, mistakes[i].rule, mistakes[i].says);
    }
}

Test(bench_stored, other_files, .init = make_results, .fini = remove_folder)
{
    static const struct {
        const char *rule, *text, *says;
    } others[] = {
        {"an empty file", "", "line 1: is not JSON"},
        {"a table", "| Workload |\n", "line 1: is not JSON"},
        {"an array", "[]", "is not the results.json of a run of xqbench"},
        {"hyperfine's results", "{\"results\": []}", "is not the results.json of a run of xqbench"},
        {"Google Benchmark's", "{\"context\": {}, \"benchmarks\": []}", "machine: is missing"},
        {"a key twice", "{\"a\": 1,\n \"a\": 2}", "duplicate object key"},
        {"control characters", "{\n\x1b[2J}", "\\x1B"},
        {"not a number", "{\"a\": NaN}", "line 1: is not JSON"},
        {"a whole number of 64 bits", "{\"a\": 1,\n  \"seed\": 9223372036854775808}",
         "line 2: \"seed\": 9223372036854775808: is a number that is too large"},
        {"a number that is infinite", "{\"a\": [\n{\"ns\": 1e999}]}",
         "line 2: {\"ns\": 1e999: is a number that is too large"},
    };
    for (size_t i = 0; i < COUNT(others); i++) {
        write_text(others[i].text, strlen(others[i].text));
        assert_refused(file, others[i].rule, others[i].says);
    }
}

Test(bench_stored, unreadable_files, .init = make_results, .fini = remove_folder)
{
    assert_refused("/nonexistent/results.json", "a file that is not there", "No such file");
    assert_refused(folder, "a folder without results", "/results.json: No such file");
    cr_assert_eq(mkdir(file, 0777), 0);
    assert_refused(file, "a folder in its place", "No such file");
    assert_refused(folder, "a folder in its place", "/results.json: is a folder");
    cr_assert_eq(rmdir(file), 0);
}

/* A pipe that nobody writes to, and a device without an end, would be read for ever. */
Test(bench_stored, only_a_file_is_read, .init = make_results, .fini = remove_folder)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    cr_assert_lt(strlen(file), sizeof address.sun_path);
    strcpy(address.sun_path, file);
    alarm(60);
    cr_assert_eq(mkfifo(file, 0600), 0);
    assert_refused(file, "a pipe", "results.json: is a pipe");
    assert_refused(folder, "a pipe in a folder", "results.json: is a pipe");
    cr_assert_eq(unlink(file), 0);
    int socket_fd = socket(AF_UNIX, SOCK_STREAM, 0);
    cr_assert_eq(bind(socket_fd, (struct sockaddr *)&address, sizeof address), 0);
    assert_refused(file, "a socket", "results.json: is a socket");
    cr_assert(close(socket_fd) == 0 && unlink(file) == 0);
    cr_assert_eq(symlink("/dev/zero", file), 0);
    assert_refused(file, "a device behind a link", "results.json: is a device");
    assert_refused("/dev/zero", "a device", "/dev/zero: is a device");
    cr_assert_eq(unlink(file), 0);
    results_write(results(), "other.json");
    cr_assert_eq(symlink("other.json", file), 0);
    cr_assert(stored_read(file, &stored, &fault), "a file behind a link: %s", fault.text);
    stored_free(&stored);
}

/* Positions without captures give a rate of none. */
Test(bench_stored, there_may_be_no_items, .init = make_results, .fini = remove_folder)
{
    json_t *root = results();
    results_change(root, "results.1.items_per_second", "0.0");
    results_write(root, "results.json");
    cr_assert(stored_read(file, &stored, &fault), "%s", fault.text);
    cr_assert_eq(stored.figures[1].items, 0);
    stored_free(&stored);
}

Test(bench_stored, half_a_file, .init = make_results, .fini = remove_folder)
{
    json_t *root = results();
    char *text = json_dumps(root, JSON_INDENT(1));
    json_decref(root);
    for (size_t length = 0; length < strlen(text); length += 97) {
        write_text(text, length);
        assert_refused(file, "a part of it", "is not JSON");
    }
    free(text);
}
