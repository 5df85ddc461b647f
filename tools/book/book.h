/*
 * book_: what the subcommands of 'fourscore book' share.
 * journal_: the scores found so far for a book, in a crash-safe text file.
 *
 * A journal is a comment that names the board, and lines POSITION SCORE in any
 * order, the output of 'solve':
 *
 *   # board 7x6
 *   44444 -1
 *
 * Each score is written at once and survives the process.  Scores are synced to
 * disk at most once a second and when the journal is closed.  A process that is
 * killed may leave an incomplete last line; it is ignored when the journal is
 * read, and removed when the journal is next opened for writing.  A lock keeps
 * two processes from writing to the same journal.
 */
#ifndef TOOLS_BOOK_BOOK_H
#define TOOLS_BOOK_BOOK_H

#include "book/book.h"
#include "book/list.h"
#include "tools/inside.h"
#include "tools/options.h"

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

/* The number of the entry that is the 'user' of a query; and a search_name
 * whose context is the list. */
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

/* --------------------------------------------------------------- a journal */

/* The line that a score was read from. */
struct journal_source {
    const char *file; /* NULL if there is no score yet */
    unsigned long line;
};

struct journal {
    struct book_list *list;            /* receives the scores */
    struct journal_source *sources;    /* by entry */
    size_t scores[BOOK_MAX_DEPTH + 1]; /* number of scores by ply */
    size_t repeated;                   /* lines that repeat a known score */
    bool contradicted;                 /* a line contradicts a known score */

    /* For writing. */
    const char *path;
    int file; /* or -1 */
    unsigned long lines;
    double synced; /* time of the last sync, by os_seconds() */
    bool failed;   /* an error occurred; nothing more is written */
};

/* Prepare a journal without a file; without memory for it, end the program. */
void journal_init(struct journal *journal, struct book_list *list);

enum journal_kind {
    JOURNAL_ITSELF, /* the journal */
    JOURNAL_TEXT,   /* scores for the list */
    JOURNAL_ADDED,  /* scores for the list and the file of journal_open() */
};

/*
 * Read the scores of a text file, "-" being stdin, into the list; those that
 * are added and new are also written.  A journal may end with an incomplete
 * line, which is ignored, and one that does not exist has no scores.
 *
 * Returns CLI_BAD_INPUT, with a message for each, for lines that are malformed
 * or incomplete, positions that are not in the book, impossible scores, lines
 * that contradict each other, and comments that name another board.  The last
 * ends reading; a contradiction ends adding.
 */
MUST_CHECK enum cli_status
journal_read(struct journal *journal, const char *path, enum journal_kind kind);

/*
 * Read the scores of a journal, as journal_read() does, and open it for
 * writing; create it if it does not exist.  Ends the program, with a message,
 * if that fails, also if another process has the file open for writing; in this
 * case, and if the file is not a journal, it is not changed.
 */
void journal_open(struct journal *journal, const char *path);

/*
 * Set the score of an entry that has none, and write it to the file, if any. On
 * a system error the file is restored and the error is reported; later calls
 * write nothing.  Returns CLI_OK or CLI_FAILURE.  One thread at a time may
 * call, as a pool calls its 'answered'.
 */
MUST_CHECK enum cli_status journal_add(struct journal *journal, size_t entry,
                                       int score);

/* Close the file, if any, and free the rest.  Returns CLI_FAILURE, with a
 * message, if the file could not be synced to disk. */
MUST_CHECK enum cli_status journal_close(struct journal *journal);

#endif
