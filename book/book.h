/*
 * book_: books of early positions and their scores.
 *
 * A book is for one board.  It has the score of every reachable, unfinished
 * position of at most 'depth' plies; a position and its mirror image share one
 * entry.  fourscore-book(5) describes the file format.
 *
 * Opening a book checks the whole file.  Even a damaged or forged file cannot
 * make a look-up read out of bounds.  The file is mapped: it must not be
 * changed while the book is open.  If it is, look-ups may return wrong scores;
 * if it is truncated, they may end the process with SIGBUS.
 *
 * Thread safety: a book is immutable; any number of threads may use it.
 */
#ifndef BOOK_BOOK_H
#define BOOK_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bitboard/board.h"
#include "book/list.h"

struct book;

enum book_status {
    BOOK_OK,
    BOOK_SYSTEM_ERROR,  /* the file cannot be opened or read; see errno */
    BOOK_NOT_REGULAR,   /* not a regular file */
    BOOK_TOO_LARGE,     /* too large for a book */
    BOOK_BAD_MAGIC,     /* the file does not begin with FOURBOOK */
    BOOK_WRONG_VERSION, /* unknown version of the format */
    BOOK_BAD_HEADER,    /* board, depth or index size out of range */
    BOOK_WRONG_SIZE,    /* shorter or longer than the header says */
    BOOK_BAD_CHECKSUM,
    BOOK_BAD_SCORE, /* out of range for the board */
    BOOK_BAD_COUNT, /* more or fewer positions than the header says */
    BOOK_NO_INDEX,  /* book_make() found no index, or had no memory for one */
    BOOK_NO_MEMORY,
};

/* Returns a description of a status, a static string; do not free it. */
const char *book_strstatus(enum book_status status);

/* Open the book in a file.  Sets '*book', to be closed with book_close(), or to
 * NULL on failure. */
MUST_CHECK enum book_status book_open(struct book **book, const char *path);

/* Same, for a book in memory.  'bytes' must stay unchanged until the book is
 * closed. */
MUST_CHECK enum book_status book_from_bytes(struct book **book,
                                            const void *bytes, size_t size);

/* Same, for bytes of which only the header is checked. */
MUST_CHECK enum book_status
book_from_checked_bytes(struct book **book, const void *bytes, size_t size);

/* Same, for the built-in book, which the tests check: 8 plies, for 7x6. */
MUST_CHECK enum book_status book_builtin(struct book **book);

/*
 * Books are reference-counted.  book_share() adds a reference and returns the
 * book; book_close() drops one, and the last one frees the book.  NULL is
 * ignored.  Any thread may call both.
 */
struct book *book_share(struct book *book);
void book_close(struct book *book);

struct book_info {
    struct board board;
    int depth;
    uint64_t counts[BOOK_MAX_DEPTH + 1]; /* positions by ply */
    uint64_t positions;
    uint32_t checksum; /* CRC-32 */
    uint32_t slots;
    size_t buckets;
    size_t bytes; /* of the whole file */
};
struct book_info book_info(const struct book *book);

/*
 * Look up a position.  If the book has it, sets '*score' and returns true;
 * otherwise returns false.  The position may be of any board and need not be
 * reachable, but no stone may float, and the first player must have the same
 * number of stones as the second or one more.
 */
MUST_CHECK bool book_lookup(const struct book *book, struct position pos,
                            int *score);

/*
 * Check whether book_make() can make a book of a list, which need not have
 * scores yet.  Sets '*bytes' to the memory that book_make() and the list take
 * together.  Returns BOOK_OK; BOOK_NO_MEMORY if the process may not use that
 * much; or BOOK_TOO_LARGE, with '*bytes' 0, if there are too many positions for
 * an index.
 */
enum book_status book_make_check(const struct book_list *list, uint64_t *bytes);

/*
 * Make a book of a list whose entries all have scores.  Sets '*bytes' to the
 * contents of the file, which the caller frees, and '*size' to their number.
 * Returns BOOK_OK, BOOK_NO_INDEX, or a status of book_make_check().  Equal
 * lists give equal bytes.
 */
MUST_CHECK enum book_status book_make(const struct book_list *list,
                                      unsigned char **bytes, size_t *size);

#endif
