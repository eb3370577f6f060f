/* For tests of counting: what is counted. */
#ifndef XQPERFT_TESTS_COUNTING_H
#define XQPERFT_TESTS_COUNTING_H

#include <criterion/criterion.h>
#include <stdlib.h>

#include "measure/setup.h"
#include "measuring.h"

/* Boards (bits) in `generate` and `perft` on the starting position, with their paces. */
static inline struct setup *make_setup(uint64_t boards)
{
    struct setup *setup = calloc(1, sizeof *setup);
    struct suite_entry *start = calloc(1, sizeof *start);
    struct fault fault;
    position_start(&start->position);
    setup->suite = (struct suite){start, 1};
    setup_choose(setup, boards, bit_of_workload("generate") | bit_of_workload("perft"));
    cr_assert(setup_prepare(setup, NULL, &fault), "%s", fault.text);
    setup->paces[0] = (struct pace){.result = 44, .operations = 1, .passes = 10};
    setup->paces[1] = (struct pace){.result = 1920, .operations = 1920, .passes = 1};
    return setup;
}

#endif
