/*
 * game_words_: pieces of sentences.
 */
#ifndef LIB_GAME_WORDS_H
#define LIB_GAME_WORDS_H

#include <stddef.h>

#include "lib/game/grid.h"

/* Append to a text of 'size' bytes, as printf does. */
void game_words_add(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* 'x' or 'o'. */
char game_words_player(int player);

enum { GAME_WORDS_CELLS = 24 };

/* Write cells to 'text', and return it: "a1 b1 c1 d1".  At most four. */
const char *game_words_cells(const struct game_grid *grid, const int *cells,
                             int count, char text[GAME_WORDS_CELLS]);

/* A list of at most an item for each column: "b, c or e". */
enum { GAME_WORDS_ITEM = 48 };
struct game_words_list {
    char items[FOURSCORE_MAX_WIDTH][GAME_WORDS_ITEM];
    int count;
    char text[FOURSCORE_MAX_WIDTH * (GAME_WORDS_ITEM + 5)];
};
void game_words_item(struct game_words_list *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns the items in one text, with 'last' before the last one. */
const char *game_words_join(struct game_words_list *list, const char *last);

#endif
