#include <errno.h>
#include <string.h>
#include <unistd.h>

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
    bool written = fflush(junit) == 0 && !ferror(junit); /* in this order it tells the reason */
    int reason = errno;
    if (fclose(junit) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (written)
        return true;
    if (truncate(options->junit, 0) != 0) /* a part would not be a report; what is no file stays */
        errno = 0;
    complain("--junit: cannot write '%s'%s%s", options->junit, reason ? ": " : "",
             reason ? strerror(reason) : "");
    return false;
}
