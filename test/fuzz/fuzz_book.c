/* Books: any bytes are refused, or give a book that neither reads out of bounds
 * nor has impossible scores, and that a solver can use, even if its scores are
 * wrong.  The checksum is corrected first, so that the other checks are
 * reached. */
#include <zlib.h>

#include "bitboard/board.h"
#include "bitboard/text.h"
#include "book/book.h"
#include "book/format.h"
#include "test/fuzz/fuzz.h"

enum { MAX_CELLS = 30 }; /* larger boards have larger tables */

static void look_up(const struct book *book, struct position pos)
{
    int score = 0, max = board_win_score(pos.board, 1);
    if (book_lookup(book, pos, &score))
        assert(score >= -max && score <= max);
    for (int column = 0; column < pos.board.width && pos.ply < 4; column++)
        if (board_can_play(pos, column) && !board_is_won(pos))
            look_up(book, board_play(pos, column));
}

/* All that a query can find with the book, in 'board' from its start. */
static void ask(fourscore_book *book, struct board board)
{
    struct fourscore_config config = {
        .size = sizeof config, .width = board.width, .height = board.height};
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    config.table_bytes = fourscore_min_table_bytes(&config);
    query.nodes = 1000;
    fourscore_solver *solver = fuzz_solver(config);
    assert(fourscore_set_book(solver, book) == FOURSCORE_OK);
    for (int column = 0; column <= board.width; column++) {
        char moves[] = {column == 0 ? '\0' : board_column_name(column - 1),
                        '\0'};
        assert(fourscore_from_moves(&query.position, board.width, board.height,
                                    moves, NULL) == FOURSCORE_OK);
        for (query.find = 0; query.find < 8; query.find++)
            assert(fourscore_ask(solver, &query, &answer) == FOURSCORE_OK);
    }
    fourscore_solver_free(solver);
}

/* The public function accepts the same books. */
static void use_from_memory(const unsigned char *bytes, size_t size,
                            const struct book_info *info)
{
    fourscore_book *book;
    struct fourscore_error error = {.reason = ""};
    enum fourscore_status status =
        fourscore_book_from_memory(&book, bytes, size, &error);
    assert((status == FOURSCORE_OK) == (info != NULL));
    assert((book != NULL) == (status == FOURSCORE_OK));
    if (book == NULL)
        assert(status == FOURSCORE_BAD_BOOK && fuzz_is_line(error.reason));
    else if (board_cells(info->board) <= MAX_CELLS)
        ask(book, info->board);
    fourscore_book_free(book);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct book *book;
    struct book_info info;
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
        info = book_info(book);
        assert(info.bytes == size);
        look_up(book, board_empty(info.board));
        look_up(book, board_empty(board_make(7, 6)));
    }
    use_from_memory(bytes, size, book == NULL ? NULL : &info);
    book_close(book);
    free(bytes);
    return 0;
}
