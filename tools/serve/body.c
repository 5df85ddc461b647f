#include "tools/serve/body.h"

#include <stdlib.h>
#include <string.h>

#include "tools/serve/request.h"

size_t server_body_max(const struct server_request *request)
{
    return request->is_post ? server_routes[request->route].max_body
                            : SERVER_MAX_BODY;
}

bool server_body_is_too_large(const struct server_request *request)
{
    const char *length = MHD_lookup_connection_value(
        request->connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    return length != NULL &&
           strtoull(length, NULL, 10) > server_body_max(request);
}

static bool reserve(_Atomic size_t *used, size_t bytes, size_t most)
{
    bool fits = atomic_fetch_add(used, bytes) + bytes <= most;
    if (!fits)
        atomic_fetch_sub(used, bytes);
    return fits;
}

/* Reserve memory for the body, of the client's share and of all. */
static bool reserve_body(struct server_request *request, size_t bytes,
                         struct server_error *error)
{
    struct server *server = request->server;
    if (!reserve(&request->client->body_bytes, bytes,
                 SERVER_MAX_CLIENT_BODIES)) {
        server_metrics_refusal(server->metrics, SERVER_CLIENT_BODIES_LIMIT);
        return server_refuse_client(error, "large bodies");
    }
    if (!reserve(&server->body_bytes, bytes, SERVER_MAX_BODIES)) {
        atomic_fetch_sub(&request->client->body_bytes, bytes);
        server_metrics_refusal(server->metrics, SERVER_BODIES_LIMIT);
        return server_refuse_busy(error);
    }
    request->body_room += bytes;
    return true;
}

/* Make room for more bytes of the body. */
static bool grow_body(struct server_request *request, size_t count,
                      struct server_error *error)
{
    size_t before = request->body_room, room = before;
    while (room < request->body_length + count)
        room = room < 4096 ? 4096 : 2 * room;
    if (room == before)
        return true;
    if (!reserve_body(request, room - before, error))
        return false;
    char *body = realloc(request->body, room);
    if (body == NULL)
        return server_refuse(error, MHD_HTTP_SERVICE_UNAVAILABLE,
                             "out of memory");
    request->body = body;
    return true;
}

void server_body_drop(struct server_request *request)
{
    atomic_fetch_sub(&request->client->body_bytes, request->body_room);
    atomic_fetch_sub(&request->server->body_bytes, request->body_room);
    free(request->body);
    request->body = NULL;
    request->body_room = 0;
}

/* Keep bytes of the body, if they can be right. */
static bool keep_bytes(struct server_request *request, const char *bytes,
                       size_t count, struct server_error *error)
{
    if (request->body_length + count > server_body_max(request))
        return server_refuse_body(error, server_body_max(request));
    if (request->is_json &&
        !server_scan_json(&request->scan, bytes, count, error))
        return false;
    if (!grow_body(request, count, error))
        return false;
    memcpy(request->body + request->body_length, bytes, count);
    return true;
}

enum MHD_Result server_body_receive(struct server_request *request,
                                    const char *bytes, size_t count)
{
    bool wanted = request->is_post && request->error.status == 0;
    if (wanted && !keep_bytes(request, bytes, count, &request->error))
        server_body_drop(request);
    request->body_length += count;
    return request->body_length <= SERVER_MAX_SENT ? MHD_YES : MHD_NO;
}
