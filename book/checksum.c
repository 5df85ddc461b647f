#include "book/checksum.h"

#include <zlib.h>

uint32_t book_checksum(uint32_t sum, const void *bytes, size_t size)
{
    return (uint32_t)crc32_z(sum, bytes, size);
}
