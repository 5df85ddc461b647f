/* The thread that reads the games of 'fourscore review'. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/monitor.h"
#include "tools/review/review.h"

/* A queue of games: the reader waits while it is full. */
struct review_reader {
    pthread_t thread;
    struct value_board board;
    int operand_count;
    char **operands;
    enum cli_status status;

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t changed;
    int first, count;
    bool ended;
    struct review_game games[REVIEW_GAMES];
};

static void put(struct review_reader *reader, const struct review_game *game)
{
    pthread_mutex_lock(&reader->lock);
    while (reader->count == REVIEW_GAMES)
        pthread_cond_wait(&reader->changed, &reader->lock);
    reader->games[(reader->first + reader->count++) % REVIEW_GAMES] = *game;
    pthread_cond_broadcast(&reader->changed);
    pthread_mutex_unlock(&reader->lock);
}

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
    put(reader, &game);
}

static enum cli_status read_file(struct review_reader *reader, const char *path)
{
    struct lines lines;
    struct line line;
    if (!lines_open(&lines, path))
        return lines.status;
    while (!monitor_is_stopped() && lines_next(&lines, &line))
        read_line(reader, &line);
    return lines_close(&lines);
}

/* Read an operand that is not a file. */
static void read_game(struct review_reader *reader, int index)
{
    const char *text = reader->operands[index];
    struct review_game game = {.number = (unsigned long)index + 1,
                               .length = strnlen(text, LINES_KEPT)};
    memcpy(game.text, text, game.length);
    game.text[game.length] = '\0';
    parse(reader->board, &game);
    if (text[game.length] != '\0')
        snprintf(game.reason, sizeof game.reason, "the game is too long");
    put(reader, &game);
}

static void *run(void *context)
{
    struct review_reader *reader = context;
    for (int i = 0; i < reader->operand_count && !monitor_is_stopped(); i++) {
        const char *operand = reader->operands[i];
        bool file = strcmp(operand, "-") == 0 || access(operand, F_OK) == 0;
        if (file)
            reader->status =
                cli_worse(reader->status, read_file(reader, operand));
        else
            read_game(reader, i);
    }
    pthread_mutex_lock(&reader->lock);
    reader->ended = true;
    pthread_cond_broadcast(&reader->changed);
    pthread_mutex_unlock(&reader->lock);
    return NULL;
}

struct review_reader *review_reader_start(struct value_board board, int count,
                                          char **operands)
{
    static char *standard[] = {"-"};
    struct review_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return NULL;
    reader->board = board;
    reader->operand_count = count > 0 ? count : 1;
    reader->operands = count > 0 ? operands : standard;
    pthread_mutex_init(&reader->lock, NULL);
    pthread_cond_init(&reader->changed, NULL);
    if (pthread_create(&reader->thread, NULL, run, reader) == 0)
        return reader;
    free(reader);
    return NULL;
}

int review_reader_next(struct review_reader *reader, struct review_game *game,
                       bool wait)
{
    int found = 0;
    pthread_mutex_lock(&reader->lock);
    while (wait && reader->count == 0 && !reader->ended)
        pthread_cond_wait(&reader->changed, &reader->lock);
    if (reader->count > 0) {
        *game = reader->games[reader->first];
        reader->first = (reader->first + 1) % REVIEW_GAMES;
        reader->count--;
        pthread_cond_broadcast(&reader->changed);
        found = 1;
    } else if (reader->ended) {
        found = -1;
    }
    pthread_mutex_unlock(&reader->lock);
    return found;
}

enum cli_status review_reader_finish(struct review_reader *reader)
{
    struct review_game game;
    while (review_reader_next(reader, &game, true) > 0)
        continue; /* the thread may wait for room */
    pthread_join(reader->thread, NULL);
    enum cli_status status = reader->status;
    pthread_cond_destroy(&reader->changed);
    pthread_mutex_destroy(&reader->lock);
    free(reader);
    return status;
}
