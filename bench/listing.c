#include "listing.h"

#include <string.h>

#include "count/callgrind.h"
#include "count/counters.h"
#include "measure/classes.h"
#include "measure/machine.h"
#include "measure/workloads.h"
#include "run.h"
#include "select.h"

enum { FOLDER_SIZE = 256 };

static void board_text(FILE *out, const struct board *board)
{
    bool available = !board->available || board->available();
    fprintf(out, "  %-22s%8zu B %8zu B  %s", board->name, board->state_bytes, board->table_bytes,
            board->summary);
    if (board->chosen)
        fprintf(out, " (here, %s)", board->chosen->name);
    fputs(available ? "\n" : " (not on this processor)\n", out);
}

static void ignore_problem(void *context, const struct suite_problem *problem)
{
    (void)context;
    (void)problem;
}

/* The usual positions; none when they cannot be read, which is no matter for a list. */
static struct suite usual_positions(void)
{
    struct suite suite;
    return suite_read(positions_usual(), &suite, ignore_problem, NULL) ? suite : (struct suite){0};
}

static void classes_text(FILE *out)
{
    struct suite suite = usual_positions();
    if (suite.count > 0)
        fprintf(out, "\nClasses of positions, and their share of the %zu of %s\n", suite.count,
                positions_usual());
    else
        fputs("\nClasses of positions\n", out);
    for (size_t i = 0; all_classes[i].name; i++) {
        char text[CLASS_TEXT_SIZE];
        fprintf(out, "  %-12s", all_classes[i].name);
        if (suite.count > 0)
            fprintf(out, "%5zu  ", classes_count(&suite, i));
        fprintf(out, "%s\n", class_criterion(&all_classes[i], text));
    }
    suite_free(&suite);
}

static void classes_tsv(FILE *out)
{
    struct suite suite = usual_positions();
    for (size_t i = 0; all_classes[i].name; i++) {
        char text[CLASS_TEXT_SIZE];
        fprintf(out, "class\t%s\t%s\t", all_classes[i].name,
                class_criterion(&all_classes[i], text));
        if (suite.count > 0)
            fprintf(out, "%zu", classes_count(&suite, i));
        fputc('\n', out);
    }
    suite_free(&suite);
}

/* Which counters there are of the processor. */
static struct counters available_counters(void)
{
    struct counters counters;
    counters_open(&counters, counters_of_processor);
    return counters;
}

static void counters_text(FILE *out)
{
    char version[CALLGRIND_VERSION_SIZE];
    struct fault fault;
    struct counters counters = available_counters();
    const char *separator = "  counted by the processor: ";
    if (callgrind_version(version, CALLGRIND_PATIENCE, NULL, &fault) == SAMPLING_DONE)
        fprintf(out, "\nCounters\n  instructions, counted by %s\n", version);
    else
        fprintf(out, "\nCounters\n  no instructions: %s\n", fault.text);
    for (int i = 0; i < COUNTER_COUNT; i++) {
        if (counters.fd[i] < 0)
            continue;
        fprintf(out, "%s%s", separator, counter_name((enum counter)i));
        separator = ", ";
    }
    if (*separator == ',')
        fputc('\n', out);
    else
        fprintf(out, "  none by the processor: %s\n", counters_absence(counters.cause));
    counters_close(&counters);
}

static void counters_tsv(FILE *out)
{
    char version[CALLGRIND_VERSION_SIZE];
    struct fault fault;
    struct counters counters = available_counters();
    if (callgrind_version(version, CALLGRIND_PATIENCE, NULL, &fault) == SAMPLING_DONE)
        fprintf(out, "counter\tinstructions\t%s\n", version);
    for (int i = 0; i < COUNTER_COUNT; i++)
        if (counters.fd[i] >= 0)
            fprintf(out, "counter\t%s\tprocessor\n", counter_name((enum counter)i));
    counters_close(&counters);
}

static const char *isa_state(enum isa isa)
{
    return isa == isa_chosen()  ? "chosen"
           : isa_available(isa) ? "available"
                                : "not here"; /* by the processor, or the compiler */
}

static void isas_text(FILE *out)
{
    fputs("\nBuilds of vector, by what they are compiled for (--isa)\n", out);
    for (int isa = 0; isa < ISA_COUNT; isa++)
        fprintf(out, "  %-14s%s\n", isa_name((enum isa)isa), isa_state((enum isa)isa));
}

static void isas_tsv(FILE *out)
{
    for (int isa = 0; isa < ISA_COUNT; isa++)
        fprintf(out, "isa\t%s\t%s\t%s\n", isa_name((enum isa)isa), isa_state((enum isa)isa),
                isa_board((enum isa)isa)->name);
}

static void policies_tsv(FILE *out)
{
    const struct board *board;
    for (size_t i = 0; (board = board_at(i)); i++)
        for (int policy = 0; board_has(board, (enum policy)policy); policy++)
            fprintf(out, "policy\t%s\t%s\n", board->name, policy_name((enum policy)policy));
}

void listing_text(FILE *out)
{
    fprintf(out, "Boards%*s%10s %10s\n", 18, "", "position", "tables");
    for (const struct board *const *board = all_boards; *board; board++)
        board_text(out, *board);
    fputs("\nVariants, which \"all\" does not include\n", out);
    for (const struct board *const *board = all_variants; *board; board++)
        board_text(out, *board);

    isas_text(out);

    fputs("\nWorkloads\n", out);
    for (const struct workload *workload = all_workloads; workload->name; workload++) {
        char setting[WORKLOAD_SETTING_SIZE];
        workload_setting(workload, setting);
        fprintf(out, "  %-14s%s\n", workload->name, workload->summary);
        fprintf(out, "  %-14s%s%sns per %s, million %s/s\n", "", setting, *setting ? "; " : "",
                workload->operation.one, workload->item.many);
    }
    classes_text(out);
    counters_text(out);

    struct machine machine;
    char folder[FOLDER_SIZE];
    machine_read(&machine);
    run_default_folder(folder, sizeof folder);
    fprintf(out, "\nMachine\n  %s, %ld CPUs, %s\n  built by %s for %s\n  results go to %s\n",
            machine.cpu, machine.cpus, machine.kernel, machine.compiler, machine.arch, folder);
}

void listing_tsv(FILE *out)
{
    for (const struct board *const *board = all_boards; *board; board++)
        fprintf(out, "board\t%s\t%s\t%zu\t%zu\n", (*board)->name, (*board)->summary,
                (*board)->state_bytes, (*board)->table_bytes);
    const struct board *variant;
    for (size_t i = select_all_boards(); (variant = board_at(i)); i++)
        fprintf(out, "variant\t%s\t%s\t%zu\t%zu\t%s\n", variant->name, variant->summary,
                variant->state_bytes, variant->table_bytes, variant->variant_of);
    for (const struct board *const *board = all_boards; *board; board++)
        if ((*board)->chosen)
            fprintf(out, "chosen\t%s\t%s\n", (*board)->name, (*board)->chosen->name);
    isas_tsv(out);
    policies_tsv(out);
    for (const struct workload *workload = all_workloads; workload->name; workload++) {
        char setting[WORKLOAD_SETTING_SIZE];
        fprintf(out, "workload\t%s\t%s\t%s\t%s\t%s\n", workload->name, workload->summary,
                workload_setting(workload, setting), workload->operation.one, workload->item.many);
    }
    classes_tsv(out);
    counters_tsv(out);
    struct machine machine;
    machine_read(&machine);
    fprintf(out, "machine\tcpu\t%s\nmachine\tcompiler\t%s\nmachine\tflags\t%s\n", machine.cpu,
            machine.compiler, machine.flags);
    fprintf(out, "machine\tarch\t%s\nmachine\tcommit\t%s%s\nmachine\tdate\t%s\n", machine.arch,
            machine.commit, machine.dirty ? "-dirty" : "", machine.date);
    char folder[FOLDER_SIZE];
    run_default_folder(folder, sizeof folder);
    fprintf(out, "results\t%s\n", folder);
}
