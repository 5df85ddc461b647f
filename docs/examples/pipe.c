/* Read positions of 7x6 from stdin, one a line, and print the score of each, in
 * order, on all cores.
 *
 *     cc pipe.c $(pkg-config --cflags --libs fourscore) && ./a.out <positions
 */
#include <stdio.h>
#include <string.h>

#include <fourscore.h>

/* Called by threads of the pool, one at a time, in the order of the lines. */
static void print_answer(void *context, const struct fourscore_answer *answer)
{
    (void)context;
    printf("%d\n", answer->score.lower);
}

int main(void)
{
    char line[4096];
    unsigned long number = 0;
    fourscore_pool *pool;
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    struct fourscore_query query = FOURSCORE_QUERY_INIT;

    config.answered = print_answer;
    enum fourscore_status status = fourscore_pool_new(&pool, &config);
    while (status == FOURSCORE_OK && fgets(line, sizeof line, stdin) != NULL) {
        struct fourscore_error error;
        number++;
        if (fourscore_read(&query.position, NULL, 7, 6, FOURSCORE_AUTO, line,
                           strcspn(line, "\r\n"), &error) == FOURSCORE_OK)
            status = fourscore_pool_submit(pool, &query);
        else
            fprintf(stderr, "line %lu, character %zu: %s\n", number,
                    error.at + 1, error.reason);
    }
    if (status == FOURSCORE_OK)
        fourscore_pool_wait(pool);
    else
        fprintf(stderr, "%s\n", fourscore_strstatus(status));
    fourscore_pool_free(pool);
    return status != FOURSCORE_OK;
}
