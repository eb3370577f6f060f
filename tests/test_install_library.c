/* The library as installed, and other programs that use it. */
#include "installed.h"

#define PKG_CONFIG                                                                                 \
    "PKG_CONFIG_LIBDIR=\"$DIR/root/usr/lib/pkgconfig\" PKG_CONFIG_SYSROOT_DIR=\"$DIR/root\" "      \
    "pkg-config "

/* $CC is the compiler that the library was built by, and $SANITIZE how. */
#define CC BUILD_MAKE "; "

static bool sanitized(void)
{
    return shell(CC "[ \"$SANITIZE\" ]") == 0;
}

static void install_for_linking(void)
{
    if (sanitized())
        cr_skip_test("programs without a sanitizer do not link with a library that has it");
    install();
}

#define EXAMPLE                                                                                    \
    CC "cd \"$DIR\" && $CC -std=c11 -Wall -Wextra -pedantic -Werror "                              \
       "root/usr/share/doc/xqperft/examples/legal_moves.c -o legal_moves "

/* A king may not go where it faces the other one; its advisor may go anywhere. */
static void use_example(const char *before)
{
    static const char *const said[][2] = {
        {"'3k5/9/9/9/9/9/9/9/4A4/4K4 w'", "5 legal moves\ne0f0\ne1d0\ne1d2\ne1f0\ne1f2\n"},
        {"'3k5/9/9/9/9/9/9/9/9/4K4 w'", "2 legal moves\ne0e1\ne0f0\n"},
        {"'3k5/9/9 w' || echo status $?", "./legal_moves: column 1: "},
        {"'3k5/9/9 w' || echo status $?", "\nstatus 2\n"},
    };
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "cd \"$DIR\"; export LC_ALL=C; %s { ./legal_moves %s; } 2>&1 | sort", before,
                 said[i][0]);
        must(command, said[i][0]);
        assert_says(said[i][1], said[i][0]);
    }
}

/* The soname has the first two numbers of the version, as has the name of the Debian package. */
#define SERIES "version=" XQPERFT_VERSION "; series=${version%.*}; "

Test(install, example_lists_moves, .init = install_for_linking, .fini = remove_folder)
{
    must(EXAMPLE "$(" PKG_CONFIG "--cflags --libs libxqperft)", "with the shared library");
    must(SERIES "LC_ALL=C readelf -d \"$DIR/legal_moves\" | "
                "grep -F \"NEEDED\" | grep -F \"[libxqperft.so.$series]\"",
         "it is found by its soname");
    use_example("export LD_LIBRARY_PATH=root/usr/lib;");

    must(EXAMPLE "-static $(" PKG_CONFIG "--static --cflags --libs libxqperft)", "with the static");
    must("! readelf -d \"$DIR/legal_moves\" | grep NEEDED", "nothing is loaded");
    use_example("");

    must(PKG_CONFIG "--modversion libxqperft", "the version");
    cr_assert_str_eq(output, XQPERFT_VERSION "\n");
    must(PKG_CONFIG "--static --libs libxqperft", "what the static library needs");
    assert_says(" -pthread", "threads");
}

static void needs_libc_only(void)
{
    must("LC_ALL=C readelf -d \"$DIR/root/usr/lib/libxqperft.so\" >\"$DIR/dynamic\"; "
         "! sed -n 's/.*NEEDED.*\\[\\(.*\\)\\]/\\1/p' \"$DIR/dynamic\" | "
         "grep -v -e '^libc\\.so\\.' -e '^libpthread\\.so\\.' -e '^ld-linux'",
         "needed are libc and threads");
    must(SERIES "grep -qF \"soname: [libxqperft.so.$series]\" \"$DIR/dynamic\" && "
                "[ -e \"$DIR/root/usr/lib/libxqperft.so.$series\" ] && "
                "grep -qx \"Package: libxqperft$series\" debian/control && "
                "[ -e \"debian/libxqperft$series.install\" ]",
         "the soname");
}

/* Public are those global symbols of the static library that a header declares. */
Test(install, shared_library, .init = install_for_linking, .fini = remove_folder)
{
    needs_libc_only();
    must("cd \"$DIR/root/usr\" && export LC_ALL=C && "
         "names() { awk 'NF == 3 && $2 ~ /^[A-TV-Z]$/ { print $3 }' | sort -u; } && "
         "nm -g --defined-only lib/libxqperft.a | names >all && "
         "nm -D --defined-only lib/libxqperft.so | names >shown && "
         "sed -n '/^XQPERFT_BEGIN/,/^XQPERFT_END/p' include/xqperft/*.h | "
         "sed 's,/\\*.*\\*/,,; /^ *\\/\\*/,/\\*\\//d' | grep -o '\\<[a-z_0-9]*[[(;]' | "
         "tr -d '[(;' | sort -u >said && comm -12 all said >public && diff public shown && "
         "wc -l <public",
         "what it shows");
    cr_assert_gt(atoi(output), 60, "%s", output);
    must("cd \"$DIR/root/usr\" && for name in board_find fen_read perft_run all_boards suite_read "
         "engine_divide finding_make rules_judge hash_new; do grep -qx $name shown || exit 1; done",
         "public ones");
    must("cd \"$DIR/root/usr\" && for name in workers_run interrupted padded_board child_start; do "
         "grep -qx $name all && ! grep -qx $name shown || exit 1; done",
         "and others");
}

/* By a program that takes data from it, not functions alone. */
static void links_with_cpp(void)
{
    write_file("start.cc", "#include <iostream>\n"
                           "#include <xqperft/perft.h>\n"
                           "int main()\n"
                           "{\n"
                           "    static perft_result result;\n"
                           "    position start;\n"
                           "    position_start(&start);\n"
                           "    perft_job job = perft_job();\n"
                           "    job.board = board_find(\"vector\");\n"
                           "    job.position = &start;\n"
                           "    job.request.depth = 2;\n"
                           "    perft_run(&job, false, &result);\n"
                           "    std::cout << result.nodes << ' ' << all_boards[0]->name;\n"
                           "}\n");
    must("cd \"$DIR\" && c++ -Wall -Werror start.cc $(" PKG_CONFIG
         "--cflags --libs libxqperft) -o start && LD_LIBRARY_PATH=root/usr/lib ./start",
         "a program in C++");
    cr_assert_str_eq(output, "1920 padded");
}

#define COMPILED                                                                                   \
    "-Wall -Wextra -pedantic -Wconversion -Werror -I\"$DIR/root/usr/include\" -fsyntax-only "

/* Each by itself, with the warnings that an engine might have on; in C++ all together. */
Test(install, headers, .init = install, .fini = remove_folder)
{
    must(CC "cd \"$DIR\" && for header in root/usr/include/xqperft/*.h; do "
            "printf '#include <xqperft/%s>\\nint used;\\n' ${header##*/} >${header##*/}.c; "
            "echo '#include <xqperft/'${header##*/}'>' >>all.cc; done; "
            "$CC -std=c11 " COMPILED "*.h.c",
         "in C");
    if (shell("command -v c++") != 0)
        cr_skip_test("there is no C++ compiler");
    must("c++ -std=c++11 " COMPILED "\"$DIR/all.cc\"", "in C++");
    if (!sanitized())
        links_with_cpp();
}
