/*
 * game_ narration: reasons as sentences and marked cells, and the pieces of
 * sentences.
 */
#ifndef LIB_GAME_NARRATION_H
#define LIB_GAME_NARRATION_H

#include <stddef.h>

#include "lib/fourscore_game.h"
#include "proof/theory.h"

/* Append to a text of 'size' bytes, as printf does. */
void game_append(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

enum { GAME_CELL_NAMES = 24 };

/* Write a set of at most four cells to 'text', and return it: "a1 b1 c1 d1". */
const char *game_cell_names(struct board board, board_bits cells,
                            char text[GAME_CELL_NAMES]);

/* A list of at most an item for each column: "b, c or e". */
enum { GAME_LIST_ITEM = 48 };
struct game_list {
    char items[FOURSCORE_MAX_WIDTH][GAME_LIST_ITEM];
    int count;
    char text[FOURSCORE_MAX_WIDTH * (GAME_LIST_ITEM + 5)];
};
void game_list_add(struct game_list *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns the items in one text, with 'last' before the last one. */
const char *game_list_join(struct game_list *list, const char *last);

/*
 * Set the marks and the text of a reason for a position.  'evidence' is what
 * game_reason_find() has set.  The moves that the reason 'before' has told are
 * not told again; it may be NULL.
 */
void game_narrate(struct position pos, const struct fourscore_reason *before,
                  const struct evidence *evidence,
                  struct fourscore_reason *reason);

#endif
