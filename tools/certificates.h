/*
 * certificates_: files with certificates, for people.
 */
#ifndef TOOLS_CERTIFICATES_H
#define TOOLS_CERTIFICATES_H

#include "lib/fourscore.h"
#include "tools/cli.h"

/* Set '*bytes', valid until the next call, and '*size' to the contents of a
 * file; "-" is stdin.  On failure reports the error. */
MUST_CHECK enum cli_status certificates_read(const char *name,
                                             const void **bytes, size_t *size);

/* Print who reaches what, without a line end. */
void certificates_print_claim(const struct fourscore_certificate *read);

/* Report why the certificate in a file was not accepted, unless 'status' is
 * FOURSCORE_OK; returns the exit status. */
MUST_CHECK enum cli_status
certificates_report(const char *name, enum fourscore_status status,
                    const struct fourscore_certificate *read,
                    const struct fourscore_error *error);

#endif
