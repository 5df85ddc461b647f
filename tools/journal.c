#include "tools/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* At most so long is a score not on the disk. */
static const double sync_seconds = 1;

static enum cli_status fail(const char *path, const char *what)
{
    cli_error("%s: %s", path, what);
    return CLI_FAILURE;
}

enum cli_status journal_begin(struct journal *journal, struct book_list *list)
{
    *journal = (struct journal){
        .list = list,
        .file = -1,
        .sources = calloc(book_list_count(list), sizeof *journal->sources),
    };
    pthread_mutex_init(&journal->lock, NULL);
    if (journal->sources != NULL)
        return CLI_OK;
    cli_error("out of memory");
    return CLI_FAILURE;
}

/* Where the last line of a file that has its end ends. */
static bool find_end(int file, off_t *end)
{
    char bytes[4096];
    struct stat about;
    if (fstat(file, &about) != 0)
        return false;
    *end = about.st_size;
    while (*end > 0) {
        off_t start =
            *end > (off_t)sizeof bytes ? *end - (off_t)sizeof bytes : 0;
        ssize_t count = pread(file, bytes, (size_t)(*end - start), start);
        if (count <= 0)
            return count == 0;
        const char *last = memrchr(bytes, '\n', (size_t)count);
        if (last != NULL) {
            *end = start + (last - bytes) + 1;
            return true;
        }
        *end = start;
    }
    return true;
}

/* Note a score; false if the entry has another one. */
static bool note(struct journal *journal, size_t entry, int ply, int score,
                 struct journal_source source)
{
    struct book_entry *found = &journal->list->entries[entry];
    if (found->score != BOOK_NO_SCORE) {
        journal->repeated++;
        return found->score == score;
    }
    found->score = (int16_t)score;
    journal->sources[entry] = source;
    journal->scores[ply]++;
    return true;
}

static enum cli_status take_line(struct journal *journal,
                                 const struct line *line, bool append)
{
    struct position pos;
    size_t length;
    int score;
    struct lines_error error;
    if (!lines_scored_position(line, journal->list->board, &pos, &length,
                               &score, &error)) {
        lines_report(line, &error);
        return CLI_BAD_INPUT;
    }
    size_t entry = book_list_find(journal->list, pos);
    if (entry == SIZE_MAX) {
        error.column = 1;
        snprintf(error.reason, sizeof error.reason,
                 pos.ply > journal->list->depth
                     ? "%d stones are more than the %d of the book"
                     : "no moves lead to this position",
                 pos.ply, journal->list->depth);
        lines_report(line, &error);
        return CLI_BAD_INPUT;
    }
    if (append && journal->list->entries[entry].score == BOOK_NO_SCORE)
        return journal_add(journal, entry, score);
    if (note(journal, entry, pos.ply, score,
             (struct journal_source){line->name, line->number}))
        return CLI_OK;
    journal->contradicted = true;
    error.column = length + 2;
    struct journal_source source = journal->sources[entry];
    snprintf(error.reason, sizeof error.reason,
             "%d contradicts %.80s:%lu, which says %d", score, source.file,
             source.line, journal->list->entries[entry].score);
    lines_report(line, &error);
    return CLI_BAD_INPUT;
}

enum cli_status journal_read(struct journal *journal, const char *path,
                             bool append)
{
    struct lines lines;
    struct line line;
    enum cli_status status = CLI_OK;
    off_t end;
    if (!lines_open(&lines, path))
        return CLI_BAD_INPUT;
    bool whole = find_end(fileno(lines.file), &end) && end > 0;
    while (status != CLI_FAILURE && !(append && journal->contradicted) &&
           lines_next(&lines, &line)) {
        if (whole && !append && ftello(lines.file) > end)
            break; /* it is torn, or being written */
        status = cli_worse(status, take_line(journal, &line, append));
    }
    return cli_worse(status, lines_close(&lines));
}

/* Have the file for writing, without a torn line. */
static enum cli_status prepare(struct journal *journal)
{
    struct stat about;
    off_t end;
    if (flock(journal->file, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK)
            return fail(journal->path, strerror(errno));
        cli_error("%s: another process writes to it", journal->path);
        return CLI_BAD_INPUT;
    }
    if (fstat(journal->file, &about) != 0)
        return fail(journal->path, strerror(errno));
    if (!S_ISREG(about.st_mode)) {
        cli_error("%s: not a regular file", journal->path);
        return CLI_BAD_INPUT;
    }
    if (!find_end(journal->file, &end))
        return fail(journal->path, strerror(errno));
    if (end == about.st_size)
        return CLI_OK;
    cli_error("%s: dropped its last line, which was torn", journal->path);
    return ftruncate(journal->file, end) == 0
               ? CLI_OK
               : fail(journal->path, strerror(errno));
}

static bool count_lines(struct journal *journal)
{
    char bytes[65536];
    ssize_t count;
    off_t at = 0;
    while ((count = pread(journal->file, bytes, sizeof bytes, at)) > 0) {
        for (ssize_t i = 0; i < count; i++)
            journal->lines += bytes[i] == '\n';
        at += count;
    }
    return count == 0;
}

enum cli_status journal_open(struct journal *journal, const char *path)
{
    journal->path = path;
    journal->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (journal->file < 0) {
        cli_error("%s: %s", path, strerror(errno));
        return CLI_BAD_INPUT;
    }
    enum cli_status status = prepare(journal);
    if (status != CLI_OK)
        return status;
    if (!count_lines(journal))
        return fail(path, strerror(errno));
    return journal_read(journal, path, false);
}

/* Write a line, or leave the file as it was. */
static bool write_line(struct journal *journal, const char *line, size_t length)
{
    size_t done = 0;
    ssize_t written = 1;
    while (done < length && written > 0) {
        written = write(journal->file, line + done, length - done);
        done += written > 0 ? (size_t)written : 0;
    }
    if (done == length)
        return true;
    int error = errno;
    off_t end;
    if (done > 0 && find_end(journal->file, &end) &&
        ftruncate(journal->file, end) != 0)
        cli_error("%s: its last line is torn", journal->path);
    errno = error;
    return false;
}

enum cli_status journal_add(struct journal *journal, size_t entry, int score)
{
    char moves[BOOK_MOST_DEPTH + 1], line[BOOK_MOST_DEPTH + 16];
    enum cli_status status = CLI_OK;
    book_list_moves(journal->list, entry, moves);
    int length = snprintf(line, sizeof line, "%s %d\n", moves, score);

    pthread_mutex_lock(&journal->lock);
    if (journal->failed) {
        status = CLI_FAILURE;
    } else if (journal->file >= 0 &&
               !write_line(journal, line, (size_t)length)) {
        status = fail(journal->path, strerror(errno));
        journal->failed = true;
    } else {
        note(journal, entry, (int)strlen(moves), score,
             (struct journal_source){journal->path, ++journal->lines});
        if (journal->file >= 0 &&
            cli_seconds() - journal->synced > sync_seconds) {
            if (fdatasync(journal->file) != 0)
                status = fail(journal->path, strerror(errno));
            journal->synced = cli_seconds();
        }
    }
    pthread_mutex_unlock(&journal->lock);
    return status;
}

enum cli_status journal_end(struct journal *journal)
{
    enum cli_status status = CLI_OK;
    if (journal->file >= 0) {
        if (fdatasync(journal->file) != 0)
            status = fail(journal->path, strerror(errno));
        close(journal->file);
    }
    pthread_mutex_destroy(&journal->lock);
    free(journal->sources);
    return status;
}
