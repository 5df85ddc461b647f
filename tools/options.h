/*
 * options_: the common options of commands that search.
 */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include "tools/monitor.h"
#include "tools/value.h"

struct options {
    struct value_board board;
    const char *engine; /* a name, or NULL: the default */
    const char *book;   /* a file; NULL: the built-in one for its board */
    bool no_book;
    uint64_t table_bytes; /* 0: auto */
    int threads;          /* 0: all cores */
    double seconds;       /* limit for a position; 0: none */
    double total_seconds; /* for all of them; 0: any */
    uint64_t nodes;
    enum monitor_mode progress;
};

/* The options.  They set a struct options, which is the member 'options' of a
 * command's request. */
extern const struct command_option options_board[], options_table[],
    options_engine[], options_books[], options_limits[], options_progress[];

/* Some boards, for completions. */
const char *options_board_example(int index);

/* A group of a command whose request is a struct 'type', of one of the tables
 * above: OPTIONS_GROUP(board, struct gen). */
#define OPTIONS_GROUP(table, type)                                             \
    {                                                                          \
        .options = options_##table, .offset = offsetof(type, options)          \
    }

#endif
