/*
 * boards_: the solvers of the boards that are asked about.
 *
 * Each board has a table, solvers that share it, made when they are needed, and
 * threads that help those whose search takes long.  7x6 is there from the
 * start.  Of the others a few are kept, with small tables; the one that was not
 * used for longest makes room for another.  A client may use fewer of them than
 * there are, so that there is room for the board of another client.
 *
 * Any thread may call these functions, but boards_open() and boards_close().
 */
#ifndef TOOLS_SERVE_BOARDS_H
#define TOOLS_SERVE_BOARDS_H

#include "lib/fourscore.h"
#include "os/os.h"

/* Boards besides 7x6 that are kept, and those of them that a client may use at
 * a time. */
enum { BOARDS_KEPT = 8, BOARDS_OF_CLIENT = 3 };

/* The solvers of each board that are used at a time, for each thread. */
enum { BOARD_SOLVERS = 3 };

struct board;

/* 'threads' search one position, if there is no other.  'table_bytes' and
 * 'book' are those of 7x6; 0: the default of the library, NULL: the built-in
 * one.  Fails as fourscore_solver_new() and fourscore_set_book() do. */
MUST_CHECK enum fourscore_status boards_open(int threads, uint64_t table_bytes,
                                             fourscore_book *book);

/* The smallest table_bytes that boards_open() does not refuse with
 * FOURSCORE_UNSAFE_TABLE.  Call it after boards_open(), also if that fails. */
uint64_t boards_min_table_bytes(void);

/* No board may be in use. */
void boards_close(void);

/*
 * Set '*board' to the board of this size, in use until boards_release().  A
 * board that is not there is opened, which takes some hundredths of a second;
 * others that use or release a board wait meanwhile, unless it is 7x6.
 * 'used' counts the uses of each kept board by the client.  Fails with
 * FOURSCORE_BUSY if the client uses all boards that it may use, or if all that
 * are kept are in use, or as boards_open() does.
 */
MUST_CHECK enum fourscore_status boards_use(int used[BOARDS_KEPT], int width,
                                            int height, struct board **board);
void boards_release(int used[BOARDS_KEPT], struct board *board);

/* Take a solver, which nobody else uses until board_give(); at most
 * BOARD_SOLVERS for each thread.  Returns NULL if memory runs out. */
fourscore_solver *board_take(struct board *board);
void board_give(struct board *board, fourscore_solver *solver);

/* Lower the priority of the calling thread, for good, to that of searches that
 * take long; on Linux. */
void boards_lower_priority(void);

/* The bytes of all tables. */
uint64_t boards_bytes(void);

#endif
