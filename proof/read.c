#include <stdio.h>
#include <string.h>

#include "bitboard/notation.h"
#include "proof/certificate.h"

enum {
    MAGIC_SIZE = 3,
    VERSION_AT = MAGIC_SIZE,
    BOARD_AT,
    CLAIM_AT,
    SCORE_AT,
    PLIES_AT,
    MOVES_AT,
    CHECKSUM_SIZE = 4,

    VERSION = 1,
    SECOND_PLAYER = 1, /* bits of the claim */
    STATICS = 2,
};

static const uint8_t magic[MAGIC_SIZE] = {'4', 'S', 'C'};

/* CRC-32 as in zip and PNG files. */
static uint32_t checksum(const uint8_t *bytes, size_t size)
{
    uint32_t crc = ~UINT32_C(0);
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
    }
    return ~crc;
}

static bool checksum_is_right(const uint8_t *bytes, size_t size)
{
    uint32_t sum = 0;
    for (size_t i = size - CHECKSUM_SIZE; i < size; i++)
        sum = sum << 8 | bytes[i];
    return sum == checksum(bytes, size - CHECKSUM_SIZE);
}

static enum certificate_status fail(enum certificate_status status,
                                    const char *what,
                                    char reason[CERTIFICATE_REASON_SIZE])
{
    snprintf(reason, CERTIFICATE_REASON_SIZE, "%s", what);
    return status;
}

/* Set the position after the 'count' moves in 'bytes', two in each byte.
 * Returns false if a move is not possible. */
static bool read_moves(const uint8_t *bytes, int count,
                       struct certificate *certificate)
{
    char *moves = certificate->moves;
    for (int i = 0; i < count; i++) {
        int column = bytes[i / 2] >> (i % 2 == 0 ? 4 : 0) & 15;
        if (column >= BOARD_MAX_WIDTH)
            return false;
        moves[i] = board_column_name(column);
    }
    moves[count] = '\0';
    bool padded = count % 2 == 0 || (bytes[count / 2] & 15) == 0;
    struct position *pos = &certificate->claim.pos;
    size_t bad_at;
    return padded && board_parse(pos->board, moves, (size_t)count, pos,
                                 &bad_at) == BOARD_OK;
}

static enum certificate_status read_claim(const uint8_t *bytes, size_t size,
                                          struct certificate *certificate,
                                          char reason[CERTIFICATE_REASON_SIZE])
{
    struct claim *claim = &certificate->claim;
    int width = bytes[BOARD_AT] >> 4, height = bytes[BOARD_AT] & 15;
    if (!board_is_size(width, height))
        return fail(CERTIFICATE_DAMAGED, "unknown board", reason);
    claim->pos = board_empty(board_make(width, height));

    int cells = board_cells(claim->pos.board);
    claim->score = bytes[SCORE_AT] - (bytes[SCORE_AT] > 127 ? 256 : 0);
    if (bytes[CLAIM_AT] > (SECOND_PLAYER | STATICS) || claim->score > cells ||
        claim->score < -cells)
        return fail(CERTIFICATE_DAMAGED, "unknown claim", reason);
    claim->statics = (bytes[CLAIM_AT] & STATICS) != 0;

    int plies = bytes[PLIES_AT];
    size_t end = MOVES_AT + (size_t)(plies + 1) / 2;
    if (plies > board_cells(claim->pos.board) || end + CHECKSUM_SIZE > size ||
        !read_moves(bytes + MOVES_AT, plies, certificate))
        return fail(CERTIFICATE_DAMAGED, "impossible moves", reason);
    claim->mover = (plies % 2 != 0) == ((bytes[CLAIM_AT] & SECOND_PLAYER) != 0);

    certificate->choices = bytes + end;
    certificate->choices_size = size - CHECKSUM_SIZE - end;
    return CERTIFICATE_OK;
}

enum certificate_status certificate_read(const void *data, size_t size,
                                         struct certificate *certificate,
                                         char reason[CERTIFICATE_REASON_SIZE])
{
    const uint8_t *bytes = data;
    if (size > CERTIFICATE_MAX_BYTES)
        return fail(CERTIFICATE_DAMAGED,
                    "larger than 1 MiB, the limit of certificates", reason);
    if (size < MOVES_AT + CHECKSUM_SIZE ||
        memcmp(bytes, magic, MAGIC_SIZE) != 0)
        return fail(CERTIFICATE_DAMAGED, "not a certificate", reason);
    if (bytes[VERSION_AT] != VERSION)
        return fail(CERTIFICATE_VERSION, "unknown version of the format",
                    reason);
    if (!checksum_is_right(bytes, size))
        return fail(CERTIFICATE_DAMAGED, "wrong checksum", reason);
    return read_claim(bytes, size, certificate, reason);
}
