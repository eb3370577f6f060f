#include "listing.h"

#include "machine.h"
#include "run.h"
#include "workloads.h"

enum { FOLDER_SIZE = 256 };

void listing_text(FILE *out)
{
    fprintf(out, "Boards%*s%10s %10s\n", 8, "", "position", "tables");
    for (const struct board *const *board = all_boards; *board; board++)
        fprintf(out, "  %-12s%8zu B %8zu B  %s\n", (*board)->name, (*board)->state_bytes,
                (*board)->table_bytes, (*board)->summary);

    fputs("\nWorkloads\n", out);
    for (const struct workload *workload = all_workloads; workload->name; workload++) {
        char setting[WORKLOAD_SETTING_SIZE];
        workload_setting(workload, setting);
        fprintf(out, "  %-12s%s\n", workload->name, workload->summary);
        fprintf(out, "  %-12s%s%sns per %s, million %s/s\n", "", setting, *setting ? "; " : "",
                workload->operation.one, workload->item.many);
    }

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
    for (const struct workload *workload = all_workloads; workload->name; workload++) {
        char setting[WORKLOAD_SETTING_SIZE];
        fprintf(out, "workload\t%s\t%s\t%s\t%s\t%s\n", workload->name, workload->summary,
                workload_setting(workload, setting), workload->operation.one, workload->item.many);
    }
    struct machine machine;
    machine_read(&machine);
    fprintf(out, "machine\tcpu\t%s\nmachine\tcompiler\t%s\nmachine\tflags\t%s\n", machine.cpu,
            machine.compiler, machine.flags);
    fprintf(out, "machine\tarch\t%s\nmachine\tcommit\t%s\nmachine\tdate\t%s\n", machine.arch,
            machine.commit, machine.date);
    char folder[FOLDER_SIZE];
    run_default_folder(folder, sizeof folder);
    fprintf(out, "results\t%s\n", folder);
}
