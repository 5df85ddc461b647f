/*
 * json_: JSON that is printed whole or not at all.
 *
 * A value is put together with json_add() and json_append() and then printed.
 * If memory runs out on the way, json_print() says so and prints nothing.
 *
 * One thread at a time may put a value together.
 */
#ifndef TOOLS_JSON_H
#define TOOLS_JSON_H

#include <stddef.h>

#include <jansson.h>

#include "tools/cli.h"

/*
 * Any bytes as a new JSON string: where they are not UTF-8, every byte beyond
 * ASCII becomes a replacement character.  NULL if out of memory.
 */
json_t *json_bytes(const char *bytes, size_t length);

/* Add a new value to an object or an array, either of which may be NULL where
 * memory ran out. */
void json_add(json_t *object, const char *name, json_t *value);
void json_append(json_t *array, json_t *value);

/* Print an object or an array on a line of its own, and release it.  Returns
 * CLI_FAILURE, which is reported, if memory ran out since the last call. */
enum cli_status json_print(json_t *value, size_t flags);

#endif
