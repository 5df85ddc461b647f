#include "tools/inside/replace.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
static enum cli_status find_target(struct temporary *temporary,
                                   const char *path)
{
    struct stat about;
    temporary->mode = default_mode();
    if (strlen(path) >= sizeof temporary->target) {
        errno = ENAMETOOLONG;
        return cli_system_error(path);
    }
    if (path[0] == '\0') {
        errno = ENOENT;
        return cli_system_error("''");
    }
    if (realpath(path, temporary->target) == NULL) {
        if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode))
            return cli_fail(CLI_FAILURE,
                            "%s: a symbolic link to a file that does not exist",
                            path);
        memcpy(temporary->target, path, strlen(path) + 1); /* a new file */
    }
    if (stat(temporary->target, &about) == 0) {
        if (!S_ISREG(about.st_mode))
            return cli_fail(CLI_FAILURE, "%s: not a regular file", path);
        temporary->mode = about.st_mode & 0777;
    }
    return CLI_OK;
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
static enum cli_status begin(struct temporary *temporary, const char *path)
{
    temporary->file = -1;
    temporary->blocked = block_signals();
    enum cli_status status = find_target(temporary, path);
    if (status != CLI_OK)
        return status;
    snprintf(temporary->path, sizeof temporary->path, "%s.XXXXXX",
             temporary->target);
    temporary->file = mkstemp(temporary->path);
    return temporary->file >= 0 ? CLI_OK : cli_system_error(path);
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

enum cli_status replace_file(const char *path, const void *bytes, size_t size)
{
    struct temporary temporary;
    enum cli_status status = begin(&temporary, path);
    if (status == CLI_OK && !(write_all(&temporary, bytes, size) &&
                              fchmod(temporary.file, temporary.mode) == 0 &&
                              rename(temporary.path, temporary.target) == 0))
        status = cli_system_error(path);
    end(&temporary, status == CLI_OK);
    return status;
}

enum cli_status replace_check(const char *path)
{
    struct temporary temporary;
    enum cli_status status = begin(&temporary, path);
    end(&temporary, false);
    return status;
}
