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

/* ---------------------------------------------------------------- opponents */

/*
 * Opponents of five levels.  Levels 1 to 4 play as people do: they look some
 * moves ahead, prefer lines of four with more of their stones, overlook lines,
 * and choose at random between moves that look nearly equal.  Level 5 is
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
    int straight;     /* percentage of the lines in rows and columns that it
                         overlooks, others at each move */
    int diagonal;     /* the same of the diagonal lines */
    int doubt;        /* a move that looks this much worse than another may be
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
FOURSCORE_MUST_CHECK enum fourscore_status
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
FOURSCORE_MUST_CHECK enum fourscore_status fourscore_find_move(
    fourscore_solver *solver, const fourscore_position *position,
    const struct fourscore_opponent *opponent, struct fourscore_move *move);

/* ------------------------------------------------------------------ reviews */

/* What a move did to the result of the game, for the side that made it. */
enum fourscore_verdict {
    FOURSCORE_NOT_JUDGED,  /* the scores are not known well enough */
    FOURSCORE_BEST_MOVE,   /* no move has a higher score */
    FOURSCORE_SLOWER_WIN,  /* still a win, but a later one */
    FOURSCORE_SOONER_LOSS, /* a loss that comes sooner */
    FOURSCORE_DRAW_LOST,   /* a draw thrown away: now a loss */
    FOURSCORE_WIN_DRAWN,   /* a win thrown away: now a draw */
    FOURSCORE_WIN_LOST     /* a win thrown away: now a loss */
};
#define FOURSCORE_VERDICTS 7

/* A verdict as a name for programs, "draw_lost", and in words, "draw thrown
 * away"; NULL for any other number.  Static strings; do not free. */
const char *fourscore_verdict_name(int verdict);
const char *fourscore_verdict_text(int verdict);

/* What is known about a position of a game. */
struct fourscore_point {
    struct fourscore_bounds score; /* for the side to move */
    int best[FOURSCORE_MAX_WIDTH]; /* all moves that have the score, columns
                                      from 1 */
    int best_count;                /* 0: not known, or the game is over */
};

/* What an answer with FOURSCORE_STRONG and FOURSCORE_BEST tells.  If its size
 * is wrong, that is nothing: the widest bounds.  Best moves that cannot be
 * played are left out. */
struct fourscore_point
fourscore_point_of(const struct fourscore_answer *answer);

struct fourscore_judged_move {
    int column;  /* from 1 */
    int verdict; /* enum fourscore_verdict */
    int lost;    /* the stones by which a win is slower or a loss sooner */
    int choice;  /* 1: the moves there had different scores; 0: all had the
                    same; -1: not known */
    struct fourscore_bounds before; /* the score of the position, and that of */
    struct fourscore_bounds after;  /* the move, both for the side that moves */
    int best[FOURSCORE_MAX_WIDTH];
    int best_count; /* 0: not known */
};

struct fourscore_side_review {
    int moves;   /* that the side made */
    int choices; /* of these: with a choice, and judged */
    int unknown; /* not judged, or it is not known whether there was a choice */
    int accuracy;                   /* percent, rounded down; -1: no choices */
    int counts[FOURSCORE_VERDICTS]; /* of each verdict */
};

#define FOURSCORE_SUMMARY_SIZE 256

struct fourscore_review {
    size_t size; /* of this structure */
    int width, height;
    int count;                     /* of the moves */
    int finished;                  /* not 0: the game is over */
    struct fourscore_bounds score; /* of the last position, for the side to
                                      move there */
    int winner;     /* with best play from there: 1, 2, 0: a draw; -1: not
                       known */
    int last_stone; /* with best play from there; 0: not known */
    int decided;    /* the number, from 1, of the last move that changed the
                       result; 0: no move did; -1: not known */
    int changes;    /* the moves that are known to have changed the result */
    struct fourscore_side_review sides[2]; /* first player, second player */
    char summary[FOURSCORE_SUMMARY_SIZE];  /* one sentence; x is the first
                                              player, o the second */
    struct fourscore_judged_move moves[FOURSCORE_MAX_CELLS];
};
#define FOURSCORE_REVIEW_INIT FOURSCORE_SIZED(struct fourscore_review)

/*
 * Judge a game by scores: set '*review', given the moves as
 * fourscore_from_moves() reads them, and what is known about the positions
 * after 0, 1, ..., strlen(moves) moves.  Fails with FOURSCORE_NO_BOARD,
 * FOURSCORE_BAD_POSITION, or FOURSCORE_BAD_ARGUMENT, also for scores beyond
 * FOURSCORE_MAX_CELLS or that contradict each other, and for best moves that
 * cannot be played.
 *
 * Ask for the last position first: then a search finds in the table what was
 * found about the positions after it.  FOURSCORE_STRONG and FOURSCORE_BEST tell
 * all that a review needs.
 *
 * The accuracy of a side is the mean over its moves with a choice of
 *
 *     100%            for a best move,
 *     100% - 5% * n   for a win that is n stones slower or a loss that is n
 *                     stones sooner, but at least 50%,
 *     0%              for a win or a draw thrown away.
 *
 * There is a choice if not all moves have the same score.  Moves whose verdict
 * or choice is not known do not count.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_judge_game(int width, int height, const char *moves,
                     const struct fourscore_point *points,
                     struct fourscore_review *review);

/*
 * The same with a solver, which is asked for the points.  'limits' may be NULL;
 * its members 'seconds', 'nodes' and 'cancel' hold for each position.  Fails
 * with FOURSCORE_BAD_POSITION or FOURSCORE_BAD_ARGUMENT.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_review_game(fourscore_solver *solver, const char *moves,
                      const struct fourscore_query *limits,
                      struct fourscore_review *review);

/* ------------------------------------------------------------- explanations */

/* What decides a result, for a player called P below; M is the other one. */
enum fourscore_reason_kind {
    FOURSCORE_BY_NOTHING,       /* nothing that needs no search */
    FOURSCORE_BY_FOUR,          /* P has four in a row */
    FOURSCORE_BY_FULL_BOARD,    /* the board is full, without a four */
    FOURSCORE_BY_WIN,           /* P, to move, completes a four */
    FOURSCORE_BY_DOUBLE_THREAT, /* M can block only one threat of P */
    FOURSCORE_BY_NO_DEFENCE,    /* whatever M plays, P wins above it */
    FOURSCORE_BY_FOLLOWUP,      /* M gets no four if P answers by follow-up */
    FOURSCORE_BY_LATE_FOURS,    /* same, or only after P's four */
    FOURSCORE_BY_ZUGZWANG,      /* same, and M must play below P's threat */
    FOURSCORE_BY_DEAD_LINES     /* P has a stone on every line */
};

/* The name of a kind: "double threat"; NULL for any other number.  A static
 * string; do not free. */
const char *fourscore_reason_name(int kind);

/* How a cell is marked on the board of a reason; P is its player. */
#define FOURSCORE_MARK_FOUR 1u /* a stone of P in a line that decides */
#define FOURSCORE_MARK_WIN 2u  /* P completes a four here */
#define FOURSCORE_MARK_MUST 4u /* M must play here, now or at last */
#define FOURSCORE_MARK_GETS 8u /* P gets this cell by answering */

#define FOURSCORE_REASON_TEXT 3072

/*
 * Why a player wins or does not lose: a line of moves, and what decides the
 * position after it, without a search.
 */
struct fourscore_reason {
    int kind;                      /* enum fourscore_reason_kind */
    int player;                    /* P: 1 or 2 */
    int wins;                      /* not 0: P wins; 0: P does not lose */
    int line[FOURSCORE_MAX_CELLS]; /* columns from 1, from the position on */
    int line_length;
    int forced; /* not 0: every other move of M in the line loses at once */
    unsigned char
        marks[FOURSCORE_MAX_CELLS];   /* sums of FOURSCORE_MARK_FOUR
                                         etc. on the board after the
                                         line, as in fourscore_cells() */
    char text[FOURSCORE_REASON_TEXT]; /* sentences, one a line */

    /* The moves of the line from index 'told' on are listed in 'text' from byte
     * 'list_start' to before byte 'list_end'; both 0: none are.  The reason
     * before has told the others. */
    int told;
    int list_start, list_end;
    int detail; /* the byte of 'text' from which on its line is for experts, a
                 * detail of the line before it; 0: there is none */
};

#define FOURSCORE_EXPLANATION_TEXT 512

/*
 * The explanation of a position, after a move if one is given.
 * Players are 1, the first, and 2.  In texts x is the first player, o the
 * second, and a cell is its column, from a, and its row, from 1 below: d2.
 */
struct fourscore_explanation {
    size_t size;                   /* of this structure */
    fourscore_position position;   /* that is explained */
    int finished;                  /* 0: a limit ended the search */
    struct fourscore_bounds score; /* for the side to move */
    int winner; /* a player; 0: a draw; -1: unknown, because of a limit */

    /* About the move, for the side that played it; 0 if there is none.
     * 'better' are the moves that had kept the result, if it made it worse. */
    int move;        /* the column */
    int move_before; /* 1: the position was won, 0: drawn, -1: lost */
    int move_after;  /* the same after the move; worse if it is a mistake */
    int move_only;   /* not 0: it alone kept the result */
    int better[FOURSCORE_MAX_WIDTH];
    int better_count;

    /* One reason of the winner, or one for each player in a draw.  None if a
     * limit ended the search before one was found. */
    struct fourscore_reason reasons[2];
    int reason_count;
    char text[FOURSCORE_EXPLANATION_TEXT]; /* sentences, one a line */
};
#define FOURSCORE_EXPLANATION_INIT FOURSCORE_SIZED(struct fourscore_explanation)

/*
 * Explain the position of a query, after 'move', a column from 1, unless that
 * is 0: who wins, by which line, and why.  Of the query 'seconds' is the limit
 * of all, 'nodes' that of each search, and 'cancel' counts; 'goal', 'find' and
 * 'text' do not.  Finished games can be explained, too.  Each other move of M
 * in a line that is not 'forced' has an answer, which is not given.  Fails with
 * FOURSCORE_OTHER_BOARD, FOURSCORE_BAD_MOVE, FOURSCORE_GAME_OVER for a move in
 * a finished game, or FOURSCORE_BAD_ARGUMENT.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_explain(fourscore_solver *solver, const struct fourscore_query *query,
                  int move, struct fourscore_explanation *explanation);

/*
 * The same from answers that are known: of the position, to a query with
 * FOURSCORE_STRONG and FOURSCORE_PV, and of the position before its last move,
 * 'move', with FOURSCORE_WEAK and FOURSCORE_BEST.  'before' may be NULL: then
 * no move is judged.  Fails with FOURSCORE_BAD_MOVE if the move does not lead
 * from one position to the other, or FOURSCORE_BAD_ARGUMENT, also for scores
 * and moves that no position has.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_explain_answers(const struct fourscore_answer *answer,
                          const struct fourscore_answer *before, int move,
                          struct fourscore_explanation *explanation);

/* ------------------------------------------------------------------ puzzles */

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
    int win_in;      /* the side to move wins with this many stones of its own,
                        the good move included; 0: a draw */
    int only_move;   /* not 0: every other move loses */

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
 * Fails with FOURSCORE_BAD_ARGUMENT, also if the answer is not finished, and
 * for scores that the position cannot have.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
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
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_puzzle_candidate(const struct fourscore_puzzle_config *config,
                           uint64_t number, char *moves);

/*
 * Set '*puzzle' to the first puzzle among the candidates from '*number' on, and
 * '*number' to the number of its candidate.  If there is none among
 * 'config->tries' candidates, or the cancellation ends the search,
 * 'puzzle->move' is 0.  Fails as fourscore_puzzle_candidate() and
 * fourscore_ask() do.
 */
FOURSCORE_MUST_CHECK enum fourscore_status
fourscore_find_puzzle(fourscore_solver *solver,
                      const struct fourscore_puzzle_config *config,
                      uint64_t *number, struct fourscore_puzzle *puzzle);

/* --------------------------------------------------------------------- JSON */

/*
 * What a structure says, as one object of JSON in UTF-8, without a line end:
 * the members that 'fourscore review --json', 'explain --json' and 'puzzle
 * --json' print beside those about their input and their search.  The manual
 * pages of these commands describe them; later versions may add some.
 *
 * Returns a text to be freed with fourscore_text_free(), or NULL if memory runs
 * out, or if the structure is none that the library has filled, such as one
 * with a number out of range, or a puzzle whose 'move' is 0.
 */
char *fourscore_review_json(const struct fourscore_review *review);
char *
fourscore_explanation_json(const struct fourscore_explanation *explanation);
char *fourscore_puzzle_json(const struct fourscore_puzzle *puzzle);

/* Free a text.  NULL is ignored. */
void fourscore_text_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
