#include "tools/explain_text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 79, CELLS_WIDTH = 20 };

/* The sign of a cell, and what it means. */
struct sign {
    unsigned mark;
    char sign;
    const char *meaning; /* of the player P or the other one, M */
    bool other;
};

static const struct sign signs[] = {
    {FOURSCORE_MARK_WIN, '*', "wins here", false},
    {FOURSCORE_MARK_MUST, '!', "must play here", true},
    {FOURSCORE_MARK_GETS, '+', "gets this cell", false},
};
enum { SIGNS = sizeof signs / sizeof signs[0] };

static char letter(int player)
{
    return player == 1 ? 'x' : 'o';
}

/* ------------------------------------------------------------------- boards */

/* The sign of an empty cell; of several marks the first one in 'signs'. */
static char sign_of(unsigned marks)
{
    for (int i = 0; i < SIGNS; i++)
        if ((marks & signs[i].mark) != 0)
            return signs[i].sign;
    return '.';
}

static char stone(int player, unsigned marks)
{
    char small = letter(player);
    bool in_four = (marks & FOURSCORE_MARK_FOUR) != 0;
    return in_four ? (char)(small - 'a' + 'A') : small;
}

/* Print a character below each column: its letter in cells, its name in moves.
 */
static void print_names(const char *names, int width)
{
    printf("    ");
    for (int column = 0; column < width; column++)
        printf(" %c", names[column]);
    putchar('\n');
}

/* Print a board with the marks of a reason, if it is not NULL. */
static void print_board(const fourscore_position *position,
                        const struct fourscore_reason *reason)
{
    int width = fourscore_width(position), height = fourscore_height(position);
    int cells[FOURSCORE_MAX_CELLS] = {0};
    fourscore_cells(position, cells);
    for (int row = height; row > 0; row--) {
        printf(" %2d ", row);
        for (int column = 0; column < width; column++) {
            int cell = (height - row) * width + column;
            unsigned marks = reason != NULL ? reason->marks[cell] : 0;
            printf(" %c", cells[cell] != 0 ? stone(cells[cell], marks)
                                           : sign_of(marks));
        }
        putchar('\n');
    }
    print_names("abcdefghijkl", width);
    print_names("123456789abc", width);
}

/* Whether a board has a sign. */
static bool has_sign(const int *cells, const struct fourscore_reason *reason,
                     const struct sign *sign)
{
    for (int cell = 0; cell < FOURSCORE_MAX_CELLS; cell++)
        if (cells[cell] == 0 && sign_of(reason->marks[cell]) == sign->sign)
            return true;
    return false;
}

/* Explain the signs that the board has. */
static void print_legend(const fourscore_position *position,
                         const struct fourscore_reason *reason)
{
    int cells[FOURSCORE_MAX_CELLS] = {0};
    bool has_four = false;
    const char *separator = "\n  ";
    fourscore_cells(position, cells);
    for (int cell = 0; cell < FOURSCORE_MAX_CELLS; cell++)
        has_four |= (reason->marks[cell] & FOURSCORE_MARK_FOUR) != 0;
    for (int i = 0; i < SIGNS; i++) {
        int player = signs[i].other ? 3 - reason->player : reason->player;
        if (!has_sign(cells, reason, &signs[i]))
            continue;
        printf("%s%c %c %s", separator, signs[i].sign, letter(player),
               signs[i].meaning);
        separator = "   ";
        if (signs[i].mark == FOURSCORE_MARK_WIN && has_four)
            printf(", with the %c", letter(player) - 'a' + 'A');
    }
    if (*separator == ' ')
        putchar('\n');
}

/* ---------------------------------------------------------------- sentences */

/* The length of what stays on one line: "(d1 e1 f1 g1)", "x d1", or a word. */
static size_t unbroken(const char *text)
{
    size_t inside = *text == '(' ? strcspn(text, ")\n") : 0;
    if (inside > 0 && inside < CELLS_WIDTH)
        return inside + strcspn(text + inside, " \n");
    size_t word = strcspn(text, " \n");
    bool is_player = word == 1 && (*text == 'x' || *text == 'o');
    bool has_cell = is_player && text[1] == ' ' && isdigit(text[3]);
    return has_cell ? 2 + strcspn(text + 2, " \n") : word;
}

/* Print a sentence, in several lines if it is long. */
static void print_wrapped(const char *text, size_t length)
{
    size_t column = 0;
    for (const char *end = text + length; text < end;) {
        size_t word = unbroken(text);
        if (column > 0 && column + 1 + word > WIDTH) {
            putchar('\n');
            column = 0;
        }
        column +=
            (size_t)printf("%s%.*s", column > 0 ? " " : "", (int)word, text);
        text += word + strspn(text + word, " ");
    }
    putchar('\n');
}

static void print_sentences(const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        print_wrapped(text, length);
        text += length + (text[length] == '\n');
    }
}

/* ---------------------------------------------------------------- the whole */

/* The position after the line of a reason. */
static fourscore_position end_of(const fourscore_position *position,
                                 const struct fourscore_reason *reason)
{
    fourscore_position end = *position;
    for (int i = 0; i < reason->line_length; i++)
        fourscore_play(&end, reason->line[i]);
    return end;
}

static void print_reason(const fourscore_position *position,
                         const struct fourscore_reason *reason)
{
    fourscore_position end = end_of(position, reason);
    putchar('\n');
    print_sentences(reason->text);
    putchar('\n');
    print_board(&end, reason);
    print_legend(&end, reason);
}

void explain_text_print(const struct fourscore_explanation *explanation)
{
    const fourscore_position *position = &explanation->position;
    const struct fourscore_reason *reasons = explanation->reasons;
    if (explanation->reason_count == 1 && reasons[0].line_length == 0) {
        print_board(position, &reasons[0]);
        print_legend(position, &reasons[0]);
        putchar('\n');
        print_sentences(explanation->text);
        print_sentences(reasons[0].text);
        return;
    }
    print_board(position, NULL);
    putchar('\n');
    print_sentences(explanation->text);
    for (int i = 0; i < explanation->reason_count; i++)
        print_reason(position, &reasons[i]);
}
