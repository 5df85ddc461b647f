/*
 * book_: what the subcommands of 'fourscore book' share.
 */
#ifndef TOOLS_BOOK_BOOK_H
#define TOOLS_BOOK_BOOK_H

#include "book/book.h"
#include "tools/inside.h"

struct book_options {
    struct options options;
    int depth;
    const char *journal, *output, *from_text; /* files, or NULL */
    uint64_t sample, seed;
    bool consistent;
};

/* In book_build.c. */
extern const struct command cmd_book_build, cmd_book_list, cmd_book_add;

/* Report that a book takes more memory than there is.  Returns CLI_FAILURE. */
MUST_CHECK enum cli_status book_report_no_memory(int depth, uint64_t bytes);

/* The number of the entry that is the 'user' of a query; and the 'name' of an
 * search_watch whose context is the list. */
size_t book_entry_of(const struct book_list *list, const void *user);
void book_name_entry(const void *context, const void *user,
                     char text[MONITOR_TEXT_SIZE]);

/*
 * Search a random sample of the entries again, without replacement, all of them
 * equally likely; all entries if there are no more than 'options->sample'.
 * 'name' begins the messages.  Returns CLI_CHECK_FAILED, with a message for
 * each, if scores differ.
 */
MUST_CHECK enum cli_status
book_search_sample(const struct book_options *options,
                   const struct book_list *list, const char *name);

#endif
