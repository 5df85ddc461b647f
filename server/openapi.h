/* server_openapi: the description of the interface, server/openapi.json. */
#ifndef SERVER_OPENAPI_H
#define SERVER_OPENAPI_H

#include <stddef.h>

extern const char server_openapi[];
extern const size_t server_openapi_length;

#endif
