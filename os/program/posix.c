/* os/program/program.h for Linux, macOS and the BSDs: what all of them have,
 * and, with __linux__, what Linux has besides. */

#include "os/program/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <stdio_ext.h>
#endif

/* ---------------------------------------------------- folder of the program */

#ifdef __linux__

void os_find_program(const char *name)
{
    (void)name;
}

#else

static char program[PATH_MAX];

/* As a shell does: a name without '/' is in a folder of PATH. */
void os_find_program(const char *name)
{
    const char *folders = strchr(name, '/') == NULL ? getenv("PATH") : NULL;
    char tried[PATH_MAX];
    if (folders == NULL && os_whole_path(name, program))
        return;
    while (folders != NULL && *folders != '\0') {
        size_t length = strcspn(folders, ":");
        snprintf(tried, sizeof tried, "%.*s/%s", (int)length,
                 length > 0 ? folders : ".", name);
        if (access(tried, X_OK) == 0 && os_whole_path(tried, program))
            return;
        folders += length + (folders[length] == ':');
    }
    program[0] = '\0';
}

#endif

void os_program_folder(char folder[PATH_MAX])
{
#ifdef __linux__
    ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    folder[length > 0 ? length : 0] = '\0';
#else
    memcpy(folder, program, sizeof program);
#endif
    char *name = strrchr(folder, '/');
    if (name != NULL)
        *name = '\0';
}

void os_become(const char *name, char **argv)
{
    char path[PATH_MAX + NAME_MAX];
    os_program_folder(path); /* "" is the root, as in a container */
    snprintf(path + strlen(path), NAME_MAX, "/%s", name);
    char *first = argv[0];
    argv[0] = path;
    execv(path, argv);
    argv[0] = first;
}

/* -------------------------------------------------------------------- files */

bool os_whole_path(const char *name, char path[PATH_MAX])
{
    return realpath(name, path) != NULL;
}

bool os_is_same_file(const char *path, const char *other)
{
    struct stat one, two;
    bool found =
        path == NULL ? fstat(STDIN_FILENO, &one) == 0 : stat(path, &one) == 0;
    return found && stat(other, &two) == 0 && one.st_dev == two.st_dev &&
           one.st_ino == two.st_ino;
}

bool os_lock_file(int file)
{
    return flock(file, LOCK_EX | LOCK_NB) == 0;
}

bool os_sync_file(int file)
{
    return fsync(file) == 0;
}

/* ---------------------------------------------------------- replacing files */

/* Bytes written between two checks for pending signals. */
enum { CHUNK_BYTES = 1 << 20 };

static const int replace_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
enum { REPLACE_SIGNALS = sizeof replace_signals / sizeof *replace_signals };

/* A temporary file in the folder of the target, and the signals blocked while
 * it exists. */
struct os_replacement {
    char target[PATH_MAX]; /* with symbolic links resolved */
    char path[PATH_MAX + 8];
    int file; /* or -1 */
    mode_t mode;
    sigset_t blocked;
    const char *failure; /* of a write, or NULL */
};

static mode_t default_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Find the target, its type and its permissions. */
static const char *find_target(struct os_replacement *replacement,
                               const char *path)
{
    struct stat about;
    replacement->mode = default_mode();
    if (strlen(path) >= sizeof replacement->target)
        return strerror(ENAMETOOLONG);
    if (path[0] == '\0')
        return strerror(ENOENT);
    if (realpath(path, replacement->target) == NULL) {
        if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode))
            return "a symbolic link to a file that does not exist";
        memcpy(replacement->target, path, strlen(path) + 1); /* a new file */
    }
    if (stat(replacement->target, &about) == 0) {
        if (!S_ISREG(about.st_mode))
            return "not a regular file";
        replacement->mode = about.st_mode & 0777;
    }
    return NULL;
}

/* Block the signals that would end the program now: those that are neither
 * ignored nor blocked already. */
static sigset_t block_signals(void)
{
    sigset_t before, blocked;
    pthread_sigmask(SIG_BLOCK, NULL, &before);
    sigemptyset(&blocked);
    for (int i = 0; i < REPLACE_SIGNALS; i++) {
        struct sigaction action;
        if (sigaction(replace_signals[i], NULL, &action) == 0 &&
            action.sa_handler != SIG_IGN &&
            !sigismember(&before, replace_signals[i]))
            sigaddset(&blocked, replace_signals[i]);
    }
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    return blocked;
}

static bool is_interrupted(const struct os_replacement *replacement)
{
    sigset_t pending;
    sigpending(&pending);
    for (int i = 0; i < REPLACE_SIGNALS; i++)
        if (sigismember(&pending, replace_signals[i]) &&
            sigismember(&replacement->blocked, replace_signals[i]))
            return true;
    return false;
}

/* Create the temporary file. */
static const char *create(struct os_replacement *replacement, const char *path)
{
    const char *reason = find_target(replacement, path);
    if (reason != NULL)
        return reason;
    snprintf(replacement->path, sizeof replacement->path, "%s.XXXXXX",
             replacement->target);
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
    made->failure = NULL;
    made->blocked = block_signals();
    return made->failure = create(made, path);
}

/* Write the bytes, and set errno on failure. */
static bool write_all(const struct os_replacement *replacement,
                      const char *bytes, size_t size)
{
    errno = EIO; /* if write() returns 0 */
    while (size > 0) {
        ssize_t written = write(replacement->file, bytes,
                                size < CHUNK_BYTES ? size : CHUNK_BYTES);
        if (written <= 0)
            return false;
        if (is_interrupted(replacement)) {
            errno = EINTR;
            return false;
        }
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

const char *os_replace_write(struct os_replacement *replacement,
                             const void *bytes, size_t size)
{
    if (replacement->failure == NULL && !write_all(replacement, bytes, size))
        replacement->failure = strerror(errno);
    return replacement->failure;
}

const char *os_replace_end(struct os_replacement *replacement, bool done)
{
    const char *reason = replacement->failure;
    bool renamed = false;
    if (done && reason == NULL) {
        renamed = fsync(replacement->file) == 0 &&
                  fchmod(replacement->file, replacement->mode) == 0 &&
                  rename(replacement->path, replacement->target) == 0;
        if (!renamed)
            reason = strerror(errno);
    }
    if (replacement->file >= 0) {
        close(replacement->file);
        if (!renamed)
            unlink(replacement->path);
    }
    pthread_sigmask(SIG_UNBLOCK, &replacement->blocked, NULL);
    free(replacement);
    return reason;
}

/* --------------------------------------------------------- standard streams */

static bool sigpipe_was_ignored;

/* Files that are opened later do not take the places of the streams: where one
 * is closed, reading or writing it fails. */
static void fill_streams(void)
{
    bool has_stdin = fcntl(STDIN_FILENO, F_GETFD) != -1;
    int file;
    do {
        file = open("/dev/null", has_stdin ? O_RDONLY : O_WRONLY);
        has_stdin = true;
    } while (file >= 0 && file <= STDERR_FILENO);
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

bool os_try_lock_stream(FILE *stream)
{
    return ftrylockfile(stream) == 0;
}

void os_unlock_stream(FILE *stream)
{
    funlockfile(stream);
}

size_t os_pending(FILE *stream)
{
#ifdef __linux__
    return __fpending(stream);
#else
    /* Where the stream is, and the file.  If others write to it, too, the
     * difference may be any number. */
    off_t at = ftello(stream);
    return at < 0 ? SIZE_MAX
                  : (size_t)(at - lseek(fileno(stream), 0, SEEK_CUR));
#endif
}

bool os_try_flush(FILE *stream)
{
    if (!os_try_lock_stream(stream) || !os_can_write(fileno(stream)))
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

/* ------------------------------------------------------------------- ending */

/* Those that end the program, and the one that wakes the thread that waits. */
static const int ending_signals[] = {SIGHUP, SIGINT, SIGTERM, SIGURG};
enum {
    ENDING_SIGNALS = sizeof ending_signals / sizeof *ending_signals,
    WAKE = SIGURG
};

static sigset_t held;
static struct sigaction actions_before[ENDING_SIGNALS];
static volatile sig_atomic_t came[ENDING_SIGNALS];

/* Called only within os_ending_wait(): elsewhere the signals are blocked. */
static void note_ending(int signal)
{
    for (int i = 0; i < ENDING_SIGNALS; i++)
        if (ending_signals[i] == signal)
            came[i] = 1;
}

void os_ending_hold(void)
{
    const struct sigaction action = {.sa_handler = note_ending};
    sigemptyset(&held);
    for (int i = 0; i < ENDING_SIGNALS; i++) {
        sigaction(ending_signals[i], NULL, &actions_before[i]);
        if (actions_before[i].sa_handler != SIG_IGN ||
            ending_signals[i] == WAKE)
            sigaddset(&held, ending_signals[i]);
    }
    pthread_sigmask(SIG_BLOCK, &held, NULL);
    for (int i = 0; i < ENDING_SIGNALS; i++)
        if (sigismember(&held, ending_signals[i]) == 1)
            sigaction(ending_signals[i], &action, NULL);
}

void os_ending_release(void)
{
    for (int i = 0; i < ENDING_SIGNALS; i++)
        sigaction(ending_signals[i], &actions_before[i], NULL);
    pthread_sigmask(SIG_UNBLOCK, &held, NULL);
}

/* A signal that came; WAKE is the last one. */
static int take_ending(void)
{
    for (int i = 0; i < ENDING_SIGNALS; i++)
        if (came[i] != 0) {
            came[i] = 0;
            return ending_signals[i];
        }
    return 0;
}

/* Signals that have come meanwhile are still pending: none is missed. */
int os_ending_wait(double seconds)
{
    const struct timespec time = {
        (time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    int signal = take_ending();
    if (signal == 0) {
        sigset_t open;
        pthread_sigmask(SIG_BLOCK, NULL, &open);
        for (int i = 0; i < ENDING_SIGNALS; i++)
            if (sigismember(&held, ending_signals[i]) == 1)
                sigdelset(&open, ending_signals[i]);
        pselect(0, NULL, NULL, NULL, &time, &open);
        signal = take_ending();
    }
    return signal != WAKE ? signal : 0;
}

void os_ending_wake(os_thread thread)
{
    pthread_kill(thread, WAKE);
}

/* ------------------------------------------------------------------ sockets */

/* macOS has no SOCK_CLOEXEC. */
int os_socket_open(int family)
{
    int made = socket(family, SOCK_STREAM, 0);
    if (made >= 0) {
        fcntl(made, F_SETFD, FD_CLOEXEC);
        fcntl(made, F_SETFL, O_NONBLOCK);
    }
    return made;
}

bool os_is_closed(int connection)
{
    struct pollfd found = {.fd = connection};
#ifdef __linux__
    found.events = POLLRDHUP;
    return poll(&found, 1, 0) > 0;
#else
    char byte;
    found.events = POLLIN;
    return poll(&found, 1, 0) > 0 &&
           (found.revents != POLLIN ||
            recv(connection, &byte, 1, MSG_PEEK | MSG_DONTWAIT) <= 0);
#endif
}

#ifdef __linux__

static const clockid_t wait_clock = CLOCK_MONOTONIC;

void os_timed_open(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, wait_clock);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

#else

static const clockid_t wait_clock = CLOCK_REALTIME;

void os_timed_open(pthread_cond_t *condition)
{
    pthread_cond_init(condition, NULL);
}

#endif

void os_timed_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                   double seconds)
{
    struct timespec end;
    clock_gettime(wait_clock, &end);
    end.tv_nsec += (long)(1e9 * (seconds > 0 ? seconds : 0));
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    pthread_cond_timedwait(condition, lock, &end);
}
