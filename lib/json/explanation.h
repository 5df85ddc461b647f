/* json_: explanations. */
#ifndef LIB_JSON_EXPLANATION_H
#define LIB_JSON_EXPLANATION_H

#include "lib/fourscore_game.h"
#include "lib/json/value.h"

/* Add an explanation to an object, from "to_move" to "finished". */
void json_add_explanation(json_t **object,
                          const struct fourscore_explanation *explanation);

#endif
