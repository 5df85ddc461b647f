#include "book/index.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* The mean number of keys in a bucket is from MAX_MEAN_SIZE / 2 to
     * MAX_MEAN_SIZE. */
    MAX_MEAN_SIZE = 5,
    /* A larger bucket is unlikely to have a multiplier. */
    MAX_SIZE = 32,
    /* One in SLACK slots stays free. */
    SLACK = 64,
    MAX_MULTIPLIER = UINT16_MAX,
    /* The number of values of book_index.multiplier to try. */
    MAX_ATTEMPTS = 1000,
};

/* An index that is being made. */
struct maker {
    struct book_index index;
    size_t count, buckets;
    unsigned char *multipliers;
    uint64_t *products; /* of the keys, grouped by bucket */
    size_t *first;      /* index of each bucket's first product, and the end */
    uint32_t *order;    /* buckets, the largest first */
    bool *taken;        /* whether a slot is used */
};

static int bits_for(uint64_t count)
{
    int bits = 1;
    while ((uint64_t)1 << bits < count)
        bits++;
    return bits;
}

/* An index with the sizes for 'count' keys, without multipliers. */
static struct book_index size_index(size_t count)
{
    uint32_t slots = (uint32_t)(count + count / SLACK + 1);
    return (struct book_index){
        .bucket_bits = bits_for((count + MAX_MEAN_SIZE - 1) / MAX_MEAN_SIZE),
        .slot_bits = bits_for(slots),
        .slots = slots,
    };
}

uint64_t book_index_make_bytes(size_t count)
{
    const struct maker maker = {.index = size_index(count)};
    uint64_t buckets = (uint64_t)1 << maker.index.bucket_bits;
    return count * sizeof *maker.products +
           maker.index.slots * sizeof *maker.taken +
           buckets * (2 + sizeof *maker.order) +
           (buckets + 1) * sizeof *maker.first;
}

static void release(struct maker *maker)
{
    free(maker->products);
    free(maker->first);
    free(maker->order);
    free(maker->taken);
}

static bool prepare(struct maker *maker, size_t count)
{
    struct book_index index = size_index(count);
    *maker = (struct maker){
        .count = count,
        .buckets = (size_t)1 << index.bucket_bits,
        .index = index,
    };
    maker->multipliers = malloc(2 * maker->buckets);
    maker->products = calloc(count, sizeof *maker->products);
    maker->first = calloc(maker->buckets + 1, sizeof *maker->first);
    maker->order = calloc(maker->buckets, sizeof *maker->order);
    maker->taken = calloc(index.slots, sizeof *maker->taken);
    return maker->multipliers != NULL && maker->products != NULL &&
           maker->first != NULL && maker->order != NULL && maker->taken != NULL;
}

static size_t size_of(const struct maker *maker, size_t bucket)
{
    return maker->first[bucket + 1] - maker->first[bucket];
}

/* Group the products of all keys by bucket: a counting sort. */
static void distribute(struct maker *maker, const uint64_t *keys)
{
    const struct book_index *index = &maker->index;
    size_t *end = maker->first + 1; /* of the products in a bucket so far */

    memset(maker->first, 0, (maker->buckets + 1) * sizeof *maker->first);
    for (size_t i = 0; i < maker->count; i++)
        maker->first[book_index_bucket(index,
                                       book_index_product(index, keys[i]))]++;
    for (size_t bucket = maker->buckets, start = maker->count; bucket-- > 0;) {
        start -= maker->first[bucket];
        end[bucket] = start;
    }
    maker->first[0] = 0;
    for (size_t i = 0; i < maker->count; i++) {
        uint64_t product = book_index_product(index, keys[i]);
        maker->products[end[book_index_bucket(index, product)]++] = product;
    }
}

/* Sort the buckets by size, the largest first.  Returns false if one has too
 * many keys. */
static bool sort_buckets(struct maker *maker)
{
    size_t places[MAX_SIZE + 1] = {0};
    for (size_t bucket = 0; bucket < maker->buckets; bucket++) {
        if (size_of(maker, bucket) > MAX_SIZE)
            return false;
        places[size_of(maker, bucket)]++;
    }
    for (size_t size = MAX_SIZE + 1, before = 0; size-- > 0;) {
        before += places[size];
        places[size] = before - places[size];
    }
    for (size_t bucket = 0; bucket < maker->buckets; bucket++)
        maker->order[places[size_of(maker, bucket)]++] = (uint32_t)bucket;
    return true;
}

/* Take the slots to which a multiplier maps the keys of a bucket.  Returns
 * false, and takes none, if one of them is taken. */
static bool take_slots(struct maker *maker, size_t bucket, unsigned multiplier)
{
    const uint64_t *products = maker->products + maker->first[bucket];
    size_t size = size_of(maker, bucket), done = 0;

    for (; done < size; done++) {
        uint32_t slot =
            book_index_map(&maker->index, products[done], multiplier);
        if (slot >= maker->index.slots || maker->taken[slot])
            break;
        maker->taken[slot] = true;
    }
    if (done == size)
        return true;
    while (done-- > 0)
        maker
            ->taken[book_index_map(&maker->index, products[done], multiplier)] =
            false;
    return false;
}

/* Find a multiplier for a bucket. */
static bool place_bucket(struct maker *maker, size_t bucket)
{
    unsigned multiplier = 1;
    while (!take_slots(maker, bucket, multiplier))
        if (++multiplier > MAX_MULTIPLIER)
            return false;
    maker->multipliers[2 * bucket] = (unsigned char)multiplier;
    maker->multipliers[2 * bucket + 1] = (unsigned char)(multiplier >> 8);
    return true;
}

/* Find multipliers for all buckets. */
static bool place_all(struct maker *maker, const uint64_t *keys)
{
    distribute(maker, keys);
    if (!sort_buckets(maker))
        return false;
    memset(maker->taken, 0, maker->index.slots);
    for (size_t i = 0; i < maker->buckets; i++)
        if (!place_bucket(maker, maker->order[i]))
            return false;
    return true;
}

unsigned char *book_index_make(struct book_index *index, const uint64_t *keys,
                               size_t count)
{
    struct maker maker;
    bool made = false;
    if (prepare(&maker, count)) {
        for (int attempt = 0; attempt < MAX_ATTEMPTS && !made; attempt++) {
            /* Odd multiples of 2^64 / golden ratio. */
            maker.index.multiplier =
                UINT64_C(0x9e3779b97f4a7c15) * (2 * (uint64_t)attempt + 1);
            made = place_all(&maker, keys);
        }
    }
    release(&maker);
    if (!made) {
        free(maker.multipliers);
        return NULL;
    }
    *index = maker.index;
    index->multipliers = maker.multipliers;
    return maker.multipliers;
}
