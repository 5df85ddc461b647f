#include "tools/serve/openapi.h"

const char server_openapi[] = {
#include "tools/serve/openapi.inc"
};

const size_t server_openapi_length = sizeof server_openapi;
