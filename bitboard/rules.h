/*
 * The rules, as operations on sets of cells: a template.
 *
 * It is included once for each type of sets, and defines functions named after
 * the type:
 *
 *     board_bits   any board                              bitboard/board.h
 *     cells        the boards of a variant of an engine   solver/variant.h
 *     lanes        several sets in one vector             solver/lanes.h
 *     narrow       keys of at most 64 bits                book/list.h
 *
 * The includer defines RULES_SET, the type, and RULES(NAME), the function of
 * that name.  For vectors it also defines RULES_UP and RULES_DOWN, which shift
 * each set towards higher or lower bits, and gets the first part only.
 *
 * bitboard/board.h draws the layout of the bits.  Any sets may be passed.
 */

#ifdef RULES_UP
#define RULES_VECTOR
#else
#define RULES_UP(set, count) ((set) << (count))
#define RULES_DOWN(set, count) ((set) >> (count))
#endif

/*
 * The cells that complete a line of four with three cells of 'own'.  The result
 * may have cells of 'own' and bits outside the board.  A column takes
 * 'column_bits', one more than the board has rows.
 *
 * Neighbours in a line are 'step' bits apart.  Directly below a cell of 'above'
 * in the line are two cells of 'own'; the third is the next cell below or the
 * next cell above.  'below' is the mirror image: the two cells are directly
 * above the cell.  In a column all three are below.
 */
static inline RULES_SET RULES(completions)(RULES_SET own, int column_bits)
{
    RULES_SET found = RULES_UP(own, 1) & RULES_UP(own, 2) & RULES_UP(own, 3);

    for (int i = -1; i <= 1; i++) {
        int step = column_bits + i;
        RULES_SET above = RULES_UP(own, step) & RULES_UP(own, 2 * step);
        RULES_SET below = RULES_DOWN(own, step) & RULES_DOWN(own, 2 * step);
        found |= (above & (RULES_UP(own, 3 * step) | RULES_DOWN(own, step))) |
                 (below & (RULES_DOWN(own, 3 * step) | RULES_UP(own, step)));
    }
    return found;
}

/* The lowest cells of the fours of 'own' whose neighbours are 'step' bits
 * apart. */
static inline RULES_SET RULES(fours)(RULES_SET own, int step)
{
    RULES_SET pairs = own & RULES_DOWN(own, step);
    return pairs & RULES_DOWN(pairs, 2 * step);
}

#ifndef RULES_VECTOR

/* The lowest empty cell of each column that is not full.  'bottom' are the
 * lowest cells of the board, 'full' all of them. */
static inline RULES_SET RULES(playable)(RULES_SET stones, RULES_SET bottom,
                                        RULES_SET full)
{
    return (stones + bottom) & full;
}

/*
 * The moves after which the opponent cannot win at once.  If there is none, the
 * opponent wins with its next stone, or the board is full.  'threats' are those
 * of the opponent; the side to move has no playable one.
 * Source: part 9 of the tutorial.
 */
static inline RULES_SET RULES(safe_moves)(RULES_SET playable, RULES_SET threats)
{
    RULES_SET forced = playable & threats;

    if (forced != 0) {
        if ((forced & (forced - 1)) != 0)
            return 0; /* two threats, one stone */
        playable = forced;
    }
    return playable & ~(threats >> 1); /* not below a threat */
}

/* The mirror image of a set of cells, or of a key. */
static inline RULES_SET RULES(mirror)(RULES_SET set, int width, int column_bits)
{
    RULES_SET column = ((RULES_SET)1 << column_bits) - 1, mirrored = 0;
    for (int i = 0; i < width; i++) {
        mirrored = mirrored << column_bits | (set & column);
        set >>= column_bits;
    }
    return mirrored;
}

/* The smaller of a key and its mirror image, which have the same score. */
static inline RULES_SET RULES(canonical)(RULES_SET key, int width,
                                         int column_bits)
{
    RULES_SET mirrored = RULES(mirror)(key, width, column_bits);
    return mirrored < key ? mirrored : key;
}

#endif

#undef RULES
#undef RULES_SET
#undef RULES_UP
#undef RULES_DOWN
#undef RULES_VECTOR
