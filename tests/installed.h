/* For tests of what `make install` installs: an installed tree of the test's own. */
#ifndef XQPERFT_TESTS_INSTALLED_H
#define XQPERFT_TESTS_INSTALLED_H

#include "scripts.h"
#include "version.h"

/* `check` has built all that is installed; -o: it is not looked at again. */
#define MAKE                                                                                       \
    "env -u MAKEFLAGS -u MAKELEVEL -u RESULTS -u ENGINE -u ENGINES "                               \
    "make -s -o installable BUILD='" BUILD_DIR "' "

#define BELOW_ROOT "PREFIX=/usr DESTDIR=\"$DIR/root\" "

static inline void must(const char *command, const char *rule)
{
    int status = shell(command);
    cr_assert_eq(status, 0, "%s: status %d: %s", rule, status, output);
}

/* Into $DIR/root. */
static inline void install(void)
{
    make_folder();
    must(MAKE BELOW_ROOT "install", "make install");
}

#endif
