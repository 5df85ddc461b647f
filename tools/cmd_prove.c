/* fourscore prove: make certificates. */
#include <stdlib.h>
#include <string.h>

#include "bitboard/text.h"
#include "lib/read/scan.h"
#include "os/os.h"
#include "proof/certificate.h"
#include "proof/make/prove.h"
#include "tools/certificates.h"
#include "tools/inside.h"
#include "tools/options.h"
#include "tools/output.h"

/* --------------------------------------------------------------- the claim */

enum {
    FIRST = 0,
    SECOND,
    WIN = 0,
    DRAW,
    STATIC = 0,
    NONE,
};

struct request {
    struct options options; /* of the solver */
    const char *output;
    int goal; /* the index of a word */
    double seconds;
    uint64_t steps; /* 0: any */
    uint64_t seed;
    bool quiet;

    /* What is proven: options, or the claim of a certificate that is to be made
     * smaller. */
    int player, result, theory; /* indices of words */
    int score;
    const char *improve; /* a file, or NULL */

    struct claim claim;
    char moves[BOARD_MAX_CELLS + 1];
    struct certificate first; /* of the file */

    double start;
    double next_report;
    uint64_t best; /* the bytes or positions of the file; 0: none yet */
};

static const char *const player_names[] = {"first", "second", NULL};
static const char *const result_names[] = {"win", "draw", NULL};
static const char *const theory_names[] = {"static", "none", NULL};

static const char no_proof[] = "stopped before there was a proof";

static void read_position(struct request *request, const char *text,
                          struct board board)
{
    struct position pos;
    char reason[BOARD_REASON_SIZE];
    size_t bad_at;
    enum board_status status =
        board_parse(board, text, strlen(text), &pos, &bad_at);
    if (status != BOARD_OK) {
        board_reason(status, text, strlen(text), bad_at, pos, 1, reason);
        command_fail(CLI_BAD_INPUT, "POSITION:1:%zu: %s", bad_at + 1, reason);
    }
    memcpy(request->moves, text, (size_t)pos.ply);
    request->claim.pos = pos;
}

/* Set the certificate of --improve. */
static void read_first(struct request *request)
{
    struct fourscore_certificate checked = FOURSCORE_CERTIFICATE_INIT;
    struct fourscore_error error;
    char reason[CERTIFICATE_REASON_SIZE];
    const void *bytes;
    size_t size;
    command_need(certificates_read(request->improve, &bytes, &size));
    command_need(certificates_report(
        request->improve,
        fourscore_certificate_check(bytes, size, &checked, &error), &checked,
        &error));
    if (certificate_read(bytes, size, &request->first, reason) !=
        CERTIFICATE_OK)
        command_fail(CLI_BAD_INPUT, "%s: %s", request->improve, reason);
    request->claim = request->first.claim;
    memcpy(request->moves, request->first.moves, sizeof request->moves);
}

static bool first_player_claims(const struct claim *claim)
{
    return claim->mover == (claim->pos.ply % 2 == 0);
}

/* What was given and differs from the certificate of --improve; or NULL. */
static const char *find_difference(const struct request *request,
                                   const struct arguments *arguments,
                                   struct value_board board)
{
    const struct claim *claim = &request->first.claim;
    if (command_given(arguments, "board") &&
        (board.width != claim->pos.board.width ||
         board.height != claim->pos.board.height))
        return "board";
    if (arguments->count > 0 &&
        (request->claim.pos.ply != claim->pos.ply ||
         board_key(request->claim.pos) != board_key(claim->pos)))
        return "position";
    if (command_given(arguments, "side") &&
        (request->player == FIRST) != first_player_claims(claim))
        return "player";
    if ((command_given(arguments, "result") &&
         claim->score != (request->result == WIN)) ||
        (command_given(arguments, "score") && claim->score != request->score))
        return "result";
    if (command_given(arguments, "theory") && !claim->statics &&
        request->theory == STATIC)
        return "theory";
    return NULL;
}

/* Set the position of the claim; with --improve, the claim and the board, which
 * is the one of --board.  Requires a request of zeros and options. */
static void read_claim(struct request *request,
                       const struct arguments *arguments)
{
    struct value_board *board = &request->options.board;
    const char *text = arguments->count > 0 ? arguments->operands[0] : "";
    if (request->improve == NULL) {
        read_position(request, text, inside_board(*board));
        return;
    }
    read_first(request);
    struct board own = request->claim.pos.board;
    if (arguments->count > 0)
        read_position(request, text, own);
    const char *difference = find_difference(request, arguments, *board);
    if (difference != NULL)
        command_fail(CLI_BAD_INPUT, "%s: the certificate is for another %s",
                     request->improve, difference);
    request->claim = request->first.claim;
    request->claim.statics =
        request->claim.statics && request->theory == STATIC;
    *board = inside_size(own);
}

/* Set the rest of the claim, unless a certificate has it, and check that it is
 * true. */
static void complete_claim(struct request *request,
                           const struct arguments *arguments,
                           struct solver *solver)
{
    struct claim *claim = &request->claim;
    bool scored = command_given(arguments, "score");
    if (request->improve != NULL)
        return;
    struct solver_bounds found =
        solver_solve(solver, claim->pos, scored ? SOLVER_STRONG : SOLVER_WEAK);
    if (!solver_is_score(found))
        command_fail(CLI_UNFINISHED, "%s", no_proof);
    claim->mover = command_given(arguments, "side")
                       ? (request->player == FIRST) == (claim->pos.ply % 2 == 0)
                       : found.lower >= 0;
    int score = claim->mover ? found.lower : -found.lower;
    if (scored)
        claim->score = request->score;
    else if (command_given(arguments, "result"))
        claim->score = request->result == WIN;
    else
        claim->score = score > 0;
    claim->statics = request->theory == STATIC;
    if (score < claim->score)
        command_fail(CLI_BAD_INPUT, "the %s player does not reach that: %s",
                     player_names[first_player_claims(claim) ? FIRST : SECOND],
                     score == 0  ? "the position is a draw"
                     : score > 0 ? "it wins later"
                     : scored    ? "it loses earlier"
                                 : "it loses");
}

/* --------------------------------------------------------- the certificate */

enum { STEPS_AT_ONCE = 50 };

/* A report comes after this time, and after this many times as long as the last
 * one took: large certificates take seconds to write and to check. */
static const double report_seconds = 10, report_times = 10;

static const char *const goal_names[] = {
    [PROVE_BYTES] = "bytes", [PROVE_POSITIONS] = "positions", NULL};

/* Check a certificate, and write it to the file if it is smaller. */
static void consider(struct request *request, const uint8_t *bytes, size_t size)
{
    struct certificate read;
    struct certificate_result result;
    char reason[CERTIFICATE_REASON_SIZE];
    enum certificate_status found_status =
        size > CERTIFICATE_MAX_BYTES
            ? CERTIFICATE_TOO_LARGE
            : certificate_read(bytes, size, &read, reason);
    if (found_status == CERTIFICATE_OK)
        found_status =
            certificate_check(&read, CERTIFICATE_MAX_STATES, &result);
    if (found_status == CERTIFICATE_TOO_LARGE) {
        if (!request->quiet)
            cli_note("%.0f s: %zu bytes, too large for a check",
                     os_seconds() - request->start, size);
        return; /* it may become smaller */
    }
    if (found_status != CERTIFICATE_OK)
        command_fail(CLI_FAILURE, "the certificate cannot be checked");
    uint64_t found = request->goal == PROVE_BYTES ? size : result.positions + 1;
    if (request->best != 0 && found >= request->best)
        return;
    command_need(output_replace(request->output, bytes, size));
    request->best = found;
    if (!request->quiet)
        cli_note("%.0f s: %ju positions, %ju policies, %zu bytes",
                 os_seconds() - request->start, (uintmax_t)result.positions,
                 (uintmax_t)result.policies, size);
}

static void write_now(struct request *request, struct prove *prove)
{
    double began = os_seconds();
    size_t size;
    uint8_t *bytes = prove_write(prove, request->moves, &size);
    if (bytes == NULL)
        command_fail(CLI_FAILURE, "out of memory");
    consider(request, bytes, size);
    free(bytes);
    double now = os_seconds(), wait = report_times * (now - began);
    request->next_report =
        now + (wait > report_seconds ? wait : report_seconds);
}

static bool is_over(void *context)
{
    const struct request *request = context;
    bool late = os_seconds() - request->start >= request->seconds;
    return monitor_is_stopped() || (late && request->best != 0);
}

/* Write a certificate, and smaller ones as long as it takes. */
static void improve(struct request *request, struct prove *prove)
{
    uint64_t left = request->steps != 0 ? request->steps : UINT64_MAX;
    bool improves = true;
    write_now(request, prove);
    while (improves && left > 0 && !is_over(request)) {
        int steps = left < STEPS_AT_ONCE ? (int)left : STEPS_AT_ONCE;
        left -= (uint64_t)steps;
        improves = prove_improve(prove, steps);
        if (improves && os_seconds() > request->next_report)
            write_now(request, prove);
    }
    write_now(request, prove);
    if (request->best == 0)
        command_fail(
            CLI_UNFINISHED,
            "stopped before there was a certificate that can be checked");
}

/* Set 'solvers[1]' and the following ones to workers of the first, one for each
 * thread.  Returns the number of all. */
static int make_workers(const struct request *request,
                        struct solver *solvers[WORKERS_MAX])
{
    int count = 1, threads = options_threads(&request->options);
    for (; count < threads && count < WORKERS_MAX; count++) {
        enum solver_status made =
            solver_new_worker(&solvers[count], solvers[0]);
        if (made != SOLVER_OK)
            command_fail(CLI_FAILURE, "%s", solver_strstatus(made));
    }
    return count;
}

static void make(struct request *request, struct solver *solver)
{
    struct solver *solvers[WORKERS_MAX] = {solver};
    struct prove_config config = {
        .claim = request->claim,
        .goal = (enum prove_goal)request->goal,
        .seed = request->seed,
        .first = request->improve != NULL ? &request->first : NULL,
        .solvers = solvers,
        .threads = make_workers(request, solvers),
        .is_stopped = is_over,
        .context = request,
    };
    struct prove *prove;
    switch (prove_new(&prove, &config)) {
    case PROVE_OK:
        break;
    case PROVE_STOPPED:
        command_fail(CLI_UNFINISHED, "%s", no_proof);
    case PROVE_NO_MEMORY:
        command_fail(CLI_FAILURE, "out of memory");
    }
    improve(request, prove);
    prove_free(prove);
    for (int i = 1; i < config.threads; i++)
        solver_free(solvers[i]);
}

static void stop(void *context)
{
    solver_stop(context);
}

static enum cli_status run(void *context, const struct arguments *arguments)
{
    struct request *request = context;
    request->options.progress = MONITOR_NEVER;
    if (command_given(arguments, "score") && command_given(arguments, "result"))
        return cli_usage_error("--score: --result is given, too");
    read_claim(request, arguments);
    command_need(output_check(request->output));
    search_start_monitor(&request->options);
    fourscore_solver *handle = search_new_solver(&request->options, 1);
    struct solver *solver = inside_solver(handle);
    struct monitor_watch watch = {.stop = stop, .context = solver};
    monitor_watch(&watch);
    request->start = os_seconds();
    complete_claim(request, arguments, solver);
    make(request, solver);
    monitor_watch(NULL);
    fourscore_solver_free(handle);
    return CLI_OK;
}

static bool parse_score(const struct command_option *option, const char *text,
                        void *value)
{
    int *score = value;
    if (scan_integer(scan_of(text, strlen(text)), score) &&
        abs(*score) <= BOARD_MAX_CELLS)
        return true;
    cli_error("--%s: expected a number from %d to %d, got '%s'", option->name,
              -BOARD_MAX_CELLS, BOARD_MAX_CELLS, text);
    return false;
}

static const struct command_option claim_options[] = {
    {"side", "NAME",
     "the player whose result is proven, first or second (the one who does not "
     "lose)",
     VALUE(struct request, player), .words = player_names,
     .heading = "What is proven:"},
    {"result", "NAME", "what is proven, win or draw (a win if there is one)",
     VALUE(struct request, result), .words = result_names},
    {"score", "N",
     "prove a score of at least N; below 0: the player loses late",
     .parse = parse_score, .offset = offsetof(struct request, score)},
    {"theory", "NAME", "what a check relies on besides the rules of the game",
     VALUE(struct request, theory), .words = theory_names, .initial = "static"},
    {"improve", "FILE",
     "shrink the certificate in FILE; the claim stays the same",
     VALUE(struct request, improve)},
    {0},
};

static const struct command_option other_options[] = {
    {"output", "FILE", "the file to write", VALUE(struct request, output),
     .letter = 'o', .required = true, .heading = "Other options:"},
    {"time", "SECONDS", "keep shrinking the certificate for SECONDS",
     VALUE(struct request, seconds), .initial = "600"},
    {"steps", "N", "try at most N changes (no limit)",
     VALUE(struct request, steps), .min = 1, .max = UINT64_MAX},
    {"goal", "NAME", "what to have as few of as possible",
     VALUE(struct request, goal), .words = goal_names, .initial = "bytes"},
    {"seed", "N", "the seed of random choices", VALUE(struct request, seed),
     .max = UINT64_MAX, .initial = "1"},
    {"threads", "N", "the number of threads (one for each core)",
     VALUE(struct request, options.threads), .min = 1,
     .max = FOURSCORE_MAX_THREADS},
    {"quiet", NULL, "show no progress", VALUE(struct request, quiet)},
    {0},
};

const struct command cmd_prove = {
    .name = "prove",
    .summary = "make a certificate: a proof of a result that needs no search",
    .about = "Make a certificate that a player reaches a result in POSITION, "
             "the columns played, by default the empty board.  It is made "
             "smaller until the time is up.  FILE always holds the smallest "
             "one so far, also after SIGINT.",
    .options = {claim_options, other_options, options_board, options_table},
    .operands = "[POSITION]",
    .request_bytes = sizeof(struct request),
    .run = run,
};
