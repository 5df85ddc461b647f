/* Test sets: any bytes are lines; an error has a column within its line. */
#include "solver/solver.h"
#include "test/fuzz/fuzz.h"
#include "tools/lines.h"

static void check_error(const struct line *line,
                        const struct lines_error *error)
{
    assert(error->column >= 1 && error->column <= line->length + 1);
    assert(fuzz_is_line(error->reason));
}

static void check_line(struct board board, const struct line *line)
{
    struct position pos, scored;
    struct lines_error error;
    size_t length, scored_length;

    assert(line->length <= LINES_KEPT && line->text[line->length] == '\0');
    bool good = lines_position(line, board, &pos, &length, &error);
    if (good)
        assert(length <= line->length);
    else
        check_error(line, &error);

    for (int count = 1; count <= board.width; count++) {
        int scores[BOARD_MAX_WIDTH];
        if (!lines_scored_position(line, board, &scored, &scored_length, count,
                                   scores, &error)) {
            check_error(line, &error);
            continue;
        }
        /* Scores can be read as the names of a diagram's columns. */
        assert(!good || length > scored_length);
        assert(scored_length < line->length);
        for (int i = 0; i < count; i++)
            assert((-board_cells(board) <= scores[i] &&
                    scores[i] <= board_cells(board)) ||
                   (count == board.width && scores[i] == SOLVER_NO_MOVE));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size <= FUZZ_BOARD_BYTES)
        return 0;
    struct lines lines = {
        .name = "fuzz",
        .file = fmemopen((void *)(data + FUZZ_BOARD_BYTES),
                         size - FUZZ_BOARD_BYTES, "r"),
    };
    struct line line;
    unsigned long number = 0;

    assert(lines.file != NULL);
    while (lines_next(&lines, &line)) {
        assert(line.number > number);
        number = line.number;
        check_line(fuzz_board(data), &line);
    }
    assert(lines_close(&lines) == CLI_OK);
    return 0;
}
