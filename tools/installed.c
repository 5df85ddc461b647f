#include "tools/installed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "datadir.inc" /* written by the build */

/* Write the folder of the program to 'path'. */
static void find_program(char path[INSTALLED_PATH_SIZE])
{
    ssize_t length = readlink("/proc/self/exe", path, INSTALLED_PATH_SIZE - 1);
    path[length > 0 ? length : 0] = '\0';
    char *name = strrchr(path, '/');
    if (name != NULL)
        *name = '\0';
}

const char *installed_find(const char *beside, const char *installed,
                           char path[INSTALLED_PATH_SIZE])
{
    char program[INSTALLED_PATH_SIZE], joined[INSTALLED_PATH_SIZE];
    find_program(program);
    snprintf(joined, sizeof joined, "%.3000s/%s", program, beside);
    if (realpath(joined, path) != NULL)
        return path;
    snprintf(joined, sizeof joined, "%s/%s", DATADIR, installed);
    return realpath(joined, path);
}

const char *installed_find_book(char path[INSTALLED_PATH_SIZE])
{
    return installed_find("../book/7x6-10.book", "7x6-10.book", path);
}

void installed_choose_book(struct options *options,
                           char path[INSTALLED_PATH_SIZE])
{
    if (options->book == NULL && !options->no_book &&
        options->board.width == 7 && options->board.height == 6)
        options->book = installed_find_book(path);
}
