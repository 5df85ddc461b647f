#include "tools/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "lib/fourscore.h"
#include "os/machine.h"

static bool parse_table(const struct command_option *option, const char *text,
                        void *value)
{
    struct options *options = value;
    options->table_bytes = 0;
    return strcmp(text, "auto") == 0 ||
           value_size(option, text, &options->table_bytes);
}

static bool parse_book(const struct command_option *option, const char *text,
                       void *value)
{
    struct options *options = value;
    (void)option;
    options->book = text;
    options->no_book = text == NULL;
    return true;
}

const char *options_board_example(int index)
{
    static const char *const boards[] = {"7x6", "5x5", "6x5", "6x6",  "7x7",
                                         "8x7", "8x8", "9x7", "10x7", NULL};
    return boards[index];
}

static const char *table_example(int index)
{
    static const char *const sizes[] = {"auto", "64M", "256M", "1G", NULL};
    return sizes[index];
}

const struct command_option options_board[] = {
    {"board", "WxH", "the size of the board, up to 12x9, 10x11, 9x12",
     VALUE_BOARD(struct options, board), .examples = options_board_example,
     .initial = "7x6"},
    {0},
};

const struct command_option options_table[] = {
    {"table", "SIZE",
     "maximum memory for the table, such as 64M or 1G, or auto",
     .parse = parse_table, .examples = table_example, .initial = "auto"},
    {0},
};

const struct command_option options_engine[] = {
    {"engine", "NAME", "the engine",
     VALUE_WORD(struct options, engine, solver_engine), .initial = "fast"},
    {"threads", "N",
     "the number of threads; more than 1 with fast only (all cores)",
     VALUE_NUMBER(struct options, threads, 1, FOURSCORE_MAX_THREADS)},
    {0},
};

const struct command_option options_books[] = {
    {"book", "FILE",
     "look up early positions in the book FILE, or in the built-in book, "
     "'builtin'",
     .parse = parse_book},
    {"no-book", NULL, "use no book", .parse = parse_book},
    {0},
};

const struct command_option options_limits[] = {
    {"time-limit", "SECONDS",
     "stop the search of a position after SECONDS, and print bounds of its "
     "score, such as 2..5; exit status 4",
     VALUE_SECONDS(struct options, seconds)},
    {"node-limit", "N", "stop the search of a position after N nodes",
     VALUE_NUMBER(struct options, nodes, 1, UINT64_MAX)},
    {0},
};

const struct command_option options_progress[] = {
    {"progress", NULL, "show progress on stderr even if it is not a terminal",
     VALUE_CONSTANT(struct options, progress, MONITOR_ALWAYS)},
    {"quiet", NULL, "show no progress",
     VALUE_CONSTANT(struct options, progress, MONITOR_NEVER)},
    {0},
};

int options_threads(const struct options *options)
{
    if (options->threads > 0)
        return options->threads;
    if (!solver_is_parallel(options->engine))
        return 1;
    int cores = os_machine("").cores;
    return cores < FOURSCORE_MAX_THREADS ? cores : FOURSCORE_MAX_THREADS;
}

static const char *engine_name(const struct options *options)
{
    return options->engine != NULL ? options->engine : solver_engine(0);
}

static enum cli_status report_unsafe_table(const struct options *options,
                                           int threads)
{
    char size[CLI_BYTES_SIZE];
    uint64_t min =
        solver_min_table_bytes(options->board, options->engine, threads);

    return cli_usage_error("--table: with %ju %s two positions could be "
                           "confused; the safe minimum for a board of %dx%d, "
                           "engine %s, %d %s is %ju bytes: use --table %s",
                           (uintmax_t)options->table_bytes,
                           cli_plural(options->table_bytes, "byte", "bytes"),
                           options->board.width, options->board.height,
                           engine_name(options), threads,
                           cli_plural((tt_count)threads, "thread", "threads"),
                           (uintmax_t)min, cli_format_size(min, size));
}

enum cli_status options_check_table(const struct options *options, int threads)
{
    uint64_t bytes = options->table_bytes;
    if (bytes == 0 || bytes >= solver_min_table_bytes(options->board,
                                                      options->engine, threads))
        return CLI_OK;
    return report_unsafe_table(options, threads);
}

/* A build can be limited to some boards. */
static enum cli_status report_unknown_board(struct board board)
{
    cli_error("--board: this build is not for %dx%d, but for:", board.width,
              board.height);
    for (int i = 0; solver_board(i, &board); i++)
        fprintf(stderr, "  %dx%d\n", board.width, board.height);
    return cli_bad_option();
}

static enum cli_status report(const struct options *options,
                              enum solver_status status, int threads)
{
    char size[CLI_BYTES_SIZE];

    switch (status) {
    case SOLVER_OK:
        return CLI_OK;
    case SOLVER_UNKNOWN_BOARD:
        return report_unknown_board(options->board);
    case SOLVER_UNKNOWN_ENGINE:
        cli_error("--engine: there is no '%s', expected one of:",
                  options->engine);
        for (int i = 0; solver_engine(i) != NULL; i++)
            fprintf(stderr, "  %s\n", solver_engine(i));
        return cli_bad_option();
    case SOLVER_UNKNOWN_ISA:
        cli_error("FOURSCORE_ISA: this machine has no '%s', expected one of:",
                  getenv("FOURSCORE_ISA"));
        for (int i = 0; solver_machine_isa(i) != NULL; i++)
            fprintf(stderr, "  %s\n", solver_machine_isa(i));
        return CLI_BAD_USAGE;
    case SOLVER_UNSAFE_TABLE:
        return report_unsafe_table(options, threads);
    case SOLVER_ONE_THREAD:
        return cli_usage_error(
            "--threads: the engine %s supports one thread only, got %d",
            engine_name(options), threads);
    case SOLVER_NO_THREAD:
        cli_error("--threads: %s; %d are too many here",
                  solver_strstatus(status), threads);
        return CLI_FAILURE;
    case SOLVER_NO_MEMORY:
        break;
    }
    uint64_t bytes = options->table_bytes;
    if (bytes == 0)
        bytes = solver_default_table_bytes(options->board, options->engine,
                                           threads);
    cli_error("--table: %s: no room for a table of %s",
              solver_strstatus(status), cli_format_bytes(bytes, size));
    return CLI_FAILURE;
}

const char options_builtin_book[] = "builtin";

enum cli_status options_open_book(const char *path, struct book **book)
{
    bool builtin = strcmp(path, options_builtin_book) == 0;
    enum book_status status =
        builtin ? book_builtin(book) : book_open(book, path);
    if (status == BOOK_OK)
        return CLI_OK;
    cli_error("%s: %s", path,
              status == BOOK_SYSTEM_ERROR ? strerror(errno)
                                          : book_strstatus(status));
    return status == BOOK_NO_MEMORY ? CLI_FAILURE : CLI_BAD_INPUT;
}

/* Set the book of the solver, if any. */
static enum cli_status set_book(const struct options *options,
                                struct solver *solver)
{
    const char *path = options->book;
    if (options->no_book || (path == NULL && !board_is_default(options->board)))
        return CLI_OK;
    if (path == NULL)
        path = options_builtin_book;
    struct book *book;
    enum cli_status status = options_open_book(path, &book);
    if (status != CLI_OK)
        return status;
    if (!solver_set_book(solver, book)) {
        struct board board = book_info(book).board;
        cli_error("--book: %s is for a board of %dx%d, not of %dx%d", path,
                  board.width, board.height, options->board.width,
                  options->board.height);
        status = CLI_BAD_INPUT;
    }
    book_close(book);
    return status;
}

enum cli_status options_solver(const struct options *options, int threads,
                               int workers, struct solver **solver)
{
    struct solver_config config = {
        .board = options->board,
        .engine = options->engine,
        .table_bytes = options->table_bytes,
        .threads = threads,
        .workers = workers,
    };
    enum cli_status status =
        report(options, solver_new(solver, &config), threads + workers);
    if (status == CLI_OK)
        status = set_book(options, *solver);
    if (status != CLI_OK) {
        solver_free(*solver);
        *solver = NULL;
    }
    return status;
}

enum cli_status options_worker(const struct options *options,
                               struct solver *worker, struct solver **solver)
{
    enum solver_status status = solver_new_worker(solver, worker);
    if (status != SOLVER_NO_MEMORY)
        return report(options, status, 2);
    cli_error("--threads: %s", solver_strstatus(status));
    return CLI_FAILURE;
}

enum cli_status options_monitor(const struct options *options)
{
    if (monitor_start(options->progress, options->total_seconds))
        return CLI_OK;
    cli_error("the system refuses to start a thread");
    return CLI_FAILURE;
}
