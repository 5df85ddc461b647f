/* Moves: an accepted text is a legal game; an error has a reason. */
#include "bitboard/notation.h"
#include "test/fuzz/fuzz.h"

/* Play the moves one by one. */
static struct position replay(struct board board, const char *text,
                              size_t length)
{
    struct position pos = board_empty(board);
    for (size_t i = 0; i < length; i++) {
        int column = board_column_named(board, text[i]);
        assert(column >= 0 && board_can_play(pos, column));
        pos = board_play(pos, column);
        assert(!board_has_four(board, pos.mover ^ pos.stones));
    }
    return pos;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < FUZZ_BOARD_BYTES)
        return 0;
    struct board board = fuzz_board(data);
    const char *text = (const char *)data + FUZZ_BOARD_BYTES;
    size_t length = size - FUZZ_BOARD_BYTES;
    struct position pos, prefix;
    size_t bad_at, prefix_bad_at;

    enum board_status status = board_parse(board, text, length, &pos, &bad_at);
    assert((status == BOARD_OK) == (bad_at == length));
    assert((size_t)pos.ply == bad_at);
    assert(fuzz_is_same(pos, replay(board, text, bad_at)));
    assert(board_parse(board, text, bad_at, &prefix, &prefix_bad_at) ==
           BOARD_OK);
    assert(fuzz_is_same(pos, prefix));

    if (status != BOARD_OK) {
        char reason[BOARD_REASON_SIZE];
        board_reason(status, text[bad_at], pos, reason);
        assert(fuzz_is_line(reason));
    }
    return 0;
}
