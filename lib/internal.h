/*
 * lib_: functions and types that the sources of the public library share.
 */
#ifndef LIB_INTERNAL_H
#define LIB_INTERNAL_H

#include "lib/fourscore.h"
#include "lib/read/read.h"
#include "solver/solver.h"

/* Of public functions; the rest is compiled with -fvisibility=hidden. */
#define EXPORT __attribute__((visibility("default")))

/*
 * Copy a structure of the caller, which starts with its size, into 'all', of
 * 'all_size' bytes, which has the defaults; NULL stands for these.  The size
 * may be that of an earlier version, of this one, or of a later one if the
 * members beyond this version are 0.  Returns false for any other size, and
 * without reading the structure for a size above LIB_MAX_STRUCTURE, as in a
 * structure that nobody has filled.
 */
enum { LIB_MAX_STRUCTURE = 65536 };
MUST_CHECK bool lib_read_structure(void *all, size_t all_size,
                                   const void *structure);

/* The inverse: copy 'all' into the caller's structure, which keeps its size.
 * Fails with FOURSCORE_BAD_ARGUMENT. */
MUST_CHECK enum fourscore_status
lib_write_structure(void *structure, const void *all, size_t all_size);

struct fourscore_solver {
    struct solver *solver;
    struct board board;

    /* The query that is searched, if 'began' is not 0: os_seconds(). */
    const struct fourscore_query *query;
    uint64_t nodes_before;
    _Atomic double began;
};

/* One of the solvers of a pool, which share its table. */
const fourscore_solver *lib_pool_solver(const fourscore_pool *pool);

struct fourscore_cancel {
    _Atomic bool cancelled;
};

/* Set '*pos' to a position; returns false if no function of the library has set
 * it. */
MUST_CHECK bool lib_unpack(const fourscore_position *position,
                           struct position *pos);
fourscore_position lib_pack(struct position pos);

/* Set '*error' unless it is NULL, and return the status. */
enum fourscore_status lib_fail(enum fourscore_status status,
                               struct fourscore_error *error, size_t at,
                               const char *reason);

/* Whether it is a notation of the public header. */
bool lib_is_notation(int notation);

/* As fourscore_read(), for such a notation. */
MUST_CHECK enum fourscore_status lib_read_text(struct board board, int notation,
                                               const char *text, size_t length,
                                               struct lib_text *read,
                                               struct fourscore_error *error);

/* Set '*read' to the caller's query, with 0 for members that the caller does
 * not know, and '*pos' to its position, unless it has a text.  Fails as
 * fourscore_ask() does. */
MUST_CHECK enum fourscore_status
lib_read_query(const struct fourscore_query *query, struct board board,
               struct fourscore_query *read, struct position *pos);

static inline bool lib_is_same_board(struct board a, struct board b)
{
    return a.width == b.width && a.height == b.height;
}

/* Whether the bounds are in order, and no larger than those of any board. */
static inline bool lib_is_score(struct fourscore_bounds score)
{
    return score.lower <= score.upper && score.lower >= -FOURSCORE_MAX_CELLS &&
           score.upper <= FOURSCORE_MAX_CELLS;
}

static inline struct fourscore_bounds lib_bounds(struct solver_bounds bounds)
{
    return (struct fourscore_bounds){bounds.lower, bounds.upper};
}

/* Answer a query that lib_read_query() has accepted, with the position that it
 * has set.  Sets the position of the query if that has a text. */
void lib_answer(fourscore_solver *handle, struct fourscore_query *query,
                struct position pos, struct fourscore_answer *answer);

#endif
