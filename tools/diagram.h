/*
 * diagram_: boards for people.
 */
#ifndef TOOLS_DIAGRAM_H
#define TOOLS_DIAGRAM_H

#include "lib/fourscore.h"

/* Print the board, with the names of the columns below it. */
void diagram_print(const fourscore_position *position);

/* Print the scores of 'count' moves below the board: '-' for a full column, '?'
 * for a score that is not known. */
void diagram_print_scores(const struct fourscore_bounds *scores, int count);

/* The stone of the player who plays stone number 'stone', from 1: x or o. */
char diagram_stone(int stone);

#endif
