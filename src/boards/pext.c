#include "pext.h"

#ifdef __x86_64__
#include <cpuid.h>
#include <string.h>

/* AMD, or Hygon, whose processors are Zen 1. */
static bool is_amd(void)
{
    unsigned highest, vendor[3]; /* the name is in ebx, edx, ecx */
    if (!__get_cpuid(0, &highest, &vendor[0], &vendor[2], &vendor[1]))
        return false;
    return memcmp(vendor, "AuthenticAMD", sizeof vendor) == 0 ||
           memcmp(vendor, "HygonGenuine", sizeof vendor) == 0;
}

static unsigned cpu_family(void)
{
    unsigned eax, ebx, ecx, edx;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx))
        return 0;
    unsigned base = eax >> 8 & 0xf, extended = eax >> 20 & 0xff;
    return base == 0xf ? base + extended : base;
}

bool pext_available(void)
{
    __builtin_cpu_init(); /* may be asked before main() */
    return __builtin_cpu_supports("bmi2") != 0;
}

bool pext_fast(void)
{
    enum { ZEN_3 = 0x19 };
    return pext_available() && !(is_amd() && cpu_family() < ZEN_3);
}

#else

bool pext_available(void)
{
    return false;
}

bool pext_fast(void)
{
    return false;
}

#endif
