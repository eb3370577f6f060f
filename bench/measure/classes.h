/*
 * Classes of positions, so that boards can be timed over positions of one kind. Each has a
 * criterion that can be looked up on the board. Opening, middlegame and endgame share out all
 * positions; the other classes cut across them.
 */
#ifndef XQBENCH_CLASSES_H
#define XQBENCH_CLASSES_H

#include "suite.h"

/* What a position must have to be of a class: all of this. */
struct position_class {
    const char *name;
    unsigned min_pieces, max_pieces; /* of both sides, on the board */
    unsigned min_in_palace;          /* of both sides, in one of the palaces */
    bool in_check;                   /* the side to move is in check; false when it need not be */
};

/* All classes; the one without a name ends the table. */
extern const struct position_class all_classes[];

/* Bit i is set when the position is of the i-th class. */
uint64_t classes_of(const struct position *position);

enum { CLASS_TEXT_SIZE = 100 };

/* "opening, crowded": the names of these classes (bits). Returns `out`. */
const char *class_names(uint64_t classes, char out[CLASS_TEXT_SIZE]);

/* The criterion in words: "17 to 27 pieces". Returns `out`. */
const char *class_criterion(const struct position_class *class, char out[CLASS_TEXT_SIZE]);

/* How many positions are of the i-th class. */
size_t classes_count(const struct suite *suite, size_t index);

/* Keeps the positions that are of one of these classes (bits) or several, in their order. */
void classes_keep(struct suite *suite, uint64_t classes);

#endif
