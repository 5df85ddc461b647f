#include "lib/game/reason.h"

#include <string.h>

#include "lib/game/tactic.h"

/* A forced sequence of so many moves is preferred to a static proof; the
 * longest one that is looked for. */
enum { SHORT_SEQUENCE = 7, LONG_SEQUENCE = 15 };

/* What is looked for, and the position that is looked at. */
struct search {
    int player;
    bool wins;
    fourscore_position position;
    struct game_grid grid;
    struct fourscore_evidence evidence; /* the latest that was asked for */
};

/* The kind of the static proof for P, who has played last; _NOTHING if there is
 * none that suffices. */
static int static_proof(struct search *search,
                        const fourscore_position *position)
{
    struct fourscore_evidence *evidence = &search->evidence;
    *evidence = (struct fourscore_evidence)FOURSCORE_EVIDENCE_INIT;
    if (fourscore_evidence(position, evidence) != FOURSCORE_OK ||
        evidence->score < search->wins)
        return FOURSCORE_BY_NOTHING;
    return evidence->rule;
}

/* Whether M can make no four, even if it gets all empty cells. */
static bool has_dead_lines(const struct search *search)
{
    unsigned char lost[FOURSCORE_MAX_CELLS];
    for (int i = 0; i < FOURSCORE_MAX_CELLS; i++)
        lost[i] = search->grid.cells[i] == search->player;
    return !game_grid_four(&search->grid, lost, 0, GAME_NO_CELL, NULL);
}

/* What decides the position as it is. */
static int find_here(struct search *search)
{
    const struct game_grid *grid = &search->grid;
    int winner = 0;
    if (search->wins) {
        int kind = game_tactic_find(grid, &winner);
        if (kind != FOURSCORE_BY_NOTHING && winner == search->player)
            return kind;
    } else if (grid->ply == grid->width * grid->height) {
        return FOURSCORE_BY_FULL_BOARD;
    } else if (has_dead_lines(search)) {
        return FOURSCORE_BY_DEAD_LINES;
    }
    return game_grid_mover(grid) != search->player
               ? static_proof(search, &search->position)
               : FOURSCORE_BY_NOTHING;
}

static void append(struct fourscore_reason *reason, int column)
{
    reason->line[reason->line_length++] = column;
}

/* Append a forced sequence of P, and return what decides after it. */
static int find_forced(const struct search *search, int max,
                       struct fourscore_reason *reason)
{
    struct game_grid grid = search->grid;
    int line[FOURSCORE_MAX_CELLS] = {0}, winner = 0;
    int length = game_tactic_force(&grid, max, line);
    if (length == 0)
        return FOURSCORE_BY_NOTHING;
    for (int i = 0; i < length; i++) {
        append(reason, line[i] + 1);
        grid = game_grid_play(&grid, line[i]);
    }
    return game_tactic_find(&grid, &winner);
}

/* Append a move of P, 'first' if it will do, and return the kind of the static
 * proof after it. */
static int find_static(struct search *search, int first,
                       struct fourscore_reason *reason)
{
    for (int i = 0; i <= search->grid.width; i++) {
        int column = i == 0 ? first : i;
        fourscore_position next = search->position;
        if (column == 0 || fourscore_play(&next, column) != FOURSCORE_OK)
            continue;
        int kind = static_proof(search, &next);
        if (kind != FOURSCORE_BY_NOTHING) {
            append(reason, column);
            return kind;
        }
    }
    return FOURSCORE_BY_NOTHING;
}

/* What decides after further moves, which are appended; P is to move. */
static int find_ahead(struct search *search, int first,
                      struct fourscore_reason *reason)
{
    int kind = FOURSCORE_BY_NOTHING;
    if (game_grid_mover(&search->grid) != search->player)
        return kind;
    if (search->wins)
        kind = find_forced(search, SHORT_SEQUENCE, reason);
    if (kind == FOURSCORE_BY_NOTHING)
        kind = find_static(search, first, reason);
    if (kind == FOURSCORE_BY_NOTHING && search->wins)
        kind = find_forced(search, LONG_SEQUENCE, reason);
    return kind;
}

/* Whether every move of M in the line is forced. */
static bool is_forced(const fourscore_position *position,
                      const struct fourscore_reason *reason)
{
    struct game_grid grid = game_grid_read(position);
    for (int i = 0; i < reason->line_length; i++) {
        int column = reason->line[i] - 1;
        if (game_grid_mover(&grid) != reason->player &&
            !game_tactic_is_forced(&grid, column))
            return false;
        grid = game_grid_play(&grid, column);
    }
    return true;
}

bool game_reason_find(const struct game_play *play, int player, bool wins,
                      struct fourscore_reason *reason,
                      struct fourscore_evidence *evidence)
{
    struct search search = {
        .player = player, .wins = wins, .position = play->position};
    memset(reason, 0, sizeof *reason);
    reason->player = player;
    reason->wins = wins;
    for (int i = 0; i <= play->length; i++) {
        int next = i < play->length ? play->line[i] : 0;
        search.grid = game_grid_read(&search.position);
        reason->kind = find_here(&search);
        if (reason->kind == FOURSCORE_BY_NOTHING)
            reason->kind = find_ahead(&search, next, reason);
        if (reason->kind != FOURSCORE_BY_NOTHING) {
            reason->forced = is_forced(&play->position, reason);
            *evidence = search.evidence;
            return true;
        }
        if (next != 0) {
            append(reason, next);
            fourscore_play(&search.position, next);
        }
    }
    return false;
}

fourscore_position game_reason_end(const fourscore_position *position,
                                   const struct fourscore_reason *reason)
{
    fourscore_position end = *position;
    for (int i = 0; i < reason->line_length; i++)
        fourscore_play(&end, reason->line[i]);
    return end;
}
