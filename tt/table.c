#include "tt/table.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Whether the machine has so much memory at all.  calloc() alone would not
 * tell: systems that overcommit hand out what they do not have, and end the
 * process when it is used.
 */
static bool machine_has(tt_count bytes)
{
    long pages = sysconf(_SC_PHYS_PAGES);
    long page_bytes = sysconf(_SC_PAGESIZE);
    if (pages < 0 || page_bytes < 0)
        return true; /* not told; let calloc() decide */
    return bytes <= (tt_count)pages * (tt_count)page_bytes;
}

enum tt_status tt_open(struct tt *table, uint64_t entries, tt_count keys)
{
    if (entries == 0 || keys > tt_limit(entries, TT_STORED_BITS))
        return TT_UNSAFE;
    if (!machine_has((tt_count)entries *
                     (tt_count)tt_entry_bytes(TT_STORED_BITS)))
        return TT_NO_MEMORY;

    table->entries = entries;
    table->reciprocal = (uint64_t)(((tt_count)1 << 64) / entries);
    if (entries == 1)
        table->reciprocal = UINT64_MAX; /* 2^64 does not fit */
    table->keys = calloc(entries, sizeof *table->keys);
    table->values = calloc(entries, sizeof *table->values);
    if (table->keys == NULL || table->values == NULL) {
        tt_close(table);
        return TT_NO_MEMORY;
    }
    return TT_OK;
}

void tt_close(struct tt *table)
{
    free(table->keys);
    free(table->values);
    table->keys = NULL;
    table->values = NULL;
}

void tt_clear(struct tt *table)
{
    memset(table->keys, 0, table->entries * sizeof *table->keys);
    memset(table->values, 0, table->entries * sizeof *table->values);
}
