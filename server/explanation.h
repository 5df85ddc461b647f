/*
 * server_explanation: explanations as JSON.
 */
#ifndef SERVER_EXPLANATION_H
#define SERVER_EXPLANATION_H

#include <stdbool.h>

#include <jansson.h>

#include "lib/fourscore_game.h"

/* Add an explanation to an object.  Returns false if memory runs out. */
bool server_explanation_add(json_t *object,
                            const struct fourscore_explanation *explanation);

#endif
