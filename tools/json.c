#include "tools/json.h"

#include <stdio.h>
#include <stdlib.h>

enum cli_status json_print(json_t *value, size_t flags)
{
    size_t length;
    char *text = json_text(value, flags, &length);
    if (text == NULL) {
        cli_error("out of memory");
        return CLI_FAILURE;
    }
    puts(text);
    free(text);
    return CLI_OK;
}
