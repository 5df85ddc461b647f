#include "certificate/certificate.h"

#include <string.h>

#include "lib/internal.h"

_Static_assert((int)CERTIFICATE_REASON_SIZE == (int)BOARD_REASON_SIZE,
               "reasons fit into struct fourscore_error");

static enum fourscore_status public_status(enum certificate_status status)
{
    switch (status) {
    case CERTIFICATE_OK:
        return FOURSCORE_OK;
    case CERTIFICATE_NO_MEMORY:
        return FOURSCORE_NO_MEMORY;
    case CERTIFICATE_DAMAGED:
    case CERTIFICATE_VERSION:
        return FOURSCORE_BAD_CERTIFICATE;
    case CERTIFICATE_FAILS:
    case CERTIFICATE_TOO_LARGE:
        break;
    }
    return FOURSCORE_NOT_PROVEN;
}

static struct fourscore_certificate
describe(const struct certificate *read,
         const struct certificate_result *result)
{
    const struct claim *claim = &read->claim;
    bool first_moves = claim->pos.ply % 2 == 0;
    struct fourscore_certificate all = {
        .width = claim->pos.board.width,
        .height = claim->pos.board.height,
        .player = first_moves == claim->mover ? 1 : 2,
        .score = claim->score,
        .statics = claim->statics,
        .positions = result->positions,
        .policies = result->policies,
        .states = result->states,
    };
    memcpy(all.moves, read->moves, sizeof all.moves);
    if (result->reason != NULL)
        memcpy(all.failed_at, result->moves, sizeof all.failed_at);
    return all;
}

EXPORT enum fourscore_status
fourscore_certificate_check(const void *bytes, size_t size,
                            struct fourscore_certificate *certificate,
                            struct fourscore_error *error)
{
    struct certificate read;
    struct certificate_result result;
    char reason[BOARD_REASON_SIZE] = "";
    if (certificate->size < sizeof certificate->size)
        return FOURSCORE_BAD_ARGUMENT;

    enum certificate_status status =
        certificate_read(bytes, size, &read, reason);
    if (status != CERTIFICATE_OK) {
        lib_set_error(error, 0, reason);
        return public_status(status);
    }
    status = certificate_check(&read, CERTIFICATE_MAX_STATES, &result);
    if (status == CERTIFICATE_NO_MEMORY)
        return FOURSCORE_NO_MEMORY;
    if (status != CERTIFICATE_OK) {
        strncpy(reason, result.reason, sizeof reason - 1);
        lib_set_error(error, 0, reason);
    }
    struct fourscore_certificate all = describe(&read, &result);
    lib_write_structure(certificate, certificate->size, &all, sizeof all);
    return public_status(status);
}
