/*
 * Files of results that xqbench reads: results.json (compare, gate, report), baselines, pairs of
 * times, counts by callgrind, and the parts of a page in TSV, Markdown and SVG. What the bytes look
 * like decides who reads them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/compare_facts.h"
#include "compare/compare_report.h"
#include "count/callgrind.h"
#include "fuzz.h"
#include "gate/gate_baseline.h"
#include "gate/gate_report.h"
#include "gate/gate_stored.h"
#include "page/html_markdown.h"
#include "page/html_svg.h"
#include "page/html_tsv.h"
#include "page/page.h"

static const volatile sig_atomic_t never;

/* What was refused has a reason that can be shown. */
static void check_fault(const struct fault *fault, const char *file)
{
    size_t length = strnlen(fault->text, sizeof fault->text);
    fuzz_expect(length > 0 && length < sizeof fault->text, "a reason");
    fuzz_expect_printable(fault->text, length, "the reason");
    fuzz_expect(file == NULL || strncmp(fault->text, file, strlen(file)) == 0,
                "%s names the file first", fault->text);
}

/* What a writer writes, to be looked at or thrown away. */
struct memory {
    FILE *out;
    char *text;
    size_t size;
};

static void memory_open(struct memory *memory)
{
    memory->out = open_memstream(&memory->text, &memory->size);
    fuzz_expect(memory->out, "memory");
}

static void memory_close(struct memory *memory)
{
    fuzz_expect(!ferror(memory->out) && fclose(memory->out) == 0, "memory");
    free(memory->text);
}

/* --- results.json ------------------------------------------------------------------------------
 */

static void compare_with_itself(const struct stored *stored)
{
    struct comparison comparison = {0};
    struct memory memory;
    json_t *differences = compare_differences(stored, stored);
    memory_open(&memory);
    fuzz_expect(differences, "memory");
    fuzz_expect(json_array_size(differences) == 0, "no difference from itself");
    for (int relative = 0; relative < 2; relative++) {
        fuzz_expect(comparison_make(&comparison, stored, stored, relative, false), "memory");
        compare_text(memory.out, &comparison, differences);
        compare_tsv(memory.out, &comparison);
        fuzz_expect(compare_json(memory.out, &comparison, differences), "memory");
        fuzz_expect(compare_verdict(&comparison) != STATS_SLOWER, "nothing slower than itself");
        comparison_free(&comparison);
    }
    json_decref(differences);
    memory_close(&memory);
}

static void write_gate(const struct gate *gate)
{
    struct memory memory;
    memory_open(&memory);
    gate_text(memory.out, gate);
    fuzz_expect(fflush(memory.out) == 0, "memory");
    fuzz_expect_printable(memory.text, memory.size, "the table");
    gate_junit(memory.out, gate);
    gate_github(memory.out, gate);
    fuzz_expect(gate_markdown(memory.out, gate) && gate_json(memory.out, gate), "memory");
    memory_close(&memory);
}

/* A run of another day that is the same in all else. */
static void judge(const struct stored *stored, const char *file)
{
    struct gate gate;
    struct fault fault;
    char other[FUZZ_PATH_SIZE];
    json_object_set_new(stored->machine, "date", json_string("another day"));
    char *text = json_dumps(stored->json, 0);
    fuzz_expect(text, "memory");
    fuzz_file(1, text, strlen(text), other);
    free(text);
    struct gate_request request = {
        .folders = {file, other}, .limits = gate_usual_limits, .stop = &never};
    enum status status = gate_stored(&request, &gate, &fault);
    if (status == STATUS_DONE)
        write_gate(&gate);
    else
        check_fault(&fault, NULL);
    fuzz_expect(gate.verdict != GATE_REGRESSION, "nothing slower than itself");
    gate_free(&gate);
}

/* A folder in which results.json is the file. */
static const char *folder_of(const char *file)
{
    static char folder[] = "/tmp/fuzz-XXXXXX";
    static bool made;
    char name[sizeof folder + sizeof "/" STORED_FILE];
    if (!made)
        fuzz_expect(mkdtemp(folder), "a folder");
    made = true;
    snprintf(name, sizeof name, "%s/" STORED_FILE, folder);
    unlink(name);
    if (file)
        fuzz_expect(symlink(file, name) == 0, "a link");
    else
        rmdir(folder);
    return folder;
}

static void remove_folder(void)
{
    folder_of(NULL);
}

static void write_page(const char *file)
{
    static bool registered;
    struct memory memory;
    struct fault fault;
    const char *folder = folder_of(file);
    if (!registered)
        fuzz_expect(atexit(remove_folder) == 0, "an exit");
    registered = true;
    memory_open(&memory);
    if (!page_write(memory.out, folder, &fault))
        check_fault(&fault, folder);
    memory_close(&memory);
}

static void read_json(const char *file)
{
    struct stored stored;
    struct fault fault;
    if (stored_read(file, &stored, &fault)) {
        compare_with_itself(&stored);
        write_page(file);
        judge(&stored, file);
    } else {
        check_fault(&fault, file);
    }
    stored_free(&stored);
    json_t *baseline = gate_baseline_read(file, &fault);
    if (baseline == NULL)
        check_fault(&fault, file);
    json_decref(baseline);
}

/* --- other forms -------------------------------------------------------------------------------
 */

static void read_pairs(const char *file)
{
    struct gate gate;
    struct fault fault;
    if (gate_pairs(file, file, &gate_usual_limits, &gate, &fault) == STATUS_DONE)
        write_gate(&gate);
    else
        check_fault(&fault, file);
    gate_free(&gate);
}

static void read_counts(const char *file)
{
    uint64_t instructions[2];
    const struct callgrind_calls calls = {"counted_passes", instructions, 2};
    struct fault fault;
    FILE *in = fopen(file, "re");
    fuzz_expect(in, "a file");
    if (!callgrind_read(in, &calls, &fault))
        check_fault(&fault, NULL);
    fclose(in);
}

/* Parts of a page: what page_file() hands out has no NUL bytes. */
static void read_parts(const char *text)
{
    struct memory memory;
    struct fault fault;
    memory_open(&memory);
    if (text[0] == '<' && !html_svg(memory.out, text, "plot", "A plot", &fault))
        check_fault(&fault, NULL);
    if (text[0] != '<')
        html_markdown(memory.out, text, "part", "A part");
    if (strchr(text, '\t') && !html_tsv(memory.out, text, "part", "A part", &fault))
        check_fault(&fault, NULL);
    memory_close(&memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH_SIZE], *text = malloc(size + 1);
    const char *file = fuzz_file(0, data, size, path);
    fuzz_expect(text, "memory");
    memcpy(text, data, size);
    text[size] = '\0';
    if (size > 0 && text[strspn(text, " \r\n")] == '{') {
        read_json(file);
    } else {
        read_pairs(file);
        read_counts(file);
        if (size > 0 && strlen(text) == size)
            read_parts(text);
    }
    free(text);
    return 0;
}
