/* write_certificate(): the choices of a graph in the order of the check. */
#ifndef PROOF_MAKE_WRITE_H
#define PROOF_MAKE_WRITE_H

#include "proof/make/graph.h"

/* See prove_write(). */
uint8_t *write_certificate(struct graph *graph, const int *moves, size_t *size);

#endif
