/*
 * watch_: what a search looks at now and then, besides its position: whether it
 * is to stop, and whether other threads can help.  Internal to solver/.
 *
 * Every solver has a watch.  Solvers that share a table form a team: one that
 * has nothing to do waits in watch_help() until another publishes the question
 * that it searches, and searches the same question.  Nobody waits for a helper,
 * and a helper may leave at any time: all that it found out is in the table.
 *
 * A search looks every WATCH_NODES nodes, so a search that is shorter costs and
 * concerns no one else.
 */
#ifndef SOLVER_WATCH_H
#define SOLVER_WATCH_H

#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "bitboard/position.h"
#include "solver/types.h"

enum {
    /* Nodes between two looks, which take about a tenth of a millisecond. */
    WATCH_NODES = 1024,
    /* A call that takes more publishes its questions.  Waking a helper takes as
     * long as a thousand nodes. */
    WATCH_ALONE_NODES = 16 * WATCH_NODES,
};

/* Is the score of 'pos' at least 'beta'? */
struct question {
    struct board_wide_position pos;
    int beta;
};

struct watch {
    struct watch_team *team;
    struct watch *next; /* in the team */

    /* Of the thread that searches, for itself. */
    uint64_t nodes;      /* so far, in all calls */
    uint64_t look_at;    /* look when there are so many */
    uint64_t begun_at;   /* how many there were when the call began */
    bool asking;         /* a question that others can help with */
    bool quiet;          /* what is searched is not what was asked for */
    uint64_t last_node;  /* stop at so many, helpers' included; or UINT64_MAX */
    double deadline;     /* stop then, a time of watch_seconds(); or 0 */
    struct watch *owner; /* of the question: this one, unless it helps */
    uint64_t reported;   /* nodes that the owner has been told of */
    uint64_t owner_last; /* the owner's 'last_node' */
    unsigned serial;     /* of the question that it helps with */

    /* Between threads. */
    _Atomic bool stopped;
    _Atomic uint64_t nodes_seen;   /* nodes at the last look */
    _Atomic uint64_t nodes_helped; /* that others spent on its questions */
    _Atomic int bounds;            /* see watch_show() */
    _Atomic unsigned questions;    /* that were published and withdrawn */
    sem_t wake;                    /* of a helper that waits */

    /* Under the lock of the team. */
    struct question question;
    bool published; /* to be searched together */
    bool answered;  /* a helper has been through with it */
    bool idle;      /* waiting to help */
    int helpers;    /* at its question */
};

/*
 * Make '*watch' a member of the team that 'partner' belongs to, or of a new one
 * if that is NULL.  SOLVER_NO_MEMORY if there is no room for a team.  Closing
 * waits until its helpers have left.
 */
enum solver_status watch_open(struct watch *watch, struct watch *partner);
void watch_close(struct watch *watch);

/* Wait until nobody in the team helps anybody. */
void watch_wait_for_helpers(struct watch *watch);

/* Seconds of a clock that only goes forward. */
double watch_seconds(void);

/* Nodes of this watch, and those that others spent on its questions. */
uint64_t watch_all_nodes(const struct watch *watch);

/*
 * What a search calls.  watch_begin(), once per call, and watch_look(), when
 * 'nodes' has come to 'look_at', return whether to go on.
 */
bool watch_begin(struct watch *watch);
bool watch_look(struct watch *watch);

/* To be said before a question is searched that others can help with, and
 * after any question. */
void watch_ask(struct watch *watch, struct board_wide_position pos, int beta);
void watch_answer(struct watch *watch);

/* Let other threads see what is known, unless the watch is quiet; and see it.
 */
void watch_show(struct watch *watch, struct solver_bounds bounds);
struct solver_progress watch_progress(const struct watch *watch);

/* See solver_limit(). */
void watch_limit(struct watch *watch, double seconds, uint64_t nodes);

/*
 * Until the watch is stopped, wait for questions of others in the team, and
 * 'search' each with 'state'.  That returns true if it went through, false if
 * it was told not to go on.
 */
void watch_help(struct watch *watch,
                bool (*search)(void *state, const struct question *question),
                void *state);

/* Make what runs end, and all that starts later until watch_resume().  Any
 * thread may call, and a signal handler. */
void watch_stop(struct watch *watch);
void watch_resume(struct watch *watch);

#endif
