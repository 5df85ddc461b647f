/*
 * journal_: scores on their way into a book, in a text file that survives.
 *
 * A journal has lines POSITION SCORE, as 'solve' prints them, in any order,
 * after a comment that says for which board they are:
 *
 *   # board 7x6
 *
 * Each line is written at once, so that it outlives the process.  It outlives
 * the machine once the next one is written, if that is more than a second
 * later, or the journal is closed.  A process that is killed may leave the last
 * line torn: without its line end it does not count, and the next one that
 * writes drops it.  Two processes do not write to a journal at the same time.
 */
#ifndef TOOLS_JOURNAL_H
#define TOOLS_JOURNAL_H

#include <pthread.h>
#include <stdbool.h>

#include "book/list.h"
#include "tools/lines.h"

/* Where a score comes from. */
struct journal_source {
    const char *file; /* NULL if there is no score yet */
    unsigned long line;
};

struct journal {
    struct book_list *list;            /* where the scores go */
    struct journal_source *sources;    /* of each entry */
    size_t scores[BOOK_MAX_DEPTH + 1]; /* how many there are, by ply */
    size_t repeated;                   /* lines that said what was known */
    bool contradicted;                 /* and one that said something else */

    /* For writing; the lock is of all of it. */
    const char *path;
    int file; /* or -1 */
    unsigned long lines;
    double synced; /* when, by os_seconds() */
    bool failed;   /* nothing more is written */
    pthread_mutex_t lock;
};

/* Begin with the scores of no file.  CLI_OK, or CLI_FAILURE, reported. */
enum cli_status journal_begin(struct journal *journal, struct book_list *list);

/*
 * Take the scores of a file of lines POSITION SCORE, "-" being stdin, and with
 * journal_append() write what is new of them to the file of journal_open().
 * What is wrong is reported, and is CLI_BAD_INPUT: lines that are none or have
 * no end, positions that the book does not have, impossible scores, a comment
 * that names another board, which ends the reading, and two lines that
 * contradict each other, both of which are named; that ends journal_append().
 */
enum cli_status journal_read(struct journal *journal, const char *path);
enum cli_status journal_append(struct journal *journal, const char *path);

/* Take the scores of a journal, which need not exist yet, as journal_read()
 * does; but a line that is torn does not count. */
enum cli_status journal_look(struct journal *journal, const char *path);

/*
 * The same, and get ready to write to it.  Reported: CLI_FAILURE where that
 * cannot be, CLI_BAD_INPUT where another process has it open, or it is no
 * journal; then it is left as it is.
 */
enum cli_status journal_open(struct journal *journal, const char *path);

/* Write the score of an entry that had none.  Any thread may call.  CLI_OK, or
 * CLI_FAILURE, reported once: the file is then as it was before, and
 * nothing more is written. */
enum cli_status journal_add(struct journal *journal, size_t entry, int score);

/* Close the file, if any, and forget the rest.  CLI_FAILURE if what was written
 * did not come to the disk. */
enum cli_status journal_end(struct journal *journal);

#endif
