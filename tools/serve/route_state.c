/* What the server tells of itself: its health, its metrics, its interface, and
 * the page. */
#include <stdlib.h>

#include "tools/serve/measure.h"
#include "tools/serve/request.h"
#include "tools/serve/respond.h"

/* tools/serve/openapi.json */
static const char openapi[] = {
#include "tools/serve/openapi.inc"
};

void server_route_health(struct server_request *request)
{
    static const char json[] = "{\"status\":\"ok\",\"version\":"
                               "\"" FOURSCORE_VERSION "\"}";
    server_respond_bytes(request, "application/json", SERVER_NO_STORE, json,
                         sizeof json - 1);
}

void server_route_metrics(struct server_request *request)
{
    size_t length;
    char *text = server_measure(request->server, &length);
    if (text == NULL) {
        server_respond_no_memory(request);
        return;
    }
    server_respond_bytes(request, server_measure_type, SERVER_NO_STORE, text,
                         length);
    free(text);
}

void server_route_openapi(struct server_request *request)
{
    server_respond_bytes(request, "application/json", SERVER_REVALIDATE,
                         openapi, sizeof openapi);
}

void server_route_page(struct server_request *request)
{
    const struct server_files *files = request->server->files;
    struct MHD_Response *response;
    int status = 0;
    if (files != NULL && !request->is_path_cut)
        status = server_files_answer(files, request->connection, request->path,
                                     &response, &request->bytes);
    if (status == 0) {
        server_respond_refusal(
            request, MHD_HTTP_NOT_FOUND,
            "not found; /v1/openapi.json describes what there is");
        return;
    }
    request->route = SERVER_PAGE;
    server_respond_shared(request, status, response);
}
