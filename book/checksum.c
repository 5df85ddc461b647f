#include "book/checksum.h"

#include <zlib.h>

uint32_t book_checksum(const unsigned char *bytes, size_t size)
{
    return (uint32_t)crc32_z(0, bytes, size);
}
