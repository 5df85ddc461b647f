#include "server/ask.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/members.h"

bool server_refuse(struct server_error *error, int status, const char *format,
                   ...)
{
    va_list args;
    *error = (struct server_error){.status = status};
    va_start(args, format);
    vsnprintf(error->reason, sizeof error->reason, format, args);
    va_end(args);
    return false;
}

void server_ask_open(struct server_ask *ask)
{
    *ask = (struct server_ask){.width = 7, .height = 6};
}

void server_ask_close(struct server_ask *ask)
{
    free(ask->positions);
    free(ask->storage);
    *ask = (struct server_ask){0};
}

bool server_text_is(struct server_text value, const char *word)
{
    return value.length == strlen(word) &&
           memcmp(value.bytes, word, value.length) == 0;
}

bool server_ask_make_room(struct server_ask *ask, size_t count,
                          struct server_error *error)
{
    free(ask->positions);
    ask->positions = calloc(count + 1, sizeof *ask->positions);
    ask->count = 0;
    return ask->positions != NULL || server_refuse(error, 503, "out of memory");
}

bool server_ask_position(struct server_ask *ask, struct server_text text,
                         struct server_error *error)
{
    if (!server_ask_make_room(ask, 1, error))
        return false;
    ask->positions[ask->count++] = text;
    return true;
}

/* ------------------------------------------------------ arguments of the URL
 */

/* The whole text as a number; NAN if it is none. */
static double read_number(struct server_text value)
{
    char text[32], *end;
    if (value.length == 0 || value.length >= sizeof text ||
        memchr(value.bytes, '\0', value.length) != NULL ||
        strchr("0123456789.", value.bytes[0]) == NULL)
        return NAN;
    memcpy(text, value.bytes, value.length);
    text[value.length] = '\0';
    double number = strtod(text, &end);
    return *end == '\0' ? number : NAN;
}

static bool set_flag(struct server_ask *ask, enum server_member member,
                     struct server_text value, struct server_error *error)
{
    bool on = server_text_is(value, "1") || server_text_is(value, "true");
    if (!on && !server_text_is(value, "0") && !server_text_is(value, "false"))
        return server_refuse(error, 400, "%s: expected 1 or 0",
                             server_member_names[member]);
    server_member_set_flag(ask, member, on);
    return true;
}

bool server_ask_argument(struct server_ask *ask, const char *name,
                         struct server_text value, struct server_error *error)
{
    enum server_member member = server_member_find(name);
    if (member == SERVER_ASK_MEMBERS)
        return server_refuse(error, 400,
                             "an argument of the URL is unknown, expected "
                             "position, board, goal, all, best, pv, seconds or "
                             "nodes");
    if (!server_member_mark(ask, member, error))
        return false;
    switch (member) {
    case SERVER_ASK_BOARD:
    case SERVER_ASK_GOAL:
        return server_member_set_text(ask, member, value, error);
    case SERVER_ASK_SECONDS:
    case SERVER_ASK_NODES:
        return server_member_set_number(ask, member, read_number(value), error);
    case SERVER_ASK_POSITION:
        return server_ask_position(ask, value, error);
    default:
        return set_flag(ask, member, value, error);
    }
}

/* -------------------------------------------------------------------- lines */

bool server_ask_lines(struct server_ask *ask, struct server_text body,
                      struct server_error *error)
{
    size_t count = 0;
    const char *end = body.bytes + body.length;
    for (const char *byte = body.bytes; byte < end; byte++)
        count += *byte == '\n';
    count += body.length > 0 && end[-1] != '\n';
    if (count > SERVER_MAX_POSITIONS)
        return server_refuse(error, 413, "expected at most %d lines",
                             SERVER_MAX_POSITIONS);
    if (ask->positions != NULL)
        return server_refuse(error, 400,
                             "give positions in the URL or in the body");
    if (!server_ask_make_room(ask, count, error))
        return false;
    ask->many = true;
    for (const char *line = body.bytes; ask->count < count;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop != NULL ? stop : end;
        size_t length = (size_t)(stop - line);
        if (length > 0 && line[length - 1] == '\r')
            length--;
        ask->positions[ask->count++] = (struct server_text){line, length};
        line = stop + 1;
    }
    return true;
}

/* ----------------------------------------------------------------- checking */

bool server_ask_check(const struct server_ask *ask, struct server_error *error)
{
    if (ask->positions == NULL)
        return server_refuse(error, 400, "the position is missing");
    if (ask->goal == FOURSCORE_WEAK && (ask->find & FOURSCORE_PV) != 0)
        return server_refuse(error, 400, "pv: expected the goal strong");
    return true;
}

bool server_read_position(const struct server_ask *ask, struct server_text text,
                          fourscore_position *position,
                          struct server_error *error)
{
    struct fourscore_error found = {0};
    if (text.length > SERVER_MAX_POSITION) {
        server_refuse(error, 400, "expected a position of at most %d bytes",
                      SERVER_MAX_POSITION);
        found.at = SERVER_MAX_POSITION;
    } else if (fourscore_read(position, ask->width, ask->height, FOURSCORE_AUTO,
                              text.bytes, text.length,
                              &found) == FOURSCORE_OK) {
        return true;
    } else {
        server_refuse(error, 400, "%s", found.reason);
    }
    error->has_at = true;
    error->at = found.at;
    return false;
}
