/*
 * claim_: what fourscore prove proves: options, or the claim of a certificate
 * that is to be made smaller.
 *
 * On failure these functions report the error and return the exit status.
 */
#ifndef INSIDE_CLAIM_H
#define INSIDE_CLAIM_H

#include "proof/certificate.h"
#include "solver/solver.h"
#include "tools/command.h"
#include "tools/value.h"

struct claim_request {
    int player, result, theory; /* indices of words */
    const char *score_text;     /* of --score, or NULL */
    int score;                  /* the number that it says */
    const char *improve;        /* a file, or NULL */

    struct claim claim;
    int moves[BOARD_MAX_CELLS];
    uint8_t *bytes; /* of the file */
    size_t size;
    struct certificate first; /* within the bytes */
};

extern const struct command_option claim_options[];

/* Set the position of the claim; with --improve, the claim and '*board', which
 * is the one of --board.  Requires a request of zeros and options. */
enum cli_status claim_read(struct claim_request *request,
                           const struct arguments *arguments,
                           struct value_board *board);
void claim_free(struct claim_request *request);

/* Set the rest of the claim, and check that it is true. */
enum cli_status claim_complete(struct claim_request *request,
                               const struct arguments *arguments,
                               struct solver *solver);

#endif
