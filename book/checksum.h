/*
 * book_checksum(): CRC-32, as in zlib.
 *
 * zlib computes it; where the macro STANDALONE is defined, a table does.
 *
 * Any thread may call.
 */
#ifndef BOOK_CHECKSUM_H
#define BOOK_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* The checksum of more bytes behind those whose checksum is 'sum'; 0 if there
 * are none. */
uint32_t book_checksum(uint32_t sum, const void *bytes, size_t size);

#endif
