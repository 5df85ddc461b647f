#include "tools/options.h"

#include <string.h>

#include "datadir.inc" /* written by the build */
#include "os/program/program.h"

/* ------------------------------------------------------------- the options */

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

#define BOARD                                                                  \
    {                                                                          \
        "board", "WxH", "the size of the board, up to 12x9, 10x11, 9x12",      \
            VALUE(struct options, board), .initial = "7x6"                     \
    }

const struct command_option options_board[] = {BOARD, {0}};

const struct command_option options_reading[] = {
    BOARD,
    {"first-column", "N",
     "the number of the leftmost column in moves that are read, 1 or 0",
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

void options_choose_book(struct options *options, char path[PATH_MAX])
{
    if (options->book == NULL && !options->no_book &&
        value_is_default(options->board))
        options->book = options_find_book(path);
}
