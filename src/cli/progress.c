#include <unistd.h>

#include "count.h"
#include "output.h"
#include "progress.h"

/* Short counts show nothing, long ones not more often than can be read. */
static const double INTERVAL = 0.2;

void progress_begin(struct progress *progress, const char *what, size_t total)
{
    double now = clock_seconds();
    *progress = (struct progress){.what = what,
                                  .total = total,
                                  .start = now,
                                  .shown = now,
                                  .terminal = isatty(STDERR_FILENO) == 1};
}

void progress_show(struct progress *progress, size_t done, uint64_t nodes)
{
    char number[NUMBER_SIZE], rate[NUMBER_SIZE];
    if (!progress->terminal)
        return;
    double now = clock_seconds();
    if (now - progress->shown < INTERVAL)
        return;
    progress->shown = now;
    progress->visible = true;
    fprintf(stderr, "\r\033[K%zu/%zu %s, %s nodes, %s nodes/s", done, progress->total,
            progress->what, number_write(nodes, number),
            rate_write(nodes, now - progress->start, rate));
    fflush(stderr);
}

void progress_end(struct progress *progress)
{
    if (progress->visible)
        fputs("\r\033[K", stderr);
    progress->visible = false;
}
