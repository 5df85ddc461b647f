/* /v1/puzzle: candidates are searched until one is a puzzle. */
#include "lib/json/json.h"
#include "tools/serve/request.h"
#include "tools/serve/respond.h"

struct puzzle {
    uint64_t next;                       /* the next candidate */
    char moves[FOURSCORE_MAX_CELLS + 1]; /* of the one that is searched */
    struct fourscore_puzzle found;       /* its move is 0 until one is found */
};

/* At most so many positions are searched for a request. */
enum { TRIES = 1000 };

/* Set 'position' to the next candidate.  Returns false if there is none. */
static bool next_candidate(struct server_request *request)
{
    const struct fourscore_puzzle_config *config = &request->ask.puzzle;
    struct puzzle *puzzle = request->state;
    while (puzzle->next < TRIES) {
        if (fourscore_puzzle_candidate(config, puzzle->next++, puzzle->moves) !=
            FOURSCORE_OK)
            return false;
        if (puzzle->moves[0] != '\0')
            return fourscore_from_moves(&request->position, config->width,
                                        config->height, puzzle->moves,
                                        NULL) == FOURSCORE_OK;
    }
    return false;
}

/* Whether the answer about the candidate shows that it is a puzzle. */
static bool is_puzzle(const struct server_request *request)
{
    struct puzzle *puzzle = request->state;
    return fourscore_judge_puzzle(&request->search.answer, &request->ask.puzzle,
                                  &puzzle->found) == FOURSCORE_OK &&
           puzzle->found.move != 0;
}

static enum MHD_Result send_puzzle(struct server_request *request)
{
    const struct puzzle *puzzle = request->state;
    json_t *object = json_object();
    json_add(&object, "position", json_string(puzzle->moves));
    json_add_answer(&object, FOURSCORE_STRONG, request->ask.find,
                    &request->search.answer);
    json_add_puzzle(&object, &puzzle->found, NULL);
    return server_respond_json(request, true, object);
}

static enum MHD_Result judge(struct server_request *request);

static enum MHD_Result search_next(struct server_request *request)
{
    if (next_candidate(request))
        return server_request_search(request, judge);
    return server_respond_refusal(request, MHD_HTTP_NOT_FOUND,
                                  "no such puzzle was found; try another seed");
}

static enum MHD_Result judge(struct server_request *request)
{
    if (!request->search.answer.finished)
        return server_respond_refusal(
            request, MHD_HTTP_SERVICE_UNAVAILABLE,
            "no puzzle was found within the time limit; try again");
    return is_puzzle(request) ? send_puzzle(request) : search_next(request);
}

enum MHD_Result server_route_puzzle(struct server_request *request)
{
    struct server_error error;
    struct puzzle *puzzle = server_request_keep(request, sizeof *puzzle);
    if (puzzle == NULL)
        return server_respond_no_memory(request);
    puzzle->found = (struct fourscore_puzzle)FOURSCORE_PUZZLE_INIT;
    request->ask.is_puzzle = true;
    request->ask.find = FOURSCORE_ALL_MOVES | FOURSCORE_PV;
    if (!server_request_read(request, &error) ||
        !server_request_use_board(request, &error))
        return server_respond_error(request, &error);
    return search_next(request);
}
