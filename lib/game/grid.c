#include "lib/game/grid.h"

#include <string.h>

struct game_grid game_grid_read(const fourscore_position *position)
{
    int cells[FOURSCORE_MAX_CELLS] = {0};
    struct game_grid grid = {
        .width = fourscore_width(position),
        .height = fourscore_height(position),
        .ply = fourscore_ply(position),
    };
    fourscore_cells(position, cells);
    for (int cell = 0; cell < grid.width * grid.height; cell++) {
        grid.cells[cell] = (unsigned char)cells[cell];
        grid.heights[game_grid_column(&grid, cell)] += cells[cell] != 0;
    }
    return grid;
}

int game_grid_playable(const struct game_grid *grid, int column)
{
    int row = grid->heights[column];
    return row < grid->height ? game_grid_cell(grid, column, row)
                              : GAME_NO_CELL;
}

int game_grid_above(const struct game_grid *grid, int cell)
{
    return cell >= grid->width ? cell - grid->width : GAME_NO_CELL;
}

struct game_grid game_grid_play(const struct game_grid *grid, int column)
{
    struct game_grid next = *grid;
    next.cells[game_grid_playable(grid, column)] =
        (unsigned char)game_grid_mover(grid);
    next.heights[column]++;
    next.ply++;
    return next;
}

/* A set of cells, as in game_grid_four(). */
struct set {
    const unsigned char *values;
    int value, through;
};

/* Whether the line that begins at a column and row is in the set. */
static bool has_line(const struct game_grid *grid, struct set set, int column,
                     int row, const int step[2], int line[4])
{
    int end_column = column + 3 * step[0], end_row = row + 3 * step[1];
    if (column < 0 || row < 0 || row >= grid->height || end_column < 0 ||
        end_column >= grid->width || end_row < 0 || end_row >= grid->height)
        return false;
    for (int i = 0; i < 4; i++) {
        line[i] = game_grid_cell(grid, column + i * step[0], row + i * step[1]);
        if (line[i] != set.through && set.values[line[i]] != set.value)
            return false;
    }
    return true;
}

static const int steps[][2] = {{1, 0}, {1, 1}, {1, -1}, {0, 1}};
enum { DIRECTIONS = sizeof steps / sizeof steps[0] };

/* Whether the set has a line with 'cell' in place 'at'. */
static bool has_line_with(const struct game_grid *grid, struct set set,
                          int cell, int at, int line[4])
{
    int column = game_grid_column(grid, cell), row = game_grid_row(grid, cell);
    for (int i = 0; i < DIRECTIONS; i++)
        if (has_line(grid, set, column - at * steps[i][0],
                     row - at * steps[i][1], steps[i], line))
            return true;
    return false;
}

static bool find_line(const struct game_grid *grid, struct set set, int line[4])
{
    if (set.through != GAME_NO_CELL) {
        for (int at = 0; at < 4; at++)
            if (has_line_with(grid, set, set.through, at, line))
                return true;
        return false;
    }
    for (int cell = 0; cell < grid->width * grid->height; cell++)
        if (has_line_with(grid, set, cell, 0, line))
            return true;
    return false;
}

bool game_grid_four(const struct game_grid *grid, const unsigned char *values,
                    int value, int through, int four[4])
{
    int line[4] = {0};
    struct set set = {values, value, through};
    if (!find_line(grid, set, line))
        return false;
    if (four != NULL)
        memcpy(four, line, sizeof line);
    return true;
}

bool game_grid_completes(const struct game_grid *grid, int player, int cell)
{
    return game_grid_four(grid, grid->cells, player, cell, NULL);
}
