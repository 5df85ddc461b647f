/*
 * server_member: what can be asked, in URLs and in JSON.
 */
#ifndef TOOLS_SERVE_MEMBERS_H
#define TOOLS_SERVE_MEMBERS_H

#include "tools/serve/ask.h"

enum server_member {
    SERVER_ASK_BOARD,
    SERVER_ASK_GOAL,
    SERVER_ASK_ALL,
    SERVER_ASK_BEST,
    SERVER_ASK_PV,
    SERVER_ASK_SECONDS,
    SERVER_ASK_NODES,
    SERVER_ASK_POSITION,
    SERVER_ASK_MEMBERS
};

/* "board"; for JSON, "limits" has the members SERVER_ASK_SECONDS and
 * SERVER_ASK_NODES. */
extern const char *const server_member_names[SERVER_ASK_MEMBERS];

/* The member of a name, or SERVER_ASK_MEMBERS. */
enum server_member server_member_find(const char *name);

/* The functions below set '*error' and return false if something is wrong. */

/* Note that a member is given; it must not be given twice. */
bool server_member_mark(struct server_ask *ask, enum server_member member,
                        struct server_error *error);

/* Set SERVER_ASK_BOARD or SERVER_ASK_GOAL. */
bool server_member_set_text(struct server_ask *ask, enum server_member member,
                            struct server_text value,
                            struct server_error *error);

/* Set SERVER_ASK_SECONDS or SERVER_ASK_NODES.  NAN is no number. */
bool server_member_set_number(struct server_ask *ask, enum server_member member,
                              double value, struct server_error *error);

/* Set SERVER_ASK_ALL, SERVER_ASK_BEST or SERVER_ASK_PV. */
void server_member_set_flag(struct server_ask *ask, enum server_member member,
                            bool on);

#endif
