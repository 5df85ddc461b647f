/*
 * game_: what the sources of opponents, reviews, explanations and puzzles
 * share.
 *
 * Players are 1 and 2.
 */
#ifndef LIB_GAME_GAME_H
#define LIB_GAME_GAME_H

#include "bitboard/board.h"
#include "lib/fourscore_game.h"
#include "proof/theory.h"
#include "tt/random.h"

/* ---------------------------------------------------------------- positions */

static inline int game_mover(struct position pos)
{
    return pos.ply % 2 + 1;
}

static inline int game_other(int player)
{
    return 3 - player;
}

static inline board_bits game_stones(struct position pos, int player)
{
    return player == game_mover(pos) ? pos.mover : pos.mover ^ pos.stones;
}

/* The moves of the side to move; 0 if the game is over. */
static inline board_bits game_moves(struct position pos)
{
    return board_is_won(pos) ? 0 : board_playable(pos);
}

static inline bool game_is_over(struct position pos)
{
    return game_moves(pos) == 0;
}

/* The cells, playable or not, that complete a four of a player. */
static inline board_bits game_threats(struct position pos, int player)
{
    return board_threats(pos.board, game_stones(pos, player), pos.stones);
}

/* The threats that a player can carry out now, to move or not. */
static inline board_bits game_wins(struct position pos, int player)
{
    return game_threats(pos, player) & board_playable(pos);
}

/* The cell that a column, from 0, has next; none if it is full. */
static inline board_bits game_next_cell(struct position pos, int column)
{
    return board_playable(pos) & board_column(pos.board, column);
}

/* Remove the first cell, the lowest of the leftmost column, from a set that is
 * not empty, and return it. */
static inline board_bits game_take_cell(board_bits *set)
{
    board_bits cell = board_first(*set);
    *set ^= cell;
    return cell;
}

static inline bool game_is_one_cell(board_bits set)
{
    return set != 0 && (set & (set - 1)) == 0;
}

/* A number from 0 to 'count' - 1.  Requires count > 0. */
static inline int game_random_below(uint64_t *random, int count)
{
    return (int)tt_random_below(random, (uint32_t)count);
}

/* ------------------------------------------------------------------ answers */

/* The player who wins with this score, 0 in a draw, or -1 if the bounds do not
 * tell. */
int game_winner(struct position pos, struct fourscore_bounds score);

/* fourscore_ask() about a position, with the limits of a query. */
MUST_CHECK enum fourscore_status game_ask(fourscore_solver *solver,
                                          const fourscore_position *position,
                                          int goal, unsigned find,
                                          const struct fourscore_query *limits,
                                          struct fourscore_answer *answer);

/* Whether these are different moves, columns from 1, that can be played. */
bool game_are_moves(struct position pos, const int *columns, int count);

/*
 * Set '*read' to the caller's answer, and '*pos' to its position.  Returns
 * false unless it has a position, a score, and moves that can be played there:
 * the best ones and a principal variation.
 */
MUST_CHECK bool game_read_answer(const struct fourscore_answer *answer,
                                 struct fourscore_answer *read,
                                 struct position *pos);

/* ------------------------------------------------------------------ reasons */

/* A position, and moves from it, columns from 1: the principal variation, or
 * none. */
struct game_play {
    struct position pos;
    const int *moves;
    int count;
};

/*
 * Find the first position of the play in which it is decided that a player P
 * wins, or that P does not lose: after the play's own moves, and then perhaps
 * other ones of a forced sequence or one other move of P.  Sets '*reason' but
 * for its marks and its text, and '*evidence' if the reason is a static proof.
 * Returns false if there is none.
 */
bool game_find_reason(const struct game_play *play, int player, bool wins,
                      struct fourscore_reason *reason,
                      struct evidence *evidence);

/* Whether a move of the side to move, a column from 0, is forced: the only one
 * after which the other side cannot win at once.  Nobody has four yet. */
bool game_is_forced(struct position pos, int column);

/* ---------------------------------------------------------------- sentences */

/* Append to a text of 'size' bytes, as printf does. */
void game_append(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Append the cells of a set: "a1 b1 c1 d1". */
void game_append_cells(char *text, size_t size, struct board board,
                       board_bits cells);

/* What is before item 'i', from 0, of a list of 'count': "", ", " or 'last', as
 * in "b, c or e". */
const char *game_between(int i, int count, const char *last);

/*
 * Set the marks and the text of a reason for a position.  'evidence' is what
 * game_find_reason() has set.  The moves that the reason 'before' has told are
 * not told again; it may be NULL.
 */
void game_narrate(struct position pos, const struct fourscore_reason *before,
                  const struct evidence *evidence,
                  struct fourscore_reason *reason);

#endif
