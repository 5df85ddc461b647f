#include "tools/serve/scan.h"

#include "tools/serve/ask.h"

/* A list of positions is in an object, and a list of cells in that list or in
 * the object. */
enum { DEPTH_OF_POSITIONS = 2, DEPTH_OF_CELLS = 3 };

static bool refuse_cells(const struct server_scan *scan,
                         struct server_error *error)
{
    return server_refuse_at(
        error, scan->at,
        "a position: expected a string or a list of at most %d whole numbers",
        FOURSCORE_MAX_CELLS);
}

/* Count the commas, up to which each is behind another member, number or
 * position. */
static bool count_commas(struct server_scan *scan, struct server_error *error)
{
    if (scan->depth < DEPTH_OF_POSITIONS)
        return ++scan->members < SERVER_MAX_MEMBERS ||
               server_refuse_at(error, scan->at,
                                "expected an object of at most %d members",
                                SERVER_MAX_MEMBERS);
    if (++scan->numbers >= FOURSCORE_MAX_CELLS)
        return refuse_cells(scan, error);
    return scan->depth != DEPTH_OF_POSITIONS ||
           ++scan->elements < SERVER_MAX_POSITIONS ||
           server_refuse(error, 413, "positions: expected at most %d",
                         SERVER_MAX_POSITIONS);
}

static void scan_text(struct server_scan *scan, char byte)
{
    scan->is_in_text = scan->is_escaped || byte != '"';
    scan->is_escaped = !scan->is_escaped && byte == '\\';
}

/* A byte outside of texts. */
static bool scan_byte(struct server_scan *scan, char byte,
                      struct server_error *error)
{
    if (byte == ',')
        return count_commas(scan, error);
    if ((byte == '{' && scan->depth >= DEPTH_OF_POSITIONS) ||
        (byte == '[' && scan->depth >= DEPTH_OF_CELLS))
        return refuse_cells(scan, error);
    if (byte == '{' || byte == '[')
        scan->depth++;
    else if (byte == '}' || byte == ']')
        scan->depth--;
    else if (byte != '"')
        return true;
    scan->is_in_text = byte == '"';
    if (byte != '"' || scan->depth < DEPTH_OF_CELLS)
        scan->numbers = 0;
    if (scan->depth < DEPTH_OF_POSITIONS)
        scan->elements = 0;
    return true;
}

bool server_scan_json(struct server_scan *scan, const char *bytes, size_t count,
                      struct server_error *error)
{
    for (const char *byte = bytes; byte < bytes + count; byte++, scan->at++)
        if (scan->is_in_text)
            scan_text(scan, *byte);
        else if (!scan_byte(scan, *byte, error))
            return false;
    return true;
}
