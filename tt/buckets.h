/*
 * tt_buckets_: a transposition table shared by any number of threads.
 *
 * A bucket is a cache line of 64 bytes.  It has 12 entries with stored keys of
 * 32 bits, 6 with 64 bits, or 3 with 128 bits (tt_stored_bits()).  Each entry
 * has an 8-bit value.  A look-up costs at most one cache miss.
 *
 * The number of buckets is prime.  As in tt/sizing.h, bucket number and stored
 * key together identify a key if there are at most buckets * 2^stored_bits
 * keys.
 *
 * A value is 1 to 255; 0 marks an empty entry.
 *
 * Threads read and write without blocking.  Each bucket is a seqlock: its last
 * four bytes are a version, which never decreases and is odd while a thread
 * writes to the bucket.  A look-up is a miss unless the version is even before
 * it and unchanged after it.  A store into a bucket that another thread is
 * writing is dropped.
 *
 * No look-up combines the key of one store with the value of another:
 * 1. A writer makes the version odd before it changes an entry.  It stores
 *    entries with release order, and readers load them with acquire order.  So
 *    if a reader loads any part of a store, its second load of the version
 *    gives the odd version of that store or a later version.
 * 2. The first load of the version has acquire order.  So the reader loads
 *    entries that are at least as new as that version.
 * 3. No version is used twice.  A bucket that has used all versions, after at
 *    least 2^30 stores, drops stores until the table is zeroed.  So versions do
 *    not wrap around, even if a reader is suspended between its loads.
 * If both versions are equal, then no entry is newer than this version, by 1
 * and 3, and no entry is older, by 2.  Source: Boehm, Can Seqlocks Get Along
 * With Programming Language Memory Models?, 2012, except for 3.
 *
 * The version also empties buckets: a bucket with a version below min_version
 * is empty.  Clearing the table raises min_version above all versions in use.
 * The buckets are zeroed only when versions run out, after at least 2^29
 * stores.
 */
#ifndef TT_BUCKETS_H
#define TT_BUCKETS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "os/os.h"
#include "tt/sizing.h"

enum { TT_BUCKET_WORDS = 7 };

/* The stored keys, their values, and the version. */
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
    uint32_t min_version;         /* even; buckets below it are empty */
    _Atomic uint32_t max_version; /* even; of all buckets */
};

/*
 * Map an empty table of 'count' buckets for keys 0 to keys - 1, to be freed
 * with tt_buckets_close().  'stored_bits' must be 32, 64 or 128.  Returns
 * TT_OK, TT_UNSAFE if two keys could be confused, or TT_NO_MEMORY.  On failure
 * the table must not be used or closed.
 */
MUST_CHECK enum tt_status tt_buckets_open(struct tt_buckets *table,
                                          uint64_t count, tt_count keys,
                                          int stored_bits);
void tt_buckets_close(struct tt_buckets *table);

/* Remove all entries: in constant time, unless versions have run out.  No other
 * thread may use the table at the same time. */
void tt_buckets_clear(struct tt_buckets *table);

/* Prefetch bucket number 'slot'. */
static inline void tt_buckets_prefetch(const struct tt_buckets *table,
                                       uint64_t slot)
{
    __builtin_prefetch(&table->buckets[slot]);
}

/*
 * Returns the value of 'key', or 0.  'slot' must be the key modulo count.  The
 * value is that of the last store for the key, unless another thread is storing
 * one at the same time.
 */
int tt_buckets_get(const struct tt_buckets *table, uint64_t slot, tt_count key);

/*
 * Store 'value', 1 to 255, for 'key', in the entry of that key or in an empty
 * entry.  In a full bucket it replaces an old entry; a low-effort value does
 * not replace high-effort values that were stored after the bucket was full.
 * The store is dropped if another thread is writing to the bucket.  'slot' must
 * be the key modulo count.
 */
void tt_buckets_put(struct tt_buckets *table, uint64_t slot, tt_count key,
                    int value, bool high_effort);

/*
 * Copy 'count' buckets from number 'first' on.  The version of a copy is 0; one
 * of a bucket that is empty, or that another thread is writing to, has zeros
 * only.  Other threads may use the table.
 */
void tt_buckets_copy(const struct tt_buckets *table, uint64_t first,
                     size_t count, struct tt_bucket *copies);

/*
 * Store what is in copies of a table of 'buckets' buckets, from number 'first'
 * on.  'buckets' must be prime, or 1, and its stored keys as long as those of
 * this table.  Other threads may use the table.
 *
 * Number and stored key of an entry determine its key by the Chinese remainder
 * theorem, so the tables may have different sizes; entries that do not fit into
 * a smaller one are dropped as tt_buckets_put() does.
 */
void tt_buckets_merge(struct tt_buckets *table, uint64_t buckets,
                      uint64_t first, size_t count,
                      const struct tt_bucket *copies);

#endif
