/*
 * fourscore puzzle: find positions with one good move.
 *
 * One thread submits candidates to a pool and takes the answers in the same
 * order, so the puzzles depend on the seed and not on the number of threads.
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "lib/fourscore_game.h"
#include "lib/json/json.h"
#include "tools/options.h"
#include "tools/output.h"
#include "tools/positions.h"

/* A puzzle, and how the game goes on. */
struct puzzle {
    char moves[FOURSCORE_MAX_CELLS + 1];
    uint64_t number; /* of the candidate */
    struct fourscore_puzzle found;
    struct fourscore_answer answer; /* about the position */
};

struct puzzles {
    struct options options;
    struct fourscore_puzzle_config wanted;
    uint64_t count; /* wanted */
    bool json, solutions;

    fourscore_pool *pool;
    struct puzzle *list;
    size_t found;
    uint64_t next; /* the candidate to be submitted next */
    uint64_t last; /* the candidate after the last puzzle */
    void *seen;    /* a tsearch() tree of keys */
};

/* ----------------------------------------------------------------- finding */

/* Give up after this number of candidates without a puzzle. */
enum { MAX_MISSES = 5000 };

/* Candidates in the pool, for each thread; and what is asked about them. */
enum { AHEAD = 4, FOUND = FOURSCORE_ALL_MOVES | FOURSCORE_PV };

/* A candidate in the pool. */
struct candidate {
    char moves[FOURSCORE_MAX_CELLS + 1]; /* first: see search_open_pool() */
    uint64_t number;
};

static int compare_keys(const void *a, const void *b)
{
    return memcmp(a, b, sizeof((struct fourscore_puzzle *)0)->key);
}

/* Keep the candidate if it is a new puzzle. */
static void consider(struct puzzles *puzzles, const struct candidate *candidate,
                     const struct fourscore_answer *answer)
{
    struct puzzle *puzzle = &puzzles->list[puzzles->found];
    puzzle->found = (struct fourscore_puzzle)FOURSCORE_PUZZLE_INIT;
    if (fourscore_judge_puzzle(answer, &puzzles->wanted, &puzzle->found) !=
            FOURSCORE_OK ||
        puzzle->found.move == 0)
        return;
    void *const *seen =
        tsearch(puzzle->found.key, &puzzles->seen, compare_keys);
    if (seen == NULL)
        command_fail(CLI_FAILURE, "out of memory");
    if (*seen != puzzle->found.key)
        return;
    memcpy(puzzle->moves, candidate->moves, sizeof puzzle->moves);
    puzzle->answer = *answer;
    puzzle->number = candidate->number;
    puzzles->last = candidate->number + 1;
    puzzles->found++;
    monitor_done(puzzles->found);
}

/* Submit the next candidate.  Returns false if there is none any more. */
static bool submit(struct puzzles *puzzles, struct candidate *candidate)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    do {
        if (puzzles->next - puzzles->last >= MAX_MISSES || monitor_is_stopped())
            return false;
        candidate->number = puzzles->next++;
        if (fourscore_puzzle_candidate(&puzzles->wanted, candidate->number,
                                       candidate->moves) != FOURSCORE_OK)
            return false;
    } while (candidate->moves[0] == '\0');
    query.find = FOUND;
    query.text = candidate->moves;
    query.length = strlen(candidate->moves);
    query.notation = FOURSCORE_MOVES;
    query.user = candidate;
    return fourscore_pool_submit(puzzles->pool, &query) == FOURSCORE_OK;
}

/* Take answers until there are enough puzzles, and then those on the way. */
static void collect(struct puzzles *puzzles, struct candidate *candidates,
                    int ahead)
{
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    for (int i = 0; i < ahead; i++)
        submit(puzzles, &candidates[i]);
    while (fourscore_pool_next(puzzles->pool, &answer) == FOURSCORE_OK) {
        if (puzzles->found == puzzles->count)
            continue;
        if (answer.finished)
            consider(puzzles, answer.user, &answer);
        if (puzzles->found < puzzles->count)
            submit(puzzles, answer.user);
    }
}

static int compare_difficulties(const void *a, const void *b)
{
    const struct puzzle *x = a, *y = b;
    if (x->found.difficulty != y->found.difficulty)
        return x->found.difficulty - y->found.difficulty;
    return (x->number > y->number) - (x->number < y->number);
}

static enum cli_status report(const struct puzzles *puzzles)
{
    char board[POSITIONS_SUFFIX_SIZE];
    uintmax_t count = puzzles->count;
    if (puzzles->found == puzzles->count)
        return CLI_OK;
    if (monitor_is_stopped())
        return cli_fail(CLI_UNFINISHED, "stopped after %zu of %ju puzzle%s%s",
                        puzzles->found, count, CLI_S(count),
                        monitor_is_late() ? ": --total-time-limit" : "");
    return cli_fail(
        CLI_BAD_INPUT,
        "found %zu of %ju puzzle%s%s, and no more among %d positions",
        puzzles->found, count, CLI_S(count),
        positions_suffix(puzzles->options.board, board), MAX_MISSES);
}

/* Find the puzzles, sorted by difficulty.  Reports if there are too few. */
static enum cli_status find_puzzles(struct puzzles *puzzles)
{
    struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
    int ahead = AHEAD * options_threads(&puzzles->options);
    struct candidate *candidates =
        command_memory((size_t)ahead, sizeof *candidates);
    config.capacity = ahead;
    puzzles->pool = search_open_pool(&puzzles->options, config, NULL, NULL);
    monitor_job("puzzles", puzzles->count);
    collect(puzzles, candidates, ahead);
    while (puzzles->seen != NULL) /* its keys are in the list */
        tdelete(*(void **)puzzles->seen, &puzzles->seen, compare_keys);
    qsort(puzzles->list, puzzles->found, sizeof *puzzles->list,
          compare_difficulties);
    search_close_pool(puzzles->pool);
    free(candidates);
    return report(puzzles);
}

/* ---------------------------------------------------------------- printing */

static char mover(const struct fourscore_puzzle *found)
{
    return fourscore_stone_name(fourscore_ply(&found->position) + 1);
}

enum { TASK_SIZE = 128 };

/* Write what there is to find. */
static void describe_task(const struct fourscore_puzzle *found,
                          char text[TASK_SIZE])
{
    if (found->score == 0)
        snprintf(text, TASK_SIZE,
                 "%c is to move and holds a draw.  Only one move does: which?",
                 mover(found));
    else
        snprintf(
            text, TASK_SIZE,
            "%c is to move and wins in %d move%s.  Only one first move wins: "
            "which?",
            mover(found), found->win_in, CLI_S(found->win_in));
}

static void print_puzzle(const struct puzzles *puzzles, size_t index)
{
    const struct puzzle *puzzle = &puzzles->list[index];
    char diagram[FOURSCORE_TEXT_SIZE], task[TASK_SIZE];
    describe_task(&puzzle->found, task);
    printf("Puzzle %zu: %s, difficulty %d\n\n%s\n%s\nThe game so far: %s\n\n",
           index + 1, json_grade_of(puzzle->found.difficulty),
           puzzle->found.difficulty,
           positions_text(&puzzle->found.position, FOURSCORE_DIAGRAM, diagram),
           task, positions_moves(puzzle->moves));
}

/* Print the results of the wrong moves: "1 loses, 2 draws". */
static void print_wrong_moves(const struct puzzle *puzzle)
{
    const struct fourscore_bounds *scores = puzzle->answer.move_scores;
    const char *separator = "";
    for (int i = 0; i < fourscore_width(&puzzle->found.position); i++) {
        if (i + 1 == puzzle->found.move || scores[i].lower == FOURSCORE_NO_MOVE)
            continue;
        printf("%s%c %s", separator, fourscore_column_name(i + 1),
               scores[i].lower > 0   ? "wins"
               : scores[i].lower < 0 ? "loses"
                                     : "draws");
        separator = ", ";
    }
}

static void print_solution(const struct puzzles *puzzles, size_t index)
{
    const struct puzzle *puzzle = &puzzles->list[index];
    const struct fourscore_puzzle *found = &puzzle->found;
    char variation[FOURSCORE_MAX_CELLS + 1];
    positions_write(puzzle->answer.pv, puzzle->answer.pv_length, 1, variation);
    printf("%zu: %c %s; ", index + 1, fourscore_column_name(found->move),
           found->score == 0 ? "holds a draw" : "wins");
    print_wrong_moves(puzzle);
    printf(".\n   Best play of both sides: %s", variation);
    if (found->score == 0)
        printf(", a draw.\n");
    else
        printf(", %c wins on move %d.\n", mover(found),
               fourscore_last_stone(&found->position, found->score));
}

static enum cli_status print_json(const struct puzzle *puzzle)
{
    char task[TASK_SIZE];
    struct json json = {0};
    json_begin_object(&json, NULL);
    json_put_text(&json, "position", puzzle->moves);
    json_add_answer(&json, FOURSCORE_STRONG, FOUND, &puzzle->answer);
    describe_task(&puzzle->found, task);
    json_add_puzzle(&json, &puzzle->found, task);
    json_end(&json);
    return output_json(&json);
}

static enum cli_status print_puzzles(const struct puzzles *puzzles)
{
    enum cli_status status = CLI_OK;
    for (size_t i = 0; i < puzzles->found && status == CLI_OK; i++)
        if (puzzles->json)
            status = print_json(&puzzles->list[i]);
        else
            print_puzzle(puzzles, i);
    if (puzzles->solutions && puzzles->found > 0)
        printf("Solutions\n\n");
    for (size_t i = 0; i < puzzles->found && puzzles->solutions; i++)
        print_solution(puzzles, i);
    return status;
}

/* ------------------------------------------------------------- the command */

static void set_wanted(struct puzzles *puzzles)
{
    struct fourscore_puzzle_config *wanted = &puzzles->wanted;
    struct value_board board = puzzles->options.board;
    int max = fourscore_puzzle_max_win_in(board.width, board.height);
    wanted->size = sizeof *wanted;
    wanted->width = board.width;
    wanted->height = board.height;
    if (wanted->win_in > max)
        command_fail(
            CLI_BAD_INPUT,
            "--win-in: a puzzle on a board of %dx%d has at most a win in "
            "%d, got %d",
            board.width, board.height, max, wanted->win_in);
}

static enum cli_status run(void *request, const struct arguments *arguments)
{
    struct puzzles *puzzles = request;
    (void)arguments;
    if (puzzles->json && puzzles->solutions)
        return cli_usage_error("--solutions: --json has the solutions anyway");
    set_wanted(puzzles);
    search_start_monitor(&puzzles->options);
    puzzles->list = command_memory(puzzles->count, sizeof *puzzles->list);
    enum cli_status status = find_puzzles(puzzles);
    status = cli_worse(status, print_puzzles(puzzles));
    free(puzzles->list);
    return status;
}

static bool parse_difficulty(const struct command_option *option,
                             const char *text, void *value)
{
    int grade; /* an index of json_grade() */
    bool found = value_int(option, text, &grade);
    if (found)
        json_grade_set(value, grade);
    return found;
}

static const struct command_option options[] = {
    {"win-in", "N",
     "only wins in N moves of the side to move, the good move included",
     VALUE(struct puzzles, wanted.win_in), .min = 1,
     .max = FOURSCORE_MAX_CELLS},
    {"only-move", NULL, "only positions in which every other move loses",
     VALUE(struct puzzles, wanted.only_move), .constant = 1},
    {"difficulty", "NAME", "only puzzles of this difficulty",
     .parse = parse_difficulty, .offset = offsetof(struct puzzles, wanted),
     .list = json_grade},
    {"count", "N", "the number of puzzles", VALUE(struct puzzles, count),
     .min = 1, .max = 100000, .initial = "1", .letter = 'n'},
    {"seed", "N", "seed of the random games",
     VALUE(struct puzzles, wanted.seed), .max = UINT64_MAX, .initial = "1"},
    {"solutions", NULL, "print the solutions after all puzzles",
     VALUE(struct puzzles, solutions)},
    {"json", NULL, "print one JSON object per line, with the solution",
     VALUE(struct puzzles, json)},
    {"total-time-limit", "SECONDS",
     "stop after SECONDS with the puzzles found so far; exit status 4",
     VALUE(struct puzzles, options.total_seconds)},
    {0},
};

const struct command cmd_puzzle = {
    .name = "puzzle",
    .summary = "find puzzles: positions with only one good move",
    .about = "Print positions of random games, played as people play, in "
             "which only one move keeps the win or the draw: every other move "
             "loses at least half a result.  No two are equal or mirror "
             "images; the easiest comes first.  The same seed gives the same "
             "puzzles.\n\n"
             "The difficulty is the number of stones to look ahead, plus 2 for "
             "each wrong move that makes a threat, plus 2 if the good move "
             "makes none.",
    .notes = "Examples:\n"
             "  fourscore puzzle --win-in 4 --solutions\n"
             "  fourscore puzzle --only-move --difficulty hard --count 10 "
             "--seed 7\n"
             "  fourscore puzzle --board 8x7 --count 5 --json",
    .options = {options, options_board, options_table, options_engine,
                options_books, options_progress},
    .request_bytes = sizeof(struct puzzles),
    .run = run,
};
