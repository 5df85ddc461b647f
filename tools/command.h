/*
 * command_: commands described as data.
 *
 * The description of a command is what its arguments are read by, and what
 * its --help is printed from.  A command may have commands of its own: the
 * program is a command, whose commands are solve, bench and the others.
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
     * Set '*value' to what 'text' says, or report what is wrong with it and
     * return false.  'text' is NULL for an option without an argument.  The
     * macros of value.h set this and what it needs.
     */
    bool (*parse)(const struct command_option *option, const char *text,
                  void *value);
    size_t offset;                      /* of the value, see command_group */
    uint64_t min, max;                  /* of a number */
    const char *(*words)(int index);    /* the valid arguments; NULL beyond */
    const char *(*examples)(int index); /* or some of them, for completions */
    int constant;                       /* what a flag sets an enum to */

    char letter;         /* of the short option, or 0 */
    bool required;       /* the option must be given */
    bool several;        /* each one that is given counts, not only the last */
    const char *initial; /* the argument if it is not given, or NULL */
};

/* Options that --help shows together. */
struct command_group {
    const struct command_option *options; /* up to one without a name */
    size_t offset;       /* of the struct they set, in the command's request */
    const char *heading; /* or NULL */
    bool one_of;         /* at most one of them may be given */
};

enum { COMMAND_MAX_GROUPS = 8, COMMAND_MAX_OPTIONS = 63 };

/* What was given to a command beside the values of its options. */
struct arguments {
    const struct command *command;
    uint64_t given; /* a bit per option, in the order of command_option() */
    int count;      /* of operands */
    char **operands;
};

struct command {
    const char *name;
    const char *summary; /* for the list of commands */

    /* For --help: paragraphs before and after the options.  Text is wrapped,
     * but for lines that start with a blank. */
    const char *about, *notes;

    const struct command_group groups[COMMAND_MAX_GROUPS + 1];
    const struct command *const *commands; /* up to NULL; or NULL */

    const char *operands; /* for --help: "[FILE]..." */
    int min_operands, max_operands;
    const char *missing; /* the message if there are too few */

    /*
     * 'request' has 'request_bytes' bytes, which are 0 but for the values of
     * options.  A command that has commands is run for its options alone.
     */
    size_t request_bytes;
    enum cli_status (*run)(void *request, const struct arguments *arguments);
};

enum { COMMAND_ANY_OPERANDS = 0x7fffffff };

/*
 * Option number 'index' of a command, from 0, the last being --help; NULL
 * beyond.  '*group' is set to the option's group.
 */
const struct command_option *command_option(const struct command *command,
                                            int index,
                                            const struct command_group **group);

/* List the arguments an option takes, "moves, diagram or key", in 'text', of
 * 'size' bytes, and return it. */
const char *command_words(const struct command_option *option, char *text,
                          size_t size);

/* Whether an option was given; it is one of the command's. */
bool command_given(const struct arguments *arguments, const char *option);

/* An option that was given and is not in 'allowed', which ends with NULL; or
 * NULL if there is none. */
const char *command_given_other(const struct arguments *arguments,
                                const char *const *allowed);

/*
 * Run a command, or the one of its commands that is the first operand.
 * 'argv[0]' is the command's name with those above it: "fourscore book build".
 */
enum cli_status command_run(const struct command *command, int argc,
                            char **argv);

/* Print what --help says; 'path' is what argv[0] was. */
void command_print_help(const struct command *command, const char *path);

#endif
