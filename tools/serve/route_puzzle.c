/* /v1/puzzle: candidates are searched until one is a puzzle. */
#include "lib/json/json.h"
#include "tools/serve/request.h"
#include "tools/serve/respond.h"
#include "tools/serve/steps.h"

struct puzzle {
    uint64_t next;                       /* the next candidate */
    char moves[FOURSCORE_MAX_CELLS + 1]; /* of the one that is searched */
    struct fourscore_puzzle found;       /* its move is 0 until one is found */
};

/* At most so many positions are searched for a request. */
enum { TRIES = 1000 };

/* Set 'position' to the next candidate, if it has one.  Returns false if there
 * are no more. */
static bool next_candidate(struct server_request *request)
{
    const struct fourscore_puzzle_config *config = &request->ask.puzzle;
    struct puzzle *puzzle = request->state;
    puzzle->moves[0] = '\0';
    return puzzle->next < TRIES &&
           fourscore_puzzle_candidate(config, puzzle->next++, puzzle->moves) ==
               FOURSCORE_OK &&
           fourscore_from_moves(&request->position, config->width,
                                config->height, puzzle->moves,
                                NULL) == FOURSCORE_OK;
}

/* Whether the answer about the candidate shows that it is a puzzle. */
static bool is_puzzle(const struct server_request *request)
{
    struct puzzle *puzzle = request->state;
    return fourscore_judge_puzzle(&request->search.answer, &request->ask.puzzle,
                                  &puzzle->found) == FOURSCORE_OK &&
           puzzle->found.move != 0;
}

static void send_puzzle(struct server_request *request)
{
    const struct puzzle *puzzle = request->state;
    struct json json = {0};
    json_begin_object(&json, NULL);
    json_put_text(&json, "position", puzzle->moves);
    json_add_answer(&json, FOURSCORE_STRONG, request->ask.find,
                    &request->search.answer);
    json_add_puzzle(&json, &puzzle->found, NULL);
    json_end(&json);
    server_respond_json(request, true, &json);
}

static void judge(struct server_request *request);

/* Takes another turn if the candidate has no position. */
static void search_next(struct server_request *request)
{
    const struct puzzle *puzzle = request->state;
    request->next = search_next;
    if (!next_candidate(request))
        server_respond_refusal(request, MHD_HTTP_NOT_FOUND,
                               "no such puzzle was found; try another seed");
    else if (puzzle->moves[0] != '\0')
        server_steps_search(request, judge);
}

static void judge(struct server_request *request)
{
    if (!request->search.answer.finished)
        server_respond_refusal(
            request, MHD_HTTP_SERVICE_UNAVAILABLE,
            "no puzzle was found within the time limit; try again");
    else if (is_puzzle(request))
        send_puzzle(request);
    else
        search_next(request);
}

void server_route_puzzle(struct server_request *request)
{
    struct server_error error;
    struct puzzle *puzzle = server_request_keep(request, sizeof *puzzle);
    if (puzzle == NULL) {
        server_respond_no_memory(request);
        return;
    }
    puzzle->found = (struct fourscore_puzzle)FOURSCORE_PUZZLE_INIT;
    request->ask.is_puzzle = true;
    request->ask.find = FOURSCORE_ALL_MOVES | FOURSCORE_PV;
    if (server_request_read(request, &error))
        search_next(request);
    else
        server_respond_error(request, &error);
}
