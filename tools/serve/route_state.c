/* What the server tells of itself: its health, its metrics, its interface, and
 * the page. */
#include <stdlib.h>

#include "tools/serve/respond.h"
#include "tools/serve/route.h"

/* tools/serve/openapi.json */
static const char openapi[] = {
#include "tools/serve/openapi.inc"
};

static enum MHD_Result send_json(struct server_request *request,
                                 enum server_cache cache, const char *json,
                                 size_t length)
{
    struct server_kind kind =
        server_kind_of(request, "application/json", cache);
    return server_respond_bytes(request, &kind, json, length);
}

enum MHD_Result server_route_health(struct server_request *request)
{
    static const char json[] = "{\"status\":\"ok\",\"version\":"
                               "\"" FOURSCORE_VERSION "\"}";
    return send_json(request, SERVER_NO_STORE, json, sizeof json - 1);
}

enum MHD_Result server_route_metrics(struct server_request *request)
{
    const struct server_context *context = request->context;
    struct server_gauges gauges = {
        .connections = server_clients_count(context->clients),
        .queue = server_queue_length(context->queue),
        .queue_limit = context->queue_limit,
        .table_bytes = server_boards_bytes(context->boards),
    };
    struct server_kind kind = server_kind_of(
        request, "text/plain; version=0.0.4; charset=utf-8", SERVER_NO_STORE);
    size_t length;
    char *text = server_metrics_text(context->metrics, &gauges, &length);
    if (text == NULL)
        return server_respond_no_memory(request);
    enum MHD_Result result = server_respond_bytes(request, &kind, text, length);
    free(text);
    return result;
}

enum MHD_Result server_route_openapi(struct server_request *request)
{
    return send_json(request, SERVER_REVALIDATE, openapi, sizeof openapi);
}

enum MHD_Result server_route_page(struct server_request *request)
{
    const struct server_files *files = request->context->files;
    enum MHD_Result queued = MHD_NO;
    if (files != NULL && !request->is_path_cut)
        request->status =
            server_files_answer(files, request->connection, request->path,
                                &queued, &request->bytes);
    if (request->status != 0) {
        request->route = SERVER_PAGE;
        return queued;
    }
    return server_respond_refusal(
        request, MHD_HTTP_NOT_FOUND,
        "not found; /v1/openapi.json describes what there is");
}
