#include "os/program/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool sigpipe_was_ignored;

/* Files that are opened later do not take the places of the streams: where one
 * is closed, reading it finds nothing, and writing to it fails. */
static void fill_streams(void)
{
    int file;
    do
        file = open("/dev/null", O_RDONLY);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0)
        close(file);
}

void os_open_streams(void)
{
    fill_streams();
    sigpipe_was_ignored = signal(SIGPIPE, SIG_IGN) == SIG_IGN;
    signal(SIGXFSZ, SIG_IGN);
}

bool os_is_terminal(int file)
{
    return isatty(file) == 1;
}

int os_terminal_columns(int file)
{
    struct winsize size;
    return ioctl(file, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int os_terminal_lines(int file)
{
    struct winsize size;
    return ioctl(file, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

bool os_can_read(int file)
{
    struct pollfd poll_file = {.fd = file, .events = POLLIN};
    return poll(&poll_file, 1, 0) == 1 && (poll_file.revents & POLLIN) != 0;
}

bool os_can_write(int file)
{
    struct pollfd poll_file = {.fd = file, .events = POLLOUT};
    return poll(&poll_file, 1, 0) == 1 && (poll_file.revents & POLLOUT) != 0;
}

void os_lock_stream(FILE *stream)
{
    flockfile(stream);
}

void os_unlock_stream(FILE *stream)
{
    funlockfile(stream);
}

bool os_try_flush(FILE *stream)
{
    if (ftrylockfile(stream) != 0 || !os_can_write(fileno(stream)))
        return false;
    fflush(stream);
    return true;
}

void os_end_if_unread(int error)
{
    if (error != EPIPE || sigpipe_was_ignored)
        return;
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
    _exit(128 + SIGPIPE); /* it is blocked */
}
