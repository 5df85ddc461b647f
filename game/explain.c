#include <stdio.h>
#include <string.h>

#include "game/reason.h"
#include "game/structure.h"
#include "game/tale.h"

GAME_EXPORT const char *fourscore_reason_name(int kind)
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

#define SAY(explanation, ...)                                                  \
    game_words_add((explanation)->text, FOURSCORE_EXPLANATION_TEXT, __VA_ARGS__)

enum { UNKNOWN = -1 };

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

/* ---------------------------------------------------------------- searching */

/* One explanation, while it is made. */
struct work {
    fourscore_solver *solver;
    struct fourscore_explain_query query;
    struct fourscore_explanation all;
    double seconds; /* left of the limit */
};

/* Ask about a position, with what is left of the time. */
static enum fourscore_status ask(struct work *work,
                                 const fourscore_position *position, int goal,
                                 unsigned find, struct fourscore_answer *answer)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    query.position = *position;
    query.goal = goal;
    query.find = find;
    query.seconds = work->seconds;
    query.nodes = work->query.nodes;
    query.cancel = work->query.cancel;
    *answer = (struct fourscore_answer)FOURSCORE_ANSWER_INIT;
    enum fourscore_status status = fourscore_ask(work->solver, &query, answer);
    if (work->query.seconds > 0) {
        const double least = 1e-6; /* 0 is no limit */
        work->seconds -= answer->seconds;
        work->seconds = work->seconds > least ? work->seconds : least;
    }
    return status;
}

/* ------------------------------------------------------------------ reasons */

/* Why neither player loses: the shorter line first. */
static void find_draw(struct fourscore_explanation *all,
                      const struct game_play *play)
{
    struct fourscore_reason *reasons = all->reasons;
    if (!game_reason_find(play, 1, false, &reasons[0]) ||
        !game_reason_find(play, 2, false, &reasons[1]))
        return; /* a limit ended the search */
    if (reasons[0].line_length > reasons[1].line_length) {
        struct fourscore_reason longer = reasons[0];
        reasons[0] = reasons[1];
        reasons[1] = longer;
    }
    all->reason_count = 2;
    game_tale_tell(&all->position, NULL, &reasons[0]);
    game_tale_tell(&all->position, &reasons[0], &reasons[1]);
}

static void find_win(struct fourscore_explanation *all,
                     const struct game_play *play)
{
    if (!game_reason_find(play, all->winner, true, &all->reasons[0]))
        return; /* a limit ended the search */
    all->reason_count = 1;
    game_tale_tell(&all->position, NULL, &all->reasons[0]);
}

/* The winner of a position whose game is not over. */
static int winner_of(const fourscore_position *position,
                     const struct fourscore_answer *answer)
{
    int mover = fourscore_ply(position) % 2 + 1;
    int lower = answer->score.lower, upper = answer->score.upper;
    if (sign(lower) != sign(upper))
        return UNKNOWN;
    return lower > 0 ? mover : lower < 0 ? game_other(mover) : 0;
}

/* Whoever is seen to win without a search. */
static void find_without_search(struct fourscore_explanation *all)
{
    struct game_play play = {.position = all->position};
    for (int player = 1; player <= 2; player++)
        if (game_reason_find(&play, player, true, &all->reasons[0])) {
            all->winner = player;
            return;
        }
}

static void find_reasons(struct fourscore_explanation *all,
                         const struct fourscore_answer *answer)
{
    struct game_play play = {
        .position = all->position,
        .line = answer->pv,
        .length = answer->finished ? answer->pv_length : 0,
    };
    if (all->winner == UNKNOWN)
        find_without_search(all);
    if (all->winner == 0)
        find_draw(all, &play);
    else if (all->winner != UNKNOWN)
        find_win(all, &play);
}

static void explain_finished(struct fourscore_explanation *all)
{
    struct fourscore_reason *reason = &all->reasons[0];
    all->finished = 1;
    all->winner = fourscore_winner(&all->position);
    all->reason_count = all->winner != 0 ? 1 : 2;
    for (int i = 0; i < all->reason_count; i++)
        reason[i] = (struct fourscore_reason){
            .kind =
                all->winner != 0 ? FOURSCORE_BY_FOUR : FOURSCORE_BY_FULL_BOARD,
            .player = all->winner != 0 ? all->winner : i + 1,
            .wins = all->winner != 0,
            .forced = 1,
        };
    for (int i = 0; i < all->reason_count; i++)
        game_tale_tell(&all->position, NULL, &reason[i]);
}

/* ----------------------------------------------------------------- the move */

static void name_cell(const fourscore_position *position, int column,
                      char name[GAME_WORDS_CELLS])
{
    struct game_grid grid = game_grid_read(position);
    int cell = game_grid_playable(&grid, column - 1);
    game_words_cells(&grid, &cell, 1, name);
}

static void say_mistake(struct work *work)
{
    static const char *const losses[] = {"it loses", "it gives the win away",
                                         "it gives the win away and loses"};
    struct fourscore_explanation *all = &work->all;
    struct game_words_list better = {.count = 0};
    char name[GAME_WORDS_CELLS];
    for (int i = 0; i < all->better_count; i++) {
        name_cell(&work->query.position, all->better[i], name);
        game_words_item(&better, "%s", name);
    }
    int kind = all->move_before == 0 ? 0 : all->move_after == 0 ? 1 : 2;
    name_cell(&work->query.position, all->move, name);
    SAY(all, "%c %s is a mistake: %s. %s %s.\n",
        game_words_player(fourscore_ply(&work->query.position) % 2 + 1), name,
        losses[kind], game_words_join(&better, " or "),
        all->move_before > 0 ? "wins" : "holds the draw");
}

static void say_only(struct work *work)
{
    struct fourscore_explanation *all = &work->all;
    char name[GAME_WORDS_CELLS];
    name_cell(&work->query.position, all->move, name);
    SAY(all, "%c %s is the only move that %s.\n",
        game_words_player(fourscore_ply(&work->query.position) % 2 + 1), name,
        all->move_before > 0 ? "wins" : "does not lose");
}

/* Compare the results before and after the move. */
static enum fourscore_status judge_move(struct work *work)
{
    struct fourscore_explanation *all = &work->all;
    struct fourscore_answer before;
    int mover = fourscore_ply(&work->query.position) % 2 + 1;
    if (all->winner == UNKNOWN)
        return FOURSCORE_OK;
    enum fourscore_status status = ask(work, &work->query.position,
                                       FOURSCORE_WEAK, FOURSCORE_BEST, &before);
    if (status != FOURSCORE_OK)
        return status;
    if (!before.finished) {
        all->finished = 0;
        return FOURSCORE_OK;
    }
    all->move = work->query.move;
    all->move_before = before.score.lower;
    all->move_after = all->winner == 0 ? 0 : all->winner == mover ? 1 : -1;
    all->move_only = before.best_count == 1 && before.best[0] == all->move &&
                     all->move_before >= 0;
    if (all->move_after < all->move_before) {
        all->better_count = before.best_count;
        memcpy(all->better, before.best, sizeof all->better);
        say_mistake(work);
    } else if (all->move_only) {
        say_only(work);
    }
    return FOURSCORE_OK;
}

/* ------------------------------------------------------------------ the whole
 */

static void say_result(struct fourscore_explanation *all)
{
    const fourscore_position *position = &all->position;
    char mover = game_words_player(fourscore_ply(position) % 2 + 1);
    int last = fourscore_last_stone(position, all->score.lower);
    bool over =
        fourscore_winner(position) != 0 || fourscore_ply(position) == last;
    if (over && all->winner > 0)
        SAY(all, "%c has won with stone %d.\n", game_words_player(all->winner),
            last);
    else if (over)
        SAY(all, "The game has ended in a draw.\n");
    else if (all->winner == 0)
        SAY(all, "%c is to move; with best play it is a draw.\n", mover);
    else if (all->winner == UNKNOWN)
        SAY(all, "%c is to move; who wins was not found within the limit.\n",
            mover);
    else if (all->score.lower == all->score.upper)
        SAY(all,
            "%c is to move; %c wins with stone %d if both sides play "
            "their best.\n",
            mover, game_words_player(all->winner), last);
    else
        SAY(all, "%c is to move; %c wins.\n", mover,
            game_words_player(all->winner));
}

static enum fourscore_status explain(struct work *work)
{
    struct fourscore_explanation *all = &work->all;
    struct fourscore_answer answer;
    enum fourscore_status status =
        ask(work, &all->position, FOURSCORE_STRONG, FOURSCORE_PV, &answer);
    if (status != FOURSCORE_OK)
        return status;
    all->score = answer.score;
    all->finished = answer.finished;
    if (fourscore_winner(&all->position) != 0 ||
        fourscore_ply(&all->position) == fourscore_width(&all->position) *
                                             fourscore_height(&all->position)) {
        explain_finished(all);
    } else {
        all->winner = winner_of(&all->position, &answer);
        find_reasons(all, &answer);
    }
    say_result(all);
    return work->query.move != 0 ? judge_move(work) : FOURSCORE_OK;
}

GAME_EXPORT enum fourscore_status
fourscore_explain(fourscore_solver *solver,
                  const struct fourscore_explain_query *query,
                  struct fourscore_explanation *explanation)
{
    struct work work = {.solver = solver};
    if (!game_read_structure(&work.query, sizeof work.query, query,
                             query->size) ||
        explanation->size < sizeof explanation->size)
        return FOURSCORE_BAD_ARGUMENT;
    work.seconds = work.query.seconds;
    work.all.position = work.query.position;
    enum fourscore_status status = FOURSCORE_OK;
    if (work.query.move != 0)
        status = fourscore_play(&work.all.position, work.query.move);
    if (status == FOURSCORE_OK)
        status = explain(&work);
    if (status == FOURSCORE_OK)
        game_write_structure(explanation, explanation->size, &work.all,
                             sizeof work.all);
    return status;
}
