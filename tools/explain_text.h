/*
 * explain_text_: an explanation as text for people.
 */
#ifndef TOOLS_EXPLAIN_TEXT_H
#define TOOLS_EXPLAIN_TEXT_H

#include <stdbool.h>

#include "lib/fourscore_game.h"

/* Print the board, the sentences, and the board after each line of play. */
void explain_text_print(const struct fourscore_explanation *explanation);

#endif
