/* fourscore prove: make certificates. */
#include <stdlib.h>
#include <string.h>

#include "bitboard/notation.h"
#include "certificate/certificate.h"
#include "prove/prove.h"
#include "tools/clock.h"
#include "tools/inside/inside.h"
#include "tools/inside/replace.h"

enum { STEPS_AT_ONCE = 50 };

static const double report_seconds = 10;

/* How much a step may make the certificate larger, as a part of what a move
 * costs, at the beginning; it falls to 0 at the end of the time. */
static const double first_heat = 0.33;

struct request {
    struct options options; /* of the solver */
    const char *output;
    int player; /* indices of words */
    int result, theory, goal;
    int score; /* 0: none */
    double seconds;
    uint64_t seed;

    int moves[BOARD_MAX_CELLS];
    struct claim claim;
    double start;
    uint64_t best; /* the bytes or positions of the file; 0: none yet */
};

enum { FIRST, SECOND, WIN = 0, DRAW, STATIC = 0, NONE };

static const char *player_name(int index)
{
    static const char *const names[] = {"first", "second", NULL};
    return names[index];
}

static const char *result_name(int index)
{
    static const char *const names[] = {"win", "draw", NULL};
    return names[index];
}

static const char *theory_name(int index)
{
    static const char *const names[] = {"static", "none", NULL};
    return names[index];
}

static const char *goal_name(int index)
{
    static const char *const names[] = {
        [PROVE_BYTES] = "bytes", [PROVE_POSITIONS] = "positions", NULL};
    return names[index];
}

static enum cli_status read_position(struct request *request, const char *text)
{
    struct position pos;
    size_t bad_at;
    enum board_status status = board_parse(inside_board(request->options.board),
                                           text, strlen(text), &pos, &bad_at);
    if (status != BOARD_OK) {
        char reason[BOARD_REASON_SIZE];
        board_reason(status, text[bad_at], pos, reason);
        cli_error("POSITION:1:%zu: %s", bad_at + 1, reason);
        return CLI_BAD_INPUT;
    }
    for (int i = 0; i < pos.ply; i++)
        request->moves[i] = board_column_named(pos.board, text[i]);
    request->claim.pos = pos;
    return CLI_OK;
}

/* Set the claim.  Without --side it is that of the side that does not lose,
 * and without --result or --score that of a win if there is one. */
static enum cli_status make_claim(struct request *request,
                                  const struct arguments *arguments,
                                  struct solver *solver)
{
    struct claim *claim = &request->claim;
    struct solver_bounds found = solver_solve(
        solver, claim->pos, request->score > 1 ? SOLVER_STRONG : SOLVER_WEAK);
    if (!solver_is_score(found))
        return CLI_UNFINISHED;
    bool first_moves = claim->pos.ply % 2 == 0;
    claim->mover = command_given(arguments, "side")
                       ? (request->player == FIRST) == first_moves
                       : found.lower >= 0;
    int score = claim->mover ? found.lower : -found.lower;
    if (request->score != 0)
        claim->score = request->score;
    else if (command_given(arguments, "result"))
        claim->score = request->result == WIN;
    else
        claim->score = score > 0;
    claim->statics = request->theory == STATIC;
    if (score >= claim->score)
        return CLI_OK;
    const char *player = player_name(claim->mover == first_moves ? 0 : 1);
    cli_error("the %s player does not reach that: %s", player,
              score == 0  ? "the position is a draw"
              : score > 0 ? "it wins later"
                          : "it loses");
    return CLI_BAD_INPUT;
}

/* Check a certificate, and write it to the file if it is smaller. */
static enum cli_status consider(struct request *request, const uint8_t *bytes,
                                size_t size)
{
    struct certificate read;
    struct certificate_result result;
    char reason[CERTIFICATE_REASON_SIZE];
    if (certificate_read(bytes, size, &read, reason) != CERTIFICATE_OK ||
        certificate_check(&read, CERTIFICATE_MAX_STATES, &result) !=
            CERTIFICATE_OK) {
        cli_error("the proof is too large for a certificate");
        return CLI_FAILURE;
    }
    uint64_t found = request->goal == PROVE_BYTES ? size : result.positions + 1;
    if (request->best != 0 && found >= request->best)
        return CLI_OK;
    enum cli_status status = replace_file(request->output, bytes, size);
    if (status != CLI_OK)
        return status;
    request->best = found;
    cli_note("%.0f s: %ju positions, %ju policies, %zu bytes",
             clock_seconds() - request->start, (uintmax_t)result.positions,
             (uintmax_t)result.policies, size);
    return CLI_OK;
}

static enum cli_status write_now(struct request *request, struct prove *prove)
{
    size_t size;
    uint8_t *bytes = prove_write(prove, request->moves, &size);
    if (bytes == NULL) {
        cli_error("out of memory");
        return CLI_FAILURE;
    }
    enum cli_status status = consider(request, bytes, size);
    free(bytes);
    return status;
}

static bool is_over(void *context)
{
    const struct request *request = context;
    bool late = clock_seconds() - request->start >= request->seconds;
    return monitor_is_stopped() || (late && request->best != 0);
}

static enum cli_status improve(struct request *request, struct prove *prove)
{
    enum cli_status status = write_now(request, prove);
    double reported = clock_seconds(), began = reported;
    double rest = request->seconds - (began - request->start);
    double unit = request->goal == PROVE_BYTES ? 3 : 1;
    bool improves = true;
    while (status == CLI_OK && improves && !is_over(request)) {
        double left = 1 - (clock_seconds() - began) / rest;
        improves =
            prove_improve(prove, STEPS_AT_ONCE, first_heat * unit * left);
        if (improves && clock_seconds() - reported > report_seconds) {
            status = write_now(request, prove);
            reported = clock_seconds();
        }
    }
    if (status != CLI_OK || monitor_is_stopped())
        return status;
    return write_now(request, prove);
}

static enum cli_status make(struct request *request, struct solver *solver)
{
    struct prove *prove;
    struct prove_config config = {
        .claim = request->claim,
        .goal = (enum prove_goal)request->goal,
        .seed = request->seed,
        .solver = solver,
        .is_stopped = is_over,
        .context = request,
    };
    switch (prove_new(&prove, &config)) {
    case PROVE_OK:
        break;
    case PROVE_STOPPED:
        cli_error("stopped before there was a proof");
        return CLI_UNFINISHED;
    case PROVE_NO_MEMORY:
        cli_error("out of memory");
        return CLI_FAILURE;
    }
    enum cli_status status = improve(request, prove);
    prove_free(prove);
    return status;
}

static enum cli_status prove(struct request *request,
                             const struct arguments *arguments)
{
    struct inside_search search;
    enum cli_status status = inside_open(&search, &request->options, 1);
    if (status == CLI_OK) {
        inside_begin(&search, request->output, strlen(request->output));
        request->start = clock_seconds();
        status = make_claim(request, arguments, search.solver);
        if (status == CLI_UNFINISHED)
            cli_error("stopped before there was a proof");
        if (status == CLI_OK)
            status = make(request, search.solver);
        inside_end();
    }
    inside_close(&search);
    return status;
}

static enum cli_status run(void *context, const struct arguments *arguments)
{
    struct request *request = context;
    request->options.progress = MONITOR_NEVER;
    if (command_given(arguments, "score") && command_given(arguments, "result"))
        return cli_usage_error("--score: --result is given, too");
    enum cli_status status = read_position(
        request, arguments->count > 0 ? arguments->operands[0] : "");
    if (status == CLI_OK)
        status = replace_check(request->output);
    if (status == CLI_OK)
        status = open_monitor(&request->options);
    if (status != CLI_OK)
        return status;
    status = prove(request, arguments);
    monitor_finish();
    return status;
}

static const struct command_option claim_options[] = {
    {"side", "NAME",
     "the player whose result is proven, first or second (the one who does not "
     "lose)",
     VALUE_INDEX(struct request, player, player_name)},
    {"result", "NAME", "what is proven, win or draw (a win if there is one)",
     VALUE_INDEX(struct request, result, result_name)},
    {"score", "N", "prove a score of at least N, 1 or more",
     VALUE_NUMBER(struct request, score, 1, BOARD_MAX_CELLS)},
    {"theory", "NAME", "what a check relies on besides the rules of the game",
     VALUE_INDEX(struct request, theory, theory_name), .initial = "static"},
    {0},
};

static const struct command_option other_options[] = {
    {"output", "FILE", "the file to write", VALUE_TEXT(struct request, output),
     .letter = 'o', .required = true},
    {"time", "SECONDS", "make the certificate smaller for so long",
     VALUE_SECONDS(struct request, seconds), .initial = "600"},
    {"goal", "NAME", "what to have as few of as possible",
     VALUE_INDEX(struct request, goal, goal_name), .initial = "bytes"},
    {"seed", "N", "the seed of random choices",
     VALUE_NUMBER(struct request, seed, 0, UINT64_MAX), .initial = "1"},
    {0},
};

const struct command cmd_prove = {
    .name = "prove",
    .summary = "make a certificate: a proof of a result that needs no search",
    .about = "Make a certificate that a player reaches a result in POSITION, "
             "the columns played, by default the empty board.  It is made "
             "smaller until the time is up.  FILE always holds the smallest "
             "one so far, also after SIGINT.",
    .groups =
        {
            {.options = claim_options, .heading = "What is proven:"},
            {.options = other_options, .heading = "Other options:"},
            OPTIONS_GROUP(board, struct request),
            OPTIONS_GROUP(table, struct request),
        },
    .operands = "[POSITION]",
    .max_operands = 1,
    .request_bytes = sizeof(struct request),
    .run = run,
};
