/* Table sizes, compared with brute force, and their edge cases. */
#include "test/unit/test.h"

#include "tt/sizing.h"

static bool is_prime(uint64_t n)
{
    for (uint64_t factor = 2; factor * factor <= n; factor++)
        if (n % factor == 0)
            return false;
    return n >= 2;
}

/* What a request that can be met gets. */
static struct tt_size size_of(struct tt_request request)
{
    struct tt_size size;
    assert_ok(tt_size(&request, &size));
    return size;
}

/* Whether two of the keys 0 to keys - 1 have the same slot and stored bits. */
static bool confuses(unsigned keys, unsigned entries, int stored_bits)
{
    bool *seen = calloc((size_t)entries << stored_bits, sizeof *seen);
    bool confused = false;
    assert_non_null(seen);
    for (unsigned key = 0; key < keys && !confused; key++) {
        unsigned stored = key & ((1u << stored_bits) - 1);
        bool *at = &seen[((key % entries) << stored_bits) + stored];
        confused = *at;
        *at = true;
    }
    free(seen);
    return confused;
}

TEST(the_limit_is_exact)
{
    for (int bits = 1; bits <= 5; bits++)
        for (unsigned entries = 1; entries <= 66; entries++) {
            unsigned limit = (unsigned)tt_limit(entries, bits);
            assert_false(confuses(limit, entries, bits));
            assert_true(confuses(limit + 1, entries, bits));
        }
}

TEST(the_smallest_safe_size_is_exact)
{
    for (int bits = 1; bits <= 5; bits++)
        for (unsigned keys = 1; keys <= 300; keys++) {
            struct tt_size size =
                size_of((struct tt_request){.keys = keys, .stored_bits = bits});
            unsigned min = (unsigned)size.min_safe;
            assert_true(min % 2 == 1);
            assert_false(confuses(keys, min, bits));
            assert_true(min == 1 || confuses(keys, min - 2, bits));
            assert_true(size.safe);
            assert_true(size.slots >= min && size.slots % 2 == 1);
            assert_true(is_prime(size.slots));
        }
}

TEST(sizes_are_the_nearest_primes)
{
    for (uint64_t wanted = 1; wanted <= 500; wanted++) {
        struct tt_request request = {
            .keys = 1000, .stored_bits = 8, .entries = wanted};
        struct tt_size size = size_of(request);
        assert_true(is_prime(size.slots) && size.slots % 2 == 1);
        assert_true(size.slots >= wanted);
        for (uint64_t n = wanted; n < size.slots; n++)
            assert_true(n % 2 == 0 || !is_prime(n));
        assert_true(size.safe == !confuses(1000, (unsigned)size.slots, 8));
        assert_true(size.bytes == size.slots * 2);

        request.entries = 0;
        request.bytes = wanted + 5;
        size = size_of(request);
        assert_true(is_prime(size.slots) && size.slots % 2 == 1);
        assert_true(size.bytes <= wanted + 5);
        for (uint64_t n = size.slots + 1; n * 2 <= wanted + 5; n++)
            assert_false(is_prime(n));
    }
}

TEST(the_tutorials_table_is_found)
{
    struct tt_size size = size_of((struct tt_request){
        .keys = (tt_count)1 << 49, .stored_bits = 32, .entries = 1 << 23});
    assert_int_equal(size.slots, 8388617);
    assert_int_equal(size.slot_bytes, 5);
    assert_true(size.safe);
    assert_int_equal(size.min_safe, (1 << 17) + 1);
}

/* Products exceed 64 bits.  Beyond 2^64 - 59, the largest 64-bit prime,
 * libprimesieve would fail or end the process. */
TEST(extreme_sizes_neither_overflow_nor_abort)
{
    const uint64_t largest = UINT64_C(18446744073709551557);
    struct tt_request request = {
        .keys = 1, .stored_bits = 64, .entries = largest};
    struct tt_size size = size_of(request);
    assert_true(size.slots == largest);
    assert_true(size.limit == (tt_count)largest << 64);
    assert_true(size.bytes == (tt_count)largest * 9);
    while (++request.entries != 0)
        assert_int_equal(tt_size(&request, &size), TT_TOO_MANY);

    request = (struct tt_request){.keys = TT_MAX_KEYS, .stored_bits = 1};
    assert_int_equal(tt_size(&request, &size), TT_TOO_MANY);
    size = size_of((struct tt_request){
        .keys = TT_MAX_KEYS, .stored_bits = 64, .bytes = 100});
    assert_true(size.min_safe == ((tt_count)1 << 63) + 1);
    assert_false(size.safe);
}

TEST(impossible_requests_are_refused)
{
    static const struct {
        struct tt_request request;
        enum tt_status status;
    } cases[] = {
        {{.keys = 0, .stored_bits = 32}, TT_BAD_KEYS},
        {{.keys = TT_MAX_KEYS + 1, .stored_bits = 32}, TT_BAD_KEYS},
        {{.keys = 1, .stored_bits = 0}, TT_BAD_STORED_BITS},
        {{.keys = 1, .stored_bits = 129}, TT_BAD_STORED_BITS},
        {{TT_BUCKETS, .keys = 1, .stored_bits = 31}, TT_BAD_STORED_BITS},
        {{.keys = 1, .stored_bits = 32, .entries = 9, .bytes = 99},
         TT_BAD_REQUEST},
        {{.keys = 1, .stored_bits = 32, .bytes = 14}, TT_TOO_FEW_BYTES},
        {{.keys = 1, .stored_bits = 32, .bytes = 15}, TT_OK}, /* 3 slots */
    };
    struct tt_size size;
    EACH (c, cases)
        assert_int_equal(tt_size(&c->request, &size), c->status);
    assert_int_equal(size.slots, 3);
}

TEST(buckets_are_sized_like_slots)
{
    struct tt_request request = {
        .layout = TT_BUCKETS,
        .keys = (tt_count)1 << 49,
        .stored_bits = 32,
        .entries = 1000000,
    };
    struct tt_size size = size_of(request);
    assert_true(is_prime(size.slots) && size.slots % 2 == 1);
    assert_true(size.slots * 12 >= 1000000 && (size.slots - 60) * 12 < 1000000);
    assert_true(size.entries == size.slots * 12);
    assert_true(size.bytes == size.slots * 64);
    assert_false(size.safe); /* safety depends on buckets, not on entries */
    request.entries = 0;
    request.bytes = 64 << 20;
    size = size_of(request);
    assert_true(size.safe && size.bytes <= 64 << 20);
}

/* At both ends of each width. */
TEST(stored_bits_follow_from_the_number_of_keys)
{
    const int ends[][2] = {{1, 32},  {49, 32},  {50, 64},
                           {81, 64}, {82, 128}, {127, 128}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        tt_count keys = (tt_count)1 << ends[i][0];
        assert_int_equal(tt_stored_bits(keys), ends[i][1]);
        struct tt_request request = {
            .layout = TT_BUCKETS,
            .keys = keys,
            .stored_bits = ends[i][1],
            .bytes = 9 << 20,
        };
        struct tt_size size;
        assert_ok(tt_size(&request, &size));
        assert_true(size.safe);
        assert_true(size.entries ==
                    (tt_count)size.slots * (48 * 8 / (unsigned)ends[i][1]));
    }
    assert_int_equal(tt_stored_bits(((tt_count)1 << 49) + 1), 64);
    assert_int_equal(tt_stored_bits((tt_count)1 << 49), 32);
    assert_true(tt_limit(3, 128) == ~(tt_count)0);
    assert_true(tt_limit(3, 126) == (tt_count)3 << 126);
    assert_true(tt_limit(5, 126) == ~(tt_count)0);
}
