/*
 * fourscore review: judge games move by move.
 *
 * The games of arguments and files are reviewed by a pool of threads and
 * printed in their order.  Each game is put into the pool with all its
 * positions, the last one first: so a search finds in the table what was found
 * about the positions after it.
 */
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "os/program/streams.h"
#include "tools/output.h"
#include "tools/review/review.h"
#include "tools/search.h"

enum review_form { REVIEW_TEXT, REVIEW_SHORT, REVIEW_JSON };

/* The size of the pool, in positions; and one more game than that: when a game
 * has been submitted, the one that is used next is no longer in the pool. */
enum { CAPACITY = 256, GAMES = CAPACITY + 1 };

struct review {
    struct options options;
    enum review_form form;
    fourscore_pool *pool;
    unsigned long printed;            /* games */
    _Atomic unsigned long unfinished; /* of these */
    _Atomic enum cli_status status;
    char book[PATH_MAX];

    struct review_game games[GAMES]; /* used in turn */
    size_t next;
    bool cut;                    /* the run ended before all games were read */
    _Atomic bool ended;          /* the end was printed */
    struct review_game *stopped; /* not all its positions were submitted */
};

static void name_game(const void *context, const void *user,
                      char text[MONITOR_TEXT_SIZE])
{
    const struct review_position *position = user;
    (void)context;
    monitor_name(text, position->game->moves, (size_t)position->ply);
}

static enum cli_status print_error(const struct review *review,
                                   const struct review_game *game)
{
    char name[REVIEW_NAME_SIZE];
    cli_note("%s: move %zu: %s", review_name(game, name),
             strlen(game->moves) + 1, game->reason);
    return review->form == REVIEW_JSON
               ? cli_worse(CLI_BAD_INPUT, review_print_json_error(game))
               : CLI_BAD_INPUT;
}

static enum cli_status print_review(const struct review *review,
                                    const struct review_game *game)
{
    struct fourscore_review found = FOURSCORE_REVIEW_INIT;
    enum cli_status status = game->unfinished ? CLI_UNFINISHED : CLI_OK;
    fourscore_judge_game(review->options.board.width,
                         review->options.board.height, game->moves,
                         game->points, &found);
    switch (review->form) {
    case REVIEW_JSON:
        return cli_worse(status, review_print_json(game, &found));
    case REVIEW_SHORT:
        review_print_short(game, &found);
        return status;
    case REVIEW_TEXT:
        break;
    }
    if (review->printed > 0)
        putchar('\n');
    review_print_text(game, &found);
    return status;
}

/* Print a game whose positions are answered. */
static void print_game(struct review *review, const struct review_game *game)
{
    monitor_hide();         /* also keeps the game while the monitor reads it */
    os_lock_stream(stdout); /* the monitor must flush whole games only */
    if (game->reason[0] != '\0') {
        review->status = cli_worse(review->status, print_error(review, game));
    } else {
        review->status = cli_worse(review->status, print_review(review, game));
        review->printed++;
        review->unfinished += game->unfinished;
    }
    /* End at once: reading the next line could wait forever. */
    if (!output_end_line())
        _exit((int)output_finish(CLI_FAILURE));
    os_unlock_stream(stdout);
}

/* ---------------------------------------------------------------- the pool */

/* Take an answer about a position of a game; 'context' is the struct review. */
static void take_answer(void *context, const struct fourscore_answer *answer)
{
    const struct review_position *position = answer->user;
    struct review_game *game = position->game;
    if (answer->status == FOURSCORE_OK)
        game->points[position->ply] = fourscore_point_of(answer);
    if (!answer->finished)
        game->unfinished = true;
    if (position->ply == 0)
        print_game(context, game);
}

/* Submit a position of a game. */
static bool submit(const struct review *review, struct review_game *game,
                   int ply)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    game->points[ply].score =
        (struct fourscore_bounds){-FOURSCORE_MAX_CELLS, FOURSCORE_MAX_CELLS};
    game->positions[ply] = (struct review_position){game, ply};
    query.find = FOURSCORE_BEST;
    query.text = game->moves;
    query.length = (size_t)ply;
    query.notation = FOURSCORE_MOVES;
    query.seconds = review->options.seconds;
    query.nodes = review->options.nodes;
    query.user = &game->positions[ply];
    return fourscore_pool_submit(review->pool, &query) == FOURSCORE_OK;
}

/* Submit the positions of a game.  When the run is stopped, the rest stays
 * unknown. */
static void submit_game(struct review *review, const struct review_game *read)
{
    struct review_game *game = &review->games[review->next++ % GAMES];
    bool submitted = true;
    *game = *read;
    for (int ply = (int)strlen(game->moves); ply >= 0; ply--)
        submitted = submit(review, game, ply) && submitted;
    if (!submitted)
        review->stopped = game;
}

/* Submit a game, or report what is wrong with it after all games before it. */
static void take_game(struct review *review, const struct review_game *game)
{
    if (game->reason[0] != '\0') {
        fourscore_pool_wait(review->pool);
        print_game(review, game);
    } else {
        submit_game(review, game);
    }
}

/* ----------------------------------------------------------------- reading */

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

static void read_line(struct review *review, const struct line *line)
{
    struct review_game game = {
        .file = line->name, .number = line->number, .length = line->length};
    if (lines_skip_blanks(line, 0) == line->length)
        return;
    memcpy(game.text, line->text, line->length + 1);
    parse(review->options.board, &game);
    if (line->cut)
        snprintf(game.reason, sizeof game.reason, "the line is too long");
    take_game(review, &game);
}

static enum cli_status read_file(struct review *review, const char *path)
{
    struct lines lines;
    struct line line;
    if (!lines_open(&lines, path))
        return lines.status;
    while (!(review->cut = monitor_is_stopped()) && lines_next(&lines, &line))
        read_line(review, &line);
    return lines_close(&lines);
}

/* Read an operand that is not a file. */
static void read_game(struct review *review, const char *text,
                      unsigned long number)
{
    struct review_game game = {.number = number,
                               .length = strnlen(text, LINES_KEPT)};
    memcpy(game.text, text, game.length);
    game.text[game.length] = '\0';
    parse(review->options.board, &game);
    if (text[game.length] != '\0')
        snprintf(game.reason, sizeof game.reason, "the game is too long");
    take_game(review, &game);
}

/* Take each game of the operands; without any, of stdin.  Returns the worst
 * status of all reads. */
static enum cli_status read_games(struct review *review, int count,
                                  char **operands)
{
    enum cli_status status = CLI_OK;
    if (count == 0)
        return read_file(review, "-");
    for (int i = 0; i < count && !(review->cut = monitor_is_stopped()); i++)
        if (strcmp(operands[i], "-") == 0 || access(operands[i], F_OK) == 0)
            status = cli_worse(status, read_file(review, operands[i]));
        else
            read_game(review, operands[i], (unsigned long)i + 1);
    return status;
}

/* ----------------------------------------------------------------- the run */

static enum cli_status review_games(struct review *review, int count,
                                    char **operands)
{
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    config.capacity = CAPACITY;
    config.answered = take_answer;
    config.context = review;
    struct search_watch watch = {.name = name_game};
    enum cli_status status =
        search_open_pool(&review->options, &config, &watch);
    if (status != CLI_OK)
        return status;
    review->pool = watch.pool;
    status = read_games(review, count, operands);
    fourscore_pool_wait(review->pool);
    if (review->stopped != NULL) {
        review->stopped->unfinished = true;
        print_game(review, review->stopped);
    }
    search_close_pool(&watch);
    return status;
}

/* 'late': the time was over before all games were begun. */
static enum cli_status print_end(struct review *review, bool late)
{
    if (atomic_exchange(&review->ended, true))
        return CLI_OK;
    return cli_unfinished(review->unfinished, "game", "games", late);
}

/* The monitor ends the program. */
static int end(void *context, bool prints)
{
    struct review *review = context;
    if (prints && monitor_is_late())
        print_end(review, true);
    return (int)cli_worse(review->status, CLI_UNFINISHED);
}

/* Review what the operands name; without any, the lines of stdin. */
static enum cli_status review_operands(struct review *review, int count,
                                       char **operands)
{
    enum cli_status status = search_start_monitor(&review->options);
    if (status != CLI_OK)
        return status;
    monitor_at_end(end, review);
    status = review_games(review, count, operands);
    monitor_finish();
    bool late = review->cut && monitor_is_late();
    status = cli_worse(status, print_end(review, late));
    return cli_worse(status, review->status);
}

/* ------------------------------------------------------------- the command */

static enum cli_status run(void *request, const struct arguments *arguments)
{
    struct review *review = request;
    options_choose_book(&review->options, review->book);
    return review_operands(review, arguments->count, arguments->operands);
}

static const struct command_option forms[] = {
    {"short", NULL, "print one line for each game", VALUE(struct review, form),
     .constant = REVIEW_SHORT, .one_of = 1},
    {"json", NULL, "print one JSON object per line, also for errors",
     VALUE(struct review, form), .constant = REVIEW_JSON, .one_of = 1},
    {0},
};

static const struct command_option total_limit[] = {
    {"total-time-limit", "SECONDS",
     "stop all searches after SECONDS, and print what is known about the games "
     "that have begun; exit status 4",
     VALUE(struct review, options.total_seconds)},
    {0},
};

const struct command cmd_review = {
    .name = "review",
    .summary = "judge games move by move",
    .about =
        "Print for each game who won, where that was decided, how accurately "
        "both sides played, and for each move the score before and after it, "
        "for x, the first player, and the best moves.\n\n"
        "A FILE has one game per line; - is stdin, also if nothing is given.  "
        "Lines that start with # are comments.  Moves are "
        "columns, as digits or letters, with or without blanks, commas, "
        "numbers of moves and comments:\n"
        "  44533\n"
        "  1. d1 d2 2. e1 c1 3. c2 {better: f1}",
    .notes = "A game that is wrong is reported on stderr as FILE:LINE: move N: "
             "REASON; the exit status is then 1.\n\n"
             "Examples:\n"
             "  fourscore review 44444326522\n"
             "  fourscore review --short games.txt",
    .operands = "[GAME|FILE]...",
    .max_operands = COMMAND_ANY_OPERANDS,
    .options = {forms, options_limits, total_limit, options_board,
                options_table, options_engine, options_books, options_progress},
    .request_bytes = sizeof(struct review),
    .run = run,
};
