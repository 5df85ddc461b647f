#include "lib/game/tactic.h"

#include <string.h>

#include "proof/theory.h"

int game_tactic_find(struct position pos, int *winner)
{
    int mover = game_mover(pos);
    if (pos.ply == board_cells(pos.board))
        return FOURSCORE_BY_NOTHING;
    if (game_wins(pos, mover) != 0) {
        *winner = mover;
        return FOURSCORE_BY_WIN;
    }
    if (theory_moves(pos) != 0)
        return FOURSCORE_BY_NOTHING;
    *winner = game_other(mover);
    return board_popcount(game_wins(pos, *winner)) > 1
               ? FOURSCORE_BY_DOUBLE_THREAT
               : FOURSCORE_BY_NO_DEFENCE;
}

bool game_tactic_is_forced(struct position pos, int column)
{
    board_bits safe = theory_moves(pos);
    return game_wins(pos, game_mover(pos)) == 0 && safe != 0 &&
           safe == game_next_cell(pos, column);
}

/* ------------------------------------------------------------------ forcing */

/* A search takes less than 10 ms. */
enum { MAX_NODES = 2000 };

struct search {
    int nodes;
    int line[FOURSCORE_MAX_CELLS];
};

/* Whether the side to move, which cannot win at once, forces a win in exactly
 * 'length' moves; their number is odd. */
static bool forces(struct search *search, struct position pos, int at,
                   int length);

/* The same after its move, and after the one reply. */
static bool forces_by(struct search *search, struct position pos,
                      board_bits cell, int at, int length)
{
    struct position next = board_play_cell(pos, cell);
    search->line[at] = board_column_of(pos.board, cell);
    if (game_wins(next, game_mover(next)) != 0)
        return false;
    board_bits safe = theory_moves(next);
    if (length == 1)
        return safe == 0 && next.ply < board_cells(next.board);
    if (!game_is_one_cell(safe))
        return false;
    search->line[at + 1] = board_column_of(pos.board, safe);
    return forces(search, board_play_cell(next, safe), at + 2, length - 2);
}

static bool forces(struct search *search, struct position pos, int at,
                   int length)
{
    board_bits threats = game_wins(pos, game_other(game_mover(pos)));
    board_bits left = threats == 0 ? board_playable(pos) : threats;
    if (++search->nodes > MAX_NODES)
        return false;
    while (left != 0)
        if (forces_by(search, pos, game_take_cell(&left), at, length))
            return true;
    return false;
}

int game_tactic_force(struct position pos, int max,
                      int line[FOURSCORE_MAX_CELLS])
{
    struct search search = {.nodes = 0};
    for (int length = 1; length <= max; length += 2)
        if (forces(&search, pos, 0, length)) {
            memcpy(line, search.line, sizeof search.line);
            return length;
        }
    return 0;
}
