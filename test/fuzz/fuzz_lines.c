/* Test sets: any bytes are lines; an error has a column within its line. */
#include "test/fuzz/fuzz.h"
#include "tools/positions.h"

static void check_error(const struct line *line,
                        const struct lines_error *error)
{
    assert(error->column >= 1 && error->column <= line->length + 1);
    assert(fuzz_is_line(error->reason));
}

/* A text is accepted in the same cases, and refused for the same reason, when
 * the library reads it later. */
static void check_split(const struct line *line, struct value_board board,
                        int count, bool good,
                        const struct lines_error *expected)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    struct lines_error error, rest;
    int scores[FOURSCORE_MAX_WIDTH];
    size_t length;
    bool split =
        positions_split(line, board, count, scores, &query, &length, &rest);
    answer.status =
        fourscore_read(&answer.position, board.width, board.height,
                       query.notation, query.text, query.length, &answer.error);
    bool accepted = positions_accept(line, board, &answer, &error);
    assert(good == (split && accepted));
    if (accepted)
        error = rest;
    if (!good)
        assert(error.column == expected->column &&
               strcmp(error.reason, expected->reason) == 0);
}

static void check_line(struct value_board board, const struct line *line)
{
    fourscore_position position, scored;
    struct lines_error error;
    size_t length, scored_length;
    int cells = board.width * board.height;

    assert(line->length <= LINES_KEPT && line->text[line->length] == '\0');
    bool good =
        positions_parse(line, board, 0, NULL, &position, &length, &error);
    if (good)
        assert(length <= line->length);
    else
        check_error(line, &error);
    check_split(line, board, 0, good, &error);

    for (int count = 1; count <= board.width; count++) {
        int scores[FOURSCORE_MAX_WIDTH];
        bool parsed = positions_parse(line, board, count, scores, &scored,
                                      &scored_length, &error);
        check_split(line, board, count, parsed, &error);
        if (!parsed) {
            check_error(line, &error);
            continue;
        }
        /* Scores can be read as the names of a diagram's columns. */
        assert(!good || length > scored_length);
        assert(scored_length < line->length);
        for (int i = 0; i < count; i++)
            assert((-cells <= scores[i] && scores[i] <= cells) ||
                   (count == board.width && scores[i] == FOURSCORE_NO_MOVE));
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
    struct board board = fuzz_board(data);

    assert(lines.file != NULL);
    while (lines_next(&lines, &line)) {
        assert(line.number > number);
        number = line.number;
        check_line((struct value_board){board.width, board.height}, &line);
    }
    assert(lines_close(&lines) == CLI_OK);
    return 0;
}
