#include "server/openapi.h"

const char server_openapi[] = {
#include "server/openapi.inc"
};

const size_t server_openapi_length = sizeof server_openapi;
