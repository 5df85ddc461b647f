#include "lib/game/view.h"

/* The lowest cells of all lines of a direction, which go so many columns to the
 * right and rows up from cell to cell. */
static game_bits all_lines(const struct game_view *view, int right, int up)
{
    game_bits lines = 0;
    for (int column = 0; column + 3 * right < view->width; column++)
        for (int row = 0; row < view->height; row++) {
            int last = row + 3 * up;
            if (last >= 0 && last < view->height)
                lines |= (game_bits)1 << (column * (view->height + 1) + row);
        }
    return lines;
}

void game_view_open(struct game_view *view, int width, int height)
{
    static const struct {
        int right, up;
    } directions[GAME_DIRECTIONS] = {
        [GAME_COLUMN] = {0, 1},
        [GAME_ROW] = {1, 0},
        [GAME_FALLING] = {1, -1},
        [GAME_RISING] = {1, 1},
    };

    *view = (struct game_view){.width = width, .height = height};
    for (int column = 0; column < width; column++) {
        view->bottom |= (game_bits)1 << column * (height + 1);
        view->full |= game_column(view, column);
    }
    for (int i = 0; i < GAME_DIRECTIONS; i++) {
        int right = directions[i].right, up = directions[i].up;
        view->steps[i] = right * (height + 1) + up;
        view->lines[i] = all_lines(view, right, up);
    }
}

void game_view_blur(struct game_view *view, int straight, int diagonal,
                    uint64_t *random)
{
    for (int i = 0; i < GAME_DIRECTIONS; i++) {
        int percent = i == GAME_COLUMN || i == GAME_ROW ? straight : diagonal;
        game_bits left = view->lines[i];
        while (left != 0) {
            game_bits line = left & -left;
            left ^= line;
            if (game_random_below(random, 100) < percent)
                view->lines[i] ^= line;
        }
    }
}

struct game_stones game_stones_of(const fourscore_position *position)
{
    int cells[FOURSCORE_MAX_CELLS];
    int width = fourscore_width(position), height = fourscore_height(position);
    struct game_stones stones = {.ply = fourscore_ply(position)};
    int mover = stones.ply % 2 + 1;

    fourscore_cells(position, cells);
    for (int i = 0; i < width * height; i++) {
        int row = height - 1 - i / width, column = i % width;
        game_bits cell = (game_bits)1 << (column * (height + 1) + row);
        if (cells[i] == mover)
            stones.own |= cell;
        else if (cells[i] != 0)
            stones.other |= cell;
    }
    return stones;
}

/* -------------------------------------------------------------------- lines */

/* The lines of a direction that are seen and have no stone of 'other'. */
static inline game_bits free_lines(const struct game_view *view, int direction,
                                   game_bits other)
{
    int step = view->steps[direction];
    game_bits pairs = other | other >> step;
    return view->lines[direction] & ~(pairs | pairs >> 2 * step);
}

game_bits game_threats(const struct game_view *view, game_bits own,
                       game_bits other)
{
    game_bits threats = 0;
    for (int i = 0; i < GAME_DIRECTIONS; i++) {
        int step = view->steps[i];
        game_bits lines = free_lines(view, i, other);
        game_bits first = own, second = own >> step;
        game_bits third = own >> 2 * step, fourth = own >> 3 * step;
        game_bits low = first & second & lines, high = third & fourth & lines;
        threats |= (high & second) | (high & first) << step |
                   (low & fourth) << 2 * step | (low & third) << 3 * step;
    }
    return threats & ~own;
}

int game_worth(const struct game_view *view, game_bits own, game_bits other)
{
    enum { ONE = 1, TWO = 5, THREE = 14 }; /* stones in a line */
    int worth = 0;
    for (int i = 0; i < GAME_DIRECTIONS; i++) {
        int step = view->steps[i];
        game_bits lines = free_lines(view, i, other);
        game_bits first = own, second = own >> step;
        game_bits third = own >> 2 * step, fourth = own >> 3 * step;
        /* The number of stones of each line, in binary; at most 3. */
        game_bits low_odd = first ^ second, high_odd = third ^ fourth;
        game_bits odd = low_odd ^ high_odd;
        game_bits two =
            (first & second) ^ (third & fourth) ^ (low_odd & high_odd);
        worth += ONE * game_count(lines & odd & ~two) +
                 TWO * game_count(lines & two & ~odd) +
                 THREE * game_count(lines & two & odd);
    }
    return worth;
}
