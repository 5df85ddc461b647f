/* How a data set is written. */
#include "tools/gen/data.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "bitboard/cells.h"
#include "tools/inside/replace.h"
#include "tools/output.h"

const char *const data_split_names[DATA_SPLITS] = {
    [DATA_TRAIN] = "train",
    [DATA_VALIDATION] = "validation",
    [DATA_TEST] = "test",
};

/* -------------------------------------------------------------------- lines */

/* Write text, and add it to the checksum.  Returns false if out of memory;
 * output_end_line() reports what is wrong with stdout. */
static bool put(struct data *data, const char *text)
{
    size_t length = strlen(text);
    FILE *file = data->stream != NULL ? data->stream : stdout;
    data->crc32 = crc32(data->crc32, (const Bytef *)text, (uInt)length);
    data->written += length;
    return fwrite(text, 1, length, file) == length || data->stream == NULL;
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
                 row->game.pos.ply, data_split_names[row->split], row->score);
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
    char line[LINE_SIZE];
    json_t *scores = json_array();
    json_t *object = json_object();
    for (int i = 0; i < data->gen->board.width; i++)
        json_append(&scores, row->scores[i] == FOURSCORE_NO_MOVE
                                 ? json_null()
                                 : json_integer(row->scores[i]));
    json_add(&object, "position", json_string(row->game.moves));
    json_add(&object, "ply", json_integer(row->game.pos.ply));
    json_add(&object, "split", json_string(data_split_names[row->split]));
    json_add(&object, "score", json_integer(row->score));
    json_add(&object, "move_scores", scores);
    size_t length = json_dumpb(object, line, sizeof line - 2, JSON_COMPACT);
    json_decref(object);
    if (length == 0 || length > sizeof line - 2)
        return false;
    line[length] = '\n';
    line[length + 1] = '\0';
    return put(data, line);
}

/* ------------------------------------------------------------------- arrays */

static bool open_arrays(struct data *data)
{
    int width = data->gen->board.width, height = data->gen->board.height;
    const struct npz_array arrays[DATA_ARRAYS] = {
        [DATA_BOARDS] = {.name = "boards",
                         .bytes = 1,
                         .shape = {height, width}},
        [DATA_SCORES] = {.name = "move_scores", .bytes = 2, .shape = {width}},
        [DATA_SCORE] = {.name = "score", .bytes = 2},
        [DATA_PLY] = {.name = "ply", .bytes = 1},
        [DATA_SPLIT] = {.name = "split", .bytes = 1},
        [DATA_MOVES] = {.name = "position",
                        .bytes = board_cells(data->gen->board),
                        .text = true},
    };
    memcpy(data->arrays, arrays, sizeof arrays);
    for (int i = 0; i < DATA_ARRAYS; i++)
        if (!npz_open(&data->arrays[i]))
            return false;
    return true;
}

static bool add_to_arrays(struct data *data, const struct data_row *row)
{
    int cells[BOARD_MAX_CELLS], split = (int)row->split;
    board_to_cells(row->game.pos, cells);
    npz_add(&data->arrays[DATA_BOARDS], cells);
    npz_add(&data->arrays[DATA_SCORES], row->scores);
    npz_add(&data->arrays[DATA_SCORE], &row->score);
    npz_add(&data->arrays[DATA_PLY], &row->game.pos.ply);
    npz_add(&data->arrays[DATA_SPLIT], &split);
    npz_add_text(&data->arrays[DATA_MOVES], row->game.moves);
    return true;
}

/* Make the file of the arrays. */
static bool write_arrays(struct data *data)
{
    if (!npz_write(data->stream, data->arrays, DATA_ARRAYS) ||
        fflush(data->stream) != 0)
        return false;
    data->written = data->size;
    for (size_t at = 0; at < data->size;) {
        size_t left = data->size - at;
        uInt part = left < INT32_MAX ? (uInt)left : INT32_MAX;
        data->crc32 = crc32(data->crc32, (const Bytef *)data->bytes + at, part);
        at += part;
    }
    return true;
}

/* -------------------------------------------------------------- the data set
 */

static enum cli_status fail(void)
{
    cli_error("out of memory");
    return CLI_FAILURE;
}

enum cli_status data_open(struct data *data, struct gen *gen)
{
    *data = (struct data){.gen = gen, .crc32 = crc32(0, NULL, 0)};
    if (gen->output != NULL) {
        data->stream = open_memstream(&data->bytes, &data->size);
        if (data->stream == NULL)
            return fail();
    }
    if (gen->format == GEN_NPZ && !open_arrays(data))
        return fail();
    if (gen->format == GEN_CSV && !put_csv_header(data))
        return fail();
    return CLI_OK;
}

bool data_add(struct data *data, const struct data_row *row)
{
    bool added = data->gen->format == GEN_NPZ    ? add_to_arrays(data, row)
                 : data->gen->format == GEN_JSON ? put_json(data, row)
                                                 : put_csv(data, row);
    if (!added)
        return false;
    data->rows++;
    data->counts[row->split][row->game.pos.ply]++;
    if (data->stream == NULL)
        output_end_line();
    return true;
}

enum cli_status data_finish(struct data *data)
{
    const struct gen *gen = data->gen;
    enum cli_status status = CLI_OK;
    if (gen->format == GEN_NPZ && !write_arrays(data))
        return fail();
    if (gen->output != NULL) {
        if (fflush(data->stream) != 0)
            return fail();
        status = replace_file(gen->output, data->bytes, data->size);
    }
    if (status == CLI_OK && gen->manifest != NULL)
        status = data_write_manifest(data, gen->manifest);
    return status;
}

void data_close(struct data *data)
{
    if (data->stream != NULL)
        fclose(data->stream);
    free(data->bytes);
    for (int i = 0; i < DATA_ARRAYS; i++)
        npz_close(&data->arrays[i]);
}
