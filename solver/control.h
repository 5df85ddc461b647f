/*
 * control_: search control: the stop flag, limits and helping threads of a
 * search.  Internal to solver/.
 *
 * Every solver has one.  Solvers that share a table, its workers, form a team.
 * A worker without work waits in control_help() until another one publishes the
 * null window that it is searching.  Then it helps: it searches the same
 * window. The owner of the window never waits for a helper.  A helper may leave
 * at any time: its results are in the shared table.
 *
 * A search polls every CONTROL_POLL_NODES nodes, so shorter searches have no
 * overhead and no helpers.
 */
#ifndef SOLVER_SEARCH_CONTROL_H
#define SOLVER_SEARCH_CONTROL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "bitboard/board.h"
#include "os/os.h"
#include "solver/solver.h"

enum {
    /* Nodes from one poll to the next: about a tenth of a millisecond. */
    CONTROL_POLL_NODES = 1024,
    /* A call publishes its windows after this many nodes.  Waking a helper
     * takes as long as a thousand nodes. */
    CONTROL_ALONE_NODES = 16 * CONTROL_POLL_NODES,
};

/* The null window [beta - 1, beta]: is the score of 'pos' at least beta? */
struct null_window {
    struct position pos;
    int beta;
};

struct search_control {
    struct control_team *team;
    struct search_control *next; /* in the team */

    /* Used by the searching thread only. */
    uint64_t nodes;      /* searched, in all calls */
    uint64_t poll_at;    /* poll when 'nodes' reaches this */
    uint64_t started_at; /* 'nodes' at the start of the call */
    bool announced;      /* 'window' may be published */
    bool quiet;          /* do not publish bounds: a part of a larger search */
    uint64_t last_node;  /* stop here, helpers' nodes included; UINT64_MAX: no
                            limit */
    double deadline;     /* stop at this os_seconds(); 0: no limit */
    const _Atomic bool *cancelled; /* stop when it is true; may be NULL */
    struct search_control *owner;  /* of the window; itself if not helping */
    uint64_t reported;   /* of 'nodes', added to the owner's nodes_helped */
    uint64_t owner_last; /* the owner's 'last_node' */
    unsigned serial;     /* the owner's 'windows' when helping began */

    /* Shared by threads. */
    _Atomic bool stopped;
    _Atomic uint64_t nodes_seen;   /* 'nodes' at the last poll */
    _Atomic uint64_t nodes_helped; /* searched by helpers of its windows */
    _Atomic int bounds;            /* see control_publish_bounds() */
    _Atomic unsigned windows;      /* how many published ones are finished */
    os_semaphore wake;             /* posted to wake an idle helper */

    /* Under the lock of the team. */
    struct null_window window;
    bool published; /* 'window' may be searched by helpers */
    bool answered;  /* a helper has finished 'window' */
    bool idle;      /* waiting in control_help() */
    int helpers;    /* of 'window' */
};

/*
 * Add '*control' to the team of 'other', or to a new team if 'other' is NULL.
 * Returns SOLVER_OK or SOLVER_NO_MEMORY.  control_close() waits until the
 * helpers of '*control' have left.
 */
MUST_CHECK enum solver_status control_open(struct search_control *control,
                                           struct search_control *other);
void control_close(struct search_control *control);

/* Wait until no worker of the team has helpers. */
void control_wait_for_helpers(struct search_control *control);

/* All nodes of its calls, those of helpers included. */
uint64_t control_all_nodes(const struct search_control *control);

/*
 * A search calls control_begin() once and control_poll() when 'nodes' reaches
 * 'poll_at'.  Both return false if it must stop.
 */
bool control_begin(struct search_control *control);
bool control_poll(struct search_control *control);

/* A search calls control_announce() before it searches a window that is worth
 * sharing, and control_withdraw() after every window. */
void control_announce(struct search_control *control, struct position pos,
                      int beta);
void control_withdraw(struct search_control *control);

/* Publish the bounds known so far, unless 'quiet' is set, and read them.  Any
 * thread may read. */
void control_publish_bounds(struct search_control *control,
                            struct solver_bounds bounds);
struct solver_progress control_progress(const struct search_control *control);

/* Whether the search is of another worker's window. */
static inline bool control_is_helping(const struct search_control *control)
{
    return control->owner != control;
}

/* Whether other workers search the same window, or are asked to. */
static inline bool control_is_shared(const struct search_control *control)
{
    return control->published || control_is_helping(control);
}

/* See solver_limit(). */
void control_limit(struct search_control *control, double seconds,
                   uint64_t nodes);

/*
 * Wait for published windows of the team and search each with 'search(state,
 * window)', until control_stop().  'search' returns true if it finished, false
 * if it was stopped.
 */
void control_help(struct search_control *control,
                  bool (*search)(void *state, const struct null_window *window),
                  void *state);

/* End the running call and all later ones until control_resume().  Any thread
 * and signal handlers may call. */
void control_stop(struct search_control *control);
void control_resume(struct search_control *control);

#endif
