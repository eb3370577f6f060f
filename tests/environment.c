/* What all tests find in their environment, whatever the shell has that runs them. */
#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <stdlib.h>

/* Boards are drawn with other glyphs in a Chinese locale, and other programs speak its language. */
ReportHook(PRE_ALL)(struct criterion_test_set *tests)
{
    (void)tests;
    setenv("LC_ALL", "C", 1);
}
