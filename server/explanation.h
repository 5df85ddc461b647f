/*
 * server_explanation: explanations as JSON.
 */
#ifndef SERVER_EXPLANATION_H
#define SERVER_EXPLANATION_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "lib/fourscore_game.h"

/*
 * If the text of a position is a string of moves, set '*before' to the position
 * before the last one and return its column, from 1; otherwise return 0.
 */
int server_explanation_move(const fourscore_position *position,
                            const char *text, size_t length,
                            fourscore_position *before);

/* Add an explanation to an object.  Returns false if memory runs out. */
bool server_explanation_add(json_t *object,
                            const struct fourscore_explanation *explanation);

#endif
