/*
 * command_: commands described as data.
 * value_: the arguments of their options as values.
 *
 * The arguments of a command are parsed, and its --help is printed, from its
 * description.  A command may have subcommands: the program is a command with
 * the subcommands solve, bench and the others.
 */
#ifndef TOOLS_COMMAND_H
#define TOOLS_COMMAND_H

#include <stddef.h>

#include "tools/cli.h"

struct command_option {
    const char *name;     /* of the long option, without dashes */
    const char *argument; /* FILE, N, SECONDS; NULL if it takes none */
    const char *help;

    /*
     * Parse 'text' and set '*value', or report the error and return false.
     * 'text' is NULL for an option without an argument.  VALUE() sets this
     * member and 'offset'.
     */
    bool (*parse)(const struct command_option *option, const char *text,
                  void *value);
    size_t offset;            /* of the value in the command's request */
    uint64_t min, max;        /* of a number */
    const char *const *words; /* the valid arguments, which end with NULL; or */
    const char *(*list)(int index); /* a list of them, which does so */

    const char *heading; /* --help prints it above; or NULL */
    const char *with;    /* an option that must be given, too; or NULL */
    const char *initial; /* the default argument, or NULL */
    int constant;        /* what a flag sets an enum to */
    int one_of;          /* unless 0: options with this number exclude each
                            other */
    char letter;         /* of the short option, or 0 */
    bool required;       /* the option must be given */
};

enum { COMMAND_MAX_TABLES = 10, COMMAND_MAX_OPTIONS = 63 };

/* The arguments of a command, except for the values of its options. */
struct arguments {
    const struct command *command;
    uint64_t given; /* a bit per option, in the order of command_option() */
    int count;      /* of operands */
    char **operands;
};

struct command {
    const char *name;
    const char *summary; /* for the list of commands; or NULL, if absent */

    /* For --help: paragraphs before and after the options.  Text is wrapped,
     * except for lines that start with a blank. */
    const char *about, *notes;
    const char *absent; /* why it cannot be run here, or NULL */

    /* Tables of options; each ends with an option without a name. */
    const struct command_option *options[COMMAND_MAX_TABLES + 1];
    const struct command *const *commands; /* ends with NULL; or NULL */

    const char *operands; /* as --help shows them: "FILE [MOVES]" are one or
                             two, "[FILE]..." any number; NULL: none */
    const char *missing;  /* the message if there are too few */

    /*
     * 'request' has 'request_bytes' bytes, which are 0 except for the values of
     * options.  A command with subcommands is run only if no subcommand is
     * given.
     */
    size_t request_bytes;
    enum cli_status (*run)(void *request, const struct arguments *arguments);
};

/* Option number 'index' of a command, from 0; the last one is --help; NULL past
 * the last. */
const struct command_option *command_option(const struct command *command,
                                            int index);

/* Word number 'index' of those that are valid for an option, from 0; NULL past
 * the last, and if any text is valid. */
const char *command_word(const struct command_option *option, int index);

/* Write the valid arguments of an option, "moves, diagram or key", to 'text',
 * of 'size' bytes, and return it. */
const char *command_words(const struct command_option *option, char *text,
                          size_t size);

/* Whether an option was given.  Requires that the command has the option. */
bool command_given(const struct arguments *arguments, const char *option);

/* An option that was given and is not in 'allowed', which ends with NULL; or
 * NULL if there is none. */
const char *command_given_other(const struct arguments *arguments,
                                const char *const *allowed);

/*
 * Run a command, or its subcommand that the first operand names.  'argv[0]' is
 * the full name of the command: "fourscore book build".
 */
MUST_CHECK enum cli_status command_run(const struct command *command, int argc,
                                       char **argv);

/*
 * End the program with a status, as command_main() does after a command that
 * returns it; nothing is freed or closed.  For what is found before the work
 * begins, or if memory runs out: no other thread prints, and no file is being
 * written.  command_need() goes on if the status is CLI_OK.  The others report
 * first: as cli_fail() and as cli_usage_error().
 */
void command_stop(enum cli_status status) __attribute__((noreturn));
void command_need(enum cli_status status);
#define command_fail(...) command_stop(cli_fail(__VA_ARGS__))
#define command_refuse(...) command_stop(cli_usage_error(__VA_ARGS__))

/* Zeros for 'count' items of 'size' bytes; without memory for them, end the
 * program. */
void *command_memory(size_t count, size_t size);

/* All that main() does: run the command 'path' with the arguments of main().
 * Returns the exit status. */
int command_main(const struct command *command, const char *path, int argc,
                 char **argv);

/* ------------------------------------------------------------------- values */

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
    value_time, value_size_of_board;

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
                      : value_time, struct value_board                      \
                      : value_size_of_board, const char *                      \
                      : value_text),                                           \
    .offset = offsetof(type, member)

#endif
