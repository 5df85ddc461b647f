/*
 * Saved tables: a line that says what the table is, filled up with blanks to
 * HEADER_BYTES; then its buckets, in parts of PART of them (the last one may be
 * shorter), each followed by the checksum of the header and all buckets before
 * it.  Numbers have the byte order that the line names.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/checksum.h"
#include "lib/internal.h"
#include "tt/buckets.h"

enum { HEADER_BYTES = 128, PART = 16384 };
#define NAME "fourscore table "
#define BUCKETS "; buckets: "

struct saved {
    struct tt_buckets *table;
    char header[HEADER_BYTES];
    uint32_t sum; /* of what was written or read */
    struct tt_bucket part[PART];
};

static size_t part_size(uint64_t buckets, uint64_t first)
{
    return buckets - first < PART ? (size_t)(buckets - first) : PART;
}

/* What tables must have in common. */
static void describe(const fourscore_solver *solver, char text[HEADER_BYTES])
{
    const uint16_t one = 1;
    snprintf(text, HEADER_BYTES,
             NAME "%d, %dx%d, %s, keys of %d bits, %s-endian",
             SOLVER_RESULTS_VERSION, solver->board.width, solver->board.height,
             solver_engine_name(solver->solver),
             solver_results(solver->solver)->stored_bits,
             *(const char *)&one == 1 ? "little" : "big");
}

/* Set '*saved' to the state before the first byte. */
static enum fourscore_status begin(const fourscore_pool *pool,
                                   struct saved **saved)
{
    const fourscore_solver *solver = lib_pool_solver(pool);
    struct tt_buckets *table = solver_results(solver->solver);
    if (table == NULL)
        return FOURSCORE_NO_ENGINE;
    struct saved *made = calloc(1, sizeof *made);
    *saved = made;
    if (made == NULL)
        return FOURSCORE_NO_MEMORY;
    made->table = table;
    describe(solver, made->header);
    return FOURSCORE_OK;
}

EXPORT enum fourscore_status fourscore_pool_save_table(
    const fourscore_pool *pool,
    int (*write)(void *context, const void *bytes, size_t size), void *context)
{
    struct saved *saved;
    enum fourscore_status status = begin(pool, &saved);
    if (status != FOURSCORE_OK)
        return status;

    uint64_t buckets = saved->table->count.value;
    char *header = saved->header;
    size_t length = strlen(header);
    snprintf(header + length, HEADER_BYTES - length, BUCKETS "%-*" PRIu64,
             HEADER_BYTES, buckets);
    header[HEADER_BYTES - 1] = '\n';
    bool written = write(context, header, HEADER_BYTES) != 0;
    saved->sum = book_checksum(0, header, HEADER_BYTES);
    for (uint64_t first = 0; first < buckets && written; first += PART) {
        size_t count = part_size(buckets, first);
        size_t size = count * sizeof *saved->part;
        tt_buckets_copy(saved->table, first, count, saved->part);
        saved->sum = book_checksum(saved->sum, saved->part, size);
        written = write(context, saved->part, size) != 0 &&
                  write(context, &saved->sum, sizeof saved->sum) != 0;
    }
    free(saved);
    return written ? FOURSCORE_OK : FOURSCORE_CANCELLED;
}

static enum fourscore_status refuse(struct fourscore_error *error,
                                    const char *reason)
{
    return lib_fail(FOURSCORE_BAD_TABLE, error, 0, reason);
}

/* Read the number of buckets at the end of a header; 0 if there is none. */
static uint64_t read_buckets(const char *text)
{
    char *end;
    if (strncmp(text, BUCKETS, sizeof BUCKETS - 1) != 0)
        return 0;
    text += sizeof BUCKETS - 1;
    uint64_t buckets = strtoull(text, &end, 10);
    return end > text && end[strspn(end, " \n")] == '\0' ? buckets : 0;
}

/* Read the header, and set '*buckets'. */
static enum fourscore_status
read_header(struct saved *saved,
            size_t (*read)(void *context, void *bytes, size_t size),
            void *context, uint64_t *buckets, struct fourscore_error *error)
{
    char found[HEADER_BYTES + 1] = "";
    struct fourscore_error other;
    const size_t name = sizeof NAME - 1, length = strlen(saved->header);
    if (read(context, found, HEADER_BYTES) != HEADER_BYTES ||
        strncmp(found, NAME, name) != 0)
        return refuse(error, "not a saved table");
    if (strncmp(found, saved->header, length) != 0) {
        snprintf(other.reason, sizeof other.reason,
                 "a table of '%.*s', expected '%s'",
                 (int)strcspn(found + name, ";\n"), found + name,
                 saved->header + name);
        return refuse(error, other.reason);
    }
    *buckets = read_buckets(found + length);
    saved->sum = book_checksum(0, found, HEADER_BYTES);
    return *buckets > 0 ? FOURSCORE_OK : refuse(error, "not a saved table");
}

/* Read the next 'count' buckets, from number 'first' on. */
static enum fourscore_status
read_part(struct saved *saved, uint64_t buckets, uint64_t first,
          size_t (*read)(void *context, void *bytes, size_t size),
          void *context, struct fourscore_error *error)
{
    size_t count = part_size(buckets, first);
    size_t size = count * sizeof *saved->part;
    uint32_t sum;
    if (read(context, saved->part, size) != size ||
        read(context, &sum, sizeof sum) != sizeof sum)
        return refuse(error, "it ends too early");
    saved->sum = book_checksum(saved->sum, saved->part, size);
    if (sum != saved->sum)
        return refuse(error, "it is damaged");
    tt_buckets_merge(saved->table, buckets, first, count, saved->part);
    return FOURSCORE_OK;
}

EXPORT enum fourscore_status fourscore_pool_load_table(
    fourscore_pool *pool,
    size_t (*read)(void *context, void *bytes, size_t size), void *context,
    struct fourscore_error *error)
{
    struct saved *saved;
    enum fourscore_status status = begin(pool, &saved);
    if (status != FOURSCORE_OK)
        return status;

    uint64_t buckets = 0;
    status = read_header(saved, read, context, &buckets, error);
    for (uint64_t first = 0; first < buckets && status == FOURSCORE_OK;
         first += PART)
        status = read_part(saved, buckets, first, read, context, error);
    if (status == FOURSCORE_OK && read(context, saved->header, 1) != 0)
        status = refuse(error, "it has more than a table");
    free(saved);
    return status;
}
