#include <stddef.h>

#include "lib/fourscore_game.h"
#include "lib/structure.h"

EXPORT const char *fourscore_reason_name(int kind)
{
    static const char *const names[] = {
        [FOURSCORE_BY_NOTHING] = "nothing",
        [FOURSCORE_BY_FOUR] = "four",
        [FOURSCORE_BY_FULL_BOARD] = "full board",
        [FOURSCORE_BY_WIN] = "win",
        [FOURSCORE_BY_DOUBLE_THREAT] = "double threat",
        [FOURSCORE_BY_NO_DEFENCE] = "no defence",
        [FOURSCORE_BY_FOLLOWUP] = "followup",
        [FOURSCORE_BY_LATE_FOURS] = "late fours",
        [FOURSCORE_BY_ZUGZWANG] = "zugzwang",
        [FOURSCORE_BY_DEAD_LINES] = "dead lines",
    };
    int count = sizeof names / sizeof names[0];
    return kind >= 0 && kind < count ? names[kind] : NULL;
}

/* One explanation, while it is made. */
struct work {
    fourscore_solver *solver;
    struct fourscore_explain_query query;
    double seconds; /* left of the limit */
};

/* Ask about a position, with what is left of the time. */
static enum fourscore_status ask(struct work *work,
                                 const fourscore_position *position, int goal,
                                 unsigned find, struct fourscore_answer *answer)
{
    static const double least = 1e-6; /* 0 is no limit */
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    query.position = *position;
    query.goal = goal;
    query.find = find;
    query.seconds = work->seconds;
    query.nodes = work->query.nodes;
    query.cancel = work->query.cancel;
    *answer = (struct fourscore_answer)FOURSCORE_ANSWER_INIT;
    enum fourscore_status status = fourscore_ask(work->solver, &query, answer);
    if (work->query.seconds > 0) {
        work->seconds -= answer->seconds;
        work->seconds = work->seconds > least ? work->seconds : least;
    }
    return status;
}

static enum fourscore_status explain(struct work *work,
                                     struct fourscore_explanation *explanation)
{
    struct fourscore_answer answer, before;
    const fourscore_position *first = &work->query.position;
    fourscore_position position = *first;
    int move = work->query.move;
    enum fourscore_status status =
        move != 0 ? fourscore_play(&position, move) : FOURSCORE_OK;
    if (status == FOURSCORE_OK)
        status = ask(work, &position, FOURSCORE_STRONG, FOURSCORE_PV, &answer);
    if (status == FOURSCORE_OK && move != 0)
        status = ask(work, first, FOURSCORE_WEAK, FOURSCORE_BEST, &before);
    return status == FOURSCORE_OK
               ? fourscore_explain_answers(&answer, move != 0 ? &before : NULL,
                                           move, explanation)
               : status;
}

EXPORT enum fourscore_status
fourscore_explain(fourscore_solver *solver,
                  const struct fourscore_explain_query *query,
                  struct fourscore_explanation *explanation)
{
    struct work work = {.solver = solver};
    if (!lib_read_structure(&work.query, sizeof work.query, query,
                            query->size) ||
        explanation->size < sizeof explanation->size)
        return FOURSCORE_BAD_ARGUMENT;
    work.seconds = work.query.seconds;
    return explain(&work, explanation);
}
