#include "test/unit/reference.h"

#include <stdio.h>
#include <stdlib.h>

#include "bitboard/board.h"

struct reference_random reference_seed(uint64_t seed)
{
    const char *override = getenv("FOURSCORE_SEED");
    if (override != NULL)
        seed = strtoull(override, NULL, 10);
    printf("# FOURSCORE_SEED=%ju\n", (uintmax_t)seed);
    return (struct reference_random){seed};
}

int reference_below(struct reference_random *random, int count)
{
    /* Knuth's MMIX generator; only its upper bits are random enough. */
    random->state = random->state * UINT64_C(6364136223846793005) +
                    UINT64_C(1442695040888963407);
    return (int)((random->state >> 33) % (uint64_t)count);
}

board_bits reference_cell(struct board board, int column, int row)
{
    return (board_bits)1 << (column * (board.height + 1) + row);
}

static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

/* How many of the cells from one on, in one direction, are taken. */
static int run_length(struct board board, board_bits own, int column, int row,
                      int dx, int dy)
{
    int length = 0;
    while (column >= 0 && column < board.width && row >= 0 &&
           row < board.height &&
           (own & reference_cell(board, column, row)) != 0) {
        length++;
        column += dx;
        row += dy;
    }
    return length;
}

int reference_column(struct board board, board_bits cell)
{
    for (int column = 0; column < board.width; column++)
        for (int row = 0; row < board.height; row++)
            if (reference_cell(board, column, row) == cell)
                return column;
    return -1;
}

bool reference_four(struct board board, board_bits own)
{
    for (int column = 0; column < board.width; column++)
        for (int row = 0; row < board.height; row++)
            for (int i = 0; i < 4; i++)
                if (run_length(board, own, column, row, steps[i][0],
                               steps[i][1]) >= 4)
                    return true;
    return false;
}

/* Whether a line of four leads through the cell, which is taken. */
static bool is_in_four(struct board board, board_bits own, int column, int row)
{
    for (int i = 0; i < 4; i++) {
        int dx = steps[i][0], dy = steps[i][1];
        if (run_length(board, own, column, row, dx, dy) +
                run_length(board, own, column, row, -dx, -dy) >
            4)
            return true;
    }
    return false;
}

board_bits reference_threats(struct board board, board_bits own,
                             board_bits stones)
{
    board_bits threats = 0;
    for (int column = 0; column < board.width; column++)
        for (int row = 0; row < board.height; row++) {
            board_bits cell = reference_cell(board, column, row);
            if ((stones & cell) == 0 &&
                is_in_four(board, own | cell, column, row))
                threats |= cell;
        }
    return threats;
}

/* The lowest empty cell of a column, or 0. */
static board_bits drop(struct position pos, int column)
{
    struct board board = pos.board;
    for (int row = 0; row < board.height; row++)
        if ((pos.stones & reference_cell(board, column, row)) == 0)
            return reference_cell(board, column, row);
    return 0;
}

static bool can_win_at_once(struct position pos)
{
    board_bits threats = reference_threats(pos.board, pos.mover, pos.stones);
    for (int column = 0; column < pos.board.width; column++)
        if ((threats & drop(pos, column)) != 0)
            return true;
    return false;
}

board_bits reference_safe_moves(struct position pos)
{
    board_bits safe = 0;
    for (int column = 0; column < pos.board.width; column++) {
        if (!board_can_play(pos, column))
            continue;
        struct position child = board_play(pos, column);
        if (!can_win_at_once(child))
            safe |= child.stones ^ pos.stones;
    }
    return safe;
}

static board_bits opponent(struct position pos)
{
    return pos.mover ^ pos.stones;
}

bool reference_position(struct reference_random *random, struct board board,
                        int ply, struct position *pos)
{
    /* On large boards nearly every random game ends in a win. */
    int retries = board_cells(board) > 49 ? board_cells(board) : 0;
    *pos = board_empty(board);
    while (pos->ply < ply) {
        int column = reference_below(random, board.width);
        if ((pos->stones & reference_cell(board, column, board.height - 1)) !=
            0)
            continue;
        struct position next = board_play(*pos, column);
        if (!board_has_four(board, opponent(next)))
            *pos = next;
        else if (retries-- == 0)
            return false;
    }
    return true;
}

struct position reference_some(struct reference_random *random,
                               struct board board, int least, int most)
{
    struct position pos;
    while (!reference_position(
        random, board, least + reference_below(random, most - least + 1), &pos))
        ;
    return pos;
}

int reference_minimax(struct position pos)
{
    struct board board = pos.board;
    if (board_has_four(board, opponent(pos)))
        return -((board_cells(board) + 2 - pos.ply) / 2);
    if (pos.ply == board_cells(board))
        return 0;

    int best = -board_cells(board);
    for (int column = 0; column < board.width; column++) {
        if (drop(pos, column) == 0)
            continue;
        int score = -reference_minimax(board_play(pos, column));
        if (score > best)
            best = score;
    }
    return best;
}

size_t reference_set_find(const struct reference_set *set, board_bits key)
{
    uint64_t hash =
        (uint64_t)(key ^ key >> 31 ^ key >> 64) * UINT64_C(0x9e3779b97f4a7c15);
    size_t slot = (size_t)(hash ^ hash >> 32) & (set->capacity - 1);
    while (set->keys[slot] != 0 && set->keys[slot] != key + 1)
        slot = (slot + 1) & (set->capacity - 1);
    return slot;
}

static void grow(struct reference_set *set)
{
    struct reference_set larger = {.capacity = set->capacity ? set->capacity * 2
                                                             : 1024};
    larger.keys = calloc(larger.capacity, sizeof *larger.keys);
    if (larger.keys == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(3);
    }
    for (size_t i = 0; i < set->capacity; i++)
        if (set->keys[i] != 0)
            larger.keys[reference_set_find(&larger, set->keys[i] - 1)] =
                set->keys[i];
    larger.count = set->count;
    free(set->keys);
    *set = larger;
}

bool reference_set_add(struct reference_set *set, board_bits key)
{
    if (set->count * 4 >= set->capacity * 3)
        grow(set);
    size_t slot = reference_set_find(set, key);
    if (set->keys[slot] != 0)
        return false;
    set->keys[slot] = key + 1;
    set->count++;
    return true;
}

void reference_set_free(struct reference_set *set)
{
    free(set->keys);
    *set = (struct reference_set){0};
}

struct position reference_from_key(struct board board, board_bits key)
{
    struct position pos = board_empty(board);
    for (int column = 0; column < board.width; column++) {
        int shift = column * (board.height + 1);
        unsigned part = (unsigned)(key >> shift) & ((2u << board.height) - 1);
        int height = 0; /* the top bit of part + 1 is the first empty cell */
        while ((part + 1) >> (height + 1) != 0)
            height++;
        unsigned stones = (1u << height) - 1;
        pos.stones |= (board_bits)stones << shift;
        pos.mover |= (board_bits)(part - stones) << shift;
        pos.ply += height;
    }
    return pos;
}

void reference_next_level(struct board board, struct reference_set *level)
{
    struct reference_set next = {0};
    for (size_t i = 0; i < level->capacity; i++) {
        if (level->keys[i] == 0)
            continue;
        struct position pos = reference_from_key(board, level->keys[i] - 1);
        if (board_has_four(board, opponent(pos)))
            continue;
        for (int column = 0; column < board.width; column++)
            if (drop(pos, column) != 0)
                reference_set_add(&next, board_key(board_play(pos, column)));
    }
    reference_set_free(level);
    *level = next;
}

void reference_all(struct board board, struct reference_set *all)
{
    struct reference_set level = {0};
    *all = (struct reference_set){0};
    reference_set_add(&level, board_key(board_empty(board)));
    while (level.count > 0) {
        for (size_t i = 0; i < level.capacity; i++)
            if (level.keys[i] != 0)
                reference_set_add(all, level.keys[i] - 1);
        reference_next_level(board, &level);
    }
    reference_set_free(&level);
}
