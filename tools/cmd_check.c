/* fourscore check: check certificates. */
#include "os/os.h"
#include "tools/certificates.h"
#include "tools/command.h"
#include "tools/output.h"

static enum cli_status check(const char *name)
{
    const void *bytes;
    size_t size;
    enum cli_status status = certificates_read(name, &bytes, &size);
    if (status != CLI_OK)
        return status;
    struct fourscore_certificate read = FOURSCORE_CERTIFICATE_INIT;
    struct fourscore_error error;
    double start = os_seconds();
    enum fourscore_status result =
        fourscore_certificate_check(bytes, size, &read, &error);
    double seconds = os_seconds() - start;
    if (result != FOURSCORE_OK)
        return certificates_report(name, result, &read, &error);
    printf("%s: ", name);
    certificates_print_claim(&read);
    printf(": %ju positions, %ju policies, %ju states, %s; %.2f s\n",
           (uintmax_t)read.positions, (uintmax_t)read.policies,
           (uintmax_t)read.states,
           read.statics ? "with static proofs" : "rules of the game only",
           seconds);
    output_flush(); /* the next one may take a while */
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

const struct command cmd_check = {
    .name = "check",
    .summary = "check certificates: proofs of a result that need no search",
    .about = "Check certificates, by following every reply of the other side.  "
             "Nothing is searched, and no scores are looked up.",
    .notes = "Exit status 1: a file is not a certificate.  5: a certificate "
             "does not prove its claim; the moves to the place where it fails "
             "are printed.",
    .operands = "FILE...",
    .missing = "no certificate given",
    .run = run,
};
