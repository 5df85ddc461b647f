#include "lib/json/json.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- values */

/* Release a value to which something could not be added. */
static void drop(json_t **value)
{
    json_decref(*value);
    *value = NULL;
}

void json_add(json_t **object, const char *name, json_t *value)
{
    if (json_object_set_new(*object, name, value) != 0)
        drop(object);
}

void json_append(json_t **array, json_t *value)
{
    if (json_array_append_new(*array, value) != 0)
        drop(array);
}

json_t *json_bytes(const char *bytes, size_t length)
{
    static const char replacement[] = "\xef\xbf\xbd";
    enum { REPLACEMENT_LENGTH = sizeof replacement - 1 };
    json_t *string = json_stringn(bytes, length);
    if (string != NULL)
        return string;

    char *valid = malloc(length * REPLACEMENT_LENGTH + 1);
    if (valid == NULL)
        return NULL;
    size_t size = 0;
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)bytes[i] < 0x80) {
            valid[size++] = bytes[i];
        } else {
            memcpy(valid + size, replacement, REPLACEMENT_LENGTH);
            size += REPLACEMENT_LENGTH;
        }
    }
    string = json_stringn(valid, size);
    free(valid);
    return string;
}

/* json_dumps() may lose a quotation mark when its buffer cannot grow.  These
 * buffers do not grow, and the first one has room for most texts. */
char *json_text(json_t *value, size_t flags, size_t *length)
{
    char start[1024];
    *length = json_dumpb(value, start, sizeof start, flags);
    char *text = *length == 0 ? NULL : malloc(*length + 1);
    if (text != NULL && *length <= sizeof start) {
        memcpy(text, start, *length);
    } else if (text != NULL &&
               json_dumpb(value, text, *length, flags) != *length) {
        free(text);
        text = NULL;
    }
    if (text != NULL)
        text[*length] = '\0';
    json_decref(value);
    return text;
}

/* ------------------------------------------------------ players and columns */

static json_t *player(int number)
{
    return json_sprintf("%c", fourscore_stone_name(number));
}

static json_t *player_to_move(const fourscore_position *position)
{
    return player(fourscore_ply(position) % 2 + 1);
}

static json_t *column_list(const int *columns, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_append(&array, json_integer(columns[i]));
    return array;
}

/* Columns from 1 as a move string. */
static json_t *move_string(const int *columns, int count)
{
    char text[FOURSCORE_MAX_CELLS];
    for (int i = 0; i < count; i++)
        text[i] = fourscore_column_name(columns[i]);
    return json_stringn(text, (size_t)count);
}

/* ------------------------------------------------------------------ answers */

static void add_bounds(json_t **object, struct fourscore_bounds bounds)
{
    json_add(object, "lower", json_integer(bounds.lower));
    json_add(object, "upper", json_integer(bounds.upper));
}

static void add_score(json_t **object, int goal,
                      const fourscore_position *position,
                      struct fourscore_bounds score)
{
    if (score.lower != score.upper) {
        add_bounds(object, score);
    } else if (goal == FOURSCORE_WEAK) {
        json_add(object, "weak_score", json_integer(score.lower));
    } else {
        json_add(object, "score", json_integer(score.lower));
        json_add(object, "last_stone",
                 json_integer(fourscore_last_stone(position, score.lower)));
    }
}

static json_t *move_score(struct fourscore_bounds score)
{
    if (score.lower == FOURSCORE_NO_MOVE)
        return json_null();
    if (score.lower == score.upper)
        return json_integer(score.lower);
    json_t *object = json_object();
    add_bounds(&object, score);
    return object;
}

static json_t *move_scores(const struct fourscore_answer *answer)
{
    json_t *scores = json_array();
    for (int i = 0; i < fourscore_width(&answer->position); i++)
        json_append(&scores, move_score(answer->move_scores[i]));
    return scores;
}

void json_add_answer(json_t **object, int goal, unsigned find,
                     const struct fourscore_answer *answer)
{
    add_score(object, goal, &answer->position, answer->score);
    if ((find & FOURSCORE_ALL_MOVES) != 0)
        json_add(object, "move_scores", move_scores(answer));
    if ((find & FOURSCORE_BEST) != 0)
        json_add(object, "best", column_list(answer->best, answer->best_count));
    if ((find & FOURSCORE_PV) != 0)
        json_add(object, "pv", move_string(answer->pv, answer->pv_length));
}

/* ------------------------------------------------------------------ reviews */

/* A score, or bounds within what the board allows. */
static json_t *score_of(struct fourscore_bounds bounds, int cells)
{
    if (bounds.lower == bounds.upper)
        return json_integer(bounds.lower);
    json_t *object = json_object();
    int max = (cells + 1) / 2;
    json_add(&object, "lower",
             json_integer(bounds.lower < -max ? -max : bounds.lower));
    json_add(&object, "upper",
             json_integer(bounds.upper > max ? max : bounds.upper));
    return object;
}

static json_t *judged_move(const struct fourscore_judged_move *move, int cells)
{
    json_t *object = json_object();
    json_add(&object, "column", json_integer(move->column));
    json_add(&object, "before", score_of(move->before, cells));
    json_add(&object, "after", score_of(move->after, cells));
    json_add(&object, "best", column_list(move->best, move->best_count));
    json_add(&object, "verdict",
             json_string(fourscore_verdict_name(move->verdict)));
    json_add(&object, "lost", json_integer(move->lost));
    json_add(&object, "choice",
             move->choice < 0 ? json_null() : json_boolean(move->choice));
    return object;
}

/* A number for which 'unknown' stands if it is not known. */
static json_t *known(int number, int unknown)
{
    return number == unknown ? json_null() : json_integer(number);
}

static json_t *side_of(const struct fourscore_side_review *side)
{
    json_t *object = json_object();
    json_add(&object, "accuracy", known(side->accuracy, -1));
    json_add(&object, "moves", json_integer(side->moves));
    json_add(&object, "choices", json_integer(side->choices));
    json_add(&object, "unknown", json_integer(side->unknown));
    for (int i = 0; i < FOURSCORE_VERDICTS; i++)
        json_add(&object, fourscore_verdict_name(i),
                 json_integer(side->counts[i]));
    return object;
}

void json_add_review(json_t **object, const struct fourscore_review *review)
{
    json_t *moves = json_array();
    int cells = review->width * review->height;
    for (int i = 0; i < review->count; i++)
        json_append(&moves, judged_move(&review->moves[i], cells));
    json_add(object, "summary", json_string(review->summary));
    json_add(object, "over", json_boolean(review->finished));
    json_add(object, "score", score_of(review->score, cells));
    json_add(object, "winner", known(review->winner, -1));
    json_add(object, "last_stone", known(review->last_stone, 0));
    json_add(object, "decided", known(review->decided, -1));
    json_add(object, "changes", json_integer(review->changes));
    json_add(object, "first", side_of(&review->sides[0]));
    json_add(object, "second", side_of(&review->sides[1]));
    json_add(object, "moves", moves);
}

/* ------------------------------------------------------------- explanations */

/* The cells with a mark: ["d2"], column by column. */
static json_t *marked_cells(const fourscore_position *position,
                            const struct fourscore_reason *reason,
                            unsigned mark)
{
    int width = fourscore_width(position), height = fourscore_height(position);
    json_t *cells = json_array();
    for (int column = 0; column < width; column++)
        for (int row = 0; row < height; row++)
            if ((reason->marks[(height - 1 - row) * width + column] & mark) !=
                0)
                json_append(&cells,
                            json_sprintf("%c%d", 'a' + column, row + 1));
    return cells;
}

static json_t *sentences(const char *text)
{
    json_t *array = json_array();
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        json_append(&array, json_stringn(text, length));
        text += length + (text[length] == '\n');
    }
    return array;
}

static json_t *reason_of(const fourscore_position *position,
                         const struct fourscore_reason *reason)
{
    json_t *object = json_object(), *cells = json_object();
    json_add(&cells, "four",
             marked_cells(position, reason, FOURSCORE_MARK_FOUR));
    json_add(&cells, "win", marked_cells(position, reason, FOURSCORE_MARK_WIN));
    json_add(&cells, "must",
             marked_cells(position, reason, FOURSCORE_MARK_MUST));
    json_add(&cells, "gets",
             marked_cells(position, reason, FOURSCORE_MARK_GETS));

    json_add(&object, "kind", json_string(fourscore_reason_name(reason->kind)));
    json_add(&object, "player", player(reason->player));
    json_add(&object, "wins", json_boolean(reason->wins));
    json_add(&object, "line", move_string(reason->line, reason->line_length));
    json_add(&object, "forced", json_boolean(reason->forced));
    json_add(&object, "cells", cells);
    json_add(&object, "sentences", sentences(reason->text));
    return object;
}

static json_t *explained_move(const struct fourscore_explanation *explanation)
{
    json_t *object = json_object();
    json_add(&object, "column", json_integer(explanation->move));
    json_add(&object, "before", json_integer(explanation->move_before));
    json_add(&object, "after", json_integer(explanation->move_after));
    json_add(&object, "mistake",
             json_boolean(explanation->move_after < explanation->move_before));
    json_add(&object, "only", json_boolean(explanation->move_only));
    json_add(&object, "better",
             column_list(explanation->better, explanation->better_count));
    return object;
}

static json_t *reasons_of(const struct fourscore_explanation *explanation)
{
    json_t *reasons = json_array();
    for (int i = 0; i < explanation->reason_count; i++)
        json_append(&reasons, reason_of(&explanation->position,
                                        &explanation->reasons[i]));
    return reasons;
}

void json_add_explanation(json_t **object,
                          const struct fourscore_explanation *explanation)
{
    json_add(object, "to_move", player_to_move(&explanation->position));
    add_score(object, FOURSCORE_STRONG, &explanation->position,
              explanation->score);
    if (explanation->winner >= 0)
        json_add(object, "winner",
                 explanation->winner == 0 ? json_null()
                                          : player(explanation->winner));
    if (explanation->move != 0)
        json_add(object, "move", explained_move(explanation));
    json_add(object, "reasons", reasons_of(explanation));
    json_add(object, "sentences", sentences(explanation->text));
    json_add(object, "finished", json_boolean(explanation->finished));
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

void json_add_puzzle(json_t **object, const struct fourscore_puzzle *puzzle,
                     const char *task)
{
    json_add(object, "to_move", player_to_move(&puzzle->position));
    if (task != NULL)
        json_add(object, "task", json_string(task));
    json_add(object, "solution", json_integer(puzzle->move));
    json_add(object, "win_in",
             puzzle->score > 0 ? json_integer(puzzle->win_in) : json_null());
    json_add(object, "only_move", json_boolean(puzzle->only_move));
    json_add(object, "grade", json_string(json_grade_of(puzzle->difficulty)));
    json_add(object, "difficulty", json_integer(puzzle->difficulty));
    json_add(object, "depth", json_integer(puzzle->depth));
    json_add(object, "lures", json_integer(puzzle->lures));
    json_add(object, "quiet", json_boolean(puzzle->quiet));
}
