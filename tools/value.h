/*
 * value_: what reads the arguments of options.
 *
 * The macros complete a row of a table of struct command_option: the value goes
 * into 'member' of a struct 'type'.  A member of the wrong type does not
 * compile.
 */
#ifndef TOOLS_VALUE_H
#define TOOLS_VALUE_H

#include "tools/command.h"

typedef bool value_parse(const struct command_option *option, const char *text,
                         void *value);

value_parse value_flag, value_constant, value_text, value_word, value_index,
    value_number, value_int, value_count, value_size, value_seconds,
    value_board;

#define VALUE_AT(type, member, ...)                                            \
    .parse = _Generic(((type *)0)->member, __VA_ARGS__),                       \
    .offset = offsetof(type, member)

/* bool: true if the option is given. */
#define VALUE_FLAG(type, member) VALUE_AT(type, member, bool : value_flag)

/* An enum: a constant if the option is given. */
#define VALUE_CONSTANT(type, member, value)                                    \
    VALUE_AT(type, member, int                                                 \
             : value_constant, unsigned                                        \
             : value_constant),                                                \
        .constant = (value)

/* const char *: the argument as it is. */
#define VALUE_TEXT(type, member)                                               \
    VALUE_AT(type, member, const char * : value_text)

/* One of the words that a function lists; const char *: the word, an enum: its
 * index. */
#define VALUE_WORD(type, member, list)                                         \
    VALUE_AT(type, member, const char *: value_word, int: value_index,         \
             unsigned: value_index),                                           \
        .words = (list)

/* int or uint64_t: a number from 'low' to 'high'. */
#define VALUE_NUMBER(type, member, low, high)                                  \
    VALUE_AT(type, member, int                                                 \
             : value_int, uint64_t                                             \
             : value_number),                                                  \
        .min = (low), .max = (high)

/* tt_count: a number from 1 to TT_MAX_KEYS. */
#define VALUE_COUNT(type, member) VALUE_AT(type, member, tt_count : value_count)

/* uint64_t: a number of bytes, or of K, M, G, T of 1024 each. */
#define VALUE_SIZE(type, member) VALUE_AT(type, member, uint64_t : value_size)

/* double: a positive number of seconds. */
#define VALUE_SECONDS(type, member)                                            \
    VALUE_AT(type, member, double : value_seconds)

/* struct board: "7x6". */
#define VALUE_BOARD(type, member)                                              \
    VALUE_AT(type, member, struct board : value_board)

#endif
