/*
 * server_text: bytes of a request, and what they say.
 */
#ifndef TOOLS_SERVE_TEXT_H
#define TOOLS_SERVE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct server_text {
    const char *bytes; /* not terminated */
    size_t length;
};

/* The bytes at the start of a text that are UTF-8. */
size_t server_text_utf8(struct server_text text);

bool server_text_is(struct server_text text, const char *word);

/* 1 for "1" or "true", 0 for "0" or "false", -1 for other texts. */
int server_text_flag(struct server_text text);

/* A whole number, without a sign or leading zeros, of at most 'max', which is
 * at most 10^18; -1 if the text is none. */
int64_t server_text_number(struct server_text text, int64_t max);

#endif
