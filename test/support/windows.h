/* What the unit tests call and Windows lacks. */
#ifndef TEST_SUPPORT_WINDOWS_H
#define TEST_SUPPORT_WINDOWS_H

#include <stdlib.h>

static inline int setenv(const char *name, const char *value, int replace)
{
    return replace || getenv(name) == NULL ? _putenv_s(name, value) : 0;
}

static inline int unsetenv(const char *name)
{
    return _putenv_s(name, "");
}

/* For free(); malloc() aligns to 16 bytes. */
static inline void *aligned_alloc(size_t alignment, size_t size)
{
    return alignment <= 16 ? malloc(size) : NULL;
}

#endif
