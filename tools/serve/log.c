#include "tools/serve/log.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char *const server_log_formats[] = {"combined", "json", NULL};

/* Bytes of lines that wait to be written, at most. */
enum { MAX_WAITING = 4 << 20 };

/* Lines in memory. */
struct lines {
    FILE *file; /* that writes them there */
    char *bytes;
    size_t size, written; /* of 'bytes', once 'file' is flushed */
};

struct server_log {
    struct lines lines[2]; /* the first and the next ones, in turn */
    int number;            /* of the open file */
    char *path;
    bool is_json;
    int error;           /* of the last writing */
    struct lines *first; /* that are being written */

    pthread_mutex_t lock; /* of all that follows */
    struct lines *next;
    bool is_full;  /* lines were lost */
    time_t second; /* of 'time' */
    char time[40];
};

/* ------------------------------------------------------------------ the file
 */

/* Not O_NONBLOCK for the standard output, which is of other programs, too. */
static int open_file(const char *path)
{
    const int flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK;
    return strcmp(path, "-") == 0 ? STDOUT_FILENO : open(path, flags, 0666);
}

static void close_file(int number)
{
    if (number != STDOUT_FILENO)
        close(number);
}

/* Whether the file takes bytes now, PIPE_BUF at once. */
static bool is_ready(int number)
{
    struct pollfd about = {.fd = number, .events = POLLOUT};
    return poll(&about, 1, 0) != 0;
}

static bool is_written(const struct lines *lines)
{
    return lines->written == lines->size;
}

/* Write what the file takes now, without waiting for a reader.  Returns an
 * errno, or 0; lines that cannot be written are lost. */
static int write_lines(int number, struct lines *lines)
{
    while (!is_written(lines) && is_ready(number)) {
        size_t left = lines->size - lines->written;
        ssize_t count = write(number, lines->bytes + lines->written,
                              left < PIPE_BUF ? left : PIPE_BUF);
        if (count < 0 && (errno == EAGAIN || errno == EINTR))
            return 0;
        if (count < 0) {
            lines->written = lines->size;
            return errno;
        }
        lines->written += (size_t)count;
    }
    return 0;
}

static bool open_lines(struct lines *lines)
{
    *lines = (struct lines){0};
    lines->file = open_memstream(&lines->bytes, &lines->size);
    return lines->file != NULL;
}

static void close_lines(struct lines *lines)
{
    if (lines->file != NULL)
        fclose(lines->file);
    free(lines->bytes);
}

/* Whether lines were lost since the last call. */
static bool was_full(struct server_log *log)
{
    pthread_mutex_lock(&log->lock);
    bool was_full = log->is_full;
    log->is_full = false;
    pthread_mutex_unlock(&log->lock);
    return was_full;
}

/* Take the next lines, once the first ones are written, unless memory runs out.
 */
static void take_lines(struct server_log *log)
{
    struct lines *written = log->first;
    if (!is_written(written))
        return;
    close_lines(written);
    if (!open_lines(written))
        return;
    pthread_mutex_lock(&log->lock);
    log->first = log->next;
    log->next = written;
    pthread_mutex_unlock(&log->lock);
    fflush(log->first->file);
}

int server_log_flush(struct server_log *log)
{
    int known = log->error, lost = was_full(log) ? ENOBUFS : 0;
    take_lines(log);
    bool has_lines = !is_written(log->first);
    int failed = write_lines(log->number, log->first);
    if (has_lines || lost != 0)
        log->error = failed != 0 ? failed : lost;
    return log->error == known ? 0 : log->error;
}

int server_log_reopen(struct server_log *log)
{
    int number = open_file(log->path);
    if (number < 0)
        return errno;
    server_log_flush(log);
    close_file(log->number);
    log->number = number;
    log->error = 0;
    return 0;
}

struct server_log *server_log_open(const char *path, const char *format)
{
    struct server_log *log = calloc(1, sizeof *log);
    if (log == NULL)
        return NULL;
    log->first = &log->lines[0];
    log->next = &log->lines[1];
    log->path = strdup(path);
    log->is_json = strcmp(format, "json") == 0;
    log->number = open_file(path);
    if (log->path != NULL && log->number >= 0 && open_lines(log->first) &&
        open_lines(log->next)) {
        pthread_mutex_init(&log->lock, NULL);
        return log;
    }
    int error = errno;
    close_lines(log->first);
    if (log->number >= 0)
        close_file(log->number);
    free(log->path);
    free(log);
    errno = error;
    return NULL;
}

int server_log_close(struct server_log *log)
{
    if (log == NULL)
        return 0;
    server_log_flush(log); /* the first lines */
    server_log_flush(log); /* the next ones */
    bool is_lost = !is_written(log->first);
    int error = log->error != 0 ? log->error : is_lost ? ENOBUFS : 0;
    close_lines(log->first);
    close_lines(log->next);
    close_file(log->number);
    pthread_mutex_destroy(&log->lock);
    free(log->path);
    free(log);
    return error;
}

/* ----------------------------------------------------------------- the lines
 */

/* The time as in "22/Nov/2026:10:15:00 +0000"; the same for a whole second. */
static const char *write_time(struct server_log *log)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t now = time(NULL);
    struct tm local;
    if (now == log->second || localtime_r(&now, &local) == NULL)
        return log->time;
    char distance[sizeof "+0000"];
    strftime(distance, sizeof distance, "%z", &local);
    snprintf(log->time, sizeof log->time, "%02d/%.3s/%04d:%02d:%02d:%02d %s",
             local.tm_mday, months + (size_t)3 * (size_t)local.tm_mon,
             local.tm_year + 1900, local.tm_hour, local.tm_min, local.tm_sec,
             distance);
    log->second = now;
    return log->time;
}

/* Write a text in which special bytes are written as \xHH, in JSON as \u00HH.
 */
static void write_escaped(const struct server_log *log, const char *text)
{
    FILE *file = log->next->file;
    for (const char *byte = text; *byte != '\0'; byte++) {
        unsigned code = (unsigned char)*byte;
        if (code < ' ' || code >= 0x7f || code == '"' || code == '\\')
            fprintf(file, log->is_json ? "\\u%04x" : "\\x%02x", code);
        else
            putc(*byte, file);
    }
}

static void write_combined(struct server_log *log, const char *host,
                           const struct server_log_line *line)
{
    FILE *file = log->next->file;
    fprintf(file, "%s - - [%s] \"", host, write_time(log));
    write_escaped(log, line->method);
    putc(' ', file);
    write_escaped(log, line->url);
    putc(' ', file);
    write_escaped(log, line->version);
    fprintf(file, "\" %d %zu \"", line->status, line->bytes);
    write_escaped(log, line->referer);
    fputs("\" \"", file);
    write_escaped(log, line->agent);
    fprintf(file, "\" %.6f\n", line->seconds);
}

static void write_json(const struct server_log *log, const char *host,
                       const struct server_log_line *line)
{
    FILE *file = log->next->file;
    const struct {
        const char *name, *text;
    } texts[] = {{"method", line->method},
                 {"url", line->url},
                 {"version", line->version},
                 {"referer", line->referer},
                 {"agent", line->agent}};
    char text[32] = "";
    struct tm utc;
    time_t now = time(NULL);
    if (gmtime_r(&now, &utc) != NULL)
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    fprintf(file, "{\"time\":\"%s\",\"client\":\"%s\"", text, host);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fprintf(file, ",\"%s\":\"", texts[i].name);
        write_escaped(log, texts[i].text);
        putc('"', file);
    }
    fprintf(file, ",\"status\":%d,\"bytes\":%zu,\"seconds\":%.6f}\n",
            line->status, line->bytes, line->seconds);
}

void server_log_request(struct server_log *log,
                        const struct server_log_line *line)
{
    char host[SERVER_ADDRESS_SIZE];
    server_address_write(line->address, host);
    pthread_mutex_lock(&log->lock);
    if (ftello(log->next->file) >= MAX_WAITING)
        log->is_full = true;
    else if (log->is_json)
        write_json(log, host, line);
    else
        write_combined(log, host, line);
    pthread_mutex_unlock(&log->lock);
}
