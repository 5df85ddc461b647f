#include "tools/inside/claim.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/notation.h"
#include "tools/cli.h"
#include "tools/inside/inside.h"

enum {
    FIRST = 0,
    SECOND,
    WIN = 0,
    DRAW,
    STATIC = 0,
    NONE,
    ROOM = CERTIFICATE_MAX_BYTES + 1, /* a file that fills it is refused */
};

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

static enum cli_status read_position(struct claim_request *request,
                                     const char *text, struct board board)
{
    struct position pos;
    size_t bad_at;
    enum board_status status =
        board_parse(board, text, strlen(text), &pos, &bad_at);
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

static enum cli_status read_bytes(struct claim_request *request)
{
    FILE *file = fopen(request->improve, "rb");
    if (file == NULL)
        return cli_open_error(request->improve);
    enum cli_status status = CLI_OK;
    request->bytes = malloc(ROOM);
    if (request->bytes == NULL) {
        cli_error("out of memory");
        status = CLI_FAILURE;
    } else {
        request->size = fread(request->bytes, 1, ROOM, file);
        if (ferror(file) != 0)
            status = cli_read_error(request->improve);
    }
    fclose(file);
    return status;
}

/* Set the certificate of --improve. */
static enum cli_status read_first(struct claim_request *request)
{
    enum cli_status status = read_bytes(request);
    if (status != CLI_OK)
        return status;
    char reason[CERTIFICATE_REASON_SIZE];
    if (certificate_read(request->bytes, request->size, &request->first,
                         reason) != CERTIFICATE_OK) {
        cli_error("%s: %s", request->improve, reason);
        return CLI_BAD_INPUT;
    }
    struct certificate_result result;
    enum certificate_status checked =
        certificate_check(&request->first, CERTIFICATE_MAX_STATES, &result);
    if (checked == CERTIFICATE_NO_MEMORY) {
        cli_error("%s: out of memory", request->improve);
        return CLI_FAILURE;
    }
    if (checked != CERTIFICATE_OK) {
        cli_error("%s: not proven: %s", request->improve, result.reason);
        return CLI_CHECK_FAILED;
    }
    request->claim = request->first.claim;
    struct position pos = request->claim.pos;
    for (int i = 0; i < pos.ply; i++)
        request->moves[i] =
            board_column_named(pos.board, request->first.moves[i]);
    return CLI_OK;
}

static bool first_player_claims(const struct claim *claim)
{
    return claim->mover == (claim->pos.ply % 2 == 0);
}

/* What was given and differs from the certificate of --improve; or NULL. */
static const char *find_difference(const struct claim_request *request,
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
        (request->score_text != NULL && claim->score != request->score))
        return "result";
    if (command_given(arguments, "theory") && !claim->statics &&
        request->theory == STATIC)
        return "theory";
    return NULL;
}

/* Set the score of --score, if it is given. */
static enum cli_status read_score(struct claim_request *request)
{
    if (request->score_text == NULL)
        return CLI_OK;
    char *end;
    errno = 0;
    long score = strtol(request->score_text, &end, 10);
    if (end == request->score_text || *end != '\0' || errno != 0 ||
        score < -BOARD_MAX_CELLS || score > BOARD_MAX_CELLS)
        return cli_usage_error(
            "--score: expected a number from %d to %d, got '%s'",
            -BOARD_MAX_CELLS, BOARD_MAX_CELLS, request->score_text);
    request->score = (int)score;
    return CLI_OK;
}

enum cli_status claim_read(struct claim_request *request,
                           const struct arguments *arguments,
                           struct value_board *board)
{
    const char *text = arguments->count > 0 ? arguments->operands[0] : "";
    enum cli_status status = read_score(request);
    if (status == CLI_OK && request->improve == NULL)
        return read_position(request, text, inside_board(*board));
    if (status == CLI_OK)
        status = read_first(request);
    struct board own = request->claim.pos.board;
    if (status == CLI_OK && arguments->count > 0)
        status = read_position(request, text, own);
    if (status != CLI_OK)
        return status;
    const char *difference = find_difference(request, arguments, *board);
    if (difference != NULL) {
        cli_error("%s: the certificate is for another %s", request->improve,
                  difference);
        return CLI_BAD_INPUT;
    }
    request->claim = request->first.claim;
    request->claim.statics =
        request->claim.statics && request->theory == STATIC;
    *board = inside_size(own);
    return CLI_OK;
}

void claim_free(struct claim_request *request)
{
    free(request->bytes);
    request->bytes = NULL;
}

enum cli_status claim_complete(struct claim_request *request,
                               const struct arguments *arguments,
                               struct solver *solver)
{
    if (request->improve != NULL)
        return CLI_OK;
    struct claim *claim = &request->claim;
    struct solver_bounds found =
        solver_solve(solver, claim->pos,
                     request->score_text != NULL ? SOLVER_STRONG : SOLVER_WEAK);
    if (!solver_is_score(found)) {
        cli_error("stopped before there was a proof");
        return CLI_UNFINISHED;
    }
    claim->mover = command_given(arguments, "side")
                       ? (request->player == FIRST) == (claim->pos.ply % 2 == 0)
                       : found.lower >= 0;
    int score = claim->mover ? found.lower : -found.lower;
    if (request->score_text != NULL)
        claim->score = request->score;
    else if (command_given(arguments, "result"))
        claim->score = request->result == WIN;
    else
        claim->score = score > 0;
    claim->statics = request->theory == STATIC;
    if (score >= claim->score)
        return CLI_OK;
    cli_error("the %s player does not reach that: %s",
              player_name(first_player_claims(claim) ? FIRST : SECOND),
              score == 0                    ? "the position is a draw"
              : score > 0                   ? "it wins later"
              : request->score_text == NULL ? "it loses"
                                            : "it loses earlier");
    return CLI_BAD_INPUT;
}

const struct command_option claim_options[] = {
    {"side", "NAME",
     "the player whose result is proven, first or second (the one who does not "
     "lose)",
     VALUE_INDEX(struct claim_request, player, player_name)},
    {"result", "NAME", "what is proven, win or draw (a win if there is one)",
     VALUE_INDEX(struct claim_request, result, result_name)},
    {"score", "N",
     "prove a score of at least N; below 0: the player loses late",
     VALUE_TEXT(struct claim_request, score_text)},
    {"theory", "NAME", "what a check relies on besides the rules of the game",
     VALUE_INDEX(struct claim_request, theory, theory_name),
     .initial = "static"},
    {"improve", "FILE", "make the certificate in FILE smaller; its claim holds",
     VALUE_TEXT(struct claim_request, improve)},
    {0},
};
