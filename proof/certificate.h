/*
 * certificate_: proofs of a result, and how they are checked.
 *
 * A certificate says that side P reaches a score in a position, and what P
 * plays to reach it.  The checker follows all replies of the other side, M.  It
 * does not search.  fourscore-certificate(5) describes the format and what the
 * checker does.
 *
 * Thread safety: any thread may call these functions.
 */
#ifndef PROOF_CERTIFICATE_H
#define PROOF_CERTIFICATE_H

#include <stddef.h>

#include "proof/choices.h"
#include "proof/theory.h"

enum certificate_status {
    CERTIFICATE_OK,
    CERTIFICATE_DAMAGED,   /* not a certificate, or a damaged one */
    CERTIFICATE_VERSION,   /* of a later version of the format */
    CERTIFICATE_FAILS,     /* it does not prove what it claims */
    CERTIFICATE_TOO_LARGE, /* the checker reached its limit */
    CERTIFICATE_NO_MEMORY,
};

struct certificate {
    struct claim claim;
    char moves[BOARD_MAX_CELLS + 1]; /* that lead to the position */
    const uint8_t *choices;          /* within the bytes that were read */
    size_t choices_size;
};

enum {
    CERTIFICATE_REASON_SIZE = 128,
    CERTIFICATE_MAX_BYTES = 1 << 20, /* no useful one is as large */
};

/*
 * Read the header of a certificate and its checksum.  Returns CERTIFICATE_OK
 * and sets '*certificate', which refers to 'data'.  On failure returns
 * CERTIFICATE_DAMAGED or CERTIFICATE_VERSION and sets 'reason' to an error
 * message.
 */
MUST_CHECK enum certificate_status
certificate_read(const void *data, size_t size, struct certificate *certificate,
                 char reason[CERTIFICATE_REASON_SIZE]);

/* Returns the bytes of a certificate, to be freed, and sets '*size'; or NULL if
 * out of memory. */
uint8_t *certificate_write(const struct certificate *certificate, size_t *size);

/* The states that a check visits at most. */
enum { CERTIFICATE_MAX_STATES = 1 << 23 };

struct certificate_result {
    uint64_t positions; /* with a choice in the file */
    uint64_t policies;
    uint64_t states;                 /* visited, P to move */
    char moves[BOARD_MAX_CELLS + 1]; /* the place where the proof fails */
    const char *reason; /* why it fails there: a static string; or NULL */
};

/*
 * Check a certificate, visiting at most 'max_states' states.  Returns
 * CERTIFICATE_OK if it proves its claim, and otherwise CERTIFICATE_FAILS,
 * _TOO_LARGE or _NO_MEMORY.  Sets '*result' in all cases.
 */
MUST_CHECK enum certificate_status
certificate_check(const struct certificate *certificate, uint64_t max_states,
                  struct certificate_result *result);

/* What P plays in a position that is not a leaf. */
struct certificate_choice {
    struct position pos; /* the smaller of two mirror images for a move */
    board_bits cell;
    int answered; /* see choices_cell() */
    enum { CERTIFICATE_MOVE, CERTIFICATE_REPLY, CERTIFICATE_REPEATED } kind;
    bool policy; /* follows the move */
};

/*
 * What goes along with a check.  choice() gets each choice: the moves, the
 * replies of policies, and repeated those that a policy has already or that are
 * forced.  Whichever of these P plays, the next position with P to move is one
 * of them or a leaf.
 *
 * With an output the choices are not read but written: choice() sets the cell
 * and the policy, but for what is repeated.
 *
 * It returns false if out of memory.
 */
struct certificate_visitor {
    bool (*choice)(void *context, struct certificate_choice *choice);
    void *context;
    struct choices_output *output; /* or NULL */
};

/* Same as certificate_check(), with a visitor.  For what is written, only the
 * claim and the moves of the certificate are used. */
enum certificate_status
certificate_visit(const struct certificate *certificate, uint64_t max_states,
                  struct certificate_result *result,
                  const struct certificate_visitor *visitor);

#endif
