#include "proof/follower.h"

#include <stdlib.h>

#include "proof/map.h"

struct follower {
    struct claim claim;
    struct map replies; /* columns by canonical key */
};

/* Keep what P plays in a position. */
static bool keep(void *context, struct certificate_choice *choice)
{
    struct map *replies = context;
    struct board board = choice->pos.board;
    board_bits key = board_key(choice->pos);
    board_bits canonical = board_canonical_key(board, key);
    int column = board_column_of(board, choice->cell);
    bool added;
    if (canonical != key)
        column = board.width - 1 - column;
    return map_add(replies, canonical, (uint32_t)column, &added) != NULL;
}

enum certificate_status follower_new(struct follower **follower,
                                     const struct certificate *certificate,
                                     struct certificate_result *result)
{
    struct follower *made = calloc(1, sizeof *made);
    *follower = NULL;
    if (made == NULL)
        return CERTIFICATE_NO_MEMORY;
    made->claim = certificate->claim;
    struct certificate_visitor visitor = {keep, &made->replies, NULL};
    enum certificate_status status = certificate_visit(
        certificate, CERTIFICATE_MAX_STATES, result, &visitor);
    if (status == CERTIFICATE_OK)
        *follower = made;
    else
        follower_free(made);
    return status;
}

void follower_free(struct follower *follower)
{
    if (follower != NULL)
        map_free(&follower->replies);
    free(follower);
}

struct follower_game follower_begin(const struct follower *follower)
{
    return (struct follower_game){.pos =
                                      board_empty(follower->claim.pos.board)};
}

bool follower_is_to_move(const struct follower *follower,
                         const struct follower_game *game)
{
    const struct claim *claim = &follower->claim;
    return ((claim->pos.ply - game->pos.ply) % 2 == 0) == claim->mover;
}

/* The reply in a leaf. */
static struct follower_reply leaf_reply(const struct claim *claim,
                                        struct position pos)
{
    struct follower_reply reply = {.reason = THEORY_NONE};
    reply.reason = theory_leaf(claim, pos, &reply.cell);
    if (reply.reason == THEORY_STATIC_PROOF) {
        struct position next = board_play_cell(pos, reply.cell);
        reply.in_play =
            next.board.full & ~next.stones & ~theory_evidence(next).stalled;
    }
    return reply;
}

/* Same.  A static proof may hold in the mirror image only, because it takes the
 * leftmost of several columns; the check has seen one of the two. */
static struct follower_reply either_leaf_reply(const struct claim *claim,
                                               struct position pos)
{
    struct follower_reply reply = leaf_reply(claim, pos);
    if (reply.reason != THEORY_NONE)
        return reply;
    reply = leaf_reply(claim, board_mirror_position(pos));
    reply.cell = board_mirror(pos.board, reply.cell);
    reply.in_play = board_mirror(pos.board, reply.in_play);
    return reply;
}

/* The column that the file has for the position, as a set of cells; or 0. */
static board_bits chosen_column(const struct follower *follower,
                                struct position pos)
{
    board_bits key = board_key(pos);
    board_bits canonical = board_canonical_key(pos.board, key);
    const uint32_t *column = map_find(&follower->replies, canonical);
    if (column == NULL)
        return 0;
    int mirrored = pos.board.width - 1 - (int)*column;
    return board_column(pos.board, canonical == key ? (int)*column : mirrored);
}

/* Whether an odd number of the cells in play is empty in a column. */
static bool is_odd(const struct follower_game *game, board_bits column)
{
    return board_popcount(game->in_play & column & ~game->pos.stones) % 2 != 0;
}

/*
 * The reply of the static proof: in the column in which M has played, or, if M
 * took the last cell of an odd number, in another column with an odd number.
 * Then each column has an even number for M again.
 */
static board_bits paired_cell(const struct follower_game *game)
{
    struct board board = game->pos.board;
    board_bits found = 0;
    for (int i = 0; i < board.width; i++) {
        board_bits column = board_column(board, i);
        if (is_odd(game, column) &&
            (found == 0 || (column & game->answered) != 0))
            found = column;
    }
    return found & board_playable(game->pos);
}

struct follower_reply follower_find(const struct follower *follower,
                                    const struct follower_game *game)
{
    board_bits column = chosen_column(follower, game->pos);
    if (column != 0)
        return (struct follower_reply){
            .reason = THEORY_CHOICE,
            .cell = column & board_playable(game->pos),
        };
    struct follower_reply reply =
        either_leaf_reply(&follower->claim, game->pos);
    if (reply.reason == THEORY_NONE) {
        reply.cell = paired_cell(game);
        reply.in_play = game->in_play;
        if (reply.cell != 0)
            reply.reason = THEORY_STATIC_PROOF;
    }
    return reply;
}

void follower_play(struct follower_game *game, board_bits cell,
                   const struct follower_reply *reply)
{
    if (reply != NULL)
        game->in_play = cell == reply->cell ? reply->in_play : 0;
    game->pos = board_play_cell(game->pos, cell);
    game->answered = cell;
}
