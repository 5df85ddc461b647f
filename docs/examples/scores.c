/* Print the score of each move in a position of 7x6.
 *
 *     cc scores.c $(pkg-config --cflags --libs fourscore) && ./a.out 4453
 */
#include <stdio.h>

#include <fourscore.h>

int main(int argc, char **argv)
{
    fourscore_position position;
    fourscore_solver *solver;
    struct fourscore_error error;
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;

    if (fourscore_from_moves(&position, 7, 6, argc > 1 ? argv[1] : "4453",
                             &error) != FOURSCORE_OK) {
        fprintf(stderr, "character %zu: %s\n", error.at + 1, error.reason);
        return 1;
    }
    query.position = position;
    query.find = FOURSCORE_ALL_MOVES;
    enum fourscore_status status = fourscore_solver_new(&solver, NULL);
    if (status == FOURSCORE_OK)
        status = fourscore_ask(solver, &query, &answer);
    fourscore_solver_free(solver);
    if (status != FOURSCORE_OK) {
        fprintf(stderr, "%s\n", fourscore_strstatus(status));
        return 1;
    }
    for (int column = 0; column < 7; column++)
        if (answer.move_scores[column].lower != FOURSCORE_NO_MOVE)
            printf("column %d: %d\n", column + 1,
                   answer.move_scores[column].lower);
    return 0;
}
