/*
 * set_: a file of positions with their scores, in memory.
 */
#ifndef TOOLS_SET_H
#define TOOLS_SET_H

#include "bitboard/position.h"
#include "tools/cli.h"

struct set_item {
    char text[BOARD_MAX_CELLS + 1]; /* the beginning of it */
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
 * Read the first 'max' lines POSITION SCORE of a file into '*set', which is to
 * be freed whatever is returned.  Lines that are wrong are reported and left
 * out, with CLI_BAD_INPUT; so is a file without positions.
 */
enum cli_status set_read(struct set *set, const char *path, struct board board,
                         size_t max);
void set_free(struct set *set);

#endif
