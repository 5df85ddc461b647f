/* json_: scores, moves and answers of the library. */
#ifndef LIB_JSON_ANSWER_H
#define LIB_JSON_ANSWER_H

#include "lib/fourscore.h"
#include "lib/json/value.h"

/* Columns from 1 as a move string. */
json_t *json_moves(const int *columns, int count);

/* Add "score" and "last_stone" or, for the goal FOURSCORE_WEAK, "weak_score";
 * "lower" and "upper" if the score is not known. */
void json_add_score(json_t **object, int goal,
                    const fourscore_position *position,
                    struct fourscore_bounds score);

/* Add the score of an answer to a query for 'goal' and 'find', and each of
 * "move_scores", "best" and "pv" that 'find' asks. */
void json_add_answer(json_t **object, int goal, unsigned find,
                     const struct fourscore_answer *answer);

#endif
