/* Answers, reviews, explanations and puzzles as JSON. */
#include "lib/json/json.h"

#include <stdlib.h>
#include <string.h>

#include "lib/internal.h"

/* ------------------------------------------------------ players and columns */

static void put_player(struct json *json, const char *name, int number)
{
    json_put_format(json, name, "%c", fourscore_stone_name(number));
}

static void put_player_to_move(struct json *json,
                               const fourscore_position *position)
{
    put_player(json, "to_move", fourscore_ply(position) % 2 + 1);
}

static void put_columns(struct json *json, const char *name, const int *columns,
                        int count)
{
    json_begin_array(json, name);
    for (int i = 0; i < count; i++)
        json_put_integer(json, NULL, columns[i]);
    json_end(json);
}

/* Columns from 1 as a move string. */
static void put_moves(struct json *json, const char *name, const int *columns,
                      int count)
{
    char text[FOURSCORE_MAX_CELLS];
    for (int i = 0; i < count; i++)
        text[i] = fourscore_column_name(columns[i]);
    json_put_bytes(json, name, text, (size_t)count);
}

/* ------------------------------------------------------------------ answers */

static void add_bounds(struct json *json, struct fourscore_bounds bounds)
{
    json_put_integer(json, "lower", bounds.lower);
    json_put_integer(json, "upper", bounds.upper);
}

static void add_score(struct json *json, int goal,
                      const fourscore_position *position,
                      struct fourscore_bounds score)
{
    if (score.lower != score.upper) {
        add_bounds(json, score);
    } else if (goal == FOURSCORE_WEAK) {
        json_put_integer(json, "weak_score", score.lower);
    } else {
        json_put_integer(json, "score", score.lower);
        json_put_integer(json, "last_stone",
                         fourscore_last_stone(position, score.lower));
    }
}

/* A score, or bounds. */
static void put_score(struct json *json, const char *name,
                      struct fourscore_bounds score)
{
    if (score.lower == score.upper) {
        json_put_integer(json, name, score.lower);
        return;
    }
    json_begin_object(json, name);
    add_bounds(json, score);
    json_end(json);
}

static void put_move_scores(struct json *json,
                            const struct fourscore_answer *answer)
{
    json_begin_array(json, "move_scores");
    for (int i = 0; i < fourscore_width(&answer->position); i++)
        if (answer->move_scores[i].lower == FOURSCORE_NO_MOVE)
            json_put_null(json, NULL);
        else
            put_score(json, NULL, answer->move_scores[i]);
    json_end(json);
}

void json_add_answer(struct json *json, int goal, unsigned find,
                     const struct fourscore_answer *answer)
{
    add_score(json, goal, &answer->position, answer->score);
    if ((find & FOURSCORE_ALL_MOVES) != 0)
        put_move_scores(json, answer);
    if ((find & FOURSCORE_BEST) != 0)
        put_columns(json, "best", answer->best, answer->best_count);
    if ((find & FOURSCORE_PV) != 0)
        put_moves(json, "pv", answer->pv, answer->pv_length);
}

/* ------------------------------------------------------------------ reviews */

/* Bounds within what the board allows. */
static void put_score_within(struct json *json, const char *name,
                             struct fourscore_bounds score, int cells)
{
    int max = (cells + 1) / 2;
    put_score(json, name,
              (struct fourscore_bounds){
                  score.lower < -max ? -max : score.lower,
                  score.upper > max ? max : score.upper,
              });
}

static void put_judged_move(struct json *json,
                            const struct fourscore_judged_move *move, int cells)
{
    json_begin_object(json, NULL);
    json_put_integer(json, "column", move->column);
    put_score_within(json, "before", move->before, cells);
    put_score_within(json, "after", move->after, cells);
    put_columns(json, "best", move->best, move->best_count);
    json_put_text(json, "verdict", fourscore_verdict_name(move->verdict));
    json_put_integer(json, "lost", move->lost);
    if (move->choice < 0)
        json_put_null(json, "choice");
    else
        json_put_boolean(json, "choice", move->choice);
    json_end(json);
}

/* A number for which 'unknown' stands if it is not known. */
static void put_known(struct json *json, const char *name, int number,
                      int unknown)
{
    if (number == unknown)
        json_put_null(json, name);
    else
        json_put_integer(json, name, number);
}

static void put_side(struct json *json, const char *name,
                     const struct fourscore_side_review *side)
{
    json_begin_object(json, name);
    put_known(json, "accuracy", side->accuracy, -1);
    json_put_integer(json, "moves", side->moves);
    json_put_integer(json, "choices", side->choices);
    json_put_integer(json, "unknown", side->unknown);
    for (int i = 0; i < FOURSCORE_VERDICTS; i++)
        json_put_integer(json, fourscore_verdict_name(i), side->counts[i]);
    json_end(json);
}

void json_add_review(struct json *json, const struct fourscore_review *review)
{
    int cells = review->width * review->height;
    json_put_text(json, "summary", review->summary);
    json_put_boolean(json, "over", review->finished);
    put_score_within(json, "score", review->score, cells);
    put_known(json, "winner", review->winner, -1);
    put_known(json, "last_stone", review->last_stone, 0);
    put_known(json, "decided", review->decided, -1);
    json_put_integer(json, "changes", review->changes);
    put_side(json, "first", &review->sides[0]);
    put_side(json, "second", &review->sides[1]);
    json_begin_array(json, "moves");
    for (int i = 0; i < review->count; i++)
        put_judged_move(json, &review->moves[i], cells);
    json_end(json);
}

/* ------------------------------------------------------------- explanations */

/* The cells with a mark: ["d2"], column by column. */
static void put_cells(struct json *json, const char *name,
                      const fourscore_position *position,
                      const struct fourscore_reason *reason, unsigned mark)
{
    int width = fourscore_width(position), height = fourscore_height(position);
    json_begin_array(json, name);
    for (int column = 0; column < width; column++)
        for (int row = 0; row < height; row++)
            if ((reason->marks[(height - 1 - row) * width + column] & mark) !=
                0)
                json_put_format(json, NULL, "%c%d", 'a' + column, row + 1);
    json_end(json);
}

static void put_sentences(struct json *json, const char *text)
{
    json_begin_array(json, "sentences");
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        json_put_bytes(json, NULL, text, length);
        text += length + (text[length] == '\n');
    }
    json_end(json);
}

/* The index of the sentence that has byte 'at' of a text, and the byte with
 * which it begins. */
static int find_sentence(const char *text, int at, int *begin)
{
    int index = 0;
    *begin = 0;
    for (int i = 0; i < at; i++)
        if (text[i] == '\n') {
            index++;
            *begin = i + 1;
        }
    return index;
}

/* The sentence that lists moves, in parts; null if none does. */
static void put_listed(struct json *json, const struct fourscore_reason *reason)
{
    const char *text = reason->text;
    int start = reason->list_start, end = reason->list_end, begin;
    if (end == 0) {
        json_put_null(json, "listed");
        return;
    }
    json_begin_object(json, "listed");
    json_put_integer(json, "sentence", find_sentence(text, start, &begin));
    json_put_bytes(json, "before", text + begin, (size_t)(start - begin));
    put_moves(json, "moves", reason->line + reason->told,
              reason->line_length - reason->told);
    json_put_bytes(json, "after", text + end, strcspn(text + end, "\n"));
    json_end(json);
}

/* The index of the sentence for experts; null if there is none. */
static void put_detail(struct json *json, const struct fourscore_reason *reason)
{
    int begin;
    if (reason->detail == 0)
        json_put_null(json, "detail");
    else
        json_put_integer(json, "detail",
                         find_sentence(reason->text, reason->detail, &begin));
}

static void put_reason(struct json *json, const fourscore_position *position,
                       const struct fourscore_reason *reason)
{
    json_begin_object(json, NULL);
    json_put_text(json, "kind", fourscore_reason_name(reason->kind));
    put_player(json, "player", reason->player);
    json_put_boolean(json, "wins", reason->wins);
    put_moves(json, "line", reason->line, reason->line_length);
    json_put_boolean(json, "forced", reason->forced);
    json_begin_object(json, "cells");
    put_cells(json, "four", position, reason, FOURSCORE_MARK_FOUR);
    put_cells(json, "win", position, reason, FOURSCORE_MARK_WIN);
    put_cells(json, "must", position, reason, FOURSCORE_MARK_MUST);
    put_cells(json, "gets", position, reason, FOURSCORE_MARK_GETS);
    json_end(json);
    put_sentences(json, reason->text);
    put_listed(json, reason);
    put_detail(json, reason);
    json_end(json);
}

static void put_explained_move(struct json *json,
                               const struct fourscore_explanation *explanation)
{
    json_begin_object(json, "move");
    json_put_integer(json, "column", explanation->move);
    json_put_integer(json, "before", explanation->move_before);
    json_put_integer(json, "after", explanation->move_after);
    json_put_boolean(json, "mistake",
                     explanation->move_after < explanation->move_before);
    json_put_boolean(json, "only", explanation->move_only);
    put_columns(json, "better", explanation->better, explanation->better_count);
    json_end(json);
}

void json_add_explanation(struct json *json,
                          const struct fourscore_explanation *explanation)
{
    put_player_to_move(json, &explanation->position);
    add_score(json, FOURSCORE_STRONG, &explanation->position,
              explanation->score);
    if (explanation->winner == 0)
        json_put_null(json, "winner");
    else if (explanation->winner > 0)
        put_player(json, "winner", explanation->winner);
    if (explanation->move != 0)
        put_explained_move(json, explanation);
    json_begin_array(json, "reasons");
    for (int i = 0; i < explanation->reason_count; i++)
        put_reason(json, &explanation->position, &explanation->reasons[i]);
    json_end(json);
    put_sentences(json, explanation->text);
    json_put_boolean(json, "finished", explanation->finished);
}

/* ------------------------------------------------------------------ puzzles */

static const struct {
    const char *name;
    int from; /* the least difficulty */
} grades[] = {
    {"easy", 0},
    {"medium", FOURSCORE_PUZZLE_MEDIUM},
    {"hard", FOURSCORE_PUZZLE_HARD},
    {"expert", FOURSCORE_PUZZLE_EXPERT},
};

enum { GRADES = sizeof grades / sizeof *grades };

const char *json_grade(int index)
{
    return index < GRADES ? grades[index].name : NULL;
}

const char *json_grade_of(int difficulty)
{
    int grade = 0;
    while (grade + 1 < GRADES && difficulty >= grades[grade + 1].from)
        grade++;
    return grades[grade].name;
}

void json_grade_set(struct fourscore_puzzle_config *config, int grade)
{
    config->min_difficulty = grades[grade].from;
    config->max_difficulty =
        grade + 1 < GRADES ? grades[grade + 1].from - 1 : 0;
}

void json_add_puzzle(struct json *json, const struct fourscore_puzzle *puzzle,
                     const char *task)
{
    put_player_to_move(json, &puzzle->position);
    if (task != NULL)
        json_put_text(json, "task", task);
    json_put_integer(json, "solution", puzzle->move);
    if (puzzle->score > 0)
        json_put_integer(json, "win_in", puzzle->win_in);
    else
        json_put_null(json, "win_in");
    json_put_boolean(json, "only_move", puzzle->only_move);
    json_put_text(json, "grade", json_grade_of(puzzle->difficulty));
    json_put_integer(json, "difficulty", puzzle->difficulty);
    json_put_integer(json, "depth", puzzle->depth);
    json_put_integer(json, "lures", puzzle->lures);
    json_put_boolean(json, "quiet", puzzle->quiet);
}

/* ------------------------------------------------- structures of the caller */

/* Structures that the library has filled pass these checks; behind them nothing
 * is read out of bounds. */

static bool is_within(int number, int least, int most)
{
    return number >= least && number <= most;
}

static bool is_text(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}

/* Whether there are at most 'most' columns, all of a board of this width. */
static bool are_columns(const int *columns, int count, int most, int width)
{
    if (!is_within(count, 0, most))
        return false;
    for (int i = 0; i < count; i++)
        if (!is_within(columns[i], 1, width))
            return false;
    return true;
}

static bool is_judged_move(const struct fourscore_judged_move *move, int width)
{
    return is_within(move->column, 1, width) && lib_is_score(move->before) &&
           lib_is_score(move->after) &&
           are_columns(move->best, move->best_count, width, width) &&
           fourscore_verdict_name(move->verdict) != NULL &&
           is_within(move->lost, 0, FOURSCORE_MAX_CELLS) &&
           is_within(move->choice, -1, 1);
}

static bool is_side(const struct fourscore_side_review *side, int moves)
{
    for (int i = 0; i < FOURSCORE_VERDICTS; i++)
        if (!is_within(side->counts[i], 0, moves))
            return false;
    return is_within(side->moves, 0, moves) &&
           is_within(side->choices, 0, moves) &&
           is_within(side->unknown, 0, moves) &&
           is_within(side->accuracy, -1, 100);
}

static bool is_review(const struct fourscore_review *review)
{
    int width = review->width, height = review->height, count = review->count;
    if (!board_is_size(width, height) || !is_within(count, 0, width * height))
        return false;
    for (int i = 0; i < count; i++)
        if (!is_judged_move(&review->moves[i], width))
            return false;
    return lib_is_score(review->score) && is_within(review->winner, -1, 2) &&
           is_within(review->last_stone, 0, width * height) &&
           is_within(review->decided, -1, count) &&
           is_within(review->changes, 0, count) &&
           is_side(&review->sides[0], count) &&
           is_side(&review->sides[1], count) &&
           is_text(review->summary, sizeof review->summary);
}

static bool is_reason(const struct fourscore_reason *reason, int width,
                      int cells)
{
    return fourscore_reason_name(reason->kind) != NULL &&
           is_within(reason->player, 1, 2) &&
           are_columns(reason->line, reason->line_length, cells, width) &&
           is_text(reason->text, sizeof reason->text) &&
           is_within(reason->told, 0, reason->line_length) &&
           is_within(reason->list_end, 0, (int)strlen(reason->text)) &&
           is_within(reason->list_start, 0, reason->list_end) &&
           is_within(reason->detail, 0, (int)strlen(reason->text));
}

static bool is_explanation(const struct fourscore_explanation *explanation)
{
    int width = fourscore_width(&explanation->position);
    int cells = width * fourscore_height(&explanation->position);
    if (width == 0 || !is_within(explanation->reason_count, 0, 2))
        return false;
    for (int i = 0; i < explanation->reason_count; i++)
        if (!is_reason(&explanation->reasons[i], width, cells))
            return false;
    return lib_is_score(explanation->score) &&
           is_within(explanation->winner, -1, 2) &&
           is_within(explanation->move, 0, width) &&
           is_within(explanation->move_before, -1, 1) &&
           is_within(explanation->move_after, -1, 1) &&
           are_columns(explanation->better, explanation->better_count, width,
                       width) &&
           is_text(explanation->text, sizeof explanation->text);
}

static bool is_puzzle(const struct fourscore_puzzle *puzzle)
{
    int width = fourscore_width(&puzzle->position);
    int cells = width * fourscore_height(&puzzle->position);
    return is_within(puzzle->move, 1, width) &&
           is_within(puzzle->score, 0, cells) &&
           is_within(puzzle->win_in, puzzle->score > 0, cells) &&
           is_within(puzzle->depth, 0, cells) &&
           is_within(puzzle->lures, 0, width) && puzzle->difficulty >= 0;
}

/* --------------------------------------------------------- public functions */

static char *end_and_take(struct json *json)
{
    size_t length;
    json_end(json);
    return json_take(json, &length);
}

EXPORT char *fourscore_review_json(const struct fourscore_review *review)
{
    struct fourscore_review read = {0};
    struct json json = {0};
    if (!lib_read_structure(&read, sizeof read, review, review->size) ||
        !is_review(&read))
        return NULL;
    json_begin_object(&json, NULL);
    json_add_review(&json, &read);
    return end_and_take(&json);
}

EXPORT char *
fourscore_explanation_json(const struct fourscore_explanation *explanation)
{
    struct fourscore_explanation read = {0};
    struct json json = {0};
    if (!lib_read_structure(&read, sizeof read, explanation,
                            explanation->size) ||
        !is_explanation(&read))
        return NULL;
    json_begin_object(&json, NULL);
    json_add_explanation(&json, &read);
    return end_and_take(&json);
}

EXPORT char *fourscore_puzzle_json(const struct fourscore_puzzle *puzzle)
{
    struct fourscore_puzzle read = {0};
    struct json json = {0};
    if (!lib_read_structure(&read, sizeof read, puzzle, puzzle->size) ||
        !is_puzzle(&read))
        return NULL;
    json_begin_object(&json, NULL);
    json_add_puzzle(&json, &read, NULL);
    return end_and_take(&json);
}

EXPORT void fourscore_text_free(char *text)
{
    free(text);
}
