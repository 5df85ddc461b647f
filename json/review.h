/* json_: reviews of games. */
#ifndef JSON_REVIEW_H
#define JSON_REVIEW_H

#include "json/value.h"
#include "lib/fourscore_game.h"

/* Add a review to an object, from "summary" to "moves". */
void json_add_review(json_t **object, const struct fourscore_review *review);

#endif
