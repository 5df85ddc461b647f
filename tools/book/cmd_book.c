/* fourscore book: make, check and read books of early positions. */
#include <stddef.h>

#include "tools/command.h"

extern const struct command cmd_book_build, cmd_book_list, cmd_book_add,
    cmd_book_info, cmd_book_verify, cmd_book_lookup, cmd_book_export,
    cmd_book_diff;

static const struct command *const commands[] = {
    &cmd_book_build,  &cmd_book_list,   &cmd_book_add,
    &cmd_book_info,   &cmd_book_verify, &cmd_book_lookup,
    &cmd_book_export, &cmd_book_diff,   NULL};

const struct command cmd_book = {
    .name = "book",
    .summary = "make, check and read books of early positions",
    .about = "Make, check and read books.  A book has the scores of all "
             "positions up to a number of plies.  BOOK is a file, or 'builtin' "
             "for the built-in book.",
    .notes = "'fourscore book COMMAND --help' describes a command.",
    .commands = commands,
};
