/*
 * variant_: the boards that an object of an engine is compiled for.
 *
 * Every engine is compiled once for each variant, and, if it uses lanes, for
 * each instruction set:
 *
 *   7x6      this board only; its geometry is a constant
 *   keys64   all boards whose keys have up to 64 bits
 *   keys128  all others
 *
 * The compiler's command line sets VARIANT to one of these names, VARIANT_BITS
 * to 64 or 128, ISA to baseline, avx2 or avx512, and, where the board is fixed,
 * VARIANT_WIDTH and VARIANT_HEIGHT.  The search does not depend on the variant:
 * it explores the same nodes in all of them.
 *
 * The type 'cells', and all types made of it, depend on the variant.  So only
 * engines, their headers and the tests of their inside include this header.
 * All other code uses bitboard/, whose functions take any board.
 * bitboard/board.h draws the layout of the bits.
 */
#ifndef SOLVER_VARIANT_H
#define SOLVER_VARIANT_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "bitboard/board.h"

/* A set of cells, or a key. */
#if VARIANT_BITS <= 64
typedef uint64_t cells;
#else
typedef board_bits cells;
#endif

#define RULES_SET cells
#define RULES(name) cells_##name
#include "bitboard/rules.h"

#define VARIANT_PASTE(engine, variant, isa) engine##_##variant##_##isa
#define VARIANT_EXPAND(engine, variant, isa) VARIANT_PASTE(engine, variant, isa)
/* The external name of an engine: VARIANT_NAME(engine_fast). */
#define VARIANT_NAME(engine) VARIANT_EXPAND(engine, VARIANT, ISA)

#ifdef VARIANT_WIDTH
enum {
    VARIANT_MAX_WIDTH = VARIANT_WIDTH,
    VARIANT_MAX_CELLS = VARIANT_WIDTH * VARIANT_HEIGHT,
};
#else
enum {
    VARIANT_MAX_WIDTH = BOARD_MAX_WIDTH,
    VARIANT_MAX_CELLS = BOARD_MAX_CELLS,
};
#endif

/* At least BOARD_MAX_WIDTH, and a multiple of the number of lanes in any vector
 * (solver/lanes.h). */
enum { VARIANT_COLUMNS = 16 };

/* The size of the board, and values derived from it. */
struct geometry {
    int width, height;
    int cell_count;
    int column_bits;                /* height + 1 */
    int column_inverse;             /* just above 2^16 / column_bits */
    cells bottom;                   /* the lowest cell of every column */
    cells top;                      /* the highest */
    cells full;                     /* every cell */
    cells even_rows;                /* cells at an even distance from the top */
    cells columns[VARIANT_COLUMNS]; /* the cells of each; 0 beyond the last */
    uint8_t centre_first[BOARD_MAX_WIDTH]; /* columns by board_centre_first() */
};

#ifdef VARIANT_WIDTH

#define VARIANT_ALL                                                            \
    (~(cells)0 >>                                                              \
     (8 * (int)sizeof(cells) - VARIANT_WIDTH * (VARIANT_HEIGHT + 1)))
#define VARIANT_BOTTOM (VARIANT_ALL / (((cells)1 << (VARIANT_HEIGHT + 1)) - 1))
#define VARIANT_COLUMN(i)                                                      \
    ((i) < VARIANT_WIDTH ? (((cells)1 << VARIANT_HEIGHT) - 1)                  \
                               << ((i) % VARIANT_WIDTH) * (VARIANT_HEIGHT + 1) \
                         : 0)
#define VARIANT_CENTRE_FIRST(i)                                                \
    ((uint8_t)(VARIANT_WIDTH / 2 + ((i) % 2 ? -((i) + 1) / 2 : ((i) + 1) / 2)))
_Static_assert(VARIANT_WIDTH <= 7 && VARIANT_HEIGHT <= 6,
               "the tables below are long enough");

static const struct geometry variant_geometry = {
    .width = VARIANT_WIDTH,
    .height = VARIANT_HEIGHT,
    .cell_count = VARIANT_MAX_CELLS,
    .column_bits = VARIANT_HEIGHT + 1,
    .column_inverse = 65536 / (VARIANT_HEIGHT + 1) + 1,
    .bottom = VARIANT_BOTTOM,
    .top = VARIANT_BOTTOM << (VARIANT_HEIGHT - 1),
    .full = VARIANT_ALL ^ VARIANT_BOTTOM << VARIANT_HEIGHT,
    .even_rows =
        VARIANT_BOTTOM << (VARIANT_HEIGHT - 1) |
        (VARIANT_HEIGHT > 2 ? VARIANT_BOTTOM << (VARIANT_HEIGHT - 3) : 0) |
        (VARIANT_HEIGHT > 4 ? VARIANT_BOTTOM << (VARIANT_HEIGHT - 5) : 0),
    .columns = {VARIANT_COLUMN(0), VARIANT_COLUMN(1), VARIANT_COLUMN(2),
                VARIANT_COLUMN(3), VARIANT_COLUMN(4), VARIANT_COLUMN(5),
                VARIANT_COLUMN(6)},
    .centre_first = {VARIANT_CENTRE_FIRST(0), VARIANT_CENTRE_FIRST(1),
                     VARIANT_CENTRE_FIRST(2), VARIANT_CENTRE_FIRST(3),
                     VARIANT_CENTRE_FIRST(4), VARIANT_CENTRE_FIRST(5),
                     VARIANT_CENTRE_FIRST(6)},
};

#endif

static inline struct geometry geometry_make(struct board board)
{
    struct geometry made = {
        .width = board.width,
        .height = board.height,
        .cell_count = board_cells(board),
        .column_bits = board.height + 1,
        .column_inverse = 65536 / (board.height + 1) + 1,
        .bottom = (cells)board.bottom,
        .top = (cells)board.bottom << (board.height - 1),
        .full = (cells)board.full,
    };
    for (int row = board.height - 1; row >= 0; row -= 2)
        made.even_rows |= made.bottom << row;
    for (int column = 0; column < BOARD_MAX_WIDTH; column++) {
        if (column >= board.width)
            break;
        made.columns[column] = (cells)board_column(board, column);
        made.centre_first[column] = (uint8_t)board_centre_first(board, column);
    }
    return made;
}

/* Returns the geometry of the variant if it is a constant, otherwise 'kept',
 * which the engine has computed. */
static inline const struct geometry *geometry_of(const struct geometry *kept)
{
#ifdef VARIANT_WIDTH
    (void)kept;
    return &variant_geometry;
#else
    return kept;
#endif
}

/* The number of the lowest bit of a set that is not empty. */
static inline int cells_lowest(cells set)
{
#if VARIANT_BITS <= 64
    return __builtin_ctzll(set);
#else
    uint64_t low = (uint64_t)set;
    return low != 0 ? __builtin_ctzll(low)
                    : 64 + __builtin_ctzll((uint64_t)(set >> 64));
#endif
}

static inline int cells_count(cells set)
{
#if VARIANT_BITS <= 64
    return __builtin_popcountll(set);
#else
    return board_popcount(set);
#endif
}

/* See board_win_score(). */
static inline int variant_win_score(const struct geometry *g, int stone)
{
    return (g->cell_count + 2 - stone) / 2;
}

/* The index of the column of a cell in the order of board_centre_first(). */
static inline int variant_centre_index(const struct geometry *g, cells cell)
{
    int column = cells_lowest(cell) * g->column_inverse >> 16;
    int right = column - g->width / 2;
    return abs(4 * right + 1) >> 1;
}

/* Same as struct position, without the board. */
struct variant_position {
    cells mover, stones;
    int ply;
};

static inline struct variant_position variant_position(struct position pos)
{
    return (struct variant_position){(cells)pos.mover, (cells)pos.stones,
                                     pos.ply};
}

static inline struct position
variant_board_position(struct board board, struct variant_position pos)
{
    return (struct position){
        .mover = pos.mover,
        .stones = pos.stones,
        .ply = pos.ply,
        .board = board,
    };
}

static inline cells variant_playable(const struct geometry *g,
                                     struct variant_position pos)
{
    return cells_playable(pos.stones, g->bottom, g->full);
}

/* See board_threats(). */
static inline cells variant_threats(const struct geometry *g, cells own,
                                    cells stones)
{
    return cells_completions(own, g->column_bits) & (g->full ^ stones);
}

static inline cells variant_opponent_threats(const struct geometry *g,
                                             struct variant_position pos)
{
    return variant_threats(g, pos.mover ^ pos.stones, pos.stones);
}

/* See board_winning_moves(). */
static inline cells variant_winning_moves(const struct geometry *g,
                                          struct variant_position pos)
{
    return variant_threats(g, pos.mover, pos.stones) & variant_playable(g, pos);
}

/* See cells_safe_moves() in bitboard/rules.h.  Requires that the side to move
 * cannot win at once. */
static inline cells variant_safe_moves(const struct geometry *g,
                                       struct variant_position pos)
{
    assert(variant_winning_moves(g, pos) == 0);
    return cells_safe_moves(variant_playable(g, pos),
                            variant_opponent_threats(g, pos));
}

/* See board_canonical_key(). */
static inline cells variant_canonical_key(const struct geometry *g, cells key)
{
    return cells_canonical(key, g->width, g->column_bits);
}

#endif
