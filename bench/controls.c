#include "controls.h"

#include <stdbool.h>

/* What is done again on top: the kernel, on a quarter of the positions, at least one. */
#define SLOWED_KERNEL(kernel_)                                                                     \
    static uint64_t slowed_##kernel_(void *slots, size_t count, const void *extras)                \
    {                                                                                              \
        uint64_t (*kernel)(void *, size_t, const void *) = board_at(0)->kernel[kernel_];           \
        volatile uint64_t again = kernel(slots, (count + 3) / 4, extras);                          \
        (void)again;                                                                               \
        return kernel(slots, count, extras);                                                       \
    }

#define FOR_EACH_KERNEL(DO)                                                                        \
    DO(KERNEL_GENERATE)                                                                            \
    DO(KERNEL_CAPTURES)                                                                            \
    DO(KERNEL_LEGAL_LIST)                                                                          \
    DO(KERNEL_MOBILITY)                                                                            \
    DO(KERNEL_MAKE_UNMAKE)                                                                         \
    DO(KERNEL_IN_CHECK)                                                                            \
    DO(KERNEL_ATTACKERS)                                                                           \
    DO(KERNEL_GIVES_CHECK)                                                                         \
    DO(KERNEL_HASH_UPDATE)                                                                         \
    DO(KERNEL_COPY)                                                                                \
    DO(KERNEL_LOAD)                                                                                \
    DO(KERNEL_FEN_LOAD)                                                                            \
    DO(KERNEL_EMPTY)                                                                               \
    DO(KERNEL_READ)

FOR_EACH_KERNEL(SLOWED_KERNEL)

/* Perft gets its positions one by one, so that there is no quarter of them. */
static uint64_t slowed_perft(const struct position *position, const struct perft_request *request)
{
    struct perft_request plain = *request;
    plain.hash = NULL; /* a hash would know the second count from the first */
    volatile uint64_t again = board_at(0)->perft(position, &plain);
    (void)again;
    return board_at(0)->perft(position, request);
}

static void slowed_stats(const struct position *position, const struct perft_request *request,
                         struct perft_stats *stats)
{
    struct perft_stats again = {0};
    board_at(0)->stats(position, request, &again);
    board_at(0)->stats(position, request, stats);
}

const struct board *controls_board_at(size_t index)
{
    static struct board twin, slowed;
    static bool made;
    if (!made) {
        twin = slowed = *board_at(0);
        twin.name = "twin";
        slowed.name = "slowed";
        slowed.perft = slowed_perft;
        slowed.stats = slowed_stats;
#define SET_KERNEL(kernel_) slowed.kernel[kernel_] = slowed_##kernel_;
        FOR_EACH_KERNEL(SET_KERNEL)
        made = true;
    }
    size_t boards = 0;
    while (board_at(boards))
        boards++;
    return index < boards        ? board_at(index)
           : index == boards     ? &twin
           : index == boards + 1 ? &slowed
                                 : NULL;
}

const char *controls_board_name(size_t index)
{
    const struct board *board = controls_board_at(index);
    return board ? board->name : NULL;
}
