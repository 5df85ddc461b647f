/* fourscore prove: make certificates. */
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "proof/make/prove.h"
#include "tools/inside/claim.h"
#include "tools/inside/inside.h"
#include "tools/inside/replace.h"

enum { STEPS_AT_ONCE = 50 };

static const double report_seconds = 10;

struct request {
    struct options options; /* of the solver */
    struct claim_request claim;
    const char *output;
    int goal; /* the index of a word */
    double seconds;
    uint64_t steps; /* 0: any */
    uint64_t seed;
    int threads; /* 0: one for each core */
    bool quiet;

    double start;
    uint64_t best; /* the bytes or positions of the file; 0: none yet */
};

static const char *goal_name(int index)
{
    static const char *const names[] = {
        [PROVE_BYTES] = "bytes", [PROVE_POSITIONS] = "positions", NULL};
    return names[index];
}

/* Check a certificate, and write it to the file if it is smaller. */
static enum cli_status consider(struct request *request, const uint8_t *bytes,
                                size_t size)
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
        return CLI_OK; /* it may become smaller */
    }
    if (found_status != CERTIFICATE_OK) {
        cli_error("the certificate cannot be checked");
        return CLI_FAILURE;
    }
    uint64_t found = request->goal == PROVE_BYTES ? size : result.positions + 1;
    if (request->best != 0 && found >= request->best)
        return CLI_OK;
    enum cli_status status = replace_file(request->output, bytes, size);
    if (status != CLI_OK)
        return status;
    request->best = found;
    if (!request->quiet)
        cli_note("%.0f s: %ju positions, %ju policies, %zu bytes",
                 os_seconds() - request->start, (uintmax_t)result.positions,
                 (uintmax_t)result.policies, size);
    return CLI_OK;
}

static enum cli_status write_now(struct request *request, struct prove *prove)
{
    size_t size;
    uint8_t *bytes = prove_write(prove, request->claim.moves, &size);
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
    bool late = os_seconds() - request->start >= request->seconds;
    return monitor_is_stopped() || (late && request->best != 0);
}

static enum cli_status improve(struct request *request, struct prove *prove)
{
    enum cli_status status = write_now(request, prove);
    double reported = os_seconds();
    uint64_t left = request->steps != 0 ? request->steps : UINT64_MAX;
    bool improves = true;
    while (status == CLI_OK && improves && left > 0 && !is_over(request)) {
        int steps = left < STEPS_AT_ONCE ? (int)left : STEPS_AT_ONCE;
        left -= (uint64_t)steps;
        improves = prove_improve(prove, steps);
        if (improves && os_seconds() - reported > report_seconds) {
            status = write_now(request, prove);
            reported = os_seconds();
        }
    }
    if (status == CLI_OK)
        status = write_now(request, prove);
    if (status != CLI_OK || request->best != 0)
        return status;
    cli_error("stopped before there was a certificate that can be checked");
    return CLI_UNFINISHED;
}

/* Make a prover with a solver for each thread. */
static enum prove_status open_prover(struct request *request,
                                     struct solver *const *solvers, int threads,
                                     struct prove **prove)
{
    struct prove_config config = {
        .claim = request->claim.claim,
        .goal = (enum prove_goal)request->goal,
        .seed = request->seed,
        .first = request->claim.improve != NULL ? &request->claim.first : NULL,
        .solvers = solvers,
        .threads = threads,
        .is_stopped = is_over,
        .context = request,
    };
    return prove_new(prove, &config);
}

static enum cli_status make(struct request *request,
                            struct solver *const *solvers, int threads)
{
    struct prove *prove;
    switch (open_prover(request, solvers, threads, &prove)) {
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

/* Make the certificate with as many workers as there are threads. */
static enum cli_status make_with_workers(struct request *request,
                                         struct solver *solver)
{
    struct solver *solvers[CREW_MAX] = {solver};
    int threads = 1;
    enum solver_status made = SOLVER_OK;
    while (made == SOLVER_OK && threads < request->threads) {
        made = solver_new_worker(&solvers[threads], solver);
        threads += made == SOLVER_OK;
    }
    enum cli_status status = CLI_FAILURE;
    if (made == SOLVER_OK)
        status = make(request, solvers, threads);
    else
        cli_error("%s", solver_strstatus(made));
    while (threads > 1)
        solver_free(solvers[--threads]);
    return status;
}

static enum cli_status prove(struct request *request,
                             const struct arguments *arguments)
{
    struct inside_search search;
    enum cli_status status = inside_open(&search, &request->options, 1);
    if (status == CLI_OK) {
        inside_begin(&search, request->output, strlen(request->output));
        request->start = os_seconds();
        status = claim_complete(&request->claim, arguments, search.solver);
        if (status == CLI_OK)
            status = make_with_workers(request, search.solver);
        inside_end();
    }
    inside_close(&search);
    return status;
}

static enum cli_status run(void *context, const struct arguments *arguments)
{
    struct request *request = context;
    if (request->threads == 0)
        request->threads = open_threads(&request->options);
    if (request->threads > CREW_MAX)
        request->threads = CREW_MAX;
    request->options.progress = MONITOR_NEVER;
    if (command_given(arguments, "score") && command_given(arguments, "result"))
        return cli_usage_error("--score: --result is given, too");
    enum cli_status status =
        claim_read(&request->claim, arguments, &request->options.board);
    if (status == CLI_OK)
        status = replace_check(request->output);
    if (status == CLI_OK)
        status = open_monitor(&request->options);
    if (status == CLI_OK) {
        status = prove(request, arguments);
        monitor_finish();
    }
    claim_free(&request->claim);
    return status;
}

static const struct command_option other_options[] = {
    {"output", "FILE", "the file to write", VALUE_TEXT(struct request, output),
     .letter = 'o', .required = true},
    {"time", "SECONDS", "make the certificate smaller for so long",
     VALUE_SECONDS(struct request, seconds), .initial = "600"},
    {"steps", "N", "try at most so many changes (any number)",
     VALUE_NUMBER(struct request, steps, 1, UINT64_MAX)},
    {"goal", "NAME", "what to have as few of as possible",
     VALUE_INDEX(struct request, goal, goal_name), .initial = "bytes"},
    {"seed", "N", "the seed of random choices",
     VALUE_NUMBER(struct request, seed, 0, UINT64_MAX), .initial = "1"},
    {"threads", "N", "the number of threads (one for each core)",
     VALUE_NUMBER(struct request, threads, 1, FOURSCORE_MAX_THREADS)},
    {"quiet", NULL, "show no progress", VALUE_FLAG(struct request, quiet)},
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
            {.options = claim_options,
             .offset = offsetof(struct request, claim),
             .heading = "What is proven:"},
            {.options = other_options, .heading = "Other options:"},
            OPTIONS_GROUP(board, struct request),
            OPTIONS_GROUP(table, struct request),
        },
    .operands = "[POSITION]",
    .max_operands = 1,
    .request_bytes = sizeof(struct request),
    .run = run,
};
