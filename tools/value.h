/*
 * value_: the arguments of options as values.
 */
#ifndef TOOLS_VALUE_H
#define TOOLS_VALUE_H

#include "tools/command.h"

/* The size of a board. */
struct value_board {
    int width, height;
};

/* Whether there is a board of this size; whether it is 7x6. */
bool value_is_board(struct value_board board);
bool value_is_default(struct value_board board);

typedef bool value_parser(const struct command_option *option, const char *text,
                          void *value);

value_parser value_flag, value_text, value_int, value_number, value_count,
    value_seconds, value_size_of_board;

/*
 * The value of an option: 'member' of the command's request, which is a struct
 * 'type'.  Its type says how the argument is read:
 *
 *   bool                true if the option is given
 *   int, an enum        'constant' if there is no argument; the index of one of
 *                       the words; or a number from 'min' to 'max'
 *   uint64_t            a number from 'min' to 'max'; without 'max' bytes: or
 *                       K, M, G, T of 1024 each, which can have decimals
 *   cli_count           a number from 1 to 2^127
 *   double              seconds above 0, which can have decimals
 *   struct value_board  "7x6" or "7X6"
 *   const char *        one of the words; or any text
 */
#define VALUE(type, member)                                                    \
    .parse = _Generic(((type *)0)->member, bool                                \
                      : value_flag, int                                        \
                      : value_int, unsigned                                    \
                      : value_int, uint64_t                                    \
                      : value_number, cli_count                                \
                      : value_count, double                                    \
                      : value_seconds, struct value_board                      \
                      : value_size_of_board, const char *                      \
                      : value_text),                                           \
    .offset = offsetof(type, member)

#endif
