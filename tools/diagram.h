/*
 * diagram_: boards for people.
 */
#ifndef TOOLS_DIAGRAM_H
#define TOOLS_DIAGRAM_H

#include "lib/fourscore.h"

/* Room for a score under each column. */
enum { DIAGRAM_CELL_WIDTH = 4 };

/* Print the board, with the names of the columns below it. */
void diagram_print(const fourscore_position *position);

/* The stone of the player who plays stone number 'stone', from 1: x or o. */
char diagram_stone(int stone);

#endif
