/* Requests to the server: a first byte that selects the question, and arguments
 * of a URL, a body of JSON or one of lines, then any bytes.
 * Answers and refusals can be written as JSON. */

#include <jansson.h>
#include <microhttpd.h>

#include "lib/json/json.h"
#include "test/fuzz/fuzz.h"
#include "tools/serve/ask.h"

/* Read "name=value&name=value" as the HTTP library does. */
static bool read_arguments(struct ask *ask, char *text)
{
    for (char *next, *name = text; name != NULL; name = next) {
        next = strchr(name, '&');
        if (next != NULL)
            *next++ = '\0';
        char *value = strchr(name, '=');
        if (value != NULL)
            *value++ = '\0';
        struct text argument = {name, MHD_http_unescape(name)};
        size_t length = value != NULL ? MHD_http_unescape(value) : 0;
        struct text given = {value != NULL ? value : "", length};
        if (!ask_argument(ask, argument, given))
            return false;
    }
    return true;
}

static void check_json(struct json *json)
{
    size_t length;
    char *text = json_take(json, &length);
    json_t *value = json_loadb(text, length, JSON_ALLOW_NUL, NULL);
    assert(json_is_object(value));
    json_decref(value);
    free(text);
}

static void check_refusal(const struct refusal *refusal)
{
    struct json json = {0};
    assert(refusal->status >= 400 && refusal->status < 600);
    assert(refusal->reason[0] != '\0');
    json_begin_object(&json, NULL);
    json_put_text(&json, "error", refusal->reason);
    json_end(&json);
    check_json(&json);
}

static void check_puzzle(const struct ask *ask)
{
    assert(ask->puzzle.seed < UINT64_C(1000000000000000000));
    assert(ask->puzzle.win_in >= 0);
    assert(ask->puzzle.width == ask->width);
}

static void check_answer(const struct ask *ask, struct text text)
{
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    struct json json = {0};
    assert(fourscore_width(&ask->position) == ask->width);
    answer.position = ask->position;
    json_begin_object(&json, NULL);
    json_put_bytes(&json, "position", text.bytes, text.length);
    json_add_answer(&json, ask->goal, ask->find, &answer);
    json_end(&json);
    check_json(&json);
}

static void check_positions(struct ask *ask)
{
    size_t count = ask->count < 20 ? ask->count : 20;
    assert(ask->count <= ASK_MAX_POSITIONS);
    for (size_t i = 0; i < count; i++) {
        struct text text = ask->positions[i];
        if (!ask_read(ask, text)) {
            check_refusal(&ask->refusal);
            assert(text.bytes == NULL ||
                   (ask->refusal.has_at && ask->refusal.at <= text.length));
        } else {
            assert(json_utf8(text.bytes, text.length) == text.length);
            if (ask->question != ASK_REVIEW)
                check_answer(ask, text);
        }
    }
}

/* What was read before the answer. */
static void check_question(struct ask *ask)
{
    if (ask->question == ASK_REVIEW)
        assert(strlen(ask->moves) <= (size_t)(ask->width * ask->height));
    else if (!ask->many)
        check_answer(ask, ask->positions[0]);
    check_positions(ask);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum ask_question questions[] = {
        ASK_SOLVE, ASK_EXPLAIN, ASK_REVIEW, ASK_MOVE, ASK_SITE, ASK_SUCCESSOR};
    struct ask ask;
    if (size == 0)
        return 0;
    char *text = malloc(size);
    assert(text != NULL);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    struct text body = {text, size - 1};
    ask_open(&ask, data[0] % 4 == 3 ? ASK_PUZZLE : questions[data[0] / 4 % 6]);
    bool good = data[0] % 4 == 1   ? ask_json(&ask, body)
                : data[0] % 4 == 2 ? ask_lines(&ask, body)
                                   : read_arguments(&ask, text);
    if (!good || !ask_check(&ask))
        check_refusal(&ask.refusal);
    else if (ask.question == ASK_PUZZLE)
        check_puzzle(&ask);
    else
        check_question(&ask);
    ask_close(&ask);
    free(text);
    return 0;
}
