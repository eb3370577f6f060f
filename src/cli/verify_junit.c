/* The JUnit XML of xqperft verify: a test suite per file, a test case per count compared. */
#include <stdio.h>

#include "fen.h"
#include "output.h"
#include "verify.h"

static void write_case(FILE *out, const struct verification *run, const struct verdict *verdict)
{
    char fen[FEN_SIZE];
    fputs("    <testcase classname=\"", out);
    put_xml(out, verdict->file->name);
    fputs("\" name=\"", out);
    verdict_print_name(out, verdict, put_xml);
    fprintf(out, "\" time=\"%.6f\"", verdict->seconds);
    if (verdict->ok) {
        fputs("/>\n", out);
        return;
    }
    fen_write(&verdict->entry->position, fen);
    fputs(">\n      <failure message=\"", out);
    verdict_print_counts(out, verdict);
    fprintf(out, "\">%s\nnext: ", fen);
    verdict_print_hint(out, run, verdict, put_xml);
    fputs("</failure>\n    </testcase>\n", out);
}

/* What was not compared must not look like a success. */
static void write_missing(FILE *out, const struct suite_file *file)
{
    fputs("    <testcase classname=\"", out);
    put_xml(out, file->name);
    fprintf(out,
            "\" name=\"interrupted\">\n"
            "      <error message=\"interrupted after %zu of %zu counts\"/>\n"
            "    </testcase>\n",
            file->done, file->planned);
}

void junit_verdict(struct verification *run, const struct verdict *verdict)
{
    if (run->junit.out)
        write_case(run->junit.cases, run, verdict);
}

void junit_file(struct verification *run, const struct suite_file *file)
{
    bool missing = file->done < file->planned;
    FILE *out = run->junit.out;
    if (!out)
        return;
    fputs("  <testsuite name=\"", out);
    put_xml(out, file->name);
    fprintf(out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%d\" time=\"%.6f\">\n",
            file->done + missing, file->failed, missing, file->seconds);
    junit_move_cases(&run->junit);
    if (missing)
        write_missing(out, file);
    fputs("  </testsuite>\n", out);
}
