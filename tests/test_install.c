/* What `make install` and `make deb` put where. */
#include "installed.h"

/* --- what is put where ----------------------------------------------------------------------- */

/* Of files the mode, of links where they lead. */
static const char listing[] = "cd \"$DIR/root\" && { find . -type f -printf '%m %P\\n'; find . "
                              "-type l -printf '%P -> %l\\n'; } "
                              "| sort -k 2 | LC_ALL=C sort";

static const char installed[] = "644 usr/include/xqperft/board.h\n"
                                "644 usr/include/xqperft/compare.h\n"
                                "644 usr/include/xqperft/deep.h\n"
                                "644 usr/include/xqperft/divide_list.h\n"
                                "644 usr/include/xqperft/engine.h\n"
                                "644 usr/include/xqperft/fen.h\n"
                                "644 usr/include/xqperft/finding.h\n"
                                "644 usr/include/xqperft/hash.h\n"
                                "644 usr/include/xqperft/mistakes.h\n"
                                "644 usr/include/xqperft/notation.h\n"
                                "644 usr/include/xqperft/perft.h\n"
                                "644 usr/include/xqperft/perft_stats.h\n"
                                "644 usr/include/xqperft/position.h\n"
                                "644 usr/include/xqperft/public.h\n"
                                "644 usr/include/xqperft/rules.h\n"
                                "644 usr/include/xqperft/suite.h\n"
                                "644 usr/include/xqperft/text.h\n"
                                "644 usr/include/xqperft/types.h\n"
                                "644 usr/include/xqperft/version.h\n"
                                "644 usr/include/xqperft/wide.h\n"
                                "644 usr/lib/libxqperft.a\n"
                                "644 usr/lib/libxqperft.so." XQPERFT_VERSION "\n"
                                "644 usr/lib/pkgconfig/libxqperft.pc\n"
                                "644 usr/share/bash-completion/completions/xqperft\n"
                                "644 usr/share/doc/xqperft/examples/legal_moves.c\n"
                                "644 usr/share/man/man1/xqbench.1\n"
                                "644 usr/share/man/man1/xqperft.1\n"
                                "644 usr/share/xqperft/composed.epd\n"
                                "644 usr/share/xqperft/diagrams.epd\n"
                                "644 usr/share/xqperft/games.epd\n"
                                "644 usr/share/xqperft/published.epd\n"
                                "644 usr/share/xqperft/random-play.epd\n"
                                "644 usr/share/xqperft/rules.epd\n"
                                "644 usr/share/xqperft/start.epd\n"
                                "644 usr/share/zsh/site-functions/_xqperft\n"
                                "755 usr/bin/xqbench\n"
                                "755 usr/bin/xqperft\n";

/* Each file belongs to one Debian package, as dh_install sees it. */
static void packages_have_all_of_it(void)
{
    must("sed 's/ .*//; s,/\\*/,/,' debian/*.install >\"$DIR/patterns\"; "
         "cd \"$DIR/root\" && find usr ! -type d | while read -r file; do "
         "    owners=0; "
         "    while read -r pattern; do "
         "        case $file in $pattern | $pattern/*) owners=$((owners + 1)) ;; esac; "
         "    done <\"$DIR/patterns\"; "
         "    [ $owners -eq 1 ] || echo \"$file: $owners packages\"; "
         "done",
         "packages");
    cr_assert_str_eq(output, "");
}

Test(install, puts_and_takes, .init = install, .fini = remove_folder)
{
    must(listing, "the files");
    cr_assert_eq(strncmp(output, installed, strlen(installed)), 0, "%s", output);
    assert_says("\nusr/lib/libxqperft.so -> libxqperft.so.", "a link for the linker");
    assert_says(" -> libxqperft.so." XQPERFT_VERSION "\n", "a link for the loader");
    assert_says("\nusr/share/bash-completion/completions/xqbench -> xqperft\n", "one for both");
    packages_have_all_of_it();

    must("touch \"$DIR/root/usr/include/xqperft/mine.h\" \"$DIR/root/usr/lib/mine.so\"", "others'");
    must(MAKE BELOW_ROOT "uninstall && " MAKE BELOW_ROOT "uninstall", "make uninstall, twice");
    must(listing, "what is left");
    cr_assert_str_eq(output, "644 usr/include/xqperft/mine.h\n644 usr/lib/mine.so\n");
    must("! find \"$DIR/root\" -path '*share*' -name xqperft | grep .", "folders of its own");
}

/* A prefix with a blank, another folder for libraries, and no DESTDIR. */
Test(install, elsewhere, .init = make_folder, .fini = remove_folder)
{
    static const char to[] = MAKE "PREFIX=\"$DIR/a b\" LIBDIR=\"$DIR/lib 64\" ";
    char command[512];
    snprintf(command, sizeof command, "%s install", to);
    must(command, "install");
    must(
        "cd \"$DIR\" && [ -x 'a b/bin/xqperft' ] && [ -e 'lib 64/libxqperft.so' ] && "
        "[ ! -e 'a b/lib' ] && grep -qx \"libdir=$DIR/lib 64\" 'lib 64/pkgconfig/libxqperft.pc' && "
        "grep -qx \"includedir=$DIR/a b/include\" 'lib 64/pkgconfig/libxqperft.pc'",
        "places");
    must("cd / && [ \"$(\"$DIR/a b/bin/xqbench\" list | grep -c \" $DIR/a "
         "b/share/xqperft/games.epd\")\" "
         "= 1 ]",
         "the usual positions are found from anywhere");
    must("mkdir \"$DIR/positions\" && cp positions/start.epd \"$DIR/positions/games.epd\" && "
         "cd \"$DIR\" && 'a b/bin/xqbench' list | grep -q ' 1 of positions/games.epd'",
         "those at hand come first");
    snprintf(command, sizeof command,
             "%s uninstall && ! find \"$DIR/a b\" \"$DIR/lib 64\" "
             "! -type d | grep .",
             to);
    must(command, "uninstall");
}

/* --- Debian ---------------------------------------------------------------------------------- */

Test(install, debian_has_the_same_version)
{
    must("head -n 1 debian/changelog", "changelog");
    assert_says("xqperft (" XQPERFT_VERSION ") ", "the version");
}

/* With XQPERFT_DEEP=1: it compiles everything once more. */
Test(install, debian_packages, .init = make_folder, .fini = remove_folder)
{
    if (getenv("XQPERFT_DEEP") == NULL)
        cr_skip_test("takes minutes; XQPERFT_DEEP=1 runs it");
    if (shell("command -v dh && command -v dpkg-buildpackage") != 0)
        cr_skip_test("debhelper is not installed");
    must("env -u MAKEFLAGS -u MAKELEVEL "
         "make -s BUILD=\"$DIR\" deb >\"$DIR/log\" 2>&1 || { tail -n 20 \"$DIR/log\"; exit 1; }",
         "make deb");
    must("cd \"$DIR/deb\" && for package in xqperft libxqperft0.1 libxqperft-dev; do "
         "dpkg-deb --fsys-tarfile ${package}_" XQPERFT_VERSION "_*.deb | tar -x -C \"$DIR\"; done; "
         "cd / && \"$DIR/usr/bin/xqperft\" verify \"$DIR/usr/share/xqperft/start.epd\" --max-depth "
         "4",
         "what they have works");
    if (shell("command -v lintian") == 0)
        must("lintian --fail-on error,warning \"$DIR\"/deb/*.changes", "lintian");
}
