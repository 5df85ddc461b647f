/*
 * server_scan: a body of JSON, refused as soon as it is known to be wrong.
 */
#ifndef TOOLS_SERVE_SCAN_H
#define TOOLS_SERVE_SCAN_H

#include "tools/serve/errors.h"

/* What is known of a body of JSON, from its first bytes on; all 0 at first. */
struct server_scan {
    size_t at;       /* the bytes read */
    int depth;       /* of objects and lists */
    bool is_in_text; /* between quotes, and there behind a backslash */
    bool is_escaped;
    /* Of the object, of the list of positions, and of the list of cells. */
    size_t members, elements, numbers;
};

/* Read more bytes of the body.  Sets '*error' and returns false as soon as it
 * has a list of more numbers than any board has cells, or more members or
 * positions than a request may have, or is nested too deep. */
bool server_scan_json(struct server_scan *scan, const char *bytes, size_t count,
                      struct server_error *error);

#endif
