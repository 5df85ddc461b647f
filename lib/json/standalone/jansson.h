/*
 * What the program uses of jansson, for builds without libraries: values are
 * made and printed.  Names, results and texts are those of jansson; but a value
 * has one owner.
 */
#ifndef LIB_JSON_STANDALONE_JANSSON_H
#define LIB_JSON_STANDALONE_JANSSON_H

#include <stdbool.h>
#include <stddef.h>

typedef struct json_t json_t;
typedef long long json_int_t;

#define JSON_INDENT(n) ((size_t)(n))
#define JSON_COMPACT ((size_t)0x20)
#define JSON_REAL_PRECISION(n) ((size_t)(n) << 11)

/* Each returns NULL if out of memory, or if the number or the text cannot be
 * JSON: not finite, not UTF-8. */
json_t *json_object(void);
json_t *json_array(void);
json_t *json_integer(json_int_t number);
json_t *json_real(double number);
json_t *json_null(void);
json_t *json_boolean(bool value);
json_t *json_string(const char *text);
json_t *json_stringn(const char *text, size_t length);
json_t *json_sprintf(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
#define json_false() json_boolean(false)

/* Add a value, at the end.  Returns 0; or -1 after releasing the value, if
 * either is NULL or memory runs out. */
int json_object_set_new(json_t *object, const char *name, json_t *value);
int json_array_append_new(json_t *array, json_t *value);

/* Release a value; NULL is nothing. */
void json_decref(json_t *value);

/* Write the text to 'buffer' as far as it fits, without a 0, and return its
 * length; 0 if memory runs out. */
size_t json_dumpb(const json_t *value, char *buffer, size_t size, size_t flags);

#endif
