#include "server/request.h"

#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "server/answer.h"
#include "server/explanation.h"
#include "server/http.h"
#include "server/openapi.h"
#include "server/stream.h"

/* The memory of the bodies of all requests. */
enum { ALL_BODIES = 64 << 20 };

static const struct {
    const char *path;
    enum server_route route;
    bool takes_post;
} routes[] = {
    {"/solve", SERVER_SOLVE, false},
    {"/v1/solve", SERVER_V1_SOLVE, true},
    {"/v1/explain", SERVER_V1_EXPLAIN, false},
    {"/v1/review", SERVER_V1_REVIEW, true},
    {"/v1/puzzle", SERVER_V1_PUZZLE, false},
    {"/v1/health", SERVER_HEALTH, false},
    {"/v1/metrics", SERVER_METRICS, false},
    {"/v1/openapi.json", SERVER_OPENAPI, false},
};

enum { ROUTES = sizeof routes / sizeof *routes };

static char *copy_text(const struct server_context *context, const char *text)
{
    return context->log != NULL ? strdup(text) : NULL;
}

/* Whether the path, which the library ends at a zero byte, has one. */
static bool is_path_cut(const char *url)
{
    const char *zero = strstr(url, "%00");
    return zero != NULL && zero < url + strcspn(url, "?");
}

struct server_request *server_request_open(struct server_context *context,
                                           struct MHD_Connection *connection,
                                           const char *url)
{
    struct server_request *request = calloc(1, sizeof *request);
    if (request == NULL)
        return NULL;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    if (info->socket_context == NULL) {
        free(request);
        return NULL;
    }
    request->context = context;
    request->connection = connection;
    request->client = info->socket_context;
    request->users = 1;
    request->began = os_seconds();
    request->is_path_cut = is_path_cut(url);
    request->log_url = copy_text(context, url);
    server_ask_open(&request->ask);
    return request;
}

struct server_search
server_request_search(const struct server_request *request,
                      const fourscore_position *position,
                      void (*done)(struct server_search *search), void *user)
{
    const struct server_ask *ask = &request->ask;
    double own = os_seconds() + ask->seconds;
    struct server_search search = {
        .board = request->board,
        .query = FOURSCORE_QUERY_INIT,
        .deadline = ask->seconds > 0 && own < request->deadline
                        ? own
                        : request->deadline,
        .socket = server_client_socket(request->client),
        .done = done,
        .user = user,
    };
    search.query.position = *position;
    search.query.goal = ask->goal;
    search.query.find = ask->find;
    search.query.nodes = ask->nodes;
    return search;
}

void server_request_release(struct server_request *request)
{
    if (atomic_fetch_sub(&request->users, 1) > 1)
        return;
    server_stream_close(request->stream);
    server_board_release(request->context->boards, request->board);
    atomic_fetch_sub(&request->context->body_bytes, request->body_room);
    server_ask_close(&request->ask);
    free(request->review);
    free(request->puzzle);
    free(request->body);
    free(request->log_method);
    free(request->log_url);
    free(request->log_version);
    free(request);
}

static void log_request(const struct server_request *request)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (request->log_method != NULL && request->log_url != NULL &&
        request->log_version != NULL && info != NULL)
        server_log_request(request->context->log, info->client_addr,
                           request->log_method, request->log_url,
                           request->log_version, request->status,
                           request->bytes);
}

void server_request_complete(struct server_request *request)
{
    struct server_context *context = request->context;
    if (request->status != 0) {
        server_metrics_request(context->metrics, request->route,
                               request->status, os_seconds() - request->began);
        if (context->log != NULL)
            log_request(request);
    }
    if (request->stream != NULL)
        server_stream_abandon(request->stream);
    if (request->is_active)
        atomic_fetch_sub(&context->active, 1);
    server_client_expect(request->client, context->timeout);
    server_client_set_answering(request->client, false);
    server_request_release(request);
}

/* ---------------------------------------------------------------- responses */

static struct server_kind kind_of(const struct server_request *request,
                                  const char *type, enum server_cache cache)
{
    return (struct server_kind){type, cache, request->context->allow_origin};
}

static enum MHD_Result queue(struct server_request *request, int status,
                             struct MHD_Response *response)
{
    request->status = status;
    server_client_set_answering(request->client, true);
    if (request->context->stopping)
        response = server_response_header(response, MHD_HTTP_HEADER_CONNECTION,
                                          "close");
    return server_queue_response(request->connection, status, response);
}

static enum MHD_Result send_json(struct server_request *request, int status,
                                 enum server_cache cache, const char *json,
                                 size_t length)
{
    struct server_kind kind = kind_of(request, "application/json", cache);
    request->bytes = length;
    return queue(request, status, server_response_copy(json, length, &kind));
}

static enum MHD_Result send_error(struct server_request *request,
                                  const struct server_error *error)
{
    char json[SERVER_ANSWER_SIZE];
    struct server_kind kind =
        kind_of(request, "application/json", SERVER_NO_STORE);
    size_t length = server_answer_error(NULL, error, json, sizeof json);
    struct MHD_Response *response = server_response_copy(json, length, &kind);
    if (error->status == MHD_HTTP_SERVICE_UNAVAILABLE)
        response =
            server_response_header(response, MHD_HTTP_HEADER_RETRY_AFTER, "1");
    if (error->status == MHD_HTTP_METHOD_NOT_ALLOWED)
        response =
            server_response_header(response, MHD_HTTP_HEADER_ALLOW,
                                   request->route == SERVER_V1_SOLVE ||
                                           request->route == SERVER_V1_REVIEW
                                       ? "GET, HEAD, POST"
                                       : "GET, HEAD");
    request->bytes = length;
    return queue(request, error->status, response);
}

static enum MHD_Result refuse(struct server_request *request, int status,
                              const char *reason)
{
    struct server_error error;
    server_refuse(&error, status, "%s", reason);
    return send_error(request, &error);
}

static enum MHD_Result refuse_full_queue(struct server_request *request)
{
    return refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE,
                  "too many questions are waiting; try again");
}

/* ------------------------------------------------------------- one position */

static enum server_cache cache_of(const struct server_request *request,
                                  bool finished)
{
    return finished && !request->is_post ? SERVER_ONE_DAY : SERVER_NO_STORE;
}

static enum MHD_Result send_answer(struct server_request *request)
{
    char json[SERVER_ANSWER_SIZE];
    const struct fourscore_answer *answer = &request->search.answer;
    struct server_text text = request->ask.positions[0];
    bool is_site = request->route == SERVER_SOLVE;

    server_board_release(request->context->boards, request->board);
    request->board = NULL;
    server_metrics_position(request->context->metrics, answer->nodes,
                            answer->book_hits, answer->finished);
    if (is_site && !answer->finished)
        return refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE,
                      "not solved within the time limit; try again");
    size_t length =
        is_site ? server_answer_columns(text, request->ask.width, answer, json,
                                        sizeof json)
                : server_answer(&request->ask, text, answer, json, sizeof json);
    return send_json(request, MHD_HTTP_OK, cache_of(request, answer->finished),
                     json, length);
}

static enum MHD_Result go_on(struct server_request *request);

static void searched(struct server_search *search)
{
    struct server_request *request = search->user;
    request->is_searched = true;
    MHD_resume_connection(request->connection);
}

static enum MHD_Result search(struct server_request *request)
{
    struct server_queue *queue = request->context->queue;

    request->search =
        server_request_search(request, &request->position, searched, request);
    request->is_searched = false;
    if (server_search_begin(queue, &request->search))
        return go_on(request);
    MHD_suspend_connection(request->connection);
    if (!server_search_continue(queue, &request->search)) {
        request->is_refused = true;
        MHD_resume_connection(request->connection);
    }
    return MHD_YES;
}

static enum MHD_Result send_explanation(struct server_request *request,
                                        const struct fourscore_answer *before)
{
    char json[SERVER_EXPLANATION_SIZE];
    struct fourscore_explanation explanation = FOURSCORE_EXPLANATION_INIT;
    server_board_release(request->context->boards, request->board);
    request->board = NULL;
    fourscore_explain_answers(&request->explained, before, request->move,
                              &explanation);
    size_t length = server_answer_explanation(request->ask.positions[0],
                                              &explanation, json, sizeof json);
    return send_json(request, MHD_HTTP_OK,
                     cache_of(request, explanation.finished), json, length);
}

/* After the search of the position, or of the one before its last move. */
static enum MHD_Result explain(struct server_request *request)
{
    struct server_ask *ask = &request->ask;
    const struct fourscore_answer *answer = &request->search.answer;
    server_metrics_position(request->context->metrics, answer->nodes,
                            answer->book_hits, answer->finished);
    if (request->is_explained)
        return send_explanation(request, answer);
    request->explained = *answer;
    request->is_explained = true;
    if (request->move == 0)
        return send_explanation(request, NULL);
    ask->goal = FOURSCORE_WEAK;
    ask->find = FOURSCORE_BEST;
    request->position = request->before;
    return search(request);
}

static enum MHD_Result send_review(struct server_request *request)
{
    size_t length;
    char *json = server_review_text(request->review, &length);
    server_board_release(request->context->boards, request->board);
    request->board = NULL;
    if (json == NULL)
        return refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE, "out of memory");
    enum MHD_Result result = send_json(
        request, MHD_HTTP_OK, cache_of(request, !request->review->unfinished),
        json, length);
    free(json);
    return result;
}

/* After the search of a position of a game. */
static enum MHD_Result review(struct server_request *request)
{
    const struct fourscore_answer *answer = &request->search.answer;
    server_metrics_position(request->context->metrics, answer->nodes,
                            answer->book_hits, answer->finished);
    server_review_learn(request->review, answer);
    if (request->review->ply < 0)
        return send_review(request);
    request->position = server_review_position(request->review);
    return search(request);
}

static enum MHD_Result send_puzzle(struct server_request *request)
{
    char json[SERVER_ANSWER_SIZE];
    server_board_release(request->context->boards, request->board);
    request->board = NULL;
    if (!request->search.answer.finished)
        return refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE,
                      "no puzzle was found within the time limit; try again");
    if (request->puzzle->found.move == 0)
        return refuse(request, MHD_HTTP_NOT_FOUND,
                      "no such puzzle was found; try another seed");
    size_t length = server_answer_puzzle(
        request->puzzle, &request->search.answer, json, sizeof json);
    return send_json(request, MHD_HTTP_OK, cache_of(request, true), json,
                     length);
}

/* Search the next candidate for a puzzle.  Each has its turn between the other
 * requests. */
static enum MHD_Result search_puzzle(struct server_request *request)
{
    struct server_queue *queue = request->context->queue;
    request->search =
        server_request_search(request, &request->position, searched, request);
    request->is_searched = false;
    bool over = server_search_begin(queue, &request->search);
    MHD_suspend_connection(request->connection);
    if (over) {
        searched(&request->search);
    } else if (!server_search_continue(queue, &request->search)) {
        request->is_refused = true;
        MHD_resume_connection(request->connection);
    }
    return MHD_YES;
}

/* After the search of a candidate. */
static enum MHD_Result puzzle(struct server_request *request)
{
    const struct fourscore_answer *answer = &request->search.answer;
    server_metrics_position(request->context->metrics, answer->nodes,
                            answer->book_hits, answer->finished);
    if (!answer->finished || server_puzzle_learn(request->puzzle, answer) ||
        !server_puzzle_next(request->puzzle, &request->position))
        return send_puzzle(request);
    return search_puzzle(request);
}

/* After a search. */
static enum MHD_Result go_on(struct server_request *request)
{
    switch (request->route) {
    case SERVER_V1_EXPLAIN:
        return explain(request);
    case SERVER_V1_REVIEW:
        return review(request);
    case SERVER_V1_PUZZLE:
        return puzzle(request);
    default:
        return send_answer(request);
    }
}

/* ---------------------------------------------------------------- questions */

static enum MHD_Result use_board(struct server_request *request)
{
    const struct server_ask *ask = &request->ask;
    enum fourscore_status status = server_board_use(
        request->context->boards, ask->width, ask->height, &request->board);
    if (status == FOURSCORE_OK)
        return MHD_YES;
    return refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE,
                  status == FOURSCORE_BUSY
                      ? "too many different boards are in use; try again"
                      : fourscore_strstatus(status));
}

static enum MHD_Result answer_one(struct server_request *request)
{
    struct server_error error;
    if (!server_read_position(&request->ask, request->ask.positions[0],
                              &request->position, &error))
        return send_error(request, &error);
    enum MHD_Result result = use_board(request);
    return request->board == NULL ? result : search(request);
}

static enum MHD_Result answer_list(struct server_request *request)
{
    struct server_kind kind =
        kind_of(request, "application/x-ndjson", SERVER_NO_STORE);
    enum MHD_Result result = use_board(request);
    if (request->board == NULL)
        return result;
    if (!server_queue_enter(request->context->queue))
        return refuse_full_queue(request);
    struct MHD_Response *response = server_stream_open(request, &kind);
    if (request->stream == NULL)
        server_queue_leave(request->context->queue);
    return queue(request, MHD_HTTP_OK, response);
}

static bool is_over(const fourscore_position *position)
{
    return fourscore_winner(position) != 0 ||
           fourscore_ply(position) ==
               fourscore_width(position) * fourscore_height(position);
}

/* As the tutorial's site answers: the position is a string of moves. */
static enum MHD_Result answer_site(struct server_request *request)
{
    struct server_ask *ask = &request->ask;
    struct server_error error;
    struct server_text text = {0};
    if (MHD_lookup_connection_value_n(request->connection,
                                      MHD_GET_ARGUMENT_KIND, "pos", 3,
                                      &text.bytes, &text.length) != MHD_YES)
        return refuse(request, MHD_HTTP_BAD_REQUEST,
                      "pos is missing, expected /solve?pos=4453");
    if (text.bytes == NULL)
        text.bytes = "";
    ask->find = FOURSCORE_ALL_MOVES;
    if (!server_ask_position(ask, text, &error) ||
        !server_read_position(ask, text, &request->position, &error))
        return send_error(request, &error);
    if (is_over(&request->position)) {
        server_refuse(&error, MHD_HTTP_BAD_REQUEST, "the game is over");
        error.has_at = true;
        error.at = text.length;
        return send_error(request, &error);
    }
    enum MHD_Result result = use_board(request);
    return request->board == NULL ? result : search(request);
}

struct arguments {
    struct server_ask *ask;
    struct server_puzzle *puzzle; /* NULL: a position is asked */
    struct server_error error;
    bool good;
};

static enum MHD_Result read_argument(void *context, enum MHD_ValueKind kind,
                                     const char *name, size_t name_length,
                                     const char *value, size_t length)
{
    struct arguments *arguments = context;
    (void)kind, (void)name_length;
    struct server_text text = {value != NULL ? value : "", length};
    arguments->good =
        arguments->puzzle == NULL
            ? server_ask_argument(arguments->ask, name, text, &arguments->error)
            : server_puzzle_argument(arguments->puzzle, arguments->ask, name,
                                     text, &arguments->error);
    return arguments->good ? MHD_YES : MHD_NO;
}

static bool is_type(const struct server_request *request, const char *type)
{
    const char *given = MHD_lookup_connection_value(
        request->connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_TYPE);
    size_t length = strlen(type);
    return given != NULL && strncasecmp(given, type, length) == 0 &&
           strchr("; \t", given[length]) != NULL;
}

static bool read_body(struct server_request *request,
                      struct server_error *error)
{
    struct server_text body = {request->body != NULL ? request->body : "",
                               request->body_length};
    return is_type(request, "application/json")
               ? server_ask_json(&request->ask, body, error)
               : server_ask_lines(&request->ask, body, error);
}

static enum MHD_Result answer_question(struct server_request *request)
{
    struct arguments arguments = {.ask = &request->ask, .good = true};
    MHD_get_connection_values_n(request->connection, MHD_GET_ARGUMENT_KIND,
                                read_argument, &arguments);
    if (!arguments.good ||
        (request->is_post && !read_body(request, &arguments.error)) ||
        !server_ask_check(&request->ask, &arguments.error))
        return send_error(request, &arguments.error);
    return request->ask.many ? answer_list(request) : answer_one(request);
}

static enum MHD_Result answer_explain(struct server_request *request)
{
    struct server_ask *ask = &request->ask;
    struct arguments arguments = {.ask = ask, .good = true};
    MHD_get_connection_values_n(request->connection, MHD_GET_ARGUMENT_KIND,
                                read_argument, &arguments);
    if (!arguments.good || !server_ask_check(ask, &arguments.error) ||
        !server_read_position(ask, ask->positions[0], &request->position,
                              &arguments.error))
        return send_error(request, &arguments.error);
    if (ask->goal != FOURSCORE_STRONG || ask->find != 0)
        return refuse(request, MHD_HTTP_BAD_REQUEST,
                      "expected no other arguments than position, board, "
                      "seconds and nodes");
    struct server_text text = ask->positions[0];
    request->move = server_explanation_move(&request->position, text.bytes,
                                            text.length, &request->before);
    ask->find = FOURSCORE_PV;
    enum MHD_Result result = use_board(request);
    return request->board == NULL ? result : search(request);
}

static enum MHD_Result answer_review(struct server_request *request)
{
    struct server_ask *ask = &request->ask;
    struct arguments arguments = {.ask = ask, .good = true};
    MHD_get_connection_values_n(request->connection, MHD_GET_ARGUMENT_KIND,
                                read_argument, &arguments);
    request->review = malloc(sizeof *request->review);
    if (request->review == NULL)
        return refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE, "out of memory");
    if (!arguments.good ||
        (request->is_post && !read_body(request, &arguments.error)) ||
        !server_ask_check(ask, &arguments.error) ||
        !server_review_begin(request->review, ask, &arguments.error))
        return send_error(request, &arguments.error);
    if (ask->goal != FOURSCORE_STRONG || ask->find != 0)
        return refuse(request, MHD_HTTP_BAD_REQUEST,
                      "expected no other arguments than position, board, "
                      "seconds and nodes");
    ask->find = FOURSCORE_BEST;
    request->position = server_review_position(request->review);
    enum MHD_Result result = use_board(request);
    return request->board == NULL ? result : search(request);
}

static enum MHD_Result answer_puzzle(struct server_request *request)
{
    struct server_ask *ask = &request->ask;
    request->puzzle = malloc(sizeof *request->puzzle);
    if (request->puzzle == NULL)
        return refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE, "out of memory");
    server_puzzle_open(request->puzzle);
    struct arguments arguments = {
        .ask = ask, .puzzle = request->puzzle, .good = true};
    MHD_get_connection_values_n(request->connection, MHD_GET_ARGUMENT_KIND,
                                read_argument, &arguments);
    if (!arguments.good ||
        !server_puzzle_check(request->puzzle, ask, &arguments.error))
        return send_error(request, &arguments.error);
    ask->find = FOURSCORE_ALL_MOVES | FOURSCORE_PV;
    request->search.answer.finished = 1;
    enum MHD_Result result = use_board(request);
    if (request->board == NULL)
        return result;
    return server_puzzle_next(request->puzzle, &request->position)
               ? search_puzzle(request)
               : send_puzzle(request);
}

/* ----------------------------------------------------------- other requests */

static enum MHD_Result answer_health(struct server_request *request)
{
    static const char json[] = "{\"status\":\"ok\",\"version\":"
                               "\"" FOURSCORE_VERSION "\"}";
    return send_json(request, MHD_HTTP_OK, SERVER_NO_STORE, json,
                     sizeof json - 1);
}

static enum MHD_Result answer_metrics(struct server_request *request)
{
    const struct server_context *context = request->context;
    struct server_gauges gauges = {
        .connections = server_clients_count(context->clients),
        .queue = server_queue_length(context->queue),
        .queue_limit = context->queue_limit,
        .table_bytes = server_boards_bytes(context->boards),
    };
    struct server_kind kind = kind_of(
        request, "text/plain; version=0.0.4; charset=utf-8", SERVER_NO_STORE);
    size_t length;
    char *text = server_metrics_text(context->metrics, &gauges, &length);
    if (text == NULL)
        return refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE, "out of memory");
    struct MHD_Response *response = server_response_copy(text, length, &kind);
    free(text);
    request->bytes = length;
    return queue(request, MHD_HTTP_OK, response);
}

static enum MHD_Result answer_page(struct server_request *request,
                                   const char *path)
{
    const struct server_files *files = request->context->files;
    enum MHD_Result queued = MHD_NO;
    if (files != NULL && !request->is_path_cut)
        request->status = server_files_answer(files, request->connection, path,
                                              &queued, &request->bytes);
    if (request->status != 0) {
        request->route = SERVER_PAGE;
        return queued;
    }
    return refuse(request, MHD_HTTP_NOT_FOUND,
                  "not found; /v1/openapi.json describes what there is");
}

static enum MHD_Result answer(struct server_request *request, const char *path)
{
    switch (request->route) {
    case SERVER_SOLVE:
        return answer_site(request);
    case SERVER_V1_SOLVE:
        return answer_question(request);
    case SERVER_V1_EXPLAIN:
        return answer_explain(request);
    case SERVER_V1_REVIEW:
        return answer_review(request);
    case SERVER_V1_PUZZLE:
        return answer_puzzle(request);
    case SERVER_HEALTH:
        return answer_health(request);
    case SERVER_METRICS:
        return answer_metrics(request);
    case SERVER_OPENAPI:
        return send_json(request, MHD_HTTP_OK, SERVER_REVALIDATE,
                         server_openapi, server_openapi_length);
    default:
        return answer_page(request, path);
    }
}

/* ------------------------------------------------------- parts of a request */

/* Whether the body is said to be too large. */
static bool is_too_large(const struct server_request *request)
{
    const char *length = MHD_lookup_connection_value(
        request->connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    return length != NULL && strtoull(length, NULL, 10) > SERVER_MAX_BODY;
}

static enum MHD_Result refuse_large_body(struct server_request *request)
{
    struct server_error error;
    server_refuse(&error, MHD_HTTP_CONTENT_TOO_LARGE,
                  "expected a body of at most %d bytes", SERVER_MAX_BODY);
    return send_error(request, &error);
}

/* Look at the method, the path and the headers. */
static enum MHD_Result start(struct server_request *request, const char *path,
                             const char *method, const char *version)
{
    bool is_get = strcmp(method, MHD_HTTP_METHOD_GET) == 0 ||
                  strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
    request->is_started = true;
    request->is_post = strcmp(method, MHD_HTTP_METHOD_POST) == 0;
    request->log_method = copy_text(request->context, method);
    request->log_version = copy_text(request->context, version);

    int route = 0;
    while (route < ROUTES &&
           (request->is_path_cut || strcmp(routes[route].path, path) != 0))
        route++;
    request->route = route < ROUTES ? routes[route].route : SERVER_UNKNOWN;
    bool takes_post = route < ROUTES && routes[route].takes_post;
    if (!is_get && !(request->is_post && takes_post))
        return refuse(request, MHD_HTTP_METHOD_NOT_ALLOWED,
                      takes_post ? "expected GET or POST" : "expected GET");
    if (is_too_large(request))
        return refuse_large_body(request);
    if (request->is_post && !is_type(request, "application/json") &&
        !is_type(request, "text/plain"))
        return refuse(request, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE,
                      "expected the content type application/json or "
                      "text/plain");
    return MHD_YES;
}

/* Make room for more bytes of the body. */
static bool grow_body(struct server_request *request, size_t count)
{
    struct server_context *context = request->context;
    size_t room = request->body_room;
    while (room < request->body_length + count)
        room = room < 4096 ? 4096 : 2 * room;
    size_t more = room - request->body_room;
    if (more == 0)
        return true;
    if (atomic_fetch_add(&context->body_bytes, more) + more > ALL_BODIES) {
        atomic_fetch_sub(&context->body_bytes, more);
        return false;
    }
    char *body = realloc(request->body, room);
    if (body == NULL) {
        atomic_fetch_sub(&context->body_bytes, more);
        return false;
    }
    request->body = body;
    request->body_room = room;
    return true;
}

/* Add bytes to the body.  Bytes that are not wanted are dropped, up to a limit,
 * so that the client can read why. */
static enum MHD_Result receive(struct server_request *request,
                               const char *bytes, size_t count)
{
    size_t length = request->body_length + count;
    bool wanted = request->is_post && !request->is_refused;
    if (wanted && length <= SERVER_MAX_BODY) {
        if (grow_body(request, count))
            memcpy(request->body + request->body_length, bytes, count);
        else
            request->is_refused = true;
    }
    request->body_length = length;
    return length <= (size_t)4 * SERVER_MAX_BODY ? MHD_YES : MHD_NO;
}

enum MHD_Result server_request_handle(struct server_request *request,
                                      const char *url, const char *method,
                                      const char *version, const char *bytes,
                                      size_t *count)
{
    if (!request->is_started)
        return start(request, url, method, version);
    if (*count > 0) {
        enum MHD_Result result = receive(request, bytes, *count);
        *count = 0;
        return result;
    }
    if (request->is_refused)
        return refuse_full_queue(request);
    if (request->is_searched)
        return go_on(request);
    if (request->body_length > SERVER_MAX_BODY)
        return refuse_large_body(request);
    request->is_active = true;
    atomic_fetch_add(&request->context->active, 1);
    server_client_set_answering(request->client, true);
    request->deadline = os_seconds() + request->context->time_limit;
    server_client_expect(request->client, request->context->time_limit +
                                              request->context->timeout);
    return answer(request, url);
}
