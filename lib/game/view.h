/*
 * game_ views: a board as a player sees it, who may overlook lines of four.
 *
 * A set of cells has height + 1 bits a column, as the key of a position; the
 * top bit of a column stays 0.  A line is known by its direction and by its
 * cell with the lowest bit.
 */
#ifndef LIB_GAME_VIEW_H
#define LIB_GAME_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/fourscore.h"
#include "tt/random.h"

__extension__ typedef unsigned __int128 game_bits;

/* Straight lines: columns and rows.  The others are diagonal. */
enum { GAME_COLUMN, GAME_ROW, GAME_FALLING, GAME_RISING, GAME_DIRECTIONS };

struct game_view {
    int width, height;
    game_bits bottom, full;
    int steps[GAME_DIRECTIONS];       /* from a cell of a line to the next */
    game_bits lines[GAME_DIRECTIONS]; /* those that are seen */
};

/* The stones of a position, for the side to move. */
struct game_stones {
    game_bits own, other;
    int ply;
};

/* Set '*view' to a board on which all lines are seen. */
void game_view_open(struct game_view *view, int width, int height);

/* Overlook lines: each straight one and each diagonal one with these
 * probabilities, in percent.  '*random' is the state of tt_random(). */
void game_view_blur(struct game_view *view, int straight, int diagonal,
                    uint64_t *random);

struct game_stones game_stones_of(const fourscore_position *position);

/* A number from 0 to 'count' - 1.  Requires count > 0. */
static inline int game_random_below(uint64_t *random, int count)
{
    return (int)tt_random_below(random, (uint32_t)count);
}

static inline game_bits game_playable(const struct game_view *view,
                                      struct game_stones stones)
{
    return ((stones.own | stones.other) + view->bottom) & view->full;
}

static inline game_bits game_column(const struct game_view *view, int column)
{
    return (((game_bits)1 << view->height) - 1) << column * (view->height + 1);
}

/* The position after the side to move has played a playable cell. */
static inline struct game_stones game_play(struct game_stones stones,
                                           game_bits cell)
{
    return (struct game_stones){
        .own = stones.other, .other = stones.own | cell, .ply = stones.ply + 1};
}

/* The cells, playable or not, that complete a line which is seen: three cells
 * of 'own' and one of neither side. */
game_bits game_threats(const struct game_view *view, game_bits own,
                       game_bits other);

/* The worth of the lines that are seen and that only 'own' has stones in. */
int game_worth(const struct game_view *view, game_bits own, game_bits other);

static inline int game_count(game_bits set)
{
    return __builtin_popcountll((unsigned long long)set) +
           __builtin_popcountll((unsigned long long)(set >> 64));
}

#endif
