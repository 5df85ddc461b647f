/*
 * fourscore gen: make a test set by the test protocol.
 *
 * The positions depend only on the seed, not on the engine or the table.  A
 * shorter set is the beginning of a longer one.
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/notation.h"
#include "tools/inside/inside.h"
#include "tools/inside/protocol.h"
#include "tools/output.h"
#include "tt/random.h"

/* Give up after this number of consecutive positions that do not fit the set.
 */
enum { MAX_MISSES = 1000000 };

/* A board with more cells is a large board. */
enum { LARGE_BOARD = 49 };

struct gen {
    struct options options;
    int set; /* an index of protocol_names */
    uint64_t count, random;

    struct protocol_set limits; /* of the set */
    struct board board;
    struct inside_search search;
    void *seen; /* a tsearch() tree of keys */
};

static int below(struct gen *gen, int count)
{
    return (int)tt_random_below(&gen->random, (uint32_t)count);
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

/*
 * Play 'ply' random moves.  Returns false if a move wins, or if the side to
 * move could win at once.  On large boards nearly every random game would fail,
 * so there other columns are tried.
 */
static bool random_game(struct gen *gen, int ply, struct position *pos,
                        char moves[BOARD_MAX_CELLS + 1])
{
    int cells = board_cells(gen->board);
    int misses = cells > LARGE_BOARD ? cells : 0;
    *pos = board_empty(gen->board);
    while (pos->ply < ply) {
        int column = below(gen, gen->board.width);
        if (!board_can_play(*pos, column))
            continue;
        if ((board_winning_moves(*pos) & board_column(pos->board, column)) !=
            0) {
            if (misses-- == 0)
                return false;
            continue;
        }
        moves[pos->ply] = board_column_name(column);
        *pos = board_play(*pos, column);
    }
    moves[ply] = '\0';
    return board_winning_moves(*pos) == 0;
}

/* Whether the game ends within 'stones' more stones, with best play. */
static bool ends_within(struct gen *gen, struct position pos, int stones)
{
    int stone = pos.ply + stones;
    if (stone >= board_cells(pos.board))
        return true;
    bool own = stone % 2 != pos.ply % 2;
    int win = board_win_score(pos.board, own ? stone : stone - 1);
    int loss = -board_win_score(pos.board, own ? stone - 1 : stone);
    struct solver *solver = gen->search.solver;
    return solver_solve_window(solver, pos, win - 1, win).lower >= win ||
           solver_solve_window(solver, pos, loss, loss + 1).upper <= loss;
}

static bool fits_set(struct gen *gen, struct position pos)
{
    return !ends_within(gen, pos, gen->limits.min_remaining - 1) &&
           ends_within(gen, pos, gen->limits.max_remaining);
}

/* Find the score of a position if it fits the set. */
static bool solve_if_fit(struct gen *gen, struct position pos,
                         const char *moves, struct solver_bounds *score)
{
    inside_begin(&gen->search, moves, strlen(moves));
    bool fits = fits_set(gen, pos);
    if (fits)
        *score = solver_solve(gen->search.solver, pos, SOLVER_STRONG);
    inside_end();
    return fits;
}

static int compare_keys(const void *a, const void *b)
{
    board_bits x = *(const board_bits *)a;
    board_bits y = *(const board_bits *)b;
    return (x > y) - (x < y);
}

static bool was_seen(struct gen *gen, struct position pos)
{
    board_bits key = board_canonical_key(pos.board, board_key(pos));
    return tfind(&key, &gen->seen, compare_keys) != NULL;
}

static bool remember(struct gen *gen, struct position pos)
{
    board_bits *key = malloc(sizeof *key);
    if (key == NULL)
        return false;
    *key = board_canonical_key(pos.board, board_key(pos));
    return tsearch(key, &gen->seen, compare_keys) != NULL;
}

static enum cli_status generate(struct gen *gen)
{
    size_t done = 0, count = gen->count;
    int misses = 0;

    monitor_job(protocol_names[gen->set], count);
    while (done < count && misses < MAX_MISSES && !output_failed() &&
           monitor_signal() == 0) {
        struct position pos;
        char moves[BOARD_MAX_CELLS + 1];
        int ply = random_ply(gen);
        struct solver_bounds score;
        if (!random_game(gen, ply, &pos, moves) || was_seen(gen, pos) ||
            !solve_if_fit(gen, pos, moves, &score)) {
            misses++;
            continue;
        }
        misses = 0;
        if (!remember(gen, pos)) {
            cli_error("out of memory after %zu %s", done,
                      cli_plural(done, "position", "positions"));
            return CLI_FAILURE;
        }
        if (monitor_signal() != 0)
            break;
        monitor_hide();
        printf("%s %d\n", moves, score.lower);
        output_flush();
        monitor_done(++done);
    }
    if (monitor_signal() != 0)
        cli_error("stopped after %zu of %zu %s", done, count,
                  cli_plural(count, "position", "positions"));
    if (misses < MAX_MISSES)
        return CLI_OK;
    char board[BOARD_SUFFIX_SIZE];
    cli_error("found %zu of %zu %s%s, and no more in %d attempts", done, count,
              cli_plural(count, "position", "positions"),
              board_suffix(gen->board, board), MAX_MISSES);
    return CLI_BAD_INPUT;
}

static enum cli_status run(void *request, const struct arguments *arguments)
{
    struct gen *gen = request;
    (void)arguments;
    gen->board = inside_board(gen->options.board);
    gen->limits = protocol_set(gen->board, gen->set);
    gen->options.no_book = true;
    enum cli_status status = open_monitor(&gen->options);
    if (status != CLI_OK)
        return status;
    status =
        inside_open(&gen->search, &gen->options, open_threads(&gen->options));
    if (status == CLI_OK)
        status = generate(gen);
    inside_close(&gen->search);
    tdestroy(gen->seen, free);
    monitor_finish();
    return status;
}

static const char *set_name(int index)
{
    return index < PROTOCOL_SETS ? protocol_names[index] : NULL;
}

static const struct command_option options[] = {
    {"set", "NAME", "the set", VALUE_INDEX(struct gen, set, set_name),
     .required = true},
    {"count", "N", "the number of positions",
     VALUE_NUMBER(struct gen, count, 1, 10000000), .initial = "1000",
     .letter = 'n'},
    {"seed", "N", "seed of the random numbers",
     VALUE_NUMBER(struct gen, random, 0, UINT64_MAX), .initial = "1"},
    {0},
};

const struct command cmd_gen = {
    .name = "gen",
    .summary = "make a test set of random positions with their scores",
    .about = "Print random positions with their scores, one 'MOVES SCORE' a "
             "line, as the test protocol requires: the side to move cannot win "
             "at once, and no two positions are equal or mirror images.  The "
             "same seed gives the same positions.",
    .groups =
        {
            {.options = options},
            OPTIONS_GROUP(board, struct gen),
            OPTIONS_GROUP(table, struct gen),
            OPTIONS_GROUP(engine, struct gen),
            OPTIONS_GROUP(progress, struct gen),
        },
    .request_bytes = sizeof(struct gen),
    .run = run,
};
