#include "report_curves.h"

void report_curves(FILE *out, const struct report *report, const char *end)
{
    const struct curves *curves = report->curves;
    if (curves == NULL || curves->launches == 0)
        return;
    size_t repeated = curves->attempts - curves->launches;
    fprintf(out, "Curves by mobility and depth: %zu launch%s of their own", curves->launches,
            curves->launches == 1 ? "" : "es");
    if (repeated > 0)
        fprintf(out, ", %zu repeated after other programs or the host disturbed them", repeated);
    if (curves->disturbed > 0)
        fprintf(out, ", %zu disturbed again", curves->disturbed);
    fputs(end, out);
}
