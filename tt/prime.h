/*
 * tt_ primes: the odd primes that are sizes of tables.  Internal to tt/.
 *
 * libprimesieve computes them; on systems that lack it, tt/prime_standalone.c.
 *
 * Thread safety: any thread may call these functions.
 */
#ifndef TT_PRIME_H
#define TT_PRIME_H

#include <stdint.h>

/* The odd primes of 64 bits are from 3 to 2^64 - 59. */
#define TT_SMALLEST_PRIME UINT64_C(3)
#define TT_LARGEST_PRIME UINT64_C(18446744073709551557)

/* Returns the smallest odd prime >= n, or 0 if out of memory.  Requires
 * n <= TT_LARGEST_PRIME. */
uint64_t tt_prime_at_least(uint64_t n);

/* Returns the largest odd prime <= n, or 0 if out of memory.  Requires
 * n >= TT_SMALLEST_PRIME. */
uint64_t tt_prime_at_most(uint64_t n);

#endif
