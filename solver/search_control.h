/*
 * watch_: what a search looks at now and then, besides its position: whether it
 * is to stop, and whether other threads can help.  Internal to solver/.
 *
 * Every solver has a control.  Solvers that share a table form a team: one that
 * has nothing to do waits in control_help() until another publishes the
 * question that it searches, and searches the same question.  Nobody waits for
 * a helper, and a helper may leave at any time: all that it found out is in the
 * table.
 *
 * A search looks every CONTROL_POLL_NODES nodes, so a search that is shorter
 * costs and concerns no one else.
 */
#ifndef SOLVER_SEARCH_CONTROL_H
#define SOLVER_SEARCH_CONTROL_H

#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "bitboard/position.h"
#include "solver/types.h"

enum {
    /* Nodes between two looks, which take about a tenth of a millisecond. */
    CONTROL_POLL_NODES = 1024,
    /* A call that takes more publishes its questions.  Waking a helper takes as
     * long as a thousand nodes. */
    CONTROL_ALONE_NODES = 16 * CONTROL_POLL_NODES,
};

/* Is the score of 'pos' at least 'beta'? */
struct null_window {
    struct position pos;
    int beta;
};

struct search_control {
    struct control_team *team;
    struct search_control *next; /* in the team */

    /* Of the thread that searches, for itself. */
    uint64_t nodes;      /* so far, in all calls */
    uint64_t poll_at;    /* look when there are so many */
    uint64_t started_at; /* how many there were when the call began */
    bool announced;      /* a question that others can help with */
    bool quiet;          /* what is searched is not what was asked for */
    uint64_t last_node;  /* stop at so many, helpers' included; or UINT64_MAX */
    double deadline;     /* stop then, a time of os_seconds(); or 0 */
    struct search_control
        *owner;          /* of the question: this one, unless it helps */
    uint64_t reported;   /* nodes that the owner has been told of */
    uint64_t owner_last; /* the owner's 'last_node' */
    unsigned serial;     /* of the question that it helps with */

    /* Between threads. */
    _Atomic bool stopped;
    _Atomic uint64_t nodes_seen;   /* nodes at the last look */
    _Atomic uint64_t nodes_helped; /* that others spent on its questions */
    _Atomic int bounds;            /* see control_publish_bounds() */
    _Atomic unsigned windows;      /* that were published and withdrawn */
    sem_t wake;                    /* of a helper that waits */

    /* Under the lock of the team. */
    struct null_window window;
    bool published; /* to be searched together */
    bool answered;  /* a helper has been through with it */
    bool idle;      /* waiting to help */
    int helpers;    /* at its question */
};

/*
 * Make '*control' a member of the team that 'member' belongs to, or of a new
 * one if that is NULL.  SOLVER_NO_MEMORY if there is no room for a team.
 * Closing waits until its helpers have left.
 */
enum solver_status control_open(struct search_control *control,
                                struct search_control *member);
void control_close(struct search_control *control);

/* Wait until nobody in the team helps anybody. */
void control_wait_for_helpers(struct search_control *control);

/* Nodes of this control, and those that others spent on its questions. */
uint64_t control_all_nodes(const struct search_control *control);

/*
 * What a search calls.  control_begin(), once per call, and control_poll(),
 * when 'nodes' has come to 'poll_at', return whether to go on.
 */
bool control_begin(struct search_control *control);
bool control_poll(struct search_control *control);

/* To be said before a question is searched that others can help with, and
 * after any question. */
void control_announce(struct search_control *control, struct position pos,
                      int beta);
void control_withdraw(struct search_control *control);

/* Let other threads see what is known, unless the control is quiet; and see it.
 */
void control_publish_bounds(struct search_control *control,
                            struct solver_bounds bounds);
struct solver_progress control_progress(const struct search_control *control);

/* See solver_limit(). */
void control_limit(struct search_control *control, double seconds,
                   uint64_t nodes);

/*
 * Until the control is stopped, wait for questions of others in the team, and
 * 'search' each with 'state'.  That returns true if it went through, false if
 * it was told not to go on.
 */
void control_help(struct search_control *control,
                  bool (*search)(void *state, const struct null_window *window),
                  void *state);

/* Make what runs end, and all that starts later until control_resume().  Any
 * thread may call, and a signal handler. */
void control_stop(struct search_control *control);
void control_resume(struct search_control *control);

#endif
