#include "tools/table_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "os/program/program.h"
#include "tools/monitor.h"
#include "tools/output.h"

/* ------------------------------------------------------------------- saving */

struct saving {
    struct table_file *file;
    struct os_replacement *replacement;
    bool is_last;
};

static int write_part(void *context, const void *bytes, size_t size)
{
    const struct saving *saving = context;
    bool hurries = saving->is_last ? monitor_is_urgent() : saving->file->ending;
    return !hurries &&
           os_replace_write(saving->replacement, bytes, size) == NULL;
}

/* Returns NULL, or why the table was not saved. */
static const char *replace(struct saving *saving)
{
    const struct table_file *file = saving->file;
    const char *reason = os_replace_begin(&saving->replacement, file->path);
    if (saving->replacement == NULL)
        return reason;
    enum fourscore_status status =
        fourscore_pool_save_table(file->pool, write_part, saving);
    reason = os_replace_end(saving->replacement, status == FOURSCORE_OK);
    if (reason == NULL && status == FOURSCORE_CANCELLED)
        return "interrupted";
    return reason != NULL || status == FOURSCORE_OK
               ? reason
               : fourscore_strstatus(status);
}

/* Saves nothing after the last time. */
static const char *save(struct table_file *file, bool is_last)
{
    struct saving saving = {.file = file, .is_last = is_last};
    os_mutex_lock(&file->lock);
    const char *reason = file->is_ended ? NULL : replace(&saving);
    file->is_ended = file->is_ended || is_last;
    os_mutex_unlock(&file->lock);
    return reason;
}

static void *run_saver(void *argument)
{
    struct table_file *file = argument;
    for (;;) {
        os_semaphore_wait(&file->wake);
        if (file->ending)
            return NULL;
        const char *reason = save(file, false);
        if (reason != NULL && !file->ending)
            cli_error("%s: the table was not saved: %s; the search goes on",
                      file->path, reason);
        file->next = os_seconds() + file->seconds;
    }
}

static void tick(void *context)
{
    struct table_file *file = context;
    if (os_seconds() < file->next)
        return;
    file->next = INFINITY;
    os_semaphore_post(&file->wake);
}

/* ------------------------------------------------------------------ loading */

static size_t read_part(void *context, void *bytes, size_t size)
{
    return context == NULL ? 0 : fread(bytes, 1, size, context);
}

static enum cli_status load(const struct table_file *file)
{
    struct fourscore_error error;
    FILE *opened = fopen(file->path, "rb");
    if (opened == NULL && errno != ENOENT)
        return cli_open_error(file->path);
    enum fourscore_status status =
        fourscore_pool_load_table(file->pool, read_part, opened, &error);
    bool failed = opened != NULL && ferror(opened) != 0;
    if (opened != NULL)
        fclose(opened);
    else if (status == FOURSCORE_BAD_TABLE)
        return CLI_OK; /* there is none */
    if (failed)
        return cli_system_error(file->path);
    if (status == FOURSCORE_NO_ENGINE)
        return cli_usage_error("--table-file goes with the engine fast");
    if (status == FOURSCORE_BAD_TABLE)
        return cli_fail(CLI_BAD_INPUT, "%s: %s", file->path, error.reason);
    return status == FOURSCORE_OK
               ? CLI_OK
               : cli_fail(CLI_FAILURE, "%s", fourscore_strstatus(status));
}

/* --------------------------------------------------------- opening, closing */

enum cli_status table_file_open(struct table_file *file, fourscore_pool *pool,
                                const char *path, double seconds)
{
    *file = (struct table_file){.path = path, .seconds = seconds, .pool = pool};
    enum cli_status status = output_check(path);
    if (status == CLI_OK)
        status = load(file);
    if (status != CLI_OK)
        return status;
    if (!os_semaphore_init(&file->wake))
        return cli_fail(CLI_FAILURE, "out of memory");
    os_mutex_init(&file->lock);
    if (!os_thread_start(&file->thread, run_saver, file)) {
        os_semaphore_destroy(&file->wake);
        os_mutex_destroy(&file->lock);
        return cli_fail(CLI_FAILURE, "the system refuses to start a thread");
    }
    file->next = os_seconds() + seconds;
    monitor_every(tick, file);
    return CLI_OK;
}

static enum cli_status save_last(struct table_file *file, bool prints)
{
    const char *reason = save(file, true);
    if (reason == NULL)
        return CLI_OK;
    if (prints)
        cli_error("%s: the table was not saved: %s", file->path, reason);
    return CLI_FAILURE;
}

enum cli_status table_file_close(struct table_file *file)
{
    monitor_every(NULL, NULL);
    monitor_hold();
    file->ending = true;
    os_semaphore_post(&file->wake);
    os_thread_join(file->thread);
    os_semaphore_destroy(&file->wake);
    return save_last(file, true); /* the monitor may be doing that */
}

void table_file_save_now(struct table_file *file, bool prints)
{
    file->ending = true;
    save_last(file, prints);
}
