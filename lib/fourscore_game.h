/*
 * fourscore_game: what exact scores mean to somebody who plays.
 *
 * Opponents, reviews of games, explanations and puzzles: part of libfourscore,
 * computed from what the functions of fourscore.h answer.  The rules of
 * fourscore.h on errors, structures with a size, memory and threads hold here.
 */
#ifndef FOURSCORE_GAME_H
#define FOURSCORE_GAME_H

#include "fourscore.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------- opponents */

/*
 * Opponents of five levels.  The first four play as people do: they look some
 * moves ahead, prefer lines of four with more of their stones, overlook lines,
 * and choose at random between moves that look nearly equal.  The last one is
 * perfect.  Each beats the one below: fourscore-play(1) has a table.
 *
 * Level, seed and position determine the move, except for a perfect opponent
 * that a limit stops.
 */
#define FOURSCORE_LEVELS 5

struct fourscore_level_info {
    size_t size;      /* of this structure */
    const char *name; /* a static string */
    int depth;        /* moves that it looks ahead; 0: to the end of the game */
    int straight;     /* it overlooks so many percent of the lines in rows and
                         columns, others at each move */
    int diagonal;     /* the same of the diagonal lines */
    int doubt;        /* a move may look so much worse than another and still be
                         played; a line with 1, 2, 3 stones of one side and none
                         of the other counts 1, 5, 14 */
};
#define FOURSCORE_LEVEL_INFO_INIT FOURSCORE_SIZED(struct fourscore_level_info)

/* Describe a level, from 1.  Fails with FOURSCORE_BAD_ARGUMENT. */
enum fourscore_status fourscore_level_info(int level,
                                           struct fourscore_level_info *info);

/*
 * Set '*column' to the move of a level at a position, counted from 1.  It takes
 * at most a moment: no solver is asked.  The perfect level plays one of the
 * best moves of 'answer', which must be about this position and have at least
 * one; other levels ignore 'answer', which may be NULL.  Fails with
 * FOURSCORE_GAME_OVER or FOURSCORE_BAD_ARGUMENT.
 */
enum fourscore_status
fourscore_choose_move(const fourscore_position *position, int level,
                      uint64_t seed, const struct fourscore_answer *answer,
                      int *column);

struct fourscore_opponent {
    size_t size; /* of this structure */
    int level;   /* 1 to FOURSCORE_LEVELS */
    uint64_t seed;

    /* Of the perfect level: */
    double seconds;           /* limit; 0: none */
    double best_seconds;      /* limit for finding the best moves; after it any
                                 move will do that keeps the result: the win or
                                 the draw; 0: half of 'seconds' */
    fourscore_cancel *cancel; /* ends the search; may be NULL */
};
#define FOURSCORE_OPPONENT_INIT FOURSCORE_SIZED(struct fourscore_opponent)

/* What is known about a move.  Below the perfect level it is always
 * FOURSCORE_MOVE_CHOSEN. */
enum fourscore_move_proof {
    FOURSCORE_MOVE_CHOSEN, /* nothing */
    FOURSCORE_MOVE_KEEPS,  /* it keeps the result: win, draw or loss */
    FOURSCORE_MOVE_BEST    /* it has the score of the position */
};

struct fourscore_move {
    size_t size;    /* of this structure */
    int column;     /* from 1 */
    int proof;      /* enum fourscore_move_proof */
    uint64_t nodes; /* searched by the solver */
};
#define FOURSCORE_MOVE_INIT FOURSCORE_SIZED(struct fourscore_move)

/*
 * Set '*move' to the move of an opponent.  'solver' is asked for the perfect
 * level, and may be NULL for the others.  The perfect level plays one of the
 * best moves, chosen by the seed.  If it finds none within its limits, it plays
 * as the level below does, restricted to moves that keep the result, if those
 * are known.  Fails as fourscore_choose_move() and fourscore_ask() do.
 */
enum fourscore_status fourscore_find_move(
    fourscore_solver *solver, const fourscore_position *position,
    const struct fourscore_opponent *opponent, struct fourscore_move *move);

/* ----------------------------------------------------------------- reviews */

/* ------------------------------------------------------------ explanations */

/* ----------------------------------------------------------------- puzzles */

/*
 * A puzzle is a position with one good move: every other move loses at least
 * half a result, so that a win becomes a draw or a loss, or a draw a loss.
 */
struct fourscore_puzzle {
    size_t size; /* of this structure */
    fourscore_position position;
    uint64_t key[2]; /* the smaller one of the keys of both mirror images */
    int move;        /* the good move, a column from 1; 0: not a puzzle */
    int score;       /* with that move; 0: it holds a draw */
    int win_in;    /* the side to move wins with so many stones of its own, the
                      good move included; 0: a draw */
    int only_move; /* not 0: every other move loses */

    /*
     * The difficulty, and what it is made of:
     *
     *     difficulty = depth + 2 * lures + 2 * quiet
     *
     * 'depth' is the number of stones, of both sides, that a player must look
     * ahead to be sure: either to the win after the good move, or, if every
     * other move loses, to the end of the one that loses latest; the smaller
     * one of the two.  At depth 1 or 2 the good move wins at once, or all
     * others lose to the next stone.  'lures' is the number of wrong moves that
     * make a threat, a cell that completes a four, and do not lose to the next
     * stone. 'quiet' is 1 if the good move makes no threat, else 0.
     */
    int difficulty;
    int depth, lures, quiet;
};
#define FOURSCORE_PUZZLE_INIT FOURSCORE_SIZED(struct fourscore_puzzle)

/* The difficulties from which a puzzle is medium, hard, or for experts. */
#define FOURSCORE_PUZZLE_MEDIUM 9
#define FOURSCORE_PUZZLE_HARD 15
#define FOURSCORE_PUZZLE_EXPERT 23

/* The largest 'win_in' of a puzzle on a board, or 0 if there is none: a puzzle
 * has at most 32 empty cells, on boards of more than 49 cells at most 24. */
int fourscore_puzzle_max_win_in(int width, int height);

/* Which puzzles are looked for: those of depth 3 or more, and if 'win_in' is 1,
 * wins at once. */
struct fourscore_puzzle_config {
    size_t size;        /* of this structure */
    int width, height;  /* default: 7x6 */
    uint64_t seed;      /* of the candidates */
    int win_in;         /* of the puzzle; 0: any, draws included */
    int only_move;      /* not 0: every other move loses */
    int min_difficulty; /* 0: any */
    int max_difficulty; /* 0: any */
    int tries; /* candidates that fourscore_find_puzzle() tries; default:
                  10,000 */
    fourscore_cancel *cancel; /* ends the search for a puzzle; may be NULL */
};
#define FOURSCORE_PUZZLE_CONFIG_INIT                                           \
    FOURSCORE_SIZED(struct fourscore_puzzle_config)

/*
 * Set '*puzzle' to what an answer with FOURSCORE_ALL_MOVES and
 * FOURSCORE_STRONG tells about its position: 'puzzle->move' is 0 if that is not
 * a puzzle, or not one that 'config' describes; NULL stands for all puzzles.
 * Fails with FOURSCORE_BAD_ARGUMENT, also if the answer is not finished.
 */
enum fourscore_status
fourscore_judge_puzzle(const struct fourscore_answer *answer,
                       const struct fourscore_puzzle_config *config,
                       struct fourscore_puzzle *puzzle);

/*
 * Write the moves to candidate 'number' for a puzzle to 'moves', a buffer of
 * FOURSCORE_MAX_CELLS + 1 bytes, or "" if that game ends too early.  The same
 * configuration and number give the same moves on every machine; 'min_' and
 * 'max_difficulty' have no effect.
 *
 * Candidates are positions of games as people play them: random games in which
 * both sides see a win with the next stone, for themselves and for the other
 * side, and prefer the centre and moves that make threats.  Fails with
 * FOURSCORE_NO_BOARD, or FOURSCORE_BAD_ARGUMENT, for example if 'win_in' needs
 * more empty cells than a puzzle has.
 */
enum fourscore_status
fourscore_puzzle_candidate(const struct fourscore_puzzle_config *config,
                           uint64_t number, char *moves);

/*
 * Set '*puzzle' to the first puzzle among the candidates from '*number' on, and
 * '*number' to the number of its candidate.  If there is none among
 * 'config->tries' candidates, or the cancellation ends the search,
 * 'puzzle->move' is 0.  Fails as fourscore_puzzle_candidate() and
 * fourscore_ask() do.
 */
enum fourscore_status
fourscore_find_puzzle(fourscore_solver *solver,
                      const struct fourscore_puzzle_config *config,
                      uint64_t *number, struct fourscore_puzzle *puzzle);

#ifdef __cplusplus
}
#endif

#endif
