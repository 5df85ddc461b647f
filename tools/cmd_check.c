/* fourscore check: check certificates. */
#include <errno.h>
#include <string.h>

#include "lib/fourscore.h"
#include "tools/clock.h"
#include "tools/command.h"

enum { MAX_BYTES = 1 << 20 }; /* no useful certificate is as large */

/* Read at most MAX_BYTES + 1 bytes of a file; "-" is stdin. */
static enum cli_status read_file(const char *name, uint8_t *bytes, size_t *size)
{
    bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "rb");
    if (file == NULL) {
        cli_error("%s: %s", name, strerror(errno));
        return CLI_BAD_INPUT;
    }
    *size = fread(bytes, 1, MAX_BYTES + 1, file);
    enum cli_status status =
        ferror(file) != 0 ? cli_read_error(standard ? "stdin" : name) : CLI_OK;
    if (!standard)
        fclose(file);
    return status;
}

static void print_claim(const struct fourscore_certificate *read)
{
    static const char *const players[] = {"first", "second"};
    printf("the %s player ", players[read->player - 1]);
    if (read->score == 0)
        printf("at least draws");
    else if (read->score == 1)
        printf("wins");
    else
        printf("reaches a score of at least %d", read->score);
    printf(" on %dx%d", read->width, read->height);
    if (read->moves[0] != '\0')
        printf(" after %s", read->moves);
}

static void print_counts(const struct fourscore_certificate *read,
                         double seconds)
{
    printf("%ju positions, %ju policies, %ju states, %s; %.2f s\n",
           (uintmax_t)read->positions, (uintmax_t)read->policies,
           (uintmax_t)read->states,
           read->statics ? "with static proofs" : "rules of the game only",
           seconds);
}

static void report(const char *name, enum fourscore_status status,
                   const struct fourscore_certificate *read,
                   const struct fourscore_error *error)
{
    if (status == FOURSCORE_NOT_PROVEN && read->failed_at[0] != '\0')
        cli_error("%s: not proven: %s after %s", name, error->reason,
                  read->failed_at);
    else if (status == FOURSCORE_NOT_PROVEN)
        cli_error("%s: not proven: %s on the empty board", name, error->reason);
    else if (status == FOURSCORE_BAD_CERTIFICATE)
        cli_error("%s: %s", name, error->reason);
    else
        cli_error("%s: %s", name, fourscore_strstatus(status));
}

static enum cli_status cli_status_of(enum fourscore_status status)
{
    switch (status) {
    case FOURSCORE_OK:
        return CLI_OK;
    case FOURSCORE_NOT_PROVEN:
        return CLI_CHECK_FAILED;
    case FOURSCORE_BAD_CERTIFICATE:
        return CLI_BAD_INPUT;
    default:
        return CLI_FAILURE;
    }
}

static enum cli_status check(const char *name)
{
    static uint8_t bytes[MAX_BYTES + 1];
    size_t size;
    enum cli_status status = read_file(name, bytes, &size);
    if (status != CLI_OK)
        return status;
    if (size > MAX_BYTES) {
        cli_error("%s: larger than 1 MiB, the limit of certificates", name);
        return CLI_BAD_INPUT;
    }
    struct fourscore_certificate read = FOURSCORE_CERTIFICATE_INIT;
    struct fourscore_error error;
    double start = clock_seconds();
    enum fourscore_status result =
        fourscore_certificate_check(bytes, size, &read, &error);
    if (result != FOURSCORE_OK) {
        report(name, result, &read, &error);
        return cli_status_of(result);
    }
    printf("%s: ", name);
    print_claim(&read);
    printf(": ");
    print_counts(&read, clock_seconds() - start);
    return CLI_OK;
}

static enum cli_status run(void *context, const struct arguments *arguments)
{
    (void)context;
    enum cli_status status = CLI_OK;
    for (int i = 0; i < arguments->count; i++)
        status = cli_worse(status, check(arguments->operands[i]));
    return status;
}

static const struct command_option no_options[] = {{0}};

const struct command cmd_check = {
    .name = "check",
    .summary = "check certificates: proofs of a result that need no search",
    .about = "Check certificates, by following every reply of the other side.  "
             "Nothing is searched, and no scores are looked up.",
    .notes = "Exit status 1: a file is not a certificate.  5: a certificate "
             "does not prove its claim; the moves to the place where it fails "
             "are printed.",
    .groups = {{.options = no_options}},
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = COMMAND_ANY_OPERANDS,
    .missing = "no certificate given",
    .run = run,
};
