#include "tools/inside/replace.h"

#include "os/program/file.h"

/* Report why a file was not replaced, or NULL. */
static enum cli_status report(const char *path, const char *reason)
{
    if (reason == NULL)
        return CLI_OK;
    return cli_fail(CLI_FAILURE, "%s: %s", path[0] == '\0' ? "''" : path,
                    reason);
}

enum cli_status replace_file(const char *path, const void *bytes, size_t size)
{
    return report(path, os_replace(path, bytes, size));
}

enum cli_status replace_check(const char *path)
{
    return report(path, os_replace_check(path));
}
