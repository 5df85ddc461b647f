/*
 * Data sets: the scores of all moves, by a pool of threads.
 *
 * One thread draws the positions, submits them to the pool and takes the
 * answers in the same order, so the data depend on the seed and not on the
 * number of threads.
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "lib/fourscore_game.h"
#include "lib/internal.h"
#include "tools/gen/data.h"
#include "tools/inside/replace.h"
#include "tools/output.h"
#include "tt/random.h"

/* Positions in the pool: enough for the other threads while one position takes
 * long. */
enum { AHEAD = 256 };

enum { PLAYER_TABLE = 64 << 20 };

struct maker {
    struct gen *gen;
    struct data data;
    fourscore_pool *pool;
    struct gen_game games[AHEAD]; /* in the pool */
    uint64_t drawn;
    bool exhausted; /* no more positions are found */
};

/*
 * The part that a position belongs to.  It depends on nothing else, so parts of
 * different data sets share no position or mirror image either.
 */
static enum data_split split_of(const struct gen *gen, struct position pos)
{
    board_bits key = board_canonical_key(pos.board, board_key(pos));
    uint64_t random = (uint64_t)(key >> 64);
    random = tt_random(&random) ^ (uint64_t)key;
    int percent = (int)(tt_random(&random) % 100);
    return percent < gen->test                     ? DATA_TEST
           : percent < gen->test + gen->validation ? DATA_VALIDATION
                                                   : DATA_TRAIN;
}

/* Draw a new position.  Returns CLI_FAILURE if out of memory. */
static enum cli_status draw(struct maker *maker, struct gen_game *game)
{
    struct gen *gen = maker->gen;
    for (int misses = 0; misses < GEN_MAX_MISSES && !monitor_is_stopped();
         misses++) {
        if (!gen_draw(gen, game) || gen_was_seen(gen, game->pos))
            continue;
        maker->drawn++;
        if (gen_remember(gen, game->pos))
            return CLI_OK;
        cli_error("out of memory after %ju positions", (uintmax_t)maker->drawn);
        return CLI_FAILURE;
    }
    maker->exhausted = true;
    return CLI_OK;
}

/* Draw a position into a free place, and submit it. */
static enum cli_status submit(struct maker *maker, struct gen_game *game)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    if (maker->exhausted || maker->drawn == maker->gen->count)
        return CLI_OK;
    enum cli_status status = draw(maker, game);
    if (status != CLI_OK || maker->exhausted)
        return status;
    query.position = lib_pack(game->pos);
    query.find = FOURSCORE_ALL_MOVES;
    query.user = game;
    fourscore_pool_submit(maker->pool, &query); /* fails when stopped */
    return CLI_OK;
}

static enum cli_status add(struct maker *maker,
                           const struct fourscore_answer *answer)
{
    const struct gen_game *game = answer->user;
    struct data_row row = {.game = *game,
                           .split = split_of(maker->gen, game->pos),
                           .score = answer->score.lower};
    for (int i = 0; i < maker->gen->board.width; i++)
        row.scores[i] = answer->move_scores[i].lower;
    if (!data_add(&maker->data, &row)) {
        cli_error("out of memory after %ju positions",
                  (uintmax_t)maker->data.rows);
        return CLI_FAILURE;
    }
    monitor_done(maker->data.rows);
    return CLI_OK;
}

static enum cli_status generate(struct maker *maker)
{
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    enum cli_status status = CLI_OK;
    for (int i = 0; i < AHEAD && status == CLI_OK; i++)
        status = submit(maker, &maker->games[i]);
    while (status == CLI_OK && !output_failed() && !monitor_is_stopped() &&
           fourscore_pool_next(maker->pool, &answer) == FOURSCORE_OK) {
        if (!answer.finished)
            break;
        monitor_hide();
        status = add(maker, &answer);
        if (status == CLI_OK)
            status = submit(maker, answer.user);
    }
    return status;
}

static void name_game(const void *context, const void *user,
                      char text[MONITOR_TEXT_SIZE])
{
    const struct gen_game *game = user;
    (void)context;
    monitor_name(text, game->moves, strlen(game->moves));
}

static enum cli_status make(struct maker *maker)
{
    struct gen *gen = maker->gen;
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    config.capacity = AHEAD;
    enum cli_status status = open_pool(&gen->options, &config, &maker->pool);
    if (status != CLI_OK)
        return status;
    struct open_watch watch = {.pool = maker->pool, .name = name_game};
    monitor_job("positions", gen->count);
    open_watch_pool(&watch);
    status = generate(maker);
    open_unwatch();
    fourscore_pool_free(maker->pool);
    monitor_hide();
    if (status != CLI_OK)
        return status;
    status = gen_report(gen, maker->data.rows, maker->data.rows == gen->count);
    if (monitor_is_stopped() || output_failed())
        return status;
    return cli_worse(status, data_finish(&maker->data));
}

/* Check in advance whether the files can be written. */
static enum cli_status check_files(const struct gen *gen)
{
    enum cli_status status =
        gen->output == NULL ? CLI_OK : replace_check(gen->output);
    if (status == CLI_OK && gen->manifest != NULL)
        status = replace_check(gen->manifest);
    return status;
}

/* The perfect level asks a solver; a small table is enough for it. */
static enum cli_status open_player(struct gen *gen)
{
    struct options options = gen->options;
    if (gen->sampling != GEN_LEVEL || gen->level < FOURSCORE_LEVELS)
        return CLI_OK;
    options.table_bytes = PLAYER_TABLE;
    return open_solver(&options, 1, &gen->player);
}

enum cli_status gen_data_set(struct gen *gen)
{
    enum cli_status status = check_files(gen);
    if (status != CLI_OK)
        return status;
    struct maker *maker = calloc(1, sizeof *maker);
    if (maker == NULL) {
        cli_error("out of memory");
        return CLI_FAILURE;
    }
    maker->gen = gen;
    status = data_open(&maker->data, gen);
    if (status == CLI_OK)
        status = open_player(gen);
    if (status == CLI_OK)
        status = make(maker);
    data_close(&maker->data);
    free(maker);
    fourscore_solver_free(gen->player);
    return status;
}
