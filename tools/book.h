/*
 * book commands: what 'fourscore book NAME' does.
 */
#ifndef TOOLS_BOOK_H
#define TOOLS_BOOK_H

#include "book/book.h"
#include "tools/options.h"

struct book_options {
    struct options options;
    int depth;
    const char *journal, *output, *from_text; /* files, or NULL */
    uint64_t sample, seed;
    bool consistent;
};

/* What the commands run, with a struct book_options as request.  Of
 * book_build.c: those that make books. */
enum cli_status book_build(void *request, const struct arguments *arguments);
enum cli_status book_list_open(void *request,
                               const struct arguments *arguments);
enum cli_status book_add(void *request, const struct arguments *arguments);

/* Report that a book takes more memory than there is.  Returns CLI_FAILURE. */
enum cli_status book_report_no_memory(int depth, uint64_t bytes);

/* Of book_look.c: those that look into them. */
enum cli_status book_show_info(void *request,
                               const struct arguments *arguments);
enum cli_status book_verify(void *request, const struct arguments *arguments);
enum cli_status book_answer(void *request, const struct arguments *arguments);
enum cli_status book_export(void *request, const struct arguments *arguments);
enum cli_status book_diff(void *request, const struct arguments *arguments);

/*
 * Search a random sample of the entries again, each with the same chance, none
 * twice; all of them if there are no more than requested.  Returns
 * CLI_CHECK_FAILED if a score is another one, which is reported.
 */
enum cli_status book_search_sample(const struct book_options *options,
                                   const struct book_list *list,
                                   const char *name);

#endif
