/* What the results were measured on: processor, system, compiler, commit. */
#ifndef XQBENCH_MACHINE_H
#define XQBENCH_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

enum { MACHINE_TEXT = 160, MACHINE_CACHES = 8 };

struct machine {
    char cpu[MACHINE_TEXT];      /* model name */
    long cpus;                   /* that are on line */
    char kernel[MACHINE_TEXT];   /* "Linux 6.1.0-18-amd64 x86_64" */
    char governor[MACHINE_TEXT]; /* of the frequency; "" when the system does not tell */
    char date[MACHINE_TEXT];     /* UTC, 2026-11-29T21:56:00Z */
    struct {
        char name[8];  /* "L1d", "L1i", "L2" … */
        char size[16]; /* "32K" */
    } caches[MACHINE_CACHES];
    size_t cache_count;

    const char *compiler, *flags, *arch; /* of this build */
    char commit[MACHINE_TEXT];           /* "unknown" outside a repository */
    bool dirty;                          /* built with changes that are not in the commit */
};

/* Describes this machine and build. What the system does not tell is left empty. */
void machine_read(struct machine *machine);

/* "a30d433-dirty", as git describes a commit: splits off whether it is dirty. */
void machine_set_commit(struct machine *machine, const char *description);

/* "Intel(R) Core(TM) i7-8700K CPU @ 3.70GHz" becomes "intel-core-i7-8700k". Cut to the size. */
void machine_slug(const char *cpu, char *out, size_t size);

/* The default name of a results folder: "amd-epyc-2026-11-29". */
void machine_folder(const struct machine *machine, char *out, size_t size);

#endif
