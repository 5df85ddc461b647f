#include "tt/prime.h"

#include <stdbool.h>
#include <stddef.h>

#include "tt/sizing.h"

/* base^exponent modulo n */
static uint64_t power(uint64_t base, uint64_t exponent, uint64_t n)
{
    uint64_t result = 1;
    for (; exponent > 0; exponent /= 2) {
        if (exponent % 2 == 1)
            result = (uint64_t)((tt_count)result * base % n);
        base = (uint64_t)((tt_count)base * base % n);
    }
    return result;
}

/* Whether the odd number n is a strong probable prime to a base. */
static bool passes(uint64_t n, uint64_t base)
{
    int twos = __builtin_ctzll(n - 1);
    uint64_t value = power(base, (n - 1) >> twos, n);
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
