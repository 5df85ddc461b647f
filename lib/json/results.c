/*
 * Answers, reviews, explanations and puzzles as JSON.
 *
 * The structures may be the caller's.  Whatever is told of them is checked
 * here: numbers are within the limits of what the library fills, or there is no
 * JSON, and nothing is read out of bounds.
 */
#include "lib/json/json.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/internal.h"

/* ------------------------------------------------------------------- limits */

/* Returns the number if it is within these limits; or else the least one, and
 * there is no JSON. */
static int within(struct json *json, int number, int least, int most)
{
    if (number >= least && number <= most)
        return number;
    json_spoil(json);
    return least;
}

/* Returns the text if it ends within its array. */
static const char *text_within(struct json *json, const char *text, size_t size)
{
    if (memchr(text, '\0', size) != NULL)
        return text;
    json_spoil(json);
    return "";
}

static struct board board_of_size(struct json *json, int width, int height)
{
    if (board_is_size(width, height))
        return board_make(width, height);
    json_spoil(json);
    return board_make(1, 1);
}

static struct board board_of(struct json *json,
                             const fourscore_position *position)
{
    struct position pos;
    if (lib_unpack(position, &pos))
        return pos.board;
    json_spoil(json);
    return board_make(1, 1);
}

/* ------------------------------------------------------ numbers and columns */

static void put_number(struct json *json, const char *name, int number,
                       int least, int most)
{
    json_put_integer(json, name, within(json, number, least, most));
}

/* The same, or null for 'unknown', which is below all others. */
static void put_known(struct json *json, const char *name, int number,
                      int unknown, int most)
{
    if (number == unknown)
        json_put_null(json, name);
    else
        put_number(json, name, number, unknown, most);
}

static void put_player(struct json *json, const char *name, int number)
{
    json_put_format(json, name, "%c", fourscore_stone_name(number));
}

static void put_player_to_move(struct json *json,
                               const fourscore_position *position)
{
    put_player(json, "to_move", fourscore_ply(position) % 2 + 1);
}

/* A column from 1. */
static void put_column(struct json *json, const char *name, struct board board,
                       int column)
{
    json_put_integer(json, name,
                     within(json, column, 1, board.width) - json->from_0);
}

/* At most one for each column of the board. */
static void put_columns(struct json *json, const char *name, struct board board,
                        const int *columns, int count)
{
    count = within(json, count, 0, board.width);
    json_begin_array(json, name);
    for (int i = 0; i < count; i++)
        put_column(json, NULL, board, columns[i]);
    json_end(json);
}

/* Columns from 1 as a move string. */
static void put_moves(struct json *json, const char *name, struct board board,
                      const int *columns, int count)
{
    char text[FOURSCORE_MAX_CELLS];
    count = within(json, count, 0, board_cells(board));
    for (int i = 0; i < count; i++) {
        int number = within(json, columns[i], 1, board.width) - json->from_0;
        text[i] = number == 0 ? '0' : fourscore_column_name(number);
    }
    json_put_bytes(json, name, text, (size_t)count);
}

/* ------------------------------------------------------------------- scores */

static void add_score(struct json *json, int goal,
                      const fourscore_position *position,
                      struct fourscore_bounds score)
{
    if (!lib_is_score(score))
        json_spoil(json);
    if (score.lower != score.upper) {
        json_put_integer(json, "lower", score.lower);
        json_put_integer(json, "upper", score.upper);
    } else if (goal == FOURSCORE_WEAK) {
        json_put_integer(json, "weak_score", score.lower);
    } else {
        json_put_integer(json, "score", score.lower);
        json_put_integer(json, "last_stone",
                         fourscore_last_stone(position, score.lower));
    }
}

/* A score, or bounds, which are not beyond what the board allows. */
static void put_score(struct json *json, const char *name, struct board board,
                      struct fourscore_bounds score)
{
    int max = (board_cells(board) + 1) / 2;
    if (!lib_is_score(score))
        json_spoil(json);
    if (score.lower == score.upper) {
        json_put_integer(json, name, score.lower);
        return;
    }
    json_begin_object(json, name);
    json_put_integer(json, "lower", score.lower < -max ? -max : score.lower);
    json_put_integer(json, "upper", score.upper > max ? max : score.upper);
    json_end(json);
}

/* ------------------------------------------------------------------ answers */

void json_add_answer(struct json *json, int goal, unsigned find,
                     const struct fourscore_answer *answer)
{
    struct board board = board_of(json, &answer->position);
    add_score(json, goal, &answer->position, answer->score);
    if ((find & FOURSCORE_ALL_MOVES) != 0) {
        json_begin_array(json, "move_scores");
        for (int i = 0; i < board.width; i++)
            if (answer->move_scores[i].lower == FOURSCORE_NO_MOVE)
                json_put_null(json, NULL);
            else
                put_score(json, NULL, board, answer->move_scores[i]);
        json_end(json);
    }
    if ((find & FOURSCORE_BEST) != 0)
        put_columns(json, "best", board, answer->best, answer->best_count);
    if ((find & FOURSCORE_PV) != 0)
        put_moves(json, "pv", board, answer->pv, answer->pv_length);
}

/* ------------------------------------------------------------------ reviews */

static void put_judged_move(struct json *json, struct board board,
                            const struct fourscore_judged_move *move)
{
    int verdict = within(json, move->verdict, 0, FOURSCORE_VERDICTS - 1);
    int choice = within(json, move->choice, -1, 1);
    json_begin_object(json, NULL);
    put_column(json, "column", board, move->column);
    put_score(json, "before", board, move->before);
    put_score(json, "after", board, move->after);
    put_columns(json, "best", board, move->best, move->best_count);
    json_put_text(json, "verdict", fourscore_verdict_name(verdict));
    put_number(json, "lost", move->lost, 0, FOURSCORE_MAX_CELLS);
    if (choice < 0)
        json_put_null(json, "choice");
    else
        json_put_boolean(json, "choice", choice);
    json_end(json);
}

static void put_side(struct json *json, const char *name,
                     const struct fourscore_side_review *side, int moves)
{
    json_begin_object(json, name);
    put_known(json, "accuracy", side->accuracy, -1, 100);
    put_number(json, "moves", side->moves, 0, moves);
    put_number(json, "choices", side->choices, 0, moves);
    put_number(json, "unknown", side->unknown, 0, moves);
    for (int i = 0; i < FOURSCORE_VERDICTS; i++)
        put_number(json, fourscore_verdict_name(i), side->counts[i], 0, moves);
    json_end(json);
}

void json_add_review(struct json *json, const struct fourscore_review *review)
{
    struct board board = board_of_size(json, review->width, review->height);
    int count = within(json, review->count, 0, board_cells(board));
    json_put_text(json, "summary",
                  text_within(json, review->summary, sizeof review->summary));
    json_put_boolean(json, "over", review->finished);
    put_score(json, "score", board, review->score);
    put_known(json, "winner", review->winner, -1, 2);
    put_known(json, "last_stone", review->last_stone, 0, board_cells(board));
    put_known(json, "decided", review->decided, -1, count);
    put_number(json, "changes", review->changes, 0, count);
    put_side(json, "first", &review->sides[0], count);
    put_side(json, "second", &review->sides[1], count);
    json_begin_array(json, "moves");
    for (int i = 0; i < count; i++)
        put_judged_move(json, board, &review->moves[i]);
    json_end(json);
}

/* ------------------------------------------------------------- explanations */

/* The cells with a mark: ["d2"], column by column. */
static void put_cells(struct json *json, const char *name, struct board board,
                      const struct fourscore_reason *reason, unsigned mark)
{
    json_begin_array(json, name);
    for (int column = 0; column < board.width; column++)
        for (int row = 0; row < board.height; row++) {
            int cell = (board.height - 1 - row) * board.width + column;
            if ((reason->marks[cell] & mark) != 0)
                json_put_format(json, NULL, "%c%d", 'a' + column, row + 1);
        }
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
static void put_listed(struct json *json, struct board board,
                       const struct fourscore_reason *reason, const char *text)
{
    int length = within(json, reason->line_length, 0, board_cells(board));
    int told = within(json, reason->told, 0, length);
    int end = within(json, reason->list_end, 0, (int)strlen(text));
    int start = within(json, reason->list_start, 0, end), begin;
    if (end == 0) {
        json_put_null(json, "listed");
        return;
    }
    json_begin_object(json, "listed");
    json_put_integer(json, "sentence", find_sentence(text, start, &begin));
    json_put_bytes(json, "before", text + begin, (size_t)(start - begin));
    put_moves(json, "moves", board, reason->line + told, length - told);
    json_put_bytes(json, "after", text + end, strcspn(text + end, "\n"));
    json_end(json);
}

/* The index of the sentence for experts; null if there is none. */
static void put_detail(struct json *json, int detail, const char *text)
{
    int at = within(json, detail, 0, (int)strlen(text)), begin;
    if (at == 0)
        json_put_null(json, "detail");
    else
        json_put_integer(json, "detail", find_sentence(text, at, &begin));
}

static void put_reason(struct json *json, struct board board,
                       const struct fourscore_reason *reason)
{
    const char *text = text_within(json, reason->text, sizeof reason->text);
    int kind = within(json, reason->kind, 0, FOURSCORE_BY_DEAD_LINES);
    json_begin_object(json, NULL);
    json_put_text(json, "kind", fourscore_reason_name(kind));
    put_player(json, "player", within(json, reason->player, 1, 2));
    json_put_boolean(json, "wins", reason->wins);
    put_moves(json, "line", board, reason->line, reason->line_length);
    json_put_boolean(json, "forced", reason->forced);
    json_begin_object(json, "cells");
    put_cells(json, "four", board, reason, FOURSCORE_MARK_FOUR);
    put_cells(json, "win", board, reason, FOURSCORE_MARK_WIN);
    put_cells(json, "must", board, reason, FOURSCORE_MARK_MUST);
    put_cells(json, "gets", board, reason, FOURSCORE_MARK_GETS);
    json_end(json);
    put_sentences(json, text);
    put_listed(json, board, reason, text);
    put_detail(json, reason->detail, text);
    json_end(json);
}

static void put_explained_move(struct json *json, struct board board,
                               const struct fourscore_explanation *explanation)
{
    int before = within(json, explanation->move_before, -1, 1);
    int after = within(json, explanation->move_after, -1, 1);
    json_begin_object(json, "move");
    put_column(json, "column", board, explanation->move);
    json_put_integer(json, "before", before);
    json_put_integer(json, "after", after);
    json_put_boolean(json, "mistake", after < before);
    json_put_boolean(json, "only", explanation->move_only);
    put_columns(json, "better", board, explanation->better,
                explanation->better_count);
    json_end(json);
}

void json_add_explanation(struct json *json,
                          const struct fourscore_explanation *explanation)
{
    struct board board = board_of(json, &explanation->position);
    int winner = within(json, explanation->winner, -1, 2);
    int reasons = within(json, explanation->reason_count, 0, 2);
    put_player_to_move(json, &explanation->position);
    add_score(json, FOURSCORE_STRONG, &explanation->position,
              explanation->score);
    if (winner == 0)
        json_put_null(json, "winner");
    else if (winner > 0)
        put_player(json, "winner", winner);
    if (explanation->move != 0)
        put_explained_move(json, board, explanation);
    json_begin_array(json, "reasons");
    for (int i = 0; i < reasons; i++)
        put_reason(json, board, &explanation->reasons[i]);
    json_end(json);
    put_sentences(
        json, text_within(json, explanation->text, sizeof explanation->text));
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
    struct board board = board_of(json, &puzzle->position);
    int cells = board_cells(board);
    int score = within(json, puzzle->score, 0, cells);
    int win_in = within(json, puzzle->win_in, score > 0, cells);
    put_player_to_move(json, &puzzle->position);
    if (task != NULL)
        json_put_text(json, "task", task);
    put_column(json, "solution", board, puzzle->move);
    put_known(json, "win_in", score > 0 ? win_in : 0, 0, cells);
    json_put_boolean(json, "only_move", puzzle->only_move);
    json_put_text(json, "grade", json_grade_of(puzzle->difficulty));
    put_number(json, "difficulty", puzzle->difficulty, 0, INT_MAX);
    put_number(json, "depth", puzzle->depth, 0, cells);
    put_number(json, "lures", puzzle->lures, 0, board.width);
    json_put_boolean(json, "quiet", puzzle->quiet);
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
    if (!lib_read_structure(&read, sizeof read, review))
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
    if (!lib_read_structure(&read, sizeof read, explanation))
        return NULL;
    json_begin_object(&json, NULL);
    json_add_explanation(&json, &read);
    return end_and_take(&json);
}

EXPORT char *fourscore_puzzle_json(const struct fourscore_puzzle *puzzle)
{
    struct fourscore_puzzle read = {0};
    struct json json = {0};
    if (!lib_read_structure(&read, sizeof read, puzzle))
        return NULL;
    json_begin_object(&json, NULL);
    json_add_puzzle(&json, &read, NULL);
    return end_and_take(&json);
}

EXPORT void fourscore_text_free(char *text)
{
    free(text);
}
