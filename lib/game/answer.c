#include "lib/game/answer.h"

#include "lib/structure.h"

bool game_is_score(struct fourscore_bounds score)
{
    return score.lower <= score.upper && score.lower >= -FOURSCORE_MAX_CELLS &&
           score.upper <= FOURSCORE_MAX_CELLS;
}

bool game_is_over(const fourscore_position *position)
{
    return fourscore_winner(position) != 0 ||
           fourscore_ply(position) ==
               fourscore_width(position) * fourscore_height(position);
}

int game_count_moves(const fourscore_position *position)
{
    int count = 0;
    for (int column = 1; column <= fourscore_width(position); column++) {
        fourscore_position next = *position;
        count += fourscore_play(&next, column) == FOURSCORE_OK;
    }
    return count;
}

bool game_are_moves(const fourscore_position *position, const int *columns,
                    int count)
{
    unsigned seen = 0;
    if (count < 0 || count > fourscore_width(position))
        return false;
    for (int i = 0; i < count; i++) {
        fourscore_position next = *position;
        if (fourscore_play(&next, columns[i]) != FOURSCORE_OK ||
            (seen >> columns[i] & 1) != 0)
            return false;
        seen |= 1u << columns[i];
    }
    return true;
}

/* Whether a position can have a score between these bounds, strong or weak. */
static bool is_possible(const fourscore_position *position,
                        struct fourscore_bounds score)
{
    int empty = fourscore_width(position) * fourscore_height(position) -
                fourscore_ply(position);
    int max = (empty + 1) / 2;
    int min = fourscore_winner(position) != 0 ? (empty + 2) / 2 : empty / 2;
    return score.lower <= (max > 1 ? max : 1) &&
           score.upper >= -(min > 1 ? min : 1);
}

/* Whether the moves of the principal variation can be played. */
static bool is_line(const struct fourscore_answer *answer)
{
    fourscore_position position = answer->position;
    if (answer->pv_length < 0 || answer->pv_length > FOURSCORE_MAX_CELLS)
        return false;
    for (int i = 0; i < answer->pv_length; i++)
        if (fourscore_play(&position, answer->pv[i]) != FOURSCORE_OK)
            return false;
    return true;
}

bool game_read_answer(const struct fourscore_answer *answer,
                      struct fourscore_answer *read)
{
    *read = (struct fourscore_answer)FOURSCORE_ANSWER_INIT;
    return lib_read_structure(read, sizeof *read, answer, answer->size) &&
           read->status == FOURSCORE_OK &&
           fourscore_width(&read->position) > 0 && game_is_score(read->score) &&
           is_possible(&read->position, read->score) &&
           game_are_moves(&read->position, read->best, read->best_count) &&
           is_line(read);
}
