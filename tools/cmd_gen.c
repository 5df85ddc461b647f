/*
 * fourscore gen: make test sets and data sets of random positions.
 *
 * The positions depend on the seed, and not on the engine, its table or the
 * number of threads.  A shorter set is the beginning of a longer one.
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/text.h"
#include "lib/fourscore_game.h"
#include "lib/internal.h"
#include "lib/json/json.h"
#include "tools/inside.h"
#include "tools/options.h"
#include "tools/output.h"
#include "tt/random.h"

/* Give up after this number of consecutive positions that do not fit. */
enum { MAX_MISSES = 1000000 };

/* How the positions of a data set are drawn. */
enum sampling { UNIFORM, RANDOM, LEVEL };

/* A game of random moves, or of an opponent's. */
struct game {
    char moves[BOARD_MAX_CELLS + 1]; /* first: see search_open_pool() */
    struct position pos;
};

/* Positions in the pool: enough for the other threads while one position takes
 * long. */
enum { AHEAD = 256 };

struct gen {
    struct options options;
    int set; /* an index of protocol_name() */
    uint64_t count, seed;
    uint64_t random; /* initially the seed */

    /* Of a test set: */
    struct protocol_set limits;
    fourscore_solver *solver;
    fourscore_cancel *cancel;

    /* Of a data set: */
    fourscore_pool *pool;
    bool all_moves;
    bool no_wins_at_once; /* of the side to move */
    bool exhausted;       /* no more positions are found */
    int json;             /* 1, or 0: CSV */
    int sampling, level;
    fourscore_solver *player; /* of the perfect level, or NULL */
    int min_ply, max_ply;
    const char *output;       /* or NULL */
    struct game games[AHEAD]; /* in the pool */
    uint64_t rows;

    /* What will be written to the output; nothing if that is stdout. */
    char *bytes;
    size_t size, room;

    struct board board;
    board_bits *keys; /* of the positions so far, room for 'count' */
    void *seen;       /* a tsearch() tree of them */
    size_t key_count;
};

/* End the program if there was no memory. */
static void need_memory(const struct gen *gen, const void *memory)
{
    if (memory == NULL)
        command_fail(CLI_FAILURE, "out of memory after %zu position%s",
                     gen->key_count, CLI_S(gen->key_count));
}

/* --------------------------------------------------------- random positions */

/* A board with more cells is a large board. */
enum { LARGE_BOARD = 49 };

/* A random number from 0 to 'count' - 1. */
static int below(struct gen *gen, int count)
{
    return (int)tt_random_below(&gen->random, (uint32_t)count);
}

static void begin(const struct gen *gen, struct game *game)
{
    *game = (struct game){.pos = board_empty(gen->board)};
}

static void play(struct game *game, int column)
{
    game->moves[game->pos.ply] = board_column_name(column);
    game->pos = board_play(game->pos, column);
    game->moves[game->pos.ply] = '\0';
}

static bool wins(struct position pos, int column)
{
    return (board_winning_moves(pos) & board_column(pos.board, column)) != 0;
}

/* Play 'ply' random moves.  Returns false if a move wins.  On large boards
 * nearly every random game would fail, so there other columns are tried. */
static bool play_randomly(struct gen *gen, int ply, struct game *game)
{
    int cells = board_cells(gen->board);
    int misses = cells > LARGE_BOARD ? cells : 0;
    begin(gen, game);
    while (game->pos.ply < ply) {
        int column = below(gen, gen->board.width);
        if (!board_can_play(game->pos, column))
            continue;
        if (wins(game->pos, column)) {
            if (misses-- == 0)
                return false;
            continue;
        }
        play(game, column);
    }
    return true;
}

/* A random move, or that of an opponent. */
static int choose(struct gen *gen, struct position pos, uint64_t seed)
{
    fourscore_position position = lib_pack(pos);
    struct fourscore_opponent opponent = FOURSCORE_OPPONENT_INIT;
    struct fourscore_move move = FOURSCORE_MOVE_INIT;
    int column;
    opponent.level = gen->level;
    opponent.seed = seed;
    if (gen->sampling == LEVEL &&
        fourscore_find_move(gen->player, &position, &opponent, &move) ==
            FOURSCORE_OK)
        return move.column - 1;
    do
        column = below(gen, gen->board.width);
    while (!board_can_play(pos, column));
    return column;
}

/* Play a game to its end, or to the last ply that is wanted, and draw one of
 * the positions that are wanted. */
static bool draw_from_game(struct gen *gen, struct game *game)
{
    uint64_t seed = tt_random(&gen->random);
    size_t bad_at;
    begin(gen, game);
    while (game->pos.ply < gen->max_ply) {
        int column = choose(gen, game->pos, seed);
        if (wins(game->pos, column))
            break;
        play(game, column);
    }
    if (game->pos.ply < gen->min_ply)
        return false;
    int ply = gen->min_ply + below(gen, game->pos.ply - gen->min_ply + 1);
    game->moves[ply] = '\0';
    return board_parse(gen->board, game->moves, (size_t)ply, &game->pos,
                       &bad_at) == BOARD_OK;
}

static bool is_wanted(const struct gen *gen, const struct game *game)
{
    return !gen->no_wins_at_once || board_winning_moves(game->pos) == 0;
}

/* Draw a position of a data set.  Returns false if the game has none. */
static bool draw_position(struct gen *gen, struct game *game)
{
    if (gen->sampling != UNIFORM)
        return draw_from_game(gen, game) && is_wanted(gen, game);
    int ply = gen->min_ply + below(gen, gen->max_ply - gen->min_ply + 1);
    for (int i = 0; i < MAX_MISSES; i++)
        if (play_randomly(gen, ply, game) && is_wanted(gen, game))
            return true;
    return false;
}

/* --------------------------------------------------------- positions so far */

static int compare_keys(const void *a, const void *b)
{
    board_bits x = *(const board_bits *)a;
    board_bits y = *(const board_bits *)b;
    return (x > y) - (x < y);
}

/* Whether the position or its mirror image was remembered. */
static bool was_seen(struct gen *gen, struct position pos)
{
    board_bits key = board_canonical_key(pos.board, board_key(pos));
    return tfind(&key, &gen->seen, compare_keys) != NULL;
}

static void remember(struct gen *gen, struct position pos)
{
    board_bits *key = &gen->keys[gen->key_count++];
    *key = board_canonical_key(pos.board, board_key(pos));
    need_memory(gen, tsearch(key, &gen->seen, compare_keys));
}

/* ---------------------------------------------------------------- test sets */

/* Report how many positions were made, if that is not all; an error of the
 * output is reported elsewhere. */
static enum cli_status report(const struct gen *gen, size_t done,
                              bool found_all)
{
    uintmax_t count = gen->count;
    if (monitor_signal() != 0) {
        cli_error("stopped after %zu of %ju position%s", done, count,
                  CLI_S(count));
        return CLI_OK;
    }
    if (found_all || output_failed())
        return CLI_OK;
    char board[BOARD_SUFFIX_SIZE];
    return cli_fail(CLI_BAD_INPUT,
                    "found %zu of %ju position%s%s, and no more in %d attempts",
                    done, count, CLI_S(count), board_suffix(gen->board, board),
                    MAX_MISSES);
}

/*
 * A random number of stones.  The first plies have few positions, which take
 * the longest, so there the probability of a ply is proportional to its square.
 * Later plies are equally likely.
 */
static int random_ply(struct gen *gen)
{
    int min = gen->limits.min_ply;
    int max = gen->limits.max_ply;
    if (min > 1)
        return min + below(gen, max - min + 1);

    int weights = 0;
    for (int ply = min; ply <= max; ply++)
        weights += ply * ply;
    int drawn = below(gen, weights);
    int ply = min;
    while (drawn >= ply * ply) {
        drawn -= ply * ply;
        ply++;
    }
    return ply;
}

/* Find the score of a position; or, if the goal is FOURSCORE_NULL_WINDOW,
 * whether it is at least 'beta'.  After a signal the bounds say less. */
static struct fourscore_bounds ask(const struct gen *gen, struct position pos,
                                   int goal, int beta)
{
    struct fourscore_query query = inside_query(pos);
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    query.goal = goal;
    query.beta = beta;
    query.cancel = gen->cancel;
    if (fourscore_ask(gen->solver, &query, &answer) != FOURSCORE_OK)
        answer.score = (struct fourscore_bounds){-FOURSCORE_MAX_CELLS,
                                                 FOURSCORE_MAX_CELLS};
    return answer.score;
}

/* Whether the game ends within 'stones' more stones, with best play. */
static bool ends_within(const struct gen *gen, struct position pos, int stones)
{
    struct board board = pos.board;
    int stone = pos.ply + stones;
    if (stone >= board_cells(board))
        return true;
    bool own = stone % 2 != pos.ply % 2;
    int win = board_win_score(board, own ? stone : stone - 1);
    int loss = -board_win_score(board, own ? stone - 1 : stone);
    return ask(gen, pos, FOURSCORE_NULL_WINDOW, win).lower >= win ||
           ask(gen, pos, FOURSCORE_NULL_WINDOW, loss + 1).upper <= loss;
}

/* Draw a position.  Returns false if it does not fit the set. */
static bool draw_for_set(struct gen *gen, struct game *game)
{
    return play_randomly(gen, random_ply(gen), game) &&
           board_winning_moves(game->pos) == 0 && !was_seen(gen, game->pos) &&
           !ends_within(gen, game->pos, gen->limits.min_remaining - 1) &&
           ends_within(gen, game->pos, gen->limits.max_remaining);
}

static enum cli_status make_test_set(struct gen *gen)
{
    size_t done = 0, count = gen->count;
    int misses = 0;

    gen->limits = protocol_set(gen->board, gen->set);
    gen->options.no_book = true;
    gen->solver = search_open_solver(&gen->options, &gen->cancel);
    monitor_job(protocol_name(gen->set), count);
    while (done < count && misses < MAX_MISSES && !output_failed() &&
           monitor_signal() == 0) {
        struct game game;
        if (!draw_for_set(gen, &game)) {
            misses++;
            continue;
        }
        misses = 0;
        struct fourscore_bounds score = ask(gen, game.pos, FOURSCORE_STRONG, 0);
        remember(gen, game.pos);
        if (monitor_signal() != 0)
            break;
        monitor_hide();
        printf("%s %d\n", game.moves, score.lower);
        output_flush();
        monitor_done(++done);
    }
    enum cli_status status = report(gen, done, misses < MAX_MISSES);
    search_close_solver(gen->solver, gen->cancel);
    return status;
}

/*
 * --------------------------------------------------------------- data sets
 *
 * The scores of all moves, by a pool of threads.  One thread draws the
 * positions, submits them to the pool and takes the answers in the same order.
 */

/* Write a line, to stdout or to what will be the file. */
static void put(struct gen *gen, const char *line)
{
    size_t size = strlen(line) + 1;
    if (gen->output == NULL) {
        puts(line);
        output_end_line();
        return;
    }
    if (size > gen->room - gen->size) {
        gen->room = 2 * (gen->room + size);
        char *bytes = realloc(gen->bytes, gen->room);
        need_memory(gen, bytes);
        gen->bytes = bytes;
    }
    memcpy(gen->bytes + gen->size, line, size);
    gen->size += size;
    gen->bytes[gen->size - 1] = '\n';
}

enum { LINE_SIZE = 512 };

static void put_csv(struct gen *gen, const struct fourscore_answer *answer)
{
    const struct game *game = answer->user;
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "%s,%d,%d", game->moves, game->pos.ply,
             answer->score.lower);
    for (int i = 0; i < gen->board.width; i++)
        if (answer->move_scores[i].lower == FOURSCORE_NO_MOVE)
            cli_append(line, sizeof line, ",");
        else
            cli_append(line, sizeof line, ",%d", answer->move_scores[i].lower);
    put(gen, line);
}

static void put_json(struct gen *gen, const struct fourscore_answer *answer)
{
    const struct game *game = answer->user;
    struct json json = {0};
    json_begin_object(&json, NULL);
    json_put_text(&json, "position", game->moves);
    json_put_integer(&json, "ply", game->pos.ply);
    json_put_integer(&json, "score", answer->score.lower);
    json_begin_array(&json, "move_scores");
    for (int i = 0; i < gen->board.width; i++)
        if (answer->move_scores[i].lower == FOURSCORE_NO_MOVE)
            json_put_null(&json, NULL);
        else
            json_put_integer(&json, NULL, answer->move_scores[i].lower);
    json_end(&json);
    json_end(&json);
    size_t length;
    char *text = json_take(&json, &length);
    need_memory(gen, text);
    put(gen, text);
    free(text);
}

/* Draw a new position into a free place, and submit it; unless too many
 * attempts find none. */
static void submit(struct gen *gen, struct game *game)
{
    if (gen->exhausted || gen->key_count == gen->count)
        return;
    int misses = 0;
    while (misses < MAX_MISSES && !monitor_is_stopped() &&
           (!draw_position(gen, game) || was_seen(gen, game->pos)))
        misses++;
    gen->exhausted = misses == MAX_MISSES || monitor_is_stopped();
    if (gen->exhausted)
        return;
    remember(gen, game->pos);
    struct fourscore_query query = inside_query(game->pos);
    query.find = FOURSCORE_ALL_MOVES;
    query.user = game;
    gen->exhausted = fourscore_pool_submit(gen->pool, &query) != FOURSCORE_OK;
}

static void make_rows(struct gen *gen)
{
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    for (int i = 0; i < AHEAD; i++)
        submit(gen, &gen->games[i]);
    while (!output_failed() && !monitor_is_stopped() &&
           fourscore_pool_next(gen->pool, &answer) == FOURSCORE_OK &&
           answer.finished) {
        monitor_hide();
        (gen->json ? put_json : put_csv)(gen, &answer);
        monitor_done(++gen->rows);
        submit(gen, answer.user);
    }
}

static enum cli_status make_data_set(struct gen *gen)
{
    enum { PLAYER_TABLE = 64 << 20 }; /* enough for the perfect level */
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    struct options options = gen->options;
    options.table_bytes = PLAYER_TABLE;
    char names[LINE_SIZE] = "position,ply,score";
    for (int i = 0; i < gen->board.width; i++)
        cli_append(names, sizeof names, ",move_%c", board_column_name(i));
    if (gen->output != NULL)
        command_need(output_check(gen->output));
    if (!gen->json)
        put(gen, names);
    if (gen->sampling == LEVEL && gen->level == FOURSCORE_LEVELS)
        gen->player = search_new_solver(&options, 1);
    config.capacity = AHEAD;
    gen->pool = search_open_pool(&gen->options, config, NULL, NULL);
    monitor_job("positions", gen->count);
    make_rows(gen);
    search_close_pool(gen->pool);
    enum cli_status status = report(gen, gen->rows, gen->rows == gen->count);
    if (gen->output != NULL && !monitor_is_stopped())
        status = cli_worse(status,
                           output_replace(gen->output, gen->bytes, gen->size));
    free(gen->bytes);
    fourscore_solver_free(gen->player);
    return status;
}

/* ------------------------------------------------------------- the command */

/* The perfect level plays on boards of at most so many cells. */
enum { MAX_PERFECT_CELLS = 42 };

static void check_usage(const struct gen *gen,
                        const struct arguments *arguments)
{
    bool set = command_given(arguments, "set");
    if (set == gen->all_moves)
        command_refuse(
            set ? "--set and --all-moves exclude each other"
                : "--set NAME is required, or --all-moves for a data set");
    if (command_given(arguments, "level") && gen->sampling != LEVEL)
        command_refuse("--level goes with --sampling level");
    if (gen->level == FOURSCORE_LEVELS &&
        board_cells(gen->board) > MAX_PERFECT_CELLS)
        command_refuse("--level %d: boards of more than %d cells take "
                       "too long",
                       gen->level, MAX_PERFECT_CELLS);
}

/* Set what depends on the board. */
static void set_plies(struct gen *gen, const struct arguments *arguments)
{
    int last = board_cells(gen->board) - 1;
    if (!command_given(arguments, "min-ply"))
        gen->min_ply = board_cells(gen->board) * 2 / 7;
    if (!command_given(arguments, "max-ply"))
        gen->max_ply = board_cells(gen->board) * 6 / 7;
    if (gen->max_ply > last)
        gen->max_ply = last;
    if (gen->min_ply > gen->max_ply)
        command_refuse("--min-ply: expected at most --max-ply, %d, got %d",
                       gen->max_ply, gen->min_ply);
}

static enum cli_status run(void *request, const struct arguments *arguments)
{
    struct gen *gen = request;
    gen->board = inside_board(gen->options.board);
    gen->random = gen->seed;
    check_usage(gen, arguments);
    if (gen->all_moves)
        set_plies(gen, arguments);
    search_start_monitor(&gen->options);
    gen->keys = calloc(gen->count, sizeof *gen->keys);
    need_memory(gen, gen->keys);
    enum cli_status status =
        gen->all_moves ? make_data_set(gen) : make_test_set(gen);
    while (gen->seen != NULL)
        tdelete(*(board_bits **)gen->seen, &gen->seen, compare_keys);
    free(gen->keys);
    return status;
}

static const char *const sampling_names[] = {
    [UNIFORM] = "uniform",
    [RANDOM] = "random",
    [LEVEL] = "level",
    NULL,
};

static const struct command_option options[] = {
    {"set", "NAME", "make this set of the test protocol",
     VALUE(struct gen, set), .list = protocol_name},
    {"all-moves", NULL, "make a data set, with the scores of all moves",
     VALUE(struct gen, all_moves), .letter = 'a'},
    {"count", "N", "the number of positions", VALUE(struct gen, count),
     .min = 1, .max = 10000000, .initial = "1000", .letter = 'n'},
    {"seed", "N", "seed of the random numbers", VALUE(struct gen, seed),
     .max = UINT64_MAX, .initial = "1"},
    {0},
};

static const struct command_option formats[] = {
    {"csv", NULL, "comma-separated values with a line of names (the default)",
     VALUE(struct gen, json), .constant = 0,
     .heading = "The format of a data set:", .one_of = 1, .with = "all-moves"},
    {"json", NULL, "one JSON object per line", VALUE(struct gen, json),
     .constant = 1, .one_of = 1, .with = "all-moves"},
    {0},
};

static const struct command_option data[] = {
    {"sampling", "NAME",
     "draw positions: uniform, every ply equally often, by random moves that "
     "do not end the game; random, one of each game of random moves; level, "
     "one of each game of an opponent with itself",
     VALUE(struct gen, sampling), .words = sampling_names,
     .heading = "The positions of a data set:", .initial = "uniform",
     .with = "all-moves"},
    {"level", "N", "the level of the opponent, with --sampling level",
     VALUE(struct gen, level), .min = 1, .max = FOURSCORE_LEVELS,
     .initial = "2", .with = "all-moves"},
    {"min-ply", "N", "the smallest number of stones (2/7 of the cells)",
     VALUE(struct gen, min_ply), .max = BOARD_MAX_CELLS - 1,
     .with = "all-moves"},
    {"max-ply", "N", "the largest number of stones (6/7 of the cells)",
     VALUE(struct gen, max_ply), .max = BOARD_MAX_CELLS - 1,
     .with = "all-moves"},
    {"no-wins-at-once", NULL,
     "leave out positions in which the side to move wins at once",
     VALUE(struct gen, no_wins_at_once), .with = "all-moves"},
    {"output", "FILE", "write FILE, or replace it, instead of stdout",
     VALUE(struct gen, output), .letter = 'o', .with = "all-moves"},
    {0},
};

const struct command cmd_gen = {
    .name = "gen",
    .summary = "make a test set or a data set of random positions with scores",
    .about = "Print random positions with their scores.  No two positions are "
             "equal or mirror images.  The same seed gives the same positions, "
             "on any number of threads.\n\n"
             "With --set, lines 'MOVES SCORE' as the test protocol requires: "
             "the side to move cannot win at once.\n\n"
             "With --all-moves, a data set for learning: the scores of all "
             "moves.",
    .notes = "Examples:\n"
             "  fourscore gen --set begin-easy -n 100\n"
             "  fourscore gen --all-moves -n 100000 -o data.csv\n"
             "  fourscore gen --all-moves --sampling level --level 2 --json",
    .options = {options, formats, data, options_board, options_table,
                options_engine, options_progress},
    .request_bytes = sizeof(struct gen),
    .run = run,
};
