#include "lib/game/reason.h"

#include <string.h>

#include "lib/game/answer.h"
#include "lib/game/tactic.h"
#include "lib/internal.h"

/* A forced sequence of so many moves is preferred to a static proof; the
 * longest one that is looked for. */
enum { SHORT_SEQUENCE = 7, LONG_SEQUENCE = 15 };

/* What is looked for, and the position that is looked at. */
struct search {
    int player;
    bool wins;
    struct position pos;
    struct evidence evidence; /* the latest that was asked for */
};

/* The kind of the static proof for P, who has played last; _NOTHING if there is
 * none that suffices. */
static int static_proof(struct search *search, struct position pos)
{
    if (board_is_won(pos))
        return FOURSCORE_BY_NOTHING;
    search->evidence = theory_evidence(pos);
    return search->evidence.score < search->wins
               ? FOURSCORE_BY_NOTHING
               : lib_rule(search->evidence.rule);
}

/* Whether M can make no four, even if it gets all empty cells. */
static bool has_dead_lines(const struct search *search)
{
    struct board board = search->pos.board;
    return !board_has_four(board, board.full ^
                                      game_stones(search->pos, search->player));
}

/* What decides the position as it is. */
static int find_here(struct search *search)
{
    int winner = 0;
    if (search->wins) {
        int kind = game_tactic_find(search->pos, &winner);
        if (kind != FOURSCORE_BY_NOTHING && winner == search->player)
            return kind;
    } else if (search->pos.ply == board_cells(search->pos.board)) {
        return FOURSCORE_BY_FULL_BOARD;
    } else if (has_dead_lines(search)) {
        return FOURSCORE_BY_DEAD_LINES;
    }
    return game_mover(search->pos) != search->player
               ? static_proof(search, search->pos)
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
    struct position pos = search->pos;
    int line[FOURSCORE_MAX_CELLS] = {0}, winner = 0;
    int length = game_tactic_force(pos, max, line);
    if (length == 0)
        return FOURSCORE_BY_NOTHING;
    for (int i = 0; i < length; i++) {
        append(reason, line[i] + 1);
        pos = board_play(pos, line[i]);
    }
    return game_tactic_find(pos, &winner);
}

/* Append a move of P, 'first' if it will do, and return the kind of the static
 * proof after it. */
static int find_static(struct search *search, int first,
                       struct fourscore_reason *reason)
{
    for (int i = 0; i <= search->pos.board.width; i++) {
        int column = i == 0 ? first : i;
        if (!game_are_moves(search->pos, &column, 1))
            continue;
        int kind = static_proof(search, board_play(search->pos, column - 1));
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
    if (game_mover(search->pos) != search->player)
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
static bool is_forced(struct position pos,
                      const struct fourscore_reason *reason)
{
    for (int i = 0; i < reason->line_length; i++) {
        int column = reason->line[i] - 1;
        if (game_mover(pos) != reason->player &&
            !game_tactic_is_forced(pos, column))
            return false;
        pos = board_play(pos, column);
    }
    return true;
}

bool game_reason_find(const struct game_play *play, int player, bool wins,
                      struct fourscore_reason *reason,
                      struct evidence *evidence)
{
    struct search search = {.player = player, .wins = wins, .pos = play->pos};
    memset(reason, 0, sizeof *reason);
    reason->player = player;
    reason->wins = wins;
    for (int i = 0; i <= play->length; i++) {
        int next = i < play->length ? play->line[i] : 0;
        reason->kind = find_here(&search);
        if (reason->kind == FOURSCORE_BY_NOTHING)
            reason->kind = find_ahead(&search, next, reason);
        if (reason->kind != FOURSCORE_BY_NOTHING) {
            reason->forced = is_forced(play->pos, reason);
            *evidence = search.evidence;
            return true;
        }
        if (next != 0) {
            append(reason, next);
            search.pos = board_play(search.pos, next - 1);
        }
    }
    return false;
}

struct position game_reason_end(struct position pos,
                                const struct fourscore_reason *reason)
{
    for (int i = 0; i < reason->line_length; i++)
        pos = board_play(pos, reason->line[i] - 1);
    return pos;
}
