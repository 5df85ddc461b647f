/* Paths of temporary files and folders. */
#ifndef TEST_UNIT_TEMPORARY_H
#define TEST_UNIT_TEMPORARY_H

#include <stdio.h>
#include <stdlib.h>

#include "test/unit/test.h"

enum { PATH_SIZE = 512 };

/* A name for mkdtemp() or mkstemp(). */
static inline char *temporary(char path[PATH_SIZE])
{
    const char *folder = getenv("TMPDIR");
    int length = snprintf(path, PATH_SIZE, "%s/fourscore-XXXXXX",
                          folder != NULL && *folder != '\0' ? folder : "/tmp");
    assert_in_range(length, 1, PATH_SIZE - 200);
    return path;
}

#endif
