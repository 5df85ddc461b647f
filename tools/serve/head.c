#include "tools/serve/head.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static size_t count_of(const char *text, char wanted)
{
    size_t count = 0;
    for (; *text != '\0'; text++)
        count += *text == wanted;
    return count;
}

static bool has_control(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (((unsigned char)text[i] < ' ' && text[i] != '\t') || text[i] == 127)
            return true;
    return false;
}

bool server_head_check_url(const char *url, struct server_error *error)
{
    const char *query = strchr(url, '?');
    if (strchr(url, ' ') != NULL)
        return server_refuse(error, MHD_HTTP_BAD_REQUEST,
                             "the URL: expected %%20 in place of a blank");
    if (has_control(url, strlen(url)) || strchr(url, '\t') != NULL)
        return server_refuse(error, MHD_HTTP_BAD_REQUEST,
                             "the URL has a control character, expected %%09 "
                             "and the like");
    if (strlen(url) > SERVER_MAX_URL)
        return server_refuse(error, MHD_HTTP_URI_TOO_LONG,
                             "expected a URL of at most %d bytes",
                             SERVER_MAX_URL);
    return query == NULL || count_of(query, '&') < SERVER_MAX_ARGUMENTS ||
           server_refuse(error, MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE,
                         "expected at most %d arguments in the URL",
                         SERVER_MAX_ARGUMENTS);
}

/* ------------------------------------------------------------- the whole head
 */

struct head {
    const char *end;             /* of what is read */
    const char *behind;          /* the head */
    int hosts, lengths, codings; /* the number of these headers */
    bool is_sound;
    struct server_error *error;
};

static bool refuse_hidden(struct server_error *error)
{
    return server_refuse(error, MHD_HTTP_BAD_REQUEST,
                         "the head of the request has a zero byte or a folded "
                         "line");
}

/*
 * Go on to the next part of the head, which the library reads in place.  Bytes
 * between the parts that do not separate them were hidden by a zero byte; a
 * part that is elsewhere was made of folded lines.
 */
static bool go_on(struct head *head, const char *next)
{
    uintptr_t at = (uintptr_t)next;
    bool is_inside =
        at >= (uintptr_t)head->end && at <= (uintptr_t)head->behind;
    for (const char *byte = head->end; is_inside && byte < next; byte++)
        if (*byte != '\0' && strchr("\r\n \t", *byte) == NULL)
            is_inside = false;
    return is_inside || refuse_hidden(head->error);
}

static bool is_word(const char *text, size_t length)
{
    static const char others[] = "!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < length; i++) {
        char byte = text[i];
        bool is_letter =
            (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        if (!is_letter && !(byte >= '0' && byte <= '9') &&
            (byte == '\0' || strchr(others, byte) == NULL))
            return false;
    }
    return length > 0;
}

static enum MHD_Result read_header(void *context, enum MHD_ValueKind kind,
                                   const char *name, size_t name_length,
                                   const char *value, size_t length)
{
    struct head *head = context;
    (void)kind;
    head->is_sound = go_on(head, name);
    if (head->is_sound &&
        (!is_word(name, name_length) || has_control(value, length)))
        head->is_sound =
            server_refuse(head->error, MHD_HTTP_BAD_REQUEST,
                          "a header: expected a word, ':' and a text");
    head->end = value + length;
    bool is_host = strcasecmp(name, MHD_HTTP_HEADER_HOST) == 0;
    if (head->is_sound && is_host && strcspn(value, " \t") != length)
        head->is_sound = server_refuse(head->error, MHD_HTTP_BAD_REQUEST,
                                       "Host: expected a name without blanks");
    head->hosts += is_host;
    head->lengths += strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0;
    head->codings += strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0;
    return head->is_sound ? MHD_YES : MHD_NO;
}

/* Requires that all headers are read. */
static bool check_counts(const struct head *head,
                         struct MHD_Connection *connection, bool is_old)
{
    const char *coding = MHD_lookup_connection_value(
        connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_TRANSFER_ENCODING);
    if (head->hosts > 1 || (head->hosts == 0 && !is_old))
        return server_refuse(head->error, MHD_HTTP_BAD_REQUEST,
                             "expected the header Host once");
    if (head->lengths + head->codings > 1)
        return server_refuse(head->error, MHD_HTTP_BAD_REQUEST,
                             "expected one Content-Length or one "
                             "Transfer-Encoding");
    return head->codings == 0 ||
           (!is_old && strcasecmp(coding, "chunked") == 0) ||
           server_refuse(head->error, MHD_HTTP_BAD_REQUEST,
                         "Transfer-Encoding: expected chunked, of HTTP/1.1");
}

bool server_head_check(struct MHD_Connection *connection, const char *method,
                       const char *url_end, const char *version,
                       struct server_error *error)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    struct head head = {.end = url_end,
                        .behind = method + info->header_size,
                        .is_sound = true,
                        .error = error};
    if (version != url_end + 1)
        return refuse_hidden(error);
    head.end = version + strlen(version);
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, read_header,
                                &head);
    return head.is_sound && go_on(&head, head.behind) &&
           check_counts(&head, connection, strcmp(version, "HTTP/1.0") == 0);
}

bool server_head_has_bad_length(struct MHD_Connection *connection,
                                struct server_error *error)
{
    const char *length = MHD_lookup_connection_value(
        connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    if (length == NULL)
        return false;
    if (length[0] == '\0' || length[strspn(length, "0123456789")] != '\0')
        return !server_refuse(error, MHD_HTTP_BAD_REQUEST,
                              "Content-Length: expected a whole number");
    errno = 0;
    return strtoull(length, NULL, 10) == ULLONG_MAX && errno == ERANGE &&
           !server_refuse_body(error, SERVER_MAX_BODY);
}
