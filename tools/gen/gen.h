/*
 * gen_: the random positions of 'fourscore gen', without repetition.
 */
#ifndef TOOLS_GEN_GEN_H
#define TOOLS_GEN_GEN_H

#include "bitboard/text.h"
#include "tools/inside.h"
#include "tools/options.h"

/* Give up after this number of consecutive positions that do not fit. */
enum { GEN_MAX_MISSES = 1000000 };

/* How the positions of a data set are drawn. */
enum gen_sampling { GEN_UNIFORM, GEN_RANDOM, GEN_LEVEL };

/* A game of random moves, or of an opponent's. */
struct gen_game {
    char moves[BOARD_MAX_CELLS + 1]; /* first: see search_watch */
    struct position pos;
};

/* Positions in the pool: enough for the other threads while one position takes
 * long. */
enum { GEN_AHEAD = 256 };

struct gen {
    struct options options;
    int set; /* an index of protocol_name() */
    uint64_t count, seed;
    uint64_t random; /* initially the seed */
    fourscore_pool *pool;

    /* Of a test set: */
    struct protocol_set limits;

    /* Of a data set: */
    bool all_moves;
    bool no_wins_at_once; /* of the side to move */
    bool exhausted;       /* no more positions are found */
    int json;             /* 1, or 0: CSV */
    int sampling, level;
    fourscore_solver *player; /* of the perfect level, or NULL */
    int min_ply, max_ply;
    const char *output;               /* or NULL */
    struct gen_game games[GEN_AHEAD]; /* in the pool */
    uint64_t rows;

    /* What will be written to the output; nothing if that is stdout. */
    char *bytes;
    size_t size, room;

    struct board board;
    board_bits *keys; /* of the positions so far, room for 'count' */
    void *seen;       /* a tsearch() tree of them */
    size_t key_count;
};

/* A random number from 0 to 'count' - 1. */
int gen_below(struct gen *gen, int count);

/* Play 'ply' random moves.  Returns false if a move wins.  On large boards
 * nearly every random game would fail, so there other columns are tried. */
MUST_CHECK bool gen_play(struct gen *gen, int ply, struct gen_game *game);

/* Draw a position of a data set.  Returns false if the game has none. */
MUST_CHECK bool gen_draw(struct gen *gen, struct gen_game *game);

/* Whether the position or its mirror image was remembered; remember it; forget
 * all, and free 'gen->keys'. */
bool gen_was_seen(struct gen *gen, struct position pos);
void gen_remember(struct gen *gen, struct position pos);
void gen_forget_keys(struct gen *gen);

/* End the program if there was no memory. */
void gen_need_memory(const struct gen *gen, const void *memory);

#endif
