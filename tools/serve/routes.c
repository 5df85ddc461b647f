/*
 * What the server answers at each path.  Each route is a function that asks the
 * library what the request asks, and writes the answer; it runs on the thread
 * of its connection.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "os/os.h"
#include "os/program/program.h"
#include "tools/positions.h"
#include "tools/serve/http.h"

/* tools/serve/openapi.json */
static const char openapi[] = {
#include "tools/serve/openapi.inc"
};

/* ---------------------------------------------------------------- searching */

/* Answer a question about a position.  Fails as turns_search() does. */
static enum fourscore_status search_once(struct request *request,
                                         const fourscore_position *position,
                                         int goal, unsigned find,
                                         struct fourscore_answer *answer)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    query.position = *position;
    query.goal = goal;
    query.find = find;
    query.nodes = (uint64_t)request->ask.nodes;
    struct asker asker = request->asker;
    double own = os_seconds() + request->ask.seconds;
    if (request->ask.seconds > 0 && own < asker.deadline)
        asker.deadline = own;
    enum fourscore_status status = turns_search(&asker, &query, answer);
    if (status == FOURSCORE_OK)
        metrics_count_answer(answer);
    return status;
}

/* The same; returns false, and refuses, if it fails. */
static bool search(struct request *request, const fourscore_position *position,
                   int goal, unsigned find, struct fourscore_answer *answer)
{
    return ask_succeeds(&request->ask,
                        search_once(request, position, goal, find, answer));
}

/* --------------------------------------------------------------------- JSON */

/* Begin an object with the text of a position, or its beginning.  One that is
 * not UTF-8 cannot be in JSON; it is left out, and so is one whose bytes are
 * NULL. */
static void begin_object(struct json *json, const char *name, struct text text)
{
    size_t length =
        text.length < ASK_MAX_POSITION ? text.length : ASK_MAX_POSITION;
    while (length < text.length && length > 0 &&
           (text.bytes[length] & 0xc0) == 0x80)
        length--;
    json_begin_object(json, NULL);
    if (text.bytes != NULL && json_utf8(text.bytes, length) == length)
        json_put_bytes(json, name, text.bytes, length);
}

/* End the object; others may keep an answer that is finished. */
static bool end_object(struct request *request, bool is_finished)
{
    json_end(&request->json);
    request->cache = is_finished ? CACHE_DAY : CACHE_NOT;
    return true;
}

static void write_answer(struct json *json, const struct ask *ask,
                         struct text text,
                         const struct fourscore_answer *answer)
{
    json->from_0 = ask->first == 0;
    begin_object(json, "position", text);
    json_add_answer(json, ask->goal, ask->find, answer);
    json_put_boolean(json, "finished", answer->finished);
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
static enum fourscore_status search_patiently(struct request *request,
                                              struct fourscore_answer *answer)
{
    static const struct timespec moment = {.tv_nsec = 50000000};
    const struct ask *ask = &request->ask;
    enum fourscore_status status;
    while ((status = search_once(request, &ask->position, ask->goal, ask->find,
                                 answer)) == FOURSCORE_BUSY &&
           os_seconds() < request->asker.deadline) {
        if (os_is_closed(request->asker.socket))
            return FOURSCORE_CANCELLED;
        nanosleep(&moment, NULL);
    }
    return status;
}

/* Answer the next position: set the line.  Returns false if the asker is gone,
 * or if memory runs out. */
static bool write_line(struct list *list)
{
    struct ask *ask = &list->request->ask;
    struct text text = ask->positions[list->next++];
    struct fourscore_answer answer;
    struct json json = {0};
    ask->refusal = (struct refusal){0};
    if (ask_read(ask, text) &&
        ask_succeeds(ask, search_patiently(list->request, &answer))) {
        write_answer(&json, ask, text, &answer);
    } else {
        begin_object(&json, "position", text);
        http_put_refusal(&json, &ask->refusal);
    }
    json_end(&json);
    list->line = json_take(&json, &list->length);
    list->sent = 0;
    if (list->line != NULL)
        list->line[list->length++] = '\n'; /* in place of the zero byte */
    return list->line != NULL && ask->refusal.status != ASK_CANCELLED;
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
        http_hold_timeout(list->request, true);
        bool is_good = write_line(list);
        http_hold_timeout(list->request, false);
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

static bool answer_list(struct request *request)
{
    enum { BLOCK_BYTES = 16 << 10 };
    struct ask *ask = &request->ask;
    if (!ask_succeeds(ask, turns_open_board(request->asker.client, ask->width,
                                            ask->height)))
        return false;
    struct list *list = calloc(1, sizeof *list);
    if (list == NULL)
        return ask_succeeds(ask, FOURSCORE_NO_MEMORY);
    list->request = request;
    request->type = "application/x-ndjson";
    request->response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, BLOCK_BYTES, read_line, list, free_list);
    if (request->response == NULL)
        free(list);
    return true;
}

/* ------------------------------------------------------------------ solving */

static bool answer_solve(struct request *request)
{
    const struct ask *ask = &request->ask;
    struct fourscore_answer answer;
    if (ask->many)
        return answer_list(request);
    if (!search(request, &ask->position, ask->goal, ask->find, &answer))
        return false;
    write_answer(&request->json, ask, ask->positions[0], &answer);
    return end_object(request, answer.finished);
}

/* The scores of all moves, in the form of a site that others have clients of.
 */
static bool find_moves(struct request *request, struct fourscore_answer *answer)
{
    return search(request, &request->ask.position, FOURSCORE_STRONG,
                  FOURSCORE_ALL_MOVES, answer) &&
           (answer->finished ||
            refuse(&request->ask, MHD_HTTP_SERVICE_UNAVAILABLE,
                   "not solved within the time limit; try again"));
}

/* "pos", and "score", one number for each column; null or 100 for a full one.
 */
static bool answer_site(struct request *request)
{
    enum { FULL_COLUMN = 100 };
    const struct ask *ask = &request->ask;
    struct json *json = &request->json;
    struct fourscore_answer answer;
    if (!find_moves(request, &answer))
        return false;
    begin_object(json, "pos", ask->positions[0]);
    json_begin_array(json, "score");
    for (int column = 0; column < ask->width; column++) {
        int score = answer.move_scores[column].lower;
        if (score == FOURSCORE_NO_MOVE && ask->full_is_null)
            json_put_null(json, NULL);
        else
            json_put_integer(json, NULL,
                             score != FOURSCORE_NO_MOVE ? score : FULL_COLUMN);
    }
    json_end(json);
    return end_object(request, true);
}

/* A list of {"move": "3", "score": -2}, the best move first; of equal ones that
 * nearest to the centre. */
static bool answer_successor(struct request *request)
{
    const struct ask *ask = &request->ask;
    struct json *json = &request->json;
    struct fourscore_answer answer;
    if (!find_moves(request, &answer))
        return false;
    int cells = ask->width * ask->height;
    json_begin_array(json, NULL);
    for (int score = cells; score >= -cells; score--)
        for (int i = 0; i < ask->width; i++) {
            int distance = (i + 1) / 2;
            int column = ask->width / 2 + (i % 2 == 0 ? distance : -distance);
            if (answer.move_scores[column].lower != score)
                continue;
            json_begin_object(json, NULL);
            json_put_format(json, "move", "%c",
                            positions_column(column + 1, (int)ask->first));
            json_put_integer(json, "score", score);
            json_end(json);
        }
    return end_object(request, true);
}

/* The perfect level plays a best move, or, if a limit ends its search, as the
 * level below. */
static bool answer_move(struct request *request)
{
    struct ask *ask = &request->ask;
    struct json *json = &request->json;
    struct fourscore_answer answer;
    bool is_proven = false;
    int level = (int)ask->level, column;
    if (level == FOURSCORE_LEVELS) {
        if (!search(request, &ask->position, FOURSCORE_STRONG, FOURSCORE_BEST,
                    &answer))
            return false;
        is_proven = answer.best_count > 0;
        level -= !is_proven;
    }
    if (!ask_succeeds(ask, fourscore_choose_move(
                               &ask->position, level, (uint64_t)ask->seed,
                               is_proven ? &answer : NULL, &column)))
        return false;
    begin_object(json, "position", ask->positions[0]);
    json_put_integer(json, "move", column - (ask->first == 0));
    json_put_integer(json, "level", ask->level);
    json_put_boolean(json, "proven", is_proven);
    return end_object(request, level == ask->level);
}

/* --------------------------------------- explanations, reviews and puzzles */

/* The position is searched, and then the one before its last move. */
static bool answer_explain(struct request *request)
{
    struct ask *ask = &request->ask;
    fourscore_position before;
    struct fourscore_answer answer, answer_before;
    struct fourscore_explanation explanation = FOURSCORE_EXPLANATION_INIT;
    boards_lower_priority();
    int move =
        positions_take_back(ask->width, ask->height, ask->moves, &before);
    if (!search(request, &ask->position, FOURSCORE_STRONG, FOURSCORE_PV,
                &answer) ||
        (move != 0 && !search(request, &before, FOURSCORE_WEAK, FOURSCORE_BEST,
                              &answer_before)) ||
        !ask_succeeds(ask, fourscore_explain_answers(
                               &answer, move != 0 ? &answer_before : NULL, move,
                               &explanation)))
        return false;
    request->json.from_0 = ask->first == 0;
    begin_object(&request->json, "position", ask->positions[0]);
    json_add_explanation(&request->json, &explanation);
    return end_object(request, explanation.finished);
}

/* The positions of the game are searched, the last one first. */
static bool answer_review(struct request *request)
{
    struct ask *ask = &request->ask;
    struct json *json = &request->json;
    struct fourscore_point points[FOURSCORE_MAX_CELLS + 1];
    struct fourscore_review review = FOURSCORE_REVIEW_INIT;
    char shown[FOURSCORE_MAX_CELLS + 1];
    bool is_finished = true;
    boards_lower_priority();
    for (size_t ply = strlen(ask->moves) + 1; ply-- > 0;) {
        struct fourscore_answer answer;
        if (!ask_succeeds(ask, fourscore_read(&ask->position, NULL, ask->width,
                                              ask->height, FOURSCORE_MOVES,
                                              ask->moves, ply, NULL)) ||
            !search(request, &ask->position, FOURSCORE_STRONG, FOURSCORE_BEST,
                    &answer))
            return false;
        points[ply] = fourscore_point_of(&answer);
        is_finished = is_finished && answer.finished;
    }
    if (!ask_succeeds(ask, fourscore_judge_game(ask->width, ask->height,
                                                ask->moves, points, &review)))
        return false;
    json->from_0 = ask->first == 0;
    json_begin_object(json, NULL);
    json_put_text(json, "game",
                  positions_rewrite(ask->moves, (int)ask->first, shown));
    json_add_review(json, &review);
    json_put_boolean(json, "finished", is_finished);
    return end_object(request, is_finished);
}

/* Look whether the game of a candidate ends in a puzzle: then puzzle->move is
 * not 0. */
static bool try_candidate(struct request *request, const char *moves,
                          struct fourscore_answer *answer,
                          struct fourscore_puzzle *puzzle)
{
    struct ask *ask = &request->ask;
    return ask_succeeds(ask, fourscore_from_moves(&ask->position, ask->width,
                                                  ask->height, moves, NULL)) &&
           search(request, &ask->position, FOURSCORE_STRONG,
                  FOURSCORE_ALL_MOVES | FOURSCORE_PV, answer) &&
           (answer->finished ||
            refuse(ask, MHD_HTTP_SERVICE_UNAVAILABLE,
                   "no puzzle was found within the time limit; try again")) &&
           ask_succeeds(ask,
                        fourscore_judge_puzzle(answer, &ask->puzzle, puzzle));
}

static bool answer_puzzle(struct request *request)
{
    enum { TRIES = 1000 };
    struct ask *ask = &request->ask;
    struct json *json = &request->json;
    char moves[FOURSCORE_MAX_CELLS + 1];
    struct fourscore_answer answer;
    struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
    boards_lower_priority();
    for (uint64_t number = 0; puzzle.move == 0; number++) {
        if (number == TRIES)
            return refuse(ask, MHD_HTTP_NOT_FOUND,
                          "no such puzzle was found; try another seed");
        if (!ask_succeeds(
                ask, fourscore_puzzle_candidate(&ask->puzzle, number, moves)))
            return false;
        if (moves[0] != '\0' && /* the candidate has a position */
            !try_candidate(request, moves, &answer, &puzzle))
            return false;
    }
    json_begin_object(json, NULL);
    json_put_text(json, "position", moves);
    json_add_answer(json, FOURSCORE_STRONG, FOURSCORE_ALL_MOVES | FOURSCORE_PV,
                    &answer);
    json_add_puzzle(json, &puzzle, NULL);
    return end_object(request, true);
}

/* -------------------------------------------------------- the server itself */

static bool answer_health(struct request *request)
{
    json_begin_object(&request->json, NULL);
    json_put_text(&request->json, "status", "ok");
    json_put_text(&request->json, "version", FOURSCORE_VERSION);
    return end_object(request, false);
}

static bool answer_openapi(struct request *request)
{
    request->cache = CACHE_CHECK;
    request->response = MHD_create_response_from_buffer(
        sizeof openapi, (void *)openapi, MHD_RESPMEM_PERSISTENT);
    return true;
}

enum { PAGE = ROUTES - 2, UNKNOWN };

static bool answer_page(struct request *request)
{
    bool is_found = files_answer(request);
    if (is_found)
        request->route = &routes[PAGE]; /* for the metrics */
    return is_found;
}

const struct route routes[ROUTES] = {
    {"/solve", answer_site, ASK_SITE, 0},
    {"/solve/connect4", answer_successor, ASK_SUCCESSOR, 0},
    {"/v1/solve", answer_solve, ASK_SOLVE, ASK_MAX_BODY},
    {"/v1/explain", answer_explain, ASK_EXPLAIN, ASK_MAX_GAME_BODY},
    {"/v1/review", answer_review, ASK_REVIEW, ASK_MAX_GAME_BODY},
    {"/v1/move", answer_move, ASK_MOVE, 0},
    {"/v1/puzzle", answer_puzzle, ASK_PUZZLE, 0},
    {"/v1/health", answer_health, ASK_NOTHING, 0},
    {"/v1/metrics", metrics_answer, ASK_NOTHING, 0},
    {"/v1/openapi.json", answer_openapi, ASK_NOTHING, 0},
    [PAGE] = {"page", answer_page, ASK_NOTHING, 0},
    [UNKNOWN] = {"unknown", answer_page, ASK_NOTHING, 0},
};
