#include "os/program/program.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <windows.h>

static HANDLE handle_of(int file)
{
    return (HANDLE)_get_osfhandle(file);
}

static UINT code_page; /* of the console, at the start */

static void restore_code_page(void)
{
    SetConsoleOutputCP(code_page);
}

static void open_console(int file)
{
    DWORD mode;
    if (GetConsoleMode(handle_of(file), &mode))
        SetConsoleMode(handle_of(file),
                       mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

/* Text that is typed ends with Ctrl-Z. */
void os_open_streams(void)
{
    _fmode = _O_BINARY;
    for (int file = 0; file <= 2; file++)
        if (file > 0 || !os_is_terminal(file))
            _setmode(file, _O_BINARY);
    open_console(1);
    open_console(2);
    code_page = GetConsoleOutputCP();
    if (code_page != 0 && SetConsoleOutputCP(CP_UTF8))
        atexit(restore_code_page);
}

bool os_is_terminal(int file)
{
    DWORD mode;
    return GetConsoleMode(handle_of(file), &mode);
}

int os_terminal_columns(int file)
{
    CONSOLE_SCREEN_BUFFER_INFO about;
    return GetConsoleScreenBufferInfo(handle_of(file), &about)
               ? about.srWindow.Right - about.srWindow.Left + 1
               : 0;
}

int os_terminal_lines(int file)
{
    CONSOLE_SCREEN_BUFFER_INFO about;
    return GetConsoleScreenBufferInfo(handle_of(file), &about)
               ? about.srWindow.Bottom - about.srWindow.Top + 1
               : 0;
}

/* Windows tells neither. */
bool os_can_read(int file)
{
    (void)file;
    return false;
}

bool os_can_write(int file)
{
    (void)file;
    return true;
}

void os_lock_stream(FILE *stream)
{
    _lock_file(stream);
}

void os_unlock_stream(FILE *stream)
{
    _unlock_file(stream);
}

size_t os_pending(FILE *stream)
{
    return (size_t)(stream->_ptr - stream->_base);
}

static DWORD WINAPI flush(void *stream)
{
    fflush(stream);
    return 0;
}

/* There is no lock that does not wait, so another thread waits. */
bool os_try_flush(FILE *stream)
{
    enum { MILLISECONDS = 100 };
    HANDLE thread = CreateThread(NULL, 0, flush, stream, 0, NULL);
    if (thread == NULL)
        return false;
    bool flushed = WaitForSingleObject(thread, MILLISECONDS) == WAIT_OBJECT_0;
    CloseHandle(thread);
    return flushed;
}

/* Writing to a closed pipe may be called an invalid argument. */
void os_end_if_unread(int error)
{
    enum { SIGPIPE = 13 };
    bool is_pipe = GetFileType(handle_of(1)) == FILE_TYPE_PIPE;
    if (error == EPIPE || (error == EINVAL && is_pipe))
        _exit(128 + SIGPIPE);
}
