#include "bitboard/notation.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char column_names[] = "123456789abcdefghijklmnopqrstuvwxyz";

char board_column_name(int column)
{
    assert(column >= 0 && column < BOARD_WIDTH);
    return column_names[column];
}

int board_column_named(char name)
{
    const char *found = name ? strchr(column_names, name) : NULL;
    if (found == NULL || found - column_names >= BOARD_WIDTH)
        return -1;
    return (int)(found - column_names);
}

static enum board_status check_move(struct position pos, int column)
{
    if (column < 0)
        return BOARD_NOT_A_COLUMN;
    if (pos.ply == BOARD_CELLS)
        return BOARD_TOO_LONG;
    if (!board_can_play(pos, column))
        return BOARD_COLUMN_FULL;
    if ((board_winning_moves(pos) & board_column(column)) != 0)
        return BOARD_GAME_OVER;
    return BOARD_OK;
}

enum board_status board_parse(const char *text, size_t length,
                              struct position *pos, size_t *bad_at)
{
    *pos = board_empty();
    for (size_t i = 0; i < length; i++) {
        int column = board_column_named(text[i]);
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

void board_reason(enum board_status status, char bad, struct position pos,
                  char reason[BOARD_REASON_SIZE])
{
    char first = board_column_name(0);
    char last = board_column_name(BOARD_WIDTH - 1);

    switch (status) {
    case BOARD_OK:
        snprintf(reason, BOARD_REASON_SIZE, "nothing is wrong");
        break;
    case BOARD_NOT_A_COLUMN:
        if (isascii(bad) && isprint(bad))
            snprintf(reason, BOARD_REASON_SIZE,
                     "'%c' is not a column, expected %c to %c", bad, first,
                     last);
        else
            snprintf(reason, BOARD_REASON_SIZE,
                     "byte 0x%02x is not a column, expected %c to %c",
                     (unsigned char)bad, first, last);
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
        snprintf(reason, BOARD_REASON_SIZE,
                 "move %d on a board of %d cells, which is full", pos.ply + 1,
                 BOARD_CELLS);
        break;
    }
}

/*
 * A search for board_moves(), forwards from the empty board: the state is how
 * much of each column has been laid, and a state that failed is not tried
 * again.  Only the turns can fail to fit: a stone is never in the way of
 * another, and a part of a position without a four has none.
 */
struct replay {
    board_bits first;  /* the first player's stones, at the end */
    board_bits stones; /* everybody's, at the end */
    uint8_t *failed;   /* a bit for each state */
    char moves[BOARD_CELLS + 1];
};

static size_t replay_state(board_bits laid)
{
    size_t state = 0;
    for (int column = 0; column < BOARD_WIDTH; column++)
        state = state * (BOARD_HEIGHT + 1) +
                (size_t)board_popcount(laid & board_column(column));
    return state;
}

static bool replay_from(struct replay *replay, board_bits laid, int ply)
{
    if (laid == replay->stones)
        return true;

    size_t state = replay_state(laid);
    if (replay->failed[state / 8] >> state % 8 & 1)
        return false;

    board_bits wanted = ply % 2 == 0 ? replay->first : ~replay->first;
    board_bits next = (laid + BOARD_BOTTOM) & replay->stones & wanted;
    for (int column = 0; column < BOARD_WIDTH; column++) {
        board_bits cell = next & board_column(column);
        if (cell == 0)
            continue;
        replay->moves[ply] = board_column_name(column);
        if (replay_from(replay, laid | cell, ply + 1))
            return true;
    }
    replay->failed[state / 8] |= (uint8_t)(1 << state % 8);
    return false;
}

bool board_moves(struct position pos, char moves[BOARD_CELLS + 1])
{
    size_t states = 1;
    moves[0] = '\0';
    for (int column = 0; column < BOARD_WIDTH; column++)
        if (__builtin_mul_overflow(states, BOARD_HEIGHT + 1, &states))
            return false;

    struct replay replay = {
        .first = pos.ply % 2 == 0 ? pos.mover : pos.mover ^ pos.stones,
        .stones = pos.stones,
        .failed = calloc(states / 8 + 1, 1),
    };
    if (replay.failed == NULL)
        return false;
    bool found = replay_from(&replay, 0, 0);
    if (found) {
        replay.moves[pos.ply] = '\0';
        memcpy(moves, replay.moves, (size_t)pos.ply + 1);
    }
    free(replay.failed);
    return found;
}

void board_diagram(struct position pos, char diagram[BOARD_DIAGRAM_SIZE])
{
    board_bits first = pos.ply % 2 == 0 ? pos.mover : pos.mover ^ pos.stones;

    for (int row = BOARD_HEIGHT - 1; row >= 0; row--) {
        for (int column = 0; column < BOARD_WIDTH; column++) {
            board_bits cell = (board_bits)1
                              << (column * BOARD_COLUMN_BITS + row);
            *diagram++ = ' ';
            *diagram++ = !(pos.stones & cell) ? '.' : first & cell ? 'x' : 'o';
        }
        *diagram++ = '\n';
    }
    for (int column = 0; column < BOARD_WIDTH; column++) {
        *diagram++ = ' ';
        *diagram++ = board_column_name(column);
    }
    *diagram++ = '\n';
    *diagram = '\0';
}
