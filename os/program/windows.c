/* os/program/program.h for Windows. */

#include "os/program/program.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <windows.h>

/* ---------------------------------------------------- folder of the program */

void os_find_program(const char *name)
{
    (void)name;
}

void os_program_folder(char folder[PATH_MAX])
{
    DWORD length = GetModuleFileNameA(NULL, folder, PATH_MAX);
    folder[length < PATH_MAX ? length : 0] = '\0';
    char *name = strrchr(folder, '\\');
    if (name != NULL)
        *name = '\0';
}

/* -------------------------------------------------------------------- files */

bool os_whole_path(const char *name, char path[PATH_MAX])
{
    return _fullpath(path, name, PATH_MAX) != NULL && access(path, F_OK) == 0;
}

static HANDLE open_to_look(const char *path)
{
    return CreateFileA(path, 0,
                       FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                       NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

bool os_is_same_file(const char *path, const char *other)
{
    BY_HANDLE_FILE_INFORMATION about[2];
    HANDLE files[] = {path == NULL ? GetStdHandle(STD_INPUT_HANDLE)
                                   : open_to_look(path),
                      open_to_look(other)};
    bool same =
        GetFileInformationByHandle(files[0], &about[0]) &&
        GetFileInformationByHandle(files[1], &about[1]) &&
        about[0].dwVolumeSerialNumber == about[1].dwVolumeSerialNumber &&
        about[0].nFileIndexHigh == about[1].nFileIndexHigh &&
        about[0].nFileIndexLow == about[1].nFileIndexLow;
    if (path != NULL)
        CloseHandle(files[0]);
    CloseHandle(files[1]);
    return same;
}

/* A lock on bytes keeps others from reading them: this one is far behind the
 * end of any file. */
bool os_lock_file(int file)
{
    OVERLAPPED place = {.OffsetHigh = INT_MAX};
    if (LockFileEx((HANDLE)_get_osfhandle(file),
                   LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
                   &place))
        return true;
    errno = GetLastError() == ERROR_LOCK_VIOLATION ? EWOULDBLOCK : EIO;
    return false;
}

bool os_sync_file(int file)
{
    return _commit(file) == 0;
}

/* ---------------------------------------------------------- replacing files */

/* A temporary file in the folder of the target. */
struct os_replacement {
    char target[PATH_MAX];
    char path[PATH_MAX + 8];
    int file;            /* or -1 */
    const char *failure; /* of a write, or NULL */
};

/* Why the last call failed. */
static const char *reason_of_failure(void)
{
    DWORD error = GetLastError();
    return strerror(error == ERROR_ACCESS_DENIED ||
                            error == ERROR_SHARING_VIOLATION
                        ? EACCES
                        : EIO);
}

/* Held while a file is replaced. */
static SRWLOCK replacing = SRWLOCK_INIT;

/* Leave it to the other handlers, but after that; in a thread of Windows. */
static BOOL WINAPI wait_with_ctrl_c(DWORD kind)
{
    (void)kind;
    AcquireSRWLockExclusive(&replacing);
    ReleaseSRWLockExclusive(&replacing);
    return FALSE;
}

/* Create the temporary file. */
static const char *create(struct os_replacement *replacement, const char *path)
{
    struct stat about;
    if (strlen(path) >= PATH_MAX)
        return strerror(ENAMETOOLONG);
    if (path[0] == '\0')
        return strerror(ENOENT);
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return "not a regular file";
    memcpy(replacement->target, path, strlen(path) + 1);
    snprintf(replacement->path, sizeof replacement->path, "%s.XXXXXX", path);
    replacement->file = mkstemp(replacement->path);
    return replacement->file >= 0 ? NULL : strerror(errno);
}

const char *os_replace_begin(struct os_replacement **replacement,
                             const char *path)
{
    struct os_replacement *made = malloc(sizeof *made);
    *replacement = made;
    if (made == NULL)
        return strerror(ENOMEM);
    made->file = -1;
    AcquireSRWLockExclusive(&replacing);
    SetConsoleCtrlHandler(wait_with_ctrl_c, TRUE);
    return made->failure = create(made, path);
}

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        unsigned part = size < INT_MAX ? (unsigned)size : INT_MAX;
        int written = write(file, bytes, part);
        if (written <= 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

const char *os_replace_write(struct os_replacement *replacement,
                             const void *bytes, size_t size)
{
    if (replacement->failure == NULL &&
        !write_all(replacement->file, bytes, size))
        replacement->failure = strerror(errno);
    return replacement->failure;
}

/* An open file cannot be renamed. */
static const char *rename_temporary(const struct os_replacement *replacement)
{
    bool synced = os_sync_file(replacement->file);
    if (close(replacement->file) != 0 || !synced)
        return strerror(errno);
    return MoveFileExA(replacement->path, replacement->target,
                       MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)
               ? NULL
               : reason_of_failure();
}

const char *os_replace_end(struct os_replacement *replacement, bool done)
{
    const char *reason = replacement->failure;
    if (done && reason == NULL)
        reason = rename_temporary(replacement);
    else if (replacement->file >= 0)
        close(replacement->file);
    if (replacement->file >= 0 && (!done || reason != NULL))
        unlink(replacement->path);
    ReleaseSRWLockExclusive(&replacing);
    SetConsoleCtrlHandler(wait_with_ctrl_c, FALSE);
    free(replacement);
    return reason;
}

/* --------------------------------------------------------- standard streams */

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

bool os_try_lock_stream(FILE *stream)
{
    (void)stream;
    return false;
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

/* ------------------------------------------------------------------- ending */

static HANDLE ending_event; /* something has happened */
static _Atomic int ending_asked;

static BOOL WINAPI note_ending(DWORD kind)
{
    bool typed = kind == CTRL_C_EVENT || kind == CTRL_BREAK_EVENT;
    ending_asked = typed ? SIGINT : SIGTERM;
    SetEvent(ending_event);
    if (!typed)
        Sleep(INFINITE); /* Windows ends the process when this returns */
    return TRUE;
}

void os_ending_hold(void)
{
    ending_event = CreateEventW(NULL, FALSE, FALSE, NULL);
    SetConsoleCtrlHandler(note_ending, TRUE);
}

void os_ending_release(void)
{
    SetConsoleCtrlHandler(note_ending, FALSE);
    CloseHandle(ending_event);
}

int os_ending_wait(double seconds)
{
    WaitForSingleObject(ending_event, (DWORD)(seconds * 1000) + 1);
    return atomic_exchange(&ending_asked, 0);
}

void os_ending_wake(os_thread thread)
{
    (void)thread;
    SetEvent(ending_event);
}
