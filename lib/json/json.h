/*
 * json_: what the library says, as JSON, for tools/.
 *
 * A value is whole, or NULL if memory ran out for it or for a part of it.
 */
#ifndef LIB_JSON_JSON_H
#define LIB_JSON_JSON_H

#include <stddef.h>

#include <jansson.h>

#include "lib/fourscore_game.h"

/* Add a new value to an object or an array.  If either is NULL, release both
 * and set '*object' or '*array' to NULL. */
void json_add(json_t **object, const char *name, json_t *value);
void json_append(json_t **array, json_t *value);

/* Any bytes as a string.  If they are not UTF-8, every byte beyond ASCII
 * becomes a replacement character. */
json_t *json_bytes(const char *bytes, size_t length);

/* The text of an object or an array, to be freed, and its length; the value is
 * released.  Returns NULL if memory runs out. */
char *json_text(json_t *value, size_t flags, size_t *length);

/*
 * Add the score of an answer to a query for 'goal' and 'find': "score" and
 * "last_stone" or, for the goal FOURSCORE_WEAK, "weak_score"; "lower" and
 * "upper" if the score is not known.  Add each of "move_scores", "best" and
 * "pv" that 'find' asks.
 */
void json_add_answer(json_t **object, int goal, unsigned find,
                     const struct fourscore_answer *answer);

/* Add a review to an object, from "summary" to "moves". */
void json_add_review(json_t **object, const struct fourscore_review *review);

/* Add an explanation to an object, from "to_move" to "finished". */
void json_add_explanation(json_t **object,
                          const struct fourscore_explanation *explanation);

/* Add a puzzle to an object, from "to_move" to "quiet", and 'task' as "task"
 * unless it is NULL. */
void json_add_puzzle(json_t **object, const struct fourscore_puzzle *puzzle,
                     const char *task);

/* The grades of puzzles: "easy", "medium", "hard", "expert"; NULL past the
 * last. */
const char *json_grade(int index);

/* The grade of a difficulty. */
const char *json_grade_of(int difficulty);

/* Let 'config' ask for puzzles of a grade. */
void json_grade_set(struct fourscore_puzzle_config *config, int grade);

#endif
