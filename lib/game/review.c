/* Reviews of games, and the check of scores and answers of the caller. */
#include <string.h>

#include "bitboard/text.h"
#include "lib/game/game.h"
#include "lib/internal.h"

static const struct {
    const char *name, *text;
} verdicts[] = {
    [FOURSCORE_NOT_JUDGED] = {"not_judged", "not judged"},
    [FOURSCORE_BEST_MOVE] = {"best", "best"},
    [FOURSCORE_SLOWER_WIN] = {"slower_win", "win made longer"},
    [FOURSCORE_SOONER_LOSS] = {"sooner_loss", "loss made quicker"},
    [FOURSCORE_DRAW_LOST] = {"draw_lost", "draw thrown away"},
    [FOURSCORE_WIN_DRAWN] = {"win_drawn", "win thrown away, now a draw"},
    [FOURSCORE_WIN_LOST] = {"win_lost", "win thrown away, now lost"},
};
_Static_assert(sizeof verdicts / sizeof *verdicts == FOURSCORE_VERDICTS,
               "every verdict has a name and a text");

static bool is_verdict(int verdict)
{
    return verdict >= 0 && verdict < FOURSCORE_VERDICTS;
}

EXPORT const char *fourscore_verdict_text(int verdict)
{
    return is_verdict(verdict) ? verdicts[verdict].text : NULL;
}

EXPORT const char *fourscore_verdict_name(int verdict)
{
    return is_verdict(verdict) ? verdicts[verdict].name : NULL;
}

/* ------------------------------------------------------------------ answers */

enum fourscore_status game_ask(fourscore_solver *solver,
                               const fourscore_position *position, int goal,
                               unsigned find,
                               const struct fourscore_query *limits,
                               struct fourscore_answer *answer)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    query.position = *position;
    query.goal = goal;
    query.find = find;
    query.seconds = limits->seconds;
    query.nodes = limits->nodes;
    query.cancel = limits->cancel;
    *answer = (struct fourscore_answer)FOURSCORE_ANSWER_INIT;
    return fourscore_ask(solver, &query, answer);
}

/* The cell of a move, or 0 if it cannot be played. */
static board_bits cell_of(struct position pos, int column)
{
    return column >= 1 && column <= pos.board.width
               ? game_moves(pos) & board_column(pos.board, column - 1)
               : 0;
}

bool game_are_moves(struct position pos, const int *columns, int count)
{
    board_bits seen = 0;
    if (count < 0 || count > pos.board.width)
        return false;
    for (int i = 0; i < count; i++) {
        board_bits cell = cell_of(pos, columns[i]) & ~seen;
        if (cell == 0)
            return false;
        seen |= cell;
    }
    return true;
}

/* Whether a position can have a score between these bounds, strong or weak. */
static bool is_possible(struct position pos, struct fourscore_bounds score)
{
    int max = board_max_score(pos.board, pos.ply);
    int min = board_is_won(pos) ? -board_win_score(pos.board, pos.ply)
                                : board_min_score(pos.board, pos.ply);
    return score.lower <= (max > 1 ? max : 1) &&
           score.upper >= (min < -1 ? min : -1);
}

/* Whether the moves of the principal variation can be played. */
static bool is_line(const struct fourscore_answer *answer, struct position pos)
{
    if (answer->pv_length < 0 || answer->pv_length > FOURSCORE_MAX_CELLS)
        return false;
    for (int i = 0; i < answer->pv_length; i++) {
        board_bits cell = cell_of(pos, answer->pv[i]);
        if (cell == 0)
            return false;
        pos = board_play_cell(pos, cell);
    }
    return true;
}

bool game_read_answer(const struct fourscore_answer *answer,
                      struct fourscore_answer *read, struct position *pos)
{
    *read = (struct fourscore_answer)FOURSCORE_ANSWER_INIT;
    return lib_read_structure(read, sizeof *read, answer) &&
           read->status == FOURSCORE_OK && lib_unpack(&read->position, pos) &&
           lib_is_score(read->score) && is_possible(*pos, read->score) &&
           game_are_moves(*pos, read->best, read->best_count) &&
           is_line(read, *pos);
}

EXPORT struct fourscore_point
fourscore_point_of(const struct fourscore_answer *answer)
{
    struct fourscore_answer read = FOURSCORE_ANSWER_INIT;
    struct position pos;
    struct fourscore_point point = {
        .score = {-FOURSCORE_MAX_CELLS, FOURSCORE_MAX_CELLS}};
    if (!lib_read_structure(&read, sizeof read, answer))
        return point;
    point.score = read.score;
    if ((read.found & FOURSCORE_BEST) == 0 ||
        !lib_unpack(&read.position, &pos) ||
        !game_are_moves(pos, read.best, read.best_count))
        return point;
    point.best_count = read.best_count;
    memcpy(point.best, read.best, sizeof point.best);
    return point;
}

/* ----------------------------------------------------------------- one move */

/* The sign of a score: 1, 0, -1; NO_SIGN if the bounds do not tell. */
enum { NO_SIGN = 2 };
static int sign_of(struct fourscore_bounds score)
{
    if (score.lower > 0)
        return 1;
    if (score.upper < 0)
        return -1;
    return score.lower == 0 && score.upper == 0 ? 0 : NO_SIGN;
}

static bool is_exact(struct fourscore_bounds score)
{
    return score.lower == score.upper;
}

/* Whether a move has changed the result: 1, 0; -1 if that is not known. */
static int changes_result(const struct fourscore_judged_move *move)
{
    int before = sign_of(move->before), after = sign_of(move->after);
    if (before != NO_SIGN && after != NO_SIGN)
        return before != after;
    bool wins = move->before.lower > 0, loses = move->after.upper < 0;
    if ((wins && move->after.upper <= 0) || (loses && move->before.lower >= 0))
        return 1;
    return -1;
}

static int verdict_of(const struct fourscore_judged_move *move)
{
    int before = sign_of(move->before), after = sign_of(move->after);
    if (move->after.lower >= move->before.upper)
        return FOURSCORE_BEST_MOVE;
    if (before == NO_SIGN || after == NO_SIGN)
        return FOURSCORE_NOT_JUDGED;
    if (before != after)
        return before == 0  ? FOURSCORE_DRAW_LOST
               : after == 0 ? FOURSCORE_WIN_DRAWN
                            : FOURSCORE_WIN_LOST;
    if (!is_exact(move->before) || !is_exact(move->after))
        return FOURSCORE_NOT_JUDGED;
    return before > 0 ? FOURSCORE_SLOWER_WIN : FOURSCORE_SOONER_LOSS;
}

static int choice_of(const struct fourscore_judged_move *move,
                     struct position pos)
{
    int playable = board_popcount(game_moves(pos));
    if (playable > 1 && move->best_count == 0)
        return move->verdict > FOURSCORE_BEST_MOVE ? 1 : -1;
    return playable > 1 && move->best_count < playable;
}

static bool is_point(const struct fourscore_point *point, struct position pos)
{
    return lib_is_score(point->score) &&
           game_are_moves(pos, point->best, point->best_count);
}

/* Judge the move that was played at 'pos'. */
static bool judge_move(const struct fourscore_point *before,
                       const struct fourscore_point *after, struct position pos,
                       struct fourscore_judged_move *move)
{
    move->before = before->score;
    move->after.lower = -after->score.upper;
    move->after.upper = -after->score.lower;
    /* No move has a higher score than the position. */
    if (move->before.lower < move->after.lower)
        move->before.lower = move->after.lower;
    if (move->after.upper > move->before.upper)
        move->after.upper = move->before.upper;
    if (move->before.lower > move->before.upper ||
        move->after.lower > move->after.upper)
        return false;
    move->best_count = before->best_count;
    memcpy(move->best, before->best, sizeof move->best);
    move->verdict = verdict_of(move);
    if (move->verdict == FOURSCORE_SLOWER_WIN ||
        move->verdict == FOURSCORE_SOONER_LOSS)
        move->lost = move->before.lower - move->after.lower;
    move->choice = choice_of(move, pos);
    return true;
}

/* A move counts up to so many parts for the accuracy. */
enum { WHOLE = 20, HALF = WHOLE / 2 };

/* How much a move counts for the accuracy, of WHOLE. */
static int worth_of(const struct fourscore_judged_move *move)
{
    switch (move->verdict) {
    case FOURSCORE_BEST_MOVE:
        return WHOLE;
    case FOURSCORE_SLOWER_WIN:
    case FOURSCORE_SOONER_LOSS:
        return move->lost < HALF ? WHOLE - move->lost : HALF;
    default:
        return 0;
    }
}

static void judge_sides(struct fourscore_review *review)
{
    int worth[2] = {0, 0};
    for (int i = 0; i < review->count; i++) {
        const struct fourscore_judged_move *move = &review->moves[i];
        struct fourscore_side_review *side = &review->sides[i % 2];
        side->moves++;
        side->counts[move->verdict]++;
        if (move->verdict == FOURSCORE_NOT_JUDGED || move->choice < 0) {
            side->unknown++;
        } else if (move->choice > 0) {
            side->choices++;
            worth[i % 2] += worth_of(move);
        }
    }
    for (int i = 0; i < 2; i++) {
        int choices = review->sides[i].choices;
        review->sides[i].accuracy =
            choices > 0 ? 100 * worth[i] / (WHOLE * choices) : -1;
    }
}

static void find_decision(struct fourscore_review *review)
{
    for (int i = review->count - 1; i >= 0; i--) {
        int changes = changes_result(&review->moves[i]);
        review->changes += changes > 0;
        if (review->decided == 0)
            review->decided = changes > 0 ? i + 1 : changes;
    }
}

int game_winner(struct position pos, struct fourscore_bounds score)
{
    int sign = sign_of(score);
    if (sign == NO_SIGN)
        return -1;
    return sign == 0  ? 0
           : sign > 0 ? game_mover(pos)
                      : game_other(game_mover(pos));
}

static void judge_end(struct fourscore_review *review, struct position pos,
                      struct fourscore_bounds score)
{
    fourscore_position end = lib_pack(pos);
    review->score = score;
    review->finished = game_is_over(pos);
    review->winner = game_winner(pos, score);
    if (is_exact(score))
        review->last_stone = fourscore_last_stone(&end, score.lower);
}

/* -------------------------------------------------------------- the summary */

#define SAY(review, ...)                                                       \
    game_append((review)->summary, sizeof(review)->summary, __VA_ARGS__)

static void add_end(struct fourscore_review *review)
{
    if (review->winner < 0) {
        SAY(review, "It is not known who wins");
    } else if (review->winner == 0) {
        SAY(review, "%s",
            review->finished ? "The game ended in a draw"
                             : "With best play from here it is a draw");
    } else {
        SAY(review,
            review->finished ? "%c won" : "With best play from here %c wins",
            fourscore_stone_name(review->winner));
        if (review->last_stone > 0)
            SAY(review, " on move %d", review->last_stone);
    }
}

/* What a move that changed the result has thrown away. */
static const char *thrown_away(const struct fourscore_judged_move *move)
{
    if (move->before.lower > 0)
        return "win";
    return sign_of(move->before) == 0 ? "draw" : "result";
}

/* Whether all moves up to number 'count' are known to have changed the result
 * or not. */
static bool is_known(const struct fourscore_review *review, int count)
{
    for (int i = 0; i < count; i++)
        if (changes_result(&review->moves[i]) < 0)
            return false;
    return true;
}

static void add_decision(struct fourscore_review *review)
{
    int i = review->decided - 1;
    const struct fourscore_judged_move *move = &review->moves[i];
    bool known = is_known(review, i);
    int row = 1;
    for (int earlier = 0; earlier < i; earlier++)
        row += review->moves[earlier].column == move->column;
    SAY(review, ": %c threw the %s away with move %d (%c%d)",
        fourscore_stone_name(i + 1), thrown_away(move), i + 1,
        'a' + move->column - 1, row);
    if (review->changes > 1)
        SAY(review, ", the last of %s%d moves that changed the result",
            known ? "" : "at least ", review->changes);
}

/* One sentence. */
static void summarize(struct fourscore_review *review)
{
    add_end(review);
    if (review->decided > 0)
        add_decision(review);
    else if (review->decided < 0)
        SAY(review, "; where the result changed last is not known");
    else if (review->winner >= 0)
        SAY(review, "; no move changed the result");
    SAY(review, ".");
}

/* ---------------------------------------------------------------- the whole */

/* Judge the moves of a game, which the rules allow, and set '*pos' to its end.
 * Returns false unless the points have scores and moves of its positions. */
static bool judge_moves(const struct fourscore_point *points, const char *moves,
                        struct fourscore_review *review, struct position *pos)
{
    if (!is_point(&points[0], *pos))
        return false;
    for (int i = 0; i < review->count; i++) {
        struct fourscore_judged_move *move = &review->moves[i];
        int column = board_column_named(pos->board, moves[i]);
        struct position next = board_play(*pos, column);
        move->column = column + 1;
        if (!is_point(&points[i + 1], next) ||
            !judge_move(&points[i], &points[i + 1], *pos, move))
            return false;
        *pos = next;
    }
    return true;
}

EXPORT enum fourscore_status
fourscore_judge_game(int width, int height, const char *moves,
                     const struct fourscore_point *points,
                     struct fourscore_review *review)
{
    fourscore_position end;
    enum fourscore_status status =
        fourscore_from_moves(&end, width, height, moves, NULL);
    if (status != FOURSCORE_OK)
        return status;
    struct fourscore_review all = {
        .width = width, .height = height, .count = (int)strlen(moves)};
    struct position pos = board_empty(board_make(width, height));
    if (!judge_moves(points, moves, &all, &pos))
        return FOURSCORE_BAD_ARGUMENT;
    judge_end(&all, pos, points[all.count].score);
    judge_sides(&all);
    find_decision(&all);
    summarize(&all);
    return lib_write_structure(review, &all, sizeof all);
}

EXPORT enum fourscore_status
fourscore_review_game(fourscore_solver *solver, const char *moves,
                      const struct fourscore_query *limits,
                      struct fourscore_review *review)
{
    struct board board = solver->board;
    struct fourscore_query all = FOURSCORE_QUERY_INIT;
    struct fourscore_point points[FOURSCORE_MAX_CELLS + 1] = {0};
    if (!lib_read_structure(&all, sizeof all, limits))
        return FOURSCORE_BAD_ARGUMENT;
    for (size_t length = strlen(moves) + 1; length-- > 0;) {
        fourscore_position position;
        struct fourscore_answer answer;
        enum fourscore_status status =
            fourscore_read(&position, NULL, board.width, board.height,
                           FOURSCORE_MOVES, moves, length, NULL);
        if (status == FOURSCORE_OK)
            status = game_ask(solver, &position, FOURSCORE_STRONG,
                              FOURSCORE_BEST, &all, &answer);
        if (status != FOURSCORE_OK)
            return status;
        points[length] = fourscore_point_of(&answer);
    }
    return fourscore_judge_game(board.width, board.height, moves, points,
                                review);
}
