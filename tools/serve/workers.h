/*
 * server_workers: threads that do what takes too long for those that speak
 * HTTP.  Their priority is lower.  They take jobs by turns of the clients.
 *
 * Any thread may call these functions, except server_workers_close().
 */
#ifndef TOOLS_SERVE_WORKERS_H
#define TOOLS_SERVE_WORKERS_H

#include "tools/serve/turns.h"

/* Steps of nice(2) by which the priority of workers is lower than that of the
 * threads that speak HTTP. */
enum { SERVER_WORKER_STEPS = 5 };

/* A member of what is to be done; the caller sets 'turn.client' and 'run'. */
struct server_job {
    struct server_turn turn;
    void (*run)(struct server_job *job);
};

struct server_workers;

/* Start threads whose jobs wait in these lines of the clients.  Returns NULL if
 * memory runs out, or if the system refuses a thread. */
struct server_workers *server_workers_open(enum server_lines which,
                                           int threads);

/* Do all that waits, and end the threads. */
void server_workers_close(struct server_workers *workers);

/* Call job->run(job), once, from one of the threads.  Until then the job and
 * its client must stay. */
void server_workers_add(struct server_workers *workers, struct server_job *job);

/* The same as server_workers_add(), at the next call of server_workers_tick(),
 * which is every few hundredths of a second. */
void server_workers_add_later(struct server_workers *workers,
                              struct server_job *job);
void server_workers_tick(struct server_workers *workers);

#endif
