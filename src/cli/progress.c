#include <stdio.h>
#include <unistd.h>

#include "count.h"
#include "output.h"
#include "progress.h"

/* Short counts show nothing, long ones not more often than can be read. */
static const double INTERVAL = 0.2;

void progress_begin(struct progress *progress)
{
    double now = clock_seconds();
    *progress =
        (struct progress){.start = now, .shown = now, .terminal = isatty(STDERR_FILENO) == 1};
}

/* "12 s", "3 min 05 s", "2 h 40 min"; what is left is known to no better than that. */
static void print_left(double seconds)
{
    if (seconds < 60)
        fprintf(stderr, "%.0f s", seconds);
    else if (seconds < 3600)
        fprintf(stderr, "%d min %02d s", (int)seconds / 60, (int)seconds % 60);
    else if (seconds < 1e6 * 3600)
        fprintf(stderr, "%d h %02d min", (int)(seconds / 3600), (int)(seconds / 60) % 60);
    else
        fputs("years", stderr);
}

void progress_show(struct progress *progress, double part, uint64_t nodes)
{
    char number[NUMBER_SIZE], rate[NUMBER_SIZE];
    if (!progress->terminal)
        return;
    double now = clock_seconds(), spent = now - progress->start;
    if (now - progress->shown < INTERVAL)
        return;
    progress->shown = now;
    progress->visible = true;
    fprintf(stderr, "\r\033[K%.1f %%, %s nodes, %s nodes/s", 100 * part,
            number_write(nodes, number), rate_write(nodes, spent, rate));
    if (part > 0) {
        fputs(", ", stderr);
        print_left(part < 1 ? spent / part * (1 - part) : 0);
        fputs(" left", stderr);
    }
    fflush(stderr);
}

void progress_end(struct progress *progress)
{
    if (progress->visible)
        fputs("\r\033[K", stderr);
    progress->visible = false;
}
