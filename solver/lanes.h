/*
 * lanes_: several sets of cells in one vector, as wide as the instruction set
 * allows.
 *
 * A search computes the properties of all children of a node together, one lane
 * for each child, without a branch or a memory access per child.  A vector has
 * LANES lanes; lanes_spread() fills as many vectors as there are children.
 * Source of the idea: bit-parallel pattern extraction in an Othello solver for
 * the Cell SPU.
 *
 * A lane is a 64-bit word if keys fit into one.  Otherwise it is two words, low
 * word first, or, without AVX2 and NEON, a 128-bit integer.  The operators & |
 * ^ ~ work on all three kinds.  Operations that move bits between words are
 * functions of this header.
 */
#ifndef SOLVER_LANES_H
#define SOLVER_LANES_H

#include <string.h>

#if defined __AVX2__
#include <immintrin.h>
#elif defined __SSE2__
#include <emmintrin.h>
#elif defined __ARM_NEON && defined __AARCH64EL__
#include <arm_neon.h>
#define LANES_NEON
#endif

#include "solver/variant.h"

#if defined __AVX512F__
#define LANES_WORDS 8
#elif defined __AVX2__
#define LANES_WORDS 4
#else
#define LANES_WORDS 2
#endif

/* Whether a lane can be two words of a vector. */
#if defined __AVX2__ || defined LANES_NEON
#define LANES_OF_TWO_WORDS
#endif

#define LANES ((int)(8 * LANES_WORDS / sizeof(cells)))
#define LANES_MASK ((1u << LANES) - 1) /* a bit for each */
/* The number of vectors, and of lanes in all of them, for the widest board. */
#define LANES_MAX_PARTS ((VARIANT_MAX_WIDTH + LANES - 1) / LANES)
#define LANES_ALL (LANES_MAX_PARTS * LANES)
_Static_assert(LANES_ALL <= VARIANT_COLUMNS, "columns can be read as lanes");

#if VARIANT_BITS <= 64 || defined LANES_OF_TWO_WORDS
typedef uint64_t lanes __attribute__((vector_size(8 * LANES_WORDS)));
#else
typedef cells lanes;
#endif

/* A set of cells for each lane, accessible as vectors or one by one. */
union lanes_sets {
    lanes part[LANES_MAX_PARTS];
    cells set[LANES_ALL];
};

/* Lanes that add as numbers. */
#if VARIANT_BITS <= 64 || !defined LANES_OF_TWO_WORDS

static inline lanes lanes_sum(lanes a, lanes b)
{
    return a + b;
}

static inline lanes lanes_difference(lanes a, lanes b)
{
    return a - b;
}

#endif

#if VARIANT_BITS <= 64

/* Shift each lane towards higher bits, or towards lower bits, by 'count', 1 to
 * 63. */
static inline lanes lanes_up(lanes sets, int count)
{
    return sets << count;
}

static inline lanes lanes_down(lanes sets, int count)
{
    return sets >> count;
}

static inline lanes lanes_all(cells set)
{
    return (lanes){0} + set;
}

static inline cells lanes_get(lanes sets, int lane)
{
    return sets[lane];
}

static inline lanes lanes_set(lanes sets, int lane, cells set)
{
    sets[lane] = set;
    return sets;
}

/* Set all bits of the lanes that are not empty. */
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
#elif defined LANES_NEON
    return (unsigned)vaddvq_u64(lanes_filled(sets) & (lanes){1, 2});
#else
    unsigned mask = 0;
    for (int i = 0; i < LANES; i++)
        mask |= (unsigned)(sets[i] != 0) << i;
    return mask;
#endif
}

#elif defined LANES_OF_TWO_WORDS /* two words per lane */

static inline lanes lanes_all(cells set)
{
    uint64_t low = (uint64_t)set, high = (uint64_t)(set >> 64);
#if defined __AVX512F__
    return (lanes){low, high, low, high, low, high, low, high};
#elif defined __AVX2__
    return (lanes){low, high, low, high};
#else
    return (lanes){low, high};
#endif
}

static inline cells lanes_get(lanes sets, int lane)
{
    return (cells)sets[2 * lane + 1] << 64 | sets[2 * lane];
}

static inline lanes lanes_set(lanes sets, int lane, cells set)
{
    sets[2 * lane] = (uint64_t)set;
    sets[2 * lane + 1] = (uint64_t)(set >> 64);
    return sets;
}

/* In each lane, move the low word to the high word, or the high word to the low
 * word; the other word becomes 0. */
static inline lanes lanes_carry_up(lanes words)
{
#if defined __AVX512F__
    return (lanes)_mm512_unpacklo_epi64(_mm512_setzero_si512(), (__m512i)words);
#elif defined __AVX2__
    return (lanes)_mm256_unpacklo_epi64(_mm256_setzero_si256(), (__m256i)words);
#else
    return vzip1q_u64(lanes_all(0), words);
#endif
}

static inline lanes lanes_carry_down(lanes words)
{
#if defined __AVX512F__
    return (lanes)_mm512_unpackhi_epi64((__m512i)words, _mm512_setzero_si512());
#elif defined __AVX2__
    return (lanes)_mm256_unpackhi_epi64((__m256i)words, _mm256_setzero_si256());
#else
    return vzip2q_u64(words, lanes_all(0));
#endif
}

static inline lanes lanes_up(lanes sets, int count)
{
    return sets << count | lanes_carry_up(sets) >> (64 - count);
}

static inline lanes lanes_down(lanes sets, int count)
{
    return sets >> count | lanes_carry_down(sets) << (64 - count);
}

/* Comparisons yield -1 for true. */
static inline lanes lanes_sum(lanes a, lanes b)
{
    lanes sum = a + b;
    return sum - lanes_carry_up((lanes)(sum < a));
}

static inline lanes lanes_difference(lanes a, lanes b)
{
    return a - b + lanes_carry_up((lanes)(a < b));
}

static inline lanes lanes_filled(lanes sets)
{
    sets |= lanes_carry_up(sets) | lanes_carry_down(sets);
    return (lanes)(sets != lanes_all(0));
}

static inline unsigned lanes_mask(lanes sets)
{
#if defined __AVX512F__
    unsigned words = _mm512_test_epi64_mask((__m512i)sets, (__m512i)sets);
#elif defined __AVX2__
    unsigned words =
        (unsigned)_mm256_movemask_pd((__m256d)(sets != lanes_all(0)));
#else
    unsigned words = vmaxvq_u32((uint32x4_t)sets) != 0;
#endif
    unsigned mask = 0;
    for (int i = 0; i < LANES; i++)
        mask |= (unsigned)((words >> 2 * i & 3) != 0) << i;
    return mask;
}

#else /* one integer of 128 bits */

/* By words: compilers shift 128 bits by a branch, or a call, for counts of 64
 * and more. */
static inline lanes lanes_up(lanes sets, int count)
{
    uint64_t low = (uint64_t)sets, high = (uint64_t)(sets >> 64);
    high = high << count | low >> (64 - count);
    return (lanes)high << 64 | low << count;
}

static inline lanes lanes_down(lanes sets, int count)
{
    uint64_t low = (uint64_t)sets, high = (uint64_t)(sets >> 64);
    low = low >> count | high << (64 - count);
    return (lanes)(high >> count) << 64 | low;
}

static inline lanes lanes_all(cells set)
{
    return set;
}

static inline cells lanes_get(lanes sets, int lane)
{
    (void)lane; /* there is only one */
    return sets;
}

static inline lanes lanes_set(lanes sets, int lane, cells set)
{
    (void)sets;
    (void)lane;
    return set;
}

static inline lanes lanes_filled(lanes sets)
{
    return sets != 0 ? ~(cells)0 : 0;
}

static inline unsigned lanes_mask(lanes sets)
{
    return sets != 0;
}

#endif

/*
 * Spread a set over 'spread', one cell in each lane, from left to right; some
 * lanes may be empty.  Returns the number of vectors used.  The set must not be
 * empty and must have at most one cell in each column.
 */
static inline int lanes_spread(const struct geometry *g, cells set,
                               union lanes_sets *spread)
{
    if (g->width <= LANES) { /* one vector in any case */
        lanes columns;
        memcpy(&columns, g->columns, sizeof columns);
        spread->part[0] = lanes_all(set) & columns;
        return 1;
    }
    int parts = 0;
    do {
        lanes part = lanes_all(0);
        for (int lane = 0; lane < LANES; lane++) {
            part = lanes_set(part, lane, set & -set);
            set &= set - 1;
        }
        spread->part[parts++] = part;
    } while (set != 0);
    return parts;
}

#define RULES_SET lanes
#define RULES(name) lanes_##name
#define RULES_UP lanes_up
#define RULES_DOWN lanes_down
#include "bitboard/rules.h"

/*
 * In each column, the lowest cell of 'sets' and all cells above it.
 * Subtracting the bottom cell clears the lowest set bit and sets those below
 * it; the spare bit keeps an empty column from borrowing from the next.
 */
static inline lanes lanes_from_lowest(const struct geometry *g, lanes sets)
{
    lanes spare = lanes_all(g->full + g->bottom);
    lanes below = lanes_difference(sets | spare, lanes_all(g->bottom));
    return lanes_all(g->full) & (sets | ~below);
}

#endif
