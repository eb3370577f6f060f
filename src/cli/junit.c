#include <errno.h>
#include <string.h>

#include "junit.h"
#include "output.h"

bool junit_open(const struct options *options, FILE **junit)
{
    *junit = options->junit ? fopen(options->junit, "we") : NULL;
    if (options->junit && !*junit)
        complain("--junit: cannot write '%s': %s", options->junit, strerror(errno));
    return *junit || !options->junit;
}

bool junit_close(const struct options *options, FILE *junit)
{
    if (!junit)
        return true;
    errno = 0;
    bool written = !ferror(junit) && fflush(junit) == 0;
    int reason = errno;
    if (fclose(junit) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (!written)
        complain("--junit: cannot write '%s'%s%s", options->junit, reason ? ": " : "",
                 reason ? strerror(reason) : "");
    return written;
}
