/*
 * lanes_: several sets of cells at once, in a vector of what width the
 * instruction set has.
 *
 * What a search wants to know of the children of a node it computes for all of
 * them together, a lane for each column, without a branch or a memory access
 * per child.  LANES columns fit into a vector, and LANES_PARTS vectors hold the
 * board's.  Source of the idea: bit-parallel pattern extraction in an Othello
 * solver for the Cell SPU.
 */
#ifndef SOLVER_LANES_H
#define SOLVER_LANES_H

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "bitboard/geometry.h"

#if defined __AVX512F__
#define LANES 8
#elif defined __AVX2__
#define LANES 4
#else
#define LANES 2
#endif

#define LANES_MASK ((1u << LANES) - 1) /* a bit for each */
#define LANES_PARTS ((BOARD_WIDTH + LANES - 1) / LANES)
#define LANES_FIT (BOARD_BITS <= 64)

typedef uint64_t lanes __attribute__((vector_size(8 * LANES)));

/* A set of cells for each column, as vectors or one by one. */
union lanes_columns {
    lanes part[LANES_PARTS];
    uint64_t column[LANES_PARTS * LANES];
};

static inline lanes lanes_all(uint64_t set)
{
    return (lanes){0} + set;
}

/* The cells of each of the columns that part number 'part' stands for. */
static inline lanes lanes_columns(int part)
{
    lanes columns = {0};
    for (int i = 0; i < LANES; i++)
        if (part * LANES + i < BOARD_WIDTH)
            columns[i] = (uint64_t)board_column(part * LANES + i);
    return columns;
}

/* Every bit of the lanes that are not empty. */
static inline lanes lanes_filled(lanes sets)
{
    return (lanes)(sets != lanes_all(0));
}

/* A bit for each lane that is not empty. */
static inline unsigned lanes_mask(lanes sets)
{
#if defined __AVX512F__
    return _mm512_test_epi64_mask((__m512i)sets, (__m512i)sets);
#elif defined __AVX2__
    return (unsigned)_mm256_movemask_pd((__m256d)lanes_filled(sets));
#elif defined __SSE2__
    return (unsigned)_mm_movemask_pd((__m128d)lanes_filled(sets));
#else
    unsigned mask = 0;
    for (int i = 0; i < LANES; i++)
        mask |= (unsigned)(sets[i] != 0) << i;
    return mask;
#endif
}

/* board_threats() before the stones are taken out: the cells that complete four
 * of 'own', on the board or off it. */
static inline lanes lanes_completions(lanes own)
{
    static const int steps[] = {BOARD_COLUMN_BITS - 1, BOARD_COLUMN_BITS,
                                BOARD_COLUMN_BITS + 1};
    lanes completions = (own << 1) & (own << 2) & (own << 3);

    for (int i = 0; i < 3; i++) {
        int step = steps[i];
        lanes above = (own << step) & (own << 2 * step);
        lanes below = (own >> step) & (own >> 2 * step);
        completions |= (above & ((own << 3 * step) | (own >> step))) |
                       (below & ((own >> 3 * step) | (own << step)));
    }
    return completions;
}

/* The first cells of all fours of 'own' in the direction of 'step'. */
static inline lanes lanes_fours(lanes own, int step)
{
    lanes pairs = own & (own >> step);
    return pairs & (pairs >> 2 * step);
}

/*
 * In each column, the lowest cell of 'sets' and all cells above it. Subtracting
 * the bottom cell clears the lowest set bit and sets those below it; the spare
 * bit of a column pays for the ones that are empty.
 */
static inline lanes lanes_from_lowest(lanes sets)
{
    lanes full = lanes_all((uint64_t)BOARD_FULL);
    lanes bottom = lanes_all((uint64_t)BOARD_BOTTOM);
    lanes spare = bottom << BOARD_HEIGHT;
    return full & (sets | ~((sets | spare) - bottom));
}

#endif
