/*
 * server_answer: answers and errors as JSON.
 *
 * The functions write to 'json', of 'size' bytes, and return the length, or 0
 * if memory runs out.  SERVER_ANSWER_SIZE always suffices.
 */
#ifndef TOOLS_SERVE_ANSWER_H
#define TOOLS_SERVE_ANSWER_H

#include "lib/fourscore_game.h"
#include "tools/serve/ask.h"
#include "tools/serve/puzzle.h"

/* The text of a position can take six times its bytes. */
enum { SERVER_ANSWER_SIZE = 6 * SERVER_MAX_POSITION + 4096 };

size_t server_answer(const struct server_ask *ask, struct server_text text,
                     const struct fourscore_answer *answer, char *json,
                     size_t size);

/* The answer of the tutorial's site: "pos", and "score", one number for each
 * column, 100 for a full one.  Requires that the answer is finished. */
size_t server_answer_columns(struct server_text text, int width,
                             const struct fourscore_answer *answer, char *json,
                             size_t size);

/* An explanation; SERVER_EXPLANATION_SIZE suffices. */
enum { SERVER_EXPLANATION_SIZE = SERVER_ANSWER_SIZE + 16384 };
size_t
server_answer_explanation(struct server_text text,
                          const struct fourscore_explanation *explanation,
                          char *json, size_t size);

/* The puzzle that was found, and the answer about its position. */
size_t server_answer_puzzle(const struct server_puzzle *puzzle,
                            const struct fourscore_answer *answer, char *json,
                            size_t size);

/* With the text of the position if it is not NULL. */
size_t server_answer_error(const struct server_text *text,
                           const struct server_error *error, char *json,
                           size_t size);

#endif
