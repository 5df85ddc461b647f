/* Reasons: what decides a position without a search of its score.  P is the
 * player whose result is explained, M the other one. */
#include <string.h>

#include "lib/game/game.h"
#include "lib/internal.h"

EXPORT const char *fourscore_reason_name(int kind)
{
    static const char *const names[] = {
        [FOURSCORE_BY_NOTHING] = "nothing",
        [FOURSCORE_BY_FOUR] = "four",
        [FOURSCORE_BY_FULL_BOARD] = "full board",
        [FOURSCORE_BY_WIN] = "win",
        [FOURSCORE_BY_DOUBLE_THREAT] = "double threat",
        [FOURSCORE_BY_NO_DEFENCE] = "no defence",
        [FOURSCORE_BY_FOLLOWUP] = "followup",
        [FOURSCORE_BY_LATE_FOURS] = "late fours",
        [FOURSCORE_BY_ZUGZWANG] = "zugzwang",
        [FOURSCORE_BY_DEAD_LINES] = "dead lines",
    };
    int count = sizeof names / sizeof names[0];
    return kind >= 0 && kind < count ? names[kind] : NULL;
}

/* ------------------------------------------------------------ static proofs */

/* The kinds of the rules of proof/theory.h. */
static const int rule_kinds[] = {
    [EVIDENCE_NONE] = FOURSCORE_BY_NOTHING,
    [EVIDENCE_FOLLOWUP] = FOURSCORE_BY_FOLLOWUP,
    [EVIDENCE_LATE] = FOURSCORE_BY_LATE_FOURS,
    [EVIDENCE_ZUGZWANG] = FOURSCORE_BY_ZUGZWANG,
};

/* ------------------------------------------------------------ wins by force */

/* How a player wins at once or with the next stone, whatever the other side
 * plays: FOURSCORE_BY_WIN, _DOUBLE_THREAT or _NO_DEFENCE; _NOTHING if it does
 * not.  Nobody has four yet. */
static int find_tactic(struct position pos, int player)
{
    if (pos.ply == board_cells(pos.board))
        return FOURSCORE_BY_NOTHING;
    board_bits wins = game_wins(pos, player);
    if (player == game_mover(pos))
        return wins != 0 ? FOURSCORE_BY_WIN : FOURSCORE_BY_NOTHING;
    if (game_wins(pos, game_mover(pos)) != 0 || theory_moves(pos) != 0)
        return FOURSCORE_BY_NOTHING;
    return board_popcount(wins) > 1 ? FOURSCORE_BY_DOUBLE_THREAT
                                    : FOURSCORE_BY_NO_DEFENCE;
}

bool game_is_forced(struct position pos, int column)
{
    board_bits safe = theory_moves(pos);
    return game_wins(pos, game_mover(pos)) == 0 && safe != 0 &&
           safe == game_next_cell(pos, column);
}

/* A search for a forced sequence takes less than 10 ms. */
enum { MAX_NODES = 2000 };

struct sequence {
    int nodes;
    int columns[FOURSCORE_MAX_CELLS]; /* from 0 */
};

/* Whether the side to move, which cannot win at once, forces a win in exactly
 * 'length' moves, from number 'at' of the sequence on: it leaves the other side
 * one safe move at a time and at last none.  The length is odd. */
static bool forces(struct sequence *sequence, struct position pos, int at,
                   int length);

/* The same after its move, and after the one reply. */
static bool forces_by(struct sequence *sequence, struct position pos,
                      board_bits cell, int at, int length)
{
    struct position next = board_play_cell(pos, cell);
    sequence->columns[at] = board_column_of(pos.board, cell);
    if (game_wins(next, game_mover(next)) != 0)
        return false;
    board_bits safe = theory_moves(next);
    if (length == 1)
        return safe == 0 && next.ply < board_cells(next.board);
    if (!game_is_one_cell(safe))
        return false;
    sequence->columns[at + 1] = board_column_of(pos.board, safe);
    return forces(sequence, board_play_cell(next, safe), at + 2, length - 2);
}

static bool forces(struct sequence *sequence, struct position pos, int at,
                   int length)
{
    board_bits threats = game_wins(pos, game_other(game_mover(pos)));
    board_bits left = threats == 0 ? board_playable(pos) : threats;
    if (++sequence->nodes > MAX_NODES)
        return false;
    while (left != 0)
        if (forces_by(sequence, pos, game_take_cell(&left), at, length))
            return true;
    return false;
}

/* ------------------------------------------------------------------ reasons */

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
               : rule_kinds[search->evidence.rule];
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
    if (search->wins && board_is_won(search->pos))
        return FOURSCORE_BY_FOUR;
    if (search->wins) {
        int kind = find_tactic(search->pos, search->player);
        if (kind != FOURSCORE_BY_NOTHING)
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

/* Append the shortest forced sequence of P, of at most 'max' moves, and return
 * what decides after it. */
static int find_forced(const struct search *search, int max,
                       struct fourscore_reason *reason)
{
    struct sequence sequence = {.nodes = 0};
    struct position pos = search->pos;
    int length = 1;
    while (length <= max && !forces(&sequence, pos, 0, length))
        length += 2;
    if (length > max)
        return FOURSCORE_BY_NOTHING;
    for (int i = 0; i < length; i++) {
        append(reason, sequence.columns[i] + 1);
        pos = board_play(pos, sequence.columns[i]);
    }
    return find_tactic(pos, search->player);
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

/* Whether every move of M in the variation is forced. */
static bool is_forced(struct position pos,
                      const struct fourscore_reason *reason)
{
    for (int i = 0; i < reason->line_length; i++) {
        int column = reason->line[i] - 1;
        if (game_mover(pos) != reason->player && !game_is_forced(pos, column))
            return false;
        pos = board_play(pos, column);
    }
    return true;
}

bool game_find_reason(const struct game_play *play, int player, bool wins,
                      struct fourscore_reason *reason,
                      struct evidence *evidence)
{
    struct search search = {.player = player, .wins = wins, .pos = play->pos};
    memset(reason, 0, sizeof *reason);
    reason->player = player;
    reason->wins = wins;
    for (int i = 0; i <= play->count; i++) {
        int next = i < play->count ? play->moves[i] : 0;
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
