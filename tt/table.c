#include "tt/table.h"

#include <stdlib.h>
#include <string.h>

#include "tt/machine.h"

enum tt_status tt_open(struct tt *table, uint64_t entries, tt_count keys)
{
    if (entries == 0 || keys > tt_limit(entries, TT_STORED_BITS))
        return TT_UNSAFE;
    if ((tt_count)entries * (sizeof *table->keys + sizeof *table->values) >
        tt_machine("").memory)
        return TT_NO_MEMORY;

    table->entries = tt_divisor(entries);
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
    memset(table->keys, 0, table->entries.value * sizeof *table->keys);
    memset(table->values, 0, table->entries.value * sizeof *table->values);
}
