/*
 * lanes_: eight sets of cells at once, one for each column that can be played.
 *
 * What a search wants to know of the children of a node it computes for all of
 * them together, without a branch or a memory access per child.  The compiler
 * makes of these vectors what the instruction set offers: one register of 512
 * bits, or two, or four.  Source of the idea: bit-parallel pattern extraction
 * in an Othello solver for the Cell SPU.
 */
#ifndef SOLVER_LANES_H
#define SOLVER_LANES_H

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "bitboard/geometry.h"

#define LANES 8

typedef uint64_t lanes __attribute__((vector_size(8 * LANES)));

#define LANES_FIT (BOARD_WIDTH <= LANES && BOARD_BITS <= 64)

static inline lanes lanes_all(uint64_t set)
{
    return (lanes){set, set, set, set, set, set, set, set};
}

/* The cells of column i in lane i. */
static inline lanes lanes_columns(void)
{
    lanes columns = {0};
    for (int i = 0; i < BOARD_WIDTH; i++)
        columns[i] = (uint64_t)board_column(i);
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
#else
    lanes filled = lanes_filled(sets);
    unsigned mask = 0;
#if defined __AVX2__
    const __m256d *part = (const __m256d *)&filled;
    for (int i = 0; i < 2; i++)
        mask |= (unsigned)_mm256_movemask_pd(part[i]) << 4 * i;
#elif defined __SSE2__
    const __m128d *part = (const __m128d *)&filled;
    for (int i = 0; i < 4; i++)
        mask |= (unsigned)_mm_movemask_pd(part[i]) << 2 * i;
#else
    for (int i = 0; i < LANES; i++)
        mask |= (unsigned)(filled[i] & 1) << i;
#endif
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
