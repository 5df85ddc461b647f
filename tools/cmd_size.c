/* fourscore size: choose a table size that confuses no two positions. */
#include "tools/inside.h"
#include "tools/output.h"
#include "tt/sizing.h"

/* Powers of two that --table shows. */
enum { FIRST_TABLE_POWER = 24, LAST_TABLE_POWER = 36 };

struct sizing {
    struct tt_request request;
    struct value_board
        board;    /* of width 0 if the keys are not those of a board */
    int key_bits; /* 0 if --key-bits was not given */
    bool json, table;
};

static const char *const layout_names[] = {
    [TT_SINGLE] = "single",
    [TT_BUCKETS] = "bucket",
    NULL,
};

static void print_size(const struct sizing *sizing, const struct tt_size *size)
{
    char text[CLI_COUNT_SIZE], unit[CLI_BYTES_SIZE];

    if (sizing->board.width != 0)
        printf("board            %dx%d\n", sizing->board.width,
               sizing->board.height);
    printf("keys             %s\n",
           cli_format_count(sizing->request.keys, text));
    printf("stored bits      %d\n", sizing->request.stored_bits);
    bool buckets = sizing->request.layout == TT_BUCKETS;
    const char *slot = buckets ? "bucket" : "entry";
    printf("smallest safe    %s %s, the smallest odd number\n",
           cli_format_count(size->min_safe, text),
           buckets ? "buckets" : "entries");
    if (buckets)
        printf("buckets          %ju, prime\n", (uintmax_t)size->slots);
    printf("entries          %s%s\n", cli_format_count(size->entries, text),
           buckets ? "" : ", prime");
    printf("bytes per %-7s%d\n", slot, size->slot_bytes);
    printf("bytes            %s, %s\n", cli_format_count(size->bytes, text),
           cli_format_bytes(size->bytes, unit));
    printf("margin           %.6g: keys below %s cannot be confused\n",
           (double)size->limit / (double)sizing->request.keys,
           cli_format_count(size->limit, text));
    if (size->safe)
        printf("verdict          safe\n");
    else
        printf(
            "verdict          unsafe: keys 0 and %s would be confused, both\n"
            "                 being stored in slot 0 as 0\n",
            cli_format_count(size->limit, text));
}

/* Counts beyond 2^53 are strings: most readers of JSON represent integers as
 * doubles. */
static void put_count(struct json *json, const char *name, tt_count count)
{
    char text[CLI_COUNT_SIZE];
    if (count <= (tt_count)1 << 53)
        json_put_integer(json, name, (int64_t)count);
    else
        json_put_text(json, name, cli_format_count(count, text));
}

static void put_size(struct json *json, const struct sizing *sizing,
                     const struct tt_size *size)
{
    json_begin_object(json, NULL);
    if (sizing->board.width != 0)
        json_put_format(json, "board", "%dx%d", sizing->board.width,
                        sizing->board.height);
    put_count(json, "keys", sizing->request.keys);
    json_put_integer(json, "stored_bits", sizing->request.stored_bits);
    put_count(json, "smallest_safe", size->min_safe);
    json_put_text(json, "layout", layout_names[sizing->request.layout]);
    put_count(json, "slots", size->slots);
    json_put_integer(json, "slot_bytes", size->slot_bytes);
    put_count(json, "entries", size->entries);
    put_count(json, "bytes", size->bytes);
    put_count(json, "limit", size->limit);
    json_put_real(json, "margin",
                  (double)size->limit / (double)sizing->request.keys);
    json_put_boolean(json, "safe", size->safe);
    if (!size->safe) {
        json_begin_array(json, "confused");
        json_put_integer(json, NULL, 0);
        put_count(json, NULL, size->limit);
        json_end(json);
    }
    json_end(json);
}

enum { JSON_DIGITS = 12 };

static enum cli_status report(enum tt_status status)
{
    if (status != TT_NO_MEMORY)
        return cli_usage_error("%s", tt_strstatus(status));
    return cli_fail(CLI_FAILURE, "%s", tt_strstatus(status));
}

static enum cli_status size_one(const struct sizing *sizing)
{
    struct tt_size size;
    enum tt_status status = tt_size(&sizing->request, &size);
    if (status != TT_OK)
        return report(status);
    enum cli_status verdict = size.safe ? CLI_OK : CLI_CHECK_FAILED;
    if (sizing->json) {
        struct json json = {.digits = JSON_DIGITS};
        put_size(&json, sizing, &size);
        return cli_worse(verdict, output_json(&json));
    }
    print_size(sizing, &size);
    return verdict;
}

static enum cli_status size_table(const struct sizing *sizing)
{
    struct json json = {.digits = JSON_DIGITS};
    char memory[CLI_BYTES_SIZE], bytes[CLI_COUNT_SIZE];
    bool all_safe = true;

    if (sizing->json)
        json_begin_array(&json, NULL);
    else
        printf("%12s %14s %16s %12s  %s\n", "memory",
               sizing->request.layout == TT_BUCKETS ? "buckets" : "entries",
               "bytes", "margin", "verdict");
    for (int power = FIRST_TABLE_POWER; power <= LAST_TABLE_POWER; power++) {
        struct sizing row = *sizing;
        struct tt_size size;
        row.request.bytes = UINT64_C(1) << power;
        enum tt_status status = tt_size(&row.request, &size);
        if (status != TT_OK) {
            json_free(&json);
            return report(status);
        }
        all_safe = all_safe && size.safe;
        if (sizing->json)
            put_size(&json, &row, &size);
        else
            printf("%12s %14ju %16s %12.6g  %s\n",
                   cli_format_bytes(row.request.bytes, memory),
                   (uintmax_t)size.slots, cli_format_count(size.bytes, bytes),
                   (double)size.limit / (double)row.request.keys,
                   size.safe ? "safe" : "unsafe");
    }
    enum cli_status verdict = all_safe ? CLI_OK : CLI_CHECK_FAILED;
    if (!sizing->json)
        return verdict;
    json_end(&json);
    return cli_worse(verdict, output_json(&json));
}

static enum cli_status run(void *context, const struct arguments *arguments)
{
    struct sizing *sizing = context;
    struct tt_request *request = &sizing->request;
    (void)arguments;
    if (sizing->key_bits != 0)
        request->keys = (tt_count)1 << sizing->key_bits;
    if (request->keys != 0)
        sizing->board = (struct value_board){0};
    else
        request->keys = board_max_key(inside_board(sizing->board)) + 1;
    if (request->stored_bits == 0)
        request->stored_bits = tt_stored_bits(request->keys);
    return sizing->table ? size_table(sizing) : size_one(sizing);
}

enum { KEYS = 1, SIZES };

static const struct command_option key_options[] = {
    {"board", "WxH", "the keys of all positions of a board",
     VALUE(struct sizing, board),
     .heading = "The keys (one of):", .one_of = KEYS, .initial = "7x6"},
    {"keys", "N", "the integers from 0 to N - 1",
     VALUE(struct sizing, request.keys), .one_of = KEYS},
    {"key-bits", "B", "the integers of B bits", VALUE(struct sizing, key_bits),
     .one_of = KEYS, .min = 1, .max = 127},
    {0},
};

static const struct command_option size_options[] = {
    {"entries", "N", "the smallest prime with at least N entries",
     VALUE(struct sizing, request.entries),
     .heading = "The size of the table (one of; the default is the smallest "
                "safe prime):",
     .one_of = SIZES, .min = 1, .max = UINT64_MAX},
    {"memory", "SIZE",
     "the largest prime that fits into SIZE, such as 64M or 1G",
     VALUE(struct sizing, request.bytes), .one_of = SIZES},
    {"table", NULL, "print a line for each size from 16 MiB to 64 GiB",
     VALUE(struct sizing, table), .one_of = SIZES},
    {0},
};

static const struct command_option other_options[] = {
    {"layout", "NAME",
     "the contents of a slot, one entry or a bucket of entries in 64 bytes",
     VALUE(struct sizing, request.layout),
     .heading = "Other options:", .words = layout_names, .initial = "single"},
    {"stored-bits", "B",
     "the number of bits stored of each key, 1 to 128 (the smallest of 32, 64 "
     "and 128 that is safe in 2^17 slots)",
     VALUE(struct sizing, request.stored_bits), .min = 1, .max = 128},
    {"json", NULL, "print JSON", VALUE(struct sizing, json)},
    {0},
};

const struct command cmd_size = {
    .name = "size",
    .summary = "choose a table size that confuses no two positions",
    .about = "Choose the number of entries of a transposition table, a prime, "
             "and tell whether the table can confuse two positions, since it "
             "stores truncated keys.",
    .notes = "Exit status 5: the size is not safe.  Two keys that would be "
             "confused are printed.",
    .options = {key_options, size_options, other_options},
    .request_bytes = sizeof(struct sizing),
    .run = run,
};
