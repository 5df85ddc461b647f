/*
 * Data sets: the scores of all moves, by a pool of threads.
 *
 * One thread draws the positions, submits them to the pool and takes the
 * answers in the same order, so the data depend on the seed and not on the
 * number of threads.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "book/checksum.h"
#include "lib/fourscore_game.h"
#include "lib/internal.h"
#include "tools/gen/gen.h"
#include "tools/inside/replace.h"
#include "tools/output.h"
#include "tt/random.h"

/* The parts of a data set. */
enum data_split { DATA_TRAIN, DATA_VALIDATION, DATA_TEST, DATA_SPLITS };

/* A position with the scores of its moves. */
struct data_row {
    struct gen_game game;
    enum data_split split;
    int score;
    int scores[BOARD_MAX_WIDTH]; /* FOURSCORE_NO_MOVE for a full column */
};

/* Positions in the pool: enough for the other threads while one position takes
 * long. */
enum { AHEAD = 256 };

struct data {
    struct gen *gen;
    uint64_t rows;
    uint64_t counts[DATA_SPLITS][BOARD_MAX_CELLS]; /* by ply */

    /* What will be written to the output; nothing if that is stdout. */
    char *bytes;
    size_t size, room;
    uint64_t written;
    uint32_t crc32; /* of what is written */

    fourscore_pool *pool;
    struct gen_game games[AHEAD]; /* in the pool */
    uint64_t drawn;
    bool exhausted; /* no more positions are found */
};

static const char *const split_names[DATA_SPLITS] = {
    [DATA_TRAIN] = "train",
    [DATA_VALIDATION] = "validation",
    [DATA_TEST] = "test",
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

/* Count what is written, and add it to the checksum. */
static void note(struct data *data, const void *bytes, size_t size)
{
    data->crc32 = book_checksum(data->crc32, bytes, size);
    data->written += size;
}

/* Write text.  Returns false if out of memory; output_end_line() reports what
 * is wrong with stdout. */
static bool put(struct data *data, const char *text)
{
    size_t length = strlen(text);
    note(data, text, length);
    if (data->gen->output != NULL)
        return append(data, text, length);
    fwrite(text, 1, length, stdout);
    return true;
}

enum { LINE_SIZE = 512 };

static bool put_csv_header(struct data *data)
{
    char line[LINE_SIZE];
    int length = snprintf(line, sizeof line, "position,ply,split,score");
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
    int length =
        snprintf(line, sizeof line, "%s,%d,%s,%d", row->game.moves,
                 row->game.pos.ply, split_names[row->split], row->score);
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
    json_put_text(&json, "split", split_names[row->split]);
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

/* ------------------------------------------------------------ the manifest */

/* A number beyond 63 bits is a string. */
static void put_number(struct json *json, const char *name, uint64_t number)
{
    char text[CLI_COUNT_SIZE];
    if (number <= INT64_MAX)
        json_put_integer(json, name, (int64_t)number);
    else
        json_put_text(json, name, cli_format_count(number, text));
}

static void put_split(struct json *json, const char *name,
                      const uint64_t counts[BOARD_MAX_CELLS])
{
    uint64_t sum = 0;
    for (int ply = 0; ply < BOARD_MAX_CELLS; ply++)
        sum += counts[ply];
    json_begin_object(json, name);
    put_number(json, "positions", sum);
    json_begin_object(json, "plies");
    for (int ply = 0; ply < BOARD_MAX_CELLS; ply++) {
        char number[12];
        snprintf(number, sizeof number, "%d", ply);
        if (counts[ply] > 0)
            put_number(json, number, counts[ply]);
    }
    json_end(json);
    json_end(json);
}

static void put_options(struct json *json, const struct gen *gen)
{
    json_begin_object(json, "options");
    json_put_format(json, "board", "%dx%d", gen->board.width,
                    gen->board.height);
    put_number(json, "count", gen->count);
    put_number(json, "seed", gen->seed);
    json_put_text(json, "sampling", gen_sampling_names[gen->sampling]);
    if (gen->sampling == GEN_LEVEL)
        json_put_integer(json, "level", gen->level);
    else
        json_put_null(json, "level");
    json_put_integer(json, "min_ply", gen->min_ply);
    json_put_integer(json, "max_ply", gen->max_ply);
    json_put_boolean(json, "no_wins_at_once", gen->no_wins_at_once);
    json_put_integer(json, "validation", gen->validation);
    json_put_integer(json, "test", gen->test);
    json_end(json);
}

/* The name of a file without its folder: the manifest lies beside it. */
static void put_file(struct json *json, const char *path)
{
    const char *slash = path == NULL ? NULL : strrchr(path, '/');
    if (path == NULL)
        json_put_null(json, "file");
    else
        json_put_text(json, "file", slash == NULL ? path : slash + 1);
}

static enum cli_status write_manifest(const struct data *data, const char *path)
{
    static const char *const formats[] = {
        [GEN_CSV] = "csv", [GEN_JSON] = "json"};
    const struct gen *gen = data->gen;
    struct json json = {.indent = 2};
    json_begin_object(&json, NULL);
    put_file(&json, gen->output);
    json_put_text(&json, "format", formats[gen->format]);
    put_number(&json, "bytes", data->written);
    json_put_format(&json, "crc32", "%08" PRIx32, data->crc32);
    json_put_text(&json, "version", fourscore_version());
    put_options(&json, gen);
    put_number(&json, "positions", data->rows);
    json_begin_object(&json, "splits");
    for (int i = 0; i < DATA_SPLITS; i++)
        put_split(&json, split_names[i], data->counts[i]);
    json_end(&json);
    json_end(&json);
    size_t length;
    char *text = json_take(&json, &length);
    if (text == NULL)
        return cli_fail(CLI_FAILURE, "out of memory");
    text[length] = '\n';
    enum cli_status status = replace_file(path, text, length + 1);
    free(text);
    return status;
}

/* --------------------------------------------------------------- the files */

/* Begin a data set in the format that is wanted.  Reports errors. */
static enum cli_status open_data(struct data *data, struct gen *gen)
{
    *data = (struct data){.gen = gen};
    if (gen->format == GEN_CSV && !put_csv_header(data))
        return cli_fail(CLI_FAILURE, "out of memory");
    return CLI_OK;
}

/* Add a row.  Returns false if out of memory. */
static bool add_row(struct data *data, const struct data_row *row)
{
    bool added = data->gen->format == GEN_JSON ? put_json(data, row)
                                               : put_csv(data, row);
    if (!added)
        return false;
    data->rows++;
    data->counts[row->split][row->game.pos.ply]++;
    if (data->gen->output == NULL)
        output_end_line();
    return true;
}

/* End a data set: write its file and its manifest.  Reports errors. */
static enum cli_status finish_data(struct data *data)
{
    const struct gen *gen = data->gen;
    enum cli_status status = CLI_OK;
    if (gen->output != NULL)
        status = replace_file(gen->output, data->bytes, data->size);
    if (status == CLI_OK && gen->manifest != NULL)
        status = write_manifest(data, gen->manifest);
    return status;
}

/* ------------------------------------------------------------------ making */

enum { PLAYER_TABLE = 64 << 20 };

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
    struct data_row row = {.game = *game,
                           .split = split_of(data->gen, game->pos),
                           .score = answer->score.lower};
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
    struct open_watch watch = {.name = name_game};
    enum cli_status status = open_pool(&gen->options, &config, &watch);
    if (status != CLI_OK)
        return status;
    data->pool = watch.pool;
    monitor_job("positions", gen->count);
    status = generate(data);
    open_close(&watch);
    monitor_hide();
    if (status != CLI_OK)
        return status;
    status = gen_report(gen, data->rows, data->rows == gen->count);
    if (monitor_is_stopped() || output_failed())
        return status;
    return cli_worse(status, finish_data(data));
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
    struct data data;
    status = open_data(&data, gen);
    if (status == CLI_OK)
        status = open_player(gen);
    if (status == CLI_OK)
        status = make(&data);
    free(data.bytes);
    fourscore_solver_free(gen->player);
    return status;
}
