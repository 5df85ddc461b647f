#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/program/program.h"

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

void os_program_folder(char folder[PATH_MAX])
{
    memcpy(folder, program, sizeof program);
    char *name = strrchr(folder, '/');
    if (name != NULL)
        *name = '\0';
}
