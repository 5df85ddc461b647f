/* Search the empty board of 9x9, which no search finishes, and cancel it after
 * a second: what is known then is printed as bounds.
 *
 *     cc cancel.c $(pkg-config --cflags --libs fourscore) && ./a.out
 */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <fourscore.h>

static fourscore_cancel *cancel;

static void cancel_now(int number)
{
    (void)number;
    /* Signal handlers may call it. */
    fourscore_cancel_now(cancel); /* NOLINT(bugprone-signal-handler,cert-*) */
}

int main(void)
{
    fourscore_solver *solver = NULL;
    struct fourscore_config config = FOURSCORE_CONFIG_INIT;
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;

    config.width = config.height = 9;
    enum fourscore_status status = fourscore_cancel_new(&cancel);
    if (status == FOURSCORE_OK)
        status = fourscore_solver_new(&solver, &config);
    if (status == FOURSCORE_OK)
        status = fourscore_from_moves(&query.position, 9, 9, "", NULL);
    if (status == FOURSCORE_OK) {
        query.cancel = cancel;
        signal(SIGALRM, cancel_now);
        alarm(1);
        status = fourscore_ask(solver, &query, &answer);
    }
    fourscore_solver_free(solver);
    fourscore_cancel_free(cancel);
    if (status != FOURSCORE_OK) {
        fprintf(stderr, "%s\n", fourscore_strstatus(status));
        return 1;
    }
    printf("%s: %d to %d\n", answer.finished ? "finished" : "cancelled",
           answer.score.lower, answer.score.upper);
    return 0;
}
