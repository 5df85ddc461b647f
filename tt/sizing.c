#include "tt/sizing.h"

#include <assert.h>
#include <stddef.h>

#ifndef STANDALONE
#include <primesieve.h>

#include "os/os.h"
#endif

const char *tt_strstatus(enum tt_status status)
{
    switch (status) {
    case TT_OK:
        return "no error";
    case TT_BAD_REQUEST:
        return "expected a number of entries or of bytes, not both";
    case TT_BAD_KEYS:
        return "the number of keys must be from 1 to 2^127";
    case TT_BAD_STORED_BITS:
        return "the stored part of a key must be from 1 to 128 bits, in "
               "buckets 32, 64 or 128";
    case TT_TOO_FEW_BYTES:
        return "too few bytes: the smallest table has 3 slots";
    case TT_TOO_MANY:
        return "too many slots: the largest 64-bit prime is "
               "18446744073709551557";
    case TT_UNSAFE:
        return "the table is too small: two keys could be confused";
    case TT_NO_MEMORY:
        return "out of memory";
    }
    return "unknown status";
}

tt_count tt_limit(uint64_t slots, int stored_bits)
{
    assert(slots >= 1 && stored_bits >= 1 && stored_bits <= 128);
    int common = __builtin_ctzll(slots);
    if (common > stored_bits)
        common = stored_bits;
    int shift = stored_bits - common;
    if (shift > __builtin_clzll(slots) + 64)
        return ~(tt_count)0;
    return (tt_count)slots << shift;
}

/* The smallest odd S with keys <= S * 2^stored_bits. */
static tt_count min_safe(tt_count keys, int stored_bits)
{
    if (stored_bits == 128)
        return 1;
    return (((keys - 1) >> stored_bits) + 1) | 1;
}

int tt_stored_bits(tt_count keys)
{
    int bits = 32;
    while (bits < 128 && keys > (tt_count)1 << (bits + TT_SLOT_BITS))
        bits *= 2;
    return bits;
}

/* The number of entries in a slot, or 0 if 'stored_bits' is out of range. */
static int slot_entries(enum tt_layout layout, int stored_bits)
{
    if (stored_bits < 1 || stored_bits > 128)
        return 0;
    if (layout == TT_SINGLE)
        return 1;
    if (stored_bits != 32 && stored_bits != 64 && stored_bits != 128)
        return 0;
    return TT_BUCKET_KEY_BYTES * 8 / stored_bits;
}

enum tt_status tt_size(const struct tt_request *request, struct tt_size *size)
{
    if (request->entries != 0 && request->bytes != 0)
        return TT_BAD_REQUEST;
    if (request->keys < 1 || request->keys > TT_MAX_KEYS)
        return TT_BAD_KEYS;
    int per_slot = slot_entries(request->layout, request->stored_bits);
    if (per_slot == 0)
        return TT_BAD_STORED_BITS;

    int slot_bytes = request->layout == TT_BUCKETS
                         ? TT_BUCKET_BYTES
                         : (request->stored_bits + 7) / 8 + 1;
    tt_count min = min_safe(request->keys, request->stored_bits);
    uint64_t prime;

    if (request->bytes != 0) {
        uint64_t max = request->bytes / (uint64_t)slot_bytes;
        if (max < TT_SMALLEST_PRIME)
            return TT_TOO_FEW_BYTES;
        prime = tt_prime_at_most(max);
    } else {
        tt_count slots = request->entries == 0
                             ? min
                             : (request->entries - 1) / (uint64_t)per_slot + 1;
        if (slots > TT_LARGEST_PRIME)
            return TT_TOO_MANY;
        prime = tt_prime_at_least((uint64_t)slots);
    }
    if (prime == 0)
        return TT_NO_MEMORY;

    tt_count limit = tt_limit(prime, request->stored_bits);
    *size = (struct tt_size){
        .slots = prime,
        .slot_bytes = slot_bytes,
        .entries = (tt_count)prime * (tt_count)per_slot,
        .bytes = (tt_count)prime * (tt_count)slot_bytes,
        .limit = limit,
        .min_safe = min,
        .safe = request->keys <= limit,
    };
    return TT_OK;
}

/* ------------------------------------------------------------------- primes */

uint64_t tt_power(uint64_t base, uint64_t exponent, uint64_t n)
{
    uint64_t result = 1;
    for (; exponent > 0; exponent /= 2) {
        if (exponent % 2 == 1)
            result = (uint64_t)((tt_count)result * base % n);
        base = (uint64_t)((tt_count)base * base % n);
    }
    return result;
}

#ifdef STANDALONE

/* Whether the odd number n is a strong probable prime to a base. */
static bool passes(uint64_t n, uint64_t base)
{
    int twos = __builtin_ctzll(n - 1);
    uint64_t value = tt_power(base, (n - 1) >> twos, n);
    if (value == 1 || value == n - 1)
        return true;
    for (int i = 1; i < twos; i++) {
        value = (uint64_t)((tt_count)value * value % n);
        if (value == n - 1)
            return true;
    }
    return false;
}

/* Whether the odd number n >= 3 is prime.  No composite number below 2^64
 * passes for all of the first twelve primes.  Source: Sorenson and Webster,
 * Strong pseudoprimes to twelve prime bases, doi:10.1090/mcom/3134. */
static bool is_prime(uint64_t n)
{
    static const uint8_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    for (size_t i = 0; i < sizeof bases; i++) {
        if (n % bases[i] == 0)
            return n == bases[i];
        if (!passes(n, bases[i]))
            return false;
    }
    return true;
}

uint64_t tt_prime_at_least(uint64_t n)
{
    if (n <= TT_SMALLEST_PRIME)
        return TT_SMALLEST_PRIME;
    for (n |= 1; !is_prime(n); n += 2)
        ;
    return n;
}

uint64_t tt_prime_at_most(uint64_t n)
{
    if (n >= TT_LARGEST_PRIME)
        return TT_LARGEST_PRIME;
    for (n = (n - 1) | 1; !is_prime(n); n -= 2)
        ;
    return n;
}

#else

/*
 * libprimesieve prints to stderr if it runs out of memory.  So it is called
 * only if a larger allocation succeeds: 1.2 MiB were measured for primes below
 * 2^48, 21 MiB for the largest.
 */
static bool has_sieve_memory(uint64_t n)
{
    struct os_memory memory;
    size_t bytes = n < UINT64_C(1) << 48 ? (size_t)4 << 20 : (size_t)64 << 20;
    bool mapped = os_map(&memory, bytes);
    os_unmap(&memory);
    return mapped;
}

/* primesieve_nth_prime(), but returns 0 if out of memory. */
static uint64_t find_prime(int64_t index, uint64_t start)
{
    if (!has_sieve_memory(start))
        return 0;
    uint64_t prime = primesieve_nth_prime(index, start);
    return prime == PRIMESIEVE_ERROR ? 0 : prime;
}

/* Beyond the largest prime, libprimesieve's iterator ends the process, and its
 * other functions fail. */
uint64_t tt_prime_at_least(uint64_t n)
{
    return n <= TT_SMALLEST_PRIME ? TT_SMALLEST_PRIME : find_prime(0, n);
}

uint64_t tt_prime_at_most(uint64_t n)
{
    return n >= TT_LARGEST_PRIME ? TT_LARGEST_PRIME : find_prime(-1, n + 1);
}

#endif
