/* fourscore play on the whole screen. */
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <curses.h>

#include "tools/play/play_terminal.h"
#include "tools/play/play_thinker.h"

const char play_plain_about[] = "play line by line, not on the whole screen";

/* What is shown besides the game. */
struct view {
    const struct play *play;
    int selected; /* column, from 1 */
    int hint;     /* column, or 0 */
    bool has_scores;
    struct fourscore_bounds scores[FOURSCORE_MAX_WIDTH];
    bool helps; /* the list of keys is shown instead of the game */
    char said[PLAY_TEXT_SIZE]; /* what happened */
    char turn[PLAY_TEXT_SIZE]; /* what is next */
};

struct screen {
    struct play *play;
    struct thinker *thinker;
    struct view view;
    bool scores_are_final, quits;
};

/* ------------------------------------------------------------------ shapes */

enum { RED = 1, YELLOW = 2, FRAME = 3 }; /* pairs of colours */

/* Lines besides the cells: players, marker, frame, names, scores, what
 * happened, what is next, keys. */
enum { OTHER_LINES = 8, MIN_COLUMNS = 40 };

/* The size of a cell with its frame, largest first; lines of the frame between
 * the rows are drawn if it has more than one line. */
static const struct cell {
    int width, height;
} cells[] = {{8, 4}, {6, 3}, {4, 2}, {4, 1}, {3, 1}};

static struct {
    bool unicode;
    const char *stones[3], *marker;
} shapes;

/* Choose colours and shapes.  Call this once, after ncurses has started. */
static void choose_shapes(void)
{
    bool unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    shapes.unicode = unicode;
    shapes.stones[RED] = unicode ? "\u25cf" : "x";
    shapes.stones[YELLOW] = unicode ? "\u25cb" : "o";
    shapes.marker = unicode ? "\u25bc" : "v";
    if (has_colors() && start_color() == OK) {
        short background = use_default_colors() == OK ? -1 : COLOR_BLACK;
        init_pair(RED, COLOR_RED, background);
        init_pair(YELLOW, COLOR_YELLOW, background);
        init_pair(FRAME, COLOR_BLUE, background);
    }
}

/* ------------------------------------------------------------------ places */

/* Where the board is drawn. */
struct place {
    struct value_board board;
    struct cell cell;
    int top, left; /* of the frame */
    int lines, columns;
};

/* Where a board is drawn with cells of a size.  Returns whether it fits. */
static bool place_board(struct value_board board, struct cell cell,
                        struct place *place)
{
    int lines = board.height * cell.height,
        width = board.width * cell.width + 1;
    *place = (struct place){
        .board = board,
        .cell = cell,
        .top = 2,
        .left = (COLS - width) / 2,
        .lines = lines + 1,
        .columns = width,
    };
    return lines + OTHER_LINES <= LINES && width <= COLS && MIN_COLUMNS <= COLS;
}

/* Choose the largest cells that fit.  Returns false if none do. */
static bool find_place(struct value_board board, struct place *place)
{
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        if (place_board(board, cells[i], place))
            return true;
    return false;
}

/* The left end of the inside of a column, from 1. */
static int left_of(const struct place *place, int column)
{
    return place->left + (column - 1) * place->cell.width + 1;
}

/* The screen column of text of a width in the middle of a column. */
static int middle_of(const struct place *place, int column, int width)
{
    return left_of(place, column) + (place->cell.width - 1 - width) / 2;
}

/* ------------------------------------------------------------------- board */

/* A line of the frame, from left to right. */
static void draw_line(const struct place *place, int line, chtype left,
                      chtype middle, chtype right)
{
    if (!shapes.unicode)
        left = middle = right = '+';
    for (int i = 0; i < place->columns; i++) {
        bool crosses = i % place->cell.width == 0;
        chtype sign = i == 0                    ? left
                      : i == place->columns - 1 ? right
                      : crosses                 ? middle
                      : shapes.unicode          ? ACS_HLINE
                                                : '-';
        mvaddch(place->top + line, place->left + i, sign);
    }
}

static void draw_frame(const struct place *place)
{
    attr_t look = COLOR_PAIR(FRAME);
    attron(look);
    for (int line = 0; line < place->lines - 1; line++)
        for (int column = 0; column <= place->board.width; column++)
            mvaddch(place->top + line, place->left + column * place->cell.width,
                    shapes.unicode ? ACS_VLINE : '|');
    if (place->cell.height > 1)
        for (int row = 0; row < place->board.height; row++)
            draw_line(place, row * place->cell.height,
                      row == 0 ? ACS_ULCORNER : ACS_LTEE,
                      row == 0 ? ACS_TTEE : ACS_PLUS,
                      row == 0 ? ACS_URCORNER : ACS_RTEE);
    draw_line(place, place->lines - 1, ACS_LLCORNER, ACS_BTEE, ACS_LRCORNER);
    attroff(look);
}

/* A stone fills the inside of its cell, which is drawn in reverse for the
 * stones of a four; brackets are around the last stone. */
static void draw_stone(const struct place *place, int column, int row,
                       int player, attr_t look, bool is_last)
{
    int inside = place->cell.width - 1;
    int height = place->cell.height > 1 ? place->cell.height - 1 : 1;
    int count = inside > 4 ? inside - 2 : 1;
    int top = place->top + row * place->cell.height + (place->cell.height > 1);

    attron(look | COLOR_PAIR(player) | A_BOLD);
    for (int line = 0; line < height; line++) {
        int narrow = height == 3 && line != 1 ? 2 : 0;
        move(top + line, middle_of(place, column, count - narrow));
        for (int i = 0; i < count - narrow; i++)
            addstr(shapes.stones[player]);
    }
    if (is_last && inside > 2) {
        int line = top + (height - 1) / 2;
        mvaddch(line, middle_of(place, column, count) - 1, '(');
        mvaddch(line, middle_of(place, column, count) + count, ')');
    }
    attroff(look | COLOR_PAIR(player) | A_BOLD);
}

static void draw_stones(const struct place *place, const struct play *play)
{
    int stones[FOURSCORE_MAX_CELLS];
    bool fours[FOURSCORE_MAX_CELLS];
    int last = play_last_cell(play);
    fourscore_cells(&play->position, stones);
    play_find_fours(play, fours);
    for (int i = 0; i < place->board.width * place->board.height; i++)
        if (stones[i] != 0)
            draw_stone(place, i % place->board.width + 1,
                       i / place->board.width, stones[i],
                       fours[i] ? A_REVERSE : A_NORMAL, i == last);
}

static void draw_marks(const struct place *place, const struct view *view)
{
    const struct play *play = view->play;
    int below = place->top + place->lines;
    if (!play_is_over(play) && !play_awaits_opponent(play)) {
        attr_t look = COLOR_PAIR(play->person) | A_BOLD;
        attron(look);
        mvaddstr(place->top - 1, middle_of(place, view->selected, 1),
                 shapes.marker);
        attroff(look);
    }
    for (int column = 1; column <= place->board.width; column++) {
        attr_t look = column == view->hint ? A_REVERSE : A_BOLD;
        attron(look);
        mvaddch(below, middle_of(place, column, 1),
                (chtype)fourscore_column_name(column));
        attroff(look);
        if (column == view->hint)
            addch('*');
    }
}

static void draw_scores(const struct place *place, const struct view *view)
{
    for (int column = 1; view->has_scores && column <= place->board.width;
         column++) {
        struct fourscore_bounds score = view->scores[column - 1];
        char text[16] = "?";
        if (score.lower == FOURSCORE_NO_MOVE)
            strcpy(text, "-");
        else if (score.lower == score.upper)
            snprintf(text, sizeof text, "%d", score.lower);
        mvaddstr(place->top + place->lines + 1,
                 middle_of(place, column, (int)strlen(text)), text);
    }
}

/* ------------------------------------------------------------------- texts */

/* Print a text in the middle of at most so many lines, broken between words. */
static void draw_text(int line, int lines, const char *text)
{
    for (int i = 0; i < lines && *text != '\0'; i++) {
        size_t length = strlen(text);
        if (length > (size_t)COLS) {
            for (length = (size_t)COLS; length > 0 && text[length] != ' ';)
                length--;
            if (length == 0)
                length = (size_t)COLS;
        }
        mvaddnstr(line + i, (COLS - (int)length) / 2, text, (int)length);
        text += length;
        text += *text == ' ';
    }
}

/* "Red x: you   Yellow o: club player (3)" */
static void draw_players(const struct play *play)
{
    char person[64], opponent[64];
    snprintf(person, sizeof person, ": you");
    snprintf(opponent, sizeof opponent, ": %s (%d)", play_level_name(play),
             play->level);
    int width =
        (int)(strlen("Red x   Yellow o") + strlen(person) + strlen(opponent));
    move(0, (COLS - width) / 2);
    for (int player = 1; player <= 2; player++) {
        attron(COLOR_PAIR(player) | A_BOLD);
        printw("%s %s", play_colour(player), shapes.stones[player]);
        attroff(COLOR_PAIR(player) | A_BOLD);
        printw("%s%s", player == play->person ? person : opponent,
               player == 1 ? "   " : "");
    }
}

static void draw_keys(const struct play *play)
{
    char text[PLAY_TEXT_SIZE];
    snprintf(text, sizeof text,
             "1-%c play  u undo  h hint  s scores  f flip  n new  l level  ? "
             "help  q quit",
             fourscore_column_name(play->board.width));
    if (strlen(text) > (size_t)COLS)
        snprintf(text, sizeof text, "u undo  h hint  s scores  ? help  q quit");
    attron(A_DIM);
    draw_text(LINES - 1, 1, text);
    attroff(A_DIM);
}

static void draw_help(void)
{
    static const char *const lines[] = {
        "Four of your stones in a row win:",
        "across, up or diagonally.",
        "",
        "1-9     drop a stone in this column",
        "arrows  choose a column, then Enter",
        "u undo  h hint  f change sides",
        "n new game      l next level (1 to 5)",
        "s show or hide the score of each move:",
        "  above 0 wins, 0 draws, below 0 loses",
        "  with best play; sooner wins are higher",
        "q quit",
        "",
        "Any other key goes back to the game.",
    };
    int count = sizeof lines / sizeof *lines;
    for (int i = 0; i < count; i++)
        mvaddnstr(i + (LINES > count + 2), COLS > 60 ? (COLS - 40) / 2 : 0,
                  lines[i], COLS);
}

static void draw_too_small(struct value_board board)
{
    char text[PLAY_TEXT_SIZE];
    struct cell least = cells[sizeof cells / sizeof *cells - 1];
    int columns = board.width * least.width + 1;
    snprintf(text, sizeof text,
             "The window is too small: this board needs %d columns and %d "
             "lines.  q quits.",
             columns > MIN_COLUMNS ? columns : MIN_COLUMNS,
             board.height * least.height + OTHER_LINES);
    draw_text(0, LINES, text);
}

/* Draw everything, or say that the window is too small. */
static void draw(const struct view *view)
{
    const struct play *play = view->play;
    struct place place;
    erase();
    if (!find_place(play->board, &place)) {
        draw_too_small(play->board);
    } else if (view->helps) {
        draw_help();
    } else {
        draw_players(play);
        draw_frame(&place);
        draw_stones(&place, play);
        draw_marks(&place, view);
        draw_scores(&place, view);
        draw_text(place.top + place.lines + 2, 1, view->said);
        draw_text(place.top + place.lines + 3, 1, view->turn);
        draw_keys(play);
    }
    refresh();
}

/* -------------------------------------------------------------------- game */

__attribute__((format(printf, 2, 3))) static void say(struct screen *screen,
                                                      const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(screen->view.said, sizeof screen->view.said, format, values);
    va_end(values);
}

/* Whose turn it is, or what can be done after the end. */
static void say_turn(struct screen *screen)
{
    const struct play *play = screen->play;
    char *text = screen->view.turn;
    if (play_is_over(play))
        snprintf(text, PLAY_TEXT_SIZE, "u undo, n new game, q quit");
    else if (play_awaits_opponent(play))
        snprintf(text, PLAY_TEXT_SIZE, "%s is thinking...",
                 play_colour(play_mover(play)));
    else
        snprintf(text, PLAY_TEXT_SIZE, "Your turn, %s.",
                 play_colour(play->person));
}

/* Begin what the position asks for: the opponent's move, or scores. */
static void think(struct screen *screen)
{
    const struct play *play = screen->play;
    enum thinker_job job = THINKER_NOTHING;
    if (play_awaits_opponent(play))
        job = THINKER_REPLY;
    else if (play->shows_scores && !play_is_over(play) &&
             !screen->scores_are_final)
        job = THINKER_SCORES;
    thinker_begin(screen->thinker, job, play);
}

/* Go on after the position has changed. */
static void go_on(struct screen *screen)
{
    screen->view.hint = 0;
    screen->view.has_scores = screen->scores_are_final = false;
    if (play_is_over(screen->play))
        play_describe_end(screen->play, screen->view.said);
    think(screen);
}

static void play_column(struct screen *screen, int column)
{
    if (play_is_over(screen->play)) {
        say(screen, "The game is over.");
    } else if (play_awaits_opponent(screen->play)) {
        say(screen, "It is not your turn.");
    } else if (!play_can(screen->play, column)) {
        play_describe_full(screen->play, column, screen->view.said);
    } else {
        screen->view.selected = column;
        play_move(screen->play, column);
        say(screen, "%s", "");
        go_on(screen);
    }
}

static void undo(struct screen *screen)
{
    if (play_undo(screen->play)) {
        say(screen, "Taken back.");
        go_on(screen);
    } else {
        say(screen, "There is no move of yours to take back.");
    }
}

static void hint(struct screen *screen)
{
    if (play_is_over(screen->play) || play_awaits_opponent(screen->play))
        return;
    say(screen, "Looking for a hint...");
    thinker_begin(screen->thinker, THINKER_HINT, screen->play);
}

static void toggle_scores(struct screen *screen)
{
    struct play *play = screen->play;
    play->shows_scores = !play->shows_scores;
    say(screen, "%s", play->shows_scores ? "Scores are shown." : "");
    screen->view.has_scores = screen->scores_are_final = false;
    if (!play_awaits_opponent(play))
        think(screen);
}

static void next_level(struct screen *screen)
{
    struct play *play = screen->play;
    play->level = play->level % FOURSCORE_LEVELS + 1;
    play_describe_level(play, screen->view.said);
    if (play_awaits_opponent(play))
        think(screen);
}

/* -------------------------------------------------------------------- keys */

static void select_column(struct screen *screen, int column)
{
    if (column >= 1 && column <= screen->play->board.width)
        screen->view.selected = column;
}

static void press_other(struct screen *screen, int key)
{
    int column =
        key > 0 && key < 128 ? play_column_of(screen->play, (char)key) : 0;
    if (column != 0)
        play_column(screen, column);
    else if (key > ' ' && key < 127)
        say(screen, "'%c' is no key: ? lists the keys.", key);
}

static void press(struct screen *screen, int key)
{
    if (key == KEY_RESIZE)
        return;
    if (screen->view.helps && key != 'q') {
        screen->view.helps = false;
        return;
    }
    switch (key) {
    case KEY_LEFT:
        select_column(screen, screen->view.selected - 1);
        break;
    case KEY_RIGHT:
        select_column(screen, screen->view.selected + 1);
        break;
    case KEY_DOWN:
    case KEY_ENTER:
    case '\n':
    case '\r':
    case ' ':
        play_column(screen, screen->view.selected);
        break;
    case 'u':
        undo(screen);
        break;
    case 'h':
        hint(screen);
        break;
    case 's':
        toggle_scores(screen);
        break;
    case 'f':
        play_flip(screen->play);
        say(screen, "You are %s now.", play_colour(screen->play->person));
        go_on(screen);
        break;
    case 'n':
        play_start(screen->play);
        say(screen, "A new game.");
        go_on(screen);
        break;
    case 'l':
        next_level(screen);
        break;
    case '?':
        screen->view.helps = true;
        break;
    case 'q':
        screen->quits = true;
        break;
    default:
        press_other(screen, key);
    }
}

/* ----------------------------------------------------------------- results */

static void apply(struct screen *screen, const struct thinker_result *result)
{
    struct play *play = screen->play;
    if (result->status != FOURSCORE_OK) {
        say(screen, "%s.", fourscore_strstatus(result->status));
    } else if (result->job == THINKER_REPLY) {
        play_move(play, result->move.column);
        play_describe_reply(play, &result->move, screen->view.said);
        go_on(screen);
    } else if (result->job == THINKER_HINT) {
        screen->view.hint = result->move.column;
        play_describe_hint(&result->move, screen->view.said);
        think(screen);
    } else if (result->job == THINKER_SCORES) {
        memcpy(screen->view.scores, result->answer.move_scores,
               sizeof screen->view.scores);
        screen->view.has_scores = true;
        screen->scores_are_final = result->last;
    }
}

/* Returns the signal that ends the program, or 0. */
static int run_loop(struct screen *screen)
{
    struct pollfd files[] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = thinker_file(screen->thinker), .events = POLLIN},
        {.fd = terminal_file(), .events = POLLIN}};
    struct thinker_result result;

    while (!screen->quits) {
        say_turn(screen);
        draw(&screen->view);
        if (poll(files, sizeof files / sizeof *files, -1) < 0)
            continue; /* a signal; SIGCONT among them */
        for (int number; (number = terminal_next_signal()) != 0;) {
            if (number != SIGWINCH)
                return number;
            terminal_fit();
        }
        if (thinker_take(screen->thinker, &result))
            apply(screen, &result);
        for (int key; !screen->quits && (key = getch()) != ERR;)
            press(screen, key);
        if ((files[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0)
            return SIGHUP; /* the terminal is gone */
    }
    return 0;
}

/* ------------------------------------------------------------------ screen */

bool play_on_screen(struct play *play, fourscore_solver *solver,
                    enum cli_status *status, int *number)
{
    struct screen screen = {
        .play = play,
        .view = {.play = play, .selected = (play->board.width + 1) / 2},
    };
    if (!terminal_open())
        return false;
    screen.thinker = thinker_open(solver);
    if (screen.thinker != NULL) {
        choose_shapes();
        go_on(&screen);
        *number = run_loop(&screen);
        thinker_close(screen.thinker);
    }
    terminal_close();
    if (screen.thinker == NULL)
        *status = cli_fail(CLI_FAILURE, "the system refuses to start a thread");
    return true;
}
