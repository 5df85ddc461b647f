/* Requests to the server: a first byte that selects arguments of a URL, a body
 * of JSON or one of lines, or the arguments of a puzzle, then any bytes.  What
 * is accepted is answered as JSON. */
#include <stdlib.h>

#include <jansson.h>
#include <microhttpd.h>

#include "test/fuzz/fuzz.h"
#include "tools/serve/respond.h"

/* Read "name=value&name=value" as the HTTP library does. */
static bool read_arguments(struct server_ask *ask, char *text,
                           struct server_error *error)
{
    for (char *next, *name = text; name != NULL; name = next) {
        next = strchr(name, '&');
        if (next != NULL)
            *next++ = '\0';
        char *value = strchr(name, '=');
        if (value != NULL)
            *value++ = '\0';
        MHD_http_unescape(name);
        size_t length = value != NULL ? MHD_http_unescape(value) : 0;
        struct server_text given = {value != NULL ? value : "", length};
        if (!server_ask_argument(ask, name, given, error))
            return false;
    }
    return true;
}

static void check_error(const struct server_error *error)
{
    assert(error->status >= 400 && error->status < 600);
    assert(error->reason[0] != '\0');
}

static void check_puzzle(const struct server_ask *ask)
{
    assert(ask->puzzle.seed < UINT64_C(1000000000000000000));
    assert(ask->puzzle.win_in >= 0 && ask->puzzle.only_move >= 0);
    assert(ask->puzzle.width == ask->width);
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

static void check_positions(const struct server_ask *ask)
{
    size_t count = ask->count < 20 ? ask->count : 20;
    assert(ask->count <= SERVER_MAX_POSITIONS);
    for (size_t i = 0; i < count; i++) {
        struct server_text text = ask->positions[i];
        struct server_error error;
        fourscore_position position;
        struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
        struct json json = {0};
        if (server_read_position(ask, text, &position, &error)) {
            assert(server_text_utf8(text) == text.length);
            assert(fourscore_width(&position) == ask->width);
            answer.position = position;
            server_json_answer(&json, ask, text, &answer);
            check_json(&json);
        } else {
            check_error(&error);
            assert(error.has_at && error.at <= text.length);
            server_json_error(&json, &text, &error);
            check_json(&json);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct server_ask ask;
    struct server_error error;
    if (size == 0)
        return 0;
    char *text = malloc(size);
    assert(text != NULL);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    struct server_text body = {text, size - 1};
    server_ask_open(&ask);
    ask.is_puzzle = data[0] % 4 == 3;
    bool good = data[0] % 4 == 1   ? server_ask_json(&ask, body, &error)
                : data[0] % 4 == 2 ? server_ask_lines(&ask, body, &error)
                                   : read_arguments(&ask, text, &error);
    if (!good || !server_ask_check(&ask, &error))
        check_error(&error);
    else if (ask.is_puzzle)
        check_puzzle(&ask);
    else
        check_positions(&ask);
    server_ask_close(&ask);
    free(text);
    return 0;
}
