/* JSON: the bytes that are written, memory that runs out, and structures that
 * the library has not filled. */
#include "test/unit/public.h"

#include <limits.h>
#include <string.h>

#include "lib/json/json.h"
#include "test/unit/memory.h"
#include "tt/random.h"

/* The text is 'expected', and is freed. */
static void check_text(struct json *json, const char *expected)
{
    size_t length;
    char *text = json_take(json, &length);
    assert_non_null(text);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
    assert_null(json->text);
    free(text);
}

static void check_string(const char *bytes, size_t length, const char *expected)
{
    struct json json = {0};
    json_put_bytes(&json, NULL, bytes, length);
    check_text(&json, expected);
}

static void check_real(double number, int digits, const char *expected)
{
    struct json json = {.digits = digits};
    json_put_real(&json, NULL, number);
    check_text(&json, expected);
}

TEST(strings_are_escaped)
{
    check_string("", 0, "\"\"");
    check_string("a/b'\x7f", 5, "\"a/b'\x7f\"");
    check_string("\"\\\b\f\n\r\t", 7, "\"\\\"\\\\\\b\\f\\n\\r\\t\"");
    check_string("\0\x01\x0b\x1f ", 5, "\"\\u0000\\u0001\\u000B\\u001F \"");
    check_string("a\"\"b", 4, "\"a\\\"\\\"b\"");
}

TEST(what_is_not_utf8_is_replaced_byte_by_byte)
{
    check_string("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", 11,
                 "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\"");
    check_string("4\xff\"", 3, "\"4\xef\xbf\xbd\\\"\"");
    check_string("\xc3\xa9\x80", 3, "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    check_string("\x7f\x80", 2, "\"\x7f\xef\xbf\xbd\"");
}

TEST(utf8_is_what_unicode_says)
{
    static const struct {
        bool is_utf8;
        const char *bytes;
    } cases[] = {
        {true, ""},
        {true, "\x7f"},
        {false, "\x80"},
        {false, "\xbf\x80"},
        {false, "\xc0\x80"},
        {false, "\xc1\xbf"},
        {true, "\xc2\x80"},
        {false, "\xc2"},
        {false, "\xc2\x7f"},
        {false, "\xc2\xc0"},
        {true, "\xdf\xbf"},
        {false, "\xe0\x9f\xbf"},
        {true, "\xe0\xa0\x80"},
        {false, "\xe2\x82"},
        {true, "\xed\x9f\xbf"},
        {false, "\xed\xa0\x80"}, /* surrogates */
        {false, "\xed\xbf\xbf"},
        {true, "\xee\x80\x80"},
        {true, "\xef\xbf\xbf"},
        {false, "\xf0\x8f\xbf\xbf"},
        {true, "\xf0\x90\x80\x80"},
        {false, "\xf0\x90\x80"},
        {true, "\xf4\x8f\xbf\xbf"},
        {false, "\xf4\x90\x80\x80"},
        {false, "\xf8\x88\x80\x80\x80"},
        {false, "\xff"},
    };
    EACH (c, cases) {
        size_t length = strlen(c->bytes);
        assert_int_equal(json_utf8(c->bytes, length), c->is_utf8 ? length : 0);
    }
    assert_int_equal(json_utf8("\xe2\x82\xac", 2), 0);
    assert_int_equal(json_utf8("a\xe2\x82\xac\xff", 5), 4);
}

TEST(real_numbers_have_a_point_or_an_exponent)
{
    check_real(0, 0, "0.0");
    check_real(-0.0, 0, "-0.0");
    check_real(1, 6, "1.0");
    check_real(0.1, 0, "0.10000000000000001");
    check_real(0.1, 15, "0.1");
    check_real(2.0 / 3, 6, "0.666667");
    check_real(2.0 / 3, 12, "0.666666666667");
    check_real(999999.5, 6, "1e6");
    check_real(123456789, 6, "1.23457e8");
    check_real(1e-5, 12, "1e-5");
    check_real(1e100, 12, "1e100");
    check_real(-1.7976931348623157e308, 0, "-1.7976931348623157e308");
    check_real(-4.9406564584124654e-324, 0, "-4.9406564584124654e-324");
}

TEST(integers_are_whole)
{
    struct json json = {0};
    json_begin_array(&json, NULL);
    json_put_integer(&json, NULL, 0);
    json_put_integer(&json, NULL, INT64_MAX);
    json_put_integer(&json, NULL, INT64_MIN);
    json_end(&json);
    check_text(&json, "[0,9223372036854775807,-9223372036854775808]");
}

/* Every kind of value, empty and full levels in each other. */
static void write_all(struct json *json)
{
    json_begin_object(json, NULL);
    json_begin_array(json, "none");
    json_end(json);
    json_begin_object(json, "empty");
    json_end(json);
    json_begin_array(json, "a\"b");
    json_put_null(json, NULL);
    json_begin_object(json, NULL);
    json_put_boolean(json, "no", false);
    json_put_boolean(json, "yes", true);
    json_end(json);
    json_begin_array(json, NULL);
    json_put_format(json, NULL, "%dx%d", 7, 6);
    json_end(json);
    json_end(json);
    json_put_text(json, "last", "x");
    json_end(json);
}

TEST(a_text_is_one_line_or_indented)
{
    struct json json = {0};
    write_all(&json);
    check_text(&json, "{\"none\":[],\"empty\":{},\"a\\\"b\":[null,{\"no\":"
                      "false,\"yes\":true},[\"7x6\"]],\"last\":\"x\"}");
    json.indent = 2;
    write_all(&json);
    check_text(&json, "{\n"
                      "  \"none\": [],\n"
                      "  \"empty\": {},\n"
                      "  \"a\\\"b\": [\n"
                      "    null,\n"
                      "    {\n"
                      "      \"no\": false,\n"
                      "      \"yes\": true\n"
                      "    },\n"
                      "    [\n"
                      "      \"7x6\"\n"
                      "    ]\n"
                      "  ],\n"
                      "  \"last\": \"x\"\n"
                      "}");
}

TEST(levels_are_as_many_as_promised)
{
    struct json json = {0};
    char expected[6 * JSON_MAX_DEPTH], *end = expected;
    for (int i = 0; i < JSON_MAX_DEPTH / 2; i++) {
        json_begin_object(&json, NULL);
        json_begin_array(&json, "a");
        end += sprintf(end, "{\"a\":[");
    }
    for (int i = 0; i < JSON_MAX_DEPTH / 2; i++) {
        json_end(&json);
        json_end(&json);
        end += sprintf(end, "]}");
    }
    check_text(&json, expected);
}

enum { ITEMS = 4000 };

static void write_long(struct json *json)
{
    json_begin_array(json, NULL);
    for (int i = 0; i < ITEMS; i++)
        json_put_integer(json, NULL, i % 10);
    json_end(json);
}

/* Write a long text, and compare all of it; returns whether memory sufficed. */
static bool is_long_text(void *context)
{
    struct json json = {0};
    size_t length = 1;
    write_long(&json);
    char *text = json_take(&json, &length);
    assert_null(json.text);
    assert_false(json.is_spoilt);
    assert_int_equal(length, text == NULL ? 0 : 2 * ITEMS + 1);
    for (size_t i = 0; i < length; i++)
        assert_int_equal(text[i], i == 0            ? '['
                                  : i == length - 1 ? ']'
                                  : i % 2 == 0      ? ','
                                                    : '0' + (int)(i / 2 % 10));
    bool is_there = text != NULL;
    if (is_there)
        assert_int_equal(text[length], '\0');
    free(text);
    return is_there;
}

TEST(a_text_grows_or_without_memory_is_none)
{
    assert_true(fail_each(is_long_text, NULL) >= 3);
}

TEST(a_text_can_be_given_up)
{
    long before = live_blocks;
    struct json json = {.indent = 2};
    json_begin_object(&json, NULL);
    json_put_null(&json, "a");
    assert_int_equal(live_blocks, before + 1);
    json_free(&json);
    assert_int_equal(live_blocks, before);
    json_put_null(&json, NULL);
    check_text(&json, "null");
}

/* ------------------------------------------- reviews, explanations, puzzles */

static struct fourscore_review review = FOURSCORE_REVIEW_INIT;
static struct fourscore_explanation explanation = FOURSCORE_EXPLANATION_INIT;
static struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;

enum { REVIEW, EXPLANATION, PUZZLE };
static const struct kind {
    const void *filled;
    size_t size;
} kinds[] = {
    [REVIEW] = {&review, sizeof review},
    [EXPLANATION] = {&explanation, sizeof explanation},
    [PUZZLE] = {&puzzle, sizeof puzzle},
};

/* The JSON of a structure, or NULL. */
static char *write(const struct kind *kind, const void *structure)
{
    return kind == &kinds[REVIEW]   ? fourscore_review_json(structure)
           : kind == &kinds[PUZZLE] ? fourscore_puzzle_json(structure)
                                    : fourscore_explanation_json(structure);
}

/* Fill the structures: with a mistake of each side, a variation and marks. */
TEST_BEFORE
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_puzzle_config config = FOURSCORE_PUZZLE_CONFIG_INIT;
    fourscore_solver *solver = test_solver(5, 5);
    uint64_t number = 0;
    query.position = test_position(5, 5, "5313232");
    config.width = config.height = 5;
    config.win_in = 3;
    assert_ok(fourscore_review_game(solver, "334452", NULL, &review));
    assert_ok(fourscore_explain(solver, &query, 5, &explanation));
    assert_ok(fourscore_find_puzzle(solver, &config, &number, &puzzle));
    fourscore_solver_free(solver);
    assert_true(explanation.reason_count > 0 && explanation.better_count > 0);
    assert_true(explanation.reasons[0].line_length > 0 && puzzle.move > 0);
    return 0;
}

/* The same as the writer of the program. */
static void check_object(char *text, struct json *json)
{
    size_t length;
    json_end(json);
    char *expected = json_take(json, &length);
    assert_non_null(text);
    assert_string_equal(text, expected);
    assert_null(strchr(text, '\n'));
    free(expected);
    fourscore_text_free(text);
}

TEST(results_are_objects)
{
    struct json json = {0};
    json_begin_object(&json, NULL);
    json_add_review(&json, &review);
    check_object(fourscore_review_json(&review), &json);
    json_begin_object(&json, NULL);
    json_add_explanation(&json, &explanation);
    check_object(fourscore_explanation_json(&explanation), &json);
    json_begin_object(&json, NULL);
    json_add_puzzle(&json, &puzzle, NULL);
    check_object(fourscore_puzzle_json(&puzzle), &json);
    fourscore_text_free(NULL);
}

static bool writes(void *kind)
{
    char *text = write(kind, ((const struct kind *)kind)->filled);
    fourscore_text_free(text);
    return text != NULL;
}

TEST(results_without_memory_are_none)
{
    EACH (kind, kinds)
        assert_true(fail_each(writes, (void *)kind) >= 1);
}

/* A structure on the heap, where sanitizers see its end: 'size' bytes, of which
 * those beyond the kind's are 0. */
static unsigned char *copy_of(const struct kind *kind, size_t size)
{
    unsigned char *copy = calloc(1, size);
    assert_non_null(copy);
    memcpy(copy, kind->filled, size < kind->size ? size : kind->size);
    memcpy(copy, &size, sizeof size);
    return copy;
}

/* Whether there is JSON of a structure, which is freed. */
static bool has_json(const struct kind *kind, unsigned char *structure)
{
    char *text = write(kind, structure);
    if (text != NULL) {
        size_t length = strlen(text);
        assert_true(json_utf8(text, length) == length);
        assert_true(text[0] == '{' && text[length - 1] == '}');
        fourscore_text_free(text);
    }
    free(structure);
    return text != NULL;
}

/* Members beyond the caller's size are 0, so that little can be told. */
TEST(results_of_other_sizes)
{
    EACH (kind, kinds) {
        size_t least = sizeof(size_t);
        size_t longer = kind->size + sizeof(size_t);
        assert_false(has_json(kind, copy_of(kind, least)));
        assert_true(has_json(kind, copy_of(kind, longer)));
        unsigned char *copy = copy_of(kind, longer);
        copy[kind->size] = 1;
        assert_false(has_json(kind, copy));
        const size_t wrong[] = {least - 1, SIZE_MAX};
        EACH (size, wrong) {
            copy = copy_of(kind, kind->size);
            memcpy(copy, size, sizeof *size);
            assert_false(has_json(kind, copy));
        }
        for (size_t size = least; size < kind->size; size += 4)
            has_json(kind, copy_of(kind, size));
    }
    size_t known = offsetof(struct fourscore_puzzle, quiet);
    assert_true(has_json(&kinds[PUZZLE], copy_of(&kinds[PUZZLE], known)));
}

/* The numbers below and above those that a member may have. */
#define WRONG(type, member, below, above)                                      \
    {                                                                          \
        sizeof(struct fourscore_##type),                                       \
            offsetof(struct fourscore_##type, member),                         \
        {                                                                      \
            below, above, INT_MIN                                              \
        }                                                                      \
    }

TEST(numbers_out_of_range_are_refused)
{
    static const struct {
        size_t kind, at;
        int numbers[3];
    } cases[] = {
        WRONG(review, width, 0, 13),
        WRONG(review, height, -1, INT_MAX),
        WRONG(review, count, -1, 26),
        WRONG(review, count, INT_MIN, INT_MAX),
        WRONG(review, score.lower, -111, 100),
        WRONG(review, score.upper, 111, -100),
        WRONG(review, winner, -2, 3),
        WRONG(review, last_stone, -1, 26),
        WRONG(review, decided, -2, 7),
        WRONG(review, changes, -1, 7),
        WRONG(review, sides[0].moves, -1, 7),
        WRONG(review, sides[1].choices, -1, 7),
        WRONG(review, sides[0].unknown, -1, 7),
        WRONG(review, sides[1].accuracy, -2, 101),
        WRONG(review, sides[0].counts[0], -1, 7),
        WRONG(review, sides[1].counts[6], -1, 7),
        WRONG(review, moves[0].column, 0, 6),
        WRONG(review, moves[5].verdict, -1, FOURSCORE_VERDICTS),
        WRONG(review, moves[0].lost, -1, 111),
        WRONG(review, moves[0].choice, -2, 2),
        WRONG(review, moves[5].before.lower, -111, 100),
        WRONG(review, moves[0].after.upper, 111, -100),
        WRONG(review, moves[0].best_count, -1, 6),
        WRONG(review, moves[0].best[0], 0, 6),
        WRONG(explanation, score.lower, -111, 100),
        WRONG(explanation, winner, -2, 3),
        WRONG(explanation, move, -1, 6),
        WRONG(explanation, move_before, -2, 2),
        WRONG(explanation, move_after, -2, 2),
        WRONG(explanation, better[0], 0, 6),
        WRONG(explanation, better_count, -1, 6),
        WRONG(explanation, reason_count, -1, 3),
        WRONG(explanation, reasons[0].kind, -1, FOURSCORE_BY_DEAD_LINES + 1),
        WRONG(explanation, reasons[0].player, 0, 3),
        WRONG(explanation, reasons[0].line[0], 0, 6),
        WRONG(explanation, reasons[0].line_length, -1, 26),
        WRONG(explanation, reasons[0].detail, -1, FOURSCORE_REASON_TEXT),
        WRONG(puzzle, move, 0, 6),
        WRONG(puzzle, score, -1, 26),
        WRONG(puzzle, win_in, 0, 26),
        WRONG(puzzle, difficulty, -1, INT_MIN),
        WRONG(puzzle, depth, -1, 26),
        WRONG(puzzle, lures, -1, 6),
    };
    EACH (c, cases)
        EACH (number, c->numbers) {
            const struct kind *kind = kinds;
            while (kind->size != c->kind)
                kind++;
            unsigned char *copy = copy_of(kind, kind->size);
            memcpy(copy + c->at, number, sizeof *number);
            if (has_json(kind, copy))
                fail_msg("case %td: %d", c - cases, *number);
        }
}

TEST(texts_without_an_end_and_no_positions_are_refused)
{
    static const struct {
        int kind;
        size_t at, size;
        int byte;
    } cases[] = {
        {0, offsetof(struct fourscore_review, summary), FOURSCORE_SUMMARY_SIZE,
         'x'},
        {1, offsetof(struct fourscore_explanation, text),
         FOURSCORE_EXPLANATION_TEXT, 'x'},
        {1, offsetof(struct fourscore_explanation, reasons[0].text),
         FOURSCORE_REASON_TEXT, 'x'},
        {1, offsetof(struct fourscore_explanation, position),
         sizeof(fourscore_position), 0},
        {2, offsetof(struct fourscore_puzzle, position),
         sizeof(fourscore_position), 0},
    };
    EACH (c, cases) {
        const struct kind *kind = &kinds[c->kind];
        unsigned char *copy = copy_of(kind, kind->size);
        memset(copy + c->at, c->byte, c->size);
        assert_false(has_json(kind, copy));
    }
}

/* Nothing is read out of bounds, whatever the structure has. */
TEST(garbage_has_json_or_none)
{
    static const int numbers[] = {-1, 0, 1, 3, 7, 111, 256, INT_MIN, INT_MAX};
    uint64_t random = 5;
    int rounds = test_is_short() ? 500 : 10000, found = 0;
    for (int i = 0; i < rounds; i++) {
        const struct kind *kind = &kinds[i % 3];
        unsigned char *copy = copy_of(kind, kind->size);
        size_t words = kind->size / sizeof(int) - 2;
        for (int j = 1 + (int)tt_random_below(&random, 4); j > 0; j--) {
            size_t word = 2 + tt_random_below(&random, (uint32_t)words);
            int number = tt_random_below(&random, 2) == 0
                             ? (int)(uint32_t)tt_random(&random)
                             : numbers[tt_random_below(&random, 9)];
            memcpy(copy + word * sizeof(int), &number, sizeof number);
        }
        if (i % 7 == 0) /* from somewhere on nothing is right */
            for (size_t at = sizeof(size_t) +
                             tt_random_below(&random, (uint32_t)words * 4);
                 at < kind->size; at++)
                copy[at] = (unsigned char)tt_random(&random);
        found += has_json(kind, copy);
    }
    assert_true(found > rounds / 10 && found < rounds * 9 / 10);
}
