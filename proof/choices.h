/*
 * choices_: decodes the choices of a certificate.
 *
 * A choice is decoded from yes-or-no answers: is it this cell?  An adaptive
 * arithmetic code stores the answers.  fourscore-certificate(5) describes both.
 */
#ifndef PROOF_CHOICES_H
#define PROOF_CHOICES_H

#include <stddef.h>

#include "bitboard/position.h"

enum {
    CHOICES_NO_CELL = BOARD_MAX_BITS, /* in place of the number of a cell */
    CHOICES_CELLS,
    CHOICES_CONTEXTS = 4096,
};

/* The number of a cell. */
static inline int choices_number(board_bits cell)
{
    return board_popcount(cell - 1);
}

/* The number of the cell in the mirror image. */
static inline int choices_mirror(struct board board, int number)
{
    int column_bits = board.height + 1;
    if (number == CHOICES_NO_CELL)
        return number;
    return (board.width - 1 - number / column_bits) * column_bits +
           number % column_bits;
}

/* The probability that the next answer in a context is yes, of 65536, and how
 * many answers were given in it. */
struct choices_context {
    uint32_t yes;
    uint32_t count;
};

struct choices {
    const uint8_t *bytes;
    size_t size, at; /* 'at' may pass the end: zeros follow */
    uint32_t low, high, code;
    struct choices_context contexts[CHOICES_CONTEXTS];
    int8_t latest[2][CHOICES_CELLS]; /* columns, or -1 */
    int8_t last;
    bool last_policy;
};

/* 'bytes' must outlive '*choices'. */
void choices_open(struct choices *choices, const uint8_t *bytes, size_t size);

enum choices_kind { CHOICES_MOVE, CHOICES_REPLY };

/*
 * Read the choice of one of 'cells', which are not empty, each in another
 * column.  'answered' is the number of the cell that M played last, or
 * CHOICES_NO_CELL.  'again' tells that a policy has a reply to this cell
 * already.
 */
board_bits choices_cell(struct choices *choices, struct board board,
                        board_bits cells, enum choices_kind kind, int answered,
                        bool again);

/* Read whether a policy follows a move from a position of 'ply' stones. */
bool choices_policy(struct choices *choices, int ply);

/* Whether all bytes were read, and they are the only shortest ones that have
 * these answers: no two files have the same choices. */
bool choices_ended(const struct choices *choices);

#endif
