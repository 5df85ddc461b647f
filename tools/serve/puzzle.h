/*
 * server_puzzle: what puzzle is asked for, and the candidates that are searched
 * one after the other.
 */
#ifndef TOOLS_SERVE_PUZZLE_H
#define TOOLS_SERVE_PUZZLE_H

#include "lib/fourscore_game.h"
#include "tools/serve/ask.h"

/* At most so many positions are searched for a request. */
enum { SERVER_PUZZLE_TRIES = 1000 };

struct server_puzzle {
    struct fourscore_puzzle_config config;
    unsigned given;                      /* the arguments that were given */
    uint64_t next;                       /* the next candidate */
    char moves[FOURSCORE_MAX_CELLS + 1]; /* of the one that is searched */
    struct fourscore_puzzle found;       /* its move is 0 until one is found */
};

/* A puzzle of any kind. */
void server_puzzle_open(struct server_puzzle *puzzle);

/* Read one argument of the URL; the board is one of 'ask'.  Sets '*error' and
 * returns false if it is wrong. */
bool server_puzzle_argument(struct server_puzzle *puzzle,
                            struct server_ask *ask, const char *name,
                            struct server_text value,
                            struct server_error *error);

/* Check the arguments as a whole, and set the board. */
bool server_puzzle_check(struct server_puzzle *puzzle,
                         const struct server_ask *ask,
                         struct server_error *error);

/* Set '*position' to the next candidate.  Returns false if there is none. */
bool server_puzzle_next(struct server_puzzle *puzzle,
                        fourscore_position *position);

/* Whether the answer about the candidate shows that it is a puzzle. */
bool server_puzzle_learn(struct server_puzzle *puzzle,
                         const struct fourscore_answer *answer);

#endif
