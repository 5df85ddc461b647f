/*
 * book_: the scores of all early positions of a board, looked up.
 *
 * A book holds every position of at most 'depth' plies that can be reached and
 * is not finished, mirror images once.  It is complete: what it does not answer
 * is deeper, finished, cannot be reached or is of another board.  The file's
 * format is in fourscore-book(5).
 *
 * A book is never trusted: opening checks all of it, and no file whatsoever
 * makes a look-up read outside of it.  (That holds
 * for a file that stays as it is: one that is written to while it is open can
 * answer anything, and one that is made shorter can end the program, for it is
 * mapped.)
 *
 * Books do not change: any number of threads may look up.
 */
#ifndef BOOK_BOOK_H
#define BOOK_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bitboard/position.h"
#include "book/list.h"

struct book;

enum book_status {
    BOOK_OK,
    BOOK_NO_FILE,       /* it cannot be opened or read: see errno */
    BOOK_NOT_REGULAR,   /* a folder, a pipe, a device */
    BOOK_TOO_LARGE,     /* larger than any book, or than memory */
    BOOK_NO_BOOK,       /* it does not begin like one */
    BOOK_WRONG_VERSION, /* one that this program does not read */
    BOOK_BAD_HEADER,    /* no such board, depth or table sizes */
    BOOK_WRONG_SIZE,    /* cut off, or something follows */
    BOOK_BAD_CHECKSUM,  /* bytes were changed */
    BOOK_BAD_SCORE,     /* a score that the board does not have */
    BOOK_BAD_COUNT,     /* not as many positions as it says */
    BOOK_NO_INDEX, /* of book_make(): none was found, or no memory for it */
    BOOK_NO_MEMORY,
};

/* One line of English for people. */
const char *book_strstatus(enum book_status status);

/* Set '*book' to that in a file, to be closed; NULL on failure. */
enum book_status book_open(struct book **book, const char *path);

/* The same for bytes in memory, which must outlive the book. */
enum book_status book_of_bytes(struct book **book, const void *bytes,
                               size_t size);

/* The book that is part of the program, of 8 plies on the board of 7x6. */
enum book_status book_builtin(struct book **book);

/* One more that uses the book and will close it; returns it.  Any thread may
 * call both.  NULL is ignored. */
struct book *book_share(struct book *book);
void book_close(struct book *book);

struct book_info {
    struct board board;
    int depth;
    uint64_t counts[BOOK_MAX_DEPTH + 1]; /* of positions, by ply */
    uint64_t positions;
    uint32_t checksum; /* CRC-32 */
    uint32_t slots;
    size_t buckets;
    size_t bytes; /* all in all */
};
struct book_info book_info(const struct book *book);

/*
 * Set '*score' to that of a position, and return true, if the book has it.  The
 * position is any arrangement of stones on stones, with as many stones of the
 * first player as of the second, or one more.
 */
bool book_lookup(const struct book *book, struct position pos, int *score);

/*
 * Check, before the scores are known, whether book_make() can make a book of a
 * list.  Sets '*bytes' to the memory that it takes, the list included.  Returns
 * BOOK_OK; BOOK_NO_MEMORY if the process may not use so much; or BOOK_TOO_LARGE
 * if there are too many positions for an index, and '*bytes' is 0.
 */
enum book_status book_make_check(const struct book_list *list, uint64_t *bytes);

/*
 * Set '*bytes' to the file of a book for a list whose entries all have scores,
 * to be freed, and '*size' to how long it is.  BOOK_OK, BOOK_NO_INDEX, or what
 * book_make_check() returns.  The same list gives the same bytes.
 */
enum book_status book_make(const struct book_list *list, unsigned char **bytes,
                           size_t *size);

#endif
