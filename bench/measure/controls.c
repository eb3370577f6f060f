#include "controls.h"

static struct control {
    const char *name;
    unsigned percent;
    struct board board; /* once asked for */
} controls[] = {
    {.name = "twin", .percent = 0},       {.name = "slowed-1", .percent = 1},
    {.name = "slowed-2", .percent = 2},   {.name = "slowed-5", .percent = 5},
    {.name = "slowed-10", .percent = 10}, {.name = "slowed-25", .percent = 25},
};

enum { CONTROL_COUNT = sizeof controls / sizeof controls[0] };

const struct board *controls_board_at(size_t index)
{
    size_t boards = 0;
    while (board_at(boards))
        boards++;
    if (index < boards)
        return board_at(index);
    if (index - boards >= CONTROL_COUNT)
        return NULL;
    struct control *control = &controls[index - boards];
    if (control->board.name == NULL) {
        control->board = *board_at(0);
        control->board.name = control->name;
    }
    return &control->board;
}

const char *controls_board_name(size_t index)
{
    const struct board *board = controls_board_at(index);
    return board ? board->name : NULL;
}

static const struct control *find_control(const struct board *board)
{
    for (size_t i = 0; i < CONTROL_COUNT; i++)
        if (board == &controls[i].board)
            return &controls[i];
    return NULL;
}

bool controls_has(const struct board *board)
{
    return find_control(board) != NULL;
}

unsigned controls_slowdown(const struct board *board)
{
    const struct control *control = find_control(board);
    return control ? control->percent : 0;
}
