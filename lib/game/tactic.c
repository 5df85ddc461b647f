#include "lib/game/tactic.h"

#include <string.h>

#include "lib/fourscore_game.h"

bool game_tactic_wins(const struct game_grid *grid, int player, int column)
{
    int cell = game_grid_playable(grid, column);
    return cell != GAME_NO_CELL && game_grid_completes(grid, player, cell);
}

int game_tactic_count_wins(const struct game_grid *grid, int player, int *first)
{
    int count = 0;
    for (int column = 0; column < grid->width; column++)
        if (game_tactic_wins(grid, player, column) && ++count == 1 &&
            first != NULL)
            *first = column;
    return count;
}

/* Whether a player has a threat above the cell that a column has next. */
static bool wins_above(const struct game_grid *grid, int player, int column)
{
    int cell = game_grid_playable(grid, column);
    int above = cell == GAME_NO_CELL ? cell : game_grid_above(grid, cell);
    return above != GAME_NO_CELL && game_grid_completes(grid, player, above);
}

int game_tactic_count_safe(const struct game_grid *grid, int *only)
{
    int other = game_other(game_grid_mover(grid)), forced = 0, count = 0;
    int threats = game_tactic_count_wins(grid, other, &forced);
    if (threats > 1)
        return 0;
    for (int column = 0; column < grid->width; column++)
        if (game_grid_playable(grid, column) != GAME_NO_CELL &&
            (threats == 0 || column == forced) &&
            !wins_above(grid, other, column) && ++count == 1 && only != NULL)
            *only = column;
    return count;
}

int game_tactic_find(const struct game_grid *grid, int *winner)
{
    int mover = game_grid_mover(grid), other = game_other(mover);
    if (grid->ply == grid->width * grid->height)
        return FOURSCORE_BY_NOTHING;
    if (game_tactic_count_wins(grid, mover, NULL) > 0) {
        *winner = mover;
        return FOURSCORE_BY_WIN;
    }
    if (game_tactic_count_safe(grid, NULL) > 0)
        return FOURSCORE_BY_NOTHING;
    *winner = other;
    return game_tactic_count_wins(grid, other, NULL) > 1
               ? FOURSCORE_BY_DOUBLE_THREAT
               : FOURSCORE_BY_NO_DEFENCE;
}

bool game_tactic_is_forced(const struct game_grid *grid, int column)
{
    int only = 0;
    return game_tactic_count_wins(grid, game_grid_mover(grid), NULL) == 0 &&
           game_tactic_count_safe(grid, &only) == 1 && only == column;
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
static bool forces(struct search *search, const struct game_grid *grid, int at,
                   int length);

/* The same after its move, and after the one reply. */
static bool forces_by(struct search *search, const struct game_grid *grid,
                      int column, int at, int length)
{
    struct game_grid next = game_grid_play(grid, column);
    int reply = 0;
    search->line[at] = column;
    if (game_tactic_count_wins(&next, game_grid_mover(&next), NULL) > 0)
        return false;
    int safe = game_tactic_count_safe(&next, &reply);
    if (length == 1)
        return safe == 0 && next.ply < next.width * next.height;
    if (safe != 1)
        return false;
    search->line[at + 1] = reply;
    next = game_grid_play(&next, reply);
    return forces(search, &next, at + 2, length - 2);
}

static bool forces(struct search *search, const struct game_grid *grid, int at,
                   int length)
{
    int forced = 0, other = game_other(game_grid_mover(grid));
    int threats = game_tactic_count_wins(grid, other, &forced);
    if (++search->nodes > MAX_NODES)
        return false;
    for (int column = 0; column < grid->width; column++)
        if (game_grid_playable(grid, column) != GAME_NO_CELL &&
            (threats == 0 || column == forced) &&
            forces_by(search, grid, column, at, length))
            return true;
    return false;
}

int game_tactic_force(const struct game_grid *grid, int max,
                      int line[FOURSCORE_MAX_CELLS])
{
    struct search search = {.nodes = 0};
    for (int length = 1; length <= max; length += 2)
        if (forces(&search, grid, 0, length)) {
            memcpy(line, search.line, sizeof search.line);
            return length;
        }
    return 0;
}
