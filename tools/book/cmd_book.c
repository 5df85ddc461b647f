/* fourscore book: make, check and read books of early positions. */
#include "tools/book/book.h"

static const struct command_option depth_options[] = {
    {"depth", "N", "plies of the book, 0 to 24",
     VALUE(struct book_options, depth), .max = BOOK_MAX_DEPTH,
     .required = true},
    {0},
};

static const struct command_option journal_options[] = {
    {"journal", "FILE",
     "the file of the scores found so far, one POSITION SCORE a line",
     VALUE(struct book_options, journal)},
    {0},
};

static const struct command_option build_options[] = {
    {"output", "FILE", "write the book to FILE",
     VALUE(struct book_options, output), .letter = 'o'},
    {"from-text", "FILE", "read the scores from FILE, the output of 'export'",
     VALUE(struct book_options, from_text)},
    {"sample", "N", "the number of positions to search again",
     VALUE(struct book_options, sample), .max = UINT32_MAX, .initial = "100"},
    {"seed", "N", "seed of the random sample", VALUE(struct book_options, seed),
     .max = UINT64_MAX, .initial = "1"},
    {0},
};

static const struct command build = {
    .name = "build",
    .summary =
        "solve the positions that are not in the journal, and make a book",
    .about = "Solve the positions of N plies that are not in the journal, "
             "compute the scores of positions of fewer plies from them, and "
             "search a random sample of all positions again.",
    .options = {depth_options, journal_options, build_options, options_board,
                options_table, options_engine, options_progress},
    .request_bytes = sizeof(struct book_options),
    .run = cmd_book_build,
};

static const struct command list = {
    .name = "list",
    .summary = "print the positions that are not in the journal",
    .about = "Print the positions of N plies that are not in the journal, as "
             "input for 'fourscore solve'.",
    .options = {depth_options, journal_options, options_board},
    .request_bytes = sizeof(struct book_options),
    .run = cmd_book_list,
};

static const struct command_option add_options[] = {
    {"journal", "FILE", "the journal", VALUE(struct book_options, journal),
     .required = true},
    {0},
};

static const struct command add = {
    .name = "add",
    .summary = "add lines POSITION SCORE to the journal",
    .about = "Add lines POSITION SCORE, the output of 'fourscore solve', from "
             "FILEs or stdin to the journal.",
    .options = {depth_options, add_options, options_board},
    .operands = "[FILE]...",
    .max_operands = COMMAND_ANY_OPERANDS,
    .request_bytes = sizeof(struct book_options),
    .run = cmd_book_add,
};

static const char book_is_missing[] = "BOOK is missing";

static const struct command info = {
    .name = "info",
    .summary =
        "print the header and the numbers of won, drawn and lost positions",
    .about = "Print the header of a book and, for each ply, the number of "
             "positions that are won, drawn and lost.",
    .operands = "BOOK",
    .min_operands = 1,
    .max_operands = 1,
    .missing = book_is_missing,
    .request_bytes = sizeof(struct book_options),
    .run = cmd_book_info,
};

static const struct command_option verify_options[] = {
    {"consistent", NULL,
     "with --sample, also check that each score follows from the scores of the "
     "moves",
     VALUE(struct book_options, consistent)},
    {"sample", "N", "search a random sample of N positions again",
     VALUE(struct book_options, sample), .max = UINT32_MAX},
    {"seed", "N", "seed of the random sample", VALUE(struct book_options, seed),
     .max = UINT64_MAX, .initial = "1"},
    {0},
};

static const struct command verify = {
    .name = "verify",
    .summary = "check that a book is complete and its scores are right",
    .about = "Check that no position is missing, and that each score follows "
             "from the scores of the moves.  With --sample, search a random "
             "sample of the positions again instead of the second check.",
    .options = {verify_options, options_table, options_engine,
                options_progress},
    .operands = "BOOK",
    .min_operands = 1,
    .max_operands = 1,
    .missing = book_is_missing,
    .request_bytes = sizeof(struct book_options),
    .run = cmd_book_verify,
};

static const struct command lookup = {
    .name = "lookup",
    .summary = "print the scores of given positions",
    .about = "Read positions from FILEs or stdin and print their scores, as "
             "'fourscore solve' does.",
    .operands = "BOOK [FILE]...",
    .min_operands = 1,
    .max_operands = COMMAND_ANY_OPERANDS,
    .missing = book_is_missing,
    .request_bytes = sizeof(struct book_options),
    .run = cmd_book_lookup,
};

static const struct command export = {
    .name = "export",
    .summary = "print all positions with their scores",
    .about = "Print all positions of a book with their scores, ply by ply.",
    .operands = "BOOK",
    .min_operands = 1,
    .max_operands = 1,
    .missing = book_is_missing,
    .request_bytes = sizeof(struct book_options),
    .run = cmd_book_export,
};

static const struct command diff = {
    .name = "diff",
    .summary = "print the positions whose scores differ",
    .about = "Print the positions whose scores differ between two books, with "
             "both scores.",
    .operands = "BOOK BOOK",
    .min_operands = 2,
    .max_operands = 2,
    .missing = book_is_missing,
    .request_bytes = sizeof(struct book_options),
    .run = cmd_book_diff,
};

static const struct command *const commands[] = {
    &build, &list, &add, &info, &verify, &lookup, &export, &diff, NULL,
};

const struct command cmd_book = {
    .name = "book",
    .summary = "make, check and read books of early positions",
    .about = "Make, check and read books.  A book has the scores of all "
             "positions up to a number of plies.  BOOK is a file, or 'builtin' "
             "for the built-in book.",
    .notes = "'fourscore book COMMAND --help' describes a command.",
    .commands = commands,
};
