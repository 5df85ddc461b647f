/* json_: explanations. */
#ifndef JSON_EXPLANATION_H
#define JSON_EXPLANATION_H

#include "json/value.h"
#include "lib/fourscore_game.h"

/* Add an explanation to an object, from "to_move" to "finished". */
void json_add_explanation(json_t **object,
                          const struct fourscore_explanation *explanation);

#endif
