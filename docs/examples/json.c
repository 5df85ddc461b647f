/* Print what there is to know about a game on 7x6, as JSON, one object a line:
 * its review, the explanation of its last position, and a puzzle.
 *
 *     cc json.c $(pkg-config --cflags --libs fourscore) && ./a.out 445332
 */
#include <stdio.h>

#include <fourscore_game.h>

/* Print and free a text; NULL if memory ran out. */
static enum fourscore_status print(char *text)
{
    if (text == NULL)
        return FOURSCORE_NO_MEMORY;
    puts(text);
    fourscore_text_free(text);
    return FOURSCORE_OK;
}

static enum fourscore_status print_review(fourscore_solver *solver,
                                          const char *moves)
{
    struct fourscore_review review = FOURSCORE_REVIEW_INIT;
    enum fourscore_status status =
        fourscore_review_game(solver, moves, NULL, &review);
    return status == FOURSCORE_OK ? print(fourscore_review_json(&review))
                                  : status;
}

static enum fourscore_status print_explanation(fourscore_solver *solver,
                                               const char *moves)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_explanation explanation = FOURSCORE_EXPLANATION_INIT;
    enum fourscore_status status =
        fourscore_from_moves(&query.position, 7, 6, moves, NULL);
    if (status == FOURSCORE_OK)
        status = fourscore_explain(solver, &query, 0, &explanation);
    return status == FOURSCORE_OK
               ? print(fourscore_explanation_json(&explanation))
               : status;
}

static enum fourscore_status print_puzzle(fourscore_solver *solver)
{
    struct fourscore_puzzle_config config = FOURSCORE_PUZZLE_CONFIG_INIT;
    struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
    uint64_t number = 0;
    config.seed = 1;
    enum fourscore_status status =
        fourscore_find_puzzle(solver, &config, &number, &puzzle);
    return status == FOURSCORE_OK ? print(fourscore_puzzle_json(&puzzle))
                                  : status;
}

int main(int argc, char **argv)
{
    const char *moves = argc > 1 ? argv[1] : "445332";
    fourscore_solver *solver;
    enum fourscore_status status = fourscore_solver_new(&solver, NULL);
    if (status == FOURSCORE_OK)
        status = print_review(solver, moves);
    if (status == FOURSCORE_OK)
        status = print_explanation(solver, moves);
    if (status == FOURSCORE_OK)
        status = print_puzzle(solver);
    fourscore_solver_free(solver);
    if (status != FOURSCORE_OK)
        fprintf(stderr, "%s\n", fourscore_strstatus(status));
    return status != FOURSCORE_OK;
}
