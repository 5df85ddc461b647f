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

#include "lib/fourscore_game.h"
#include "os/program/program.h"
#include "tools/options.h"
#include "tools/output.h"
#include "tools/positions.h"

enum review_form { REVIEW_TEXT, REVIEW_SHORT, REVIEW_JSON };

struct game {
    struct line line; /* without a name if it is an argument */

    char moves[FOURSCORE_MAX_CELLS + 1]; /* those before the error, if any */
    struct fourscore_error error;        /* its reason is "" if it is a game */

    struct fourscore_point points[FOURSCORE_MAX_CELLS + 1];
    struct game_position {
        struct game *game;
        int ply;
    } positions[FOURSCORE_MAX_CELLS + 1]; /* the users of queries */
    bool begun;      /* a position was searched, or looked up */
    bool unfinished; /* the score of a position is not known */
};

/* The size of the pool, in positions; and one more game than that: when a game
 * has been submitted, the next one is no longer in the pool. */
enum { CAPACITY = 256, GAMES = CAPACITY + 1 };

struct review {
    struct options options;
    enum review_form form;
    fourscore_pool *pool;
    unsigned long printed;            /* games */
    _Atomic unsigned long unfinished; /* of these */
    _Atomic enum cli_status status;

    struct game games[GAMES]; /* used in turn */
    size_t next;
    _Atomic bool cut;     /* the run ended before all games were begun */
    _Atomic bool ended;   /* the end was printed */
    struct game *stopped; /* not all its positions were submitted */
};

/* -------------------------------------------------------- a review as text */

enum { SCORE_SIZE = 32 };

/* A score with its sign, "+3"; its bounds, or '?' if nothing is known. */
static const char *format_score(struct fourscore_bounds score, int cells,
                                char text[SCORE_SIZE])
{
    int max = (cells + 1) / 2;
    const char *lower_sign = score.lower > 0 ? "+" : "";
    const char *upper_sign = score.upper > 0 ? "+" : "";
    if (score.lower == score.upper)
        snprintf(text, SCORE_SIZE, "%s%d", lower_sign, score.lower);
    else if (score.lower < -max && score.upper > max)
        snprintf(text, SCORE_SIZE, "?");
    else if (score.lower < -max)
        snprintf(text, SCORE_SIZE, "..%s%d", upper_sign, score.upper);
    else if (score.upper > max)
        snprintf(text, SCORE_SIZE, "%s%d..", lower_sign, score.lower);
    else
        snprintf(text, SCORE_SIZE, "%s%d..%s%d", lower_sign, score.lower,
                 upper_sign, score.upper);
    return text;
}

/* A score of the side that makes move 'i' as one of the first player. */
static struct fourscore_bounds for_first(struct fourscore_bounds score, int i)
{
    return i % 2 == 0 ? score
                      : (struct fourscore_bounds){-score.upper, -score.lower};
}

static void print_move(const struct fourscore_review *found, int i, int first,
                       int width)
{
    const struct fourscore_judged_move *move = &found->moves[i];
    int cells = found->width * found->height;
    char before[SCORE_SIZE], after[SCORE_SIZE];
    char best[FOURSCORE_MAX_CELLS + 1] = "?";
    if (move->best_count > 0)
        positions_write(move->best, move->best_count, first, best);
    printf("%4d  %c %c  %6s  %6s  ", i + 1, fourscore_stone_name(i + 1),
           positions_column(move->column, first),
           format_score(for_first(move->before, i), cells, before),
           format_score(for_first(move->after, i), cells, after));
    if (move->verdict == FOURSCORE_BEST_MOVE)
        printf("%s", best);
    else
        printf("%-*s  %s", width, best, fourscore_verdict_text(move->verdict));
    if (move->lost > 0)
        printf(" by %d stone%s", move->lost, CLI_S(move->lost));
    putchar('\n');
}

/* "2 wins thrown away, 1 win made longer", or "no mistake". */
static void print_mistakes(const struct fourscore_side_review *side)
{
    const struct {
        int count;
        const char *one, *many;
    } kinds[] = {
        {side->counts[FOURSCORE_WIN_LOST] + side->counts[FOURSCORE_WIN_DRAWN],
         "win thrown away", "wins thrown away"},
        {side->counts[FOURSCORE_DRAW_LOST], "draw thrown away",
         "draws thrown away"},
        {side->counts[FOURSCORE_SLOWER_WIN], "win made longer",
         "wins made longer"},
        {side->counts[FOURSCORE_SOONER_LOSS], "loss made quicker",
         "losses made quicker"},
    };
    const char *separator = "";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].count > 0) {
            printf("%s%d %s", separator, kinds[i].count,
                   kinds[i].count == 1 ? kinds[i].one : kinds[i].many);
            separator = ", ";
        }
    if (*separator == '\0')
        printf(side->unknown > 0 ? "no mistake known" : "no mistake");
    if (side->unknown > 0)
        printf("; %d of %d move%s not fully known", side->unknown, side->moves,
               CLI_S(side->moves));
}

static void print_side(const struct fourscore_side_review *side, int i)
{
    printf("%c: ", fourscore_stone_name(i + 1));
    if (side->accuracy >= 0)
        printf("accuracy %d%% in %d choice%s; ", side->accuracy, side->choices,
               CLI_S(side->choices));
    else
        printf(side->unknown > 0 ? "accuracy not known; " : "no choice; ");
    print_mistakes(side);
    putchar('\n');
}

/* 'moves': those of the game, counted from 'first'. */
static void print_text(const struct game *game, const char *moves, int first,
                       const struct fourscore_review *found)
{
    int width = (int)strlen("best");
    for (int i = 0; i < found->count; i++)
        if (width < found->moves[i].best_count)
            width = found->moves[i].best_count;
    if (game->line.name != NULL)
        printf("%s:%lu: ", game->line.name, game->line.number);
    printf("%s\n%s\n", positions_moves(moves), found->summary);
    for (int i = 0; i < 2; i++)
        print_side(&found->sides[i], i);
    if (found->count > 0)
        printf("\n            score for x (+ x wins, 0 draw, - o wins)\n"
               "move       before   after  best\n");
    for (int i = 0; i < found->count; i++)
        print_move(found, i, first, width);
}

static void print_short(const char *moves, const struct fourscore_review *found)
{
    printf("%s", positions_moves(moves));
    for (int i = 0; i < 2; i++) {
        const struct fourscore_side_review *side = &found->sides[i];
        bool is_known = side->unknown == 0;
        printf(" %c ", fourscore_stone_name(i + 1));
        if (side->accuracy >= 0)
            printf("%d%%%s", side->accuracy, is_known ? "" : "?");
        else
            putchar(is_known ? '-' : '?');
    }
    printf(" %s\n", found->summary);
}

/* --------------------------------------------------------- printing a game */

static enum cli_status print_json_error(const struct game *game)
{
    struct json json = {0};
    json_begin_object(&json, NULL);
    json_put_bytes(&json, "game", game->line.text, game->line.length);
    lines_put_place(&json, &game->line);
    if (game->line.cut)
        json_put_null(&json, "move");
    else
        json_put_integer(&json, "move", (int64_t)strlen(game->moves) + 1);
    json_put_text(&json, "error", game->error.reason);
    json_end(&json);
    return output_json(&json);
}

static void name_game(const void *context, const void *user,
                      char text[MONITOR_TEXT_SIZE])
{
    const struct game_position *position = user;
    (void)context;
    monitor_name(text, position->game->moves, (size_t)position->ply);
}

/* Report a game that is wrong, as "games.txt:3: move 2: ..." or "'4453': ...".
 */
static enum cli_status print_error(const struct review *review,
                                   const struct game *game)
{
    enum { MAX_SHOWN = 40 };
    char name[320];
    if (game->line.name != NULL)
        snprintf(name, sizeof name, "%.280s:%lu", game->line.name,
                 game->line.number);
    else
        snprintf(name, sizeof name, "'%.*s%s'%s", MAX_SHOWN, game->line.text,
                 game->line.length > MAX_SHOWN ? "..." : "",
                 game->moves[0] == '\0' && !game->line.cut
                     ? " is neither a file nor a game"
                     : "");
    if (game->line.cut)
        cli_note("%s: %s", name, game->error.reason);
    else
        cli_note("%s: move %zu: %s", name, strlen(game->moves) + 1,
                 game->error.reason);
    return review->form == REVIEW_JSON
               ? cli_worse(CLI_BAD_INPUT, print_json_error(game))
               : CLI_BAD_INPUT;
}

static enum cli_status print_review(const struct review *review,
                                    const struct game *game)
{
    struct fourscore_review found = FOURSCORE_REVIEW_INIT;
    enum cli_status status = game->unfinished ? CLI_UNFINISHED : CLI_OK;
    char moves[FOURSCORE_MAX_CELLS + 1];
    int first = review->options.first_column;
    struct json json = {.from_0 = first == 0};
    positions_rewrite(game->moves, first, moves);
    if (fourscore_judge_game(review->options.board.width,
                             review->options.board.height, game->moves,
                             game->points, &found) != FOURSCORE_OK)
        return CLI_UNFINISHED; /* a move was not searched */
    switch (review->form) {
    case REVIEW_JSON:
        json_begin_object(&json, NULL);
        json_put_text(&json, "game", moves);
        lines_put_place(&json, &game->line);
        json_add_review(&json, &found);
        json_put_boolean(&json, "finished", !game->unfinished);
        json_end(&json);
        return cli_worse(status, output_json(&json));
    case REVIEW_SHORT:
        print_short(moves, &found);
        return status;
    case REVIEW_TEXT:
        break;
    }
    if (review->printed > 0)
        putchar('\n');
    print_text(game, moves, first, &found);
    return status;
}

/* Print a game whose positions are answered; one that was not begun when the
 * run ended belongs to the rest. */
static void print_game(struct review *review, const struct game *game)
{
    if (game->error.reason[0] == '\0' && !game->begun && monitor_is_stopped()) {
        review->cut = true;
        return;
    }
    monitor_hide();         /* also keeps the game while the monitor reads it */
    os_lock_stream(stdout); /* the monitor must flush whole games only */
    if (game->error.reason[0] != '\0') {
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
    const struct game_position *position = answer->user;
    struct game *game = position->game;
    if (answer->status == FOURSCORE_OK)
        game->points[position->ply] = fourscore_point_of(answer);
    game->begun = game->begun || answer->finished || answer->nodes > 0;
    game->unfinished = game->unfinished || !answer->finished;
    if (position->ply == 0)
        print_game(context, game);
}

/* Submit a position of a game. */
static bool submit(const struct review *review, struct game *game, int ply)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    game->points[ply].score =
        (struct fourscore_bounds){-FOURSCORE_MAX_CELLS, FOURSCORE_MAX_CELLS};
    game->positions[ply] = (struct game_position){game, ply};
    query.find = FOURSCORE_BEST;
    query.text = game->moves;
    query.length = (size_t)ply;
    query.notation = FOURSCORE_MOVES;
    query.seconds = review->options.seconds;
    query.nodes = review->options.nodes;
    query.user = &game->positions[ply];
    return fourscore_pool_submit(review->pool, &query) == FOURSCORE_OK;
}

/* ----------------------------------------------------------------- reading */

/* Read a game and submit it, or report what is wrong with it after all games
 * before it. */
static void take_game(struct review *review, const struct line *line)
{
    struct value_board board = review->options.board;
    struct game *game = &review->games[review->next++ % GAMES];
    *game = (struct game){.line = *line};
    if (line->cut)
        lines_fail(&game->error, line->length, LINES_TOO_LONG, LINES_KEPT);
    else if (fourscore_read_game(game->moves, board.width, board.height,
                                 options_notation(&review->options), line->text,
                                 line->length, &game->error) != FOURSCORE_OK)
        positions_name_option(game->error.reason, POSITIONS_FROM_0);
    else
        game->error.reason[0] = '\0';
    if (game->error.reason[0] == '\0') {
        /* When the run is stopped, the rest stays unknown. */
        for (int ply = (int)strlen(game->moves); ply >= 0; ply--)
            if (!submit(review, game, ply))
                review->stopped = game;
    } else {
        fourscore_pool_wait(review->pool);
        print_game(review, game);
    }
}

/* The games of a file: each is a line; or lines of tags, and the lines below
 * them, up to an empty one behind moves or the next tags, which follow moves or
 * an empty line. */
struct games {
    struct lines lines;
    struct line game, next;
    bool has_next; /* it is read, and not yet in a game */
};

static bool is_blank(const struct line *line)
{
    return lines_skip_blanks(line, 0) == line->length;
}

/* Whether a line has tags and nothing else. */
static bool are_tags(const struct line *line)
{
    const char *at = line->text + lines_skip_blanks(line, 0);
    bool are_all = positions_begins_with_tag(line->text, line->length);
    while (are_all && *at == '[') {
        const char *value = strchr(at, '"');
        const char *end = value != NULL ? strchr(value + 1, '"') : NULL;
        are_all = end != NULL && end[1] == ']';
        at = are_all ? end + 2 + strspn(end + 2, " \t") : at;
    }
    return are_all && *at == '\0';
}

/* Whether a line is a comment, which may stand before the moves. */
static bool is_comment(const struct line *line)
{
    size_t at = lines_skip_blanks(line, 0);
    const char *end = strchr(line->text + at, '}');
    return line->text[at] == '{' && end != NULL &&
           end[1 + strspn(end + 1, " \t")] == '\0';
}

static void add_line(struct line *game, const struct line *line)
{
    size_t room = LINES_KEPT - game->length, size = line->length + 1;
    game->cut = game->cut || line->cut || size > room;
    if (game->cut)
        return;
    game->text[game->length] = '\n';
    memcpy(game->text + game->length + 1, line->text, size);
    game->length += size;
}

static bool next_game(struct games *in)
{
    if (!in->has_next && !lines_next(&in->lines, &in->next))
        return false;
    in->game = in->next;
    in->has_next = false;
    if (!are_tags(&in->game))
        return true;
    bool has_moves = false, is_below = false; /* an empty line */
    while (lines_next(&in->lines, &in->next)) {
        const struct line *line = &in->next;
        in->has_next = (has_moves && is_blank(line)) ||
                       ((has_moves || is_below) &&
                        positions_begins_with_tag(line->text, line->length));
        if (in->has_next)
            break;
        is_below = is_blank(line);
        has_moves =
            has_moves || !(are_tags(line) || is_below || is_comment(line));
        add_line(&in->game, line);
    }
    return true;
}

/* Whether the run ends before all is read. */
static bool is_cut(struct review *review)
{
    if (monitor_is_stopped())
        review->cut = true;
    return review->cut;
}

static enum cli_status read_file(struct review *review, const char *path)
{
    struct games in = {.has_next = false};
    lines_open(&in.lines, path);
    while (!is_cut(review) && next_game(&in))
        if (!is_blank(&in.game))
            take_game(review, &in.game);
    return lines_close(&in.lines);
}

/* Take each game of the operands, of which those that are no files are games;
 * without any, of stdin.  Returns the worst status of all reads. */
static enum cli_status read_games(struct review *review, int count,
                                  char **operands)
{
    struct line line;
    enum cli_status status = CLI_OK;
    if (count == 0)
        return read_file(review, "-");
    for (int i = 0; i < count && !is_cut(review); i++)
        if (strcmp(operands[i], "-") == 0 || access(operands[i], F_OK) == 0) {
            status = cli_worse(status, read_file(review, operands[i]));
        } else {
            lines_set(&line, NULL, (unsigned long)i + 1, operands[i]);
            take_game(review, &line);
        }
    return status;
}

/* ----------------------------------------------------------------- the run */

/* Review what the operands name; without any, the lines of stdin. */
static enum cli_status review_games(struct review *review, int count,
                                    char **operands)
{
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    config.capacity = CAPACITY;
    config.answered = take_answer;
    config.context = review;
    review->pool = search_open_pool(&review->options, config, name_game, NULL);
    enum cli_status status = read_games(review, count, operands);
    fourscore_pool_wait(review->pool);
    if (review->stopped != NULL) {
        review->stopped->unfinished = true;
        print_game(review, review->stopped);
    }
    search_close_pool(review->pool);
    return status;
}

/* 'late': the time was over before all games were begun. */
static enum cli_status print_end(struct review *review, bool late)
{
    if (atomic_exchange(&review->ended, true))
        return CLI_OK;
    return cli_unfinished(review->unfinished, "game", late);
}

/* The monitor ends the program. */
static int end(void *context, bool prints)
{
    struct review *review = context;
    if (prints)
        print_end(review, monitor_is_late());
    return (int)cli_worse(review->status, CLI_UNFINISHED);
}

static enum cli_status run(void *request, const struct arguments *arguments)
{
    struct review *review = request;
    options_choose_book(&review->options);
    search_start_monitor(&review->options);
    monitor_at_end(end, review);
    enum cli_status status =
        review_games(review, arguments->count, arguments->operands);
    monitor_finish(); /* so that it does not end what is printed now */
    bool late = review->cut && monitor_is_late();
    status = cli_worse(status, print_end(review, late));
    return cli_worse(status, review->status);
}

/* ------------------------------------------------------------- the command */

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
        "Below lines of tags, such as [Event \"...\"], a game goes on to an "
        "empty line or the next tags.  Lines that start with # are comments.  "
        "Moves are columns, as digits or letters, with or without blanks, "
        "commas, numbers of moves and comments:\n"
        "  44533\n"
        "  1. d1 d2 2. e1 c1 3. c2 {better: f1}",
    .notes = "A game that is wrong is reported on stderr as FILE:LINE: move N: "
             "REASON; the exit status is then 1.\n\n"
             "Examples:\n"
             "  fourscore review 44444326522\n"
             "  fourscore review --short games.txt",
    .operands = "[GAME|FILE]...",
    .options = {forms, options_limits, total_limit, options_board,
                options_first_column, options_table, options_engine,
                options_books, options_progress},
    .request_bytes = sizeof(struct review),
    .run = run,
};
