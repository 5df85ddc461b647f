/* fourscore magic: find a multiplier that maps numbers to different slots. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/os.h"
#include "os/program/program.h"
#include "tools/lines.h"
#include "tools/options.h"
#include "tools/output.h"
#include "tt/magic.h"
#include "tt/random.h"

/* ------------------------------------------------------------- the numbers */

/* A number, and its line.  The number must be the first member. */
struct number {
    uint64_t value;
    unsigned long line;
    struct number *before; /* the number read before, or NULL */
};

/* The distinct numbers in a file. */
struct numbers {
    size_t count;
    uint64_t *values;

    struct number *last; /* while they are read */
    void *seen;          /* a tsearch() tree of them */
};

/* In an order that looks random: tsearch() trees are not balanced everywhere,
 * and numbers are often sorted. */
static int compare_numbers(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    x = tt_random(&x);
    y = tt_random(&y);
    return (x > y) - (x < y);
}

/*
 * Parse the line as a number of up to 64 bits, in decimal, or in hexadecimal
 * after 0x, with optional blanks around it.  Sets '*at' to the offset of the
 * number; in a blank line, which is no error, this is the end of the line.
 */
static bool parse_number(const struct line *line, uint64_t *number, size_t *at,
                         struct fourscore_error *error)
{
    const char *text = line->text + (*at = lines_skip_blanks(line, 0));
    bool hex = text[0] == '0' && (text[1] | 32) == 'x';
    unsigned char digit = (unsigned char)text[hex ? 2 : 0];
    char *end;
    *number = 0;
    if (*at == line->length && !line->cut)
        return true;
    if (hex ? !isxdigit(digit) : !isdigit(digit))
        return lines_fail(error, *at + (hex ? 2 : 0),
                          hex ? "expected a hexadecimal digit"
                              : "expected a number, decimal or 0x...");
    errno = 0;
    *number = strtoull(text, &end, hex ? 16 : 10);
    if (errno == ERANGE)
        return lines_fail(error, *at, "this is more than 64 bits hold");
    size_t next = lines_skip_blanks(line, (size_t)(end - line->text));
    return (next == line->length && !line->cut) ||
           lines_fail(error, next, "expected the end of the line");
}

static enum cli_status read_number(struct numbers *numbers,
                                   const struct line *line)
{
    struct fourscore_error error;
    uint64_t value;
    size_t at;
    if (!parse_number(line, &value, &at, &error))
        return lines_report(line, &error);
    if (at == line->length)
        return CLI_OK;
    struct number *number = malloc(sizeof *number);
    struct number **seen = NULL;
    if (number != NULL) {
        *number = (struct number){value, line->number, numbers->last};
        seen = tsearch(number, &numbers->seen, compare_numbers);
    }
    if (seen == NULL)
        command_fail(CLI_FAILURE, "%s:%lu: out of memory", line->name,
                     line->number);
    if (*seen != number) {
        free(number);
        return lines_refuse(line, at, "the same number as in line %lu",
                            (*seen)->line);
    }
    numbers->last = number;
    numbers->count++;
    return CLI_OK;
}

/*
 * Read the numbers in a file, one a line; empty lines and lines that start with
 * # are skipped.  Reports all invalid lines and all repeated numbers.
 */
static void read_numbers(struct numbers *numbers, const char *path)
{
    struct lines lines;
    struct line line;
    enum cli_status status = CLI_OK;
    *numbers = (struct numbers){0};
    lines_open(&lines, path);
    while (lines_next(&lines, &line))
        status = cli_worse(status, read_number(numbers, &line));
    command_need(cli_worse(status, lines_close(&lines)));
    uint64_t *value = malloc((numbers->count + 1) * sizeof *value);
    numbers->values = value;
    if (value == NULL)
        command_fail(CLI_FAILURE, "out of memory after %zu number%s",
                     numbers->count, CLI_S(numbers->count));
    while (numbers->last != NULL) {
        struct number *number = numbers->last;
        *value++ = number->value;
        numbers->last = number->before;
        tdelete(number, &numbers->seen, compare_numbers);
        free(number);
    }
}

/* -------------------------------------------------------------- the search */

static const uint64_t default_trials = UINT64_C(10000000000);

/* The largest range of integers that all readers of JSON represent exactly. */
#define MAX_NUMBER (UINT64_C(1) << 53)

/* Trials between two readings of the clock: a few hundredths of a second. */
enum { TRIALS_AT_ONCE = 1 << 20 };

struct request {
    struct options options; /* for progress */
    int bits;               /* 0: choose */
    uint64_t trials;        /* 0: the default */
    uint64_t seed;
    bool json;
};

/* The smallest number of bits with at most trials / 100 + 1 expected trials; 0
 * if there is none. */
static int min_bits(size_t count, uint64_t trials)
{
    for (int bits = 1; bits <= TT_MAGIC_MAX_BITS; bits++)
        if (tt_magic_expected(count, bits) <= 1 + (double)trials / 100)
            return bits;
    return 0;
}

static const char *format_expected(double expected, char text[32])
{
    if (isfinite(expected))
        snprintf(text, 32, "about %.2g", expected);
    else
        snprintf(text, 32, "more than 1e300");
    return text;
}

__attribute__((noreturn)) static void refuse_too_many(size_t count, int bits,
                                                      uint64_t trials)
{
    char advice[80], text[32];
    int better = min_bits(count, trials);
    if (better == 0)
        snprintf(advice, sizeof advice, "and no --bits up to %d is enough",
                 TT_MAGIC_MAX_BITS);
    else
        snprintf(advice, sizeof advice, "--bits %d is expected to take %s",
                 better,
                 format_expected(tt_magic_expected(count, better), text));
    if (bits == 0)
        command_fail(
            CLI_BAD_INPUT,
            "too many numbers: %zu, for at most 2^%d slots and %ju trial%s",
            count, TT_MAGIC_MAX_BITS, (uintmax_t)trials, CLI_S(trials));
    if (count > (size_t)1 << bits)
        command_fail(CLI_BAD_INPUT,
                     "impossible: %zu numbers do not fit into 2^%d slots, %s",
                     count, bits, advice);
    command_fail(CLI_BAD_INPUT,
                 "too many trials: %zu random numbers in 2^%d slots take %s "
                 "trials, %s; --trials N searches anyway",
                 count, bits,
                 format_expected(tt_magic_expected(count, bits), text), advice);
}

/* Search, and draw progress on stderr, in the form of the other commands. */
static bool search(const struct request *request, const struct numbers *numbers,
                   uint64_t trials, unsigned char *scratch,
                   struct tt_magic *magic)
{
    bool terminal = os_is_terminal(STDERR_FILENO);
    bool draws = request->options.progress == MONITOR_ALWAYS ||
                 (request->options.progress == MONITOR_TERMINAL && terminal);
    double expected = tt_magic_expected(numbers->count, request->bits);
    double started = os_seconds(), drawn = started;
    bool found = false;

    *magic = (struct tt_magic){.seed = request->seed};
    while (!found && magic->trials < trials) {
        uint64_t left = trials - magic->trials;
        found = tt_magic_find(numbers->values, numbers->count, request->bits,
                              left < TRIALS_AT_ONCE ? left : TRIALS_AT_ONCE,
                              scratch, magic);
        double now = os_seconds();
        if (!draws || found || now - drawn < 1)
            continue;
        double done = (double)magic->trials, seconds = now - started;
        fprintf(stderr,
                "%s%.3g trials, %.3g/s, about %.2g expected, %.4g s left on "
                "average%s",
                terminal ? "\r" : "", done, done / seconds, expected,
                expected * seconds / done, terminal ? "\033[K" : "\n");
        drawn = now;
    }
    if (terminal && drawn > started)
        fputs("\r\033[K", stderr);
    return found;
}

/* Check again that all slots are different. */
static bool is_right(const struct numbers *numbers, int bits,
                     uint64_t multiplier, unsigned char *scratch)
{
    memset(scratch, 0, (size_t)1 << bits);
    for (size_t i = 0; i < numbers->count; i++)
        if (scratch[tt_magic_slot(numbers->values[i], multiplier, bits)]++ != 0)
            return false;
    return true;
}

static enum cli_status print_magic(const struct request *request, size_t count,
                                   const struct tt_magic *magic)
{
    uintmax_t slots = UINTMAX_C(1) << request->bits;
    double expected = tt_magic_expected(count, request->bits);
    if (request->json) {
        struct json json = {.digits = 6};
        json_begin_object(&json, NULL);
        json_put_integer(&json, "keys", (int64_t)count);
        json_put_integer(&json, "bits", request->bits);
        json_put_integer(&json, "slots", (int64_t)slots);
        json_put_integer(&json, "seed", (int64_t)request->seed);
        json_put_integer(&json, "trials", (int64_t)magic->trials);
        if (isfinite(expected))
            json_put_real(&json, "expected", expected);
        else
            json_put_null(&json, "expected");
        json_put_format(&json, "multiplier", "0x%016jx",
                        (uintmax_t)magic->multiplier);
        json_end(&json);
        return output_json(&json);
    }
    char text[32];
    printf("keys             %zu\n"
           "bits             %d\n"
           "slots            %ju\n"
           "seed             %ju\n"
           "trials           %ju, %s expected\n"
           "multiplier       0x%016jx\n",
           count, request->bits, slots, (uintmax_t)request->seed,
           (uintmax_t)magic->trials, format_expected(expected, text),
           (uintmax_t)magic->multiplier);
    return CLI_OK;
}

static enum cli_status find(const struct request *request,
                            const struct numbers *numbers, uint64_t trials)
{
    struct tt_magic magic;
    char text[32];
    unsigned char *scratch = command_memory((size_t)1 << request->bits, 1);
    enum cli_status status = CLI_OK;
    if (!search(request, numbers, trials, scratch, &magic)) {
        status = CLI_UNFINISHED;
    } else if (!is_right(numbers, request->bits, magic.multiplier, scratch)) {
        status = cli_fail(CLI_FAILURE, "0x%jx is wrong; please report this",
                          (uintmax_t)magic.multiplier);
    } else {
        status = print_magic(request, numbers->count, &magic);
    }
    free(scratch);
    if (status == CLI_UNFINISHED && trials == request->trials)
        cli_error("found no multiplier in %ju trial%s (expected: %s); try more "
                  "--trials, another --seed, or --bits above %d",
                  (uintmax_t)magic.trials, CLI_S(magic.trials),
                  format_expected(
                      tt_magic_expected(numbers->count, request->bits), text),
                  request->bits);
    return status;
}

/* Numbers with a pattern may have no multiplier for a size with which random
 * numbers have many.  So after twenty times the expected trials the next size
 * is tried. */
static enum cli_status find_min(struct request *request,
                                const struct numbers *numbers)
{
    enum cli_status status;
    for (;; request->bits++) {
        double expected = tt_magic_expected(numbers->count, request->bits);
        bool last = request->bits == TT_MAGIC_MAX_BITS ||
                    20 * expected >= (double)request->trials;
        status = find(request, numbers,
                      last ? request->trials : (uint64_t)(20 * expected));
        if (status != CLI_UNFINISHED || last)
            return status;
    }
}

/* Choose the values that were not given; refuse a search that is impossible or
 * would take too long. */
static void plan(struct request *request, size_t count)
{
    bool insists = request->trials != 0;
    int bits = request->bits;
    if (!insists)
        request->trials = default_trials;
    if (bits == 0)
        request->bits = min_bits(count, request->trials);
    double expected =
        request->bits == 0 ? INFINITY : tt_magic_expected(count, request->bits);
    if (count > (size_t)1 << request->bits ||
        (!insists && expected > (double)request->trials))
        refuse_too_many(count, bits, request->trials);
}

static enum cli_status run(void *context, const struct arguments *arguments)
{
    struct request *request = context;
    struct numbers numbers;
    bool min = request->bits == 0;
    read_numbers(&numbers, arguments->operands[0]);
    plan(request, numbers.count);
    tt_magic_sort(numbers.values, numbers.count);
    enum cli_status status = min ? find_min(request, &numbers)
                                 : find(request, &numbers, request->trials);
    free(numbers.values);
    return status;
}

static const struct command_option options[] = {
    {"bits", "N",
     "the number N, 1 to 24 (the smallest N with at most TRIALS / 100 expected "
     "trials)",
     VALUE(struct request, bits), .min = 1, .max = TT_MAGIC_MAX_BITS},
    {"trials", "N",
     "stop after N multipliers (10000000000); without this option, a search "
     "that is expected to take more is refused",
     VALUE(struct request, trials), .min = 1, .max = MAX_NUMBER},
    {"seed", "N", "seed of the random numbers", VALUE(struct request, seed),
     .max = MAX_NUMBER, .initial = "1"},
    {"json", NULL, "print JSON", VALUE(struct request, json)},
    {0},
};

const struct command cmd_magic = {
    .name = "magic",
    .summary = "find a multiplier that gives each number a slot of its own",
    .operands = "FILE",
    .missing = "FILE is missing; - is stdin",
    .about = "Find a 64-bit multiplier that maps the numbers in FILE (-: "
             "stdin) to different slots of a table with 2^N slots:\n\n"
             "    slot = (number * multiplier mod 2^64) >> (64 - N)\n\n"
             "FILE has one number a line, decimal or 0x...  Empty lines and "
             "lines that start with '#' are skipped.",
    .notes = "Exit status 1: a line is invalid, or there are too many numbers; "
             "4: no multiplier was found.",
    .options = {options, options_progress},
    .request_bytes = sizeof(struct request),
    .run = run,
};
