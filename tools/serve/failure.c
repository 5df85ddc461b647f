#include "tools/serve/failure.h"

#include <stdarg.h>
#include <stdio.h>

bool server_fail(struct server_failure *failure, enum server_fault fault,
                 const char *format, ...)
{
    va_list args;
    failure->fault = fault;
    va_start(args, format);
    vsnprintf(failure->reason, sizeof failure->reason, format, args);
    va_end(args);
    return false;
}
