/*
 * Data sets: the scores of all moves, by a pool of threads.
 *
 * One thread draws the positions, submits them to the pool and takes the
 * answers in the same order, so the data depend on the seed and not on the
 * number of threads.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/fourscore_game.h"
#include "lib/internal.h"
#include "tools/gen/gen.h"
#include "tools/output.h"
#include "tt/random.h"

/* A position with the scores of its moves. */
struct data_row {
    struct gen_game game;
    int score;
    int scores[BOARD_MAX_WIDTH]; /* FOURSCORE_NO_MOVE for a full column */
};

/* Positions in the pool: enough for the other threads while one position takes
 * long. */
enum { AHEAD = 256 };

struct data {
    struct gen *gen;
    uint64_t rows;

    /* What will be written to the output; nothing if that is stdout. */
    char *bytes;
    size_t size, room;

    fourscore_pool *pool;
    struct gen_game games[AHEAD]; /* in the pool */
    uint64_t drawn;
    bool exhausted; /* no more positions are found */
};

/* -------------------------------------------------------------------- lines */

/* Add text to what will be written.  Returns false if out of memory. */
static bool append(struct data *data, const char *text, size_t length)
{
    if (data->bytes == NULL || length > data->room - data->size) {
        size_t room = 2 * (data->size + length) + 1;
        char *bytes = realloc(data->bytes, room);
        if (bytes == NULL)
            return false;
        data->bytes = bytes;
        data->room = room;
    }
    memcpy(data->bytes + data->size, text, length);
    data->size += length;
    return true;
}

/* Write text.  Returns false if out of memory; output_end_line() reports what
 * is wrong with stdout. */
static bool put(struct data *data, const char *text)
{
    size_t length = strlen(text);
    if (data->gen->output != NULL)
        return append(data, text, length);
    fwrite(text, 1, length, stdout);
    return true;
}

enum { LINE_SIZE = 512 };

static bool put_csv_header(struct data *data)
{
    char line[LINE_SIZE];
    int length = snprintf(line, sizeof line, "position,ply,score");
    for (int i = 0; i < data->gen->board.width; i++)
        length += snprintf(line + length, sizeof line - (size_t)length,
                           ",move_%c", board_column_name(i));
    line[length] = '\n';
    line[length + 1] = '\0';
    return put(data, line);
}

static bool put_csv(struct data *data, const struct data_row *row)
{
    char line[LINE_SIZE];
    int length = snprintf(line, sizeof line, "%s,%d,%d", row->game.moves,
                          row->game.pos.ply, row->score);
    for (int i = 0; i < data->gen->board.width; i++)
        length += row->scores[i] == FOURSCORE_NO_MOVE
                      ? snprintf(line + length, 2, ",")
                      : snprintf(line + length, sizeof line - (size_t)length,
                                 ",%d", row->scores[i]);
    line[length] = '\n';
    line[length + 1] = '\0';
    return put(data, line);
}

static bool put_json(struct data *data, const struct data_row *row)
{
    struct json json = {0};
    json_begin_object(&json, NULL);
    json_put_text(&json, "position", row->game.moves);
    json_put_integer(&json, "ply", row->game.pos.ply);
    json_put_integer(&json, "score", row->score);
    json_begin_array(&json, "move_scores");
    for (int i = 0; i < data->gen->board.width; i++)
        if (row->scores[i] == FOURSCORE_NO_MOVE)
            json_put_null(&json, NULL);
        else
            json_put_integer(&json, NULL, row->scores[i]);
    json_end(&json);
    json_end(&json);
    size_t length;
    char *text = json_take(&json, &length);
    bool done = text != NULL && put(data, text) && put(data, "\n");
    free(text);
    return done;
}

/* ------------------------------------------------------------------ making */

/* Add a row.  Returns false if out of memory. */
static bool add_row(struct data *data, const struct data_row *row)
{
    if (!(data->gen->json ? put_json(data, row) : put_csv(data, row)))
        return false;
    data->rows++;
    if (data->gen->output == NULL)
        output_end_line();
    return true;
}

enum { PLAYER_TABLE = 64 << 20 };

/* Draw a new position.  Returns CLI_FAILURE if out of memory. */
static enum cli_status draw(struct data *data, struct gen_game *game)
{
    struct gen *gen = data->gen;
    for (int misses = 0; misses < GEN_MAX_MISSES && !monitor_is_stopped();
         misses++) {
        if (!gen_draw(gen, game) || gen_was_seen(gen, game->pos))
            continue;
        data->drawn++;
        if (gen_remember(gen, game->pos))
            return CLI_OK;
        return cli_fail(CLI_FAILURE, "out of memory after %ju positions",
                        (uintmax_t)data->drawn);
    }
    data->exhausted = true;
    return CLI_OK;
}

/* Draw a position into a free place, and submit it. */
static enum cli_status submit(struct data *data, struct gen_game *game)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    if (data->exhausted || data->drawn == data->gen->count)
        return CLI_OK;
    enum cli_status status = draw(data, game);
    if (status != CLI_OK || data->exhausted)
        return status;
    query.position = lib_pack(game->pos);
    query.find = FOURSCORE_ALL_MOVES;
    query.user = game;
    fourscore_pool_submit(data->pool, &query); /* fails when stopped */
    return CLI_OK;
}

static enum cli_status add(struct data *data,
                           const struct fourscore_answer *answer)
{
    const struct gen_game *game = answer->user;
    struct data_row row = {.game = *game, .score = answer->score.lower};
    for (int i = 0; i < data->gen->board.width; i++)
        row.scores[i] = answer->move_scores[i].lower;
    if (!add_row(data, &row))
        return cli_fail(CLI_FAILURE, "out of memory after %ju positions",
                        (uintmax_t)data->rows);
    monitor_done(data->rows);
    return CLI_OK;
}

static enum cli_status generate(struct data *data)
{
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    enum cli_status status = CLI_OK;
    for (int i = 0; i < AHEAD && status == CLI_OK; i++)
        status = submit(data, &data->games[i]);
    while (status == CLI_OK && !output_failed() && !monitor_is_stopped() &&
           fourscore_pool_next(data->pool, &answer) == FOURSCORE_OK) {
        if (!answer.finished)
            break;
        monitor_hide();
        status = add(data, &answer);
        if (status == CLI_OK)
            status = submit(data, answer.user);
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

static enum cli_status make(struct data *data)
{
    struct gen *gen = data->gen;
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    config.capacity = AHEAD;
    struct search_watch watch = {.name = name_game};
    enum cli_status status = search_open_pool(&gen->options, &config, &watch);
    if (status != CLI_OK)
        return status;
    data->pool = watch.pool;
    monitor_job("positions", gen->count);
    status = generate(data);
    search_close_pool(&watch);
    monitor_hide();
    if (status != CLI_OK)
        return status;
    status = gen_report(gen, data->rows, data->rows == gen->count);
    if (monitor_is_stopped() || output_failed())
        return status;
    if (gen->output != NULL)
        status = cli_worse(
            status, output_replace(gen->output, data->bytes, data->size));
    return status;
}

/* The perfect level asks a solver; a small table is enough for it. */
static enum cli_status open_player(struct gen *gen)
{
    struct options options = gen->options;
    if (gen->sampling != GEN_LEVEL || gen->level < FOURSCORE_LEVELS)
        return CLI_OK;
    options.table_bytes = PLAYER_TABLE;
    return search_new_solver(&options, 1, &gen->player);
}

enum cli_status gen_data_set(struct gen *gen)
{
    struct data data = {.gen = gen};
    enum cli_status status =
        gen->output == NULL ? CLI_OK : output_check(gen->output);
    if (status == CLI_OK && !gen->json && !put_csv_header(&data))
        status = cli_fail(CLI_FAILURE, "out of memory");
    if (status == CLI_OK)
        status = open_player(gen);
    if (status == CLI_OK)
        status = make(&data);
    free(data.bytes);
    fourscore_solver_free(gen->player);
    return status;
}
