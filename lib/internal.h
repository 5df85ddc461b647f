/*
 * lib_: what the sources of the public library share.
 */
#ifndef LIB_INTERNAL_H
#define LIB_INTERNAL_H

#include "bitboard/read.h"
#include "lib/fourscore.h"
#include "solver/solver.h"

/* The rest of the library is compiled with -fvisibility=hidden. */
#define EXPORT __attribute__((visibility("default")))

struct fourscore_solver {
    struct solver *solver;
    struct board board;
};

struct fourscore_book {
    struct book *book;
};

struct fourscore_cancel {
    _Atomic bool cancelled;
};

/* Set '*pos' to a position; returns false if no function of the library has set
 * it. */
bool lib_unpack(const fourscore_position *position, struct position *pos);
fourscore_position lib_pack(struct position pos);

/* Set '*error' unless it is NULL. */
void lib_set_error(struct fourscore_error *error, size_t at,
                   const char reason[BOARD_REASON_SIZE]);

/*
 * Copy a structure of the caller's, of 'size' bytes, into 'all', which is of
 * 'all_size' bytes and has the defaults.  Returns false if 'size' is not that
 * of a structure of an earlier version, or of this one, or of a later one whose
 * other members are 0.
 */
bool lib_read_structure(void *all, size_t all_size, const void *structure,
                        size_t size);

/* The same the other way round. */
bool lib_write_structure(void *structure, size_t size, const void *all,
                         size_t all_size);

/* A query with all members, those that its caller does not know being 0. */
enum fourscore_status lib_read_query(const struct fourscore_query *query,
                                     struct board board,
                                     struct fourscore_query *read,
                                     struct position *pos);

/* Answer a query that lib_read_query() has accepted for the solver's board. */
void lib_answer(fourscore_solver *solver, const struct fourscore_query *query,
                struct position pos, struct fourscore_answer *answer);

#endif
