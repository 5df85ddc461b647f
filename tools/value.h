/*
 * value_: parsers for the arguments of options.
 *
 * The macros complete a row of a table of struct command_option.  The value is
 * stored in 'member' of a struct 'type'.  A member of the wrong type does not
 * compile.
 */
#ifndef TOOLS_VALUE_H
#define TOOLS_VALUE_H

#include "tools/command.h"

/* The size of a board. */
struct value_board {
    int width, height;
};

/* Whether there is a board of this size. */
bool value_is_board(struct value_board board);

typedef bool value_parser(const struct command_option *option, const char *text,
                          void *value);

value_parser value_flag, value_constant, value_text, value_word, value_index,
    value_number, value_int, value_count, value_size, value_seconds,
    value_size_of_board;

/* Types cannot be in parentheses.  NOLINTBEGIN(bugprone-macro-parentheses) */
#define VALUE_OF(struct_type, member, type, parser)                            \
    .parse = _Generic(((struct_type *)0)->member, type                         \
                      : parser),                                               \
    .offset = offsetof(struct_type, member)

#define VALUE_OF_EITHER(struct_type, member, type, parser, type_2, parser_2)   \
    .parse = _Generic(((struct_type *)0)->member, type                         \
                      : parser, type_2                                         \
                      : parser_2),                                             \
    .offset = offsetof(struct_type, member)
/* NOLINTEND(bugprone-macro-parentheses) */

/* bool: true if the option is given. */
#define VALUE_FLAG(type, member) VALUE_OF(type, member, bool, value_flag)

/* An enum: a constant if the option is given. */
#define VALUE_CONSTANT(type, member, value)                                    \
    VALUE_OF_EITHER(type, member, int, value_constant, unsigned,               \
                    value_constant),                                           \
        .constant = (value)

/* const char *: the argument as it is. */
#define VALUE_TEXT(type, member)                                               \
    VALUE_OF(type, member, const char *, value_text)

/* const char *: one of the words that a function lists. */
#define VALUE_WORD(type, member, list)                                         \
    VALUE_OF(type, member, const char *, value_word), .words = (list)

/* int or an enum: the index of one of these words. */
#define VALUE_INDEX(type, member, list)                                        \
    VALUE_OF_EITHER(type, member, int, value_index, unsigned, value_index),    \
        .words = (list)

/* int or uint64_t: a number from 'low' to 'high'. */
#define VALUE_NUMBER(type, member, low, high)                                  \
    VALUE_OF_EITHER(type, member, int, value_int, uint64_t, value_number),     \
        .min = (low), .max = (high)

/* cli_count: a number from 1 to 2^127. */
#define VALUE_COUNT(type, member) VALUE_OF(type, member, cli_count, value_count)

/* uint64_t: a number of bytes; or of K, M, G, T of 1024 each, which can have
 * decimals and is rounded down to bytes. */
#define VALUE_SIZE(type, member) VALUE_OF(type, member, uint64_t, value_size)

/* double: a number of seconds above 0, which can have decimals. */
#define VALUE_SECONDS(type, member)                                            \
    VALUE_OF(type, member, double, value_seconds)

/* struct value_board: "7x6" or "7X6". */
#define VALUE_BOARD(type, member)                                              \
    VALUE_OF(type, member, struct value_board, value_size_of_board)

#endif
