#include "tools/positions.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/read/scan.h"

const char *positions_suffix(struct value_board board,
                             char text[POSITIONS_SUFFIX_SIZE])
{
    text[0] = '\0';
    if (!value_is_default(board))
        snprintf(text, POSITIONS_SUFFIX_SIZE, " on a board of %dx%d",
                 board.width, board.height);
    return text;
}

/* --------------------------------------------------------------- the scores */

/* The offset at which the blanks before 'end' begin. */
static size_t trim(const struct line *line, size_t end)
{
    while (end > 0 && lines_is_blank(line->text[end - 1]))
        end--;
    return end;
}

/* Read an integer that can be the score of a position or, if 'count' > 1, of a
 * move. */
static bool read_score(const char *text, size_t length,
                       struct value_board board, int count, int *score)
{
    int max = board.width * board.height;
    return length > 0 && scan_integer(scan_of(text, length), score) &&
           ((*score >= -max && *score <= max) ||
            (*score == FOURSCORE_NO_MOVE && count == board.width));
}

/* Read the last 'count' words as scores; sets '*end' to the end of what is
 * before them. */
static bool read_words(const struct line *line, struct value_board board,
                       int count, int *scores, size_t *end,
                       struct fourscore_error *error)
{
    char suffix[POSITIONS_SUFFIX_SIZE];
    size_t bad = line->length;
    int found = 0;
    *end = trim(line, line->length);
    for (; found < count; found++) {
        size_t stop = *end, word = stop; /* of the last one */
        while (word > 0 && !lines_is_blank(line->text[word - 1]))
            word--;
        if (word == 0)
            break;
        *end = trim(line, word);
        if (!read_score(line->text + word, stop - word, board, count,
                        &scores[count - 1 - found]))
            bad = word;
    }
    if (bad < line->length)
        return lines_fail(error, bad, "this is not a score%s",
                          positions_suffix(board, suffix));
    bad = trim(line, line->length);
    if (found < count && count == 1)
        return lines_fail(error, bad, "expected a score behind the position");
    return found == count ||
           lines_fail(error, bad,
                      "expected %d scores behind the position, found %d", count,
                      found);
}

/* Read the scores of an object as 'gen --json' and 'solve --json' write it:
 * also a weak one, if 'goal' is that. */
static bool read_members(struct scan members, struct value_board board,
                         int goal, int count, int *scores)
{
    struct scan member, item, others = members;
    int found = 0;
    if (count == 1)
        return (scan_member(&members, "score", &member) ||
                (goal == FOURSCORE_WEAK &&
                 scan_member(&others, "weak_score", &member))) &&
               read_score(member.at, scan_length(member), board, 1, scores);
    if (!scan_member(&members, "move_scores", &member) || *member.at != '[')
        return false;
    struct scan items = scan_items(member);
    for (; found < count && scan_next(&items, &item); found++) {
        scores[found] = FOURSCORE_NO_MOVE;
        bool is_full = scan_is_one_of(*item.at, "nN") && count == board.width;
        if (!is_full && !read_score(item.at, scan_length(item), board, count,
                                    &scores[found]))
            return false;
    }
    return found == count;
}

/* The same of a line as 'gen --csv' writes it. */
static bool read_fields(const struct line *line, struct value_board board,
                        int first, int count, int *scores)
{
    struct scan fields, moves;
    if (!scan_csv(scan_of(line->text, line->length), board.width, first, &moves,
                  &fields))
        return false;
    if (count > 1)
        scan_until(&fields, ",");
    for (int i = 0; i < count; i++) {
        struct scan score = scan_trim(scan_until(&fields, ","));
        scores[i] = FOURSCORE_NO_MOVE;
        bool is_full =
            score.at == score.end && count > 1 && count == board.width;
        if (!is_full &&
            !read_score(score.at, scan_length(score), board, count, &scores[i]))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------- the position */

/* They are two integers; or several moves and as many integers as there are
 * columns; or moves written as letters, and one or so many. */
int positions_scores(const struct line *line, size_t length,
                     struct value_board board)
{
    int words = 0, letters = 0, score;
    size_t start = lines_skip_blanks(line, 0);
    size_t first = lines_skip_word(line, start);
    if (first == length)
        return 0;
    for (size_t at = start; at < length; words++) {
        size_t end = lines_skip_word(line, at);
        bool is_moves = words == 0 && end - at > 1;
        for (size_t i = at; i < end && is_moves; i++)
            is_moves = line->text[i] >= '0' && line->text[i] <= '9';
        bool is_letter = letters == words && board.width <= SCAN_MAX_LETTERS &&
                         isalpha((unsigned char)line->text[at]);
        letters += is_letter;
        if (!is_moves && !is_letter &&
            !read_score(line->text + at, end - at, board, board.width, &score))
            return 0;
        at = lines_skip_blanks(line, end);
    }
    if (letters > 0)
        return words - letters == 1             ? 1
               : words - letters == board.width ? board.width
                                                : 0;
    return words == 2                                      ? 1
           : words == board.width + 1 && first - start > 1 ? board.width
                                                           : 0;
}

bool positions_split(const struct line *line, struct value_board board,
                     int count, int *scores, struct fourscore_query *query,
                     size_t *length, struct fourscore_error *error)
{
    query->text = line->text;
    *length = query->length = line->length;
    int first = (query->notation & FOURSCORE_FROM_0) == 0;
    if (line->cut)
        return lines_fail(error, line->length, LINES_TOO_LONG, LINES_KEPT);
    struct scan object;
    if (count > 0 &&
        scan_json(scan_of(line->text, line->length), &object) == NULL &&
        scan_is_object(object))
        return read_members(scan_items(object), board, query->goal, count,
                            scores) ||
               lines_fail(error, 0, "expected %s in the object",
                          count == 1 ? "a score" : "move_scores");
    if (count > 0 && read_fields(line, board, first, count, scores))
        return true;
    bool is_read = read_words(line, board, count, scores, length, error);
    if (count == 0 && *length == 0)
        *length = line->length; /* blanks alone are no position */
    query->length = *length;
    if (!is_read || positions_scores(line, *length, board) == 0)
        return is_read;
    size_t next = lines_skip_blanks(line, 0);
    do {
        *length = lines_skip_word(line, next);
        next = lines_skip_blanks(line, *length);
    } while (isalpha((unsigned char)line->text[next]));
    return lines_fail(error, *length + 1, "expected the end of the line");
}

int positions_column_named(char name)
{
    return (int)strtol((char[]){name, '\0'}, NULL, 16); /* 1 to 9, a to c */
}

char positions_column(int column, int first)
{
    int number = column - 1 + first;
    return number == 0 ? '0' : fourscore_column_name(number);
}

bool positions_begins_with_tag(const char *text, size_t length)
{
    struct scan rest = scan_of(text, length);
    scan_skip(&rest, "\xef\xbb\xbf");
    return scan_is_tag(scan_trim(rest));
}

bool positions_is_over(const fourscore_position *position)
{
    return fourscore_winner(position) != 0 ||
           fourscore_ply(position) ==
               fourscore_width(position) * fourscore_height(position);
}

bool positions_check_winner(struct value_board board, size_t length,
                            const fourscore_position *position,
                            struct fourscore_error *error)
{
    int winner = fourscore_winner(position);
    if (winner == 0)
        return true;
    int ply = fourscore_ply(position);
    const char *player = winner == 1 ? "first" : "second";
    char suffix[POSITIONS_SUFFIX_SIZE];
    positions_suffix(board, suffix);
    if (length != (size_t)ply)
        return lines_fail(error, 0, "the game is over: the %s player has won%s",
                          player, suffix);
    return lines_fail(error, length - 1,
                      "the game is over: the %s player wins with move %d%s",
                      player, ply, suffix);
}

bool positions_parse(const struct line *line, struct value_board board,
                     int notation, int count, int *scores,
                     fourscore_position *position, size_t *length,
                     struct fourscore_error *error)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_error found;
    query.notation = notation;
    bool is_split =
        positions_split(line, board, count, scores, &query, length, error);
    if (line->cut)
        return false;
    if (fourscore_read(position, NULL, board.width, board.height, notation,
                       query.text, *length, &found) != FOURSCORE_OK) {
        *error = found;
        return false;
    }
    return positions_check_winner(board, *length, position, error) && is_split;
}

bool positions_read(const struct line *line, struct value_board board,
                    int notation, char moves[FOURSCORE_MAX_CELLS + 1],
                    fourscore_position *position, struct fourscore_error *error)
{
    if (line->cut)
        return lines_fail(error, line->length, LINES_TOO_LONG, LINES_KEPT);
    if (fourscore_read(position, moves, board.width, board.height, notation,
                       line->text, line->length, error) == FOURSCORE_OK)
        return true;
    positions_name_option(error->reason, POSITIONS_FROM_0);
    return false;
}

void positions_name_option(char *reason, const char *name)
{
    static const char constant[] = "FOURSCORE_FROM_0", separator[] = "; ";
    enum { SIZE = sizeof((struct fourscore_error *)0)->reason };
    char rest[SIZE], *at = strstr(reason, constant);
    if (at == NULL)
        return;
    if (name == NULL) {
        at[-(ptrdiff_t)strlen(separator)] = '\0';
        return;
    }
    snprintf(rest, sizeof rest, "%s", at + strlen(constant));
    snprintf(at, (size_t)(reason + SIZE - at), "%s%s", name, rest);
}

static const char empty_board[] = "-";

const char *positions_moves(const char *moves)
{
    return *moves == '\0' ? empty_board : moves;
}

const char *positions_write(const int *columns, int count, int first,
                            char text[FOURSCORE_MAX_CELLS + 1])
{
    for (int i = 0; i < count; i++)
        text[i] = positions_column(columns[i], first);
    text[count] = '\0';
    return text;
}

const char *positions_rewrite(const char *moves, int first,
                              char text[FOURSCORE_MAX_CELLS + 1])
{
    int columns[FOURSCORE_MAX_CELLS], count = 0;
    for (; *moves != '\0'; moves++)
        columns[count++] = positions_column_named(*moves);
    return positions_write(columns, count, first, text);
}

int positions_take_back(int width, int height,
                        char moves[FOURSCORE_MAX_CELLS + 1],
                        fourscore_position *before)
{
    if (moves[0] == '\0')
        return 0;
    char *last = moves + strlen(moves) - 1;
    int column = positions_column_named(*last);
    *last = '\0';
    return fourscore_from_moves(before, width, height, moves, NULL) ==
                   FOURSCORE_OK
               ? column
               : 0;
}

/* -------------------------------------------------------------- for people */

enum { CELL_WIDTH = 4 }; /* room for a score */

const char *positions_text(const fourscore_position *position, int notation,
                           char text[FOURSCORE_TEXT_SIZE])
{
    if (fourscore_write(position, notation, text, FOURSCORE_TEXT_SIZE) !=
        FOURSCORE_OK)
        text[0] = '\0';
    return text;
}

void positions_print(const fourscore_position *position, int first)
{
    int cells[FOURSCORE_MAX_CELLS], width = fourscore_width(position);
    int count = width * fourscore_height(position);
    fourscore_cells(position, cells);
    for (int i = 0; i < count; i++)
        printf("%*c%s", CELL_WIDTH,
               cells[i] == 0 ? '.' : fourscore_stone_name(cells[i]),
               (i + 1) % width == 0 ? "\n" : "");
    for (int column = 1; column <= width; column++)
        printf("%*c", CELL_WIDTH, positions_column(column, first));
    putchar('\n');
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
