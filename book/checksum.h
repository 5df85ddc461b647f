/*
 * book_checksum(): the CRC-32 of a book's bytes, as in zlib.  Internal to
 * book/.
 *
 * zlib computes it; on systems that lack it, book/checksum_standalone.c.
 *
 * Any thread may call.
 */
#ifndef BOOK_CHECKSUM_H
#define BOOK_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

uint32_t book_checksum(const unsigned char *bytes, size_t size);

#endif
