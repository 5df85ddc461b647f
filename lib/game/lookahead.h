/*
 * game_ moves of the levels below the perfect one, which look ahead as people
 * do.
 */
#ifndef LIB_GAME_LOOKAHEAD_H
#define LIB_GAME_LOOKAHEAD_H

#include "lib/game/view.h"

/* What makes a level. */
struct game_level {
    const char *name;
    int depth;              /* moves that it looks ahead */
    int straight, diagonal; /* of these lines it overlooks so many percent */
    int doubt; /* a move may look this much worse, and still be played */
};

#define GAME_ALL_COLUMNS (~0u)

/*
 * Returns the column, from 1, that a level plays.  'columns' has a bit for each
 * column, from bit 0, that it may play; at least one that is not full.  The
 * game must not be over.
 */
int game_look_ahead(const fourscore_position *position,
                    const struct game_level *level, unsigned columns,
                    uint64_t seed);

#endif
