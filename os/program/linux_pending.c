#include <stdio_ext.h>

#include "os/program/program.h"

size_t os_pending(FILE *stream)
{
    return __fpending(stream);
}
