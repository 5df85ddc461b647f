/*
 * server_explanation: the move that an explanation judges.
 */
#ifndef TOOLS_SERVE_EXPLANATION_H
#define TOOLS_SERVE_EXPLANATION_H

#include <stddef.h>

#include "lib/fourscore.h"

/*
 * If the text of a position is a game, set '*before' to the position
 * before its last move and return its column, from 1; otherwise return 0.
 */
int server_explanation_move(const fourscore_position *position,
                            const char *text, size_t length,
                            fourscore_position *before);

#endif
