#include "tools/serve/http.h"

#include <stdio.h>

struct header {
    const char *name, *value;
};

/* No code within pages; WebAssembly and workers from this server only. */
static const struct header common[] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src "
     "'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; "
     "manifest-src 'self'; base-uri 'none'; form-action 'none'; "
     "frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
};

static const char allow_origin[] = "Access-Control-Allow-Origin";

static const char *const caches[] = {
    [SERVER_NO_STORE] = "no-store",
    [SERVER_REVALIDATE] = "no-cache",
    [SERVER_ONE_DAY] = "public, max-age=86400",
};

struct MHD_Response *server_response_header(struct MHD_Response *response,
                                            const char *name, const char *value)
{
    if (response == NULL ||
        MHD_add_response_header(response, name, value) == MHD_YES)
        return response;
    MHD_destroy_response(response);
    return NULL;
}

struct MHD_Response *server_response(struct MHD_Response *response,
                                     const struct server_kind *kind)
{
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        response =
            server_response_header(response, common[i].name, common[i].value);
    response = server_response_header(response, "Content-Type", kind->type);
    response =
        server_response_header(response, "Cache-Control", caches[kind->cache]);
    if (kind->allow_origin != NULL)
        response =
            server_response_header(response, allow_origin, kind->allow_origin);
    return response;
}

struct MHD_Response *server_response_copy(const char *bytes, size_t length,
                                          const struct server_kind *kind)
{
    return server_response(MHD_create_response_from_buffer(
                               length, (void *)bytes, MHD_RESPMEM_MUST_COPY),
                           kind);
}

static void append(char *text, size_t size, size_t *used, const char *name,
                   const char *value)
{
    *used +=
        (size_t)snprintf(text + *used, size - *used, "%s: %s\r\n", name, value);
}

size_t server_response_text(char *text, size_t size, int status,
                            const struct server_kind *kind, const char *bytes,
                            size_t length)
{
    size_t used = (size_t)snprintf(text, size, "HTTP/1.1 %d %s\r\n", status,
                                   MHD_get_reason_phrase_for((unsigned)status));
    append(text, size, &used, "Connection", "close");
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        append(text, size, &used, common[i].name, common[i].value);
    append(text, size, &used, "Content-Type", kind->type);
    append(text, size, &used, "Cache-Control", caches[kind->cache]);
    if (kind->allow_origin != NULL)
        append(text, size, &used, allow_origin, kind->allow_origin);
    used += (size_t)snprintf(text + used, size - used,
                             "Content-Length: %zu\r\n\r\n%.*s", length,
                             (int)length, bytes);
    return used;
}

enum MHD_Result server_queue_response(struct MHD_Connection *connection,
                                      int status, struct MHD_Response *response)
{
    if (response == NULL)
        return MHD_NO;
    enum MHD_Result queued =
        MHD_queue_response(connection, (unsigned)status, response);
    MHD_destroy_response(response);
    return queued;
}
