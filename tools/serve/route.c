#include "tools/serve/route.h"

#include <stdlib.h>
#include <string.h>

#include "tools/serve/respond.h"

void *server_route_keep(struct server_request *request, size_t bytes)
{
    request->state = calloc(1, bytes);
    request->free_state = free;
    return request->state;
}

/* ------------------------------------------------------------------ reading */

struct arguments {
    struct server_request *request;
    server_argument *read;
    struct server_error *error;
    bool good;
};

static enum MHD_Result read_argument(void *context, enum MHD_ValueKind kind,
                                     const char *name, size_t name_length,
                                     const char *value, size_t length)
{
    struct arguments *arguments = context;
    (void)kind;
    struct server_text text = {value != NULL ? value : "", length};
    arguments->good =
        strlen(name) != name_length
            ? server_refuse(arguments->error, 400,
                            "the name of an argument has a zero byte")
            : arguments->read(arguments->request, name, text, arguments->error);
    return arguments->good ? MHD_YES : MHD_NO;
}

bool server_route_read_arguments(struct server_request *request,
                                 server_argument *read,
                                 struct server_error *error)
{
    *error = (struct server_error){0};
    struct arguments arguments = {request, read, error, true};
    MHD_get_connection_values_n(request->connection, MHD_GET_ARGUMENT_KIND,
                                read_argument, &arguments);
    return arguments.good;
}

static bool ask_argument(struct server_request *request, const char *name,
                         struct server_text value, struct server_error *error)
{
    return server_ask_argument(&request->ask, name, value, error);
}

static bool read_body(struct server_request *request,
                      struct server_error *error)
{
    struct server_text body = {request->body != NULL ? request->body : "",
                               request->body_length};
    return server_request_is_type(request, "application/json")
               ? server_ask_json(&request->ask, body, error)
               : server_ask_lines(&request->ask, body, error);
}

bool server_route_read(struct server_request *request,
                       struct server_error *error)
{
    return server_route_read_arguments(request, ask_argument, error) &&
           (!request->is_post || read_body(request, error));
}

bool server_route_check_plain(const struct server_request *request,
                              struct server_error *error)
{
    const struct server_ask *ask = &request->ask;
    return (ask->goal == FOURSCORE_STRONG && ask->find == 0) ||
           server_refuse(error, 400,
                         "expected no other arguments than position, board, "
                         "seconds and nodes");
}

/* ---------------------------------------------------------------- searching */

enum MHD_Result server_route_use_board(struct server_request *request)
{
    const struct server_ask *ask = &request->ask;
    enum fourscore_status status = server_board_use(
        request->context->boards, ask->width, ask->height, &request->board);
    if (status == FOURSCORE_OK)
        return MHD_YES;
    return server_respond_refusal(
        request, MHD_HTTP_SERVICE_UNAVAILABLE,
        status == FOURSCORE_BUSY
            ? "too many different boards are in use; try again"
            : fourscore_strstatus(status));
}

void server_route_release_board(struct server_request *request)
{
    server_board_release(request->context->boards, request->board);
    request->board = NULL;
}

static void searched(struct server_search *search)
{
    struct server_request *request = search->user;
    request->is_searched = true;
    MHD_resume_connection(request->connection);
}

/* Returns whether the search is over. */
static bool begin(struct server_request *request, server_step *next)
{
    request->search =
        server_request_search(request, &request->position, searched, request);
    request->is_searched = false;
    request->next = next;
    return server_search_begin(request->context->queue, &request->search);
}

/* Requires that the connection is suspended. */
static void go_on_in_pools(struct server_request *request)
{
    if (server_search_continue(request->context->queue, &request->search))
        return;
    request->is_refused = true;
    MHD_resume_connection(request->connection);
}

enum MHD_Result server_route_search(struct server_request *request,
                                    server_step *next)
{
    if (begin(request, next))
        return server_request_go_on(request);
    MHD_suspend_connection(request->connection);
    go_on_in_pools(request);
    return MHD_YES;
}

enum MHD_Result server_route_search_in_turn(struct server_request *request,
                                            server_step *next)
{
    bool is_over = begin(request, next);
    MHD_suspend_connection(request->connection);
    if (is_over)
        searched(&request->search);
    else
        go_on_in_pools(request);
    return MHD_YES;
}

enum MHD_Result server_route_search_first(struct server_request *request,
                                          server_step *next)
{
    enum MHD_Result result = server_route_use_board(request);
    return request->board == NULL ? result : server_route_search(request, next);
}
