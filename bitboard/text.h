/*
 * board_ text: positions as moves, as arrays of cells, and as diagrams.
 * lib/read/ reads what users write.
 *
 * Any thread may call these functions.  Only board_moves() allocates memory.
 */
#ifndef BITBOARD_TEXT_H
#define BITBOARD_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "bitboard/board.h"

/* -------------------------------------------------------------------- moves */

/*
 * A position is written as the columns played, one character per move: 1 to 9,
 * then a (column 10), b and c, or A, B and C.  The empty string is the empty
 * board.
 */

enum board_status {
    BOARD_OK,
    BOARD_NOT_A_COLUMN, /* the character is not the name of a column */
    BOARD_COLUMN_FULL,  /* the move is into a full column */
    BOARD_GAME_OVER,    /* the move makes four in a row */
    BOARD_TOO_LONG,     /* the move is on a full board */
};

/* The name of a column, 0 to BOARD_MAX_WIDTH - 1. */
char board_column_name(int column);

/* What is wrong with a move into a column, or -1 for none, or BOARD_OK.
 * BOARD_GAME_OVER: it wins, and is possible. */
MUST_CHECK enum board_status board_check_move(struct position pos, int column);

/* The column with a name, or -1 if the board has no column of that name. */
int board_column_named(struct board board, char name);

/*
 * Parse 'length' bytes of 'text', which may contain any bytes.  Returns
 * BOARD_OK and sets '*pos', and '*bad_at' to 'length'.  On failure returns the
 * error of the first invalid character, and sets '*bad_at' to its offset and
 * '*pos' to the position before it.
 *
 * A winning move is an error, BOARD_GAME_OVER.
 */
MUST_CHECK enum board_status board_parse(struct board board, const char *text,
                                         size_t length, struct position *pos,
                                         size_t *bad_at);

enum { BOARD_REASON_SIZE = 128, BOARD_SUFFIX_SIZE = 24, BOARD_NAME_SIZE = 24 };

/* Returns 'text', set to the end of an error message: " on a board of 9x7"; ""
 * for the default board. */
const char *board_suffix(struct board board, char text[BOARD_SUFFIX_SIZE]);

/* Append the suffix to 'reason'.  If there is not enough room, the result is
 * truncated. */
void board_add_suffix(struct board board, char reason[BOARD_REASON_SIZE]);

/* The size of the character of UTF-8 at 'at', before 'end', if it has more than
 * one byte; sets '*code'.  Returns 0 if there is none. */
size_t board_wide_character(const char *at, const char *end, uint32_t *code);

/* Write the name of the character at 'at' for an error message: "'x'",
 * "'\xe9' (U+00E9)", "the end of the line", "byte 0x00" if it is not printable,
 * or "the end of the text" where 'at' is 'end'.  Returns 'name'. */
const char *board_name_at(const char *at, const char *end,
                          char name[BOARD_NAME_SIZE]);

/*
 * Write the error message for a failure of board_parse(): "column 4 is full",
 * with board_suffix().  Requires the returned status, the position it set, and
 * the text with '*bad_at' as 'at'.  'first' is the number of the leftmost
 * column, which is 1 there.
 */
void board_reason(enum board_status status, const char *text, size_t length,
                  size_t at, struct position pos, int first,
                  char reason[BOARD_REASON_SIZE]);

/* Why a text is refused. */
struct board_error {
    size_t at; /* offset of the first invalid byte; the length of the text if it
                  ends too early */
    char reason[BOARD_REASON_SIZE];
};

/* Same as board_parse(), but the last move may win.  On failure returns false
 * and sets '*error'; '*pos' is unchanged. */
bool board_parse_game(struct board board, const char *text, size_t length,
                      struct position *pos, struct board_error *error);

/* -------------------------------------------------------------------- cells */

/*
 * Arrays of cells, diagrams, and the lists of Kaggle's ConnectX.
 *
 * The game may be over: the side that moved last may have four in a row.  The
 * side to move is then the loser.
 *
 * Cells are in reading order: top row first, left to right.  Error messages
 * name columns as board_column_name() does, and count rows from 1, the lowest.
 */

/*
 * Convert board_cells() marks: 0 is an empty cell, 1 a stone of the first
 * player, 2 of the second.  On failure returns false and sets '*error', to the
 * index of the cell, or to board_cells() if no single cell is wrong; '*pos' is
 * unchanged.
 *
 * An accepted board has no floating stones and correct numbers of stones, and
 * the last move can have completed all of its fours.  It may still be
 * unreachable: see board_moves().
 */
bool board_from_cells(struct board board, const int *cells,
                      struct position *pos, struct board_error *error);

/* The cell at an index of this order. */
static inline board_bits board_cell_at(struct board board, int index)
{
    return board_cell(board, index % board.width,
                      board.height - 1 - index / board.width);
}

/* The inverse of board_from_cells(): set 'cells' to board_cells() marks. */
void board_to_cells(struct position pos, int *cells);

/*
 * The stones that can have been played last: top stones of columns that belong
 * to the side that moved last.  If this side has won, they are also in all of
 * its fours.  Requires that no stone floats and that 'pos.ply' is correct.
 */
board_bits board_last_moves(struct position pos);

enum board_reach {
    BOARD_REACHED,
    BOARD_UNREACHABLE,   /* no order of moves leads to the position */
    BOARD_REACH_UNKNOWN, /* the search reached its limit */
};

/*
 * Find an order of moves that leads to 'pos' and write it to 'moves' as a
 * string.  Equal positions give equal strings.  If the result is not
 * BOARD_REACHED, 'moves' is set to "".  Requires a position that
 * board_from_cells() accepts.
 *
 * Nearly all positions take microseconds.  The search returns
 * BOARD_REACH_UNKNOWN after about a second and 16 MiB, or if out of memory.
 */
enum board_reach board_moves(struct position pos,
                             char moves[BOARD_MAX_CELLS + 1]);

/* One line per row, and one for the names of the columns. */
enum {
    BOARD_DIAGRAM_SIZE = (BOARD_MAX_HEIGHT + 1) * (2 * BOARD_MAX_WIDTH + 1) + 1
};

/* Write the board as a diagram: a blank before each cell, '.', 'x' or 'o', and
 * the names of the columns as the last line. */
void board_diagram(struct position pos, char diagram[BOARD_DIAGRAM_SIZE]);

enum { BOARD_CONNECTX_SIZE = 3 * BOARD_MAX_CELLS + 1 };

/* Write the board as a ConnectX list: "[0, 0, 0, ..., 1, 2]". */
void board_connectx(struct position pos, char text[BOARD_CONNECTX_SIZE]);

#endif
