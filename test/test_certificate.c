/* Certificates: limits of a check, and damaged files. */
#include "test/test.h"

#include <string.h>

#include "book/checksum.h"
#include "certificate/certificate.h"
#include "test/reference.h"

static const char *const files[] = {
    "test/certificates/5x5-first.cert",
    "test/certificates/5x5-first-rules.cert",
    "test/certificates/7x6-444444.cert",
};
enum { FILES = sizeof files / sizeof *files, MAX_BYTES = 4096 };

struct file {
    uint8_t bytes[MAX_BYTES];
    size_t size;
    struct certificate certificate;
    struct certificate_result result;
};

static struct file loaded[FILES];

static enum certificate_status check(const uint8_t *bytes, size_t size,
                                     uint64_t max_states,
                                     struct certificate_result *result)
{
    struct certificate read;
    char reason[CERTIFICATE_REASON_SIZE] = "";
    enum certificate_status status =
        certificate_read(bytes, size, &read, reason);
    if (status == CERTIFICATE_OK)
        return certificate_check(&read, max_states, result);
    assert_true(reason[0] != '\0');
    return status;
}

/* Returns the size. */
static size_t read_file(const char *name, uint8_t bytes[MAX_BYTES])
{
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, MAX_BYTES, file);
    fclose(file);
    return size;
}

static int load(void **state)
{
    (void)state;
    for (int i = 0; i < FILES; i++)
        loaded[i].size = read_file(files[i], loaded[i].bytes);
    return 0;
}

static void a_limit_of_states_is_kept(void **state)
{
    (void)state;
    for (int i = 0; i < FILES; i++) {
        struct file *file = &loaded[i];
        struct certificate_result result;
        assert_int_equal(check(file->bytes, file->size, CERTIFICATE_MAX_STATES,
                               &file->result),
                         CERTIFICATE_OK);
        uint64_t states = file->result.states;
        assert_int_equal(check(file->bytes, file->size, states, &result),
                         CERTIFICATE_OK);
        assert_int_equal(check(file->bytes, file->size, states - 1, &result),
                         CERTIFICATE_TOO_LARGE);
        assert_string_equal(result.reason, "too many states");
    }
}

/* Its states are too many for any limit; see certificate.bats. */
static void a_bomb_is_refused(void **state)
{
    (void)state;
    uint8_t bytes[MAX_BYTES];
    struct certificate_result result;
    size_t size = read_file("test/certificates/7x12.bomb", bytes);
    assert_int_equal(check(bytes, size, 100000, &result),
                     CERTIFICATE_TOO_LARGE);
    assert_int_equal(result.states, 100001);
}

static void put_checksum(uint8_t *bytes, size_t size)
{
    uint32_t sum = book_checksum(bytes, size - 4);
    for (size_t i = 0; i < 4; i++)
        bytes[size - 4 + i] = (uint8_t)(sum >> (24 - 8 * i));
}

static void every_changed_bit_is_noticed(void **state)
{
    (void)state;
    for (int i = 0; i < FILES; i++) {
        struct file *file = &loaded[i];
        struct certificate_result result;
        for (size_t bit = 0; bit < 8 * file->size; bit++) {
            file->bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
            assert_true(check(file->bytes, file->size, 100000, &result) !=
                        CERTIFICATE_OK);
            file->bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        for (size_t size = 0; size < file->size; size++)
            assert_int_equal(check(file->bytes, size, 100000, &result),
                             CERTIFICATE_DAMAGED);
    }
}

/* Damage a copy of a file in 'bytes', with room for some more; most have a
 * right checksum.  Returns the size. */
static size_t damage(uint8_t *bytes, size_t size,
                     struct reference_random *random)
{
    int at = reference_below(random, (int)size);
    switch (reference_below(random, 8)) {
    case 0:
        return (size_t)at;
    case 1: /* the checksum is wrong */
        bytes[at] ^= (uint8_t)(1 << reference_below(random, 8));
        return size;
    case 2:
        bytes[4 + reference_below(random, 5)] =
            (uint8_t)reference_below(random, 256);
        break;
    case 3:
        for (int more = 1 + reference_below(random, 3); more > 0; more--)
            bytes[size++ - 4] = (uint8_t)reference_below(random, 256);
        break;
    default:
        for (int count = 1 + reference_below(random, 3); count > 0; count--)
            bytes[8 + reference_below(random, (int)size - 12)] =
                (uint8_t)reference_below(random, 256);
    }
    put_checksum(bytes, size);
    return size;
}

/* The check of a damaged file ends; few are another proof.  'make check-long'
 * takes a million, with a lower limit of states. */
static void damaged_files_end(void **state)
{
    (void)state;
    struct reference_random random = reference_seed(40);
    int runs = test_is_long() ? 1000000 : test_is_short() ? 500 : 2000;
    uint64_t max_states = test_is_long() ? 300 : 20000;
    int counts[CERTIFICATE_NO_MEMORY + 1] = {0};
    uint64_t most = 0;
    for (int i = 0; i < runs; i++) {
        const struct file *file = &loaded[i % FILES];
        struct certificate_result result = {.states = 0};
        uint8_t bytes[MAX_BYTES + 3];
        memcpy(bytes, file->bytes, file->size);
        size_t size = damage(bytes, file->size, &random);
        enum certificate_status status =
            check(bytes, size, max_states, &result);
        counts[status]++;
        if (status != CERTIFICATE_DAMAGED && status != CERTIFICATE_VERSION)
            assert_int_equal(result.reason == NULL, status == CERTIFICATE_OK);
        assert_true(result.states <= max_states + 1);
        most = result.states > most ? result.states : most;
    }
    printf("# %d files: %d proofs, %d damaged, %d without proof, %d with too "
           "many states; at most %ju states\n",
           runs, counts[CERTIFICATE_OK], counts[CERTIFICATE_DAMAGED],
           counts[CERTIFICATE_FAILS], counts[CERTIFICATE_TOO_LARGE],
           (uintmax_t)most);
    assert_true(counts[CERTIFICATE_OK] < runs / 4);
    assert_int_equal(counts[CERTIFICATE_NO_MEMORY], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limit_of_states_is_kept),
        cmocka_unit_test(a_bomb_is_refused),
        cmocka_unit_test(every_changed_bit_is_noticed),
        cmocka_unit_test(damaged_files_end),
    };
    return cmocka_run_group_tests_name("certificate", tests, load, NULL);
}
