#include "tools/serve/members.h"

#include <string.h>

const char *const server_member_names[SERVER_ASK_MEMBERS] = {
    "board", "goal", "all", "best", "pv", "seconds", "nodes", "position"};

enum server_member server_member_find(const char *name)
{
    enum server_member member = 0;
    while (member < SERVER_ASK_MEMBERS &&
           strcmp(server_member_names[member], name) != 0)
        member++;
    return member;
}

bool server_member_mark(struct server_ask *ask, enum server_member member,
                        struct server_error *error)
{
    if ((ask->given >> member & 1) != 0)
        return server_refuse(error, 400, "%s: given twice",
                             server_member_names[member]);
    ask->given |= 1u << member;
    return true;
}

/* The number in the bytes from 'first' up to 'end', of up to two digits; 0 or
 * -1 if there is none. */
static int read_side(struct server_text text, size_t first, size_t end)
{
    struct server_text side = {text.bytes + first, end - first};
    return (int)server_text_number(side, 99);
}

static bool set_board(struct server_ask *ask, struct server_text value,
                      struct server_error *error)
{
    size_t x = 0;
    while (x < value.length && value.bytes[x] != 'x' && value.bytes[x] != 'X')
        x++;
    size_t behind = x < value.length ? x + 1 : x;
    int width = read_side(value, 0, x);
    int height = read_side(value, behind, value.length);
    if (width < 1 || height < 1)
        return server_refuse(error, 400,
                             "board: expected a width and a height, as in 7x6");
    fourscore_position position;
    if (fourscore_from_moves(&position, width, height, "", NULL) !=
        FOURSCORE_OK)
        return server_refuse(
            error, 400,
            "board: expected at most %d columns and %d rows, and width * "
            "(height + 1) of at most 127",
            FOURSCORE_MAX_WIDTH, FOURSCORE_MAX_HEIGHT);
    ask->width = width;
    ask->height = height;
    return true;
}

static bool set_goal(struct server_ask *ask, struct server_text value,
                     struct server_error *error)
{
    if (!server_text_is(value, "strong") && !server_text_is(value, "weak"))
        return server_refuse(error, 400, "goal: expected strong or weak");
    ask->goal =
        server_text_is(value, "weak") ? FOURSCORE_WEAK : FOURSCORE_STRONG;
    return true;
}

static bool set_seconds(struct server_ask *ask, double seconds,
                        struct server_error *error)
{
    if (!(seconds > 0 && seconds <= 1e6))
        return server_refuse(error, 400,
                             "seconds: expected a number above 0, at most "
                             "1000000");
    ask->seconds = seconds;
    return true;
}

static bool set_nodes(struct server_ask *ask, double nodes,
                      struct server_error *error)
{
    if (!(nodes >= 1 && nodes <= (double)SERVER_MAX_NODES &&
          nodes == (double)(uint64_t)nodes))
        return server_refuse(error, 400,
                             "nodes: expected a whole number from 1 to 10^18");
    ask->nodes = (uint64_t)nodes;
    return true;
}

bool server_member_set_text(struct server_ask *ask, enum server_member member,
                            struct server_text value,
                            struct server_error *error)
{
    return member == SERVER_ASK_BOARD ? set_board(ask, value, error)
                                      : set_goal(ask, value, error);
}

bool server_member_set_number(struct server_ask *ask, enum server_member member,
                              double value, struct server_error *error)
{
    return member == SERVER_ASK_SECONDS ? set_seconds(ask, value, error)
                                        : set_nodes(ask, value, error);
}

void server_member_set_flag(struct server_ask *ask, enum server_member member,
                            bool on)
{
    static const unsigned flags[] = {[SERVER_ASK_ALL] = FOURSCORE_ALL_MOVES,
                                     [SERVER_ASK_BEST] = FOURSCORE_BEST,
                                     [SERVER_ASK_PV] = FOURSCORE_PV};
    if (on)
        ask->find |= flags[member];
}
