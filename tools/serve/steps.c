#include "tools/serve/steps.h"

#include <stddef.h>

#include "os/clock.h"
#include "tools/serve/request.h"
#include "tools/serve/respond.h"

struct server_search
server_steps_search_of(const struct server_request *request,
                       const fourscore_position *position,
                       void (*done)(struct server_search *search), void *user)
{
    const struct server_ask *ask = &request->ask;
    double own = os_seconds() + ask->seconds;
    struct server_search search = {
        .client = request->client,
        .query = FOURSCORE_QUERY_INIT,
        .deadline = ask->seconds > 0 && own < request->deadline
                        ? own
                        : request->deadline,
        .socket = server_socket_number(request->socket),
        .done = done,
        .user = user,
    };
    search.query.position = *position;
    search.query.goal = ask->goal;
    search.query.find = ask->find;
    search.query.nodes = ask->nodes;
    return search;
}

static void searched(struct server_search *search);

void server_steps_search(struct server_request *request, server_step *next)
{
    request->search =
        server_steps_search_of(request, &request->position, searched, request);
    request->has_search = true;
    request->next = next;
}

void server_steps_leave(struct server_request *request)
{
    if (atomic_exchange(&request->has_place, false))
        server_queue_leave(request->server->queue, request->client);
}

/* Take the next step, unless the search before it failed. */
static void take_step(struct server_request *request)
{
    const struct server_search *search = &request->search;
    bool is_searched = request->is_searched;
    struct server_error error;
    request->is_searched = false;
    if (is_searched && search->gone) {
        request->is_answered = true;
    } else if (is_searched && search->status != FOURSCORE_OK) {
        server_refuse_search(&error, search->status);
        server_respond_error(request, &error);
    } else {
        if (is_searched)
            server_metrics_answer(request->server->metrics, &search->answer);
        request->next(request);
    }
}

/* How long a worker takes steps of one request, until others have their turn.
 */
static const double turn_seconds = 0.002;

static void work(struct server_job *job)
{
    struct server_request *request =
        (struct server_request *)((char *)job -
                                  offsetof(struct server_request, job));
    struct server *server = request->server;
    double end = os_seconds() + turn_seconds;
    if (server->refusing && !request->is_searched)
        server_respond_refusal(request, MHD_HTTP_SERVICE_UNAVAILABLE,
                               "the server stops");
    while (!request->is_answered) {
        if (request->has_search) {
            request->has_search = false;
            if (!server_search_begin(server->queue, &request->search)) {
                server_search_continue(server->queue, &request->search);
                return;
            }
            request->is_searched = true;
        }
        take_step(request);
        if (!request->is_answered && os_seconds() >= end) {
            if (server_socket_is_gone(request->socket))
                break;
            server_workers_add(server->workers, job);
            return;
        }
    }
    request->is_answered = true;
    MHD_resume_connection(request->connection);
}

/* The next step follows a search in the pools. */
static void searched(struct server_search *search)
{
    struct server_request *request = search->user;
    request->is_searched = true;
    server_workers_add(request->server->workers, &request->job);
}

/* There is no room in the queue.  What was searched counts. */
static enum MHD_Result refuse(struct server_request *request,
                              enum server_room room)
{
    struct server_metrics *metrics = request->server->metrics;
    struct server_error error;
    bool is_full = room == SERVER_QUEUE_FULL;
    if (is_full)
        server_refuse_busy(&error);
    else
        server_refuse_client(&error, "questions are waiting");
    server_metrics_refusal(metrics, is_full ? SERVER_QUEUE_LIMIT
                                            : SERVER_CLIENT_QUEUE_LIMIT);
    server_metrics_nodes(metrics, request->search.answer.nodes);
    server_respond_error(request, &error);
    return server_respond_send(request);
}

/* Let workers go on, if there is room in the queue. */
static enum MHD_Result hand_over(struct server_request *request,
                                 struct server_workers *workers)
{
    struct server *server = request->server;
    enum server_room room = server_queue_enter(server->queue, request->client);
    if (room != SERVER_ROOM)
        return refuse(request, room);
    request->has_place = true;
    request->job.turn.client = request->client;
    request->job.run = work;
    MHD_suspend_connection(request->connection);
    server_workers_add(workers, &request->job);
    return MHD_YES;
}

/* Answer on this thread, if that takes at most a search of 0.2 ms. */
static enum MHD_Result answer(struct server_request *request)
{
    take_step(request);
    if (request->has_search &&
        server_search_try(request->server->queue, &request->search)) {
        request->has_search = false;
        request->is_searched = true;
        take_step(request);
    }
    return request->is_answered ? server_respond_send(request)
                                : hand_over(request, request->server->workers);
}

enum MHD_Result server_steps_begin(struct server_request *request)
{
    struct server *server = request->server;
    const struct server_route *route = &server_routes[request->route];
    request->is_active = true;
    atomic_fetch_add(&server->active, 1);
    server_socket_set_answering(request->socket, true);
    request->deadline = os_seconds() + server->config.time_limit;
    server_socket_expect(request->socket,
                         server->config.time_limit + server->config.timeout);
    request->next = route->first;
    if (request->error.status != 0) {
        server_respond_error(request, &request->error);
        return server_respond_send(request);
    }
    if (request->is_preflight) {
        server_respond_preflight(request);
        return server_respond_send(request);
    }
    if (request->body_length > SERVER_SMALL_BODY && request->is_post)
        return hand_over(request, server->readers);
    return request->is_post || route->is_long
               ? hand_over(request, server->workers)
               : answer(request);
}
