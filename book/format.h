/*
 * format_: the layout of a book's file; see fourscore-book(5).  Internal to
 * book/.
 *
 * Numbers are unsigned and little-endian.
 */
#ifndef BOOK_FORMAT_H
#define BOOK_FORMAT_H

#include <stdint.h>

#include "book/list.h"

static const unsigned char format_magic[8] = "FOURBOOK";

enum { FORMAT_VERSION = 1 };

/*
 * Offsets in the header.  It is followed by the number of positions of each ply
 * (four bytes each), the multipliers of the buckets (two bytes each) and the
 * slots (one byte each).
 */
enum {
    FORMAT_MAGIC = 0,
    FORMAT_CHECKSUM = 8, /* of all bytes that follow it */
    FORMAT_VERSION_AT = 12,
    FORMAT_WIDTH = 14,
    FORMAT_HEIGHT = 15,
    FORMAT_DEPTH = 16,
    FORMAT_BUCKET_BITS = 17,
    FORMAT_SLOT_BITS = 18,
    FORMAT_RESERVED = 19, /* always 0 */
    FORMAT_SLOTS = 20,
    FORMAT_MULTIPLIER = 24,
    FORMAT_COUNTS = 32,
};

/* A slot holds FORMAT_SCORE + score, or FORMAT_NO_SCORE. */
enum { FORMAT_NO_SCORE = 0, FORMAT_SCORE = 128 };

static inline uint64_t format_get(const unsigned char *bytes, int size)
{
    uint64_t number = 0;
    while (size-- > 0)
        number = number << 8 | bytes[size];
    return number;
}

static inline void format_put(unsigned char *bytes, int size, uint64_t number)
{
    for (int i = 0; i < size; i++, number >>= 8)
        bytes[i] = (unsigned char)number;
}

/* The size of a file in bytes. */
static inline uint64_t format_size(int depth, int bucket_bits, uint32_t slots)
{
    return FORMAT_COUNTS + 4 * (uint64_t)(depth + 1) +
           ((uint64_t)2 << bucket_bits) + slots;
}

#endif
