/* The manifest of a data set: how it was made, and what is in it. */
#include <stdlib.h>
#include <string.h>

#include "tools/gen/data.h"
#include "tools/inside/replace.h"
#include "tools/output.h"

/* A number beyond the integers of jansson is a string. */
static json_t *json_number(uint64_t number)
{
    char text[CLI_COUNT_SIZE];
    return number <= INT64_MAX ? json_integer((json_int_t)number)
                               : json_string(cli_format_count(number, text));
}

static json_t *json_splits(const struct data *data)
{
    json_t *splits = json_object();
    for (int i = 0; i < DATA_SPLITS; i++) {
        json_t *split = json_object(), *plies = json_object();
        uint64_t sum = 0;
        for (int ply = 0; ply < BOARD_MAX_CELLS; ply++) {
            char name[12];
            snprintf(name, sizeof name, "%d", ply);
            if (data->counts[i][ply] > 0)
                json_add(&plies, name, json_number(data->counts[i][ply]));
            sum += data->counts[i][ply];
        }
        json_add(&split, "positions", json_number(sum));
        json_add(&split, "plies", plies);
        json_add(&splits, data_split_names[i], split);
    }
    return splits;
}

static json_t *json_options(const struct gen *gen)
{
    char board[8];
    snprintf(board, sizeof board, "%dx%d", gen->board.width, gen->board.height);
    json_t *options = json_object();
    json_add(&options, "board", json_string(board));
    json_add(&options, "count", json_number(gen->count));
    json_add(&options, "seed", json_number(gen->seed));
    json_add(&options, "sampling",
             json_string(gen_sampling_names[gen->sampling]));
    json_add(&options, "level",
             gen->sampling == GEN_LEVEL ? json_integer(gen->level)
                                        : json_null());
    json_add(&options, "min_ply", json_integer(gen->min_ply));
    json_add(&options, "max_ply", json_integer(gen->max_ply));
    json_add(&options, "no_wins_at_once", json_boolean(gen->no_wins_at_once));
    json_add(&options, "validation", json_integer(gen->validation));
    json_add(&options, "test", json_integer(gen->test));
    return options;
}

/* The name of a file without its folder: the manifest lies beside it. */
static json_t *json_name(const char *path)
{
    if (path == NULL)
        return json_null();
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    return json_bytes(name, strlen(name));
}

enum cli_status data_write_manifest(const struct data *data, const char *path)
{
    static const char *const formats[] = {
        [GEN_CSV] = "csv", [GEN_JSON] = "json", [GEN_NPZ] = "npz"};
    const struct gen *gen = data->gen;
    char sum[16];
    snprintf(sum, sizeof sum, "%08lx", data->crc32);
    json_t *object = json_object();
    json_add(&object, "file", json_name(gen->output));
    json_add(&object, "format", json_string(formats[gen->format]));
    json_add(&object, "bytes", json_number(data->written));
    json_add(&object, "crc32", json_string(sum));
    json_add(&object, "version", json_string(fourscore_version()));
    json_add(&object, "options", json_options(gen));
    json_add(&object, "positions", json_number(data->rows));
    json_add(&object, "splits", json_splits(data));
    size_t length;
    char *text = json_text(object, JSON_INDENT(2), &length);
    if (text == NULL) {
        cli_error("out of memory");
        return CLI_FAILURE;
    }
    text[length] = '\n';
    enum cli_status status = replace_file(path, text, length + 1);
    free(text);
    return status;
}
