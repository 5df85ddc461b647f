/* fourscore gen: make test sets and data sets of random positions. */
#include "lib/fourscore_game.h"
#include "tools/gen/gen.h"

/* The perfect level plays on boards of at most so many cells. */
enum { MAX_PERFECT_CELLS = 42 };

/* The options that a test set does not have. */
static const char *const data_options[] = {
    "csv",     "json",    "sampling",        "level",
    "min-ply", "max-ply", "no-wins-at-once", "output",
    NULL};

static enum cli_status check_usage(const struct gen *gen,
                                   const struct arguments *arguments)
{
    bool set = command_given(arguments, "set");
    if (set == gen->all_moves)
        return cli_usage_error(
            set ? "--set and --all-moves exclude each other"
                : "--set NAME is required, or --all-moves for a data set");
    for (int i = 0; set && data_options[i] != NULL; i++)
        if (command_given(arguments, data_options[i]))
            return cli_usage_error("--%s goes with --all-moves",
                                   data_options[i]);
    if (command_given(arguments, "level") && gen->sampling != GEN_LEVEL)
        return cli_usage_error("--level goes with --sampling level");
    if (gen->level == FOURSCORE_LEVELS &&
        board_cells(gen->board) > MAX_PERFECT_CELLS)
        return cli_usage_error("--level %d: boards of more than %d cells take "
                               "too long",
                               gen->level, MAX_PERFECT_CELLS);
    return CLI_OK;
}

/* Set what depends on the board. */
static enum cli_status set_plies(struct gen *gen,
                                 const struct arguments *arguments)
{
    int last = board_cells(gen->board) - 1;
    if (!command_given(arguments, "min-ply"))
        gen->min_ply = board_cells(gen->board) * 2 / 7;
    if (!command_given(arguments, "max-ply"))
        gen->max_ply = board_cells(gen->board) * 6 / 7;
    if (gen->max_ply > last)
        gen->max_ply = last;
    if (gen->min_ply <= gen->max_ply && gen->min_ply <= last)
        return CLI_OK;
    return cli_usage_error("--min-ply: expected at most --max-ply, %d, got %d",
                           gen->max_ply, gen->min_ply);
}

static enum cli_status run(void *request, const struct arguments *arguments)
{
    struct gen *gen = request;
    gen->board = inside_board(gen->options.board);
    gen->random = gen->seed;
    enum cli_status status = check_usage(gen, arguments);
    if (status == CLI_OK && gen->all_moves)
        status = set_plies(gen, arguments);
    if (status == CLI_OK)
        status = search_start_monitor(&gen->options);
    if (status != CLI_OK)
        return status;
    status = gen_open_keys(gen);
    if (status == CLI_OK)
        status = gen->all_moves ? gen_data_set(gen) : gen_test_set(gen);
    gen_close_keys(gen);
    monitor_finish();
    return status;
}

static const struct command_option options[] = {
    {"set", "NAME", "make this set of the test protocol",
     VALUE(struct gen, set), .words = protocol_names},
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
     .heading = "The format of a data set:", .one_of = 1},
    {"json", NULL, "one JSON object per line", VALUE(struct gen, json),
     .constant = 1, .one_of = 1},
    {0},
};

static const struct command_option data[] = {
    {"sampling", "NAME",
     "draw positions: uniform, every ply equally often, by random moves that "
     "do not end the game; random, one of each game of random moves; level, "
     "one of each game of an opponent with itself",
     VALUE(struct gen, sampling), .words = gen_sampling_names,
     .heading = "The positions of a data set:", .initial = "uniform"},
    {"level", "N", "the level of the opponent, with --sampling level",
     VALUE(struct gen, level), .min = 1, .max = FOURSCORE_LEVELS,
     .initial = "2"},
    {"min-ply", "N", "the smallest number of stones (2/7 of the cells)",
     VALUE(struct gen, min_ply), .max = BOARD_MAX_CELLS - 1},
    {"max-ply", "N", "the largest number of stones (6/7 of the cells)",
     VALUE(struct gen, max_ply), .max = BOARD_MAX_CELLS - 1},
    {"no-wins-at-once", NULL,
     "leave out positions in which the side to move wins at once",
     VALUE(struct gen, no_wins_at_once)},
    {"output", "FILE", "write FILE, or replace it, instead of stdout",
     VALUE(struct gen, output), .letter = 'o'},
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
