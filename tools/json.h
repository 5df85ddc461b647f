/*
 * json_: JSON that is printed whole or not at all.
 *
 * json_add() and json_append() build a value, and json_print() prints it.  If
 * memory runs out while a value is built, json_print() reports this and prints
 * nothing.
 *
 * One thread at a time may build a value.
 */
#ifndef TOOLS_JSON_H
#define TOOLS_JSON_H

#include <stddef.h>

#include <jansson.h>

#include "tools/cli.h"

/*
 * Returns any bytes as a new JSON string.  If they are not UTF-8, every byte
 * beyond ASCII becomes a replacement character.  Returns NULL if out of memory.
 */
json_t *json_bytes(const char *bytes, size_t length);

/* Add a new value to an object or an array.  Both may be NULL: out of memory.
 */
void json_add(json_t *object, const char *name, json_t *value);
void json_append(json_t *array, json_t *value);

/* Print an object or an array on a line of its own, and release it.  If memory
 * ran out since the last call, reports this and returns CLI_FAILURE. */
enum cli_status json_print(json_t *value, size_t flags);

#endif
