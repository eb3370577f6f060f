/* The parts of the page, each a section of its own, in the order in which they stand. */
#ifndef XQBENCH_PAGE_PARTS_H
#define XQBENCH_PAGE_PARTS_H

#include <stdio.h>

#include "page_data.h"

/* One colour for each board, the same as in the plots (scripts/plots/style.gnuplot). Boards that
 * are not named there take what is left over, from the last one. */
enum { PAGE_COLOURS = 10 };
extern const struct page_colour {
    const char *board, *colour;
} page_colours[PAGE_COLOURS];

/* Puts the <style> of the page. */
void page_style(FILE *out);

/* The name of a board with a mark in its colour. */
void page_board(FILE *out, const struct page *page, size_t board);

/* "1.14 [1.12, 1.15]", with the mark of a verdict that is not a difference when `marked`. */
void page_speed(FILE *out, const struct page_ratio *ratio, bool marked);

/* How many launches were disturbed, and what became of them. */
void page_disturbance(FILE *out, const struct page *page);

void page_answer(FILE *out, const struct page *page);  /* who is the fastest at what */
void page_figures(FILE *out, const struct page *page); /* every time, rate and ratio */
void page_work(FILE *out, const struct page *page);    /* time beside instructions and bytes */
void page_machine(FILE *out, const struct page *page);
void page_method(FILE *out, const struct page *page);
void page_launches(FILE *out, const struct page *page);
void page_limits(FILE *out, const struct page *page); /* what it does not show */
void page_repeat(FILE *out, const struct page *page); /* the commands */

/* These take files of the folder. False with a reason when one cannot be read or used. */
bool page_plots(FILE *out, const struct page *page, struct fault *fault);
bool page_programs(FILE *out, const struct page *page, struct fault *fault);
bool page_compilers(FILE *out, const struct page *page, struct fault *fault);
bool page_selftest(FILE *out, const struct page *page, struct fault *fault);

#endif
