/*
 * board_ notation: positions as move sequences.
 *
 * A position is written as the columns played, one character per move: 1 to 9,
 * then a (column 10), b and c, or A, B and C.  The empty string is the empty
 * board.
 *
 * These functions do not allocate memory; any thread may call them.
 */
#ifndef BITBOARD_NOTATION_H
#define BITBOARD_NOTATION_H

#include <stdbool.h>
#include <stddef.h>

#include "bitboard/position.h"

enum board_status {
    BOARD_OK,
    BOARD_NOT_A_COLUMN, /* the character is not the name of a column */
    BOARD_COLUMN_FULL,  /* the move is into a full column */
    BOARD_GAME_OVER,    /* the move makes four in a row */
    BOARD_TOO_LONG,     /* the move is on a full board */

    /* From board_from_cells() and board_read() only: */
    BOARD_NOT_A_CELL,   /* the mark or character is not a cell */
    BOARD_FLOATING,     /* a stone is above an empty cell */
    BOARD_WRONG_COUNTS, /* one player has too many stones */
    BOARD_TWO_WINNERS,  /* both players have four in a row */
    BOARD_PLAYED_ON,    /* the player to move has four in a row */
    BOARD_WON_BEFORE,   /* no single last move completes all fours */
    BOARD_WRONG_SIZE,   /* there are too many or too few cells or rows */
    BOARD_MALFORMED,    /* the character is not allowed here */
};

/* The name of a column, 0 to BOARD_MAX_WIDTH - 1. */
char board_column_name(int column);

/* The column with a name, or -1 if the board has no column of that name. */
int board_column_named(struct board board, char name);

/*
 * Parse 'length' bytes of 'text', which may contain any bytes.  Returns
 * BOARD_OK and sets '*pos', and '*bad_at' to 'length'.  On failure returns the
 * error of the first invalid character, and sets '*bad_at' to its offset and
 * '*pos' to the position before it.
 *
 * A winning move is an error, BOARD_GAME_OVER.  board_parse_game() accepts a
 * winning last move.
 */
enum board_status board_parse(struct board board, const char *text,
                              size_t length, struct position *pos,
                              size_t *bad_at);

enum { BOARD_REASON_SIZE = 128, BOARD_SUFFIX_SIZE = 24, BOARD_BYTE_SIZE = 20 };

/* Returns 'text', set to the end of an error message: " on a board of 9x7"; ""
 * for the default board. */
const char *board_suffix(struct board board, char text[BOARD_SUFFIX_SIZE]);

/* Append the suffix to 'reason'.  If there is not enough room, the result is
 * truncated. */
void board_add_suffix(struct board board, char reason[BOARD_REASON_SIZE]);

/* Write the name of a byte for an error message: "'x'", "the end of the line",
 * or "byte 0x00" if it is not printable. */
void board_byte_name(char byte, char name[BOARD_BYTE_SIZE]);

/*
 * Write the error message for a failure of board_parse(): "column 4 is full",
 * with board_suffix().  Requires the returned status, the position it set, and
 * the character at '*bad_at'.
 */
void board_reason(enum board_status status, char bad, struct position pos,
                  char reason[BOARD_REASON_SIZE]);

#endif
