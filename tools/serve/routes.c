/*
 * What the server answers at each path.  Each route is a function that asks the
 * library what the request asks, and responds; it runs on the thread of its
 * connection.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "os/os.h"
#include "tools/positions.h"
#include "tools/serve/files.h"
#include "tools/serve/http.h"

/* tools/serve/openapi.json */
static const char openapi[] = {
#include "tools/serve/openapi.inc"
};

/* ---------------------------------------------------------------- searching */

/* Answer a question about a position.  Fails as turns_search() does. */
static enum fourscore_status search(struct request *request,
                                    const fourscore_position *position,
                                    int goal, unsigned find,
                                    struct fourscore_answer *answer)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    query.position = *position;
    query.goal = goal;
    query.find = find;
    query.nodes = request->ask.nodes;
    struct asker asker = request->asker;
    double own = os_seconds() + request->ask.seconds;
    if (request->ask.seconds > 0 && own < asker.deadline)
        asker.deadline = own;
    enum fourscore_status status =
        turns_search(request->server->turns, &asker, &query, answer);
    if (status == FOURSCORE_OK)
        metrics_count_answer(answer);
    return status;
}

/* --------------------------------------------------------------------- JSON */

/* Add the text of a position, or its beginning.  One that is not UTF-8 cannot
 * be in JSON; it is left out, and so is one whose bytes are NULL. */
static void put_position(struct json *json, const char *name, struct text text)
{
    size_t length =
        text.length < ASK_MAX_POSITION ? text.length : ASK_MAX_POSITION;
    while (length < text.length && length > 0 &&
           (text.bytes[length] & 0xc0) == 0x80)
        length--;
    if (text.bytes != NULL && json_utf8(text.bytes, length) == length)
        json_put_bytes(json, name, text.bytes, length);
}

static void write_answer(struct json *json, const struct ask *ask,
                         struct text text,
                         const struct fourscore_answer *answer)
{
    json_begin_object(json, NULL);
    put_position(json, "position", text);
    json_add_answer(json, ask->goal, ask->find, answer);
    json_put_boolean(json, "finished", answer->finished);
    json_end(json);
}

/* --------------------------------------------------------- lists of answers */

/* A list of positions, that is answered with a line of JSON for each. */
struct list {
    struct request *request;
    size_t next; /* the position to be answered */
    char *line;  /* that is being sent; or NULL */
    size_t length, sent;
};

/* While the reader of a list paused, others may have taken its board. */
static enum fourscore_status
search_patiently(struct request *request, const fourscore_position *position,
                 struct fourscore_answer *answer)
{
    static const struct timespec moment = {.tv_nsec = 50000000};
    const struct ask *ask = &request->ask;
    enum fourscore_status status;
    while ((status = search(request, position, ask->goal, ask->find, answer)) ==
               FOURSCORE_BUSY &&
           os_seconds() < request->asker.deadline) {
        if (turns_is_gone(&request->asker))
            return FOURSCORE_CANCELLED;
        nanosleep(&moment, NULL);
    }
    return status;
}

/* Answer the next position: set the line.  Returns false if the asker is gone,
 * or if memory runs out. */
static bool write_line(struct list *list)
{
    const struct ask *ask = &list->request->ask;
    struct text text = ask->positions[list->next++];
    fourscore_position position;
    struct fourscore_answer answer;
    struct refusal refusal = {0};
    struct json json = {0};
    bool is_good = ask_read_position(ask, text, &position, NULL, &refusal);
    if (is_good) {
        enum fourscore_status status =
            search_patiently(list->request, &position, &answer);
        if (status == FOURSCORE_CANCELLED)
            return false;
        is_good = status == FOURSCORE_OK || refuse_status(&refusal, status);
    }
    if (is_good) {
        write_answer(&json, ask, text, &answer);
    } else {
        json_begin_object(&json, NULL);
        put_position(&json, "position", text);
        http_put_refusal(&json, &refusal);
        json_end(&json);
    }
    list->line = json_take(&json, &list->length);
    list->sent = 0;
    if (list->line != NULL)
        list->line[list->length++] = '\n'; /* in place of the zero byte */
    return list->line != NULL;
}

/* What the library calls for the next bytes of the answer: of one line, so that
 * each is sent before the next search. */
static ssize_t read_line(void *context, uint64_t at, char *bytes, size_t room)
{
    struct list *list = context;
    (void)at;
    if (list->line == NULL) {
        if (list->next == list->request->ask.count)
            return MHD_CONTENT_READER_END_OF_STREAM;
        http_hold_timeout(list->request);
        bool is_good = write_line(list);
        http_restart_timeout(list->request);
        if (!is_good)
            return MHD_CONTENT_READER_END_WITH_ERROR;
    }
    size_t left = list->length - list->sent;
    size_t count = left < room ? left : room;
    memcpy(bytes, list->line + list->sent, count);
    list->sent += count;
    if (count == left) {
        free(list->line);
        list->line = NULL;
    }
    return (ssize_t)count;
}

static void free_list(void *context)
{
    struct list *list = context;
    free(list->line);
    free(list);
}

static enum MHD_Result answer_list(struct request *request)
{
    const struct ask *ask = &request->ask;
    enum fourscore_status status = turns_open_board(
        request->server->turns, request->asker.client, ask->width, ask->height);
    struct list *list = status == FOURSCORE_OK ? calloc(1, sizeof *list) : NULL;
    if (list == NULL)
        return http_refuse_status(
            request, status != FOURSCORE_OK ? status : FOURSCORE_NO_MEMORY);
    list->request = request;
    return http_respond_stream(request, "application/x-ndjson", read_line, list,
                               free_list);
}

/* ------------------------------------------------------------------ solving */

static enum MHD_Result answer_solve(struct request *request)
{
    const struct ask *ask = &request->ask;
    struct fourscore_answer answer;
    struct json json = {0};
    if (ask->many)
        return answer_list(request);
    enum fourscore_status status =
        search(request, &ask->position, ask->goal, ask->find, &answer);
    if (status != FOURSCORE_OK)
        return http_refuse_status(request, status);
    write_answer(&json, ask, ask->positions[0], &answer);
    return http_respond_json(request, answer.finished, &json);
}

/* "pos", and "score", one number for each column; null or 100 for a full one.
 * Requires an answer that is finished. */
static void write_columns(struct json *json, const struct ask *ask,
                          const struct fourscore_answer *answer)
{
    enum { FULL_COLUMN = 100 };
    json_begin_object(json, NULL);
    put_position(json, "pos", ask->positions[0]);
    json_begin_array(json, "score");
    for (int column = 0; column < ask->width; column++) {
        int score = answer->move_scores[column].lower;
        if (score != FOURSCORE_NO_MOVE)
            json_put_integer(json, NULL, score);
        else if (ask->full_is_null)
            json_put_null(json, NULL);
        else
            json_put_integer(json, NULL, FULL_COLUMN);
    }
    json_end(json);
    json_end(json);
}

/* A list of {"move": "3", "score": -2}, the best move first; of equal ones that
 * nearest to the centre.  Requires an answer that is finished. */
static void write_moves(struct json *json, const struct ask *ask,
                        const struct fourscore_answer *answer)
{
    int columns[FOURSCORE_MAX_WIDTH], count = 0;
    for (int i = 0; i < ask->width; i++) {
        int distance = (i + 1) / 2;
        int column = ask->width / 2 + (i % 2 == 0 ? distance : -distance);
        int score = answer->move_scores[column].lower, at = count;
        if (score == FOURSCORE_NO_MOVE)
            continue;
        for (; at > 0 && answer->move_scores[columns[at - 1]].lower < score;
             at--)
            columns[at] = columns[at - 1];
        columns[at] = column;
        count++;
    }
    json_begin_array(json, NULL);
    for (int i = 0; i < count; i++) {
        json_begin_object(json, NULL);
        json_put_format(json, "move", "%c",
                        fourscore_column_name(columns[i] + 1));
        json_put_integer(json, "score", answer->move_scores[columns[i]].lower);
        json_end(json);
    }
    json_end(json);
}

/* The scores of all moves, in the form of a site that others have clients of.
 */
static enum MHD_Result answer_moves(struct request *request)
{
    const struct ask *ask = &request->ask;
    struct fourscore_answer answer;
    struct json json = {0};
    enum fourscore_status status =
        search(request, &ask->position, FOURSCORE_STRONG, FOURSCORE_ALL_MOVES,
               &answer);
    if (status != FOURSCORE_OK)
        return http_refuse_status(request, status);
    if (!answer.finished)
        return http_refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE,
                           "not solved within the time limit; try again");
    if (ask->question == ASK_SITE)
        write_columns(&json, ask, &answer);
    else
        write_moves(&json, ask, &answer);
    return http_respond_json(request, true, &json);
}

/* -------------------------------------------------------- moves of opponents
 */

/* The perfect level plays a best move, or, if a limit ends its search, as the
 * level below. */
static enum MHD_Result answer_move(struct request *request)
{
    const struct ask *ask = &request->ask;
    struct fourscore_answer answer;
    struct json json = {0};
    enum fourscore_status status = FOURSCORE_OK;
    bool is_proven = false;
    int column;
    if (ask->level == FOURSCORE_LEVELS) {
        status = search(request, &ask->position, FOURSCORE_STRONG,
                        FOURSCORE_BEST, &answer);
        is_proven = status == FOURSCORE_OK && answer.best_count > 0;
    }
    if (status == FOURSCORE_OK)
        status = fourscore_choose_move(
            &ask->position,
            is_proven || ask->level < FOURSCORE_LEVELS ? ask->level
                                                       : FOURSCORE_LEVELS - 1,
            ask->puzzle.seed, is_proven ? &answer : NULL, &column);
    if (status != FOURSCORE_OK)
        return http_refuse_status(request, status);
    json_begin_object(&json, NULL);
    put_position(&json, "position", ask->positions[0]);
    json_put_integer(&json, "move",
                     column - (ask->notation == FOURSCORE_FROM_0));
    json_put_integer(&json, "level", ask->level);
    json_put_boolean(&json, "proven", is_proven);
    json_end(&json);
    return http_respond_json(request,
                             is_proven || ask->level < FOURSCORE_LEVELS, &json);
}

/* --------------------------------------- explanations, reviews and puzzles */

/* The position is searched, and then the one before its last move. */
static enum MHD_Result answer_explain(struct request *request)
{
    struct ask *ask = &request->ask;
    fourscore_position before;
    struct fourscore_answer answer, answer_before;
    struct fourscore_explanation explanation = FOURSCORE_EXPLANATION_INIT;
    struct json json = {0};
    boards_lower_priority();
    int move =
        positions_take_back(ask->width, ask->height, ask->moves, &before);
    enum fourscore_status status = search(
        request, &ask->position, FOURSCORE_STRONG, FOURSCORE_PV, &answer);
    if (status == FOURSCORE_OK && move != 0)
        status = search(request, &before, FOURSCORE_WEAK, FOURSCORE_BEST,
                        &answer_before);
    if (status == FOURSCORE_OK)
        status = fourscore_explain_answers(
            &answer, move != 0 ? &answer_before : NULL, move, &explanation);
    if (status != FOURSCORE_OK)
        return http_refuse_status(request, status);
    json_begin_object(&json, NULL);
    put_position(&json, "position", ask->positions[0]);
    json_add_explanation(&json, &explanation);
    json_end(&json);
    return http_respond_json(request, explanation.finished, &json);
}

/* Search the positions of a game, the last one first. */
static enum fourscore_status
search_game(struct request *request,
            struct fourscore_point points[FOURSCORE_MAX_CELLS + 1],
            bool *is_finished)
{
    const struct ask *ask = &request->ask;
    enum fourscore_status status = FOURSCORE_OK;
    *is_finished = true;
    for (size_t ply = strlen(ask->moves) + 1;
         ply-- > 0 && status == FOURSCORE_OK;) {
        fourscore_position position;
        struct fourscore_answer answer;
        status = fourscore_read(&position, NULL, ask->width, ask->height,
                                FOURSCORE_MOVES, ask->moves, ply, NULL);
        if (status == FOURSCORE_OK)
            status = search(request, &position, FOURSCORE_STRONG,
                            FOURSCORE_BEST, &answer);
        if (status == FOURSCORE_OK) {
            points[ply] = fourscore_point_of(&answer);
            *is_finished = *is_finished && answer.finished;
        }
    }
    return status;
}

static enum MHD_Result answer_review(struct request *request)
{
    const struct ask *ask = &request->ask;
    struct fourscore_point points[FOURSCORE_MAX_CELLS + 1];
    struct fourscore_review review = FOURSCORE_REVIEW_INIT;
    struct json json = {0};
    bool is_finished;
    boards_lower_priority();
    enum fourscore_status status = search_game(request, points, &is_finished);
    if (status == FOURSCORE_OK)
        status = fourscore_judge_game(ask->width, ask->height, ask->moves,
                                      points, &review);
    if (status != FOURSCORE_OK)
        return http_refuse_status(request, status);
    json_begin_object(&json, NULL);
    json_put_text(&json, "game", ask->moves);
    json_add_review(&json, &review);
    json_put_boolean(&json, "finished", is_finished);
    json_end(&json);
    return http_respond_json(request, is_finished, &json);
}

static enum MHD_Result send_puzzle(struct request *request, const char *moves,
                                   const struct fourscore_answer *answer,
                                   const struct fourscore_puzzle *puzzle)
{
    struct json json = {0};
    json_begin_object(&json, NULL);
    json_put_text(&json, "position", moves);
    json_add_answer(&json, FOURSCORE_STRONG, FOURSCORE_ALL_MOVES | FOURSCORE_PV,
                    answer);
    json_add_puzzle(&json, puzzle, NULL);
    json_end(&json);
    return http_respond_json(request, true, &json);
}

/* Candidates are searched until one is a puzzle. */
static enum MHD_Result answer_puzzle(struct request *request)
{
    enum { TRIES = 1000 };
    const struct fourscore_puzzle_config *config = &request->ask.puzzle;
    char moves[FOURSCORE_MAX_CELLS + 1];
    fourscore_position position;
    struct fourscore_answer answer;
    enum fourscore_status status = FOURSCORE_OK;
    boards_lower_priority();
    for (uint64_t number = 0; number < TRIES; number++) {
        struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
        status = fourscore_puzzle_candidate(config, number, moves);
        if (status == FOURSCORE_OK && moves[0] == '\0')
            continue; /* the candidate has no position */
        if (status == FOURSCORE_OK)
            status = fourscore_from_moves(&position, config->width,
                                          config->height, moves, NULL);
        if (status == FOURSCORE_OK)
            status = search(request, &position, FOURSCORE_STRONG,
                            FOURSCORE_ALL_MOVES | FOURSCORE_PV, &answer);
        if (status != FOURSCORE_OK)
            return http_refuse_status(request, status);
        if (!answer.finished)
            return http_refuse(
                request, MHD_HTTP_SERVICE_UNAVAILABLE,
                "no puzzle was found within the time limit; try again");
        status = fourscore_judge_puzzle(&answer, config, &puzzle);
        if (status != FOURSCORE_OK)
            return http_refuse_status(request, status);
        if (puzzle.move != 0)
            return send_puzzle(request, moves, &answer, &puzzle);
    }
    return http_refuse(request, MHD_HTTP_NOT_FOUND,
                       "no such puzzle was found; try another seed");
}

/* -------------------------------------------------------- the server itself */

static enum MHD_Result answer_health(struct request *request)
{
    static const char json[] = "{\"status\":\"ok\",\"version\":"
                               "\"" FOURSCORE_VERSION "\"}";
    return http_respond(request, "application/json", CACHE_NOT, json,
                        sizeof json - 1);
}

static const char *path_of_route(int route)
{
    return routes[route].path;
}

static enum MHD_Result answer_metrics(struct request *request)
{
    struct server *server = request->server;
    size_t length;
    char *text = NULL;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return http_refuse_status(request, FOURSCORE_NO_MEMORY);
    metrics_print(out, ROUTES, path_of_route);
    metrics_print_gauge(out, "connections_limit",
                        "The number of connections that may be open.",
                        (uint64_t)server->settings->connections);
    metrics_print_gauge(out, "client_connections_limit",
                        "The connections that a client may have open.",
                        (uint64_t)server->settings->client_connections);
    metrics_print_gauge(out, "connections", "Open connections.",
                        (uint64_t)server->connections);
    metrics_print_gauge(out, "queue_length",
                        "Questions that wait for their turn or have it.",
                        (uint64_t)turns_questions(server->turns));
    metrics_print_gauge(out, "clients", "Clients that are connected.",
                        (uint64_t)turns_clients(server->turns));
    metrics_print_gauge(out, "table_bytes",
                        "Memory of the transposition tables.",
                        boards_bytes(turns_boards(server->turns)));
    enum MHD_Result result =
        fclose(out) == 0
            ? http_respond(request, "text/plain; version=0.0.4; charset=utf-8",
                           CACHE_NOT, text, length)
            : http_refuse_status(request, FOURSCORE_NO_MEMORY);
    free(text);
    return result;
}

static enum MHD_Result answer_openapi(struct request *request)
{
    return http_respond(request, "application/json", CACHE_CHECK, openapi,
                        sizeof openapi);
}

enum { PAGE = ROUTES - 2, UNKNOWN };

static enum MHD_Result answer_page(struct request *request)
{
    enum MHD_Result result = files_answer(request);
    if (request->status != MHD_HTTP_NOT_FOUND)
        request->route = &routes[PAGE]; /* for the metrics */
    return result;
}

const struct route routes[ROUTES] = {
    {"/solve", answer_moves, ASK_SITE, 0},
    {"/solve/connect4", answer_moves, ASK_SUCCESSOR, 0},
    {"/v1/solve", answer_solve, ASK_SOLVE, ASK_MAX_BODY},
    {"/v1/explain", answer_explain, ASK_EXPLAIN, ASK_MAX_GAME_BODY},
    {"/v1/review", answer_review, ASK_REVIEW, ASK_MAX_GAME_BODY},
    {"/v1/move", answer_move, ASK_MOVE, 0},
    {"/v1/puzzle", answer_puzzle, ASK_PUZZLE, 0},
    {"/v1/health", answer_health, ASK_NOTHING, 0},
    {"/v1/metrics", answer_metrics, ASK_NOTHING, 0},
    {"/v1/openapi.json", answer_openapi, ASK_NOTHING, 0},
    [PAGE] = {"page", answer_page, ASK_NOTHING, 0},
    [UNKNOWN] = {"unknown", answer_page, ASK_NOTHING, 0},
};
