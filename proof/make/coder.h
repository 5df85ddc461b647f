/*
 * coder_: encodes the choices of a certificate.
 *
 * This is the inverse of proof/choices.h, and shares no code with it:
 * what the checker reads is the only definition of the format.
 */
#ifndef PROOF_MAKE_CODER_H
#define PROOF_MAKE_CODER_H

#include <stddef.h>

#include "proof/theory.h"

struct coder;

/* Returns a new coder, or NULL if out of memory.  Free it with coder_free(). */
struct coder *coder_new(struct board board);
void coder_free(struct coder *coder);

/* Write that 'cell', one of 'cells', is chosen after M played the cell
 * 'answered', 0 for none: by a policy, which has a reply to this cell already
 * ('again') or not, or as a move. */
void coder_move(struct coder *coder, board_bits cells, board_bits cell,
                board_bits answered);
void coder_reply(struct coder *coder, board_bits cells, board_bits cell,
                 board_bits answered, bool again);

/* Write whether a policy follows a move from a position of 'ply' stones. */
void coder_policy(struct coder *coder, int ply, bool policy);

/*
 * Finish, and set '*size' to the size of the certificate of 'claim' and what
 * was written.  'moves' are the columns that lead to the position.  Returns the
 * bytes, which belong to the coder, or NULL if out of memory.
 */
const uint8_t *coder_finish(struct coder *coder, const struct claim *claim,
                            const int *moves, size_t *size);

#endif
