/* Certificates: any bytes are refused with a reason, or hold.  The checksum is
 * corrected first, so that the other checks are reached.  A walk is bounded. */
#include <zlib.h>

#include "proof/certificate.h"
#include "test/fuzz/fuzz.h"

enum { MAX_STATES = 20000, CHECKSUM_BYTES = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *bytes = malloc(size + 1); /* so that ASan sees the end */
    assert(bytes != NULL);
    if (size > 0)
        memcpy(bytes, data, size);
    if (size >= CHECKSUM_BYTES) {
        size_t end = size - CHECKSUM_BYTES;
        uint32_t sum = (uint32_t)crc32_z(0, bytes, end);
        for (int i = 0; i < CHECKSUM_BYTES; i++)
            bytes[end + (size_t)i] = (uint8_t)(sum >> (24 - 8 * i));
    }
    struct certificate read;
    char reason[CERTIFICATE_REASON_SIZE] = "";
    if (certificate_read(bytes, size, &read, reason) != CERTIFICATE_OK) {
        assert(fuzz_is_line(reason));
    } else {
        struct certificate_result result;
        enum certificate_status status =
            certificate_check(&read, MAX_STATES, &result);
        assert((result.reason == NULL) == (status == CERTIFICATE_OK));
        assert(result.states <= MAX_STATES + 1);
        assert(result.policies <= result.positions);
        assert(strncmp(result.moves, read.moves, strlen(read.moves)) == 0);
    }
    free(bytes);
    return 0;
}
