/* fourscore solve: positions in, scores out, line by line. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cli.h"
#include "tools/json.h"
#include "tools/lines.h"

static const char help[] =
    "Usage: fourscore solve [OPTION]... [FILE]...\n"
    "Read one position per line, as the columns played, and print each with "
    "its\n"
    "score: POSITION SCORE.  An empty line is the empty board; a line that\n"
    "starts with # is a comment.  Without FILE, or where it is -, read stdin.\n"
    "\n"
    "A score is for the side to move: 0 a draw, k > 0 a win with the k-th "
    "stone\n"
    "from the end of its supply, k < 0 a loss to the opponent's.\n"
    "\n"
    "  -w, --weak         only who wins: 1, 0 or -1\n"
    "  -a, --all-moves    a score per column in place of SCORE, -1000 for a\n"
    "                     column that is full\n"
    "      --best         then the best columns, centre first (- for none)\n"
    "      --pv           then the principal variation (- for none)\n"
    "  -v, --verbose      then the nodes and microseconds it took; on stderr\n"
    "                     what searches\n"
    "      --json         one JSON object per line instead, errors included\n"
    "      --check        read lines POSITION SCORE, print only those whose\n"
    "                     score is another, and count them\n"
    "      --fresh        empty the table before each position (not "
    "timed)\n" CLI_SOLVER_HELP "      --help         show this help\n"
    "\n"
    "An invalid line is reported on stderr as FILE:LINE:COLUMN: REASON, and "
    "an\n"
    "empty line is printed for it; the exit status is then 1.\n";

struct solve {
    struct solver *solver;
    enum solver_goal goal;
    bool all_moves, best, variation, verbose, json, check, fresh;
    unsigned long checked, wrong;
};

struct answer {
    int score;
    int move_scores[BOARD_WIDTH];
    int best[BOARD_WIDTH];
    int best_count;
    int variation[BOARD_CELLS];
    int variation_count;
    uint64_t nodes;
    uint64_t microseconds;
};

static struct answer find_answer(const struct solve *solve, struct position pos)
{
    struct answer answer = {0};
    struct solver *solver = solve->solver;

    if (solve->fresh)
        solver_clear(solver);
    uint64_t nodes = solver_nodes(solver);
    double started = cli_seconds();

    if (solve->all_moves || solve->best) {
        answer.score =
            solver_move_scores(solver, pos, solve->goal, answer.move_scores);
        answer.best_count = solver_best_moves(answer.move_scores, answer.best);
    } else {
        answer.score = solver_solve(solver, pos, solve->goal);
    }
    if (solve->variation)
        answer.variation_count =
            solver_variation(solver, pos, answer.score, answer.variation);

    answer.microseconds = (uint64_t)((cli_seconds() - started) * 1e6 + 0.5);
    answer.nodes = solver_nodes(solver) - nodes;
    return answer;
}

/* Write columns as a move string. */
static const char *format_columns(const int *columns, int count,
                                  char text[BOARD_CELLS + 1])
{
    for (int i = 0; i < count; i++)
        text[i] = board_column_name(columns[i]);
    text[count] = '\0';
    return text;
}

static void print_columns(const int *columns, int count)
{
    char text[BOARD_CELLS + 1];
    printf(" %s", count ? format_columns(columns, count, text) : "-");
}

static void print_text(const struct solve *solve, const char *moves,
                       size_t length, const struct answer *answer)
{
    fwrite(moves, 1, length, stdout);
    if (solve->all_moves)
        for (int column = 0; column < BOARD_WIDTH; column++)
            printf(" %d", answer->move_scores[column]);
    else
        printf(" %d", answer->score);
    if (solve->best)
        print_columns(answer->best, answer->best_count);
    if (solve->variation)
        print_columns(answer->variation, answer->variation_count);
    if (solve->verbose)
        printf(" %ju %ju", (uintmax_t)answer->nodes,
               (uintmax_t)answer->microseconds);
    putchar('\n');
}

static void print_json_answer(const struct solve *solve, const char *moves,
                              size_t length, struct position pos,
                              const struct answer *answer)
{
    json_t *object = json_object();
    json_object_set_new(object, "position", json_bytes(moves, length));
    if (solve->goal == SOLVER_WEAK) {
        json_object_set_new(object, "weak_score", json_integer(answer->score));
    } else {
        json_object_set_new(object, "score", json_integer(answer->score));
        json_object_set_new(
            object, "last_stone",
            json_integer(solver_last_stone(pos.ply, answer->score)));
    }
    if (solve->all_moves) {
        json_t *scores = json_array();
        for (int column = 0; column < BOARD_WIDTH; column++) {
            int score = answer->move_scores[column];
            json_array_append_new(scores, score == SOLVER_NO_MOVE
                                              ? json_null()
                                              : json_integer(score));
        }
        json_object_set_new(object, "move_scores", scores);
    }
    if (solve->best) {
        json_t *columns = json_array();
        for (int i = 0; i < answer->best_count; i++)
            json_array_append_new(columns, json_integer(answer->best[i] + 1));
        json_object_set_new(object, "best", columns);
    }
    if (solve->variation) {
        char text[BOARD_CELLS + 1];
        json_object_set_new(
            object, "pv",
            json_string(format_columns(answer->variation,
                                       answer->variation_count, text)));
    }
    if (solve->verbose) {
        json_object_set_new(object, "nodes",
                            json_integer((json_int_t)answer->nodes));
        json_object_set_new(object, "microseconds",
                            json_integer((json_int_t)answer->microseconds));
    }
    json_print(object, JSON_COMPACT);
}

static void print_json_error(const struct lines *lines,
                             const struct lines_error *error)
{
    json_t *object = json_object();
    json_object_set_new(object, "position",
                        json_bytes(lines->text, lines->length));
    json_object_set_new(object, "file",
                        json_bytes(lines->name, strlen(lines->name)));
    json_object_set_new(object, "line",
                        json_integer((json_int_t)lines->number));
    json_object_set_new(object, "column",
                        json_integer((json_int_t)error->column));
    json_object_set_new(object, "error", json_string(error->reason));
    json_print(object, JSON_COMPACT);
}

static enum cli_status solve_line(const struct solve *solve,
                                  const struct lines *lines)
{
    struct position pos;
    size_t length;
    struct lines_error error;

    if (!lines_position(lines, &pos, &length, &error)) {
        lines_report(lines, &error);
        if (solve->json)
            print_json_error(lines, &error);
        else
            putchar('\n');
        return CLI_BAD_INPUT;
    }
    struct answer answer = find_answer(solve, pos);
    if (solve->json)
        print_json_answer(solve, lines->text, length, pos, &answer);
    else
        print_text(solve, lines->text, length, &answer);
    return CLI_OK;
}

static enum cli_status check_line(struct solve *solve,
                                  const struct lines *lines)
{
    struct position pos;
    size_t length;
    int expected;
    struct lines_error error;

    if (!lines_scored_position(lines, &pos, &length, &expected, &error)) {
        lines_report(lines, &error);
        return CLI_BAD_INPUT;
    }
    if (solve->goal == SOLVER_WEAK)
        expected = solver_sign(expected);
    int score = find_answer(solve, pos).score;
    solve->checked++;
    if (score == expected)
        return CLI_OK;
    solve->wrong++;
    printf("%s:%lu: %.*s: expected %d, found %d\n", lines->name, lines->number,
           (int)length, lines->text, expected, score);
    return CLI_BAD_INPUT;
}

static enum cli_status solve_file(struct solve *solve, const char *path)
{
    static struct lines lines;
    enum cli_status status = CLI_OK;

    if (!lines_open(&lines, path))
        return CLI_BAD_INPUT;
    while (cli_can_write() && lines_next(&lines))
        status = cli_worse(status, solve->check ? check_line(solve, &lines)
                                                : solve_line(solve, &lines));
    return cli_worse(status, lines_close(&lines));
}

static enum cli_status solve_files(struct solve *solve, int count, char **paths)
{
    enum cli_status status = CLI_OK;
    char size[CLI_BYTES_SIZE];

    struct solver_table table = solver_table(solve->solver);
    if (solve->verbose)
        fprintf(stderr, "engine %s, %s, table of %s%s\n",
                solver_engine_name(solve->solver), solver_isa(solve->solver),
                cli_format_bytes(table.bytes, size),
                table.huge_pages ? ", huge pages asked for" : "");
    if (count == 0)
        status = solve_file(solve, "-");
    for (int i = 0; i < count && cli_can_write(); i++)
        status = cli_worse(status, solve_file(solve, paths[i]));
    if (solve->check)
        printf("%lu checked, %lu wrong\n", solve->checked, solve->wrong);
    return status;
}

static enum cli_status check_usage(const struct solve *solve)
{
    if (solve->check && (solve->all_moves || solve->best || solve->variation ||
                         solve->verbose || solve->json))
        return cli_usage_error("--check goes with none of --all-moves, --best, "
                               "--pv, --verbose, --json");
    if (solve->goal == SOLVER_WEAK && solve->variation)
        return cli_usage_error("--pv goes with exact scores, not with --weak");
    return CLI_OK;
}

static enum cli_status run(int argc, char **argv)
{
    enum { BEST = 256, PV, JSON, CHECK, FRESH, ENGINE, TABLE, HELP };
    static const struct option options[] = {
        {"weak", no_argument, NULL, 'w'},
        {"all-moves", no_argument, NULL, 'a'},
        {"best", no_argument, NULL, BEST},
        {"pv", no_argument, NULL, PV},
        {"verbose", no_argument, NULL, 'v'},
        {"json", no_argument, NULL, JSON},
        {"check", no_argument, NULL, CHECK},
        {"fresh", no_argument, NULL, FRESH},
        {"engine", required_argument, NULL, ENGINE},
        {"table", required_argument, NULL, TABLE},
        {"help", no_argument, NULL, HELP},
        {0},
    };
    struct solve solve = {.goal = SOLVER_STRONG};
    struct solver_config config = {0};
    int option;

    while ((option = getopt_long(argc, argv, "wav", options, NULL)) != -1) {
        switch (option) {
        case 'w':
            solve.goal = SOLVER_WEAK;
            break;
        case 'a':
            solve.all_moves = true;
            break;
        case BEST:
            solve.best = true;
            break;
        case PV:
            solve.variation = true;
            break;
        case 'v':
            solve.verbose = true;
            break;
        case JSON:
            solve.json = true;
            break;
        case CHECK:
            solve.check = true;
            break;
        case FRESH:
            solve.fresh = true;
            break;
        case ENGINE:
            config.engine = optarg;
            break;
        case TABLE:
            if (!cli_size("--table", optarg, &config.table_bytes))
                return cli_bad_option();
            break;
        case HELP:
            fputs(help, stdout);
            return CLI_OK;
        default:
            return cli_bad_option();
        }
    }
    enum cli_status status = check_usage(&solve);
    if (status == CLI_OK)
        status = cli_solver(&solve.solver, &config);
    if (status != CLI_OK)
        return status;
    status = solve_files(&solve, argc - optind, argv + optind);
    solver_free(solve.solver);
    return status;
}

const struct cli_command cmd_solve = {
    "solve", "print the score of each position read", run};
