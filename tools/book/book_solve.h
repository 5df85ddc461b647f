/*
 * book_: the search for the scores of a book.
 */
#ifndef INSIDE_BOOK_SOLVE_H
#define INSIDE_BOOK_SOLVE_H

#include "tools/book/book.h"
#include "tools/book/journal.h"

/* The state of a command that works on a journal. */
struct book_build {
    const struct book_options *options;
    struct book_list list;
    struct journal journal;
    _Atomic enum cli_status status;
    uint64_t solved, nodes;
};

/* The first entry of the last ply. */
size_t book_first_of_last_ply(const struct book_build *build);

/* Solve the positions of the last ply that have no score.  With 'from_text'
 * none may be missing. */
enum cli_status book_solve(struct book_build *build);

/* Compute the scores of the other plies, and compare them with those that were
 * read. */
enum cli_status book_back_up(struct book_build *build);

#endif
