#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "junit.h"
#include "output.h"
#include "text.h"

bool junit_open(const struct options *options, struct junit *junit)
{
    *junit = (struct junit){0};
    if (!options->junit)
        return true;
    junit->cases = text_temporary();
    if (!junit->cases) {
        complain("--junit: no temporary file for test cases: %s", strerror(errno));
        return false;
    }
    junit->out = fopen(options->junit, "we");
    if (!junit->out) {
        complain("--junit: cannot write '%s': %s", options->junit, strerror(errno));
        fclose(junit->cases);
        return false;
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", junit->out);
    return true;
}

/* In this order it tells the reason, or EIO when that is not known; 0 when all is written. */
static int flush_error(FILE *stream)
{
    errno = 0;
    if (fflush(stream) == 0 && !ferror(stream))
        return 0;
    return errno ? errno : EIO;
}

void junit_move_cases(struct junit *junit)
{
    char bytes[1 << 14];
    int error = flush_error(junit->cases);
    rewind(junit->cases);
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, junit->cases)) > 0;)
        fwrite(bytes, 1, got, junit->out);
    error = error == 0 && ferror(junit->cases) ? EIO : error;
    rewind(junit->cases);
    if (ftruncate(fileno(junit->cases), 0) != 0 && error == 0)
        error = errno;
    junit->error = junit->error ? junit->error : error;
}

bool junit_close(const struct options *options, struct junit *junit)
{
    if (!junit->out)
        return true;
    fputs("</testsuites>\n", junit->out);
    int error = flush_error(junit->out);
    if (fclose(junit->out) != 0 && error == 0)
        error = errno;
    error = error ? error : junit->error;
    fclose(junit->cases);
    if (error == 0)
        return true;
    if (truncate(options->junit, 0) != 0) /* a part would not be a report; what is no file stays */
        errno = 0;
    complain("--junit: cannot write '%s': %s", options->junit, strerror(error));
    return false;
}
