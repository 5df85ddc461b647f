#include "tools/play/play.h"

#include <string.h>

#include "tools/positions.h"

void play_start(struct play *play)
{
    play->position = play->empty;
    play->count = 0;
    play->has_scores = false;
}

enum fourscore_status play_load(struct play *play, int notation,
                                const char *moves,
                                struct fourscore_error *error)
{
    char columns[FOURSCORE_MAX_CELLS + 1];
    enum fourscore_status status =
        fourscore_read_game(columns, play->board.width, play->board.height,
                            notation, moves, strlen(moves), error);
    if (status == FOURSCORE_OK)
        status = fourscore_from_moves(&play->empty, play->board.width,
                                      play->board.height, "", error);
    if (status != FOURSCORE_OK)
        return status;
    play_start(play);
    for (const char *move = columns; *move != '\0'; move++)
        play_move(play, play_column_of(play, *move));
    return FOURSCORE_OK;
}

int play_mover(const struct play *play)
{
    return play->count % 2 + 1;
}

bool play_is_over(const struct play *play)
{
    return positions_is_over(&play->position);
}

bool play_awaits_opponent(const struct play *play)
{
    return !play_is_over(play) && play_mover(play) != play->person;
}

bool play_can(const struct play *play, int column)
{
    fourscore_position next = play->position;
    return !play_is_over(play) && fourscore_play(&next, column) == FOURSCORE_OK;
}

void play_move(struct play *play, int column)
{
    if (fourscore_play(&play->position, column) == FOURSCORE_OK)
        play->moves[play->count++] = column;
    play->has_scores = false;
}

bool play_undo(struct play *play)
{
    int count = play->count;
    do
        if (--count < 0)
            return false;
    while (count % 2 + 1 != play->person);

    play_start(play);
    for (int i = 0; i < count; i++)
        play_move(play, play->moves[i]);
    return true;
}

int play_column_of(const struct play *play, char name)
{
    char lower = (char)(name >= 'A' && name <= 'C' ? name - 'A' + 'a' : name);
    int column = play->board.width;
    while (column > 0 && fourscore_column_name(column) != lower)
        column--;
    return column;
}

int play_last_cell(const struct play *play)
{
    int stones[FOURSCORE_MAX_CELLS], width = play->board.width;
    if (play->count == 0)
        return -1;
    int cell = play->moves[play->count - 1] - 1; /* the top of its column */
    fourscore_cells(&play->position, stones);
    while (stones[cell] == 0)
        cell += width;
    return cell;
}

/* Whether four cells from one on, so many columns and rows apart, have stones
 * of one player. */
static bool is_four(struct value_board board, const int *stones, int cell,
                    int right, int down)
{
    int column = cell % board.width + 3 * right;
    int row = cell / board.width + 3 * down;
    if (stones[cell] == 0 || column < 0 || column >= board.width ||
        row >= board.height)
        return false;
    for (int i = 1; i < 4; i++)
        if (stones[cell + i * (down * board.width + right)] != stones[cell])
            return false;
    return true;
}

void play_find_fours(const struct play *play, bool fours[FOURSCORE_MAX_CELLS])
{
    static const int steps[][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    int stones[FOURSCORE_MAX_CELLS], width = play->board.width;
    fourscore_cells(&play->position, stones);
    memset(fours, 0, FOURSCORE_MAX_CELLS * sizeof *fours);
    for (int cell = 0; cell < width * play->board.height; cell++)
        for (int k = 0; k < 4; k++)
            if (is_four(play->board, stones, cell, steps[k][0], steps[k][1]))
                for (int i = 0; i < 4; i++)
                    fours[cell + i * (steps[k][1] * width + steps[k][0])] =
                        true;
}

const char *play_colour(int player)
{
    return player == 1 ? "Red" : "Yellow";
}

const char *play_level_name(const struct play *play)
{
    struct fourscore_level_info info = FOURSCORE_LEVEL_INFO_INIT;
    fourscore_level_info(play->level, &info);
    return info.name;
}
