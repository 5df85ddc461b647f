/* board_moves(): an order of moves that leads to a position. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/cells.h"

/*
 * The only constraint is that the sides move in turn: no stone blocks another
 * column, and a position without a four has none in its earlier positions.  So
 * each column is a stack of stones of two colours, and the search removes
 * stones of alternating colour until all stacks are empty.  A state is the
 * number of stones removed from each column, four bits per column.
 */
struct replay {
    int width, ply;
    int heights[BOARD_MAX_WIDTH];
    unsigned second[BOARD_MAX_WIDTH]; /* stones of the second player, as bits;
                                         bit 0 is removed first */
    char *moves;

    /* A hash table of states from which the search failed.  0 is an empty slot:
     * the initial state is never stored. */
    uint64_t *failed;
    size_t capacity, count, max_count;
};

_Static_assert(BOARD_MAX_HEIGHT < 16 && BOARD_MAX_WIDTH <= 16,
               "a state fits 64 bits");

/* A search stops after this many failed states: a short attempt, then a long
 * one. */
static const size_t limits[] = {1 << 10, 1 << 19};

/* The slot of a state, or the empty slot where it belongs. */
static size_t find_slot(const struct replay *replay, uint64_t state)
{
    size_t mask = replay->capacity - 1;
    size_t slot = (state * UINT64_C(0x9e3779b97f4a7c15)) >> 32 & mask;
    while (replay->failed[slot] != 0 && replay->failed[slot] != state)
        slot = (slot + 1) & mask;
    return slot;
}

static bool has_failed(const struct replay *replay, uint64_t state)
{
    return replay->capacity != 0 &&
           replay->failed[find_slot(replay, state)] != 0;
}

static bool grow(struct replay *replay)
{
    struct replay larger = *replay;
    larger.capacity = replay->capacity != 0 ? 2 * replay->capacity : 1024;
    larger.failed = calloc(larger.capacity, sizeof *larger.failed);
    if (larger.failed == NULL)
        return false;
    for (size_t i = 0; i < replay->capacity; i++)
        if (replay->failed[i] != 0)
            larger.failed[find_slot(&larger, replay->failed[i])] =
                replay->failed[i];
    free(replay->failed);
    replay->failed = larger.failed;
    replay->capacity = larger.capacity;
    return true;
}

/* Returns false at the limit, or if out of memory. */
static bool store_failed(struct replay *replay, uint64_t state)
{
    if (replay->count == replay->max_count)
        return false;
    if (2 * replay->count >= replay->capacity && !grow(replay))
        return false;
    replay->failed[find_slot(replay, state)] = state;
    replay->count++;
    return true;
}

/*
 * Set 'columns' to those whose next stone is of colour 'turn'; returns their
 * number.  Columns in which a stone of the other colour comes next are first,
 * the tallest of them at the front.  This keeps stones of both colours
 * available, so that few positions need backtracking.
 */
static int order_columns(const struct replay *replay, uint64_t state,
                         unsigned turn, int columns[BOARD_MAX_WIDTH])
{
    int weights[BOARD_MAX_WIDTH];
    int count = 0;

    for (int column = 0; column < replay->width; column++) {
        int removed = (int)(state >> 4 * column & 15);
        int left = replay->heights[column] - removed;
        unsigned colours = replay->second[column] >> removed;
        if (left == 0 || (colours & 1) != turn)
            continue;

        bool other_follows = left > 1 && (colours >> 1 & 1) != turn;
        int weight = other_follows ? BOARD_MAX_HEIGHT + left : left;
        int i = count++;
        for (; i > 0 && weights[i - 1] < weight; i--) {
            weights[i] = weights[i - 1];
            columns[i] = columns[i - 1];
        }
        weights[i] = weight;
        columns[i] = column;
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
    if (state == 0 || store_failed(replay, state))
        return BOARD_UNREACHABLE;
    return BOARD_REACH_UNKNOWN;
}

/* Set the stacks of a position, bottom stones first.  If 'backwards', set them
 * top stones first, with the player that moved last as the first player. */
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

/* Find the moves from the first to the last, or if 'backwards' from the last to
 * the first. */
static enum board_reach find_moves(struct position pos, bool backwards,
                                   size_t max_count, char *moves)
{
    struct replay replay = {
        .width = pos.board.width,
        .ply = pos.ply,
        .moves = moves,
        .max_count = max_count,
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

/* Search in both directions: unreachable positions are mostly refuted by their
 * first stones or by their last. */
static enum board_reach find_moves_both_ways(struct position pos, char *moves)
{
    enum board_reach reach = BOARD_REACH_UNKNOWN;
    size_t attempts = 2 * sizeof limits / sizeof *limits;
    for (size_t i = 0; i < attempts && reach == BOARD_REACH_UNKNOWN; i++)
        reach = find_moves(pos, i % 2 != 0, limits[i / 2], moves);
    return reach;
}

enum board_reach board_moves(struct position pos,
                             char moves[BOARD_MAX_CELLS + 1])
{
    board_bits winner = pos.mover ^ pos.stones;
    if (!board_has_four(pos.board, winner))
        return find_moves_both_ways(pos, moves);

    enum board_reach all = BOARD_UNREACHABLE;
    board_bits last = board_last_moves(pos);
    moves[0] = '\0';
    for (int column = 0; column < pos.board.width; column++) {
        board_bits cell = last & board_column(pos.board, column);
        if (cell == 0)
            continue;
        struct position before = pos;
        before.mover = winner ^ cell;
        before.stones ^= cell;
        before.ply--;
        enum board_reach reach = find_moves_both_ways(before, moves);
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
