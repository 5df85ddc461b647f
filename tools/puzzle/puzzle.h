/*
 * puzzle_: puzzles that 'fourscore puzzle' finds and prints.
 *
 * One thread submits candidates to a pool and takes the answers in the same
 * order, so the puzzles depend on the seed and not on the number of threads.
 */
#ifndef TOOLS_PUZZLE_PUZZLE_H
#define TOOLS_PUZZLE_PUZZLE_H

#include "lib/fourscore_game.h"
#include "tools/options.h"
#include "tools/positions.h"

/* A puzzle, and how the game goes on. */
struct puzzle {
    char moves[FOURSCORE_MAX_CELLS + 1];
    uint64_t number; /* of the candidate */
    struct fourscore_puzzle found;
    struct fourscore_answer answer; /* about the position */
};

enum { PUZZLE_ANY_GRADE = -1 };

struct puzzles {
    struct options options;
    struct fourscore_puzzle_config wanted;
    int win_in;
    bool only_move;
    int grade;      /* an index of json_grade(), or PUZZLE_ANY_GRADE */
    uint64_t count; /* wanted */
    bool json, solutions;

    fourscore_pool *pool;
    struct puzzle *list;
    size_t found;
    uint64_t next; /* the candidate to be submitted next */
    uint64_t last; /* the candidate after the last puzzle */
    void *seen;    /* a tsearch() tree of keys */
};

/* Find the puzzles, sorted by difficulty.  Reports if there are too few. */
enum cli_status puzzle_find(struct puzzles *puzzles);

/* Print them. */
enum cli_status puzzle_print(const struct puzzles *puzzles);

#endif
