/* Positions in every notation: an accepted position is written and read again.
 */
#include "bitboard/read.h"
#include "test/fuzz/fuzz.h"

static void assert_reads_as(const char *text, struct position pos)
{
    struct position read;
    struct board_error error;
    assert(board_read(pos.board, text, strlen(text), &read, &error) ==
           BOARD_OK);
    assert(fuzz_is_same(read, pos));
}

static void check_position(struct position pos)
{
    char diagram[BOARD_DIAGRAM_SIZE];
    char list[BOARD_CONNECTX_SIZE];
    char moves[BOARD_MAX_CELLS + 1];
    int cells[BOARD_MAX_CELLS];
    char reason[BOARD_REASON_SIZE];
    struct position read;
    size_t bad_at;

    board_diagram(pos, diagram);
    assert_reads_as(diagram, pos);
    board_connectx(pos, list);
    assert_reads_as(list, pos);
    board_to_cells(pos, cells);
    assert(board_from_cells(pos.board, cells, &read, &bad_at, reason) ==
           BOARD_OK);
    assert(fuzz_is_same(read, pos));
    if (board_moves(pos, moves) == BOARD_REACHED)
        assert_reads_as(moves, pos);
    else
        assert(moves[0] == '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < FUZZ_BOARD_BYTES)
        return 0;
    struct position pos;
    struct board_error error;
    size_t length = size - FUZZ_BOARD_BYTES;
    if (board_read(fuzz_board(data), (const char *)data + FUZZ_BOARD_BYTES,
                   length, &pos, &error) == BOARD_OK) {
        check_position(pos);
    } else {
        assert(error.at <= length);
        assert(fuzz_is_line(error.reason));
    }
    return 0;
}
