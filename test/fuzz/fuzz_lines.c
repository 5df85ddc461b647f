/* Test sets: any bytes, after the width and the height of a board, are lines;
 * an error has a column within its line.  UTF-16 has no lines. */
#include <unistd.h>

#include "bitboard/board.h"
#include "test/fuzz/fuzz.h"
#include "tools/positions.h"

enum { BOARD_BYTES = 2 };

/* Any two bytes are a board; "76" is 7x6. */
static struct value_board board_of(const uint8_t *data)
{
    int width = 1 + (data[0] - '1' + 60) % 12; /* 60 avoids negative numbers */
    int height = 1 + (data[1] - '1' + 60) % 12;
    while (!board_is_size(width, height))
        height--;
    return (struct value_board){width, height};
}

/* Parse a line as a position and so many scores. */
static void check_line(struct value_board board, const struct line *line,
                       int count)
{
    fourscore_position position;
    struct fourscore_error error;
    int scores[FOURSCORE_MAX_WIDTH], cells = board.width * board.height;
    size_t length;
    if (!positions_parse(line, board, FOURSCORE_AUTO, count, scores, &position,
                         &length, &error)) {
        assert(error.at <= line->length);
        assert(fuzz_is_line(error.reason));
        return;
    }
    assert(length <= line->length);
    for (int i = 0; i < count; i++)
        assert((-cells <= scores[i] && scores[i] <= cells) ||
               (count == board.width && scores[i] == FOURSCORE_NO_MOVE));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int ends[2]; /* of a pipe, which takes 4096 bytes without a reader */
    if (size <= BOARD_BYTES || size > 4096)
        return 0;
    assert(pipe(ends) == 0);
    ssize_t written = write(ends[1], data + BOARD_BYTES, size - BOARD_BYTES);
    close(ends[1]);
    assert(written == (ssize_t)(size - BOARD_BYTES));
    struct lines lines = {.name = "fuzz", .file = fdopen(ends[0], "r")};
    struct line line;
    unsigned long number = 0;
    struct value_board board = board_of(data);

    assert(lines.file != NULL);
    while (lines_next(&lines, &line)) {
        assert(line.number > number);
        assert(line.length <= LINES_KEPT && line.text[line.length] == '\0');
        number = line.number;
        for (int count = 0; count <= board.width; count++)
            check_line(board, &line, count);
    }
    enum cli_status status = lines_close(&lines);
    assert(status == CLI_OK || (status == CLI_BAD_INPUT && number == 0));
    return 0;
}
