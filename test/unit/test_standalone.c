/* What STANDALONE=1 builds, against libprimesieve and zlib. */
#include <primesieve.h>
#include <zlib.h>

#include "book/checksum.h"
#include "test/unit/test.h"
#include "tt/random.h"
#include "tt/sizing.h"

TEST(primes_are_those_of_libprimesieve)
{
    uint64_t seed = 1;
    for (int i = 0; i < (test_is_long() ? 3000 : 1100); i++) {
        /* all small numbers, then random ones of up to 40 bits */
        uint64_t n = i < 1000 ? (uint64_t)i : tt_random(&seed) >> (24 + i % 40);
        if (n >= 1)
            assert_true(tt_prime_at_least(n) ==
                        (n <= 3 ? 3 : primesieve_nth_prime(0, n)));
        if (n >= 3)
            assert_true(tt_prime_at_most(n) == primesieve_nth_prime(-1, n + 1));
    }
}

TEST(the_largest_primes_are_found)
{
    const uint64_t largest = UINT64_C(18446744073709551557);
    assert_true(tt_prime_at_least(largest) == largest);
    assert_true(tt_prime_at_least(largest - 1) == largest);
    assert_true(tt_prime_at_most(UINT64_MAX) == largest);
    /* 2^64 - 83; libprimesieve takes seconds for it */
    assert_true(tt_prime_at_most(largest - 1) == largest - 24);
}

/* Each is composite, and passes for all smaller prime bases than the one in
 * the list.  Source: OEIS A014233. */
TEST(strong_pseudoprimes_are_composite)
{
    static const uint64_t pseudoprimes[] = {
        2047,          1373653,       25326001,        3215031751,
        2152302898747, 3474749660383, 341550071728321, 3825123056546413051};
    for (size_t i = 0; i < sizeof pseudoprimes / sizeof *pseudoprimes; i++) {
        assert_true(tt_prime_at_least(pseudoprimes[i]) > pseudoprimes[i]);
        assert_true(tt_prime_at_most(pseudoprimes[i]) < pseudoprimes[i]);
    }
}

TEST(checksums_are_those_of_zlib)
{
    unsigned char bytes[1000];
    uint64_t seed = 1;
    for (size_t size = 0; size <= sizeof bytes; size++) {
        assert_int_equal(book_checksum(0, bytes, size),
                         crc32_z(0, bytes, size));
        if (size < sizeof bytes)
            bytes[size] = (unsigned char)tt_random(&seed);
    }
}
