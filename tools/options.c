#include "tools/options.h"

#include <string.h>

#include "lib/fourscore.h"

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
     VALUE_WORD(struct options, engine, fourscore_engine_name),
     .initial = "fast"},
    {"threads", "N",
     "the number of threads; the tutorial engines use one (all cores)",
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
     "stop the search of a position after SECONDS, and print what is known; "
     "exit status 4",
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
