#include "tools/serve/respond.h"

#include <sys/socket.h>

#include "tools/serve/answer.h"

struct server_kind server_kind_of(const struct server_request *request,
                                  const char *type, enum server_cache cache)
{
    return (struct server_kind){type, cache, request->context->allow_origin};
}

enum MHD_Result server_respond(struct server_request *request, int status,
                               struct MHD_Response *response)
{
    request->status = status;
    server_client_set_answering(request->client, true);
    if (request->context->stopping || request->closes)
        response = server_response_header(response, MHD_HTTP_HEADER_CONNECTION,
                                          "close");
    return server_queue_response(request->connection, status, response);
}

enum MHD_Result server_respond_json(struct server_request *request, int status,
                                    enum server_cache cache, const char *json,
                                    size_t length)
{
    if (length == 0)
        return server_respond_refusal(request, MHD_HTTP_SERVICE_UNAVAILABLE,
                                      "out of memory");
    struct server_kind kind =
        server_kind_of(request, "application/json", cache);
    request->bytes = length;
    return server_respond(request, status,
                          server_response_copy(json, length, &kind));
}

enum MHD_Result server_respond_error(struct server_request *request,
                                     const struct server_error *error)
{
    char json[SERVER_ANSWER_SIZE];
    struct server_kind kind =
        server_kind_of(request, "application/json", SERVER_NO_STORE);
    size_t length = server_answer_error(NULL, error, json, sizeof json);
    struct MHD_Response *response = server_response_copy(json, length, &kind);
    if (error->status == MHD_HTTP_SERVICE_UNAVAILABLE)
        response =
            server_response_header(response, MHD_HTTP_HEADER_RETRY_AFTER, "1");
    if (error->status == MHD_HTTP_METHOD_NOT_ALLOWED)
        response = server_response_header(
            response, MHD_HTTP_HEADER_ALLOW,
            request->takes_post ? "GET, HEAD, POST" : "GET, HEAD");
    request->bytes = length;
    return server_respond(request, error->status, response);
}

void server_respond_at_once(struct server_request *request,
                            const struct server_error *error)
{
    char json[512], text[2048];
    struct server_kind kind =
        server_kind_of(request, "application/json", SERVER_NO_STORE);
    size_t length = server_answer_error(NULL, error, json, sizeof json);
    size_t size = server_response_text(text, sizeof text, error->status, &kind,
                                       json, length);
    int client = server_client_socket(request->client);
    send(client, text, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    shutdown(client, SHUT_RDWR);
    request->status = error->status;
    request->bytes = length;
    request->is_over = true;
}

enum MHD_Result server_respond_refusal(struct server_request *request,
                                       int status, const char *reason)
{
    struct server_error error;
    server_refuse(&error, status, "%s", reason);
    return server_respond_error(request, &error);
}

enum MHD_Result server_respond_busy(struct server_request *request)
{
    return server_respond_refusal(request, MHD_HTTP_SERVICE_UNAVAILABLE,
                                  "too many questions are waiting; try again");
}

enum server_cache server_cache_of(const struct server_request *request,
                                  bool finished)
{
    return finished && !request->is_post ? SERVER_ONE_DAY : SERVER_NO_STORE;
}
