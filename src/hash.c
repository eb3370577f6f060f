#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "hash.h"

enum { BUCKET_ENTRIES = 4 }; /* one cache line */

struct entry {
    _Atomic uint64_t check; /* check ^ nodes */
    _Atomic uint64_t nodes; /* 0 in an empty entry, and in no other: see hash_store() */
};

struct bucket {
    _Alignas(64) struct entry entry[BUCKET_ENTRIES];
};

struct hash {
    struct bucket *bucket;
    size_t bucket_count; /* a power of 2 */
    bool mirror, check;
    _Atomic uint64_t hits;
    pthread_mutex_t mutex; /* of what follows */
    struct hash_check result;
};

struct hash_keys hash_piece_keys[PIECE_COUNT][SQUARE_COUNT];
struct hash_keys hash_black_keys;
static struct hash_key depth_keys[32];

/* S. Vigna's splitmix64, public domain: a fixed sequence of well mixed words. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t word = *state += UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

__attribute__((constructor)) static void hash_init(void)
{
    uint64_t state = 90;
    for (int piece = 1; piece < PIECE_COUNT; piece++)
        for (int square = 0; square < SQUARE_COUNT; square++) {
            struct hash_key key = {next_random(&state), next_random(&state)};
            hash_piece_keys[piece][square].own = key;
            hash_piece_keys[piece][square_mirror(square)].mirrored = key;
        }
    struct hash_key black = {next_random(&state), next_random(&state)};
    hash_black_keys = (struct hash_keys){black, black};
    for (int depth = 0; depth < 32; depth++)
        depth_keys[depth] = (struct hash_key){next_random(&state), next_random(&state)};
}

void hash_keys_of(const struct position *position, struct hash_keys *keys)
{
    *keys = position->side == BLACK ? hash_black_keys : (struct hash_keys){{0, 0}, {0, 0}};
    for (int square = 0; square < SQUARE_COUNT; square++)
        hash_keys_toggle(keys, &hash_piece_keys[position->piece[square]][square]);
}

struct hash *hash_new(size_t bytes, bool mirror, bool check)
{
    struct hash *hash = calloc(1, sizeof *hash);
    if (!hash)
        return NULL;
    hash->bucket_count = 1;
    while (hash->bucket_count <= bytes / sizeof(struct bucket) / 2)
        hash->bucket_count *= 2;
    hash->bucket =
        mmap(NULL, hash_bytes(hash), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (hash->bucket == MAP_FAILED) {
        free(hash);
        return NULL;
    }
    /* Every probe is to another page: without huge pages each misses the address cache too. A
     * system that has none goes on without. */
    madvise(hash->bucket, hash_bytes(hash), MADV_HUGEPAGE);
    hash->mirror = mirror;
    hash->check = check;
    pthread_mutex_init(&hash->mutex, NULL);
    return hash;
}

void hash_free(struct hash *hash)
{
    if (!hash)
        return;
    munmap(hash->bucket, hash_bytes(hash));
    pthread_mutex_destroy(&hash->mutex);
    free(hash);
}

size_t hash_bytes(const struct hash *hash)
{
    return hash->bucket_count * sizeof(struct bucket);
}

/* Of the two keys, the smaller; the position and its mirror image choose the same. */
static inline struct hash_key key_of(const struct hash *hash, const struct hash_keys *keys,
                                     unsigned depth)
{
    bool mirrored = hash->mirror && keys->mirrored.slot < keys->own.slot;
    struct hash_key key = mirrored ? keys->mirrored : keys->own;
    key.slot ^= depth_keys[depth].slot;
    key.check ^= depth_keys[depth].check;
    return key;
}

static inline struct bucket *bucket_of(const struct hash *hash, struct hash_key key)
{
    return &hash->bucket[key.slot & (hash->bucket_count - 1)];
}

void hash_prefetch(const struct hash *hash, const struct hash_keys *keys, unsigned depth)
{
    __builtin_prefetch(bucket_of(hash, key_of(hash, keys, depth)));
}

/* Counts are stored plus one, since a position may have 0 continuations and an empty entry holds
 * zeros; the largest count of all is not stored. */
bool hash_probe(const struct hash *hash, const struct hash_keys *keys, unsigned depth,
                uint64_t *nodes)
{
    struct hash_key key = key_of(hash, keys, depth);
    struct bucket *bucket = bucket_of(hash, key);
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        uint64_t check = atomic_load_explicit(&bucket->entry[i].check, memory_order_relaxed);
        uint64_t stored = atomic_load_explicit(&bucket->entry[i].nodes, memory_order_relaxed);
        if ((check ^ stored) == key.check && stored != 0) {
            *nodes = stored - 1;
            return true;
        }
    }
    return false;
}

/* Into the entry that has it already (another thread came first), an empty one, or else the place
 * of the smallest count: the least work to do again. */
void hash_store(struct hash *hash, const struct hash_keys *keys, unsigned depth, uint64_t nodes)
{
    if (nodes == UINT64_MAX)
        return;
    struct hash_key key = key_of(hash, keys, depth);
    struct bucket *bucket = bucket_of(hash, key);
    struct entry *victim = NULL;
    uint64_t smallest = UINT64_MAX;
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        uint64_t check = atomic_load_explicit(&bucket->entry[i].check, memory_order_relaxed);
        uint64_t stored = atomic_load_explicit(&bucket->entry[i].nodes, memory_order_relaxed);
        if ((check ^ stored) == key.check && stored != 0) {
            victim = &bucket->entry[i];
            break;
        }
        if (stored < smallest) {
            smallest = stored;
            victim = &bucket->entry[i];
        }
    }
    if (!victim)
        return;
    atomic_store_explicit(&victim->check, key.check ^ (nodes + 1), memory_order_relaxed);
    atomic_store_explicit(&victim->nodes, nodes + 1, memory_order_relaxed);
}

bool hash_sampled(struct hash *hash, const struct hash_keys *keys, unsigned depth)
{
    if (!hash->check)
        return false;
    /* The count of hits is mixed in: else one and the same hit would be checked again and again,
     * and others never. */
    uint64_t state =
        keys->own.check + atomic_fetch_add_explicit(&hash->hits, 1, memory_order_relaxed);
    unsigned bits = 5 * depth < 40 ? 5 * depth : 40;
    return (next_random(&state) & ((UINT64_C(1) << bits) - 1)) == 0;
}

void hash_verified(struct hash *hash, const struct position *position, unsigned depth,
                   uint64_t stored, uint64_t counted)
{
    pthread_mutex_lock(&hash->mutex);
    hash->result.checked++;
    if (stored != counted && hash->result.wrong++ == 0) {
        hash->result.position = *position;
        hash->result.depth = depth;
        hash->result.stored = stored;
        hash->result.counted = counted;
    }
    pthread_mutex_unlock(&hash->mutex);
}

struct hash_check hash_checked(const struct hash *hash)
{
    return hash->result;
}
