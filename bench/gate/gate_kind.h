/* What BASE and NEW of a gate are: both builds, or both results. */
#ifndef XQBENCH_GATE_KIND_H
#define XQBENCH_GATE_KIND_H

#include "fault.h"

enum gate_kind { GATE_IS_BUILD, GATE_IS_RESULTS };

/* A build is a folder with boards.so. Results are a folder with results.json, or that file. A
 * folder with both is a build, which is measured anew. NULL is no folder. False with what is what
 * when one is neither, or they are not the same. */
bool gate_kind_of(const char *const folders[2], enum gate_kind *kind, struct fault *fault);

#endif
