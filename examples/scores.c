/* Print the score of each move in a position of 7x6, and the best column:
 *
 *     cc scores.c $(pkg-config --cflags --libs fourscore) && ./a.out 4453
 */
#include <stdio.h>

#include <fourscore.h>

static int fail(enum fourscore_status status, const char *why)
{
    fprintf(stderr, "%s: %s\n", fourscore_strstatus(status), why);
    return 1;
}

int main(int argc, char **argv)
{
    const char *moves = argc > 1 ? argv[1] : "4453";
    fourscore_position position;
    fourscore_solver *solver;
    struct fourscore_bounds scores[FOURSCORE_MOST_WIDTH];
    struct fourscore_error error = {0, "no such board"};
    int best = 0;

    enum fourscore_status status =
        fourscore_from_moves(&position, 7, 6, moves, &error);
    if (status != FOURSCORE_OK)
        return fail(status, error.reason);
    status = fourscore_solver_new(&solver, NULL);
    if (status != FOURSCORE_OK)
        return fail(status, "no solver");
    status = fourscore_move_scores(solver, &position, FOURSCORE_STRONG, scores);
    fourscore_solver_free(solver);
    if (status != FOURSCORE_OK)
        return fail(status, moves);

    for (int i = 0; i < 7; i++) {
        if (scores[i].lower != FOURSCORE_NO_MOVE)
            printf("column %d: %d\n", i + 1, scores[i].lower);
        if (scores[i].lower > scores[best].lower)
            best = i;
    }
    if (scores[best].lower != FOURSCORE_NO_MOVE)
        printf("best: %d\n", best + 1);
    return 0;
}
