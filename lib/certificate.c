#include "proof/follower.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/text.h"
#include "lib/internal.h"

_Static_assert((int)THEORY_LATE == (int)FOURSCORE_REPLY_LATE,
               "the reasons of replies are those of proof/theory.h");

static const enum fourscore_status public_statuses[] = {
    [CERTIFICATE_OK] = FOURSCORE_OK,
    [CERTIFICATE_NO_MEMORY] = FOURSCORE_NO_MEMORY,
    [CERTIFICATE_DAMAGED] = FOURSCORE_BAD_CERTIFICATE,
    [CERTIFICATE_VERSION] = FOURSCORE_BAD_CERTIFICATE,
    [CERTIFICATE_FAILS] = FOURSCORE_NOT_PROVEN,
    [CERTIFICATE_TOO_LARGE] = FOURSCORE_NOT_PROVEN,
};

static struct fourscore_certificate
describe(const struct certificate *read,
         const struct certificate_result *result)
{
    const struct claim *claim = &read->claim;
    bool first_moves = claim->pos.ply % 2 == 0;
    struct fourscore_certificate all = {
        .width = claim->pos.board.width,
        .height = claim->pos.board.height,
        .player = first_moves == claim->mover ? 1 : 2,
        .score = claim->score,
        .statics = claim->statics,
        .positions = result->positions,
        .policies = result->policies,
        .states = result->states,
    };
    memcpy(all.moves, read->moves, sizeof all.moves);
    if (result->reason != NULL)
        memcpy(all.failed_at, result->moves, sizeof all.failed_at);
    return all;
}

/* Check a certificate, and set '*follower' unless 'follower' is NULL. */
static enum fourscore_status
open_certificate(const void *bytes, size_t size,
                 struct fourscore_certificate *certificate,
                 struct follower **follower, struct fourscore_error *error)
{
    struct certificate read;
    struct certificate_result result;
    char reason[CERTIFICATE_REASON_SIZE];
    if (certificate->size < sizeof certificate->size)
        return FOURSCORE_BAD_ARGUMENT;

    enum certificate_status status =
        certificate_read(bytes, size, &read, reason);
    if (status != CERTIFICATE_OK)
        return lib_fail(public_statuses[status], error, 0, reason);
    status = follower != NULL
                 ? follower_new(follower, &read, &result)
                 : certificate_check(&read, CERTIFICATE_MAX_STATES, &result);
    if (status == CERTIFICATE_NO_MEMORY)
        return FOURSCORE_NO_MEMORY;
    if (status != CERTIFICATE_OK)
        lib_fail(public_statuses[status], error, 0, result.reason);
    struct fourscore_certificate all = describe(&read, &result);
    enum fourscore_status written =
        lib_write_structure(certificate, &all, sizeof all);
    return written != FOURSCORE_OK ? written : public_statuses[status];
}

EXPORT enum fourscore_status
fourscore_certificate_check(const void *bytes, size_t size,
                            struct fourscore_certificate *certificate,
                            struct fourscore_error *error)
{
    return open_certificate(bytes, size, certificate, NULL, error);
}

/* A handle is a follower of proof/follower.h. */
EXPORT enum fourscore_status
fourscore_follower_new(fourscore_follower **follower, const void *bytes,
                       size_t size, struct fourscore_certificate *certificate,
                       struct fourscore_error *error)
{
    struct follower *made = NULL;
    enum fourscore_status status =
        open_certificate(bytes, size, certificate, &made, error);
    *follower = (fourscore_follower *)made;
    return status;
}

EXPORT void fourscore_follower_free(fourscore_follower *follower)
{
    follower_free((struct follower *)follower);
}

/* ------------------------------------------------------------------ replies */

/* What was found about a game. */
struct replay {
    struct follower_game game;
    struct follower_reply reply; /* the latest one */
    int strayed; /* the first move of P that is not its reply, from 0; or -1 */
    char expected; /* the column of that reply */
};

static bool find_reply(const struct follower *follower, struct replay *replay)
{
    if (!follower_is_to_move(follower, &replay->game))
        return false;
    replay->reply = follower_find(follower, &replay->game);
    return true;
}

/* Play moves, which the rules allow, from the empty board. */
static void replay_moves(const struct follower *follower, const char *moves,
                         struct replay *replay)
{
    struct follower_game *game = &replay->game;
    struct board board = game->pos.board;
    for (int i = 0; moves[i] != '\0'; i++) {
        board_bits column =
            board_column(board, board_column_named(board, moves[i]));
        board_bits cell = board_playable(game->pos) & column;
        bool own = find_reply(follower, replay);
        if (own && replay->strayed < 0 && replay->reply.cell != 0 &&
            replay->reply.cell != cell) {
            replay->strayed = i;
            replay->expected =
                board_column_name(board_column_of(board, replay->reply.cell));
        }
        follower_play(game, cell, own ? &replay->reply : NULL);
    }
}

static enum fourscore_status fail_unknown(const struct replay *replay,
                                          struct fourscore_error *error)
{
    char reason[BOARD_REASON_SIZE];
    if (replay->strayed < 0)
        return lib_fail(FOURSCORE_NOT_PROVEN, error, 0,
                        "the certificate is not about these moves");
    snprintf(reason, sizeof reason, "the certificate plays %c here",
             replay->expected);
    return lib_fail(FOURSCORE_NOT_PROVEN, error, (size_t)replay->strayed,
                    reason);
}

EXPORT enum fourscore_status
fourscore_follower_reply(const fourscore_follower *follower, const char *moves,
                         struct fourscore_reply *reply,
                         struct fourscore_error *error)
{
    const struct follower *inner = (const struct follower *)follower;
    struct replay replay = {.game = follower_begin(inner), .strayed = -1};
    struct board board = replay.game.pos.board;
    struct lib_text read;
    if (reply->size < sizeof reply->size)
        return FOURSCORE_BAD_ARGUMENT;
    enum fourscore_status status = lib_read_text(board, FOURSCORE_MOVES, moves,
                                                 strlen(moves), &read, error);
    if (status != FOURSCORE_OK)
        return status;
    struct position pos = read.pos;
    if (board_is_won(pos) || pos.ply == board_cells(board))
        return FOURSCORE_GAME_OVER;
    replay_moves(inner, moves, &replay);
    if (!find_reply(inner, &replay))
        return lib_fail(FOURSCORE_BAD_POSITION, error, (size_t)pos.ply,
                        "the other player is to move");
    if (replay.reply.reason == THEORY_NONE)
        return fail_unknown(&replay, error);
    struct fourscore_reply all = {
        .column = board_column_of(board, replay.reply.cell) + 1,
        .reason = (int)replay.reply.reason,
    };
    return lib_write_structure(reply, &all, sizeof all);
}
