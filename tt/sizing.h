/*
 * tt_ sizing: table sizes with which no two keys can be confused.
 *
 * A table of S slots stores key mod 2^k in slot key mod S.  If S is odd, S and
 * 2^k are coprime.  By the Chinese remainder theorem the two remainders then
 * identify one key below S * 2^k.  So a table is safe if there are at most S *
 * 2^k keys.  A table with more keys is unsafe: keys 0 and S * 2^k have the same
 * remainders.  If S is even, the limit is the least common multiple of S and
 * 2^k instead.
 *
 * S is chosen prime, so that keys of any pattern are distributed evenly.
 * Source: part 11 of the tutorial.
 *
 * libprimesieve finds the primes; where the macro STANDALONE is defined, a test
 * of one number after the other does.
 *
 * Thread safety: any thread may call these functions.
 */
#ifndef TT_SIZING_H
#define TT_SIZING_H

#include <stdbool.h>
#include <stdint.h>

#include "os/os.h"

/* A count of keys or bytes: holds the product of two 64-bit numbers. */
__extension__ typedef unsigned __int128 tt_count;

enum tt_status {
    TT_OK,
    TT_BAD_REQUEST,     /* both 'entries' and 'bytes' are set */
    TT_BAD_KEYS,        /* 'keys' is 0 or more than TT_MAX_KEYS */
    TT_BAD_STORED_BITS, /* 'stored_bits' is out of range */
    TT_TOO_FEW_BYTES,   /* 'bytes' is too few for 3 slots, the minimum */
    TT_TOO_MANY,        /* no 64-bit prime is large enough */
    TT_UNSAFE,          /* two keys could be confused */
    TT_NO_MEMORY,
};

/* Returns a description of a status, such as "out of memory": a static string;
 * do not free. */
const char *tt_strstatus(enum tt_status status);

#define TT_MAX_KEYS ((tt_count)1 << 127)

/* The contents of a slot. */
enum tt_layout {
    TT_SINGLE,  /* one entry: stored key and 8-bit value (tt/table.h) */
    TT_BUCKETS, /* a cache line of entries (tt/buckets.h) */
};

/* A bucket has 48 bytes of stored keys: 12 of 32 bits, 6 of 64 or 3 of 128. */
enum { TT_BUCKET_BYTES = 64, TT_BUCKET_KEY_BYTES = 48 };

/* A table of 2^17 slots, 8 MiB with TT_BUCKETS, fits into any memory. */
#define TT_SLOT_BITS 17

/*
 * Returns the number of bits to store of each key: the smallest of 32, 64 and
 * 128 with which 2^TT_SLOT_BITS slots are safe.
 */
int tt_stored_bits(tt_count keys);

/* At most one of 'entries' and 'bytes' may be set. */
struct tt_request {
    enum tt_layout layout;
    tt_count keys;    /* keys are 0 to keys - 1; at most TT_MAX_KEYS */
    int stored_bits;  /* k, from 1 to 128; with TT_BUCKETS 32, 64 or 128 */
    uint64_t entries; /* minimum, or 0 */
    uint64_t bytes;   /* maximum, or 0 */
};

struct tt_size {
    uint64_t slots;    /* S, an odd prime */
    int slot_bytes;    /* of one slot */
    tt_count entries;  /* in all slots */
    tt_count bytes;    /* of all slots */
    tt_count limit;    /* S * 2^k: keys below it cannot be confused */
    tt_count min_safe; /* the smallest odd safe S, prime or not */
    bool safe;         /* keys <= limit */
};

/*
 * Compute the number of slots: the smallest odd prime with at least
 * 'request->entries' entries, the largest with at most 'request->bytes' bytes,
 * or, if neither is set, the smallest that is safe.
 *
 * Returns TT_OK and sets '*size'; the size need not be safe, see 'safe'.  On
 * failure '*size' is unchanged.  No request overflows or ends the process.
 *
 * Takes the time of a sieve up to the square root of the result: microseconds
 * for tables that fit into memory, about a second for the largest 64-bit
 * numbers.
 */
MUST_CHECK enum tt_status tt_size(const struct tt_request *request,
                                  struct tt_size *size);

/*
 * Returns the largest L for which keys 0 to L - 1 cannot be confused: the least
 * common multiple of 'slots' and 2^stored_bits, at most 2^128 - 1.  Requires
 * slots >= 1 and 1 <= stored_bits <= 128.
 */
tt_count tt_limit(uint64_t slots, int stored_bits);

/* -------------------------------------------------------- the slot of a key */

/*
 * key % divisor by multiplication.  The reciprocal, 2^64 / divisor, is rounded
 * down by less than 1, and a key is less than 2^64.  So the computed quotient
 * is exact or too small by 1.
 * Source: Granlund and Montgomery, Division by Invariant Integers using
 * Multiplication, 1994.
 */

struct tt_divisor {
    uint64_t value;
    uint64_t reciprocal; /* 2^64 / value, rounded down */
};

/* Requires value >= 1. */
static inline struct tt_divisor tt_divisor(uint64_t value)
{
    tt_count reciprocal = ((tt_count)1 << 64) / value;
    return (struct tt_divisor){value,
                               value == 1 ? UINT64_MAX : (uint64_t)reciprocal};
}

/* Returns key % divisor.value. */
static inline uint64_t tt_reduce(struct tt_divisor divisor, uint64_t key)
{
    uint64_t quotient = (uint64_t)((tt_count)key * divisor.reciprocal >> 64);
    uint64_t remainder = key - quotient * divisor.value;
    return remainder >= divisor.value ? remainder - divisor.value : remainder;
}

/* Same for keys of up to 128 bits, by division. */
static inline uint64_t tt_reduce_wide(struct tt_divisor divisor, tt_count key)
{
    return (uint64_t)(key % divisor.value);
}

/* ------------------------------------------------------------------- primes */

/* The odd primes of 64 bits are from 3 to 2^64 - 59. */
#define TT_SMALLEST_PRIME UINT64_C(3)
#define TT_LARGEST_PRIME UINT64_C(18446744073709551557)

/* Returns the smallest odd prime >= n, or 0 if out of memory.  Requires
 * n <= TT_LARGEST_PRIME. */
uint64_t tt_prime_at_least(uint64_t n);

/* Returns the largest odd prime <= n, or 0 if out of memory.  Requires
 * n >= TT_SMALLEST_PRIME. */
uint64_t tt_prime_at_most(uint64_t n);

/* Returns base^exponent modulo n.  Requires n > 1. */
uint64_t tt_power(uint64_t base, uint64_t exponent, uint64_t n);

#endif
