/* json_: reviews of games. */
#ifndef LIB_JSON_REVIEW_H
#define LIB_JSON_REVIEW_H

#include "lib/fourscore_game.h"
#include "lib/json/value.h"

/* Add a review to an object, from "summary" to "moves". */
void json_add_review(json_t **object, const struct fourscore_review *review);

#endif
