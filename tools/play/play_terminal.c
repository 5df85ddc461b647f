#include "tools/play/play_terminal.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <curses.h>
#include <term.h>

#include "os/program/socket.h"

static SCREEN *screen;

/* A byte for each signal, so that none is missed before poll(). */
static int signal_pipe[2];

static void note_signal(int number)
{
    int error = errno;
    unsigned char byte = (unsigned char)number;
    (void)!write(signal_pipe[1], &byte, 1);
    errno = error;
}

static const int ending[] = {SIGHUP, SIGINT, SIGTERM};

/* A signal that is ignored stays so. */
static bool catch_signals(void)
{
    struct sigaction action = {.sa_handler = note_signal}, old;
    if (!os_pipe_open(signal_pipe))
        return false;
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        if (sigaction(ending[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(ending[i], &action, NULL);
    sigaction(SIGWINCH, &action, NULL);
    return true;
}

int terminal_next_signal(void)
{
    unsigned char byte = 0;
    return read(signal_pipe[0], &byte, 1) == 1 ? byte : 0;
}

void terminal_fit(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 &&
        size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
    clearok(curscr, TRUE);
}

int terminal_file(void)
{
    return signal_pipe[0];
}

/* Whether the terminal can be written to at any place. */
static bool has_screen(void)
{
    const char *name = getenv("TERM");
    int error;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || name == NULL ||
        setupterm(name, STDOUT_FILENO, &error) != OK)
        return false;
    char capability[] = "cup";
    bool found = tigetstr(capability) != NULL;
    del_curterm(cur_term);
    return found;
}

bool terminal_open(void)
{
    if (!has_screen() || !catch_signals())
        return false;
    setlocale(LC_CTYPE, "");
    set_escdelay(25);
    screen = newterm(NULL, stdout, stdin);
    if (screen == NULL)
        return false;
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    curs_set(0);
    return true;
}

void terminal_close(void)
{
    endwin();
    delscreen(screen);
}
