#include "tools/certificates.h"

#include <string.h>

enum { ROOM = (1 << 20) + 1 }; /* a file that fills it is no certificate */

/* Read at most ROOM bytes of a file; "-" is stdin. */
static enum cli_status read_file(const char *name, uint8_t *bytes, size_t *size)
{
    bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "rb");
    if (file == NULL)
        return cli_open_error(name);
    *size = fread(bytes, 1, ROOM, file);
    enum cli_status status =
        ferror(file) != 0 ? cli_read_error(standard ? "stdin" : name) : CLI_OK;
    if (!standard)
        fclose(file);
    return status;
}

enum cli_status certificates_read(const char *name, const void **bytes,
                                  size_t *size)
{
    static uint8_t contents[ROOM];
    *bytes = contents;
    return read_file(name, contents, size);
}

void certificates_print_claim(const struct fourscore_certificate *read)
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

enum cli_status certificates_report(const char *name,
                                    enum fourscore_status status,
                                    const struct fourscore_certificate *read,
                                    const struct fourscore_error *error)
{
    if (status != FOURSCORE_OK)
        report(name, status, read, error);
    return cli_status_of(status);
}
