#include "proof/theory.h"

#include "bitboard/score.h"
#include "proof/evidence.h"

bool theory_in_time(const struct claim *claim, int stone)
{
    struct board board = claim->pos.board;
    return stone <= board_cells(board) &&
           board_win_score(board, stone) >= claim->score;
}

bool theory_may_lose(const struct claim *claim, int stone)
{
    return claim->score < 0 &&
           -board_win_score(claim->pos.board, stone) >= claim->score;
}

board_bits theory_moves(struct position pos)
{
    board_bits playable = board_playable(pos);
    board_bits threats =
        board_threats(pos.board, pos.mover ^ pos.stones, pos.stones);
    board_bits forced = playable & threats;
    if ((forced & (forced - 1)) != 0)
        return 0; /* two threats, one stone */
    if (forced != 0)
        playable = forced;
    return playable & ~(threats >> 1);
}

/* Whether M, to move, cannot avoid a four of P's next stone. */
static bool has_no_answer(struct position pos)
{
    return board_playable(pos) != 0 && board_winning_moves(pos) == 0 &&
           theory_moves(pos) == 0;
}

static bool is_closing(const struct claim *claim, struct position next)
{
    if (has_no_answer(next) && theory_in_time(claim, next.ply + 2))
        return true;
    if (!claim->statics)
        return false;
    struct evidence evidence = evidence_find(next);
    return evidence.rule != EVIDENCE_NONE && evidence.score >= claim->score;
}

bool theory_closes(const struct claim *claim, struct position pos,
                   board_bits *cell)
{
    board_bits playable = board_playable(pos), wins = board_winning_moves(pos);
    if (theory_may_lose(claim, pos.ply + 2)) {
        *cell = playable & (~playable + 1);
        return true;
    }
    if (wins != 0) {
        *cell = wins & (~wins + 1);
        return theory_in_time(claim, pos.ply + 1);
    }
    for (board_bits moves = theory_moves(pos); moves != 0; moves &= moves - 1) {
        *cell = moves & (~moves + 1);
        if (is_closing(claim, board_play_cell(pos, *cell)))
            return true;
    }
    return false;
}
