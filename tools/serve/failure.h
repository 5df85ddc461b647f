/*
 * server_fail: why a server cannot start.
 */
#ifndef TOOLS_SERVE_FAILURE_H
#define TOOLS_SERVE_FAILURE_H

#include <stdbool.h>

enum { SERVER_TEXT_SIZE = 512 };

/* What is at fault, and one line of English. */
enum server_fault { SERVER_BAD_SYSTEM, SERVER_BAD_CONFIG, SERVER_BAD_FILE };
struct server_failure {
    enum server_fault fault;
    char reason[SERVER_TEXT_SIZE];
};

/* Set '*failure' and return false. */
bool server_fail(struct server_failure *failure, enum server_fault fault,
                 const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
