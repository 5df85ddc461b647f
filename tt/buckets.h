/*
 * tt_buckets_: a transposition table of cache lines, for any number of threads.
 *
 * A bucket is one line of 64 bytes: 12 entries of a 32-bit truncated key and an
 * 8-bit value, or 6 of 64 bits, or 3 of 128 (tt_stored_bits()), so that a key
 * that found its bucket has cost one miss, whichever entry it is in.  The
 * number of buckets is prime, and the argument of tt/sizing.h holds as it does
 * for single slots: bucket and truncated key name one key, as long as there are
 * no more keys than buckets times 2^stored_bits.
 *
 * Values are 1 to 255; 0 is an empty entry.
 *
 * Threads read and store at the same time, without waiting for one another.
 * The last four bytes of a bucket are its version: odd while a thread writes,
 * even otherwise, and only ever growing.  A reader takes an entry if the
 * version was even before and is the same afterwards; else it has found
 * nothing.  A writer that finds another one at work stores nothing.
 *
 * Why no reader can see a key of one result and a value of another:
 * 1. A writer makes the version odd before it changes an entry, stores entries
 *    with release order, and readers load them with acquire order.  So a reader
 *    that has seen any part of what a writer stored sees that writer's odd
 *    version, or a later one, when it looks at the version again.
 * 2. The first look, which acquires, shows all that was stored up to the
 *    version found there.
 * 3. No version comes twice.  A bucket that has run out of versions, after 2^30
 *    stores at least, takes no more until the whole table is wiped.  So there
 *    is no wrapping around, however long a reader sleeps between its two looks.
 * By 1 and 3, equal versions mean that nothing later was read, by 2 nothing
 * earlier.  Source: Boehm, Can Seqlocks Get Along With Programming Language
 * Memory Models?, 2012; point 3 is ours.
 *
 * Versions also empty the table: buckets of a version below table->oldest count
 * as empty.  Clearing raises that above all versions in use, and touches no
 * bucket, but for one time in 2^30 when the versions run out.
 */
#ifndef TT_BUCKETS_H
#define TT_BUCKETS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "os/memory.h"
#include "tt/reduce.h"
#include "tt/sizing.h"

enum { TT_BUCKET_WORDS = 7 };

/* Keys, as many values, and the version. */
struct tt_bucket {
    _Atomic uint64_t words[TT_BUCKET_WORDS];
    _Atomic uint32_t half_word;
    _Atomic uint32_t version;
};
_Static_assert(sizeof(struct tt_bucket) == 64, "a bucket is a cache line");

struct tt_buckets {
    struct tt_divisor count;
    int stored_bits; /* of each key: 32, 64 or 128 */
    struct tt_bucket *buckets;
    struct os_memory memory;
    uint32_t oldest;         /* version of buckets that count, even */
    _Atomic uint32_t newest; /* version of all buckets, even */
};

/*
 * Map an empty table of exactly 'count' buckets for keys from 0 to 'keys' - 1
 * that stores 'stored_bits' of each: 32, 64 or 128.  Returns TT_OK, TT_UNSAFE
 * if two keys could be confused, or TT_NO_MEMORY; only after TT_OK may '*table'
 * be used, and must be closed.
 */
enum tt_status tt_buckets_open(struct tt_buckets *table, uint64_t count,
                               tt_count keys, int stored_bits);
void tt_buckets_close(struct tt_buckets *table);

/* Empty every entry, nearly always in no time.  No other thread may use the
 * table meanwhile. */
void tt_buckets_clear(struct tt_buckets *table);

/* Load bucket number 'slot' into the cache. */
static inline void tt_buckets_prefetch(const struct tt_buckets *table,
                                       uint64_t slot)
{
    __builtin_prefetch(&table->buckets[slot]);
}

/*
 * The value stored for 'key', or 0.  'slot' is the key modulo count.  It is the
 * value of the newest result of that key in the table, unless another thread is
 * about to store one.
 */
int tt_buckets_get(const struct tt_buckets *table, uint64_t slot, tt_count key);

/*
 * Store 'value', 1 to 255, for 'key' in the entry that has it or in an empty
 * one.  In a full bucket it replaces an old result; a low-effort result then
 * spares the high-effort ones that were stored since the bucket was full.  If
 * another thread is writing to the bucket, nothing is stored.
 */
void tt_buckets_put(struct tt_buckets *table, uint64_t slot, tt_count key,
                    int value, bool high_effort);

#endif
