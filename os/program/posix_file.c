#include "os/program/program.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* ---------------------------------------------------------------- replacing */

/* Bytes written between two checks for pending signals. */
enum { CHUNK_BYTES = 1 << 20 };

static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
enum { SIGNALS = sizeof signals / sizeof *signals };

/* A temporary file in the folder of the target, and the signals blocked while
 * it exists. */
struct temporary {
    char target[PATH_MAX]; /* with symbolic links resolved */
    char path[PATH_MAX + 8];
    int file; /* or -1 */
    mode_t mode;
    sigset_t blocked;
};

static mode_t default_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Find the target, its type and its permissions. */
static const char *find_target(struct temporary *temporary, const char *path)
{
    struct stat about;
    temporary->mode = default_mode();
    if (strlen(path) >= sizeof temporary->target)
        return strerror(ENAMETOOLONG);
    if (path[0] == '\0')
        return strerror(ENOENT);
    if (realpath(path, temporary->target) == NULL) {
        if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode))
            return "a symbolic link to a file that does not exist";
        memcpy(temporary->target, path, strlen(path) + 1); /* a new file */
    }
    if (stat(temporary->target, &about) == 0) {
        if (!S_ISREG(about.st_mode))
            return "not a regular file";
        temporary->mode = about.st_mode & 0777;
    }
    return NULL;
}

/* Block the signals that would end the program now: those that are neither
 * ignored nor blocked already. */
static sigset_t block_signals(void)
{
    sigset_t before, blocked;
    sigprocmask(SIG_BLOCK, NULL, &before);
    sigemptyset(&blocked);
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) == 0 &&
            action.sa_handler != SIG_IGN && !sigismember(&before, signals[i]))
            sigaddset(&blocked, signals[i]);
    }
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    return blocked;
}

static bool is_interrupted(const struct temporary *temporary)
{
    sigset_t pending;
    sigpending(&pending);
    for (int i = 0; i < SIGNALS; i++)
        if (sigismember(&pending, signals[i]) &&
            sigismember(&temporary->blocked, signals[i]))
            return true;
    return false;
}

/* Create the temporary file.  The caller must call end(), also on failure. */
static const char *begin(struct temporary *temporary, const char *path)
{
    temporary->file = -1;
    temporary->blocked = block_signals();
    const char *reason = find_target(temporary, path);
    if (reason != NULL)
        return reason;
    snprintf(temporary->path, sizeof temporary->path, "%s.XXXXXX",
             temporary->target);
    temporary->file = mkstemp(temporary->path);
    return temporary->file >= 0 ? NULL : strerror(errno);
}

/* Close the temporary file, remove it unless it was renamed, and unblock the
 * signals. */
static void end(struct temporary *temporary, bool renamed)
{
    if (temporary->file >= 0) {
        close(temporary->file);
        if (!renamed)
            unlink(temporary->path);
    }
    sigprocmask(SIG_UNBLOCK, &temporary->blocked, NULL);
}

/* Write the bytes, and set errno on failure. */
static bool write_all(const struct temporary *temporary, const char *bytes,
                      size_t size)
{
    errno = EIO; /* if write() returns 0 */
    while (size > 0) {
        ssize_t written = write(temporary->file, bytes,
                                size < CHUNK_BYTES ? size : CHUNK_BYTES);
        if (written <= 0)
            return false;
        if (is_interrupted(temporary)) {
            errno = EINTR;
            return false;
        }
        bytes += written;
        size -= (size_t)written;
    }
    return fsync(temporary->file) == 0;
}

const char *os_replace(const char *path, const void *bytes, size_t size)
{
    struct temporary temporary;
    const char *reason = begin(&temporary, path);
    if (reason == NULL && !(write_all(&temporary, bytes, size) &&
                            fchmod(temporary.file, temporary.mode) == 0 &&
                            rename(temporary.path, temporary.target) == 0))
        reason = strerror(errno);
    end(&temporary, reason == NULL);
    return reason;
}

const char *os_replace_check(const char *path)
{
    struct temporary temporary;
    const char *reason = begin(&temporary, path);
    end(&temporary, false);
    return reason;
}
