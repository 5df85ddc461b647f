#include "lib/json/value.h"

#include <stdlib.h>
#include <string.h>

/* Release a value to which something could not be added. */
static void drop(json_t **value)
{
    json_decref(*value);
    *value = NULL;
}

void json_add(json_t **object, const char *name, json_t *value)
{
    if (json_object_set_new(*object, name, value) != 0)
        drop(object);
}

void json_append(json_t **array, json_t *value)
{
    if (json_array_append_new(*array, value) != 0)
        drop(array);
}

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

/* json_dumps() may lose a quotation mark when its buffer cannot grow.  These
 * buffers do not grow, and the first one has room for most texts. */
char *json_text(json_t *value, size_t flags, size_t *length)
{
    char start[1024];
    *length = json_dumpb(value, start, sizeof start, flags);
    char *text = *length == 0 ? NULL : malloc(*length + 1);
    if (text != NULL && *length <= sizeof start) {
        memcpy(text, start, *length);
    } else if (text != NULL &&
               json_dumpb(value, text, *length, flags) != *length) {
        free(text);
        text = NULL;
    }
    if (text != NULL)
        text[*length] = '\0';
    json_decref(value);
    return text;
}
