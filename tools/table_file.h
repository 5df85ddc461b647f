/*
 * table_file_: the table of a pool in a file, so that a search that takes days
 * goes on where it was when it ended.
 *
 * The file is written again and again by a thread of its own, while the search
 * goes on, and at the end.  It is replaced as a whole: if the program is killed
 * it is the one that was saved last.
 */
#ifndef TOOLS_TABLE_FILE_H
#define TOOLS_TABLE_FILE_H

#include "lib/fourscore.h"
#include "os/os.h"
#include "tools/cli.h"

struct table_file {
    const char *path;
    double seconds; /* between two saves */
    fourscore_pool *pool;
    _Atomic double next; /* os_seconds() of the next save; INFINITY: now */
    _Atomic bool ending; /* what is saved now is saved again at the end */
    os_thread thread;
    os_semaphore wake;
    os_mutex lock; /* held while the file is written, and for what follows */
    bool is_last;  /* this save, or the one before, is the last */
    struct os_replacement *replacement;
};

/*
 * Load the file if it exists, and save the pool's table there every 'seconds'
 * from now on.  Call this after search_open_pool(), and table_file_close(),
 * which saves it once more and reports a failure, before search_close_pool().
 * A damaged file, or one of another board, is reported, left as it is, and ends
 * the program.  A save that fails while the search goes on does not.
 */
void table_file_open(struct table_file *file, fourscore_pool *pool,
                     const char *path, double seconds);
MUST_CHECK enum cli_status table_file_close(struct table_file *file);

/* For monitor_at_end(): save the table, unless table_file_close() has done it
 * or is doing it.  'prints': report a failure. */
void table_file_save_now(struct table_file *file, bool prints);

#endif
