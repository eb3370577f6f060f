/* The gate as its users run it, on builds that are made worse on purpose: by the patches in
 * tests/seeds, each on a copy of the sources. Instructions and counts are exact, so that every
 * verdict here is. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "gate_folder.h"
#include "valgrind.h"

/* Builds $DIR/NAME/boards.so of the sources with a patch, from copies of the objects that the patch
 * leaves alone: what has its old time is not compiled again. */
static void build_seed(const char *name, const char *compiled_anew)
{
    char *command = NULL;
    cr_assert_gt(asprintf(&command,
                          "set -e; exec >\"$DIR/log\" 2>&1; mkdir -p \"$DIR/%1$s/tree\"; "
                          "cp -a src \"$DIR/%1$s/tree\"; "
                          "cp -a \"$BUILD/shared\" \"$BUILD/flags\" \"$BUILD/identity\" "
                          "\"$DIR/%1$s\"; "
                          "echo \"$DIR/%1$s/tree\" >\"$DIR/%1$s/tree.stamp\"; "
                          "touch -r \"$BUILD/flags\" \"$DIR/%1$s/tree.stamp\"; "
                          "patch -s -p1 -d \"$DIR/%1$s/tree\" <tests/seeds/%1$s.patch; "
                          "cd \"$DIR/%1$s/tree\"; touch %2$s; cd \"$OLDPWD\"; "
                          "env -u MAKEFLAGS -u MAKELEVEL make -s " BUILD_MAKE
                          " TREE=\"$DIR/%1$s/tree\" BUILD=\"$DIR/%1$s\" \"$DIR/%1$s/boards.so\"",
                          name, compiled_anew),
                 0, "no memory");
    int status = shell(command);
    if (status != 0)
        shell("cat \"$DIR/log\"");
    cr_assert_eq(status, 0, "%s: %s", name, output);
    free(command);
}

/* The verdict of a row in $DIR/gate.json. */
static const char *verdict_of(json_t *gate, const char *board, const char *workload,
                              const char *what)
{
    size_t index;
    json_t *row;
    json_array_foreach(json_object_get(gate, "rows"), index, row)
    {
        if (strcmp(json_string_value(json_object_get(row, "board")), board) == 0 &&
            strcmp(json_string_value(json_object_get(row, "workload")), workload) == 0) {
            const char *text = json_string_value(json_object_get(row, what));
            return text ? text : "none";
        }
    }
    return "missing";
}

static json_t *load_gate(void)
{
    char path[PATH_SIZE];
    json_error_t error;
    path_of(path, "gate.json");
    json_t *gate = json_load_file(path, 0, &error);
    cr_assert_not_null(gate, "%s", error.text);
    return gate;
}

/* Only the suites beside it are counted. */
#define GATE "gate --positions \"$DIR/start.epd\" --no-time --json \"$DIR/gate.json\" "

/* A loop more in a generator; the way back is an improvement. */
Test(gate_seeds, a_loop_in_a_generator, .init = make_gate, .fini = remove_folder)
{
    skip_without_valgrind();
    build_seed("naive-loop", "src/boards/naive.c");
    int status = xqbench(GATE "--board padded,naive --workload generate,load \"$DIR/self\" "
                              "\"$DIR/naive-loop\"");
    cr_assert_eq(status, 1, "status %d: %s", status, output);
    assert_says("naive", "the board is named");
    assert_says("generate", "the workload is named");
    assert_says("instructions", "and what rose");
    json_t *gate = load_gate();
    cr_assert_str_eq(json_string_value(json_object_get(gate, "verdict")), "regression");
    cr_assert_str_eq(verdict_of(gate, "naive", "generate", "verdict"), "regression");
    cr_assert_str_eq(verdict_of(gate, "naive", "generate", "ground"), "instructions");
    cr_assert_str_eq(verdict_of(gate, "naive", "load", "verdict"), "ok");
    cr_assert_str_eq(verdict_of(gate, "padded", "generate", "verdict"), "ok");
    json_decref(gate);
    status = xqbench(GATE "--board naive --workload generate \"$DIR/naive-loop\" \"$DIR/self\"");
    cr_assert_eq(status, 0, "status %d: %s", status, output);
    gate = load_gate();
    cr_assert_str_eq(json_string_value(json_object_get(gate, "verdict")), "improved");
    json_decref(gate);
}

Test(gate_seeds, a_wrong_count, .init = make_gate, .fini = remove_folder)
{
    build_seed("naive-palace", "src/boards/naive.c");
    /* A suite beside the positions. Black's king goes to d8: at e7 it would face the other, and d6
     * is outside of the palace. */
    write_file("palace.epd", "9/9/3k5/9/9/9/9/9/9/4K4 b ;D1 1\n");
    int status = xqbench(GATE "--board padded,naive \"$DIR/self\" \"$DIR/naive-palace\"");
    cr_assert_eq(status, 1, "status %d: %s", status, output);
    assert_says("counts differ", "the verdict");
    assert_says("new: board naive", "which side and board");
    cr_assert_null(strstr(output, "instructions"), "nothing else is done: %s", output);
    json_t *gate = load_gate();
    cr_assert_str_eq(json_string_value(json_object_get(gate, "verdict")), "regression");
    cr_assert_eq(json_array_size(json_object_get(gate, "rows")), 0);
    json_decref(gate);
    status = xqbench(GATE "--board padded,naive \"$DIR/naive-palace\" \"$DIR/self\"");
    cr_assert_eq(status, 4, "a base that miscounts is no base: %s", output);
    assert_says("base: board naive", "which side");
    assert_says("inconclusive: base miscounts, and new does not", "who is right");
    status = xqbench(GATE "--strict \"$DIR/naive-palace\" \"$DIR/self\"");
    cr_assert_eq(status, 1, "status %d: %s", status, output);
    status = xqbench(GATE "--board padded \"$DIR/self\" \"$DIR/naive-palace\"");
    cr_assert_eq(status, 1, "a board that is not asked for miscounts: %s", output);
    assert_says("new: board naive", "all boards are counted");
    status = xqbench("gate --positions \"$DIR/start.epd\" --save-baseline \"$DIR/base.json\" "
                     "\"$DIR/naive-palace\"");
    cr_assert_eq(status, 1, "status %d: %s", status, output);
    assert_says("no baseline was written: new: board naive miscounts", "why there is none");
    cr_assert_eq(shell("test ! -e \"$DIR/base.json\""), 0);
}

/* What a table costs that is never in the caches: an instruction more, and much time. Only time is
 * looked at, which takes some minutes, so this is part of `make check-deep`. */
Test(gate_seeds, a_table_made_slow, .init = make_gate, .fini = remove_folder)
{
    if (getenv("XQPERFT_DEEP") == NULL)
        cr_skip_test("only in make check-deep");
#ifndef __x86_64__
    cr_skip_test("the patch is for x86-64");
#endif
    build_seed("line-table-flushed", "src/boards/*.c");
    int status =
        xqbench("gate --no-count --launches 20 --json \"$DIR/gate.json\" --board padded,bitboard "
                "--workload captures,load --seed 1 \"$DIR/self\" \"$DIR/line-table-flushed\"");
    cr_assert_eq(status, 1, "status %d: %s", status, output);
    json_t *gate = load_gate();
    cr_assert_str_eq(verdict_of(gate, "bitboard", "captures", "verdict"), "regression");
    cr_assert_str_eq(verdict_of(gate, "bitboard", "captures", "ground"), "time");
    cr_assert_str_neq(verdict_of(gate, "padded", "captures", "verdict"), "regression");
    cr_assert_str_neq(verdict_of(gate, "bitboard", "load", "verdict"), "regression");
    json_decref(gate);
}
