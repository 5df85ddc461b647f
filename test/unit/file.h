/* Files that tests read and change, names of temporary ones, and saved tables.
 */
#ifndef TEST_UNIT_FILE_H
#define TEST_UNIT_FILE_H

#include "test/unit/test.h"

#include <dirent.h>
#include <stdlib.h>

#include "book/checksum.h"

struct file {
    uint8_t bytes[256 << 10];
    size_t size;
};

static inline struct file read_file(const char *name)
{
    struct file read = {.size = 0};
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    read.size = fread(read.bytes, 1, sizeof read.bytes, file);
    assert_true(feof(file));
    fclose(file);
    return read;
}

/* "." and ".." are two of them. */
static inline long count_entries(const char *folder)
{
    DIR *entries = opendir(folder);
    long count = 0;
    assert_non_null(entries);
    /* cppcheck-suppress readdirCalled ; in one thread */
    while (readdir(entries) != NULL)
        count++;
    closedir(entries);
    return count;
}

/* Correct the checksum at the end of a certificate. */
static inline void put_checksum(uint8_t *bytes, size_t size)
{
    uint32_t sum = book_checksum(0, bytes, size - 4);
    for (size_t i = 0; i < 4; i++)
        bytes[size - 4 + i] = (uint8_t)(sum >> (24 - 8 * i));
}

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

/* A saved table in memory, of which at most 'end' bytes are written. */
struct saved {
    char *bytes;
    size_t size, at, end;
};

static inline int write_saved(void *context, const void *part, size_t size)
{
    struct saved *saved = context;
    if (size > saved->end - saved->size)
        return 0;
    assert_true(size <= 1 << 20);
    memcpy(saved->bytes + saved->size, part, size);
    saved->size += size;
    return 1;
}

static inline size_t read_saved(void *context, void *part, size_t size)
{
    struct saved *saved = context;
    size_t left = saved->size - saved->at;
    size = size < left ? size : left;
    memcpy(part, saved->bytes + saved->at, size);
    saved->at += size;
    return size;
}

#endif
