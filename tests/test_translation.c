/* README.zh-CN.md says what README.md says, as far as a program can tell. */
#include <string.h>

#include "shell.h"

#define READMES "python3 -S tests/readmes.py "

Test(translation, is_whole)
{
    int status = shell(READMES "README.md README.zh-CN.md");
    cr_assert_eq(status, 0, "README.zh-CN.md does not say what README.md says:\n%s", output);
    fputs(output, stderr); /* sections that README.md has changed since */
}

static const char original[] = "[there](zh.md)\n"
                               "# Name\n"
                               "Run `make` and\n"
                               "`make check`, 1,754 times; see [below](#second).\n"
                               "\n"
                               "    make          # builds\n"
                               "    make check\n"
                               "\n"
                               "- a list\n"
                               "  - within it\n"
                               "    `no code`\n"
                               "\n"
                               "<!-- results/reference/a.md -->\n"
                               "| A | 7 |\n"
                               "<!-- end of the table -->\n"
                               "\n"
                               "![plot](results/a.png)\n"
                               "## Second\n"
                               "| Board | What | Speed |\n"
                               "|---|---|---:|\n"
                               "| `naive` | an array | 1.06 |\n"
                               "[more](src/more.md)\n";

static const char translated[] = "[there](en.md)\n"
                                 "# 名称\n"
                                 "运行 `make` 和 `make\n"
                                 "check` 1,754 次，见[下文](#第二节)。\n"
                                 "\n"
                                 "    make      # 编译\n"
                                 "    make check\n"
                                 "\n"
                                 "- 列表\n"
                                 "  - 其中 `no code`\n"
                                 "\n"
                                 "<!-- results/reference/a.md -->\n"
                                 "| A | 7 |\n"
                                 "<!-- end of the table -->\n"
                                 "\n"
                                 "![图](results/a.png)\n"
                                 "## 第二节\n"
                                 "| 棋盘 | 说明 | 速度 |\n"
                                 "|---|---|---:|\n"
                                 "| `naive` | 数组 | 1.06 |\n"
                                 "[更多](src/more.md)\n";

/* What is done to one of the files, and what is said then. */
static const struct {
    const char *rule, *change;
    int status;
    const char *says;
} cases[] = {
    {"nothing is done", "", 0, ""},
    {"a section is missing", "s/^## //", 1, "en.md has 2 sections, zh.md 1"},
    {"a heading has another level", "s/^## /# /", 1, "'Second': its heading is of another level"},
    {"a line of code is missing", "6d", 1, "'Name': line of code: 2 here, 1 there"},
    {"code is another", "s/    make check/    make all/", 1, "is '    make all' there"},
    {"code before a comment is another", "s/    make   /    made   /", 1, "'Name': line of code"},
    {"a table of results is missing", "/results.reference/d", 1,
     "table of results: 1 here, 0 there"},
    {"a table is of another file", "s/reference.a/reference\\/b/", 1, "results/reference/b.md"},
    {"an image is another", "s/a.png/b.png/", 1, "image 'results/a.png' is 'results/b.png'"},
    {"a link is another", "s/src.more/src\\/less/", 1, "'Second': link 'src/more.md' is missing"},
    {"a link to a section is missing", "s/\\[下文\\]([^)]*)/下文/", 1, "links to its own sections"},
    {"a link leads to no section", "s/#第二节/#第三节/", 1,
     "zh.md: there is no section for the link"},
    {"a row is missing", "/naive/d", 1, "'Second': row: 1 here, 0 there"},
    {"the first cell is another", "s/`naive` |/`padded` |/", 1, "'Second': row"},
    {"a figure of a table is another", "s/1.06/1.07/", 1, "'1.07'"},
    {"a figure is missing", "s/1,754/1,755/", 1, "'Name': figure '1,754' is missing there"},
    {"a word is missing", "s/`no code`//", 1, "'Name': word 'no code' is missing there"},
    {"a word is there only", "s/列表/`list`/", 1, "'Name': word 'list' is there only"},
    {"prose may be another", "s/列表/清单/", 0, ""},
};

static void write_pair(void)
{
    write_file("en.md", original);
    write_file("zh.md", translated);
}

/* Compares the pairs of the folders that it is given; a line follows with what main() returned. */
static const char each_pair[] = "import sys\n"
                                "sys.path.insert(0, 'tests')\n"
                                "import readmes\n"
                                "for path in sys.argv[1:]:\n"
                                "    print('status', int(readmes.main(path + '/en.md', "
                                "path + '/zh.md')))\n";

Test(translation, what_differs_is_named_with_its_section, .init = make_folder,
     .fini = remove_folder)
{
    const size_t count = sizeof cases / sizeof cases[0];
    char *commands = NULL;
    size_t size;
    FILE *stream = open_memstream(&commands, &size);
    write_pair();
    write_file("each.py", each_pair);
    for (size_t i = 0; i < count; i++)
        fprintf(stream,
                "mkdir \"$DIR/%zu\" && sed '%s' \"$DIR/zh.md\" >\"$DIR/%zu/zh.md\" && "
                "ln \"$DIR/en.md\" \"$DIR/%zu\" && ",
                i, cases[i].change, i, i);
    fprintf(stream, "python3 -S -B \"$DIR/each.py\"");
    for (size_t i = 0; i < count; i++)
        fprintf(stream, " \"$DIR/%zu\"", i);
    fclose(stream);
    cr_assert_eq(shell(commands), 0, "%s", output);
    char *said = output;
    for (size_t i = 0; i < count; i++) {
        char *status = strstr(said, "status ");
        cr_assert_not_null(status, "%s: %s", cases[i].rule, said);
        *status = '\0';
        cr_assert_eq(atoi(status + strlen("status ")), cases[i].status, "%s: %s", cases[i].rule,
                     said);
        cr_assert(strstr(said, cases[i].says), "%s: '%s' is not in: %s", cases[i].rule,
                  cases[i].says, said);
        said = status + strlen("status 0\n");
    }
    free(commands);
    cr_assert_eq(shell("sed -i 6d \"$DIR/zh.md\"; " READMES "\"$DIR/en.md\" \"$DIR/zh.md\""), 1,
                 "the exit status: %s", output);
}

/* Other prose changes no structure; tables of results are made anew in both. */
Test(translation, what_has_changed_since_is_pointed_out, .init = make_folder, .fini = remove_folder)
{
    write_pair();
    cr_assert_eq(shell(READMES "\"$DIR/en.md\" \"$DIR/zh.md\" --made"), 0, "%s", output);
    cr_assert_eq(shell(READMES "\"$DIR/en.md\" \"$DIR/zh.md\" --strict"), 0, "%s", output);
    cr_assert_eq(*output, '\0', "%s", output);
    cr_assert_eq(shell("sed -i 's/A | 7/A | 8/' \"$DIR/en.md\" \"$DIR/zh.md\"; " READMES
                       "\"$DIR/en.md\" \"$DIR/zh.md\" --strict"),
                 0, "%s", output);
    cr_assert_eq(
        shell("sed -i 's/within/inside/' \"$DIR/en.md\"; " READMES "\"$DIR/en.md\" \"$DIR/zh.md\""),
        0, "%s", output);
    assert_says("zh.md, '名称': made from another text of 'Name'\n", "a changed section is named");
    cr_assert(!strstr(output, "Second"), "one that is the same is not: %s", output);
    cr_assert_eq(shell(READMES "\"$DIR/en.md\" \"$DIR/zh.md\" --strict"), 1, "%s", output);
    cr_assert_eq(shell(READMES "\"$DIR/en.md\" \"$DIR/zh.md\" --made && " READMES
                               "\"$DIR/en.md\" \"$DIR/zh.md\" --strict"),
                 0, "--made notes it: %s", output);
}
