/*
 * thinker_: a thread that finds moves and scores, so that keys are answered
 * meanwhile.
 */
#ifndef TOOLS_PLAY_PLAY_THINKER_H
#define TOOLS_PLAY_PLAY_THINKER_H

#include "tools/play/play.h"

enum thinker_job {
    THINKER_NOTHING,
    THINKER_REPLY,  /* the move of the opponent */
    THINKER_HINT,   /* a move for the person */
    THINKER_SCORES, /* of all moves; several results, each more exact */
};

struct thinker_result {
    enum thinker_job job;
    enum fourscore_status status;
    struct fourscore_move move;     /* of THINKER_REPLY and THINKER_HINT */
    struct fourscore_answer answer; /* of THINKER_SCORES */
    bool last;                      /* no more results of this job follow */
};

struct thinker;

/* Start a thread that asks a solver.  Returns NULL if the system refuses. */
struct thinker *thinker_open(fourscore_solver *solver);
void thinker_close(struct thinker *thinker);

/* End the job, if there is one, and begin another about the position of
 * '*play'. */
void thinker_begin(struct thinker *thinker, enum thinker_job job,
                   const struct play *play);

/* A file that can be read when there is a result. */
int thinker_file(const struct thinker *thinker);

/* Set '*result' to the result of the job that was begun last; returns false if
 * there is none. */
bool thinker_take(struct thinker *thinker, struct thinker_result *result);

#endif
