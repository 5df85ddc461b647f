/*
 * board_ notation: positions as text.
 *
 * A position is written as the columns played, one character a move: 1 to 9,
 * then a (column 10), b, c ...  The empty string is the empty board.
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
};

/* The character that names 'column', counted from 0, and back (-1: none). */
char board_column_name(int column);
int board_column_named(char name);

/*
 * Read 'length' characters of 'text', which may hold any bytes, and set '*pos'.
 * Return BOARD_OK, or what is wrong with the first bad character: '*bad_at' is
 * then its place, from 0, and '*pos' the position before it.  '*bad_at' is
 * 'length' on success.
 *
 * A move that wins is refused too: what comes after it is no position of the
 * game, and the score of a finished game is nobody's to compute.
 */
enum board_status board_parse(const char *text, size_t length,
                              struct position *pos, size_t *bad_at);

enum { BOARD_REASON_SIZE = 128 };

/*
 * Write to 'reason' why board_parse(), which returned 'status' and set '*pos',
 * refused the character 'bad': "column 4 is full".
 */
void board_reason(enum board_status status, char bad, struct position pos,
                  char reason[BOARD_REASON_SIZE]);

/*
 * Write to 'moves' a game that leads to 'pos', ended by a 0.  Return false,
 * with 'moves' empty, if no order of moves leads there.  The game found need
 * not be the one that was played.  Requires a position with gravity, a ply that
 * counts its stones, and no four in a row; takes time and memory in proportion
 * to (BOARD_HEIGHT + 1) ^ BOARD_WIDTH at worst, and false is also the answer
 * when that memory cannot be had.
 */
bool board_moves(struct position pos, char moves[BOARD_CELLS + 1]);

enum { BOARD_DIAGRAM_SIZE = (BOARD_HEIGHT + 1) * (2 * BOARD_WIDTH + 1) + 1 };

/*
 * Draw the board, top row first, and name the columns below: '.' is an empty
 * cell, 'x' a stone of the first player, 'o' of the second.  Positions that are
 * over may be drawn too.
 */
void board_diagram(struct position pos, char diagram[BOARD_DIAGRAM_SIZE]);

#endif
