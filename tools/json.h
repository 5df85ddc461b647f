/* json_: what jansson leaves to its callers. */
#ifndef TOOLS_JSON_H
#define TOOLS_JSON_H

#include <stddef.h>

#include <jansson.h>

/*
 * Any bytes as a new JSON string: where they are not UTF-8, every byte beyond
 * ASCII becomes a replacement character.  NULL if out of memory.
 */
json_t *json_bytes(const char *bytes, size_t length);

/* Print a value on a line of its own, and let it go. */
void json_print(json_t *value, size_t flags);

#endif
