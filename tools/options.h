/*
 * options_: the options that the commands that search have in common, and the
 * solvers made to them.
 */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include <getopt.h>

#include "tools/monitor.h"
#include "tools/value.h"

struct options {
    struct board board;
    const char *engine; /* a name, or NULL: the default */
    const char *book;   /* a file; NULL: the built-in one for its board */
    bool no_book;
    uint64_t table_bytes; /* 0: auto */
    int threads;          /* 0: all that can be had */
    double seconds;       /* for a position; 0: any */
    uint64_t nodes;
    enum monitor_mode progress;
};

/* The options.  They set a struct options, which is the member 'options' of a
 * command's request. */
extern const struct command_option options_board[], options_table[],
    options_engine[], options_books[], options_limits[], options_progress[];

/* A group of a command whose request is a struct 'type', of one of the tables
 * above: OPTIONS_GROUP(board, struct gen). */
#define OPTIONS_GROUP(table, type)                                             \
    {                                                                          \
        .options = options_##table, .offset = offsetof(type, options)          \
    }

/* What getopt_long() returns for them; beyond what a command uses for its own.
 */
enum {
    OPTIONS_BOARD = 1000,
    OPTIONS_ENGINE,
    OPTIONS_BOOK,
    OPTIONS_NO_BOOK,
    OPTIONS_TABLE,
    OPTIONS_THREADS,
    OPTIONS_PROGRESS,
    OPTIONS_QUIET,
    OPTIONS_TIME_LIMIT,
    OPTIONS_NODE_LIMIT,
};

#define OPTIONS_COMMON                                                         \
    {"board", required_argument, NULL, OPTIONS_BOARD},                         \
        {"engine", required_argument, NULL, OPTIONS_ENGINE},                   \
        {"table", required_argument, NULL, OPTIONS_TABLE},                     \
        {"threads", required_argument, NULL, OPTIONS_THREADS},                 \
        {"progress", no_argument, NULL, OPTIONS_PROGRESS},                     \
    {                                                                          \
        "quiet", no_argument, NULL, OPTIONS_QUIET                              \
    }

#define OPTIONS_BOOKS                                                          \
    {"book", required_argument, NULL, OPTIONS_BOOK},                           \
    {                                                                          \
        "no-book", no_argument, NULL, OPTIONS_NO_BOOK                          \
    }

#define OPTIONS_LIMITS                                                         \
    {"time-limit", required_argument, NULL, OPTIONS_TIME_LIMIT},               \
    {                                                                          \
        "node-limit", required_argument, NULL, OPTIONS_NODE_LIMIT              \
    }

/* The lines of --help about them. */
#define OPTIONS_HELP                                                           \
    "      --board WxH    the size of the board (7x6), up to 12x9, 10x11, "    \
    "9x12\n"                                                                   \
    "      --engine NAME  the engine: fast (default), tutorial-12, "           \
    "tutorial-11\n"                                                            \
    "      --table SIZE   at most so much memory for its table: 64M, 1G; or\n" \
    "                     auto (default)\n"                                    \
    "      --threads N    on so many threads, fast only (default: all "        \
    "cores)\n"
#define OPTIONS_PROGRESS_HELP                                                  \
    "      --progress     show progress on stderr even if it is no terminal\n" \
    "      --quiet        show no progress\n"
#define OPTIONS_BOOKS_HELP                                                     \
    "      --book FILE    look early positions up in FILE, or in the book "    \
    "that\n"                                                                   \
    "                     is part of the program, 'builtin'\n"                 \
    "      --no-book      look up in none\n"
#define OPTIONS_LIMITS_HELP                                                    \
    "      --time-limit S stop a position after S seconds, and print bounds\n" \
    "                     of its score: 2..5; exit status 4\n"                 \
    "      --node-limit N the same after N nodes\n"

/* What they are before any is given. */
struct options options_default(void);

/*
 * Take what getopt_long() returned, if it is one of these.  Return false if it
 * is none, or is wrong, which is then reported; the caller ends with
 * cli_bad_option().
 */
bool options_take(struct options *options, int option);

/* The threads asked for, or all cores if the engine can use them. */
int options_threads(const struct options *options);

/* Whether the table is large enough for so many threads to be safe; if not,
 * that is reported, and returned what to exit with. */
enum cli_status options_check_table(const struct options *options, int threads);

/*
 * Create a solver with so many threads, and room for so many workers; or
 * report why not and return what to exit with.
 */
enum cli_status options_solver(const struct options *options, int threads,
                               int workers, struct solver **solver);
enum cli_status options_worker(const struct options *options,
                               struct solver *worker, struct solver **solver);

/* Open a book, or the built-in one if that is the name, or report why not and
 * return what to exit with. */
extern const char options_builtin_book[];
enum cli_status options_open_book(const char *path, struct book **book);

/* Start the monitor, or report why not and return what to exit with. */
enum cli_status options_monitor(const struct options *options);

#endif
