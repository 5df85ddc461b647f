#include "tools/positions.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *positions_suffix(struct value_board board,
                             char text[POSITIONS_SUFFIX_SIZE])
{
    text[0] = '\0';
    if (!value_is_default(board))
        snprintf(text, POSITIONS_SUFFIX_SIZE, " on a board of %dx%d",
                 board.width, board.height);
    return text;
}

static bool has_cells(const char *text, size_t length)
{
    return fourscore_notation_of(text, length) != FOURSCORE_MOVES;
}

/* The offset at which the blanks before 'end' begin. */
static size_t trim(const struct line *line, size_t end)
{
    while (end > 0 && lines_is_blank(line->text[end - 1]))
        end--;
    return end;
}

/* The number of characters of the position: the first word; or a list or a
 * diagram, which may have blanks, up to the last 'scores' words. */
static size_t position_length(const struct line *line, int scores)
{
    if (!has_cells(line->text, line->length))
        return lines_skip_word(line, 0);
    const char *bracket = memchr(line->text, ']', line->length);
    if (bracket != NULL)
        return (size_t)(bracket - line->text) + 1;
    size_t end = trim(line, line->length), before = end;
    for (int i = 0; i < scores; i++) {
        while (before > 0 && !lines_is_blank(line->text[before - 1]))
            before--;
        before = trim(line, before);
    }
    return before > 0 ? before : end;
}

static const char empty_board[] = "-";

/* Set the text of a query to the first 'length' characters. */
static void set_text(const struct line *line, size_t length,
                     struct fourscore_query *query)
{
    bool empty = length == 1 && line->text[0] == empty_board[0];
    query->text = line->text;
    query->length = empty ? 0 : length;
    query->notation =
        has_cells(line->text, line->length) ? FOURSCORE_AUTO : FOURSCORE_MOVES;
}

/* Refuse a position that is won. */
static bool check_winner(const struct line *line, struct value_board board,
                         const fourscore_position *position,
                         struct lines_error *error)
{
    int winner = fourscore_winner(position), ply = fourscore_ply(position);
    const char *player = winner == 1 ? "first" : "second";
    char suffix[POSITIONS_SUFFIX_SIZE];
    positions_suffix(board, suffix);
    if (winner == 0)
        return true;
    if (has_cells(line->text, line->length))
        return lines_fail(error, 0, "the game is over: the %s player has won%s",
                          player, suffix);
    return lines_fail(error, (size_t)ply - 1,
                      "the game is over: the %s player wins with move %d%s",
                      player, ply, suffix);
}

bool positions_accept(const struct line *line, struct value_board board,
                      const struct fourscore_answer *answer,
                      struct lines_error *error)
{
    if (answer->status == FOURSCORE_BAD_POSITION)
        return lines_fail(error, answer->error.at, "%s", answer->error.reason);
    return check_winner(line, board, &answer->position, error);
}

/* Read the first 'length' characters as a position. */
static bool parse_position(const struct line *line, size_t length,
                           struct value_board board,
                           fourscore_position *position,
                           struct lines_error *error)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_error found;
    set_text(line, length, &query);
    if (fourscore_read(position, board.width, board.height, query.notation,
                       query.text, query.length, &found) != FOURSCORE_OK)
        return lines_fail(error, found.at, "%s", found.reason);
    return check_winner(line, board, position, error);
}

/* Check that the line has only blanks from 'at' on. */
static bool parse_end(const struct line *line, size_t at,
                      struct lines_error *error)
{
    at = lines_skip_blanks(line, at);
    if (at < line->length)
        return lines_fail(error, at, "expected the end of the line");
    return !line->cut || lines_fail(error, at, "the line is too long");
}

/* Parse an integer that can be the score of a position or, if 'count' > 1, of a
 * move. */
static bool parse_score(const char *text, size_t length,
                        struct value_board board, int count, int *score)
{
    char *end;
    int max = board.width * board.height;
    if (length == 0 || !strchr("-0123456789", text[0]))
        return false;
    errno = 0;
    long value = strtol(text, &end, 10);
    *score = (int)value;
    return end == text + length && errno == 0 &&
           ((value >= -max && value <= max) ||
            (value == FOURSCORE_NO_MOVE && count == board.width));
}

static bool fail_at_missing_score(struct lines_error *error, size_t at,
                                  int found, int expected)
{
    if (expected == 1)
        return lines_fail(error, at, "expected a score behind the position");
    return lines_fail(error, at,
                      "expected %d scores behind the position, found %d",
                      expected, found);
}

/* Read the rest of the line, from 'at' on, as 'count' scores. */
static bool parse_scores(const struct line *line, size_t at,
                         struct value_board board, int count, int *scores,
                         struct lines_error *error)
{
    char suffix[POSITIONS_SUFFIX_SIZE];
    for (int i = 0; i < count; i++) {
        at = lines_skip_blanks(line, at);
        size_t end = lines_skip_word(line, at);
        if (at == end)
            return fail_at_missing_score(error, at, i, count);
        if (!parse_score(line->text + at, end - at, board, count, &scores[i]))
            return lines_fail(error, at, "this is not a score%s",
                              positions_suffix(board, suffix));
        at = end;
    }
    at = lines_skip_blanks(line, at);
    if (at < line->length || line->cut)
        return lines_fail(error, at, "expected the end of the line");
    return true;
}

/* Read what follows the position. */
static bool parse_rest(const struct line *line, size_t at,
                       struct value_board board, int count, int *scores,
                       struct lines_error *error)
{
    return count > 0 ? parse_scores(line, at, board, count, scores, error)
                     : parse_end(line, at, error);
}

static bool check_start(const struct line *line, int count, size_t length,
                        struct lines_error *error)
{
    return count > 0 || length > 0 || line->length == 0 ||
           lines_fail(error, 0, "a position starts in the first column");
}

bool positions_parse(const struct line *line, struct value_board board,
                     int count, int *scores, fourscore_position *position,
                     size_t *length, struct lines_error *error)
{
    *length = position_length(line, count);
    return check_start(line, count, *length, error) &&
           parse_position(line, *length, board, position, error) &&
           parse_rest(line, *length, board, count, scores, error);
}

bool positions_split(const struct line *line, struct value_board board,
                     int count, int *scores, struct fourscore_query *query,
                     size_t *length, struct lines_error *error)
{
    *length = position_length(line, count);
    set_text(line, *length, query);
    return check_start(line, count, *length, error) &&
           parse_rest(line, *length, board, count, scores, error);
}

const char *positions_moves(const char *moves)
{
    return *moves == '\0' ? empty_board : moves;
}

const char *positions_write(const int *columns, int count,
                            char text[FOURSCORE_MAX_CELLS + 1])
{
    for (int i = 0; i < count; i++)
        text[i] = fourscore_column_name(columns[i]);
    text[count] = '\0';
    return text;
}

bool positions_unreachable(const fourscore_position *position, const char *text,
                           size_t length)
{
    char moves[FOURSCORE_MAX_CELLS + 1];
    return has_cells(text, length) &&
           fourscore_moves(position, moves, sizeof moves) ==
               FOURSCORE_UNREACHABLE;
}

int positions_last_move(const fourscore_position *position, const char *text,
                        size_t length, fourscore_position *before)
{
    int width = fourscore_width(position), height = fourscore_height(position);
    char moves[FOURSCORE_MAX_CELLS + 1];
    if (has_cells(text, length) ||
        fourscore_read_game(moves, width, height, text, length, NULL) !=
            FOURSCORE_OK ||
        moves[0] == '\0')
        return 0;
    char *last = moves + strlen(moves) - 1;
    int column = (int)strtol(last, NULL, 16); /* 1 to 9, a to c */
    *last = '\0';
    return fourscore_from_moves(before, width, height, moves, NULL) ==
                   FOURSCORE_OK
               ? column
               : 0;
}

/* -------------------------------------------------------------- for people */

enum { CELL_WIDTH = 4 }; /* room for a score */

void positions_print(const fourscore_position *position)
{
    char diagram[FOURSCORE_TEXT_SIZE];
    fourscore_write(position, FOURSCORE_DIAGRAM, diagram, sizeof diagram);
    for (const char *c = diagram; *c != '\0'; c++)
        if (*c == '\n')
            putchar('\n');
        else if (*c != ' ')
            printf("%*c", CELL_WIDTH, *c);
}

void positions_print_scores(const struct fourscore_bounds *scores, int count)
{
    for (int i = 0; i < count; i++)
        if (scores[i].lower == FOURSCORE_NO_MOVE)
            printf("%*c", CELL_WIDTH, '-');
        else if (scores[i].lower == scores[i].upper)
            printf("%*d", CELL_WIDTH, scores[i].lower);
        else
            printf("%*c", CELL_WIDTH, '?');
    putchar('\n');
}
