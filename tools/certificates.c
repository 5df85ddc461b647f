#include "tools/certificates.h"

#include "tools/lines.h"

enum { ROOM = (1 << 20) + 1 }; /* a file that fills it is no certificate */

enum cli_status certificates_read(const char *name, const void **bytes,
                                  size_t *size)
{
    static uint8_t contents[ROOM];
    *bytes = contents;
    return lines_read_bytes(name, contents, ROOM, size);
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

enum cli_status certificates_report(const char *name,
                                    enum fourscore_status status,
                                    const struct fourscore_certificate *read,
                                    const struct fourscore_error *error)
{
    bool moved = read->failed_at[0] != '\0';
    switch (status) {
    case FOURSCORE_OK:
        return CLI_OK;
    case FOURSCORE_NOT_PROVEN:
        return cli_fail(CLI_CHECK_FAILED, "%s: not proven: %s %s%s", name,
                        error->reason, moved ? "after " : "on the empty board",
                        read->failed_at);
    case FOURSCORE_BAD_CERTIFICATE:
        return cli_fail(CLI_BAD_INPUT, "%s: %s", name, error->reason);
    default:
        return cli_fail(CLI_FAILURE, "%s: %s", name,
                        fourscore_strstatus(status));
    }
}
