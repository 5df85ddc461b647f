/*
 * tt_proofs_: a transposition table of proof numbers, shared by any number of
 * threads.
 *
 * An entry has a whole key, so no two keys can be confused, and the numbers of
 * struct tt_proof.  Four neighbouring entries are a group; a key belongs to one
 * group.  A store takes the entry of the same key, or else the one with the
 * least work; docs/search.md has this measured, and the index.
 *
 * An index in front of the table has a byte of the hash of each entry, 0 for an
 * empty one.  A look-up compares the four bytes of the group first, so most
 * look-ups of absent keys never touch the table, which is 32 times larger.
 * Source of window, replacement and index: the literature on proof-number
 * search, for instance Kishimoto, Winands, Mueller and Saito, Game-tree search
 * using proof numbers: the first twenty years, 2012.
 *
 * Synchronization: each entry has a word of 32 bits: a lock in the lowest two,
 * and the number of stores in the others.  Readers never wait: a look-up is a
 * miss unless the word is unlocked before it and unchanged after it.  A writer
 * that finds the entry locked sleeps until it is unlocked.
 *
 * No look-up returns a mixture of two stores:
 * 1. A writer locks the word before it changes the entry.  It stores the parts
 *    of the entry with release order, and readers load them with acquire
 *    order.  So a reader that loads a part of a store finds the word locked by
 *    that store, or later, when it loads it again.
 * 2. The first load of the word has acquire order, and the writer unlocks with
 *    release order.  So the reader loads parts that are at least as new as the
 *    store that the word counts.
 * 3. No count is used twice: an entry that was stored into 2^30 - 1 times
 *    drops stores until the table is cleared.
 * If both loads of the word are equal and unlocked, then no part is newer than
 * the store that it counts, by 1 and 3, and none is older, by 2.  The index may
 * name an entry that has changed since; the key in the entry decides.
 *
 * Two threads that store a key at the same time may fill two entries.  Both are
 * true; a look-up finds one of them.
 */
#ifndef TT_PROOFS_H
#define TT_PROOFS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "os/os.h"
#include "tt/sizing.h"

/* What is known about a claim on a position. */
struct tt_proof {
    uint32_t proof;    /* proof number; 0: the claim is proven */
    uint32_t disproof; /* disproof number; 0: the claim is disproven */
    uint32_t work;     /* nodes searched for it, at least 1 */
};

enum { TT_PROOFS_GROUP = 4 }; /* entries */

struct tt_proofs_entry {
    _Atomic uint64_t key[2];
    _Atomic uint32_t proof, disproof, work;
    _Atomic uint32_t word; /* number of stores << 2 | lock */
};

struct tt_proofs {
    uint64_t groups;
    struct tt_proofs_entry *entries;
    _Atomic uint32_t *index; /* of each group: a byte for each entry */
    _Atomic bool worn_out;   /* an entry takes no more stores */
    struct os_memory memory;
};

/*
 * Map an empty table of at most 'bytes' bytes, to be freed with
 * tt_proofs_close().  Returns TT_OK, TT_TOO_FEW_BYTES if there is no room for a
 * group, or TT_NO_MEMORY.  On failure the table must not be used or closed.
 */
MUST_CHECK enum tt_status tt_proofs_open(struct tt_proofs *table,
                                         uint64_t bytes);
void tt_proofs_close(struct tt_proofs *table);

/* Remove all entries.  No other thread may use the table at the same time. */
void tt_proofs_clear(struct tt_proofs *table);

/* The place of a key in the table. */
struct tt_proofs_place {
    tt_count key;
    uint64_t group;
    uint32_t tags; /* the byte of the hash, four times */
};

static inline struct tt_proofs_place
tt_proofs_place(const struct tt_proofs *table, tt_count key)
{
    uint64_t hash = (uint64_t)key * UINT64_C(0x9e3779b97f4a7c15) ^
                    (uint64_t)(key >> 64) * UINT64_C(0xd6e8feb86659fd93);
    hash = (hash ^ hash >> 32) * UINT64_C(0x94d049bb133111eb);
    hash ^= hash >> 29;
    uint32_t tag = (uint32_t)hash & 0xff;
    return (struct tt_proofs_place){
        .key = key,
        .group = (uint64_t)((tt_count)hash * table->groups >> 64),
        .tags = (tag != 0 ? tag : 1) * UINT32_C(0x01010101),
    };
}

/* Prefetch what most look-ups need: the part of the index. */
static inline void tt_proofs_prefetch_get(const struct tt_proofs *table,
                                          struct tt_proofs_place place)
{
    __builtin_prefetch((const void *)&table->index[place.group]);
}

/* Prefetch what a store needs besides: the group, two cache lines. */
static inline void tt_proofs_prefetch_put(const struct tt_proofs *table,
                                          struct tt_proofs_place place)
{
    const char *group =
        (const char *)&table->entries[place.group * TT_PROOFS_GROUP];
    __builtin_prefetch(group, 1);
    __builtin_prefetch(group + 64, 1);
}

/* If the table has the key, sets '*proof' and returns true. */
bool tt_proofs_get(const struct tt_proofs *table, struct tt_proofs_place place,
                   struct tt_proof *proof);

/* Store 'proof' for the key. */
void tt_proofs_put(struct tt_proofs *table, struct tt_proofs_place place,
                   struct tt_proof proof);

#endif
