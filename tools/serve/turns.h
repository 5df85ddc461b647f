/*
 * server_turns: what waits, by turns of the clients.  Each client has a line of
 * its own; the first of each line is taken in turn, so that a client waits for
 * as many others as there are clients, however much they ask.
 *
 * The caller has a lock for all calls with the same turns.
 */
#ifndef TOOLS_SERVE_TURNS_H
#define TOOLS_SERVE_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/queue.h>

struct server_client;

/* One that waits: a member of what waits, whose caller sets the client. */
struct server_turn {
    struct server_client *client;
    TAILQ_ENTRY(server_turn) next;
};

/* What of one client waits. */
struct server_line {
    TAILQ_HEAD(server_turn_list, server_turn) turns;
    TAILQ_ENTRY(server_line) next;
};

/* The lines that each client has. */
enum server_lines {
    SERVER_MEDIUM_LINE,
    SERVER_LONG_LINE,
    SERVER_WORK_LINE,
    SERVER_BODY_LINE,
    SERVER_LINES
};

struct server_turns {
    enum server_lines which;
    TAILQ_HEAD(server_line_list, server_line) lines; /* that are not empty */
};

void server_turns_open(struct server_turns *turns, enum server_lines which);

void server_turns_add(struct server_turns *turns, struct server_turn *turn);

/* Take the next one; NULL if none waits. */
struct server_turn *server_turns_take(struct server_turns *turns);

/* Remove one that waits. */
void server_turns_remove(struct server_turns *turns, struct server_turn *turn);

/* Whether another client than this one waits. */
bool server_turns_has_other(const struct server_turns *turns,
                            const struct server_client *client);

#endif
