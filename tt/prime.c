#include "tt/prime.h"

#include <stdbool.h>
#include <stddef.h>

#include <primesieve.h>

#include "os/memory.h"

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
