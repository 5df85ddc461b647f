/* json_: puzzles and their grades. */
#ifndef LIB_JSON_PUZZLE_H
#define LIB_JSON_PUZZLE_H

#include "lib/fourscore_game.h"
#include "lib/json/value.h"

/* "easy", "medium", "hard", "expert"; NULL past the last. */
const char *json_grade(int index);

/* The grade of a difficulty. */
const char *json_grade_of(int difficulty);

/* Let 'config' ask for puzzles of a grade. */
void json_grade_set(struct fourscore_puzzle_config *config, int grade);

/* Add a puzzle to an object, from "to_move" to "quiet", and 'task' as "task"
 * unless it is NULL. */
void json_add_puzzle(json_t **object, const struct fourscore_puzzle *puzzle,
                     const char *task);

#endif
