#include "tt/table.h"

#include <stdlib.h>
#include <string.h>

#include "os/os.h"

enum tt_status tt_open(struct tt *table, uint64_t entries, tt_count keys,
                       int stored_bits)
{
    assert(stored_bits == 32 || stored_bits == 64 || stored_bits == 128);
    size_t key_bytes = (size_t)stored_bits / 8;

    if (entries == 0 || keys > tt_limit(entries, stored_bits))
        return TT_UNSAFE;
    if ((tt_count)entries * (key_bytes + sizeof *table->values) >
        os_machine("").memory)
        return TT_NO_MEMORY;

    table->entries = tt_divisor(entries);
    table->stored_bits = stored_bits;
    table->keys = calloc((size_t)entries, key_bytes);
    table->values = calloc((size_t)entries, sizeof *table->values);
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
    size_t entries = (size_t)table->entries.value;
    memset(table->keys, 0, entries * (size_t)table->stored_bits / 8);
    memset(table->values, 0, entries * sizeof *table->values);
}
