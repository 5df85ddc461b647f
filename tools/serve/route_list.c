/*
 * /v1/solve for a list of positions: one JSON object a line, in order, sent as
 * they are found.
 *
 * A few positions are searched ahead of the one that is sent, so memory is
 * bounded.  A list has one place in the queue for as long as it lasts, and more
 * when there is room.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "tools/serve/request.h"
#include "tools/serve/respond.h"

/* Positions searched ahead. */
enum { AHEAD = 8 };

struct slot {
    struct stream *stream;
    fourscore_position position;
    struct server_error error; /* status 0: none */
    struct server_search search;
    bool is_begun; /* searched for a millisecond, but not in the pools yet */

    bool is_running, is_ready; /* under the lock */
};

struct stream {
    struct server_request *request;
    size_t first, next; /* positions: to be sent, to be searched */
    struct slot slots[AHEAD];

    char line[SERVER_JSON_SIZE + 1];
    size_t line_length, line_sent;

    pthread_mutex_t lock; /* of all that follows */
    bool is_suspended;
    bool is_place_used;

    _Atomic bool is_gone; /* the client has closed its socket */
};

static struct slot *slot_of(struct stream *stream, size_t index)
{
    return &stream->slots[index % AHEAD];
}

static void searched(struct server_search *search)
{
    struct slot *slot = search->user;
    struct stream *stream = slot->stream;
    struct server_request *request = stream->request;

    pthread_mutex_lock(&stream->lock);
    slot->is_running = false;
    slot->is_ready = true;
    if (search->has_place)
        stream->is_place_used = false;
    if (search->gone)
        stream->is_gone = true;
    bool wake = stream->is_suspended;
    stream->is_suspended = false;
    pthread_mutex_unlock(&stream->lock);
    if (wake)
        MHD_resume_connection(request->connection);
    server_request_release(request);
}

/* Read the next position and search it for a millisecond. */
static void begin(struct stream *stream, struct slot *slot)
{
    struct server_request *request = stream->request;
    const struct server_ask *ask = &request->ask;
    struct server_text text = ask->positions[stream->next];

    *slot = (struct slot){.stream = stream, .is_begun = true};
    if (!server_read_position(ask, text, &slot->position, &slot->error)) {
        slot->is_ready = true;
        return;
    }
    slot->search =
        server_request_search_of(request, &slot->position, searched, slot);
    slot->is_ready = server_search_begin(request->server->queue, &slot->search);
}

/* Hand the search over to the pools.  Returns false if the queue is full and
 * another search of this list will end. */
static bool hand_over(struct stream *stream, struct slot *slot)
{
    struct server_request *request = stream->request;

    pthread_mutex_lock(&stream->lock);
    bool has_place = slot->search.has_place = !stream->is_place_used;
    stream->is_place_used = true;
    slot->is_running = true;
    pthread_mutex_unlock(&stream->lock);
    atomic_fetch_add(&request->users, 1);
    if (server_search_continue(request->server->queue, &slot->search))
        return true;

    pthread_mutex_lock(&stream->lock);
    slot->is_running = false;
    if (has_place)
        stream->is_place_used = false;
    pthread_mutex_unlock(&stream->lock);
    server_request_release(request);
    slot->is_ready = has_place; /* out of memory, or past the deadline */
    return has_place;
}

/* Search ahead, until the turn of this connection is over.  Returns whether
 * more could be begun then. */
static bool search_ahead(struct stream *stream)
{
    double end = os_seconds() + SERVER_TURN_SECONDS;
    while (stream->next < stream->request->ask.count &&
           stream->next - stream->first < AHEAD) {
        struct slot *slot = slot_of(stream, stream->next);
        if (!slot->is_begun)
            begin(stream, slot);
        if (!slot->is_ready && !hand_over(stream, slot))
            return false;
        stream->next++;
        if (os_seconds() >= end)
            return true;
    }
    return false;
}

static bool is_first_ready(struct stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    bool is_ready = stream->first < stream->next &&
                    slot_of(stream, stream->first)->is_ready;
    pthread_mutex_unlock(&stream->lock);
    return is_ready;
}

/* Write the first answer to 'line', and free its slot.  Returns false if memory
 * runs out. */
static bool write_line(struct stream *stream)
{
    struct server_request *request = stream->request;
    struct slot *slot = slot_of(stream, stream->first);
    struct server_text text = request->ask.positions[stream->first];
    const struct fourscore_answer *answer = &slot->search.answer;
    json_t *object;

    if (slot->error.status != 0) {
        object = server_json_error(&text, &slot->error);
    } else {
        object = server_json_answer(&request->ask, text, answer);
        server_metrics_answer(request->server->metrics, answer);
    }
    size_t length = server_json_write(object, stream->line, SERVER_JSON_SIZE);
    if (length == 0)
        return false;
    stream->line[length] = '\n';
    stream->line_length = length + 1;
    stream->line_sent = 0;
    slot->is_begun = slot->is_ready = false;
    stream->first++;
    return true;
}

static size_t copy_line(struct stream *stream, char *bytes, size_t room)
{
    size_t left = stream->line_length - stream->line_sent;
    size_t count = left < room ? left : room;
    memcpy(bytes, stream->line + stream->line_sent, count);
    stream->line_sent += count;
    return count;
}

/* Suspend the connection until a search ends; if there is more to begin, only
 * until its next turn.  Returns false if there is nothing to wait for. */
static bool suspend(struct stream *stream, bool has_more)
{
    bool waits = false;
    pthread_mutex_lock(&stream->lock);
    const struct slot *slot = slot_of(stream, stream->first);
    if (stream->first < stream->next && !slot->is_ready) {
        waits = true;
        stream->is_suspended = !has_more;
        MHD_suspend_connection(stream->request->connection);
        if (has_more)
            MHD_resume_connection(stream->request->connection);
    }
    pthread_mutex_unlock(&stream->lock);
    return waits;
}

/* What the library calls for the next bytes of the answer. */
static ssize_t read_answers(void *context, uint64_t position, char *bytes,
                            size_t room)
{
    struct stream *stream = context;
    size_t used = 0;
    bool has_more;
    (void)position;
    if (stream->is_gone)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    do {
        has_more = search_ahead(stream);
        used += copy_line(stream, bytes + used, room - used);
        while (used < room && is_first_ready(stream)) {
            if (!write_line(stream))
                return MHD_CONTENT_READER_END_WITH_ERROR;
            used += copy_line(stream, bytes + used, room - used);
        }
        if (used == 0 && stream->first == stream->request->ask.count)
            return MHD_CONTENT_READER_END_OF_STREAM;
    } while (used == 0 && !suspend(stream, has_more));
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
    for (int i = 0; i < AHEAD; i++)
        if (stream->slots[i].is_running)
            server_search_abandon(stream->request->server->queue,
                                  &stream->slots[i].search);
    pthread_mutex_unlock(&stream->lock);
}

static void free_stream(void *state)
{
    struct stream *stream = state;
    server_queue_leave(stream->request->server->queue);
    pthread_mutex_destroy(&stream->lock);
    free(stream);
}

enum MHD_Result server_route_list(struct server_request *request)
{
    enum { BLOCK_BYTES = 16 << 10 };
    struct server_queue *queue = request->server->queue;
    struct server_error error;
    if (!server_request_use_board(request, &error))
        return server_respond_error(request, &error);
    if (!server_queue_enter(queue))
        return server_respond_busy(request);
    struct stream *stream = server_request_keep(request, sizeof *stream);
    if (stream == NULL) {
        server_queue_leave(queue);
        return server_respond_no_memory(request);
    }
    pthread_mutex_init(&stream->lock, NULL);
    stream->request = request;
    request->free_state = free_stream;
    request->abandon = abandon;
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, BLOCK_BYTES, read_answers, stream, release);
    if (response != NULL)
        atomic_fetch_add(&request->users, 1);
    return server_respond(
        request, MHD_HTTP_OK,
        server_response(response, "application/x-ndjson", SERVER_NO_STORE,
                        request->server->config.allow_origin));
}
