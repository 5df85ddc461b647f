/*
 * tt_ sizing: how large a table must be so that it cannot confuse two keys.
 *
 * A table of S slots keeps, at slot 'key mod S', only 'key mod 2^k' of the key.
 * When S is odd, S and 2^k have no common factor, and by the Chinese remainder
 * theorem the two remainders together name one key below S * 2^k.  So no two
 * keys can be confused if there are at most S * 2^k of them, and some two can
 * if there are more: 0 and S * 2^k, for example.  An even S shares factors with
 * 2^k; then the limit is their least common multiple.
 *
 * S is made prime, which spreads keys of any pattern evenly.
 * Source: part 11 of the tutorial.  The primes come from libprimesieve.
 *
 * Any thread may call.
 */
#ifndef TT_SIZING_H
#define TT_SIZING_H

#include <stdbool.h>
#include <stdint.h>

/* Counts of keys and bytes: products of two 64-bit numbers. */
__extension__ typedef unsigned __int128 tt_count;

enum tt_status {
    TT_OK,
    TT_BAD_REQUEST,     /* both entries and bytes */
    TT_BAD_KEYS,        /* no keys at all, or more than TT_MAX_KEYS */
    TT_BAD_STORED_BITS, /* not from 1 to 128 */
    TT_TOO_FEW_BYTES,   /* no room for the three slots of the smallest prime */
    TT_TOO_MANY,        /* no odd prime of 64 bits is large enough */
    TT_UNSAFE,          /* two keys could be confused */
    TT_NO_MEMORY,       /* for a table, or for libprimesieve */
};

/* One line of English for people: "two keys could be confused". */
const char *tt_strstatus(enum tt_status status);

#define TT_MAX_KEYS ((tt_count)1 << 127)

/* What a slot is. */
enum tt_layout {
    TT_SINGLE,  /* one entry: truncated key and 8-bit value (tt/table.h) */
    TT_BUCKETS, /* a cache line of entries (tt/buckets.h) */
};

/* A bucket has room for 48 bytes of stored keys: 12 of 32 bits, 6 of 64, or 3
 * of 128; and as many values. */
enum { TT_BUCKET_BYTES = 64, TT_BUCKET_KEY_BYTES = 48 };

/* A table of 2^17 slots, 8 MiB in buckets, is small enough for any machine. */
#define TT_SLOT_BITS 17

/*
 * How many bits of each of so many keys a table has to store, 32, 64 or 128, so
 * that 2^TT_SLOT_BITS slots are safe: narrower keys would save room only in
 * tables that are too large.
 */
int tt_stored_bits(tt_count keys);

/* What is wanted.  At most one of 'entries' and 'bytes' may be set. */
struct tt_request {
    enum tt_layout layout;
    tt_count keys;    /* keys are 0 to keys - 1; at most TT_MAX_KEYS */
    int stored_bits;  /* k, from 1 to 128; with TT_BUCKETS 32, 64 or 128 */
    uint64_t entries; /* at least so many, or 0 */
    uint64_t bytes;   /* at most so many, or 0 */
};

struct tt_size {
    uint64_t slots;    /* S, an odd prime */
    int slot_bytes;    /* of one slot */
    tt_count entries;  /* in all slots */
    tt_count bytes;    /* of all slots */
    tt_count limit;    /* S * 2^k: keys below it cannot be confused */
    tt_count min_safe; /* the smallest odd S that would be safe, prime or not */
    bool safe;         /* keys <= limit */
};

/*
 * Choose the number of slots: the smallest odd prime that has room for
 * 'request->entries', or the largest that fits into 'request->bytes', or, with
 * neither, the smallest that is safe.  A size that is not safe is reported as
 * such in '*size', not as a failure.  On failure '*size' is left as it was.  No
 * request, however odd, overflows or ends the process.
 *
 * Sieves up to the square root of the result: microseconds for tables that fit
 * into a machine, a second or so for the largest 64-bit numbers.
 */
enum tt_status tt_size(const struct tt_request *request, struct tt_size *size);

/*
 * The number of keys, from 0, that 'slots' and 'stored_bits' tell apart: the
 * least common multiple of 'slots' and 2^stored_bits, or 2^128 - 1 where that
 * is more.  Requires slots >= 1 and 1 <= stored_bits <= 128.
 */
tt_count tt_limit(uint64_t slots, int stored_bits);

#endif
