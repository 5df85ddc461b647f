/* fourscore play on the whole screen. */
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <curses.h>

#include "tools/play/play_draw.h"
#include "tools/play/play_terminal.h"
#include "tools/play/play_thinker.h"

struct screen {
    struct play *play;
    struct thinker *thinker;
    struct draw_view view;
    bool scores_are_final, quits;
};

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
    char columns[PLAY_COLUMNS_SIZE];
    if (play_is_over(screen->play)) {
        say(screen, "The game is over.");
    } else if (play_awaits_opponent(screen->play)) {
        say(screen, "It is not your turn.");
    } else if (!play_can(screen->play, column)) {
        say(screen, "Column %c is full; free: %s.", play_column_name(column),
            play_open_columns(screen->play, columns));
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

bool play_on_screen(struct play *play, struct thinker *thinker, int *number)
{
    struct screen screen = {
        .play = play,
        .thinker = thinker,
        .view = {.play = play, .selected = (play->board.width + 1) / 2},
    };
    if (!terminal_open())
        return false;
    draw_open();
    go_on(&screen);
    *number = run_loop(&screen);
    terminal_close();
    return true;
}
