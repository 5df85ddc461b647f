/* Books: any bytes are refused, or give a book that neither reads out of bounds
 * nor has impossible scores.  The checksum is corrected first, so that the
 * other checks are reached. */
#include <stdlib.h>
#include <zlib.h>

#include "bitboard/score.h"
#include "book/book.h"
#include "book/format.h"
#include "test/fuzz/fuzz.h"

static void look_up(const struct book *book, struct position pos)
{
    int score = 0, max = board_win_score(pos.board, 1);
    if (book_lookup(book, pos, &score))
        assert(score >= -max && score <= max);
    for (int column = 0; column < pos.board.width && pos.ply < 4; column++)
        if (board_can_play(pos, column) && !board_is_won(pos))
            look_up(book, board_play(pos, column));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct book *book;
    unsigned char *bytes = malloc(size + 1);
    assert(bytes != NULL);
    memcpy(bytes, data, size);
    if (size >= FORMAT_VERSION_AT)
        format_put(
            bytes + FORMAT_CHECKSUM, 4,
            crc32_z(0, bytes + FORMAT_VERSION_AT, size - FORMAT_VERSION_AT));
    enum book_status status = book_from_bytes(&book, bytes, size);
    assert((book != NULL) == (status == BOOK_OK));
    assert(fuzz_is_line(book_strstatus(status)));
    if (book != NULL) {
        struct book_info info = book_info(book);
        assert(info.bytes == size);
        look_up(book, board_empty(info.board));
        look_up(book, board_empty(board_make(7, 6)));
        book_close(book);
    }
    free(bytes);
    return 0;
}
