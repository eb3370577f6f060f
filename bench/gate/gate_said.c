#include "gate_said.h"

#include <stdio.h>
#include <string.h>

#include "gate_run.h"
#include "measure/machine.h"

void gate_counted(const char *counted, struct gate *gate)
{
    gate->counts_checked = true;
    gate->counts_elsewhere = false; /* or reports would say that nobody is known to have checked */
    gate_note(gate, "Counts were checked by who timed the programs: %s.", counted);
}

void gate_by_said(const struct gate_said *said, const struct gate_limits *limits, struct gate *gate)
{
    struct machine machine;
    machine_read(&machine);
    *gate = (struct gate){.limits = *limits,
                          .counts_checked = said->counts_differ,
                          .counts_elsewhere = !said->counts_differ};
    snprintf(gate->cpu, sizeof gate->cpu, "%s", machine.cpu);
    snprintf(gate->date, sizeof gate->date, "%s", machine.date);
    strcpy(gate->sides[GATE_BASE].name, "base");
    strcpy(gate->sides[GATE_NEW].name, "new");
    if (said->counts_differ)
        snprintf(gate->counts_differ, sizeof gate->counts_differ, "%s", said->counts_differ);
    gate_judge(gate); /* without rows: a regression when counts differ, otherwise inconclusive */
    if (said->inconclusive)
        snprintf(gate->reason, sizeof gate->reason, "%s", said->inconclusive);
    if (said->counted)
        gate_counted(said->counted, gate);
}
