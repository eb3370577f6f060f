/*
 * In place of libFuzzer, where the compiler has none: gives a target the files that are named, or
 * are in the folders that are named, and so many changed copies of each. The same files bring the
 * same copies, whatever the machine.
 */
#include <argp.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "fuzz.h"
#include "random_positions.h"
#include "text.h"

enum {
    LARGEST = 1 << 16,
    MOST_CHANGES = 4,
    SLOWEST = 20 /* seconds of processor time, for one input */
};

struct input {
    char *name;
    uint8_t *data;
    size_t size;
};

static struct {
    size_t copies; /* of each input */
    size_t only;   /* print this copy of the first input instead of running any; 0 for none */
    struct input *inputs;
    size_t count;
} job;

__attribute__((format(printf, 1, 2), noreturn)) static void stop(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(2);
}

/* --- inputs ------------------------------------------------------------------------------------
 */

static void add_file(const char *name)
{
    struct input input = {strdup(name), malloc(LARGEST), 0};
    FILE *in = fopen(name, "re");
    job.inputs = reallocarray(job.inputs, job.count + 1, sizeof *job.inputs);
    if (!in || !input.name || !input.data || !job.inputs)
        stop("%s: %s", name, strerror(errno));
    input.size = fread(input.data, 1, LARGEST, in);
    if (ferror(in))
        stop("%s: %s", name, strerror(errno));
    fclose(in);
    job.inputs[job.count++] = input;
}

static void add(const char *path)
{
    struct dirent **entries;
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISDIR(status.st_mode)) {
        add_file(path);
        return;
    }
    int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0)
        stop("%s: %s", path, strerror(errno));
    for (int i = 0; i < count; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.')
            add(name);
        free(entries[i]);
    }
    free(entries);
}

/* --- changes -----------------------------------------------------------------------------------
 */

/* Puts `from_size` bytes in the place of `size` at `at`, as far as there is room. */
static void replace(struct input *input, size_t at, size_t size, const uint8_t *from,
                    size_t from_size)
{
    if (from_size > LARGEST - (input->size - size))
        from_size = LARGEST - (input->size - size);
    memmove(input->data + at + from_size, input->data + at + size, input->size - at - size);
    memcpy(input->data + at, from, from_size);
    input->size += from_size - size;
}

/* A byte that readers take notice of, or any other. */
static uint8_t random_byte(uint64_t *random)
{
    static const char special[] = "\0\n\r\t \"';:/\\{}[]<>&-=.,0123456789wbKAx\x7f\x80\xff";
    return random_below(random, 2) ? (uint8_t)special[random_below(random, sizeof special - 1)]
                                   : (uint8_t)random_below(random, 256);
}

static void change(uint64_t *random, struct input *input)
{
    static uint8_t piece[LARGEST];
    size_t at = random_below(random, input->size + 1);
    size_t size = random_below(random, 1 + (input->size - at < 16 ? input->size - at : 16));
    size_t from = random_below(random, input->size + 1), from_size = 1;
    piece[0] = random_byte(random);
    switch (random_below(random, 6)) {
    case 0: /* another byte in its place */
        size = at < input->size;
        break;
    case 1: /* one more */
        size = 0;
        break;
    case 2: /* some less */
        from_size = 0;
        break;
    case 3: /* one bit of a byte */
        size = at < input->size;
        piece[0] = (uint8_t)((size ? input->data[at] : 0) ^ 1U << random_below(random, 8));
        break;
    case 4: /* a part of itself */
        from_size = random_below(random, 1 + input->size - from);
        memcpy(piece, input->data + from, from_size);
        break;
    default: /* the end is missing */
        size = input->size - at;
        from_size = 0;
    }
    replace(input, at, size, piece, from_size);
}

/* Copy 0 is the input itself. */
static void make_copy(const struct input *input, size_t number, struct input *copy)
{
    uint64_t random = number;
    memcpy(copy->data, input->data, input->size);
    copy->size = input->size;
    for (size_t i = number == 0 ? 0 : 1 + random_below(&random, MOST_CHANGES); i > 0; i--)
        change(&random, copy);
}

/* --- runs --------------------------------------------------------------------------------------
 */

static char at_work[4200]; /* what to say of an input that ends the program */

/* An address sanitizer shall end it by a signal, too. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "abort_on_error=1";
}

static void on_fault(int number)
{
    ssize_t ignored = write(STDERR_FILENO, at_work, strlen(at_work));
    (void)ignored;
    signal(number, SIG_DFL);
    raise(number);
}

static void limit(time_t seconds)
{
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = seconds}, NULL);
}

static void run(const struct input *input)
{
    struct input copy = {NULL, malloc(LARGEST), 0};
    if (!copy.data)
        stop("no memory");
    for (size_t i = 0; i <= job.copies; i++) {
        make_copy(input, i, &copy);
        snprintf(at_work, sizeof at_work, "failed at copy %zu of %s\n", i, input->name);
        limit(SLOWEST);
        LLVMFuzzerTestOneInput(copy.data, copy.size);
    }
    limit(0);
    free(copy.data);
}

static void write_copy(void)
{
    struct input copy = {NULL, malloc(LARGEST), 0};
    if (!copy.data)
        stop("no memory");
    make_copy(&job.inputs[0], job.only, &copy);
    if (fwrite(copy.data, 1, copy.size, stdout) != copy.size || fflush(stdout) != 0)
        stop("cannot write: %s", strerror(errno));
    free(copy.data);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    uint64_t number = 0;
    if (key == ARGP_KEY_ARG) {
        add(text);
        return 0;
    }
    if (key == ARGP_KEY_END && job.count == 0)
        argp_error(state, "there is no input");
    if (key != 'c' && key != 'w')
        return ARGP_ERR_UNKNOWN;
    if (text_number(text, strlen(text), 1000000000, &number) != NUMBER_OK)
        argp_error(state, "%s is no number of copies", text);
    *(key == 'c' ? &job.copies : &job.only) = (size_t)number;
    return 0;
}

static const struct argp argp = {
    .options =
        (const struct argp_option[]){
            {.name = "copies", .key = 'c', .arg = "N", .doc = "try N changed copies of each, too"},
            {.name = "write",
             .key = 'w',
             .arg = "N",
             .doc = "print the Nth copy of a file, to keep it"},
            {0}},
    .parser = parse,
    .args_doc = "FILE|FOLDER...",
    .doc = "Gives files, and changed copies of them, to a fuzz target.",
};

int main(int argc, char **argv)
{
    static const int faults[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGPROF};
    argp_err_exit_status = 2;
    argp_parse(&argp, argc, argv, 0, NULL, NULL);
    if (job.only > 0) {
        write_copy();
        return 0;
    }
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        signal(faults[i], on_fault);
    for (size_t i = 0; i < job.count; i++)
        run(&job.inputs[i]);
    printf("%zu inputs, %zu copies\n", job.count, job.count * job.copies);
    for (size_t i = 0; i < job.count; i++) {
        free(job.inputs[i].name);
        free(job.inputs[i].data);
    }
    free(job.inputs);
    return 0;
}
