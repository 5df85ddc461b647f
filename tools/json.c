#include "tools/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *json_bytes(const char *bytes, size_t length)
{
    static const char replacement[] = "\xef\xbf\xbd";
    enum { REPLACEMENT_LENGTH = sizeof replacement - 1 };
    json_t *string = json_stringn(bytes, length);
    if (string != NULL)
        return string;

    char *valid = malloc(length * REPLACEMENT_LENGTH + 1);
    if (valid == NULL)
        return NULL;
    size_t size = 0;
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)bytes[i] < 0x80) {
            valid[size++] = bytes[i];
        } else {
            memcpy(valid + size, replacement, REPLACEMENT_LENGTH);
            size += REPLACEMENT_LENGTH;
        }
    }
    string = json_stringn(valid, size);
    free(valid);
    return string;
}

static bool incomplete; /* something could not be added */

void json_add(json_t *object, const char *name, json_t *value)
{
    if (json_object_set_new(object, name, value) != 0)
        incomplete = true;
}

void json_append(json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0)
        incomplete = true;
}

enum cli_status json_print(json_t *value, size_t flags)
{
    char *text = incomplete ? NULL : json_dumps(value, flags);
    json_decref(value);
    incomplete = false;
    if (text == NULL) {
        cli_error("out of memory");
        return CLI_FAILURE;
    }
    puts(text);
    free(text);
    return CLI_OK;
}
