#include "proof/theory.h"

#include "bitboard/board.h"

/* ------------------------------------------------------------ static proofs */

/* The cells of 'set', and all cells above them. */
static board_bits from_lowest(struct board board, board_bits set)
{
    for (int row = 1; row < board.height; row++)
        set |= set << 1 & board.full;
    return set;
}

/* The cells at an odd distance from the top. */
static board_bits odd_rows(struct board board)
{
    board_bits rows = 0;
    for (int row = board.height - 2; row >= 0; row -= 2)
        rows |= board.bottom << row;
    return rows;
}

/*
 * Set the stalled columns: those with an even number of cells from the entry
 * upwards and, if the number of empty cells is odd, the leftmost one with an
 * odd number.  Returns false if there is no such column.
 */
static bool find_stalled(struct position pos, struct evidence *found)
{
    struct board board = pos.board;
    board_bits empty = board.full ^ pos.stones;
    board_bits wins = board_threats(board, pos.mover ^ pos.stones, pos.stones);
    board_bits blocked = from_lowest(board, empty & wins >> 1);
    board_bits lowest = blocked & ~(blocked << 1);
    board_bits even = lowest & odd_rows(board);

    found->entries = even;
    if (board_popcount(empty) % 2 != 0) {
        board_bits odd = lowest ^ even;
        if (odd == 0)
            return false;
        board_bits first = board_first(odd);
        found->entries |= first;
        found->parity_row = board_column(board, board_column_of(board, first));
    }
    found->stalled = from_lowest(board, found->entries);
    found->threats = found->entries << 1;
    return true;
}

/* Whether M may complete a four before P does.  Sets '*wins' to whether P gets
 * a four. */
static bool is_early(struct board board, board_bits reach, board_bits guarded,
                     bool *late, bool *wins)
{
    bool early = board_bits_fours(reach, 1) != 0;
    for (int step = board.height; step <= board.height + 2; step++) {
        board_bits own = board_bits_fours(guarded, step);
        board_bits other = board_bits_fours(reach, step);
        early = early || (other & ~from_lowest(board, own)) != 0;
        *late = *late || other != 0;
        *wins = *wins || own != 0;
    }
    return early;
}

struct evidence theory_evidence(struct position pos)
{
    struct evidence found = {.rule = EVIDENCE_NONE};
    if (!find_stalled(pos, &found))
        return (struct evidence){.rule = EVIDENCE_NONE};

    struct board board = pos.board;
    board_bits in_play = board.full & ~pos.stones & ~found.stalled;
    board_bits got =
        in_play & ((odd_rows(board) ^ found.parity_row) | board_playable(pos));
    found.reach = pos.mover | got | found.entries;
    found.guarded = (pos.mover ^ pos.stones) | (in_play & ~got);

    bool late = false, wins = false;
    if (is_early(board, found.reach, found.guarded, &late, &wins))
        return (struct evidence){.rule = EVIDENCE_NONE};
    found.rule = found.entries != 0 ? EVIDENCE_ZUGZWANG
                 : late             ? EVIDENCE_LATE
                                    : EVIDENCE_FOLLOWUP;
    found.score = found.entries != 0 ? board_popcount(found.stalled) / 2 : wins;
    return found;
}

/* ------------------------------------------------------------------- claims */

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
    board_bits threats =
        board_threats(pos.board, pos.mover ^ pos.stones, pos.stones);
    return board_bits_safe_moves(board_playable(pos), threats);
}

/* Whether M, to move, cannot avoid a four of P's next stone. */
static bool has_no_answer(struct position pos)
{
    return board_playable(pos) != 0 && board_winning_moves(pos) == 0 &&
           theory_moves(pos) == 0;
}

/* Why a move of P that leads to 'next' proves the claim by itself, if it does.
 */
static enum theory_reason reason_of(const struct claim *claim,
                                    struct position next)
{
    if (has_no_answer(next) && theory_in_time(claim, next.ply + 2))
        return THEORY_DOUBLE_THREAT;
    if (!claim->statics)
        return THEORY_NONE;
    struct evidence evidence = theory_evidence(next);
    return evidence.rule != EVIDENCE_NONE && evidence.score >= claim->score
               ? THEORY_STATIC_PROOF
               : THEORY_NONE;
}

enum theory_reason theory_leaf(const struct claim *claim, struct position pos,
                               board_bits *cell)
{
    board_bits wins = board_winning_moves(pos);
    bool late = theory_may_lose(claim, pos.ply + 2);
    if (wins != 0) {
        *cell = board_first(wins);
        return late || theory_in_time(claim, pos.ply + 1) ? THEORY_FOUR
                                                          : THEORY_NONE;
    }
    board_bits moves = theory_moves(pos);
    if (late) {
        *cell = board_first(moves != 0 ? moves : board_playable(pos));
        return THEORY_LATE;
    }
    for (; moves != 0; moves &= moves - 1) {
        *cell = board_first(moves);
        enum theory_reason reason =
            reason_of(claim, board_play_cell(pos, *cell));
        if (reason != THEORY_NONE)
            return reason;
    }
    return THEORY_NONE;
}
