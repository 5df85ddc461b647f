/*
 * protocol_: the six test sets of the test protocol.
 *
 * The stage of a set tells how many stones are on the board, the difficulty how
 * many more the game takes with best play.  The limits are thirds of the board:
 * 14 and 28 of 42 cells.  Source: part 2 of the tutorial.
 */
#ifndef TOOLS_PROTOCOL_H
#define TOOLS_PROTOCOL_H

struct protocol_set {
    const char *name; /* "end-easy"; its file adds ".txt" */
    int least_ply;
    int most_ply;
    int least_remaining; /* stones to come */
    int most_remaining;
};

enum { PROTOCOL_SETS = 6 };

extern const struct protocol_set protocol_sets[PROTOCOL_SETS];

#endif
