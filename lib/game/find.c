/* The next puzzle of a seed. */
#include <string.h>

#include "lib/game/puzzle.h"
#include "lib/structure.h"

static enum fourscore_status ask(fourscore_solver *solver,
                                 const struct fourscore_puzzle_config *wanted,
                                 const char *moves,
                                 struct fourscore_answer *answer)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    query.find = FOURSCORE_ALL_MOVES;
    query.text = moves;
    query.length = strlen(moves);
    query.notation = FOURSCORE_MOVES;
    query.cancel = wanted->cancel;
    return fourscore_ask(solver, &query, answer);
}

/* Try one candidate; sets 'answer->finished' to 0 if the search was ended. */
static enum fourscore_status
try_candidate(fourscore_solver *solver,
              const struct fourscore_puzzle_config *wanted, uint64_t number,
              struct fourscore_answer *answer, struct fourscore_puzzle *puzzle)
{
    char moves[FOURSCORE_MAX_CELLS + 1];
    enum fourscore_status status =
        fourscore_puzzle_candidate(wanted, number, moves);
    if (status != FOURSCORE_OK || moves[0] == '\0')
        return status;
    status = ask(solver, wanted, moves, answer);
    if (status != FOURSCORE_OK || !answer->finished)
        return status;
    return fourscore_judge_puzzle(answer, wanted, puzzle);
}

EXPORT enum fourscore_status
fourscore_find_puzzle(fourscore_solver *solver,
                      const struct fourscore_puzzle_config *config,
                      uint64_t *number, struct fourscore_puzzle *puzzle)
{
    struct fourscore_puzzle_config wanted;
    struct fourscore_puzzle found = FOURSCORE_PUZZLE_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    struct fourscore_solver_info info = FOURSCORE_SOLVER_INFO_INIT;
    enum fourscore_status status = game_read_puzzle_config(config, &wanted);
    if (status != FOURSCORE_OK || puzzle->size < sizeof puzzle->size)
        return FOURSCORE_BAD_ARGUMENT;
    fourscore_solver_info(solver, &info);
    if (info.width != wanted.width || info.height != wanted.height)
        return FOURSCORE_OTHER_BOARD;
    answer.finished = 1;
    uint64_t candidate = *number;
    for (int i = 0; i < wanted.tries && answer.finished; i++) {
        status = try_candidate(solver, &wanted, candidate, &answer, &found);
        if (status != FOURSCORE_OK)
            return status;
        if (found.move != 0)
            break;
        candidate++;
    }
    *number = candidate;
    lib_write_structure(puzzle, puzzle->size, &found, sizeof found);
    return FOURSCORE_OK;
}
