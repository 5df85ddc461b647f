/* fourscore size: how large a table must be to confuse no two positions. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/geometry.h"
#include "tools/cli.h"
#include "tools/json.h"
#include "tt/sizing.h"

static const char help[] =
    "Usage: fourscore size [OPTION]...\n"
    "Choose the number of entries of a transposition table, a prime, and tell\n"
    "whether truncated keys can confuse two positions in it.\n"
    "\n"
    "What the keys are (one of):\n"
    "      --board WxH      those of all positions of a board (7x6)\n"
    "      --keys N         the integers from 0 to N - 1\n"
    "      --key-bits B     the integers of B bits\n"
    "How large the table is to be (at most one of; else as small as is safe):\n"
    "      --entries N      at least N entries, in a prime number of slots\n"
    "      --memory SIZE    at most so much memory: 64M, 1G\n"
    "      --table          a table of sizes, from 16 MiB to 64 GiB\n"
    "Further:\n"
    "      --layout NAME    what a slot of the table is: single, an entry of\n"
    "                       truncated key and value; bucket, as many as 64 "
    "bytes\n"
    "                       hold: 12 of 32 bits, 6 of 64, 3 of 128\n"
    "      --stored-bits B  bits of each key that are stored, 1 to 128 (32, "
    "64\n"
    "                       or 128, the least that is safe in 2^17 slots)\n"
    "      --json           print JSON\n"
    "      --help           show this help\n"
    "\n"
    "Exit status 5: the size is not safe; two keys that it confuses are "
    "shown.\n";

/* Powers of two that --table shows. */
enum { FIRST_TABLE_POWER = 24, LAST_TABLE_POWER = 36 };

static const char *const layout_names[] = {
    [TT_SINGLE] = "single",
    [TT_BUCKETS] = "bucket",
};

static bool parse_layout(const char *text, enum tt_layout *layout)
{
    for (int i = TT_SINGLE; i <= TT_BUCKETS; i++)
        if (strcmp(text, layout_names[i]) == 0) {
            *layout = (enum tt_layout)i;
            return true;
        }
    cli_error("--layout: expected single or bucket, got '%s'", text);
    return false;
}

struct arguments {
    struct tt_request request;
    struct board board; /* of width 0 if it was not asked for */
    bool json, table;
};

/* Key 0 and the first key that is like it in every respect the table knows. */
static void print_confusion(tt_count limit)
{
    char text[CLI_COUNT_SIZE];
    printf("verdict          unsafe: keys 0 and %s would be confused, both\n"
           "                 being stored in slot 0 as 0\n",
           cli_format_count(limit, text));
}

static void print_size(const struct arguments *arguments,
                       const struct tt_size *size)
{
    char text[CLI_COUNT_SIZE], unit[CLI_BYTES_SIZE];

    if (arguments->board.width != 0)
        printf("board            %dx%d\n", arguments->board.width,
               arguments->board.height);
    printf("keys             %s\n",
           cli_format_count(arguments->request.keys, text));
    printf("stored bits      %d\n", arguments->request.stored_bits);
    bool buckets = arguments->request.layout == TT_BUCKETS;
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
           (double)size->limit / (double)arguments->request.keys,
           cli_format_count(size->limit, text));
    if (size->safe)
        printf("verdict          safe\n");
    else
        print_confusion(size->limit);
}

/* JSON's integers end where a double's do for most readers, and jansson's at 63
 * bits: counts beyond 2^53 are strings. */
static json_t *json_count(tt_count count)
{
    char text[CLI_COUNT_SIZE];
    if (count <= (tt_count)1 << 53)
        return json_integer((json_int_t)count);
    return json_string(cli_format_count(count, text));
}

static json_t *json_size(const struct arguments *arguments,
                         const struct tt_size *size)
{
    json_t *object = json_object();
    if (arguments->board.width != 0)
        json_add(object, "board",
                 json_sprintf("%dx%d", arguments->board.width,
                              arguments->board.height));
    json_add(object, "keys", json_count(arguments->request.keys));
    json_add(object, "stored_bits",
             json_integer(arguments->request.stored_bits));
    json_add(object, "smallest_safe", json_count(size->min_safe));
    json_add(object, "layout",
             json_string(layout_names[arguments->request.layout]));
    json_add(object, "slots", json_count(size->slots));
    json_add(object, "slot_bytes", json_integer(size->slot_bytes));
    json_add(object, "entries", json_count(size->entries));
    json_add(object, "bytes", json_count(size->bytes));
    json_add(object, "limit", json_count(size->limit));
    json_add(object, "margin",
             json_real((double)size->limit / (double)arguments->request.keys));
    json_add(object, "safe", json_boolean(size->safe));
    if (!size->safe) {
        json_t *confused = json_array();
        json_append(confused, json_integer(0));
        json_append(confused, json_count(size->limit));
        json_add(object, "confused", confused);
    }
    return object;
}

#define JSON_FLAGS (JSON_COMPACT | JSON_REAL_PRECISION(12))

static enum cli_status report(enum tt_status status)
{
    if (status != TT_NO_MEMORY)
        return cli_usage_error("%s", tt_strstatus(status));
    cli_error("%s", tt_strstatus(status));
    return CLI_FAILURE;
}

static enum cli_status size_one(const struct arguments *arguments)
{
    struct tt_size size;
    enum tt_status status = tt_size(&arguments->request, &size);
    if (status != TT_OK)
        return report(status);
    enum cli_status verdict = size.safe ? CLI_OK : CLI_CHECK_FAILED;
    if (arguments->json)
        return cli_worse(verdict,
                         json_print(json_size(arguments, &size), JSON_FLAGS));
    print_size(arguments, &size);
    return verdict;
}

static void print_table_row(const struct arguments *arguments,
                            const struct tt_size *size)
{
    char memory[CLI_BYTES_SIZE], bytes[CLI_COUNT_SIZE];
    printf("%12s %14ju %16s %12.6g  %s\n",
           cli_format_bytes(arguments->request.bytes, memory),
           (uintmax_t)size->slots, cli_format_count(size->bytes, bytes),
           (double)size->limit / (double)arguments->request.keys,
           size->safe ? "safe" : "unsafe");
}

static enum cli_status size_table(const struct arguments *arguments)
{
    json_t *rows = json_array();
    bool all_safe = true;

    if (!arguments->json)
        printf("%12s %14s %16s %12s  %s\n", "memory",
               arguments->request.layout == TT_BUCKETS ? "buckets" : "entries",
               "bytes", "margin", "verdict");
    for (int power = FIRST_TABLE_POWER; power <= LAST_TABLE_POWER; power++) {
        struct arguments row = *arguments;
        struct tt_size size;
        row.request.bytes = UINT64_C(1) << power;
        enum tt_status status = tt_size(&row.request, &size);
        if (status != TT_OK) {
            json_decref(rows);
            return report(status);
        }
        all_safe = all_safe && size.safe;
        if (arguments->json)
            json_append(rows, json_size(&row, &size));
        else
            print_table_row(&row, &size);
    }
    enum cli_status verdict = all_safe ? CLI_OK : CLI_CHECK_FAILED;
    if (arguments->json)
        return cli_worse(verdict, json_print(rows, JSON_FLAGS));
    json_decref(rows);
    return verdict;
}

static bool parse_board(const char *text, struct arguments *arguments)
{
    if (!cli_board("--board", text, &arguments->board))
        return false;
    arguments->request.keys = board_max_key(arguments->board) + 1;
    return true;
}

static enum cli_status run(int argc, char **argv)
{
    enum { BOARD = 256, KEYS, KEY_BITS, LAYOUT, STORED_BITS, ENTRIES };
    enum { MEMORY = ENTRIES + 1, TABLE, JSON, HELP };
    static const struct option options[] = {
        {"board", required_argument, NULL, BOARD},
        {"keys", required_argument, NULL, KEYS},
        {"key-bits", required_argument, NULL, KEY_BITS},
        {"layout", required_argument, NULL, LAYOUT},
        {"stored-bits", required_argument, NULL, STORED_BITS},
        {"entries", required_argument, NULL, ENTRIES},
        {"memory", required_argument, NULL, MEMORY},
        {"table", no_argument, NULL, TABLE},
        {"json", no_argument, NULL, JSON},
        {"help", no_argument, NULL, HELP},
        {0},
    };
    struct arguments arguments = {0};
    struct tt_request *request = &arguments.request;
    int key_options = 0, size_options = 0, option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        bool good = true;
        uint64_t bits;
        key_options += option == BOARD || option == KEYS || option == KEY_BITS;
        size_options +=
            option == ENTRIES || option == MEMORY || option == TABLE;
        switch (option) {
        case BOARD:
            good = parse_board(optarg, &arguments);
            break;
        case KEYS:
            good = cli_count("--keys", optarg, &request->keys);
            break;
        case KEY_BITS:
            good = cli_number("--key-bits", optarg, 1, 127, &bits);
            if (good)
                request->keys = (tt_count)1 << bits;
            break;
        case LAYOUT:
            good = parse_layout(optarg, &request->layout);
            break;
        case STORED_BITS:
            good = cli_number("--stored-bits", optarg, 1, 128, &bits);
            if (good)
                request->stored_bits = (int)bits;
            break;
        case ENTRIES:
            good = cli_number("--entries", optarg, 1, UINT64_MAX,
                              &request->entries);
            break;
        case MEMORY:
            good = cli_size("--memory", optarg, &request->bytes);
            break;
        case TABLE:
            arguments.table = true;
            break;
        case JSON:
            arguments.json = true;
            break;
        case HELP:
            fputs(help, stdout);
            return CLI_OK;
        default:
            good = false;
        }
        if (!good)
            return cli_bad_option();
    }
    if (optind < argc)
        return cli_no_operands(argc - optind, argv + optind);
    if (key_options > 1)
        return cli_usage_error("give one of --board, --keys, --key-bits");
    if (size_options > 1)
        return cli_usage_error("give one of --entries, --memory, --table");
    if (key_options == 0) {
        arguments.board = board_default();
        request->keys = board_max_key(arguments.board) + 1;
    }
    if (request->stored_bits == 0)
        request->stored_bits = tt_stored_bits(request->keys);
    return arguments.table ? size_table(&arguments) : size_one(&arguments);
}

const struct cli_command cmd_size = {
    "size", "choose a table size that confuses no two positions", run};
