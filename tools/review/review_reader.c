/* Games from operands and files. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/monitor.h"
#include "tools/review/review.h"

/* Read the text of a game. */
static void parse(struct value_board board, struct review_game *game)
{
    struct fourscore_error error;
    bool empty = strcmp(game->text, "-") == 0;
    game->reason[0] = '\0';
    if (fourscore_read_game(game->moves, board.width, board.height, game->text,
                            empty ? 0 : game->length, &error) != FOURSCORE_OK)
        snprintf(game->reason, sizeof game->reason, "%s", error.reason);
}

static void read_line(struct review_reader *reader, const struct line *line)
{
    struct review_game game = {
        .file = line->name, .number = line->number, .length = line->length};
    if (lines_skip_blanks(line, 0) == line->length)
        return;
    memcpy(game.text, line->text, line->length + 1);
    parse(reader->board, &game);
    if (line->cut)
        snprintf(game.reason, sizeof game.reason, "the line is too long");
    reader->take(reader->context, &game);
}

static enum cli_status read_file(struct review_reader *reader, const char *path)
{
    struct lines lines;
    struct line line;
    if (!lines_open(&lines, path))
        return lines.status;
    while (!(reader->cut = monitor_is_stopped()) && lines_next(&lines, &line))
        read_line(reader, &line);
    return lines_close(&lines);
}

/* Read an operand that is not a file. */
static void read_game(struct review_reader *reader, const char *text,
                      unsigned long number)
{
    struct review_game game = {.number = number,
                               .length = strnlen(text, LINES_KEPT)};
    memcpy(game.text, text, game.length);
    game.text[game.length] = '\0';
    parse(reader->board, &game);
    if (text[game.length] != '\0')
        snprintf(game.reason, sizeof game.reason, "the game is too long");
    reader->take(reader->context, &game);
}

enum cli_status review_read(struct review_reader *reader, int count,
                            char **operands)
{
    enum cli_status status = CLI_OK;
    if (count == 0)
        return read_file(reader, "-");
    for (int i = 0; i < count && !(reader->cut = monitor_is_stopped()); i++)
        if (strcmp(operands[i], "-") == 0 || access(operands[i], F_OK) == 0)
            status = cli_worse(status, read_file(reader, operands[i]));
        else
            read_game(reader, operands[i], (unsigned long)i + 1);
    return status;
}
