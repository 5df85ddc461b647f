#include "tt/buckets.h"

#include <string.h>

/*
 * A bucket fills in the order of arrival.  Once it is full, a costly result
 * goes to the front of the first entries and pushes the last of them out, a
 * cheap one does the same among the others.  The empty board, solved from
 * nothing with 9 MiB, takes 93.7 million nodes so, and 96.1 million where every
 * result pushes out the oldest of all.
 */
enum { COSTLY_ENTRIES = 8 };

enum tt_status tt_buckets_open(struct tt_buckets *table, uint64_t count,
                               tt_count keys)
{
    if (count == 0 || keys > tt_limit(count, TT_BUCKET_STORED))
        return TT_UNSAFE;
    if (count > SIZE_MAX / sizeof(struct tt_bucket) ||
        !tt_map(&table->memory, count * sizeof(struct tt_bucket)))
        return TT_NO_MEMORY;
    table->count = tt_divisor(count);
    table->buckets = table->memory.bytes;
    table->used = false;
    return TT_OK;
}

void tt_buckets_close(struct tt_buckets *table)
{
    tt_unmap(&table->memory);
    table->buckets = NULL;
}

void tt_buckets_clear(struct tt_buckets *table)
{
    if (table->used)
        memset(table->buckets, 0, table->memory.size);
    table->used = false;
}

static int first_empty(const struct tt_bucket *bucket)
{
    int i = 0;
    while (i < TT_BUCKET_ENTRIES && bucket->values[i] != 0)
        i++;
    return i;
}

/* Move the entries from 'first' to 'last' - 1 one further. */
static void shift(struct tt_bucket *bucket, int first, int last)
{
    size_t count = (size_t)(last - first);
    memmove(&bucket->keys[first + 1], &bucket->keys[first],
            count * sizeof *bucket->keys);
    memmove(&bucket->values[first + 1], &bucket->values[first],
            count * sizeof *bucket->values);
}

void tt_buckets_put(struct tt_buckets *table, struct tt_place place, int value,
                    bool costly)
{
    assert(value >= 1 && value <= 255);
    struct tt_bucket *bucket = &table->buckets[place.slot];
    unsigned found = tt_bucket_match(bucket, place.key);
    int at = found == 0 ? TT_BUCKET_ENTRIES : __builtin_ctz(found);
    int empty = first_empty(bucket);

    if (at > empty)
        at = empty;
    if (at == TT_BUCKET_ENTRIES) {
        at = costly ? 0 : COSTLY_ENTRIES;
        shift(bucket, at, (costly ? COSTLY_ENTRIES : TT_BUCKET_ENTRIES) - 1);
    }
    table->used = true;
    bucket->keys[at] = place.key;
    bucket->values[at] = (uint8_t)value;
}
