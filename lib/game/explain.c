/* Explanations: who wins, by which moves and why, and what the last move did.
 */
#include <string.h>

#include "lib/game/game.h"
#include "lib/internal.h"

#define SAY(explanation, ...)                                                  \
    game_append((explanation)->text, FOURSCORE_EXPLANATION_TEXT, __VA_ARGS__)

enum { UNKNOWN = -1 };

/* ------------------------------------------------------------------ reasons */

/* Why neither player loses: the shorter variation first. */
static void find_draw(struct fourscore_explanation *all,
                      const struct game_play *play)
{
    struct fourscore_reason found[2];
    struct evidence evidence[2];
    for (int i = 0; i < 2; i++)
        if (!game_find_reason(play, i + 1, false, &found[i], &evidence[i]))
            return; /* a limit ended the search */
    int first = found[0].line_length > found[1].line_length;
    all->reason_count = 2;
    all->reasons[0] = found[first];
    all->reasons[1] = found[!first];
    game_narrate(play->pos, NULL, &evidence[first], &all->reasons[0]);
    game_narrate(play->pos, &all->reasons[0], &evidence[!first],
                 &all->reasons[1]);
}

static void find_win(struct fourscore_explanation *all,
                     const struct game_play *play)
{
    struct evidence evidence;
    if (!game_find_reason(play, all->winner, true, &all->reasons[0], &evidence))
        return; /* a limit ended the search */
    all->reason_count = 1;
    game_narrate(play->pos, NULL, &evidence, &all->reasons[0]);
}

/* The least score of the player whom a reason lets win. */
static int least_score(struct position pos,
                       const struct fourscore_reason *reason,
                       const struct evidence *evidence)
{
    int end = pos.ply + reason->line_length;
    switch (reason->kind) {
    case FOURSCORE_BY_WIN:
        return board_win_score(pos.board, end + 1);
    case FOURSCORE_BY_DOUBLE_THREAT:
    case FOURSCORE_BY_NO_DEFENCE:
        return board_win_score(pos.board, end + 2);
    default:
        return evidence->score;
    }
}

/* Whoever is seen to win without a search. */
static void find_without_search(struct fourscore_explanation *all,
                                struct position pos)
{
    struct game_play play = {.pos = pos};
    struct fourscore_reason *reason = &all->reasons[0];
    struct evidence evidence;
    for (int player = 1; player <= 2; player++) {
        if (!game_find_reason(&play, player, true, reason, &evidence))
            continue;
        int least = least_score(pos, reason, &evidence);
        all->winner = player;
        if (player == game_mover(pos))
            all->score.lower = least;
        else
            all->score.upper = -least;
        return;
    }
}

static void find_reasons(struct fourscore_explanation *all, struct position pos,
                         const struct fourscore_answer *answer)
{
    struct game_play play = {
        .pos = pos,
        .moves = answer->pv,
        .count = answer->finished ? answer->pv_length : 0,
    };
    if (all->winner == UNKNOWN)
        find_without_search(all, pos);
    if (all->winner == 0)
        find_draw(all, &play);
    else if (all->winner != UNKNOWN)
        find_win(all, &play);
}

/* When the winner wins; nothing if only the winner is known. */
static void say_when(struct fourscore_explanation *all, struct position pos)
{
    int last = board_last_stone(pos.board, pos.ply, all->score.lower);
    int own = (last - pos.ply + 1) / 2;
    if (all->score.lower != all->score.upper)
        return;
    if (last == pos.ply + 1)
        SAY(all, " at once, on move %d", last);
    else
        SAY(all, " in %d %s, on move %d, if both sides play their best", own,
            own == 1 ? "move" : "moves", last);
}

static void say_result(struct fourscore_explanation *all, struct position pos)
{
    int mover = game_mover(pos);
    char name = fourscore_stone_name(mover);
    char winner = fourscore_stone_name(all->winner);
    if (game_is_over(pos) && all->winner > 0) {
        SAY(all, "%c has won with move %d.\n", winner, pos.ply);
    } else if (game_is_over(pos)) {
        SAY(all, "The game has ended in a draw.\n");
    } else if (all->winner == 0) {
        SAY(all, "%c is to move; with best play it is a draw.\n", name);
    } else if (all->winner == UNKNOWN) {
        SAY(all,
            "%c is to move; who wins is not known: the search did not "
            "finish.\n",
            name);
    } else {
        if (all->winner == mover)
            SAY(all, "%c is to move and wins", name);
        else
            SAY(all, "%c is to move, but %c wins", name, winner);
        say_when(all, pos);
        SAY(all, ".\n");
    }
}

/* ----------------------------------------------------------------- the move */

/* Append the cell of a move, a column from 1: "d2". */
static void say_cell(struct fourscore_explanation *all, struct position before,
                     int move)
{
    game_append_cells(all->text, sizeof all->text, before.board,
                      game_next_cell(before, move - 1));
}

/* "o d2" */
static void say_move(struct fourscore_explanation *all, struct position before)
{
    SAY(all, "%c ", fourscore_stone_name(game_mover(before)));
    say_cell(all, before, all->move);
}

static void say_mistake(struct fourscore_explanation *all,
                        struct position before)
{
    say_move(all, before);
    SAY(all, " is a mistake: %s. ",
        all->move_before == 0  ? "it loses"
        : all->move_after == 0 ? "it gives the win away"
                               : "it gives the win away and loses");
    for (int i = 0; i < all->better_count; i++) {
        SAY(all, "%s", game_between(i, all->better_count, " or "));
        say_cell(all, before, all->better[i]);
    }
    SAY(all, " %s.\n", all->move_before > 0 ? "wins" : "holds the draw");
}

/* Compare the results before and after the move. */
static void judge_move(struct fourscore_explanation *all,
                       const struct fourscore_answer *before,
                       struct position pos, int move)
{
    int mover = game_mover(pos);
    all->finished &= before->finished;
    if (all->winner == UNKNOWN || !before->finished ||
        before->best_count == 0 || game_winner(pos, before->score) == UNKNOWN)
        return;
    all->move = move;
    all->move_before = board_weak_score(before->score.lower);
    all->move_after = all->winner == 0 ? 0 : all->winner == mover ? 1 : -1;
    all->move_only = before->best_count == 1 && before->best[0] == move &&
                     all->move_before >= 0;
    if (all->move_after < all->move_before) {
        all->better_count = before->best_count;
        memcpy(all->better, before->best, sizeof all->better);
        say_mistake(all, pos);
    } else if (all->move_only && !game_is_one_cell(game_moves(pos))) {
        say_move(all, pos);
        SAY(all, " is the only move that %s.\n",
            all->move_before > 0 ? "wins" : "does not lose");
    }
}

/* ---------------------------------------------------------------- the whole */

/* Whether the move leads from one position to the other. */
static bool leads_to(struct position before, int move, struct position after)
{
    return lib_is_same_board(before.board, after.board) &&
           game_are_moves(before, &move, 1) &&
           board_key(board_play(before, move - 1)) == board_key(after);
}

static struct fourscore_explanation
explain(const struct fourscore_answer *answer, struct position pos)
{
    struct fourscore_explanation all = {
        .position = answer->position,
        .finished = answer->finished,
        .score = answer->score,
    };
    if (game_is_over(pos)) {
        all.finished = 1;
        all.winner = board_is_won(pos) ? game_other(game_mover(pos)) : 0;
    } else {
        all.winner = game_winner(pos, answer->score);
    }
    find_reasons(&all, pos, answer);
    say_result(&all, pos);
    return all;
}

EXPORT enum fourscore_status
fourscore_explain_answers(const struct fourscore_answer *answer,
                          const struct fourscore_answer *before, int move,
                          struct fourscore_explanation *explanation)
{
    struct fourscore_answer after, first;
    struct position pos, pos_before;
    if (explanation->size < sizeof explanation->size ||
        !game_read_answer(answer, &after, &pos) ||
        (before != NULL && !game_read_answer(before, &first, &pos_before)))
        return FOURSCORE_BAD_ARGUMENT;
    if (before != NULL && !leads_to(pos_before, move, pos))
        return FOURSCORE_BAD_MOVE;
    struct fourscore_explanation all = explain(&after, pos);
    if (before != NULL)
        judge_move(&all, &first, pos_before, move);
    return lib_write_structure(explanation, &all, sizeof all);
}

/* ------------------------------------------------------------------- asking */

EXPORT enum fourscore_status
fourscore_explain(fourscore_solver *solver, const struct fourscore_query *query,
                  int move, struct fourscore_explanation *explanation)
{
    static const double least = 1e-6; /* 0 is no limit */
    struct fourscore_query limits = FOURSCORE_QUERY_INIT;
    struct fourscore_answer answer, before;
    if (!lib_read_structure(&limits, sizeof limits, query) ||
        explanation->size < sizeof explanation->size)
        return FOURSCORE_BAD_ARGUMENT;

    fourscore_position position = limits.position;
    enum fourscore_status status =
        move != 0 ? fourscore_play(&position, move) : FOURSCORE_OK;
    if (status == FOURSCORE_OK)
        status = game_ask(solver, &position, FOURSCORE_STRONG, FOURSCORE_PV,
                          &limits, &answer);
    if (status == FOURSCORE_OK && move != 0) {
        double left = limits.seconds - answer.seconds;
        if (limits.seconds > 0)
            limits.seconds = left > least ? left : least;
        status = game_ask(solver, &limits.position, FOURSCORE_WEAK,
                          FOURSCORE_BEST, &limits, &before);
    }
    return status == FOURSCORE_OK
               ? fourscore_explain_answers(&answer, move != 0 ? &before : NULL,
                                           move, explanation)
               : status;
}
