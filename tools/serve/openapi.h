/* server_openapi: the description of the interface, tools/serve/openapi.json.
 */
#ifndef TOOLS_SERVE_OPENAPI_H
#define TOOLS_SERVE_OPENAPI_H

#include <stddef.h>

extern const char server_openapi[];
extern const size_t server_openapi_length;

#endif
