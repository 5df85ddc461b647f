#include "proof/evidence.h"

#include <string.h>

#include "lib/fourscore_game.h"
#include "lib/internal.h"

static int public_rule(enum evidence_rule rule)
{
    switch (rule) {
    case EVIDENCE_NONE:
        break;
    case EVIDENCE_FOLLOWUP:
        return FOURSCORE_BY_FOLLOWUP;
    case EVIDENCE_LATE:
        return FOURSCORE_BY_LATE_FOURS;
    case EVIDENCE_ZUGZWANG:
        return FOURSCORE_BY_ZUGZWANG;
    }
    return FOURSCORE_BY_NOTHING;
}

/* Add 'role' to the cells of a set. */
static void add_role(struct fourscore_evidence *evidence, struct board board,
                     board_bits set, unsigned char role)
{
    for (int row = 0; row < board.height; row++)
        for (int column = 0; column < board.width; column++)
            if ((set & board_cell(board, column, row)) != 0)
                evidence
                    ->cells[(board.height - 1 - row) * board.width + column] |=
                    role;
}

static struct fourscore_evidence describe(struct position pos,
                                          struct evidence found)
{
    struct fourscore_evidence all = {
        .rule = public_rule(found.rule),
        .player = pos.ply % 2 == 1 ? 1 : 2,
        .score = found.score,
    };
    if (found.rule == EVIDENCE_NONE)
        return all;
    board_bits in_play = pos.board.full & ~pos.stones & ~found.stalled;
    add_role(&all, pos.board, found.reach, FOURSCORE_REACH);
    add_role(&all, pos.board, found.guarded, FOURSCORE_GUARDED);
    add_role(&all, pos.board, found.entries, FOURSCORE_ENTRY);
    add_role(&all, pos.board, found.threats, FOURSCORE_THREAT);
    add_role(&all, pos.board, in_play, FOURSCORE_IN_PLAY);
    return all;
}

EXPORT enum fourscore_status
fourscore_evidence(const fourscore_position *position,
                   struct fourscore_evidence *evidence)
{
    struct position pos;
    if (evidence->size < sizeof evidence->size || !lib_unpack(position, &pos))
        return FOURSCORE_BAD_ARGUMENT;
    if (board_is_won(pos))
        return FOURSCORE_GAME_OVER;
    struct fourscore_evidence all = describe(pos, evidence_find(pos));
    return lib_write_structure(evidence, evidence->size, &all, sizeof all)
               ? FOURSCORE_OK
               : FOURSCORE_BAD_ARGUMENT;
}
