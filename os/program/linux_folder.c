#include <string.h>
#include <unistd.h>

#include "os/program/program.h"

void os_find_program(const char *name)
{
    (void)name;
}

void os_program_folder(char folder[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    folder[length > 0 ? length : 0] = '\0';
    char *name = strrchr(folder, '/');
    if (name != NULL)
        *name = '\0';
}
