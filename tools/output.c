#include "tools/output.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/program/program.h"

/* More than twice as long as the longest line: an invalid one as JSON. */
enum { BUFFER_BYTES = 1 << 16 };

/* What a pipe that can be written to takes without waiting: PIPE_BUF of POSIX
 * is 512, of all systems at least this. */
enum { PIPE_BYTES = 4096 };

static struct {
    bool is_file;
    size_t may_wait; /* so many bytes of lines */
    _Atomic int error;
} output;

/* Where no thread can try a lock, the monitor does not write what waits. */
static size_t may_wait(void)
{
    if (output.is_file)
        return BUFFER_BYTES / 2;
    if (!os_try_lock_stream(stdout))
        return 0;
    os_unlock_stream(stdout);
    return PIPE_BYTES / 2;
}

void output_open(void)
{
    static char buffer[BUFFER_BYTES];
    struct stat about;
    os_open_streams();
    cli_before_messages(output_flush);
    output.is_file =
        fstat(STDOUT_FILENO, &about) == 0 && S_ISREG(about.st_mode);
    output.may_wait = may_wait();
    setvbuf(stdout, buffer, os_is_terminal(STDOUT_FILENO) ? _IOLBF : _IOFBF,
            sizeof buffer);
}

/* Write the lines unless so few bytes of them may wait. */
static bool write_above(size_t bytes)
{
    os_lock_stream(stdout);
    if (bytes == 0 || os_pending(stdout) > bytes)
        output_flush();
    os_unlock_stream(stdout);
    return !output_failed();
}

bool output_end_line(void)
{
    return write_above(output.is_file ? output.may_wait : 0);
}

bool output_add_line(void)
{
    return write_above(output.may_wait);
}

void output_write_soon(void)
{
    if (output.is_file) {
        output_flush();
    } else if (os_try_lock_stream(stdout)) {
        if (os_pending(stdout) <= PIPE_BYTES && os_can_write(STDOUT_FILENO))
            output_flush();
        os_unlock_stream(stdout);
    }
}

void output_flush(void)
{
    os_lock_stream(stdout);
    if (!ferror(stdout) && fflush(stdout) != 0)
        output.error = errno;
    os_unlock_stream(stdout);
}

bool output_failed(void)
{
    return ferror(stdout) != 0;
}

enum cli_status output_finish(enum cli_status status)
{
    output_flush();
    if (!output_failed())
        return status;
    if (output.error == 0 && fflush(stdout) != 0) /* what printf() met */
        output.error = errno;
    int error = output.error; /* 0: unknown */
    os_end_if_unread(error);
    return cli_fail(CLI_FAILURE, "cannot write the output%s%s",
                    error ? ": " : "", error ? strerror(error) : "");
}

size_t output_plain_word(const char *text)
{
    return strcspn(text, " \n");
}

void output_words(const char *text, int column, int indent, output_word *word)
{
    enum { WIDTH = 79 };
    const char *separator = "";
    while (*text != '\0' && *text != '\n') {
        int size = (int)word(text);
        if (*separator != '\0' && column + 1 + size > WIDTH) {
            printf("\n%*s", indent, "");
            column = indent;
            separator = "";
        }
        column += printf("%s%.*s", separator, size, text);
        text += size;
        text += strspn(text, " ");
        separator = " ";
    }
    putchar('\n');
}

void output_text(const char *text, output_word *word)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        if (*text == ' ')
            printf("%.*s\n", (int)length, text);
        else
            output_words(text, 0, 0, word);
        text += length + (text[length] == '\n');
    }
}

enum cli_status output_json(struct json *json)
{
    size_t length;
    char *text = json_take(json, &length);
    if (text == NULL)
        return cli_fail(CLI_FAILURE, "out of memory");
    puts(text);
    free(text);
    return CLI_OK;
}

/* Replace a file, or only see whether that could begin. */
static enum cli_status replace(const char *path, const void *bytes, size_t size,
                               bool done)
{
    struct os_replacement *replacement;
    const char *reason = os_replace_begin(&replacement, path);
    if (replacement != NULL) {
        os_replace_write(replacement, bytes, size);
        reason = os_replace_end(replacement, done);
    }
    if (reason == NULL)
        return CLI_OK;
    return cli_fail(CLI_FAILURE, "%s: %s", path[0] == '\0' ? "''" : path,
                    reason);
}

enum cli_status output_replace(const char *path, const void *bytes, size_t size)
{
    return replace(path, bytes, size, true);
}

enum cli_status output_check(const char *path)
{
    return replace(path, NULL, 0, false);
}
