/*
 * A table of subtree counts, keyed by position and depth, for perft. Shared by any number of
 * threads without locks.
 *
 * Keys are Zobrist keys of two independent words: `slot` chooses the place in the table and `check`
 * is stored there and compared. A wrong hit therefore needs two different (position, depth) pairs
 * that meet in one bucket and agree in all 64 bits of `check`, which has nothing to do with what
 * brought them to the bucket: 2^-64 for each comparison. A perft of 10^15 nodes with 40 leaves a
 * stored node probes at most 3 * 10^13 times 4 entries, which makes a wrong hit anywhere in it a
 * matter of 10^14 / 2^64, less than one in 100,000; the deepest counts practical today probe a
 * thousandth of that. (A single 64-bit word would not do: bits that choose the bucket are equal by
 * construction for everything found there, and with 2^26 buckets only 2^-38 would be left, one
 * wrong hit in a few long runs.)
 *
 * Torn entries: the two words of an entry are written one by one, and check is stored as
 * check ^ nodes (R. Hyatt and T. Mann's lockless hashing), so that a mixture of two writes fails
 * the comparison like any other wrong entry.
 */
#ifndef XQPERFT_HASH_H
#define XQPERFT_HASH_H

#include "position.h"

XQPERFT_BEGIN

struct hash_key {
    uint64_t slot, check;
};

/* The key of a position, and that of its left-right mirror image, kept up to date together. */
struct hash_keys {
    struct hash_key own, mirrored;
};

/* What a piece code on a neutral square adds to the keys (zero for NO_PIECE), by exclusive or; and
 * what Black's turn adds. */
extern struct hash_keys hash_piece_keys[PIECE_COUNT][SQUARE_COUNT];
extern struct hash_keys hash_black_keys;

static inline void hash_keys_toggle(struct hash_keys *keys, const struct hash_keys *by)
{
    keys->own.slot ^= by->own.slot;
    keys->own.check ^= by->own.check;
    keys->mirrored.slot ^= by->mirrored.slot;
    keys->mirrored.check ^= by->mirrored.check;
}

void hash_keys_of(const struct position *position, struct hash_keys *keys);

struct hash;

/*
 * A table of at most `bytes` bytes (at least HASH_MIN_BYTES), on huge pages where the system has
 * them. With `mirror`, a position and its mirror image share an entry. With `check`, a random
 * sample of hits is to be counted again, see hash_sampled(). NULL with errno set when there is not
 * enough memory.
 */
enum { HASH_MIN_BYTES = 1 << 12 };
struct hash *hash_new(size_t bytes, bool mirror, bool check);
void hash_free(struct hash *hash);

/* The bytes that are really in use. */
size_t hash_bytes(const struct hash *hash);

bool hash_probe(const struct hash *hash, const struct hash_keys *keys, unsigned depth,
                uint64_t *nodes);
void hash_store(struct hash *hash, const struct hash_keys *keys, unsigned depth, uint64_t nodes);

/* Tells the processor that an entry will be asked for soon. */
void hash_prefetch(const struct hash *hash, const struct hash_keys *keys, unsigned depth);

/*
 * Is this hit one of those that the caller must count again without the hash? One in about
 * 2^(5 * depth) hits, so that about as much is counted again at each depth. The caller reports what
 * it found with hash_verified(); from then on hash_checked() knows.
 */
bool hash_sampled(struct hash *hash, const struct hash_keys *keys, unsigned depth);
void hash_verified(struct hash *hash, const struct position *position, unsigned depth,
                   uint64_t stored, uint64_t counted);

struct hash_check {
    uint64_t checked, wrong;
    /* of the first wrong one */
    struct position position;
    unsigned depth;
    uint64_t stored, counted;
};

/* What was checked so far; to be asked when no thread uses the table. */
struct hash_check hash_checked(const struct hash *hash);

XQPERFT_END

#endif
