/*
 * os_ errors: what an errno means, for people.
 *
 * Thread safety: any thread may call.
 */
#ifndef OS_ERROR_H
#define OS_ERROR_H

#include <stdbool.h>
#include <stddef.h>

/* Write the description of an errno to 'text', in English in every locale.
 * Returns false if it is not to be had. */
bool os_error_text(int number, char *text, size_t size);

#endif
