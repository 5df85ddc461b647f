#include "bitboard/cells.h"

#include <stdio.h>

static board_bits first_players(struct position pos)
{
    return pos.ply % 2 == 0 ? pos.mover : pos.mover ^ pos.stones;
}

/* The index of the first invalid mark, or board_cells(). */
static int find_bad_mark(struct board board, const int *cells)
{
    int index = 0;
    while (index < board_cells(board) && cells[index] >= 0 && cells[index] <= 2)
        index++;
    return index;
}

/* The index of the first stone above an empty cell, or board_cells(). */
static int find_floating(struct board board, const int *cells)
{
    int index = 0;
    int lowest = board_cells(board) - board.width;
    while (index < lowest &&
           (cells[index] == 0 || cells[index + board.width] != 0))
        index++;
    return index < lowest ? index : board_cells(board);
}

board_bits board_last_moves(struct position pos)
{
    board_bits theirs = pos.mover ^ pos.stones;
    board_bits last = theirs & ~(pos.stones >> 1);
    if (!board_has_four(pos.board, theirs))
        return last;

    for (int column = 0; column < pos.board.width; column++) {
        board_bits cell = last & board_column(pos.board, column);
        if (board_has_four(pos.board, theirs ^ cell))
            last ^= cell;
    }
    return last;
}

static enum board_status check_counts(int first, int second, char *reason)
{
    if (first == second || first == second + 1)
        return BOARD_OK;
    snprintf(reason, BOARD_REASON_SIZE,
             "%d stone%s of the first player and %d of the second: the first "
             "must have the same number or one more",
             first, first == 1 ? "" : "s", second);
    return BOARD_WRONG_COUNTS;
}

static enum board_status check_fours(struct position pos, char *reason)
{
    bool mover = board_has_four(pos.board, pos.mover);
    bool other = board_has_four(pos.board, pos.mover ^ pos.stones);
    bool first = mover == (pos.ply % 2 == 0);

    if (mover && other) {
        snprintf(reason, BOARD_REASON_SIZE, "both players have four in a row");
        return BOARD_TWO_WINNERS;
    }
    if (mover) {
        snprintf(reason, BOARD_REASON_SIZE,
                 "the %s player has four in a row, but the %s player moved "
                 "last",
                 first ? "first" : "second", first ? "second" : "first");
        return BOARD_PLAYED_ON;
    }
    if (other && board_last_moves(pos) == 0) {
        snprintf(reason, BOARD_REASON_SIZE,
                 "no last move completes all fours of the %s player: the game "
                 "was over before it",
                 first ? "first" : "second");
        return BOARD_WON_BEFORE;
    }
    return BOARD_OK;
}

static enum board_status read_cells(struct board board, const int *cells,
                                    struct position *pos, size_t *bad_at,
                                    char reason[BOARD_REASON_SIZE])
{
    board_bits players[3] = {0};
    int index = find_bad_mark(board, cells);
    *bad_at = (size_t)index;
    if (index < board_cells(board)) {
        snprintf(reason, BOARD_REASON_SIZE,
                 "%d is not a mark, expected 0, 1 or 2", cells[index]);
        return BOARD_NOT_A_CELL;
    }
    index = find_floating(board, cells);
    *bad_at = (size_t)index;
    if (index < board_cells(board)) {
        board_bits cell = board_cell_at(board, index);
        snprintf(reason, BOARD_REASON_SIZE,
                 "the stone in column %c, row %d has nothing below it",
                 board_column_name(board_column_of(board, cell)),
                 board_row_of(board, cell) + 1);
        return BOARD_FLOATING;
    }

    for (index = 0; index < board_cells(board); index++)
        players[cells[index]] |= board_cell_at(board, index);
    struct position found = board_empty(board);
    found.stones = players[1] | players[2];
    found.ply = board_popcount(found.stones);
    found.mover = players[1 + found.ply % 2];

    enum board_status status = check_counts(board_popcount(players[1]),
                                            board_popcount(players[2]), reason);
    if (status == BOARD_OK)
        status = check_fours(found, reason);
    if (status == BOARD_OK)
        *pos = found;
    return status;
}

enum board_status board_from_cells(struct board board, const int *cells,
                                   struct position *pos, size_t *bad_at,
                                   char reason[BOARD_REASON_SIZE])
{
    enum board_status status = read_cells(board, cells, pos, bad_at, reason);
    if (status != BOARD_OK)
        board_add_suffix(board, reason);
    return status;
}

void board_to_cells(struct position pos, int *cells)
{
    board_bits first = first_players(pos);
    for (int index = 0; index < board_cells(pos.board); index++) {
        board_bits cell = board_cell_at(pos.board, index);
        cells[index] = !(pos.stones & cell) ? 0 : first & cell ? 1 : 2;
    }
}

void board_diagram(struct position pos, char diagram[BOARD_DIAGRAM_SIZE])
{
    board_bits first = first_players(pos);

    for (int row = pos.board.height - 1; row >= 0; row--) {
        for (int column = 0; column < pos.board.width; column++) {
            board_bits cell = board_cell(pos.board, column, row);
            *diagram++ = ' ';
            *diagram++ = !(pos.stones & cell) ? '.' : first & cell ? 'x' : 'o';
        }
        *diagram++ = '\n';
    }
    for (int column = 0; column < pos.board.width; column++) {
        *diagram++ = ' ';
        *diagram++ = board_column_name(column);
    }
    *diagram++ = '\n';
    *diagram = '\0';
}

void board_connectx(struct position pos, char text[BOARD_CONNECTX_SIZE])
{
    int cells[BOARD_MAX_CELLS];
    board_to_cells(pos, cells);
    for (int index = 0; index < board_cells(pos.board); index++) {
        *text++ = index == 0 ? '[' : ' ';
        *text++ = (char)('0' + cells[index]);
        *text++ = ',';
    }
    text[-1] = ']';
    *text = '\0';
}
