/*
 * choices_: reads or writes the choices of a certificate.
 *
 * A choice is a row of yes-or-no answers: is it this cell?  An adaptive
 * arithmetic code stores the answers.  fourscore-certificate(5) describes both.
 */
#ifndef PROOF_CHOICES_H
#define PROOF_CHOICES_H

#include <stddef.h>

#include "bitboard/board.h"

enum {
    CHOICES_NO_CELL = BOARD_MAX_BITS, /* in place of the number of a cell */
    CHOICES_CELLS,
    CHOICES_CONTEXTS = 4096,
};

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

/* Written bytes, to be freed. */
struct choices_output {
    uint8_t *bytes;
    size_t size, room;
    bool failed; /* out of memory */
};

struct choices {
    const uint8_t *bytes;
    size_t size, at;               /* 'at' may pass the end: zeros follow */
    struct choices_output *output; /* NULL: the choices are read */
    uint32_t low, high, code;
    struct choices_context contexts[CHOICES_CONTEXTS];
    int8_t latest[2][CHOICES_CELLS]; /* columns, or -1 */
    int8_t last;
    bool last_policy;
};

/* Begin to read 'bytes', or to write to an empty output.  They must outlive
 * '*choices'. */
void choices_read(struct choices *choices, const uint8_t *bytes, size_t size);
void choices_write(struct choices *choices, struct choices_output *output);

enum choices_kind { CHOICES_MOVE, CHOICES_REPLY };

/*
 * Read the choice of one of 'cells', which are not empty, each in another
 * column, or write 'chosen', which is ignored otherwise.  'answered' is the
 * number of the cell that M played last, or CHOICES_NO_CELL.  'again' tells
 * that a policy has a reply to this cell already.
 */
board_bits choices_cell(struct choices *choices, struct board board,
                        board_bits cells, enum choices_kind kind, int answered,
                        bool again, board_bits chosen);

/* Read, or write, whether a policy follows a move from a position of 'ply'
 * stones. */
bool choices_policy(struct choices *choices, int ply, bool chosen);

/* Whether all bytes were read, and they are the only shortest ones that have
 * these answers: no two files have the same choices. */
bool choices_ended(const struct choices *choices);

/* Write these bytes. */
void choices_end(struct choices *choices);

#endif
