/* write_certificate(): the choices of a graph in the order of the check. */
#ifndef PROVE_WRITE_H
#define PROVE_WRITE_H

#include "prove/graph.h"

/* See prove_write(). */
uint8_t *write_certificate(struct graph *graph, const int *moves, size_t *size);

#endif
