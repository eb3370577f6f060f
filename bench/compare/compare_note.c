/* What time and instructions say together. */
#include <math.h>

#include "compare.h"

enum work { WORK_LESS, WORK_SAME, WORK_MORE, WORK_COUNT };

static const double same_work = 0.001; /* changes up to this are none: 0.1 % */

static const char *const notes[STATS_INCONCLUSIVE][WORK_COUNT] = {
    [STATS_FASTER] = {"less work", "suspect layout, or the machine",
                      "faster in spite of more work"},
    [STATS_SLOWER] = {"slower in spite of less work", "suspect layout, or the machine",
                      "more work"},
    [STATS_EQUAL] = {"instructions changed, time did not", NULL,
                     "instructions changed, time did not"},
};

const char *compare_note(const struct compare_row *row)
{
    double change = row->instructions[COMPARE_NEW] / row->instructions[COMPARE_BASE] - 1;
    if (isnan(change) || row->time->verdict == STATS_INCONCLUSIVE)
        return NULL;
    enum work work = change > same_work ? WORK_MORE : change < -same_work ? WORK_LESS : WORK_SAME;
    const char *note = notes[row->time->verdict][work];
    /* More time for more instructions, but for a few more only. */
    double time = row->time->ratio.median, instructions = log1p(change);
    bool explained = time * instructions <= 0 || fabs(instructions) >= fabs(time) / 2;
    bool differs = row->time->verdict != STATS_EQUAL && work != WORK_SAME;
    return differs && !explained
               ? "the work explains less than half: suspect layout, or the machine"
               : note;
}
