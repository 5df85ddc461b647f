/*
 * set_: a file of positions with their scores, in memory.
 */
#ifndef INSIDE_SET_H
#define INSIDE_SET_H

#include "bitboard/position.h"
#include "tools/cli.h"

struct set_item {
    char text[BOARD_MAX_CELLS + 1]; /* its first bytes */
    struct position pos;
    int score;
    unsigned long line;
};

struct set {
    const char *path;
    char *name; /* the path without folders and ".txt" */
    struct set_item *items;
    size_t count;
};

/*
 * Read the first 'max' lines POSITION SCORE of a file into '*set'.  The caller
 * must free the set, also on failure.  Reports invalid lines, skips them, and
 * returns CLI_BAD_INPUT; the same for a file without positions.
 */
enum cli_status set_read(struct set *set, const char *path, struct board board,
                         size_t max);
void set_free(struct set *set);

#endif
