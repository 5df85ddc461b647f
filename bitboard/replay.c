/* board_moves(): the game that led to a board. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/cells.h"

/*
 * Only the turns can fail to fit: a stone is never in the way of another, and a
 * part of a position without a four has none.  So the columns are stacks of two
 * colours, to be taken from in turn, until all are empty; the state is how many
 * stones of each column were taken, four bits a column.
 */
struct replay {
    int width, ply;
    int heights[BOARD_MAX_WIDTH];
    unsigned second[BOARD_MAX_WIDTH]; /* the colours, next stone lowest */
    char *moves;

    /* States that failed, in a hash table: 0, where nothing is taken, is an
     * empty place. */
    uint64_t *failed;
    size_t room, count, limit;
};

_Static_assert(BOARD_MAX_HEIGHT < 16 && BOARD_MAX_WIDTH <= 16,
               "a state fits 64 bits");

/* How many failures a search may remember: a short try, and a long one. */
static const size_t limits[] = {1 << 10, 1 << 19};

static size_t find_place(const struct replay *replay, uint64_t state)
{
    size_t last = replay->room - 1;
    size_t place = (state * UINT64_C(0x9e3779b97f4a7c15)) >> 32 & last;
    while (replay->failed[place] != 0 && replay->failed[place] != state)
        place = (place + 1) & last;
    return place;
}

static bool has_failed(const struct replay *replay, uint64_t state)
{
    return replay->room != 0 && replay->failed[find_place(replay, state)] != 0;
}

static bool grow(struct replay *replay)
{
    struct replay larger = *replay;
    larger.room = replay->room != 0 ? 2 * replay->room : 1024;
    larger.failed = calloc(larger.room, sizeof *larger.failed);
    if (larger.failed == NULL)
        return false;
    for (size_t i = 0; i < replay->room; i++)
        if (replay->failed[i] != 0)
            larger.failed[find_place(&larger, replay->failed[i])] =
                replay->failed[i];
    free(replay->failed);
    replay->failed = larger.failed;
    replay->room = larger.room;
    return true;
}

static bool remember_failure(struct replay *replay, uint64_t state)
{
    if (replay->count == replay->limit)
        return false;
    if (2 * replay->count >= replay->room && !grow(replay))
        return false;
    replay->failed[find_place(replay, state)] = state;
    replay->count++;
    return true;
}

/*
 * Find the columns whose next stone is of the side whose turn it is.  First
 * come those with a stone of the other side below it, and of these the highest:
 * so neither side runs out of stones to take, and hardly any search is left.
 */
static int order_columns(const struct replay *replay, uint64_t state,
                         unsigned turn, int columns[BOARD_MAX_WIDTH])
{
    int worth[BOARD_MAX_WIDTH];
    int count = 0;

    for (int column = 0; column < replay->width; column++) {
        int taken = (int)(state >> 4 * column & 15);
        int left = replay->heights[column] - taken;
        unsigned colours = replay->second[column] >> taken;
        if (left == 0 || (colours & 1) != turn)
            continue;

        bool turns = left > 1 && (colours >> 1 & 1) != turn;
        int value = turns ? BOARD_MAX_HEIGHT + left : left;
        int place = count++;
        for (; place > 0 && worth[place - 1] < value; place--) {
            worth[place] = worth[place - 1];
            columns[place] = columns[place - 1];
        }
        worth[place] = value;
        columns[place] = column;
    }
    return count;
}

static enum board_reach search(struct replay *replay, uint64_t state, int ply)
{
    if (ply == replay->ply)
        return BOARD_REACHED;
    if (has_failed(replay, state))
        return BOARD_UNREACHABLE;

    int columns[BOARD_MAX_WIDTH];
    int count = order_columns(replay, state, (unsigned)ply % 2, columns);
    for (int i = 0; i < count; i++) {
        replay->moves[ply] = board_column_name(columns[i]);
        enum board_reach reach =
            search(replay, state + (UINT64_C(1) << 4 * columns[i]), ply + 1);
        if (reach != BOARD_UNREACHABLE)
            return reach;
    }
    if (state == 0 || remember_failure(replay, state))
        return BOARD_UNREACHABLE;
    return BOARD_REACH_UNKNOWN;
}

/* Set the stacks of a position, seen from its first stone or from its last:
 * then the side that moved last is the first. */
static void set_stacks(struct replay *replay, struct position pos,
                       bool backwards)
{
    board_bits first = pos.ply % 2 == 0 ? pos.mover : pos.mover ^ pos.stones;
    if (backwards && pos.ply % 2 == 0)
        first ^= pos.stones;

    for (int column = 0; column < pos.board.width; column++) {
        int height =
            board_popcount(pos.stones & board_column(pos.board, column));
        replay->heights[column] = height;
        for (int i = 0; i < height; i++) {
            int row = backwards ? height - 1 - i : i;
            if ((first & board_cell(pos.board, column, row)) == 0)
                replay->second[column] |= 1u << i;
        }
    }
}

static enum board_reach look(struct position pos, bool backwards, size_t limit,
                             char *moves)
{
    struct replay replay = {
        .width = pos.board.width,
        .ply = pos.ply,
        .moves = moves,
        .limit = limit,
    };
    set_stacks(&replay, pos, backwards);
    enum board_reach reach = search(&replay, 0, 0);
    free(replay.failed);

    if (backwards)
        for (int i = 0, j = pos.ply - 1; i < j; i++, j--) {
            char move = moves[i];
            moves[i] = moves[j];
            moves[j] = move;
        }
    moves[reach == BOARD_REACHED ? pos.ply : 0] = '\0';
    return reach;
}

/* Where no game fits, it is mostly for the first stones or for the last: so
 * both ends are tried. */
static enum board_reach look_from_both_ends(struct position pos, char *moves)
{
    enum board_reach reach = BOARD_REACH_UNKNOWN;
    size_t tries = sizeof limits / sizeof *limits;
    for (size_t i = 0; i < 2 * tries && reach == BOARD_REACH_UNKNOWN; i++)
        reach = look(pos, i % 2 != 0, limits[i / 2], moves);
    return reach;
}

enum board_reach board_moves(struct position pos,
                             char moves[BOARD_MAX_CELLS + 1])
{
    board_bits winner = pos.mover ^ pos.stones;
    if (!board_has_four(pos.board, winner))
        return look_from_both_ends(pos, moves);

    enum board_reach all = BOARD_UNREACHABLE;
    board_bits last = board_last_stones(pos);
    moves[0] = '\0';
    for (int column = 0; column < pos.board.width; column++) {
        board_bits cell = last & board_column(pos.board, column);
        if (cell == 0)
            continue;
        struct position before = pos;
        before.mover = winner ^ cell;
        before.stones ^= cell;
        before.ply--;
        enum board_reach reach = look_from_both_ends(before, moves);
        if (reach == BOARD_REACHED) {
            moves[before.ply] = board_column_name(column);
            moves[pos.ply] = '\0';
            return reach;
        }
        if (reach == BOARD_REACH_UNKNOWN)
            all = reach;
    }
    return all;
}
