#include "book/checksum.h"

#ifdef STANDALONE

/* The polynomial of CRC-32, its bits reversed. */
#define POLYNOMIAL UINT32_C(0xedb88320)

/* The table of a remainder's next four bits.  Source: Sarwate, Computation of
 * Cyclic Redundancy Checks via Table Look-Up, 1988. */
static void make_table(uint32_t table[16])
{
    for (uint32_t i = 0; i < 16; i++) {
        table[i] = i;
        for (int bit = 0; bit < 4; bit++)
            table[i] = table[i] >> 1 ^ (table[i] % 2 == 1 ? POLYNOMIAL : 0);
    }
}

uint32_t book_checksum(uint32_t sum, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes, *end = byte + size;
    uint32_t table[16];
    make_table(table);
    uint32_t rest = ~sum;
    for (; byte < end; byte++) {
        rest ^= *byte;
        rest = rest >> 4 ^ table[rest % 16];
        rest = rest >> 4 ^ table[rest % 16];
    }
    return ~rest;
}

#else

#include <zlib.h>

uint32_t book_checksum(uint32_t sum, const void *bytes, size_t size)
{
    return (uint32_t)crc32_z(sum, bytes, size);
}

#endif
