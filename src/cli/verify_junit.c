/* The JUnit XML of xqperft verify: a test suite per file, a test case per count compared. */
#include <inttypes.h>
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
    fprintf(out, ">\n      <failure message=\"expected %" PRIu64 ", got %" PRIu64 "\">%s\nnext: ",
            verdict->entry->count[verdict->depth], verdict->nodes, fen);
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

static void write_suite(FILE *out, const struct verification *run, const struct suite_file *file)
{
    bool missing = file->done < file->planned;
    fputs("  <testsuite name=\"", out);
    put_xml(out, file->name);
    fprintf(out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%d\" time=\"%.6f\">\n",
            file->done + missing, file->failed, missing, file->seconds);
    for (size_t i = 0; i < run->done; i++)
        if (run->verdicts[i].file == file)
            write_case(out, run, &run->verdicts[i]);
    if (missing)
        write_missing(out, file);
    fputs("  </testsuite>\n", out);
}

void junit_write(FILE *out, const struct verification *run)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", out);
    for (size_t i = 0; i < run->file_count; i++)
        write_suite(out, run, &run->files[i]);
    fputs("</testsuites>\n", out);
}
