#include "tools/play/play.h"

#include <assert.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "os/program/program.h"
#include "tools/output.h"
#include "tools/positions.h"

/* ---------------------------------------------------------------- terminal */

/* The program was stopped and goes on, so the cursor is elsewhere. */
static volatile sig_atomic_t was_stopped;

#ifdef SIGCONT
static void note_continue(int number)
{
    (void)number;
    was_stopped = true;
}
#endif

/* The value of an environment variable; "" if it is not set. */
static const char *setting(const char *name)
{
    const char *value = getenv(name);
    return value != NULL ? value : "";
}

/* Whether the locale is one of UTF-8. */
static bool has_unicode(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *locale = "";
    for (size_t i = 0; i < sizeof names / sizeof *names && *locale == '\0'; i++)
        locale = setting(names[i]);
    const char *codeset = strchr(locale, '.');
    return codeset != NULL && (strncasecmp(codeset, ".UTF-8", 6) == 0 ||
                               strncasecmp(codeset, ".UTF8", 5) == 0);
}

void draw_open(struct play *play)
{
    const char *terminal = setting("TERM");
    play->on_terminal = os_is_terminal(STDIN_FILENO) &&
                        os_is_terminal(STDOUT_FILENO) && *terminal != '\0' &&
                        strcmp(terminal, "dumb") != 0;
    play->has_colours = *setting("NO_COLOR") == '\0';
    play->has_unicode = has_unicode();
#ifdef SIGCONT
    if (play->on_terminal)
        signal(SIGCONT, note_continue);
#endif
}

/* The columns that a text without line ends takes. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text != '\0'; text++)
        if (*text == '\033')
            text = strchr(text, 'm');
        else
            width += (*text & 0xc0) != 0x80; /* the first byte of a character */
    return width;
}

/* Add a line of so many columns, which the terminal may wrap, to the picture.
 */
static void add_rows(struct play *play, int width)
{
    assert(play->columns > 0); /* begin() has set it */
    play->rows += width <= play->columns ? 1 : (width - 1) / play->columns + 1;
}

/* Move up to the place of the last picture and erase it; or stay where the
 * cursor is, if that place is not known or not all of it is in the window. */
static void begin(struct play *play)
{
    int columns = os_terminal_columns(STDOUT_FILENO);
    int lines = os_terminal_lines(STDOUT_FILENO);
    bool found = columns == play->columns && lines == play->lines &&
                 play->rows < lines && !was_stopped &&
                 !os_can_read(STDIN_FILENO); /* its line ends were echoed */
    printf("\r\033[K");
    for (int i = 0; found && i < play->rows; i++)
        printf("\033[A\033[K");
    was_stopped = false;
    play->rows = 0;
    play->lines = lines;
    play->columns = columns > 0 ? columns : 1;
}

/* ----------------------------------------------------------------- picture */

char play_column_name(const struct play *play, int column)
{
    return positions_column(column, play->first);
}

const char *play_colour(int player)
{
    return player == 1 ? "Red" : "Yellow";
}

const char *play_level_name(const struct play *play)
{
    struct fourscore_level_info info = FOURSCORE_LEVEL_INFO_INIT;
    fourscore_level_info(play->level, &info);
    return info.name;
}

/* The index of the cell of the last move, in the order of fourscore_cells(); -1
 * if there is none. */
static int last_cell(const struct play *play)
{
    int stones[FOURSCORE_MAX_CELLS], width = play->board.width;
    if (play->count == 0)
        return -1;
    int cell = play->moves[play->count - 1] - 1; /* the top of its column */
    fourscore_cells(&play->position, stones);
    while (stones[cell] == 0)
        cell += width;
    return cell;
}

/* Set 'fours' to whether a cell is part of a line of four. */
static void find_fours(const struct play *play, bool fours[FOURSCORE_MAX_CELLS])
{
    static const int steps[][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    int stones[FOURSCORE_MAX_CELLS];
    int width = play->board.width, height = play->board.height;
    fourscore_cells(&play->position, stones);
    memset(fours, 0, FOURSCORE_MAX_CELLS * sizeof *fours);
    for (int cell = 0; cell < width * height; cell++)
        for (int k = 0; k < 4 && stones[cell] != 0; k++) {
            int column = cell % width + 3 * steps[k][0], same = 1;
            int row = cell / width + 3 * steps[k][1];
            int step = steps[k][1] * width + steps[k][0];
            bool fits = column >= 0 && column < width && row < height;
            while (fits && same < 4 &&
                   stones[cell + same * step] == stones[cell])
                same++;
            for (int i = 0; i < 4 && same == 4; i++)
                fours[cell + i * step] = true;
        }
}

static const char *stone(const struct play *play, int player)
{
    static const char *const stones[2][3] = {{".", "x", "o"},
                                             {".", "\u25cf", "\u25cb"}};
    return stones[play->has_unicode][player];
}

/* The sequence that begins the colour of a player, and the one that ends it. */
static const char *colour(const struct play *play, int player)
{
    static const char *const colours[] = {"", "\033[1;31m", "\033[1;33m"};
    return play->has_colours ? colours[player] : "";
}

static const char *no_colour(const struct play *play, int player)
{
    return play->has_colours && player != 0 ? "\033[m" : "";
}

static void print_line(struct play *play, const char *text)
{
    puts(text);
    add_rows(play, width_of(text));
}

/* Print lines, broken between words where they are too long. */
static void print_text(struct play *play, const char *text)
{
    while (*text != '\0') {
        int length = (int)strcspn(text, "\n"), end = length;
        if (length > play->columns)
            for (end = play->columns; end > 0 && text[end] != ' ';)
                end--;
        if (end == 0)
            end = length;
        printf("%.*s\n", end, text);
        add_rows(play, end);
        text += end + (text[end] != '\0');
    }
}

static void print_players(struct play *play)
{
    char text[256] = "";
    for (int player = 1; player <= 2; player++) {
        cli_append(text, sizeof text,
                   "%s%s%s %s%s: ", player == 1 ? " " : "   ",
                   colour(play, player), play_colour(player),
                   stone(play, player), no_colour(play, player));
        if (player == play->person)
            cli_append(text, sizeof text, "you");
        else
            cli_append(text, sizeof text, "level %d, %s", play->level,
                       play_level_name(play));
    }
    print_line(play, text);
}

/* A row of cells, as positions_print() has them, with [] around the stones of a
 * four, and () around the last stone. */
static void print_row(struct play *play, const int *stones, const bool *fours,
                      int row)
{
    enum { CELL_SIZE = 32 };
    int width = play->board.width, last = last_cell(play);
    char text[CELL_SIZE * FOURSCORE_MAX_WIDTH] = " ";
    for (int cell = row * width; cell < (row + 1) * width; cell++) {
        const char *around = fours[cell] ? "[]" : cell == last ? "()" : "  ";
        cli_append(text, sizeof text, " %s%c%s%c%s", colour(play, stones[cell]),
                   around[0], stone(play, stones[cell]), around[1],
                   no_colour(play, stones[cell]));
    }
    print_line(play, text);
}

static void print_picture(struct play *play)
{
    int stones[FOURSCORE_MAX_CELLS];
    bool fours[FOURSCORE_MAX_CELLS];
    char names[4 * FOURSCORE_MAX_WIDTH + 2] = " ";
    fourscore_cells(&play->position, stones);
    find_fours(play, fours);
    for (int column = 1; column <= play->board.width; column++)
        cli_append(names, sizeof names, "  %c ",
                   play_column_name(play, column));

    begin(play);
    print_line(play, "");
    print_players(play);
    print_line(play, "");
    for (int row = 0; row < play->board.height; row++)
        print_row(play, stones, fours, row);
    print_line(play, names);
    if (play->shows_scores && play->has_scores) {
        positions_print_scores(play->scores, play->board.width);
        add_rows(play, 4 * play->board.width);
    }
    print_line(play, "");
    print_text(play, play->said);
}

/* ------------------------------------------------------------------ public */

void draw_say(struct play *play, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    if (play->on_terminal) {
        size_t length = strlen(play->said);
        char *end = play->said + length;
        vsnprintf(end, sizeof play->said - length, format, values);
        cli_append(play->said, sizeof play->said, "\n");
        for (; *end != '\0'; end++)
            if ((unsigned char)*end < ' ' && *end != '\n')
                *end = '?'; /* an arrow key, which would move the cursor */
    } else {
        vprintf(format, values);
        putchar('\n');
    }
    va_end(values);
}

void draw_players(struct play *play)
{
    int opponent = 3 - play->person;
    if (play->on_terminal)
        return;
    printf("You are %s (%c).  %s (%c) is level %d: %s.\n",
           play_colour(play->person), fourscore_stone_name(play->person),
           play_colour(opponent), fourscore_stone_name(opponent), play->level,
           play_level_name(play));
}

void draw_board(struct play *play)
{
    if (play->on_terminal)
        return;
    putchar('\n');
    positions_print(&play->position, play->first);
    if (play->shows_scores && play->has_scores)
        positions_print_scores(play->scores, play->board.width);
    putchar('\n');
}

/* Where the last picture cannot be replaced, the text alone says enough. */
void draw_wait(struct play *play, const char *text)
{
    if (!play->on_terminal)
        return;
    if (play->rows > 0 && play->rows < play->lines)
        print_picture(play);
    else
        begin(play);
    print_line(play, text);
    output_flush();
}

void draw_ask(struct play *play)
{
    char letter[] = {fourscore_stone_name(play->person), '\0'};
    char text[80] = "The game is over: undo, new, flip or quit?";
    if (!positions_is_over(&play->position))
        snprintf(text, sizeof text, "Your move, %s (%s)?",
                 play_colour(play->person),
                 play->on_terminal ? stone(play, play->person) : letter);
    if (play->on_terminal) {
        print_picture(play);
        play->said[0] = '\0';
        play->prompt = width_of(text) + 1;
    }
    /* Where nobody types, a prompt is a line of its own. */
    printf("%s%c", text, os_is_terminal(STDIN_FILENO) ? ' ' : '\n');
    if (play->on_terminal && os_can_read(STDIN_FILENO)) {
        putchar('\n'); /* the line was echoed above */
        play->rows = play->prompt = 0;
    }
    output_flush();
}

void draw_typed(struct play *play, const struct line *line)
{
    int width = play->prompt;
    for (const char *c = line->text; *c != '\0'; c++)
        width += (unsigned char)*c < ' ' ? 2 /* such as ^A */
                                         : (*c & 0xc0) != 0x80;
    if (play->prompt > 0)
        add_rows(play, width);
}
