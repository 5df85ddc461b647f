#include "tools/serve/log.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *const server_log_formats[] = {"combined", "json", NULL};

struct server_log {
    pthread_mutex_t lock;
    FILE *file;
    char *path;
    bool is_json;
    time_t second; /* of 'time' */
    char time[40];
    int error; /* of the last writing */
};

static FILE *open_file(const char *path)
{
    return strcmp(path, "-") == 0 ? stdout : fopen(path, "ae");
}

/* Write what is buffered.  Returns an errno, or 0; what cannot be written is
 * lost. */
static int flush(FILE *file)
{
    bool failed = ferror(file) != 0;
    errno = 0;
    failed = fflush(file) != 0 || failed;
    clearerr(file);
    return !failed ? 0 : errno != 0 ? errno : EIO;
}

static int close_file(FILE *file)
{
    int error = flush(file);
    if (file != stdout && fclose(file) != 0 && error == 0)
        error = errno;
    return error;
}

struct server_log *server_log_open(const char *path, const char *format)
{
    struct server_log *log = calloc(1, sizeof *log);
    if (log == NULL)
        return NULL;
    log->path = strdup(path);
    log->is_json = strcmp(format, "json") == 0;
    log->file = log->path != NULL ? open_file(path) : NULL;
    if (log->file == NULL) {
        free(log->path);
        free(log);
        return NULL;
    }
    pthread_mutex_init(&log->lock, NULL);
    return log;
}

int server_log_close(struct server_log *log)
{
    if (log == NULL)
        return 0;
    int error = close_file(log->file);
    if (error == 0)
        error = log->error;
    pthread_mutex_destroy(&log->lock);
    free(log->path);
    free(log);
    return error;
}

/* The time as in "22/Nov/2026:10:15:00 +0000"; the same for a whole second. */
static const char *write_time(struct server_log *log)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t now = time(NULL);
    struct tm local;
    if (now == log->second || localtime_r(&now, &local) == NULL)
        return log->time;
    int minutes = (int)(local.tm_gmtoff / 60);
    int distance = minutes < 0 ? -minutes : minutes;
    snprintf(log->time, sizeof log->time,
             "%02d/%.3s/%04d:%02d:%02d:%02d %c%02d%02d", local.tm_mday,
             months + (size_t)3 * (size_t)local.tm_mon, local.tm_year + 1900,
             local.tm_hour, local.tm_min, local.tm_sec, minutes < 0 ? '-' : '+',
             distance / 60, distance % 60);
    log->second = now;
    return log->time;
}

/* Write a text in which special bytes are written as \xHH, in JSON as \u00HH.
 */
static void write_escaped(const struct server_log *log, const char *text)
{
    FILE *file = log->file;
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
    FILE *file = log->file;
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
    FILE *file = log->file;
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
    if (log->is_json)
        write_json(log, host, line);
    else
        write_combined(log, host, line);
    pthread_mutex_unlock(&log->lock);
}

int server_log_flush(struct server_log *log)
{
    pthread_mutex_lock(&log->lock);
    int known = log->error;
    if (__fpending(log->file) > 0 || ferror(log->file) != 0)
        log->error = flush(log->file);
    int error = log->error;
    pthread_mutex_unlock(&log->lock);
    return error == known ? 0 : error;
}

int server_log_reopen(struct server_log *log)
{
    if (log->file == stdout)
        return 0;
    FILE *file = open_file(log->path);
    if (file == NULL)
        return errno;
    pthread_mutex_lock(&log->lock);
    FILE *before = log->file;
    log->file = file;
    log->error = 0;
    pthread_mutex_unlock(&log->lock);
    return close_file(before);
}
