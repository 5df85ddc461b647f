#include "tt/buckets.h"

#include <assert.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* What a bucket holds, as one thread sees it. */
union entries {
    struct {
        tt_stored keys[TT_BUCKET_ENTRIES];
        uint8_t values[TT_BUCKET_ENTRIES];
    };
    struct {
        uint64_t words[TT_BUCKET_WORDS];
        uint32_t half_word;
    };
};

/*
 * A bucket fills in the order of arrival.  Once it is full, a high-effort
 * result goes to the front of the first entries and pushes the last of them
 * out, a cheap one does the same among the others.  The empty board, solved
 * from nothing with 9 MiB, takes 93.7 million nodes so, and 96.1 million where
 * every result pushes out the oldest of all.
 */
enum { HIGH_EFFORT_ENTRIES = TT_BUCKET_ENTRIES * 2 / 3 };

/* Clearing wipes the table once no more than half of the versions are left;
 * the others suffice for 2^30 stores into one bucket. */
#define LAST_OLDEST (UINT32_MAX / 2)
#define LAST_VERSION (UINT32_MAX - 1)

enum tt_status tt_buckets_open(struct tt_buckets *table, uint64_t count,
                               tt_count keys)
{
    if (count == 0 || keys > tt_limit(count, TT_STORED_BITS))
        return TT_UNSAFE;
    if (count > SIZE_MAX / sizeof(struct tt_bucket) ||
        !tt_map(&table->memory, count * sizeof(struct tt_bucket)))
        return TT_NO_MEMORY;
    table->count = tt_divisor(count);
    table->buckets = table->memory.bytes;
    table->oldest = 0;
    atomic_init(&table->newest, 0);
    return TT_OK;
}

void tt_buckets_close(struct tt_buckets *table)
{
    tt_unmap(&table->memory);
    table->buckets = NULL;
}

void tt_buckets_clear(struct tt_buckets *table)
{
    uint32_t newest =
        atomic_load_explicit(&table->newest, memory_order_relaxed);
    if (newest < LAST_OLDEST) {
        table->oldest = newest + 2;
        return;
    }
    memset((void *)table->buckets, 0, table->memory.size);
    table->oldest = 0;
    atomic_store_explicit(&table->newest, 0, memory_order_relaxed);
}

/* The entries of a bucket whose key is 'key', as a set of bits. */
static unsigned match(const struct tt_bucket *bucket, tt_stored key)
{
    enum { IN_TWO_WORDS = 128 / TT_STORED_BITS };
    unsigned found = 0;
    for (int i = 0; i < TT_BUCKET_KEY_BYTES / 16; i++) {
        uint64_t low =
            atomic_load_explicit(&bucket->words[2 * i], memory_order_acquire);
        uint64_t high = atomic_load_explicit(&bucket->words[2 * i + 1],
                                             memory_order_acquire);
        int first = i * IN_TWO_WORDS;
#if defined __SSE2__ && TT_STORED_BITS == 32
        __m128i keys = _mm_set_epi64x((int64_t)high, (int64_t)low);
        __m128i same = _mm_cmpeq_epi32(keys, _mm_set1_epi32((int)key));
        found |= (unsigned)_mm_movemask_ps(_mm_castsi128_ps(same)) << first;
#else
        union entries two = {.words = {low, high}};
        for (int j = 0; j < IN_TWO_WORDS; j++)
            found |= (unsigned)(two.keys[j] == key) << (first + j);
#endif
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

int tt_buckets_get(const struct tt_buckets *table, struct tt_place place)
{
    const struct tt_bucket *bucket = &table->buckets[place.slot];
    uint32_t version =
        atomic_load_explicit(&bucket->version, memory_order_acquire);
    if (version % 2 != 0 || version < table->oldest)
        return 0;
    unsigned found = match(bucket, place.key);
    if (found == 0)
        return 0;
    /* Empty entries have the key 0, too, but lie behind all others. */
    int value = value_at(bucket, __builtin_ctz(found));
    return atomic_load_explicit(&bucket->version, memory_order_relaxed) ==
                   version
               ? value
               : 0;
}

static void load_entries(struct tt_bucket *bucket, union entries *entries)
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

/* Where a key is, or the first empty entry, or TT_BUCKET_ENTRIES. */
static int find_entry(const union entries *entries, tt_stored key)
{
    int at = 0;
    while (at < TT_BUCKET_ENTRIES && entries->values[at] != 0 &&
           entries->keys[at] != key)
        at++;
    return at;
}

/* Move the entries from 'first' to 'last' - 1 one further. */
static void shift(union entries *entries, int first, int last)
{
    size_t count = (size_t)(last - first);
    memmove(&entries->keys[first + 1], &entries->keys[first],
            count * sizeof *entries->keys);
    memmove(&entries->values[first + 1], &entries->values[first],
            count * sizeof *entries->values);
}

static void put_entry(union entries *entries, tt_stored key, int value,
                      bool high_effort)
{
    int at = find_entry(entries, key);
    if (at == TT_BUCKET_ENTRIES) {
        at = high_effort ? 0 : HIGH_EFFORT_ENTRIES;
        shift(entries, at,
              (high_effort ? HIGH_EFFORT_ENTRIES : TT_BUCKET_ENTRIES) - 1);
    }
    entries->keys[at] = key;
    entries->values[at] = (uint8_t)value;
}

static void raise_newest(struct tt_buckets *table, uint32_t version)
{
    uint32_t newest =
        atomic_load_explicit(&table->newest, memory_order_relaxed);
    while (newest < version && !atomic_compare_exchange_weak_explicit(
                                   &table->newest, &newest, version,
                                   memory_order_relaxed, memory_order_relaxed))
        ;
}

void tt_buckets_put(struct tt_buckets *table, struct tt_place place, int value,
                    bool high_effort)
{
    assert(value >= 1 && value <= 255);
    struct tt_bucket *bucket = &table->buckets[place.slot];
    uint32_t found =
        atomic_load_explicit(&bucket->version, memory_order_relaxed);
    bool stale = found < table->oldest;
    uint32_t version = stale ? table->oldest : found;

    if (found % 2 != 0 || version >= LAST_VERSION ||
        !atomic_compare_exchange_strong_explicit(
            &bucket->version, &found, version + 1, memory_order_acquire,
            memory_order_relaxed))
        return;
    union entries entries = {0};
    if (!stale)
        load_entries(bucket, &entries);
    put_entry(&entries, place.key, value, high_effort);
    store_entries(bucket, &entries);
    atomic_store_explicit(&bucket->version, version + 2, memory_order_release);
    raise_newest(table, version + 2);
}
