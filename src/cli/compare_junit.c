/* The JUnit XML of xqperft compare: one test suite, a test case per position. */
#include <stdlib.h>

#include "comparison.h"
#include "output.h"

static void write_report(FILE *out, const struct comparison *run, const struct outcome *outcome)
{
    bool failed = outcome->failure.reason != NULL;
    const char *element = failed ? "error" : "failure";
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return;
    outcome_print_short(memory, run, outcome);
    fclose(memory);
    fprintf(out, ">\n      <%s message=\"", element);
    put_xml(out, text);
    free(text);
    fputs("\">", out);
    struct comparison in_file = *run;
    in_file.glyphs = options_glyphs(run->options, false);
    memory = open_memstream(&text, &size);
    if (memory) {
        outcome_print_report(memory, &in_file, outcome, "");
        fclose(memory);
        put_xml(out, text);
        free(text);
    }
    fprintf(out, "</%s>\n    </testcase>\n", element);
}

void compare_junit_unmet(struct comparison *run, const struct failure *failure)
{
    FILE *out = run->junit.out;
    if (!out)
        return;
    fputs("  <testsuite name=\"", out);
    put_xml(out, engine_name(run->engine));
    fputs("\" tests=\"1\" failures=\"0\" errors=\"1\">\n"
          "    <testcase classname=\"xqperft compare\" name=\"the engine\">\n"
          "      <error message=\"",
          out);
    put_xml(out, failure->reason);
    fputs("\">", out);
    put_xml(out, failure->last_lines);
    fputs("</error>\n    </testcase>\n  </testsuite>\n", out);
}

void compare_junit_outcome(struct comparison *run, const struct outcome *outcome)
{
    FILE *out = run->junit.cases;
    if (!out)
        return;
    fputs("    <testcase classname=\"xqperft compare\" name=\"", out);
    outcome_print_name(out, outcome, put_xml);
    fprintf(out, "\" time=\"%.6f\"", outcome->seconds + outcome->engine_seconds);
    if (outcome->state == OUTCOME_AGREES)
        fputs("/>\n", out);
    else
        write_report(out, run, outcome);
}

void compare_junit_end(struct comparison *run)
{
    bool missing = run->done < run->planned;
    FILE *out = run->junit.out;
    if (!out)
        return;
    fputs("  <testsuite name=\"", out);
    put_xml(out, engine_name(run->engine));
    fprintf(out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"%.6f\">\n",
            run->done + missing, run->done - run->agreeing - run->failed, run->failed + missing,
            run->seconds);
    junit_move_cases(&run->junit);
    if (missing) /* what was not compared must not look like a success */
        fprintf(out,
                "    <testcase classname=\"xqperft compare\" name=\"not compared\">\n"
                "      <error message=\"ended after %zu of %zu positions\"/>\n    </testcase>\n",
                run->done, run->planned);
    fputs("  </testsuite>\n", out);
}
