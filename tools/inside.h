/*
 * inside_: what commands that build and measure need of the inside of the
 * library: its positions, boards and solvers.
 *
 * The other commands include lib/fourscore.h only.
 */
#ifndef TOOLS_INSIDE_H
#define TOOLS_INSIDE_H

#include "bitboard/board.h"
#include "solver/solver.h"
#include "tools/options.h"
#include "tools/positions.h"

struct board inside_board(struct value_board board);
struct value_board inside_size(struct board board);

/* See positions_parse().  Without options columns count from 1. */
MUST_CHECK bool inside_parse(const struct line *line, struct board board,
                             const struct options *options, int count,
                             int *scores, struct position *pos, size_t *length,
                             struct fourscore_error *error);

/* Report a position of 'ply' stones that is not in a book of 'depth' plies.
 * Returns CLI_BAD_INPUT. */
enum cli_status inside_refuse_for_book(const struct line *line, int ply,
                                       int depth);

/* What is in a handle; it is valid until the handle is freed. */
struct book *inside_book(fourscore_book *handle);
struct solver *inside_solver(fourscore_solver *handle);

/* The query for the score of a position. */
struct fourscore_query inside_query(struct position pos);

/* ------------------------------------------------------- the test protocol */

/*
 * protocol_: the six test sets of the test protocol.
 *
 * The stage of a set is the number of stones on the board.  The difficulty is
 * the number of stones still to be played with best play.  The limits are
 * thirds of the board: 14 and 28 of 42 cells.  Source: part 2 of the tutorial.
 */
enum { PROTOCOL_SETS = 6 };

/* "end-easy"; a set's file adds ".txt".  NULL past the last. */
const char *protocol_name(int index);

struct protocol_set {
    int min_ply;
    int max_ply;
    int min_remaining; /* stones still to be played */
    int max_remaining;
};

/* Set number 'index', from 0, for a board. */
struct protocol_set protocol_set(struct board board, int index);

#endif
