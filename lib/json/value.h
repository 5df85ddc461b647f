/*
 * json_: answers as JSON, for tools/.
 *
 * A value is whole, or NULL if memory ran out for it or for a part of it.
 */
#ifndef LIB_JSON_VALUE_H
#define LIB_JSON_VALUE_H

#include <stddef.h>

#include <jansson.h>

/* Add a new value to an object or an array.  If either is NULL, release both
 * and set '*object' or '*array' to NULL. */
void json_add(json_t **object, const char *name, json_t *value);
void json_append(json_t **array, json_t *value);

/* Any bytes as a string.  If they are not UTF-8, every byte beyond ASCII
 * becomes a replacement character. */
json_t *json_bytes(const char *bytes, size_t length);

/* The text of an object or an array, to be freed, and its length; the value is
 * released.  Returns NULL if memory runs out. */
char *json_text(json_t *value, size_t flags, size_t *length);

#endif
