/* `xqbench gate` of what another program says: that counts differ, that nothing could be compared,
 * or that counts of pairs were checked; and --check, which only reads its words. */
#include "shell.h"

#define REPORTS "--json \"$DIR/json\" --markdown \"$DIR/md\" --junit \"$DIR/xml\" --github"

static void assert_gate(const char *arguments, int status, const char *says)
{
    char command[512];
    snprintf(command, sizeof command, "gate %s", arguments);
    int got = xqbench(command);
    cr_assert_eq(got, status, "%s: status %d: %s", arguments, got, output);
    assert_says(says, arguments);
}

static void assert_file(const char *name, const char *says)
{
    char *text = read_file(name);
    cr_assert(strstr(text, says), "%s: '%s' is not in: %s", name, says, text);
    free(text);
}

Test(gate_said, counts_differ, .init = make_folder, .fini = remove_folder)
{
    write_file("json", "of an earlier run");
    assert_gate("--counts-differ 'perft 2: 5 by new' " REPORTS, 1,
                "\nperft 2: 5 by new\nVerdict: counts differ\n"
                "::error title=gate%3A counts differ::perft 2: 5 by new\n");
    assert_file("json", "\"verdict\": \"regression\"");
    assert_file("json", "\"counts_checked\": true,\n  \"counts_differ\": \"perft 2: 5 by new\"");
    assert_file("md", "### Gate: counts differ\n\n```\nperft 2: 5 by new\n");
    assert_file("xml", "<failure message=\"counts differ\">perft 2: 5 by new\n");
}

Test(gate_said, inconclusive, .init = make_folder, .fini = remove_folder)
{
    assert_gate("--inconclusive 'too quick' " REPORTS, 4,
                "Verdict: inconclusive: too quick\n::notice title=gate::inconclusive: too quick\n");
    assert_file("json", "\"verdict\": \"inconclusive\",\n  \"reason\": \"too quick\"");
    assert_file("json", "\"counts_checked\": false");
    assert_file("md", "### Gate: inconclusive: too quick\n");
    assert_file("xml", "<skipped message=\"inconclusive: too quick\"/>");
    assert_gate("--inconclusive 'too quick' --strict", 1, "Verdict: inconclusive: too quick\n");
}

/* Then no report says that nobody has, or skips the case of the counts. */
Test(gate_said, counted, .init = make_folder, .fini = remove_folder)
{
    cr_assert_eq(shell("for i in $(seq 30); do printf 'perft\\t1\\t1\\n'; done >\"$DIR/pairs\""),
                 0);
    assert_gate("--pairs \"$DIR/pairs\" --counted 'perft 1 to 3' " REPORTS, 0,
                "Counts: checked, all are right\n");
    assert_says("Note: Counts were checked by who timed the programs: perft 1 to 3.\n", "which");
    assert_file("json", "\"counts_checked\": true");
    assert_file("json", ": perft 1 to 3.\"");
    assert_file("md", "Counts: checked, all are right");
    assert_file("xml", "skipped=\"0\"");
    assert_gate("--inconclusive 'too quick' --counted 'perft 1 to 3'", 4,
                "Counts: checked, all are right\n");
}

Test(gate_said, notes, .init = make_folder, .fini = remove_folder)
{
    assert_gate("--inconclusive 'too quick' --note 'One.' --note 'Two.' " REPORTS, 4,
                "Note: One.\nNote: Two.\n");
    assert_file("json", "\"notes\": [\n    \"One.\",\n    \"Two.\"\n  ]");
    assert_file("md", "Note: One.  \nNote: Two.  \n");
    assert_file("xml", "Note: One.\nNote: Two.\n");
}

/* --help would end before words are judged together. What is checked need not exist. */
Test(gate_said, check, .init = make_folder, .fini = remove_folder)
{
    static const struct {
        const char *arguments, *says;
    } cases[] = {
        {"a b extra", "'extra'"},
        {"a b --sight 1", "--sight is at least --time-limit"},
        {"a b --again x", "--again is of --pairs"},
        {"a b --baseline x", "a baseline takes one build, NEW"},
        {"a b --check", "--check is given twice"},
        {"a b --json", "requires an argument"},
        {"a b --note ' '", "--note wants a text"},
        {"a b --counted x", "--counted is of --pairs"},
        {"a b --inconclusive x", "take no builds"},
        {"--inconclusive x --counts-differ y", "excludes"},
        {"--counts-differ x --counted y", "excludes"},
        {"--counts-differ ''", "--counts-differ wants a text"},
        {"--pairs a --inconclusive x", "instead of what is compared"},
        {"--pairs a b", "--pairs takes no builds"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char arguments[128];
        snprintf(arguments, sizeof arguments, "--check %s", cases[i].arguments);
        assert_gate(arguments, 2, cases[i].says);
    }
    static const char *const in_order[] = {"a b --strict", "--pairs a --again b", "a --baseline b"};
    for (size_t i = 0; i < sizeof in_order / sizeof in_order[0]; i++) {
        char arguments[128];
        snprintf(arguments, sizeof arguments, "--check %s --json \"$DIR/json\"", in_order[i]);
        assert_gate(arguments, 0, "");
        cr_assert_str_eq(output, "", "%s: %s", arguments, output);
    }
    cr_assert_eq(shell("[ ! -e \"$DIR/json\" ]"), 0, "nothing is written");
}
