#include "tools/serve/turns.h"

#include "tools/serve/clients.h"

void server_turns_open(struct server_turns *turns, enum server_lines which)
{
    turns->which = which;
    TAILQ_INIT(&turns->lines);
}

static struct server_line *line_of(const struct server_turns *turns,
                                   const struct server_turn *turn)
{
    return &turn->client->lines[turns->which];
}

void server_turns_add(struct server_turns *turns, struct server_turn *turn)
{
    struct server_line *line = line_of(turns, turn);
    if (TAILQ_EMPTY(&line->turns))
        TAILQ_INSERT_TAIL(&turns->lines, line, next);
    TAILQ_INSERT_TAIL(&line->turns, turn, next);
}

void server_turns_remove(struct server_turns *turns, struct server_turn *turn)
{
    struct server_line *line = line_of(turns, turn);
    TAILQ_REMOVE(&line->turns, turn, next);
    if (TAILQ_EMPTY(&line->turns))
        TAILQ_REMOVE(&turns->lines, line, next);
}

struct server_turn *server_turns_take(struct server_turns *turns)
{
    struct server_line *line = TAILQ_FIRST(&turns->lines);
    if (line == NULL)
        return NULL;
    struct server_turn *turn = TAILQ_FIRST(&line->turns);
    server_turns_remove(turns, turn);
    if (!TAILQ_EMPTY(&line->turns)) {
        TAILQ_REMOVE(&turns->lines, line, next);
        TAILQ_INSERT_TAIL(&turns->lines, line, next);
    }
    return turn;
}

bool server_turns_has_other(const struct server_turns *turns,
                            const struct server_client *client)
{
    const struct server_line *first = TAILQ_FIRST(&turns->lines);
    return first != NULL && (first != &client->lines[turns->which] ||
                             TAILQ_NEXT(first, next) != NULL);
}
