/* Certificates: limits of a check, changed bytes, and their parts. */
#include "test/unit/test.h"

#include "proof/certificate.h"
#include "proof/map.h"
#include "test/unit/file.h"
#include "test/unit/reference.h"

static const char *const files[] = {
    "test/support/certificates/5x5-first.cert",
    "test/support/certificates/5x5-first-rules.cert",
    "test/support/certificates/7x6-444444.cert",
};
enum { FILES = sizeof files / sizeof *files, MAX_BYTES = 4096 };

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

TEST_BEFORE
{
    for (int i = 0; i < FILES; i++)
        loaded[i] = read_file(files[i]);
    return 0;
}

TEST(a_limit_of_states_is_kept)
{
    for (int i = 0; i < FILES; i++) {
        struct file *file = &loaded[i];
        struct certificate_result result;
        assert_ok(
            check(file->bytes, file->size, CERTIFICATE_MAX_STATES, &result));
        uint64_t states = result.states;
        assert_ok(check(file->bytes, file->size, states, &result));
        assert_int_equal(check(file->bytes, file->size, states - 1, &result),
                         CERTIFICATE_TOO_LARGE);
        assert_string_equal(result.reason, "too many states");
    }
}

/* Its states are too many for any limit; see long.bats. */
TEST(a_bomb_is_refused)
{
    struct file file = read_file("test/support/certificates/7x12.bomb");
    struct certificate_result result;
    assert_int_equal(check(file.bytes, file.size, 100000, &result),
                     CERTIFICATE_TOO_LARGE);
    assert_int_equal(result.states, 100001);
}

TEST(every_changed_bit_is_noticed)
{
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

/* Change bytes of the header of a certificate on 5x5. */
TEST(impossible_headers_are_refused)
{
    static const struct {
        size_t at;
        uint8_t value;
        enum certificate_status status;
        const char *reason;
    } cases[] = {
        {0, '5', CERTIFICATE_DAMAGED, "not a certificate"},
        {3, 0, CERTIFICATE_VERSION, "unknown version of the format"},
        {3, 2, CERTIFICATE_VERSION, "unknown version of the format"},
        {4, 0x05, CERTIFICATE_DAMAGED, "unknown board"},
        {4, 0x50, CERTIFICATE_DAMAGED, "unknown board"},
        {4, 0xd1, CERTIFICATE_DAMAGED, "unknown board"},
        {4, 0xac, CERTIFICATE_DAMAGED, "unknown board"},
        {5, 4, CERTIFICATE_DAMAGED, "unknown claim"},
        {6, 26, CERTIFICATE_DAMAGED, "unknown claim"},
        {6, 256 - 26, CERTIFICATE_DAMAGED, "unknown claim"},
        {6, 25, CERTIFICATE_FAILS, NULL},
        {7, 26, CERTIFICATE_DAMAGED, "impossible moves"},
        {7, 255, CERTIFICATE_DAMAGED, "impossible moves"},
    };
    for (size_t size = 4; size <= 12; size++) {
        uint8_t none[12] = {'4', 'S', 'C', 1, 0x55};
        struct certificate read;
        char reason[CERTIFICATE_REASON_SIZE] = "";
        put_checksum(none, size);
        assert_int_equal(certificate_read(none, size, &read, reason),
                         size < 12 ? CERTIFICATE_DAMAGED : CERTIFICATE_OK);
        assert_string_equal(reason, size < 12 ? "not a certificate" : "");
    }
    EACH (c, cases) {
        struct file file = loaded[0];
        struct certificate read;
        struct certificate_result result;
        char reason[CERTIFICATE_REASON_SIZE] = "";
        file.bytes[c->at] = c->value;
        put_checksum(file.bytes, file.size);
        assert_int_equal(check(file.bytes, file.size, 100000, &result),
                         c->status);
        if (c->reason != NULL) {
            assert_int_equal(
                certificate_read(file.bytes, file.size, &read, reason),
                c->status);
            assert_string_equal(reason, c->reason);
        }
    }
}

/* The columns after the header, two in each byte. */
TEST(moves_are_read)
{
    static const struct {
        uint8_t count, bytes[4];
        const char *moves; /* or NULL: they are refused */
        bool mover;        /* the first player claims */
    } cases[] = {
        {3, {0x04, 0x20}, "153", false},
        {4, {0x04, 0x20}, "1531", true},
        {3, {0x04, 0x21}, NULL, false},
        {1, {0x50}, NULL, false},
        {1, {0xf0}, NULL, false},
        {6, {0, 0, 0}, NULL, false},    /* a full column */
        {7, {1, 1, 1, 0}, NULL, false}, /* a four */
    };
    EACH (c, cases) {
        int count = c->count;
        uint8_t bytes[16] = {'4', 'S', 'C', 1, 0x55, 0, 0, c->count};
        struct certificate read;
        char reason[CERTIFICATE_REASON_SIZE];
        size_t size = 8 + (size_t)(count + 1) / 2 + 4;
        memcpy(bytes + 8, c->bytes, size - 12);
        put_checksum(bytes, size);
        enum certificate_status status =
            certificate_read(bytes, size, &read, reason);
        if (c->moves == NULL) {
            assert_int_equal(status, CERTIFICATE_DAMAGED);
            continue;
        }
        assert_ok(status);
        assert_string_equal(read.moves, c->moves);
        assert_int_equal(read.choices_size, 0);
        assert_int_equal(read.claim.mover, c->mover);
    }
}

/* Claims without a choice in the file, at the scores where they begin to fail.
 */
TEST(scores_are_exact)
{
    static const struct {
        uint8_t board;
        int second; /* the claiming player */
        const char *moves;
        int holds; /* the highest score that holds */
        const char *reason, *failed_at;
    } cases[] = {
        /* P completes a four with stone 7, or 8. */
        {0x76, 0, "414141", 18, "the win comes too late", "414141"},
        {0x76, 1, "1414147", 18, "the win comes too late", "1414147"},
        /* M does. */
        {0x76, 1, "414141", -18, "the other side has won", "4141414"},
        {0x76, 0, "7414147", -18, "the other side has won", "74141474"},
        /* P has two threats; the four is stone 7. */
        {0x76, 0, "4455", 18, NULL, NULL},
        /* Nobody can win; the last stone is M's, or P's. */
        {0x12, 0, "", 0, "the game is drawn", "11"},
        {0x11, 0, "", 0, "the game is drawn", "1"},
        {0x11, 1, "", 0, "the game is drawn", "1"},
        {0x11, 0, "1", 0, "the game is drawn", "1"},
        {0x11, 1, "1", 0, "the game is drawn", "1"},
    };
    EACH (c, cases) {
        for (int more = 0; more < 2; more++) {
            struct certificate made = {.claim = {.score = c->holds + more}};
            struct claim *claim = &made.claim;
            struct certificate_result result;
            size_t plies = strlen(c->moves);
            claim->pos =
                test_moves(board_make(c->board >> 4, c->board & 15), c->moves);
            memcpy(made.moves, c->moves, plies);
            claim->mover = (plies % 2 != 0) == (c->second != 0);
            enum certificate_status status =
                certificate_check(&made, 1000, &result);
            if (more == 0) {
                assert_ok(status);
                continue;
            }
            assert_int_equal(status, CERTIFICATE_FAILS);
            if (c->reason == NULL)
                continue;
            assert_string_equal(result.reason, c->reason);
            assert_string_equal(result.moves, c->failed_at);
        }
    }
}

TEST(the_limit_of_bytes_is_kept)
{
    struct certificate read;
    char reason[CERTIFICATE_REASON_SIZE];
    uint8_t *bytes = calloc(1, CERTIFICATE_MAX_BYTES + 1);
    assert_non_null(bytes);
    memcpy(bytes, loaded[0].bytes, 8);
    bytes[CERTIFICATE_MAX_BYTES - 5] = 1;
    put_checksum(bytes, CERTIFICATE_MAX_BYTES);
    assert_ok(certificate_read(bytes, CERTIFICATE_MAX_BYTES, &read, reason));
    assert_int_equal(read.choices_size, CERTIFICATE_MAX_BYTES - 12);
    assert_int_equal(
        certificate_read(bytes, CERTIFICATE_MAX_BYTES + 1, &read, reason),
        CERTIFICATE_DAMAGED);
    assert_string_equal(reason, "larger than 1 MiB, the limit of certificates");
    free(bytes);
}

/* Any bytes after the choices, some of which the check has read ahead. */
TEST(only_the_shortest_code_is_accepted)
{
    struct reference_random random = reference_seed(42);
    for (int i = 0; i < 300; i++) {
        const struct file *file = &loaded[i < 256 ? 0 : i % FILES];
        uint8_t bytes[MAX_BYTES];
        struct certificate_result result;
        size_t size = file->size;
        memcpy(bytes, file->bytes, size);
        if (i < 256)
            bytes[size++ - 4] = (uint8_t)i;
        else
            for (int more = 1 + reference_below(&random, 6); more > 0; more--)
                bytes[size++ - 4] = (uint8_t)reference_below(&random, 256);
        put_checksum(bytes, size);
        assert_int_equal(check(bytes, size, 100000, &result),
                         CERTIFICATE_FAILS);
        assert_string_equal(result.reason,
                            "the choices are not in the shortest code");
    }
}

/* Read or write a random choice; the same for the same state of 'random'. */
static void code_choice(struct choices *choices, struct board board,
                        struct reference_random *random)
{
    board_bits cells = 0;
    int kind = reference_below(random, 3), answered = CHOICES_NO_CELL;
    bool yes = reference_below(random, 4) == 0;
    if (kind == 2) {
        int ply = reference_below(random, board_cells(board) + 1);
        assert_int_equal(choices_policy(choices, ply, yes), yes);
        return;
    }
    while (cells == 0)
        for (int column = 0; column < board.width; column++)
            if (reference_below(random, 2) == 0)
                cells |= board_cell(board, column,
                                    reference_below(random, board.height));
    board_bits chosen = cells;
    for (int i = reference_below(random, board_popcount(cells)); i > 0; i--)
        chosen &= chosen - 1;
    chosen = board_first(chosen);
    if (reference_below(random, 3) != 0)
        answered = reference_below(random, board.width * (board.height + 1));
    assert_true(choices_cell(choices, board, cells, (enum choices_kind)kind,
                             answered, kind == 1 && yes, chosen) == chosen);
}

/* To the last byte. */
TEST(choices_that_are_written_are_read)
{
    struct reference_random random = reference_seed(44);
    for (int round = 0; round < 3000; round++) {
        struct board board =
            round % 2 == 0 ? board_make(7, 6) : board_make(12, 9);
        struct reference_random again = random;
        struct choices_output output = {.bytes = NULL};
        struct choices choices;
        int count = round == 0 ? 20000 : 1 + reference_below(&random, 20);
        choices_write(&choices, &output);
        for (int i = 0; i < count; i++)
            code_choice(&choices, board, &random);
        choices_end(&choices);
        assert_false(output.failed);
        choices_read(&choices, output.bytes, output.size);
        if (round != 0)
            reference_below(&again, 20);
        for (int i = 0; i < count; i++)
            code_choice(&choices, board, &again);
        assert_true(choices_ended(&choices));
        free(output.bytes);
    }
}

/* The same answer again and again, which the bytes 0 and 255 give: p changes by
 * 2 * 144 / (2 * 255 + 3), which is 0, at last. */
TEST(probabilities_converge)
{
    uint8_t bytes[64];
    for (int yes = 0; yes < 2; yes++) {
        struct choices choices;
        memset(bytes, yes != 0 ? 0 : 255, sizeof bytes);
        choices_read(&choices, bytes, sizeof bytes);
        for (int i = 0; i < 2000; i++)
            assert_int_equal(choices_policy(&choices, 5, false), yes);
        int used = 0;
        for (int i = 0; i < CHOICES_CONTEXTS; i++) {
            if (choices.contexts[i].count < 2)
                continue;
            used++;
            assert_int_equal(choices.contexts[i].count, 255);
            assert_int_equal(choices.contexts[i].yes,
                             yes != 0 ? 65536 - 144 : 144);
        }
        assert_int_equal(used, 1);
    }
}

TEST(maps_keep_keys_and_numbers)
{
    struct map map = {0};
    bool added;
    assert_null(map_find(&map, 0));
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 5000; i++) {
            board_bits key = (board_bits)i << (i % 2 == 0 ? 0 : 64);
            assert_int_equal(*map_add(&map, key, i, &added), i);
            assert_true(added);
            assert_int_equal(map.count, i + 1);
            assert_int_equal(*map_add(&map, key, 7, &added), i);
            assert_false(added);
        }
        assert_int_equal(map.size, 16384); /* at least half of it is empty */
        assert_null(map_find(&map, 5001));
        for (uint32_t i = 0; i < 5000; i++)
            assert_int_equal(
                *map_find(&map, (board_bits)i << (i % 2 == 0 ? 0 : 64)), i);
        map_clear(&map);
        assert_int_equal(map.count, 0);
        assert_null(map_find(&map, 2));
        assert_int_equal(*map_add(&map, 2, 0, &added), 0);
        map_clear(&map);
    }
    map_free(&map);
    assert_null(map.keys);
    assert_int_equal(map.size, 0);
}
