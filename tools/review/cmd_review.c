/* fourscore review: judge games move by move. */
#include <string.h>
#include <unistd.h>

#include "tools/options.h"
#include "tools/output.h"
#include "tools/review/review.h"

enum review_form { REVIEW_TEXT, REVIEW_SHORT, REVIEW_JSON, REVIEW_SVG };

struct review {
    struct options options;
    enum review_form form;
    fourscore_pool *pool;
    unsigned long printed;    /* games */
    unsigned long unfinished; /* of these */
    unsigned long begun;      /* games that are searched */
    unsigned long extra;      /* games beyond the one of REVIEW_SVG */
    enum cli_status status;
    char book[PATH_MAX];

    /* Games in the pool, and those behind them that wait to be printed. */
    struct review_game games[REVIEW_GAMES];
    int first, count;
    int asked; /* games with a position in the pool */
};

static void name_game(const void *context, const void *user,
                      char text[MONITOR_TEXT_SIZE])
{
    const struct review_game *game = user;
    (void)context;
    monitor_name(text, game->moves, (size_t)game->ply);
}

/* Ask for the next position of a game, the one before.  When the run is
 * stopped, the rest stays unknown. */
static void ask(struct review *review, struct review_game *game)
{
    const struct options *options = &review->options;
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    if (game->ply < 0)
        return;
    query.find = FOURSCORE_BEST;
    query.text = game->moves;
    query.length = (size_t)game->ply;
    query.notation = FOURSCORE_MOVES;
    query.seconds = options->seconds;
    query.nodes = options->nodes;
    query.user = game;
    if (fourscore_pool_submit(review->pool, &query) == FOURSCORE_OK) {
        review->asked++;
    } else {
        game->unfinished = true;
        game->ply = -1;
    }
}

static void begin(struct review *review, struct review_game *game)
{
    const struct fourscore_point unknown = {
        .score = {-FOURSCORE_MAX_CELLS, FOURSCORE_MAX_CELLS}};
    game->ply = -1;
    if (game->reason[0] != '\0')
        return;
    game->extra = review->form == REVIEW_SVG && review->begun > 0;
    review->extra += game->extra;
    if (game->extra)
        return;
    review->begun++;
    game->ply = (int)strlen(game->moves);
    for (int i = 0; i <= game->ply; i++)
        game->points[i] = unknown;
    ask(review, game);
}

/* Take an answer, and ask for the next position of its game. */
static void take(struct review *review)
{
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    if (fourscore_pool_next(review->pool, &answer) != FOURSCORE_OK)
        return;
    struct review_game *game = answer.user;
    review->asked--;
    if (answer.status == FOURSCORE_OK)
        game->points[game->ply] = fourscore_point_of(&answer);
    if (!answer.finished)
        game->unfinished = true;
    game->ply--;
    ask(review, game);
}

static enum cli_status print_error(const struct review *review,
                                   const struct review_game *game)
{
    char name[REVIEW_NAME_SIZE];
    cli_note("%s: move %zu: %s", review_name(game, name),
             strlen(game->moves) + 1, game->reason);
    return review->form == REVIEW_JSON
               ? cli_worse(CLI_BAD_INPUT,
                           output_json(review_json_error(game), JSON_COMPACT))
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
        return cli_worse(status,
                         output_json(review_json(game, &found), JSON_COMPACT));
    case REVIEW_SVG:
        review_print_svg(game, &found);
        return status;
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

/* Print the first game, which is answered. */
static void print_first(struct review *review)
{
    struct review_game *game = &review->games[review->first];
    review->first = (review->first + 1) % REVIEW_GAMES;
    review->count--;
    monitor_hide();
    flockfile(stdout); /* the monitor must flush whole games only */
    if (game->reason[0] != '\0') {
        review->status = cli_worse(review->status, print_error(review, game));
    } else if (!game->extra) {
        review->status = cli_worse(review->status, print_review(review, game));
        review->printed++;
        review->unfinished += game->unfinished;
    }
    if (!output_end_line())
        _exit((int)cli_finish(CLI_FAILURE));
    funlockfile(stdout);
}

/* Begin the next game.  Returns as review_reader_next() does. */
static int begin_next(struct review *review, struct review_reader *reader,
                      bool wait)
{
    int index = (review->first + review->count) % REVIEW_GAMES;
    int found = review_reader_next(reader, &review->games[index], wait);
    if (found > 0) {
        review->count++;
        begin(review, &review->games[index]);
    }
    return found;
}

static void review_games(struct review *review, struct review_reader *reader)
{
    int next = 1;
    for (;;) {
        do
            next = review->count < REVIEW_GAMES && !monitor_is_stopped()
                       ? begin_next(review, reader, review->count == 0)
                       : 0;
        while (next > 0);
        if (review->count == 0)
            return;
        if (review->asked > 0)
            take(review);
        while (review->count > 0 && review->games[review->first].ply < 0)
            print_first(review);
    }
}

static enum cli_status review_with_pool(struct review *review,
                                        struct review_reader *reader)
{
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    config.capacity = REVIEW_GAMES;
    config.unordered = 1;
    struct open_watch watch = {.name = name_game};
    enum cli_status status = open_pool(&review->options, &config, &watch);
    if (status != CLI_OK)
        return status;
    review->pool = watch.pool;
    review_games(review, reader);
    open_close(&watch);
    return CLI_OK;
}

static enum cli_status print_end(const struct review *review)
{
    if (review->extra > 0)
        return cli_usage_error("--svg: expected one game, got %lu",
                               review->extra + 1);
    if (review->unfinished > 0)
        cli_error("%lu %s not finished", review->unfinished,
                  cli_plural(review->unfinished, "game", "games"));
    return CLI_OK;
}

/* Review what the operands name; without any, the lines of stdin. */
static enum cli_status review_operands(struct review *review, int count,
                                       char **operands)
{
    enum cli_status status = open_monitor(&review->options);
    if (status != CLI_OK)
        return status;
    struct review_reader *reader =
        review_reader_start(review->options.board, count, operands);
    if (reader != NULL) {
        status = review_with_pool(review, reader);
        status = cli_worse(status, review_reader_finish(reader));
    } else {
        status = cli_fail(CLI_FAILURE, "the system refuses memory or a thread");
    }
    monitor_finish();
    status = cli_worse(status, print_end(review));
    return cli_worse(status, review->status);
}

/* ------------------------------------------------------------- the command */

static enum cli_status run(void *request, const struct arguments *arguments)
{
    struct review *review = request;
    open_choose_book(&review->options, review->book);
    return review_operands(review, arguments->count, arguments->operands);
}

static const struct command_option forms[] = {
    {"short", NULL, "print one line for each game", VALUE(struct review, form),
     .constant = REVIEW_SHORT, .one_of = 1},
    {"json", NULL, "print one JSON object per line, also for errors",
     VALUE(struct review, form), .constant = REVIEW_JSON, .one_of = 1},
    {"svg", NULL,
     "print a picture: the score by move, and boards where the result changed",
     VALUE(struct review, form), .constant = REVIEW_SVG, .one_of = 1},
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
             "  fourscore review --short games.txt\n"
             "  fourscore review --svg '1. d1 d2 2. d3 d4' >game.svg",
    .operands = "[GAME|FILE]...",
    .max_operands = COMMAND_ANY_OPERANDS,
    .options = {forms, options_limits, total_limit, options_board,
                options_table, options_engine, options_books, options_progress},
    .request_bytes = sizeof(struct review),
    .run = run,
};
