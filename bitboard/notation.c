#include "bitboard/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char column_names[] = "123456789abc";
_Static_assert(sizeof column_names == BOARD_MAX_WIDTH + 1,
               "every column has a name");

char board_column_name(int column)
{
    assert(column >= 0 && column < BOARD_MAX_WIDTH);
    return column_names[column];
}

int board_column_named(struct board board, char name)
{
    bool capital = name >= 'A' && name <= 'Z';
    char lower = capital ? (char)(name - 'A' + 'a') : name;
    const char *found = lower ? strchr(column_names, lower) : NULL;
    if (found == NULL || found - column_names >= board.width)
        return -1;
    return (int)(found - column_names);
}

static enum board_status check_move(struct position pos, int column)
{
    if (column < 0)
        return BOARD_NOT_A_COLUMN;
    if (pos.ply == board_cells(pos.board))
        return BOARD_TOO_LONG;
    if (!board_can_play(pos, column))
        return BOARD_COLUMN_FULL;
    if ((board_winning_moves(pos) & board_column(pos.board, column)) != 0)
        return BOARD_GAME_OVER;
    return BOARD_OK;
}

enum board_status board_parse(struct board board, const char *text,
                              size_t length, struct position *pos,
                              size_t *bad_at)
{
    *pos = board_empty(board);
    for (size_t i = 0; i < length; i++) {
        int column = board_column_named(board, text[i]);
        enum board_status status = check_move(*pos, column);
        if (status != BOARD_OK) {
            *bad_at = i;
            return status;
        }
        *pos = board_play(*pos, column);
    }
    *bad_at = length;
    return BOARD_OK;
}

void board_byte_name(char byte, char name[BOARD_BYTE_SIZE])
{
    if (byte == '\n')
        snprintf(name, BOARD_BYTE_SIZE, "the end of the line");
    else if (isascii(byte) && isprint(byte))
        snprintf(name, BOARD_BYTE_SIZE, "'%c'", byte);
    else
        snprintf(name, BOARD_BYTE_SIZE, "byte 0x%02x", (unsigned char)byte);
}

const char *board_suffix(struct board board, char text[BOARD_SUFFIX_SIZE])
{
    text[0] = '\0';
    if (!board_is_default(board))
        snprintf(text, BOARD_SUFFIX_SIZE, " on a board of %dx%d", board.width,
                 board.height);
    return text;
}

void board_add_suffix(struct board board, char reason[BOARD_REASON_SIZE])
{
    char suffix[BOARD_SUFFIX_SIZE];
    size_t length = strlen(reason);
    snprintf(reason + length, BOARD_REASON_SIZE - length, "%s",
             board_suffix(board, suffix));
}

enum { COLUMNS_SIZE = 16 };

/* Write the names of all columns: "1 to 7", "1 to 9, a to c". */
static const char *format_columns(struct board board, char text[COLUMNS_SIZE])
{
    char last = board_column_name(board.width - 1);
    if (board.width == 1)
        return "1";
    if (board.width <= 9)
        snprintf(text, COLUMNS_SIZE, "1 to %c", last);
    else if (board.width == 10)
        snprintf(text, COLUMNS_SIZE, "1 to 9 or a");
    else
        snprintf(text, COLUMNS_SIZE, "1 to 9, a %s %c",
                 board.width == 11 ? "or" : "to", last);
    return text;
}

void board_reason(enum board_status status, char bad, struct position pos,
                  char reason[BOARD_REASON_SIZE])
{
    char name[BOARD_BYTE_SIZE], columns[COLUMNS_SIZE];

    switch (status) {
    case BOARD_OK:
        snprintf(reason, BOARD_REASON_SIZE, "no error");
        return;
    case BOARD_NOT_A_COLUMN:
        board_byte_name(bad, name);
        snprintf(reason, BOARD_REASON_SIZE, "%s is not a column, expected %s",
                 name, format_columns(pos.board, columns));
        break;
    case BOARD_COLUMN_FULL:
        snprintf(reason, BOARD_REASON_SIZE, "column %c is full", bad);
        break;
    case BOARD_GAME_OVER:
        snprintf(reason, BOARD_REASON_SIZE,
                 "the game is over: the %s player wins with move %d",
                 pos.ply % 2 == 0 ? "first" : "second", pos.ply + 1);
        break;
    case BOARD_TOO_LONG:
        snprintf(reason, BOARD_REASON_SIZE, "the board is full before move %d",
                 pos.ply + 1);
        break;
    default: /* board_parse() does not return it */
        assert(false);
        reason[0] = '\0';
    }
    board_add_suffix(pos.board, reason);
}
