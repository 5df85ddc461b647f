#include "tools/serve/errors.h"

#include <stdarg.h>
#include <stdio.h>

bool server_refuse(struct server_error *error, int status, const char *format,
                   ...)
{
    va_list args;
    *error = (struct server_error){.status = status};
    va_start(args, format);
    vsnprintf(error->reason, sizeof error->reason, format, args);
    va_end(args);
    return false;
}

bool server_refuse_body(struct server_error *error, size_t max)
{
    return server_refuse(error, 413, "expected a body of at most %zu bytes",
                         max);
}

bool server_refuse_busy(struct server_error *error)
{
    return server_refuse(error, 503,
                         "too many questions are waiting; try again");
}

bool server_refuse_client(struct server_error *error, const char *what)
{
    return server_refuse(
        error, 429, "too many %s from your address; try again later", what);
}

bool server_refuse_search(struct server_error *error,
                          enum fourscore_status status)
{
    return server_refuse(error, 503, "%s",
                         status == FOURSCORE_BUSY
                             ? "too many different boards are in use; try again"
                             : fourscore_strstatus(status));
}

bool server_refuse_at(struct server_error *error, size_t at, const char *format,
                      ...)
{
    va_list args;
    *error = (struct server_error){.status = 400, .has_at = true, .at = at};
    va_start(args, format);
    vsnprintf(error->reason, sizeof error->reason, format, args);
    va_end(args);
    return false;
}
