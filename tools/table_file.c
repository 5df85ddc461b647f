#include "tools/table_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "os/program/program.h"
#include "tools/command.h"
#include "tools/monitor.h"
#include "tools/output.h"

/* ------------------------------------------------------------------- saving */

static int write_part(void *context, const void *bytes, size_t size)
{
    const struct table_file *file = context;
    bool hurries = file->is_last ? monitor_is_urgent() : file->ending;
    return !hurries && os_replace_write(file->replacement, bytes, size) == NULL;
}

/* Returns NULL, or why the table was not saved.  Saves nothing after the last
 * time. */
static const char *save(struct table_file *file, bool is_last)
{
    const char *reason = NULL;
    os_mutex_lock(&file->lock);
    bool saves = !file->is_last;
    file->is_last = file->is_last || is_last;
    if (saves)
        reason = os_replace_begin(&file->replacement, file->path);
    if (saves && file->replacement != NULL) {
        enum fourscore_status status =
            fourscore_pool_save_table(file->pool, write_part, file);
        reason = os_replace_end(file->replacement, status == FOURSCORE_OK);
        if (reason == NULL && status != FOURSCORE_OK)
            reason = status == FOURSCORE_CANCELLED
                         ? "interrupted"
                         : fourscore_strstatus(status);
    }
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

static void load(const struct table_file *file)
{
    struct fourscore_error error;
    FILE *opened = fopen(file->path, "rb");
    if (opened == NULL && errno != ENOENT)
        command_stop(cli_open_error(file->path));
    enum fourscore_status status =
        fourscore_pool_load_table(file->pool, read_part, opened, &error);
    if (opened == NULL && status == FOURSCORE_BAD_TABLE)
        return; /* there is none */
    if (opened != NULL && ferror(opened))
        command_stop(cli_system_error(file->path));
    if (status == FOURSCORE_NO_ENGINE)
        command_refuse("--table-file goes with the engine fast");
    if (status == FOURSCORE_BAD_TABLE)
        command_fail(CLI_BAD_INPUT, "%s: %s", file->path, error.reason);
    if (status != FOURSCORE_OK)
        command_fail(CLI_FAILURE, "%s", fourscore_strstatus(status));
    if (opened != NULL)
        fclose(opened);
}

/* --------------------------------------------------------- opening, closing */

void table_file_open(struct table_file *file, fourscore_pool *pool,
                     const char *path, double seconds)
{
    *file = (struct table_file){.path = path, .seconds = seconds, .pool = pool};
    command_need(output_check(path));
    load(file);
    os_mutex_init(&file->lock);
    if (!os_semaphore_init(&file->wake))
        command_fail(CLI_FAILURE, "out of memory");
    if (!os_thread_start(&file->thread, run_saver, file))
        command_fail(CLI_FAILURE, "the system refuses to start a thread");
    file->next = os_seconds() + seconds;
    monitor_every(tick, file);
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
