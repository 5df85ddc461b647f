/* Print the scores of all moves at each point of a game on 7x6.
 *
 *     cc game.c $(pkg-config --cflags --libs fourscore) && ./a.out 445332
 */
#include <stdio.h>

#include <fourscore.h>

static void print_scores(const fourscore_position *position,
                         const struct fourscore_answer *answer)
{
    printf("move %2d:", fourscore_ply(position) + 1);
    for (int column = 0; column < fourscore_width(position); column++)
        if (answer->move_scores[column].lower == FOURSCORE_NO_MOVE)
            printf("   -");
        else
            printf(" %3d", answer->move_scores[column].lower);
    printf("\n");
}

int main(int argc, char **argv)
{
    const char *moves = argc > 1 ? argv[1] : "445332";
    fourscore_solver *solver;
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    enum fourscore_status status = fourscore_solver_new(&solver, NULL);

    query.find = FOURSCORE_ALL_MOVES;
    if (status == FOURSCORE_OK)
        status = fourscore_from_moves(&query.position, 7, 6, "", NULL);
    while (status == FOURSCORE_OK) {
        status = fourscore_ask(solver, &query, &answer);
        if (status == FOURSCORE_OK)
            print_scores(&query.position, &answer);
        if (*moves == '\0')
            break;
        if (status == FOURSCORE_OK)
            status = fourscore_play(&query.position, *moves++ - '0');
    }
    fourscore_solver_free(solver);
    if (status != FOURSCORE_OK)
        fprintf(stderr, "%s\n", fourscore_strstatus(status));
    return status != FOURSCORE_OK;
}
