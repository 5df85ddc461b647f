#include "lib/game/answer.h"

#include "bitboard/board.h"
#include "lib/internal.h"

bool game_is_score(struct fourscore_bounds score)
{
    return score.lower <= score.upper && score.lower >= -FOURSCORE_MAX_CELLS &&
           score.upper <= FOURSCORE_MAX_CELLS;
}

board_bits game_moves(struct position pos)
{
    return board_is_won(pos) ? 0 : board_playable(pos);
}

/* The cell of a move, or 0 if it cannot be played. */
static board_bits cell_of(struct position pos, int column)
{
    return column >= 1 && column <= pos.board.width
               ? game_moves(pos) & board_column(pos.board, column - 1)
               : 0;
}

bool game_are_moves(struct position pos, const int *columns, int count)
{
    board_bits seen = 0;
    if (count < 0 || count > pos.board.width)
        return false;
    for (int i = 0; i < count; i++) {
        board_bits cell = cell_of(pos, columns[i]) & ~seen;
        if (cell == 0)
            return false;
        seen |= cell;
    }
    return true;
}

/* Whether a position can have a score between these bounds, strong or weak. */
static bool is_possible(struct position pos, struct fourscore_bounds score)
{
    int max = board_max_score(pos.board, pos.ply);
    int min = board_is_won(pos) ? -board_win_score(pos.board, pos.ply)
                                : board_min_score(pos.board, pos.ply);
    return score.lower <= (max > 1 ? max : 1) &&
           score.upper >= (min < -1 ? min : -1);
}

/* Whether the moves of the principal variation can be played. */
static bool is_line(const struct fourscore_answer *answer, struct position pos)
{
    if (answer->pv_length < 0 || answer->pv_length > FOURSCORE_MAX_CELLS)
        return false;
    for (int i = 0; i < answer->pv_length; i++) {
        board_bits cell = cell_of(pos, answer->pv[i]);
        if (cell == 0)
            return false;
        pos = board_play_cell(pos, cell);
    }
    return true;
}

bool game_read_answer(const struct fourscore_answer *answer,
                      struct fourscore_answer *read, struct position *pos)
{
    *read = (struct fourscore_answer)FOURSCORE_ANSWER_INIT;
    return lib_read_structure(read, sizeof *read, answer, answer->size) &&
           read->status == FOURSCORE_OK && lib_unpack(&read->position, pos) &&
           game_is_score(read->score) && is_possible(*pos, read->score) &&
           game_are_moves(*pos, read->best, read->best_count) &&
           is_line(read, *pos);
}
