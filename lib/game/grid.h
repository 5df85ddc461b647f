/*
 * game_grid_: a board as an array of cells, and the lines of four on it.
 *
 * Cells are numbered as in fourscore_cells(): top row first, from left to
 * right.  Columns and rows are counted from 0, rows from below.  A set of cells
 * is an array 'values' and a value: the cells that have it.
 *
 * Any thread may call these functions.
 */
#ifndef LIB_GAME_GRID_H
#define LIB_GAME_GRID_H

#include <stdbool.h>

#include "lib/fourscore.h"

enum { GAME_NO_CELL = -1 };

struct game_grid {
    int width, height, ply;
    int heights[FOURSCORE_MAX_WIDTH];         /* the stones of each column */
    unsigned char cells[FOURSCORE_MAX_CELLS]; /* 0, or 1 or 2: a player */
};

struct game_grid game_grid_read(const fourscore_position *position);

static inline int game_grid_cell(const struct game_grid *grid, int column,
                                 int row)
{
    return (grid->height - 1 - row) * grid->width + column;
}

static inline int game_grid_column(const struct game_grid *grid, int cell)
{
    return cell % grid->width;
}

static inline int game_grid_row(const struct game_grid *grid, int cell)
{
    return grid->height - 1 - cell / grid->width;
}

/* The player to move, and the other one: 1 or 2. */
static inline int game_grid_mover(const struct game_grid *grid)
{
    return grid->ply % 2 + 1;
}

static inline int game_other(int player)
{
    return 3 - player;
}

/* The cell that a stone in a column takes, or GAME_NO_CELL. */
int game_grid_playable(const struct game_grid *grid, int column);

/* The cell above, or GAME_NO_CELL. */
int game_grid_above(const struct game_grid *grid, int cell);

/* The grid after the side to move has played a column that is not full. */
struct game_grid game_grid_play(const struct game_grid *grid, int column);

/*
 * Whether a set, and the cell 'through' if it is not GAME_NO_CELL, has a line
 * of four, which then goes through this cell.  Sets 'four' to the first one,
 * unless it is NULL.
 */
bool game_grid_four(const struct game_grid *grid, const unsigned char *values,
                    int value, int through, int four[4]);

/* Whether a player completes a four with an empty cell, playable or not. */
bool game_grid_completes(const struct game_grid *grid, int player, int cell);

#endif
