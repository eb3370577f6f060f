#include <stdio.h>
#include <string.h>

#include "board.h"
#include "boards/pext.h"

/* One entry a board: declaration and list are made from it. */
#define BOARDS(X) X(padded) X(naive)
#define VARIANTS(X)                                                                                \
    X(padded_bitline)                                                                              \
    X(bitboard_rotated)                                                                            \
    X(bitboard_pext)                                                                               \
    X(bitboard_magic)                                                                              \
    X(bitboard_subtract)                                                                           \
    X(vector_portable)                                                                             \
    X(vector_avx2)                                                                                 \
    X(vector_avx512)

#define DECLARE(name) extern const struct board name##_board;
#define ENTRY(name)   &name##_board,

BOARDS(DECLARE)
VARIANTS(DECLARE)

/* A name of its own for the fastest variant on this processor, not a call in between. */
static struct board bitboard_board, vector_board;

const struct board *const all_boards[] = {BOARDS(ENTRY) & bitboard_board, &vector_board, NULL};
const struct board *const all_variants[] = {VARIANTS(ENTRY) NULL};

static bool is_available(const struct board *board)
{
    return !board->available || board->available();
}

static void choose(struct board *board, const struct board *chosen)
{
    *board = *chosen;
    board->name = chosen->variant_of;
    board->variant_of = NULL;
    board->chosen = chosen;
}

/* PEXT where it is an instruction of the compiler and a fast one of the processor: it is a little
 * ahead of multiplication then. */
__attribute__((constructor)) static void choose_bitboard(void)
{
    bool pext = bitboard_pext_board.available && pext_fast();
    choose(&bitboard_board, pext ? &bitboard_pext_board : &bitboard_magic_board);
}

static const struct {
    const char *name;
    const struct board *board;
} isas[ISA_COUNT] = {
    [ISA_PORTABLE] = {"portable", &vector_portable_board},
    [ISA_AVX2] = {"avx2", &vector_avx2_board},
    [ISA_AVX512] = {"avx512", &vector_avx512_board},
};

/* The widest registers that there are. */
__attribute__((constructor)) static void choose_vector(void)
{
    for (int isa = 0; isa < ISA_COUNT; isa++)
        isa_force((enum isa)isa);
}

bool isa_force(enum isa isa)
{
    if (isa >= ISA_COUNT || !isa_available(isa))
        return false;
    choose(&vector_board, isas[isa].board);
    return true;
}

const struct board *isa_board(enum isa isa)
{
    return isas[isa].board;
}

bool isa_available(enum isa isa)
{
    return is_available(isas[isa].board);
}

enum isa isa_chosen(void)
{
    int isa = 0;
    while (isas[isa].board != vector_board.chosen)
        isa++;
    return (enum isa)isa;
}

const char *isa_name(enum isa isa)
{
    return isas[isa].name;
}

const char *isa_names_here(char out[ISA_NAMES_SIZE])
{
    size_t used = 0;
    for (int isa = 0; isa < ISA_COUNT && used < ISA_NAMES_SIZE; isa++)
        if (isa_available((enum isa)isa))
            used += (size_t)snprintf(out + used, ISA_NAMES_SIZE - used, "%s%s",
                                     used > 0 ? ", " : "", isas[isa].name);
    return out;
}

enum isa isa_find(const char *name)
{
    int isa = 0;
    while (isa < ISA_COUNT && strcmp(isas[isa].name, name) != 0)
        isa++;
    return (enum isa)isa;
}

static const char *const policy_names[POLICY_COUNT] = {
    [POLICY_PLAIN] = "plain",
    [POLICY_BULK] = "bulk",
    [POLICY_LEGAL] = "legal",
    [POLICY_TWO_PLY] = "two-ply",
};

const struct board *board_at(size_t index)
{
    for (const struct board *const *board = all_boards; *board; board++)
        if (index-- == 0)
            return *board;
    for (const struct board *const *board = all_variants; *board; board++)
        if (is_available(*board) && index-- == 0)
            return *board;
    return NULL;
}

const struct board *board_find(const char *name)
{
    const struct board *board;
    for (size_t i = 0; (board = board_at(i)); i++)
        if (strcmp(board->name, name) == 0)
            return board;
    return NULL;
}

bool board_has(const struct board *board, enum policy policy)
{
    return policy <= board->last;
}

const char *policy_name(enum policy policy)
{
    return policy < POLICY_COUNT ? policy_names[policy] : "unknown";
}

enum policy policy_find(const char *name)
{
    int policy = 0;
    while (policy < POLICY_COUNT && strcmp(policy_names[policy], name) != 0)
        policy++;
    return (enum policy)policy;
}
