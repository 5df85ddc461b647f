#include "tools/book/book.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bitboard/board.h"
#include "bitboard/text.h"
#include "os/os.h"
#include "os/program/program.h"

/* The minimum time between two syncs to disk. */
static const double sync_seconds = 1;

static void need_regular(const char *path, const struct stat *about)
{
    if (!S_ISREG(about->st_mode))
        command_fail(CLI_BAD_INPUT, "%s: not a regular file", path);
}

void journal_init(struct journal *journal, struct book_list *list)
{
    *journal = (struct journal){
        .list = list,
        .file = -1,
        .sources =
            command_memory(book_list_count(list), sizeof *journal->sources),
    };
}

/* Set the score of an entry; return false if it has another one. */
static bool set_score(struct journal *journal, size_t entry, int ply, int score,
                      struct journal_source source)
{
    struct book_entry *found = &journal->list->entries[entry];
    if (found->score != BOOK_NO_SCORE) {
        journal->repeated += found->score == score;
        return found->score == score;
    }
    found->score = (int16_t)score;
    journal->sources[entry] = source;
    journal->scores[ply]++;
    return true;
}

/* Sizes of buffers for the heading and for any other line. */
enum { HEADING_SIZE = 32, LINE_SIZE = BOOK_MAX_DEPTH + 16 };

static enum cli_status take_line(struct journal *journal,
                                 const struct line *line,
                                 enum journal_kind kind)
{
    struct book_list *list = journal->list;
    struct position pos;
    size_t length;
    int score;
    struct fourscore_error error;
    if (!inside_parse(line, list->board, NULL, 1, &score, &pos, &length,
                      &error))
        return lines_report(line, &error);
    size_t entry = book_list_find(list, pos);
    if (entry == SIZE_MAX)
        return inside_refuse_for_book(line, pos.ply, list->depth);
    if (score < board_min_score(pos.board, pos.ply) ||
        score > board_max_score(pos.board, pos.ply))
        return lines_refuse(line, length + 1,
                            "no position of %d stone%s has this score", pos.ply,
                            CLI_S(pos.ply));
    if (kind == JOURNAL_ADDED && list->entries[entry].score == BOOK_NO_SCORE)
        return journal_add(journal, entry, score);
    if (set_score(journal, entry, pos.ply, score,
                  (struct journal_source){line->name, line->number}))
        return CLI_OK;
    struct journal_source source = journal->sources[entry];
    journal->contradicted = true;
    return lines_refuse(line, length + 1,
                        "%.*s %d contradicts %.60s:%lu, which says %d",
                        (int)length, line->text, score, source.file,
                        source.line, list->entries[entry].score);
}

/* The heading is this and the board. */
static const char heading_start[] = "# board ";

static void format_heading(struct board board, char heading[HEADING_SIZE])
{
    snprintf(heading, HEADING_SIZE, "%s%dx%d", heading_start, board.width,
             board.height);
}

/* A comment that names a board must name this one. */
static enum cli_status check_comment(const struct journal *journal,
                                     const struct line *line)
{
    enum { START = sizeof heading_start - 1 };
    char heading[HEADING_SIZE];
    const char *named = line->text + START;
    int end = 0;
    format_heading(journal->list->board, heading);
    if (strncmp(line->text, heading_start, START) != 0 ||
        strcmp(line->text, heading) == 0)
        return CLI_OK;
    sscanf(named, "%*[0-9]x%*[0-9]%n", &end);
    if (end == 0 || named[end] != '\0')
        return CLI_OK; /* no board */
    return lines_refuse(line, START, "scores for a board of %.20s, not of %s",
                        named, heading + START);
}

/* Whether an incomplete last line is the beginning of a line of a journal.  (A
 * power failure may leave zeros behind it.) */
static bool is_line_start(const struct journal *journal,
                          const struct line *line)
{
    const char *at = line->text;
    size_t length = strlen(at);
    if (line->cut)
        return false;
    for (size_t i = length; i < line->length; i++)
        if (at[i] != '\0')
            return false;
    if (journal->lines == 0) {
        char heading[HEADING_SIZE];
        format_heading(journal->list->board, heading);
        return strncmp(at, heading, length) == 0;
    }
    while (board_column_named(journal->list->board, *at) >= 0)
        at++;
    at += strspn(at, " \t");
    at += *at == '-';
    at += strspn(at, "0123456789");
    return *at == '\0' && length <= LINE_SIZE;
}

/* Take a last line without a line feed. */
static enum cli_status take_incomplete(const struct journal *journal,
                                       const struct line *line,
                                       enum journal_kind kind)
{
    if (kind != JOURNAL_ITSELF)
        return lines_refuse(line, line->length,
                            "the line has no end: it may be cut off");
    if (is_line_start(journal, line))
        return CLI_OK;
    return lines_refuse(line, 0, "not the beginning of a line of a journal");
}

static enum cli_status read_file(struct journal *journal, const char *path,
                                 enum journal_kind kind)
{
    struct lines lines;
    struct line line;
    enum cli_status status = CLI_OK;
    bool stopped = false;
    lines_open(&lines, path);
    while (!stopped && lines_read(&lines, &line)) {
        enum cli_status taken =
            !line.ended    ? take_incomplete(journal, &line, kind)
            : line.comment ? check_comment(journal, &line)
                           : take_line(journal, &line, kind);
        stopped = taken == CLI_FAILURE || (line.comment && taken != CLI_OK) ||
                  (kind == JOURNAL_ADDED && journal->contradicted);
        status = cli_worse(status, taken);
        if (kind == JOURNAL_ITSELF && line.ended)
            journal->lines = lines.number;
    }
    return cli_worse(status, lines_close(&lines));
}

enum cli_status journal_read(struct journal *journal, const char *path,
                             enum journal_kind kind)
{
    struct stat about;
    if (kind != JOURNAL_ITSELF)
        return read_file(journal, path, kind);
    bool there = stat(path, &about) == 0;
    if (!there && errno == ENOENT)
        return CLI_OK;
    if (there)
        need_regular(path, &about);
    return read_file(journal, path, kind);
}

/* Lock the file against other processes. */
static void lock(const struct journal *journal)
{
    struct stat about;
    if (!os_lock_file(journal->file))
        command_stop(errno != EWOULDBLOCK
                         ? cli_system_error(journal->path)
                         : cli_fail(CLI_BAD_INPUT,
                                    "%s: another process writes to it",
                                    journal->path));
    if (fstat(journal->file, &about) != 0)
        command_stop(cli_system_error(journal->path));
    need_regular(journal->path, &about);
}

/* Find the end of the last complete line.  Returns false, with errno set, if
 * the file cannot be read. */
static bool find_end(int file, off_t *size, off_t *end)
{
    char byte = '\0';
    errno = EIO; /* for a file that has become shorter */
    *size = *end = lseek(file, 0, SEEK_END);
    while (*end > 0 && byte != '\n')
        if (lseek(file, --*end, SEEK_SET) < 0 || read(file, &byte, 1) != 1)
            return false;
    *end += byte == '\n';
    return *size >= 0;
}

/* Write a line.  On failure restore the file, set errno and return false. */
static bool write_line(struct journal *journal, const char *line)
{
    unsigned done = 0, length = (unsigned)strlen(line);
    ssize_t written = 1;
    errno = EIO; /* if write() returns 0 */
    while (done < length && written > 0) {
        written = write(journal->file, line + done, length - done);
        done += written > 0 ? (unsigned)written : 0;
    }
    journal->lines += done == length;
    if (done == length)
        return true;
    int error = errno;
    off_t end = lseek(journal->file, 0, SEEK_CUR) - (off_t)done;
    if (done > 0 && ftruncate(journal->file, end) != 0)
        cli_error("%s: its last line is incomplete, and cannot be removed",
                  journal->path);
    errno = error;
    return false;
}

void journal_open(struct journal *journal, const char *path)
{
    char line[HEADING_SIZE + 1];
    off_t size, end;
    journal->path = path;
    journal->file = open(path, O_RDWR | O_CREAT | O_APPEND, 0666);
    if (journal->file < 0)
        command_stop(cli_open_error(path));
    lock(journal);
    command_need(read_file(journal, path, JOURNAL_ITSELF));
    /* Now the file is known to be a journal, and may be written to. */
    if (!find_end(journal->file, &size, &end) ||
        (end != size && ftruncate(journal->file, end) != 0))
        command_stop(cli_system_error(path));
    if (end != size)
        cli_error("%s: removed its last line, which was incomplete", path);
    format_heading(journal->list->board, line);
    cli_append(line, sizeof line, "\n");
    if (journal->lines == 0 && !write_line(journal, line))
        command_stop(cli_system_error(path));
}

static enum cli_status sync_file(struct journal *journal)
{
    journal->synced = os_seconds();
    return os_sync_file(journal->file) ? CLI_OK
                                       : cli_system_error(journal->path);
}

enum cli_status journal_add(struct journal *journal, size_t entry, int score)
{
    char moves[BOOK_MAX_DEPTH + 1], line[LINE_SIZE];
    enum cli_status status = CLI_OK;
    if (journal->failed)
        return CLI_FAILURE;
    book_list_moves(journal->list, entry, moves);
    snprintf(line, sizeof line, "%s %d\n", moves, score);
    if (journal->file >= 0 && !write_line(journal, line))
        status = cli_system_error(journal->path);
    if (status == CLI_OK)
        set_score(journal, entry, (int)strlen(moves), score,
                  (struct journal_source){journal->path, journal->lines});
    if (status == CLI_OK && journal->file >= 0 &&
        os_seconds() - journal->synced > sync_seconds)
        status = sync_file(journal);
    journal->failed = status != CLI_OK;
    return status;
}

enum cli_status journal_close(struct journal *journal)
{
    enum cli_status status = CLI_OK;
    if (journal->file >= 0) {
        status = sync_file(journal);
        close(journal->file);
    }
    free(journal->sources);
    return status;
}
