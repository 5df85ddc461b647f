#include "tools/replace.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A new file beside the one to be replaced. */
struct beside {
    char target[PATH_MAX]; /* where links lead */
    char path[PATH_MAX + 8];
    int file; /* or -1 */
    mode_t mode;
};

static enum cli_status fail(const char *path)
{
    cli_error("%s: %s", path, strerror(errno));
    return CLI_FAILURE;
}

static mode_t default_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static enum cli_status begin(struct beside *beside, const char *path)
{
    struct stat about;
    beside->file = -1;
    beside->mode = default_mode();
    if (strlen(path) >= sizeof beside->target) {
        errno = ENAMETOOLONG;
        return fail(path);
    }
    if (path[0] == '\0') {
        errno = ENOENT;
        return fail("''");
    }
    if (realpath(path, beside->target) == NULL) {
        if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode)) {
            cli_error("%s: a link that leads nowhere", path);
            return CLI_FAILURE;
        }
        memcpy(beside->target, path, strlen(path) + 1); /* a new file */
    }
    if (stat(beside->target, &about) == 0) {
        if (!S_ISREG(about.st_mode)) {
            cli_error("%s: not a regular file", path);
            return CLI_FAILURE;
        }
        beside->mode = about.st_mode & 0777;
    }
    snprintf(beside->path, sizeof beside->path, "%s.XXXXXX", beside->target);
    beside->file = mkstemp(beside->path);
    return beside->file >= 0 ? CLI_OK : fail(path);
}

/* Close and forget it; where it has not taken its place, there is none. */
static void end(struct beside *beside, bool placed)
{
    if (beside->file < 0)
        return;
    close(beside->file);
    if (!placed)
        unlink(beside->path);
}

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return fsync(file) == 0;
}

enum cli_status replace_file(const char *path, const void *bytes, size_t size)
{
    struct beside beside;
    enum cli_status status = begin(&beside, path);
    if (status == CLI_OK && !(write_all(beside.file, bytes, size) &&
                              fchmod(beside.file, beside.mode) == 0 &&
                              rename(beside.path, beside.target) == 0))
        status = fail(path);
    end(&beside, status == CLI_OK);
    return status;
}

enum cli_status replace_check(const char *path)
{
    struct beside beside;
    enum cli_status status = begin(&beside, path);
    end(&beside, false);
    return status;
}
