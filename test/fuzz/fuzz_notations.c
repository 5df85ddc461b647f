/* fourscore_read() and fourscore_write(): any bytes in any notation, on boards
 * of all sizes and none.  What is written is read as the same position. */

#include "test/fuzz/fuzz.h"

enum { HEADER = 3, NOTATIONS = FOURSCORE_DIAGRAM_LINE + 1 };

/* "7": 7.  Some sizes have no board. */
static int size_of(uint8_t byte)
{
    return (byte - '0' + 61) % 15 - 1;
}

static bool is_same(const fourscore_position *a, const fourscore_position *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void assert_reads_as(const fourscore_position *position, int notation,
                            const char *text)
{
    fourscore_position read;
    assert(fourscore_read(&read, NULL, fourscore_width(position),
                          fourscore_height(position), notation, text,
                          strlen(text), NULL) == FOURSCORE_OK);
    assert(is_same(&read, position));
}

/* Write to buffers that have the room for it, and one byte less. */
static void check_written(const fourscore_position *position, int notation)
{
    char text[FOURSCORE_TEXT_SIZE] = "as it was";
    enum fourscore_status status =
        fourscore_write(position, notation, text, sizeof text);
    assert((status == FOURSCORE_BAD_ARGUMENT) == (notation == FOURSCORE_AUTO));
    if (status != FOURSCORE_OK) {
        assert(notation <= FOURSCORE_MOVES && strcmp(text, "as it was") == 0);
        return;
    }
    assert_reads_as(position, notation, text);
    assert_reads_as(position, FOURSCORE_AUTO, text);

    size_t room = strlen(text) + 1;
    char *exact = malloc(room);
    assert(exact != NULL);
    assert(fourscore_write(position, notation, exact, room) == FOURSCORE_OK);
    assert(strcmp(exact, text) == 0);
    assert(fourscore_write(position, notation, exact, room - 1) ==
           FOURSCORE_TOO_SMALL);
    assert(strcmp(exact, text) == 0);
    free(exact);
}

static void check_cells(const fourscore_position *position)
{
    int cells[FOURSCORE_MAX_CELLS], stones = 0;
    int width = fourscore_width(position), height = fourscore_height(position);
    fourscore_position read;
    fourscore_cells(position, cells);
    for (int i = 0; i < width * height; i++)
        stones += cells[i] != 0;
    assert(stones == fourscore_ply(position));
    assert(fourscore_from_cells(&read, width, height, cells, NULL) ==
           FOURSCORE_OK);
    assert(is_same(&read, position));

    struct fourscore_error error;
    int wrong = stones % (width * height);
    cells[wrong] = 3;
    assert(fourscore_from_cells(&read, width, height, cells, &error) ==
           FOURSCORE_BAD_POSITION);
    assert(error.at == (size_t)wrong && is_same(&read, position));
}

static void check_moves(const fourscore_position *position)
{
    bool won = fourscore_winner(position) != 0;
    for (int column = -1; column <= fourscore_width(position) + 1; column++) {
        fourscore_position played = *position;
        enum fourscore_status status = fourscore_play(&played, column);
        assert((status == FOURSCORE_GAME_OVER) == won);
        if (status == FOURSCORE_OK)
            assert(fourscore_ply(&played) == fourscore_ply(position) + 1);
        else
            assert(is_same(&played, position));
    }
}

/* The text as a game: its moves, or those before an error, are a game. */
static void check_game(int width, int height, int notation, const char *text,
                       size_t length)
{
    char moves[FOURSCORE_MAX_CELLS + 1];
    fourscore_position position, read;
    struct fourscore_error error;
    enum fourscore_status status = fourscore_read_game(
        moves, width, height, notation, text, length, &error);
    if (status == FOURSCORE_NO_BOARD)
        return;
    assert(strlen(moves) <= length);
    assert(fourscore_from_moves(&position, width, height, moves, NULL) ==
           FOURSCORE_OK);
    if (status == FOURSCORE_OK) {
        /* A link may show an earlier position. */
        assert(fourscore_read(&read, NULL, width, height, notation, text,
                              length, NULL) == FOURSCORE_OK);
        assert(memchr(text, '@', length) != NULL || is_same(&read, &position));
        return;
    }
    assert(status == FOURSCORE_BAD_POSITION);
    assert(error.at <= length && fuzz_is_line(error.reason));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < HEADER)
        return 0;
    int width = size_of(data[0]), height = size_of(data[1]);
    int notation = (data[2] - '0' + 60) % (NOTATIONS + 1);
    size_t length = size - HEADER;
    fourscore_position position = {{0}};
    const fourscore_position none = position;
    struct fourscore_error error = {.at = length + 1};

    check_game(width, height, FOURSCORE_AUTO, (const char *)data + HEADER,
               length);
    check_game(width, height, FOURSCORE_FROM_0, (const char *)data + HEADER,
               length);
    enum fourscore_status status =
        fourscore_read(&position, NULL, width, height, notation,
                       (const char *)data + HEADER, length, &error);
    if (status == FOURSCORE_OK) {
        assert(notation < NOTATIONS && fourscore_width(&position) == width);
        assert(fourscore_height(&position) == height);
        for (int i = 0; i < NOTATIONS; i++)
            check_written(&position, i);
        check_cells(&position);
        check_moves(&position);
        return 0;
    }
    assert(is_same(&position, &none));
    if (status == FOURSCORE_BAD_POSITION)
        assert(error.at <= length && fuzz_is_line(error.reason));
    else if (status == FOURSCORE_NO_BOARD)
        assert(fourscore_from_cells(&position, width, height, NULL, NULL) ==
               FOURSCORE_NO_BOARD);
    else
        assert(status == FOURSCORE_BAD_ARGUMENT && notation == NOTATIONS);
    return 0;
}
