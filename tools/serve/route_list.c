/*
 * /v1/solve for a list of positions: one JSON object a line, in order, sent as
 * they are found.
 *
 * Workers search a few positions ahead of the one that is sent, so memory is
 * bounded.  A list has one place in the queue until all are searched.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/json/json.h"
#include "os/clock.h"
#include "tools/serve/request.h"
#include "tools/serve/respond.h"
#include "tools/serve/steps.h"

/* Positions searched ahead. */
enum { AHEAD = 16 };

struct slot {
    struct stream *stream;
    size_t index; /* of the position */
    struct server_job job;
    struct server_search search;
    char *line; /* the answer; NULL if memory ran out */
    size_t length;
    bool is_ready, is_in_pools; /* under the lock */
};

struct stream {
    struct server_request *request;
    size_t first, next; /* positions: to be sent, to be searched */
    size_t sent;        /* bytes of the line of the first one */
    struct slot slots[AHEAD];

    pthread_mutex_t lock; /* of all that follows */
    size_t count;         /* searched */
    bool is_suspended;
    bool is_gone; /* the client has closed its socket */
};

static struct slot *slot_of(struct stream *stream, size_t index)
{
    return &stream->slots[index % AHEAD];
}

/* ---------------------------------------------------------------- searching */

/* The line of a slot is written. */
static void set_ready(struct slot *slot)
{
    struct stream *stream = slot->stream;
    struct server_request *request = stream->request;
    pthread_mutex_lock(&stream->lock);
    slot->is_ready = true;
    if (slot->search.gone)
        stream->is_gone = true;
    if (++stream->count == request->ask.count)
        server_steps_leave(request);
    bool wake = stream->is_suspended && slot->index == stream->first;
    if (wake)
        stream->is_suspended = false;
    pthread_mutex_unlock(&stream->lock);
    if (wake)
        MHD_resume_connection(request->connection);
    server_request_release(request);
}

/* Take the line. */
static void write_line(struct slot *slot, struct json *json)
{
    slot->line = json_take(json, &slot->length);
    if (slot->line != NULL)
        slot->line[slot->length++] = '\n'; /* in place of the zero byte */
    set_ready(slot);
}

static void write_error(struct slot *slot, const struct server_error *error)
{
    const struct server_ask *ask = &slot->stream->request->ask;
    struct json json = {0};
    server_json_error(&json, &ask->positions[slot->index], error);
    write_line(slot, &json);
}

static void searched(struct server_search *search)
{
    struct slot *slot = search->user;
    const struct server_request *request = slot->stream->request;
    const struct server_ask *ask = &request->ask;
    struct server_error error;
    if (search->status != FOURSCORE_OK) {
        server_refuse_search(&error, search->status);
        write_error(slot, &error);
        return;
    }
    server_metrics_answer(request->server->metrics, &search->answer);
    struct json json = {0};
    server_json_answer(&json, ask, ask->positions[slot->index],
                       &search->answer);
    write_line(slot, &json);
}

/* Continue the search, unless the connection is closed. */
static bool go_on(struct slot *slot)
{
    struct stream *stream = slot->stream;
    struct server_queue *queue = stream->request->server->queue;
    pthread_mutex_lock(&stream->lock);
    bool goes_on = slot->is_in_pools = !stream->is_gone;
    if (goes_on)
        server_search_continue(queue, &slot->search);
    else
        server_search_give_up(queue, &slot->search);
    pthread_mutex_unlock(&stream->lock);
    return goes_on;
}

/* Set up the search, unless the connection is closed. */
static bool prepare(struct slot *slot, const fourscore_position *position)
{
    struct stream *stream = slot->stream;
    pthread_mutex_lock(&stream->lock);
    bool is_open = !stream->is_gone;
    if (is_open)
        slot->search =
            server_steps_search_of(stream->request, position, searched, slot);
    pthread_mutex_unlock(&stream->lock);
    return is_open;
}

/* Whether the search needs a board, of which none is free now.  The reader of
 * the list may have paused, and others have taken its board meanwhile. */
static bool waits_for_board(const struct server_search *search)
{
    return search->status == FOURSCORE_BUSY && os_seconds() < search->deadline;
}

/* Search the position of a slot. */
static void search(struct server_job *job)
{
    struct slot *slot =
        (struct slot *)((char *)job - offsetof(struct slot, job));
    const struct server_request *request = slot->stream->request;
    fourscore_position position;
    struct server_error error;
    if (!server_read_position(&request->ask,
                              request->ask.positions[slot->index], &position,
                              &error))
        write_error(slot, &error);
    else if (!prepare(slot, &position))
        set_ready(slot); /* nobody reads the line */
    else if (!server_search_begin(request->server->queue, &slot->search)) {
        if (!go_on(slot))
            searched(&slot->search);
    } else if (waits_for_board(&slot->search)) {
        server_workers_add_later(request->server->workers, job);
    } else {
        searched(&slot->search);
    }
}

/* ------------------------------------------------------------------ sending */

/* These are called by the thread that speaks HTTP. */

static void search_ahead(struct stream *stream)
{
    struct server_request *request = stream->request;
    while (stream->next < request->ask.count &&
           stream->next - stream->first < AHEAD) {
        struct slot *slot = slot_of(stream, stream->next);
        *slot = (struct slot){
            .stream = stream,
            .index = stream->next++,
            .job = {.turn = {.client = request->client}, .run = search},
        };
        atomic_fetch_add(&request->users, 1);
        server_workers_add(request->server->workers, &slot->job);
    }
}

/* Whether the first line can be sent; if not, suspends the connection until
 * then. */
static bool wait_for_first(struct stream *stream, bool suspends)
{
    pthread_mutex_lock(&stream->lock);
    bool is_ready = slot_of(stream, stream->first)->is_ready;
    if (!is_ready && suspends) {
        stream->is_suspended = true;
        MHD_suspend_connection(stream->request->connection);
    }
    pthread_mutex_unlock(&stream->lock);
    return is_ready;
}

/* Copy what is left of the first line, and go on to the next one. */
static size_t copy_line(struct stream *stream, char *bytes, size_t room)
{
    struct slot *slot = slot_of(stream, stream->first);
    size_t left = slot->length - stream->sent;
    size_t count = left < room ? left : room;
    memcpy(bytes, slot->line + stream->sent, count);
    stream->sent += count;
    if (count == left) {
        free(slot->line);
        slot->line = NULL;
        stream->sent = 0;
        pthread_mutex_lock(&stream->lock);
        stream->first++;
        pthread_mutex_unlock(&stream->lock);
        search_ahead(stream);
    }
    return count;
}

static bool is_gone(struct stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    bool is_gone = stream->is_gone;
    pthread_mutex_unlock(&stream->lock);
    return is_gone;
}

/* What the library calls for the next bytes of the answer. */
static ssize_t read_answers(void *context, uint64_t position, char *bytes,
                            size_t room)
{
    struct stream *stream = context;
    size_t used = 0;
    (void)position;
    if (is_gone(stream))
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (stream->first == stream->request->ask.count)
        return MHD_CONTENT_READER_END_OF_STREAM;
    while (used < room && stream->first < stream->request->ask.count &&
           wait_for_first(stream, used == 0)) {
        if (slot_of(stream, stream->first)->line == NULL)
            return MHD_CONTENT_READER_END_WITH_ERROR;
        used += copy_line(stream, bytes + used, room - used);
    }
    atomic_fetch_add(&stream->request->bytes, used);
    return (ssize_t)used;
}

static void release(void *context)
{
    struct stream *stream = context;
    server_request_release(stream->request);
}

/* End the searches; the connection is closed. */
static void abandon(void *state)
{
    struct stream *stream = state;
    pthread_mutex_lock(&stream->lock);
    stream->is_gone = true;
    for (size_t i = stream->first; i < stream->next; i++)
        if (slot_of(stream, i)->is_in_pools && !slot_of(stream, i)->is_ready)
            server_search_abandon(stream->request->server->queue,
                                  &slot_of(stream, i)->search);
    pthread_mutex_unlock(&stream->lock);
}

static void free_stream(void *state)
{
    struct stream *stream = state;
    for (int i = 0; i < AHEAD; i++)
        free(stream->slots[i].line);
    pthread_mutex_destroy(&stream->lock);
    free(stream);
}

/* Whether there is a board for the list now. */
static bool has_board(const struct server_request *request,
                      struct server_error *error)
{
    struct server_boards *boards = request->server->boards;
    struct server_board *board;
    enum fourscore_status status =
        server_board_use(boards, request->client, request->ask.width,
                         request->ask.height, &board);
    if (status != FOURSCORE_OK)
        return server_refuse_search(error, status);
    server_board_release(boards, request->client, board);
    return true;
}

void server_route_list(struct server_request *request)
{
    enum { BLOCK_BYTES = 16 << 10 };
    struct server_error error;
    if (!has_board(request, &error)) {
        server_respond_error(request, &error);
        return;
    }
    struct stream *stream = server_request_keep(request, sizeof *stream);
    if (stream == NULL) {
        server_respond_no_memory(request);
        return;
    }
    pthread_mutex_init(&stream->lock, NULL);
    stream->request = request;
    request->free_state = free_stream;
    request->abandon = abandon;
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, BLOCK_BYTES, read_answers, stream, release);
    if (response != NULL)
        atomic_fetch_add(&request->users, 1);
    request->is_list = true;
    request->keeps_place = request->ask.count > 0;
    search_ahead(stream);
    server_respond(request, MHD_HTTP_OK,
                   server_answer(response, &request->server->headers,
                                 "application/x-ndjson", SERVER_NO_STORE));
}
