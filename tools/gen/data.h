/*
 * data_: a data set: positions with the scores of all moves, and its manifest.
 */
#ifndef INSIDE_DATA_H
#define INSIDE_DATA_H

#include "tools/gen/gen.h"
#include "tools/gen/npz.h"

/* The parts of a data set. */
enum data_split { DATA_TRAIN, DATA_VALIDATION, DATA_TEST, DATA_SPLITS };
extern const char *const data_split_names[DATA_SPLITS];

/* A position with the scores of its moves. */
struct data_row {
    struct gen_game game;
    enum data_split split;
    int score;
    int scores[BOARD_MAX_WIDTH]; /* FOURSCORE_NO_MOVE for a full column */
};

enum data_array {
    DATA_BOARDS,
    DATA_SCORES,
    DATA_SCORE,
    DATA_PLY,
    DATA_SPLIT,
    DATA_MOVES,
    DATA_ARRAYS
};

struct data {
    struct gen *gen;
    uint64_t rows;
    uint64_t counts[DATA_SPLITS][BOARD_MAX_CELLS]; /* by ply */

    /* What is written: to stdout, or to 'stream', in memory. */
    FILE *stream;
    char *bytes;
    size_t size;
    uint64_t written;
    unsigned long crc32; /* of what is written */
    struct npz_array arrays[DATA_ARRAYS];
};

/* Begin and end a data set in the format that is wanted; data_finish() writes
 * its file and its manifest.  They report errors. */
enum cli_status data_open(struct data *data, struct gen *gen);
enum cli_status data_finish(struct data *data);
void data_close(struct data *data);

/* Add a row.  Returns false if out of memory. */
bool data_add(struct data *data, const struct data_row *row);

/* Write the manifest. */
enum cli_status data_write_manifest(const struct data *data, const char *path);

#endif
