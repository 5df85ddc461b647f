/*
 * fourscore gen: make a test set by the test protocol.
 *
 * The positions follow from the seed alone: neither the engine nor the table
 * changes them, and a longer set begins with the shorter one.
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/notation.h"
#include "tools/options.h"
#include "tools/output.h"
#include "tools/protocol.h"
#include "tt/random.h"

static const char help[] =
    "Usage: fourscore gen --set NAME [OPTION]...\n"
    "Print random positions with their scores, one 'MOVES SCORE' a line, made\n"
    "by the test protocol: nobody can win at once, no two are equal or mirror\n"
    "images.  The same seed gives the same positions.\n"
    "\n"
    "      --set NAME     end-easy, middle-easy, middle-medium, begin-easy,\n"
    "                     begin-medium or begin-hard\n"
    "  -n, --count N      how many positions (1000)\n"
    "      --seed N       where the random numbers start (1)\n" //
    OPTIONS_HELP OPTIONS_PROGRESS_HELP "      --help         show this help\n";

/* Give up after so many positions in a row that do not fit the set. */
enum { MAX_MISSES = 1000000 };

/* More cells than that: a large board. */
enum { LARGE_BOARD = 49 };

struct gen {
    struct board board;
    const char *name; /* of the set, or NULL */
    struct protocol_set set;
    struct monitor_search search; /* and its solver */
    uint64_t random;
    void *seen; /* a tsearch() tree of keys */
};

static int below(struct gen *gen, int count)
{
    return (int)tt_random_below(&gen->random, (uint32_t)count);
}

/*
 * How many stones to lay.  Among the first plies there are few positions and
 * they take the longest, so there a ply is drawn with a weight of its square;
 * later all are drawn alike.
 */
static int random_ply(struct gen *gen)
{
    int min = gen->set.min_ply;
    int max = gen->set.max_ply;
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
 * Play at random for 'ply' stones; false if somebody wins on the way or could
 * win with the next stone.  On large boards hardly any game would come to its
 * end, so there other columns are tried.
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

/* Whether the game ends within 'stones' more, with best play. */
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
    return !ends_within(gen, pos, gen->set.min_remaining - 1) &&
           ends_within(gen, pos, gen->set.max_remaining);
}

static int compare_keys(const void *a, const void *b)
{
    board_bits x = *(const board_bits *)a;
    board_bits y = *(const board_bits *)b;
    return (x > y) - (x < y);
}

static bool was_seen(struct gen *gen, struct position pos)
{
    board_bits key = board_shared_key(pos.board, board_key(pos));
    return tfind(&key, &gen->seen, compare_keys) != NULL;
}

static bool remember(struct gen *gen, struct position pos)
{
    board_bits *key = malloc(sizeof *key);
    if (key == NULL)
        return false;
    *key = board_shared_key(pos.board, board_key(pos));
    return tsearch(key, &gen->seen, compare_keys) != NULL;
}

static enum cli_status generate(struct gen *gen, size_t count)
{
    size_t done = 0;
    int misses = 0;

    monitor_job(gen->name, count);
    while (done < count && misses < MAX_MISSES && !output_failed() &&
           monitor_signal() == 0) {
        struct position pos;
        char moves[BOARD_MAX_CELLS + 1];
        int ply = random_ply(gen);
        if (!random_game(gen, ply, &pos, moves) || was_seen(gen, pos) ||
            !fits_set(gen, pos)) {
            misses++;
            continue;
        }
        misses = 0;
        if (!remember(gen, pos)) {
            cli_error("out of memory after %zu %s", done,
                      cli_plural(done, "position", "positions"));
            return CLI_FAILURE;
        }
        monitor_begin(&gen->search, moves, (size_t)ply);
        struct solver_bounds score =
            solver_solve(gen->search.solver, pos, SOLVER_STRONG);
        monitor_end(&gen->search);
        if (monitor_signal() != 0)
            break;
        monitor_hide();
        printf("%s %d\n", moves, score.lower);
        output_flush();
        monitor_done(++done);
    }
    if (misses < MAX_MISSES)
        return CLI_OK;
    char board[BOARD_SUFFIX_SIZE];
    cli_error("found %zu of %zu %s%s, and no more in %d attempts", done, count,
              cli_plural(count, "position", "positions"),
              board_suffix(gen->board, board), MAX_MISSES);
    return CLI_BAD_INPUT;
}

static bool is_set(const char *name)
{
    for (int i = 0; i < PROTOCOL_SETS; i++)
        if (strcmp(protocol_names[i], name) == 0)
            return true;
    cli_error("--set: there is no '%s', expected one of:", name);
    for (int i = 0; i < PROTOCOL_SETS; i++)
        fprintf(stderr, "  %s\n", protocol_names[i]);
    return false;
}

/* Look up the set, now that the board is known. */
static void find_set(struct gen *gen)
{
    for (int i = 0; i < PROTOCOL_SETS; i++)
        if (strcmp(protocol_names[i], gen->name) == 0)
            gen->set = protocol_set(gen->board, i);
}

static enum cli_status run(int argc, char **argv)
{
    enum { SET = 256, SEED, HELP };
    static const struct option options[] = {
        {"set", required_argument, NULL, SET},
        {"count", required_argument, NULL, 'n'},
        {"seed", required_argument, NULL, SEED},
        OPTIONS_COMMON,
        {"help", no_argument, NULL, HELP},
        {0},
    };
    struct gen gen = {.random = 1};
    struct options common = options_default();
    common.no_book = true;
    uint64_t count = 1000;
    int option;

    while ((option = getopt_long(argc, argv, "n:", options, NULL)) != -1) {
        bool good = true;
        switch (option) {
        case SET:
            gen.name = optarg;
            good = is_set(optarg);
            break;
        case 'n':
            good = cli_number("--count", optarg, 1, 10000000, &count);
            break;
        case SEED:
            good = cli_number("--seed", optarg, 0, UINT64_MAX, &gen.random);
            break;
        case HELP:
            fputs(help, stdout);
            return CLI_OK;
        default:
            good = options_take(&common, option);
        }
        if (!good)
            return cli_bad_option();
    }
    if (optind < argc)
        return cli_no_operands(argc - optind, argv + optind);
    if (gen.name == NULL)
        return cli_usage_error("--set is missing: which set?");
    gen.board = common.board;
    find_set(&gen);

    struct solver *solver;
    enum cli_status status = options_monitor(&common);
    if (status != CLI_OK)
        return status;
    status = options_solver(&common, options_threads(&common), 0, &solver);
    if (status == CLI_OK) {
        monitor_add(&gen.search, solver);
        status = generate(&gen, count);
        monitor_remove(&gen.search);
        solver_free(solver);
    }
    tdestroy(gen.seen, free);
    monitor_finish();
    return status;
}

const struct cli_command cmd_gen = {
    "gen", "make a test set of random positions with their scores", run};
