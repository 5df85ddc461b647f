#include "tools/options.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "datadir.inc" /* written by the build */
#include "os/program/program.h"

static bool parse_table(const struct command_option *option, const char *text,
                        void *value)
{
    uint64_t *bytes = value;
    *bytes = 0;
    return strcmp(text, "auto") == 0 || value_number(option, text, bytes);
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

const struct command_option options_board[] = {
    {"board", "WxH", "the size of the board, up to 12x9, 10x11, 9x12",
     VALUE(struct options, board), .initial = "7x6"},
    {0},
};

const struct command_option options_first_column[] = {
    {"first-column", "N",
     "the number of the leftmost column in positions, games and answers, 1 or "
     "0",
     VALUE(struct options, first_column), .min = 0, .max = 1, .initial = "1"},
    {0},
};

const struct command_option options_table[] = {
    {"table", "SIZE",
     "maximum memory for the table, such as 64M or 1G, or auto",
     .parse = parse_table, .offset = offsetof(struct options, table_bytes),
     .initial = "auto"},
    {0},
};

const struct command_option options_engine[] = {
    {"engine", "NAME", "the engine", VALUE(struct options, engine),
     .list = fourscore_engine_name, .initial = "fast"},
    {"threads", "N",
     "the number of threads; the tutorial engines use one (all cores)",
     VALUE(struct options, threads), .min = 1, .max = FOURSCORE_MAX_THREADS},
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
     "stop the search of a position after SECONDS, and print what is known; "
     "exit status 4",
     VALUE(struct options, seconds)},
    {"node-limit", "N", "stop the search of a position after N nodes",
     VALUE(struct options, nodes), .min = 1, .max = UINT64_MAX},
    {0},
};

const struct command_option options_progress[] = {
    {"progress", NULL, "show progress on stderr even if it is not a terminal",
     VALUE(struct options, progress), .constant = MONITOR_ALWAYS},
    {"quiet", NULL, "show no progress", VALUE(struct options, progress),
     .constant = MONITOR_NEVER},
    {0},
};

int options_notation(const struct options *options)
{
    return FOURSCORE_AUTO | (options->first_column == 0 ? FOURSCORE_FROM_0 : 0);
}

int options_threads(const struct options *options)
{
    return options->threads > 0 ? options->threads
                                : fourscore_default_threads(options->engine);
}

const char *options_find(const char *beside, const char *installed,
                         char path[PATH_MAX])
{
    char program[PATH_MAX], joined[PATH_MAX];
    os_program_folder(program);
    snprintf(joined, sizeof joined, "%.3000s/%s", program, beside);
    if (os_whole_path(joined, path))
        return path;
    snprintf(joined, sizeof joined, "%s/%s", DATADIR, installed);
    return os_whole_path(joined, path) ? path : NULL;
}

const char *options_find_book(char path[PATH_MAX])
{
    return options_find("../book/7x6-10.book", "7x6-10.book", path);
}

void options_choose_book(struct options *options)
{
    static char path[PATH_MAX];
    if (options->book == NULL && !options->no_book &&
        value_is_default(options->board))
        options->book = options_find_book(path);
}

/* ------------------------------------------------------- pools and solvers */

/* The configuration of solvers on so many threads. */
static struct fourscore_config config_of(const struct options *options,
                                         int threads)
{
    struct fourscore_config config = FOURSCORE_CONFIG_INIT;
    config.width = options->board.width;
    config.height = options->board.height;
    config.engine = options->engine;
    config.table_bytes = options->table_bytes;
    config.threads = threads;
    return config;
}

static const char *engine_name(const struct options *options)
{
    return options->engine != NULL ? options->engine : fourscore_engine_name(0);
}

/* ---------------------------------------------------------------- messages */

static enum cli_status report_unsafe_table(const struct options *options,
                                           int threads)
{
    char size[CLI_BYTES_SIZE];
    struct fourscore_config config = config_of(options, threads);
    uint64_t min = fourscore_min_table_bytes(&config);

    return cli_usage_error(
        "--table: %ju %s too few: the minimum for a board of %dx%d, engine %s, "
        "%d thread%s is %ju bytes: use --table %s",
        (uintmax_t)options->table_bytes,
        options->table_bytes == 1 ? "byte is" : "bytes are",
        options->board.width, options->board.height, engine_name(options),
        threads, CLI_S(threads), (uintmax_t)min, cli_format_size(min, size));
}

/* Report why there is no solver or pool on so many threads with this book, or
 * NULL. */
static enum cli_status report(const struct options *options,
                              enum fourscore_status status, int threads,
                              const fourscore_book *book)
{
    struct fourscore_book_info info = FOURSCORE_BOOK_INFO_INIT;
    struct fourscore_config config = config_of(options, threads);
    uint64_t bytes = options->table_bytes;
    char size[CLI_BYTES_SIZE];
    switch (status) {
    case FOURSCORE_OK:
        return CLI_OK;
    case FOURSCORE_NO_ISA:
        cli_error("FOURSCORE_ISA: this machine has no '%s', expected one of:",
                  getenv("FOURSCORE_ISA"));
        for (int i = 0; fourscore_isa_name(i) != NULL; i++)
            fprintf(stderr, "  %s\n", fourscore_isa_name(i));
        return CLI_BAD_USAGE;
    case FOURSCORE_UNSAFE_TABLE:
        return report_unsafe_table(options, threads);
    case FOURSCORE_ONE_THREAD:
        return cli_usage_error(
            "--threads: the engine %s supports one thread only, got %d",
            engine_name(options), threads);
    case FOURSCORE_NO_THREAD:
        if (options->threads > 0)
            return cli_fail(CLI_FAILURE, "--threads: %s; %d %s here",
                            fourscore_strstatus(status), threads,
                            threads == 1 ? "is one too many" : "are too many");
        break;
    case FOURSCORE_NO_MEMORY:
        if (bytes == 0)
            bytes = fourscore_default_table_bytes(&config);
        return cli_fail(CLI_FAILURE, "--table: %s: no room for a table of %s",
                        fourscore_strstatus(status),
                        cli_format_bytes(bytes, size));
    case FOURSCORE_BAD_BOOK:
        fourscore_book_info(book, &info);
        return cli_fail(CLI_BAD_INPUT,
                        "--book: %s is for a board of %dx%d, not of %dx%d",
                        options->book, info.width, info.height,
                        options->board.width, options->board.height);
    default: /* the options were checked when they were read */
        break;
    }
    return cli_fail(CLI_FAILURE, "%s", fourscore_strstatus(status));
}

/* --------------------------------------------------- books, pools, solvers */

static const char builtin_book[] = "builtin";

fourscore_book *search_open_book(const char *path)
{
    fourscore_book *book;
    struct fourscore_error error;
    enum fourscore_status status =
        strcmp(path, builtin_book) == 0
            ? fourscore_book_builtin(&book)
            : fourscore_book_open(&book, path, &error);
    bool bad = status == FOURSCORE_BAD_BOOK;
    if (status != FOURSCORE_OK)
        command_fail(bad ? CLI_BAD_INPUT : CLI_FAILURE, "%s: %s", path,
                     bad ? error.reason : fourscore_strstatus(status));
    return book;
}

/* The book that --book names, or NULL. */
static fourscore_book *open_named_book(const struct options *options)
{
    return options->no_book || options->book == NULL
               ? NULL
               : search_open_book(options->book);
}

/* The pool that the monitor watches. */
static struct {
    fourscore_pool *pool;
    search_name *name;   /* or NULL */
    const void *context; /* of 'name' */
} watched;

static bool find_progress(void *unused, struct monitor_progress *progress)
{
    struct fourscore_progress found = FOURSCORE_PROGRESS_INIT;
    (void)unused;
    if (fourscore_pool_progress(watched.pool, &found) != FOURSCORE_OK)
        return false;
    if (watched.name != NULL)
        watched.name(watched.context, found.user, progress->position);
    else
        monitor_name(progress->position, found.user, strlen(found.user));
    progress->lower = found.score.lower;
    progress->upper = found.score.upper;
    progress->nodes = found.nodes;
    progress->seconds = found.seconds;
    return true;
}

static void stop(void *pool)
{
    fourscore_pool_cancel(pool);
}

fourscore_pool *search_open_pool(const struct options *options,
                                 struct fourscore_pool_config config,
                                 search_name *name, const void *context)
{
    static struct monitor_watch watch = {find_progress, stop, NULL};
    fourscore_pool *pool;
    config.width = options->board.width;
    config.height = options->board.height;
    config.engine = options->engine;
    config.table_bytes = options->table_bytes;
    config.threads = options->threads;
    config.no_book = options->no_book;
    config.book = open_named_book(options);
    command_need(report(options, fourscore_pool_new(&pool, &config),
                        options_threads(options), config.book));
    fourscore_book_free(config.book);
    watched.pool = watch.context = pool;
    watched.name = name;
    watched.context = context;
    monitor_watch(&watch);
    return pool;
}

void search_close_pool(fourscore_pool *pool)
{
    monitor_watch(NULL);
    monitor_job(NULL, 0);
    monitor_hide();
    fourscore_pool_free(pool);
}

fourscore_solver *search_new_solver(const struct options *options, int threads)
{
    fourscore_solver *solver;
    fourscore_book *book = open_named_book(options);
    struct fourscore_config config = config_of(options, threads);
    enum fourscore_status status;
    /* Fewer threads if there is no room for so many, which were not given. */
    while ((status = fourscore_solver_new(&solver, &config)) != FOURSCORE_OK &&
           options->threads == 0 && config.threads > 1 &&
           (status == FOURSCORE_NO_THREAD || status == FOURSCORE_NO_MEMORY))
        config.threads /= 2;
    command_need(report(options, status, threads, book));
    if (options->no_book || book != NULL)
        command_need(
            report(options, fourscore_set_book(solver, book), threads, book));
    fourscore_book_free(book);
    return solver;
}

static void cancel_now(void *cancel)
{
    fourscore_cancel_now(cancel);
}

fourscore_solver *search_open_solver(const struct options *options,
                                     fourscore_cancel **cancel)
{
    static struct monitor_watch watch = {NULL, cancel_now, NULL};
    fourscore_solver *solver =
        search_new_solver(options, options_threads(options));
    if (fourscore_cancel_new(cancel) != FOURSCORE_OK)
        command_fail(CLI_FAILURE, "out of memory");
    watch.context = *cancel;
    monitor_watch(&watch);
    return solver;
}

void search_close_solver(fourscore_solver *solver, fourscore_cancel *cancel)
{
    monitor_watch(NULL);
    fourscore_solver_free(solver);
    fourscore_cancel_free(cancel);
}

uint64_t search_new_seed(void)
{
    return ((uint64_t)time(NULL) << 30 ^ (uint64_t)(os_seconds() * 1e9)) +
           ((uint64_t)os_process() << 48);
}

void search_start_monitor(const struct options *options)
{
    if (!monitor_start(options->progress, options->total_seconds))
        command_fail(CLI_FAILURE, "the system refuses to start a thread");
}
