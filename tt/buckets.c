#include "tt/buckets.h"

#include <assert.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* A copy of the contents of a bucket.  A key of 128 bits is two words, the
 * lower one first. */
union entries {
    struct {
        uint32_t keys_32[TT_BUCKET_KEY_BYTES / 4];
        uint8_t values[12];
    };
    struct {
        uint64_t words[TT_BUCKET_WORDS];
        uint32_t half_word;
    };
};

/* The number of entries in a bucket. */
static inline int entry_count(int stored_bits)
{
    return TT_BUCKET_KEY_BYTES * 8 / stored_bits;
}

/*
 * A bucket is first filled from the front.  When it is full, its entries are
 * two queues: the first two thirds for high-effort values, the rest for
 * low-effort ones.  A new value is inserted at the front of its queue, and the
 * last entry of the queue is dropped.  Solving the empty board with a table of
 * 9 MiB takes 93.7 million nodes; 96.1 million with a single queue.
 */
static inline int high_effort_count(int stored_bits)
{
    return entry_count(stored_bits) * 2 / 3;
}

/* A table whose max_version has reached this is zeroed when it is cleared.  The
 * versions above it suffice for 2^30 stores into one bucket. */
#define CLEAR_LIMIT (UINT32_MAX / 2)
#define LAST_VERSION (UINT32_MAX - 1)

enum tt_status tt_buckets_open(struct tt_buckets *table, uint64_t count,
                               tt_count keys, int stored_bits)
{
    assert(stored_bits == 32 || stored_bits == 64 || stored_bits == 128);
    if (count == 0 || keys > tt_limit(count, stored_bits))
        return TT_UNSAFE;
    if (count > SIZE_MAX / sizeof(struct tt_bucket) ||
        !os_map(&table->memory, (size_t)count * sizeof(struct tt_bucket)))
        return TT_NO_MEMORY;
    table->count = tt_divisor(count);
    table->stored_bits = stored_bits;
    table->buckets = table->memory.bytes;
    table->min_version = 0;
    atomic_init(&table->max_version, 0);
    return TT_OK;
}

void tt_buckets_close(struct tt_buckets *table)
{
    os_unmap(&table->memory);
    table->buckets = NULL;
}

void tt_buckets_clear(struct tt_buckets *table)
{
    uint32_t max_version =
        atomic_load_explicit(&table->max_version, memory_order_relaxed);
    if (max_version < CLEAR_LIMIT) {
        table->min_version = max_version + 2;
        return;
    }
    memset((void *)table->buckets, 0, table->memory.size);
    table->min_version = 0;
    atomic_store_explicit(&table->max_version, 0, memory_order_relaxed);
}

/* Which of the stored keys in two words match 'key', as a bit set. */
static inline unsigned match_two_words(uint64_t low, uint64_t high,
                                       tt_count key, int stored_bits)
{
    if (stored_bits == 128)
        return low == (uint64_t)key && high == (uint64_t)(key >> 64);
    if (stored_bits == 64)
        return (low == (uint64_t)key) | (unsigned)(high == (uint64_t)key) << 1;
#ifdef __SSE2__
    __m128i keys = _mm_set_epi64x((int64_t)high, (int64_t)low);
    __m128i same = _mm_cmpeq_epi32(keys, _mm_set1_epi32((int)key));
    return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(same));
#else
    const union {
        uint64_t words[2];
        uint32_t keys[4];
    } both = {{low, high}};
    unsigned found = 0;
    for (int i = 0; i < 4; i++)
        found |= (unsigned)(both.keys[i] == (uint32_t)key) << i;
    return found;
#endif
}

/* A bit set of the entries whose stored key matches 'key'. */
static inline unsigned match(const struct tt_bucket *bucket, tt_count key,
                             int stored_bits)
{
    unsigned found = 0;
    for (int i = 0; i < TT_BUCKET_KEY_BYTES / 16; i++) {
        uint64_t low =
            atomic_load_explicit(&bucket->words[2 * i], memory_order_acquire);
        uint64_t high = atomic_load_explicit(&bucket->words[2 * i + 1],
                                             memory_order_acquire);
        found |= match_two_words(low, high, key, stored_bits)
                 << i * (128 / stored_bits);
    }
    return found;
}

static int value_at(const struct tt_bucket *bucket, int entry)
{
    union entries entries;
    entries.words[6] =
        atomic_load_explicit(&bucket->words[6], memory_order_acquire);
    entries.half_word =
        atomic_load_explicit(&bucket->half_word, memory_order_acquire);
    return entries.values[entry];
}

static inline int get(const struct tt_buckets *table, uint64_t slot,
                      tt_count key, int stored_bits)
{
    const struct tt_bucket *bucket = &table->buckets[slot];
    uint32_t version =
        atomic_load_explicit(&bucket->version, memory_order_acquire);
    if (version % 2 != 0 || version < table->min_version)
        return 0;
    unsigned found = match(bucket, key, stored_bits);
    if (found == 0)
        return 0;
    /* Empty entries match a stored key of 0, but all used entries come before
     * them. */
    int value = value_at(bucket, __builtin_ctz(found));
    return atomic_load_explicit(&bucket->version, memory_order_relaxed) ==
                   version
               ? value
               : 0;
}

int tt_buckets_get(const struct tt_buckets *table, uint64_t slot, tt_count key)
{
    switch (table->stored_bits) {
    case 32:
        return get(table, slot, key, 32);
    case 64:
        return get(table, slot, key, 64);
    default:
        return get(table, slot, key, 128);
    }
}

static void load_entries(const struct tt_bucket *bucket, union entries *entries)
{
    for (int i = 0; i < TT_BUCKET_WORDS; i++)
        entries->words[i] =
            atomic_load_explicit(&bucket->words[i], memory_order_relaxed);
    entries->half_word =
        atomic_load_explicit(&bucket->half_word, memory_order_relaxed);
}

static void store_entries(struct tt_bucket *bucket,
                          const union entries *entries)
{
    for (int i = 0; i < TT_BUCKET_WORDS; i++)
        atomic_store_explicit(&bucket->words[i], entries->words[i],
                              memory_order_release);
    atomic_store_explicit(&bucket->half_word, entries->half_word,
                          memory_order_release);
}

static inline bool holds(const union entries *entries, int at, tt_count key,
                         int stored_bits)
{
    switch (stored_bits) {
    case 32:
        return entries->keys_32[at] == (uint32_t)key;
    case 64:
        return entries->words[at] == (uint64_t)key;
    default:
        return entries->words[2 * at] == (uint64_t)key &&
               entries->words[2 * at + 1] == (uint64_t)(key >> 64);
    }
}

static inline void set_key(union entries *entries, int at, tt_count key,
                           int stored_bits)
{
    switch (stored_bits) {
    case 32:
        entries->keys_32[at] = (uint32_t)key;
        break;
    case 64:
        entries->words[at] = (uint64_t)key;
        break;
    default:
        entries->words[2 * at] = (uint64_t)key;
        entries->words[2 * at + 1] = (uint64_t)(key >> 64);
    }
}

/* The index of the entry of 'key', or of the first empty entry, or
 * entry_count(). */
static inline int find_entry(const union entries *entries, tt_count key,
                             int stored_bits)
{
    int at = 0;
    while (at < entry_count(stored_bits) && entries->values[at] != 0 &&
           !holds(entries, at, key, stored_bits))
        at++;
    return at;
}

/* Move the entries 'first' to 'last' - 1 back by one. */
static inline void shift(union entries *entries, int first, int last,
                         int stored_bits)
{
    size_t count = (size_t)(last - first), key_bytes = (size_t)stored_bits / 8;
    char *keys = (char *)entries + (size_t)first * key_bytes;
    memmove(keys + key_bytes, keys, count * key_bytes);
    memmove(&entries->values[first + 1], &entries->values[first],
            count * sizeof *entries->values);
}

static inline void put_entry(union entries *entries, tt_count key, int value,
                             bool high_effort, int stored_bits)
{
    int at = find_entry(entries, key, stored_bits);
    int end = entry_count(stored_bits);
    if (at == end) {
        at = high_effort ? 0 : high_effort_count(stored_bits);
        shift(entries, at,
              (high_effort ? high_effort_count(stored_bits) : end) - 1,
              stored_bits);
    }
    set_key(entries, at, key, stored_bits);
    entries->values[at] = (uint8_t)value;
}

static void raise_max_version(struct tt_buckets *table, uint32_t version)
{
    uint32_t max =
        atomic_load_explicit(&table->max_version, memory_order_relaxed);
    while (max < version && !atomic_compare_exchange_weak_explicit(
                                &table->max_version, &max, version,
                                memory_order_relaxed, memory_order_relaxed))
        ;
}

void tt_buckets_put(struct tt_buckets *table, uint64_t slot, tt_count key,
                    int value, bool high_effort)
{
    assert(value >= 1 && value <= 255);
    struct tt_bucket *bucket = &table->buckets[slot];
    uint32_t found =
        atomic_load_explicit(&bucket->version, memory_order_relaxed);
    bool stale = found < table->min_version;
    uint32_t version = stale ? table->min_version : found;

    if (found % 2 != 0 || version >= LAST_VERSION ||
        !atomic_compare_exchange_strong_explicit(
            &bucket->version, &found, version + 1, memory_order_acquire,
            memory_order_relaxed))
        return;
    union entries entries = {0};
    if (!stale)
        load_entries(bucket, &entries);
    switch (table->stored_bits) {
    case 32:
        put_entry(&entries, key, value, high_effort, 32);
        break;
    case 64:
        put_entry(&entries, key, value, high_effort, 64);
        break;
    default:
        put_entry(&entries, key, value, high_effort, 128);
    }
    store_entries(bucket, &entries);
    atomic_store_explicit(&bucket->version, version + 2, memory_order_release);
    raise_max_version(table, version + 2);
}

static void copy(const struct tt_buckets *table, const struct tt_bucket *bucket,
                 union entries *entries)
{
    uint32_t version =
        atomic_load_explicit(&bucket->version, memory_order_acquire);
    for (int i = 0; i < TT_BUCKET_WORDS; i++)
        entries->words[i] =
            atomic_load_explicit(&bucket->words[i], memory_order_acquire);
    entries->half_word =
        atomic_load_explicit(&bucket->half_word, memory_order_acquire);
    if (version % 2 != 0 || version < table->min_version ||
        atomic_load_explicit(&bucket->version, memory_order_relaxed) != version)
        *entries = (union entries){0};
}

void tt_buckets_copy(const struct tt_buckets *table, uint64_t first,
                     size_t count, struct tt_bucket *copies)
{
    for (size_t i = 0; i < count; i++) {
        union entries entries;
        copy(table, &table->buckets[first + i], &entries);
        store_entries(&copies[i], &entries);
        atomic_init(&copies[i].version, 0);
    }
}

static tt_count stored_key(const union entries *entries, int at,
                           int stored_bits)
{
    switch (stored_bits) {
    case 32:
        return entries->keys_32[at];
    case 64:
        return entries->words[at];
    default:
        return entries->words[2 * at] | (tt_count)entries->words[2 * at + 1]
                                            << 64;
    }
}

/* The key that is 'slot' modulo 'buckets', and 'stored' modulo 2^stored_bits.
 * 'inverse' is that of 2^stored_bits modulo 'buckets', a prime. */
static tt_count whole_key(uint64_t slot, tt_count stored, uint64_t buckets,
                          uint64_t inverse, int stored_bits)
{
    if (stored_bits == 128)
        return stored;
    uint64_t rest = (uint64_t)(stored % buckets);
    uint64_t high = slot >= rest ? slot - rest : slot + (buckets - rest);
    high = (uint64_t)((tt_count)high * inverse % buckets);
    return (tt_count)high << stored_bits | stored;
}

void tt_buckets_merge(struct tt_buckets *table, uint64_t buckets,
                      uint64_t first, size_t count,
                      const struct tt_bucket *copies)
{
    int bits = table->stored_bits;
    uint64_t inverse =
        buckets <= 2 || bits == 128
            ? 1
            : tt_power((uint64_t)(((tt_count)1 << bits) % buckets), buckets - 2,
                       buckets);
    for (size_t i = 0; i < count; i++) {
        union entries entries;
        load_entries(&copies[i], &entries);
        for (int at = 0; at < entry_count(bits) && entries.values[at] != 0;
             at++) {
            tt_count key = whole_key(first + i, stored_key(&entries, at, bits),
                                     buckets, inverse, bits);
            tt_buckets_put(table, tt_reduce_wide(table->count, key), key,
                           entries.values[at], at < high_effort_count(bits));
        }
    }
}
