/*
 * board_ notation: positions as the moves that lead there.
 *
 * A position is written as the columns played, one character a move: 1 to 9,
 * then a (column 10), b and c, where capitals are read, too.  The empty string
 * is the empty board.
 *
 * Nothing here allocates memory that outlives the call; any thread may call.
 */
#ifndef BITBOARD_NOTATION_H
#define BITBOARD_NOTATION_H

#include <stdbool.h>
#include <stddef.h>

#include "bitboard/position.h"

enum board_status {
    BOARD_OK,
    BOARD_NOT_A_COLUMN, /* a character that names no column */
    BOARD_COLUMN_FULL,  /* a move into a full column */
    BOARD_GAME_OVER,    /* a move that makes four in a row */
    BOARD_TOO_LONG,     /* a move on a full board */

    /* Of bitboard/cells.h. */
    BOARD_NOT_A_CELL,   /* a mark or a character that stands for no cell */
    BOARD_FLOATING,     /* a stone above an empty cell */
    BOARD_WRONG_COUNTS, /* too many stones of one player */
    BOARD_TWO_WINNERS,  /* both have four in a row */
    BOARD_PLAYED_ON,    /* one has, but the other moved after that */
    BOARD_WON_BEFORE,   /* no last stone makes up all of the winner's fours */
    BOARD_WRONG_SIZE,   /* too many cells or rows, or too few */
    BOARD_MALFORMED,    /* a character that does not belong where it is */
};

/* The character that names 'column', counted from 0, and back (-1: none on this
 * board). */
char board_column_name(int column);
int board_column_named(struct board board, char name);

/*
 * Read 'length' characters of 'text', which may hold any bytes, and set '*pos'.
 * Return BOARD_OK, or what is wrong with the first bad character: '*bad_at' is
 * then its place, from 0, and '*pos' the position before it.  '*bad_at' is
 * 'length' on success.
 *
 * A move that wins is refused too: what comes after it is no position of the
 * game, and the score of a finished game is nobody's to compute.
 */
enum board_status board_parse(struct board board, const char *text,
                              size_t length, struct position *pos,
                              size_t *bad_at);

enum { BOARD_REASON_SIZE = 128, BOARD_SUFFIX_SIZE = 24, BOARD_BYTE_SIZE = 20 };

/* How messages about other boards than the usual one end: " on a board of 9x7";
 * "" for the usual one. */
const char *board_suffix(struct board board, char text[BOARD_SUFFIX_SIZE]);

/* Add it to a reason, which leaves room for it. */
void board_add_suffix(struct board board, char reason[BOARD_REASON_SIZE]);

/* Name a byte for people: "'x'", "the end of the line", or "byte 0x00" if it is
 * not printable. */
void board_byte(char byte, char name[BOARD_BYTE_SIZE]);

/*
 * Write to 'reason' why board_parse(), which returned 'status' and set '*pos',
 * refused the character 'bad': "column 4 is full".  Boards other than the usual
 * one are named.  (What bitboard/cells.h refuses comes with a reason.)
 */
void board_reason(enum board_status status, char bad, struct position pos,
                  char reason[BOARD_REASON_SIZE]);

#endif
