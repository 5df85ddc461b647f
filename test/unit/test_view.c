/* Lines of four as an opponent sees them, against lines of cells. */
#include "test/unit/test.h"

#include "lib/game/view.h"

enum { MAX_LINES = 400, POSITIONS = 300 };

struct line {
    game_bits cells[4];
    int direction;
};

static int find_lines(const struct game_view *view,
                      struct line lines[MAX_LINES])
{
    static const struct {
        int direction, right, up;
    } steps[] = {{GAME_COLUMN, 0, 1},
                 {GAME_ROW, 1, 0},
                 {GAME_FALLING, 1, -1},
                 {GAME_RISING, 1, 1}};
    int count = 0;
    for (int k = 0; k < 4; k++)
        for (int column = 0; column < view->width; column++)
            for (int row = 0; row < view->height; row++) {
                struct line line = {.direction = steps[k].direction};
                int i;
                for (i = 0; i < 4; i++) {
                    int c = column + i * steps[k].right;
                    int r = row + i * steps[k].up;
                    if (c >= view->width || r < 0 || r >= view->height)
                        break;
                    line.cells[i] = (game_bits)1
                                    << (c * (view->height + 1) + r);
                }
                if (i == 4)
                    lines[count++] = line;
            }
    return count;
}

/* Whether a view has a line. */
static bool sees(const struct game_view *view, const struct line *line)
{
    return (view->lines[line->direction] & line->cells[0]) != 0;
}

static void compare(const struct game_view *view, const struct line *lines,
                    int count, game_bits own, game_bits other)
{
    static const int worth_of[] = {0, 1, 5, 14, 0};
    game_bits threats = 0;
    int worth = 0;
    for (int k = 0; k < count; k++) {
        int owned = 0, foreign = 0;
        for (int i = 0; i < 4; i++) {
            owned += (own & lines[k].cells[i]) != 0;
            foreign += (other & lines[k].cells[i]) != 0;
        }
        if (foreign > 0 || !sees(view, &lines[k]))
            continue;
        worth += worth_of[owned];
        for (int i = 0; owned == 3 && i < 4; i++)
            threats |= lines[k].cells[i] & ~own;
    }
    assert_true(game_threats(view, own, other) == threats);
    assert_int_equal(game_worth(view, own, other), worth);
}

static void views_match_lines_of_cells(void **state)
{
    static const int boards[][2] = {{1, 1}, {3, 3},   {4, 4},  {7, 6},
                                    {4, 9}, {10, 11}, {12, 9}, {9, 12}};
    uint64_t random = 1;
    (void)state;
    for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
        struct line lines[MAX_LINES];
        struct game_view all;
        game_view_open(&all, boards[b][0], boards[b][1]);
        int count = find_lines(&all, lines);
        for (int n = 0; n < POSITIONS; n++) {
            struct game_view view = all;
            game_bits own = 0, other = 0;
            for (int i = 0; i < 128; i++) {
                int kind = game_random_below(&random, n % 4 + 2);
                game_bits cell = ((game_bits)1 << i) & view.full;
                own |= kind == 0 ? cell : 0;
                other |= kind == 1 ? cell : 0;
            }
            if (n % 2 == 1)
                game_view_blur(&view, n % 100, n % 70, &random);
            compare(&view, lines, count, own, other);
        }
    }
}

/* How many lines of a direction a view has lost, in percent. */
static int lost(const struct game_view *view, const struct game_view *all,
                int direction)
{
    int count = game_count(all->lines[direction]);
    return 100 - 100 * game_count(view->lines[direction]) / count;
}

static void lines_are_overlooked_as_often_as_told(void **state)
{
    uint64_t random = 1;
    struct game_view all, view;
    int sums[GAME_DIRECTIONS] = {0};
    (void)state;
    game_view_open(&all, 12, 9);
    for (int n = 0; n < 100; n++) {
        view = all;
        game_view_blur(&view, 20, 70, &random);
        for (int i = 0; i < GAME_DIRECTIONS; i++)
            sums[i] += lost(&view, &all, i);
    }
    for (int i = 0; i < GAME_DIRECTIONS; i++) {
        int expected = i == GAME_COLUMN || i == GAME_ROW ? 2000 : 7000;
        assert_in_range(sums[i], expected - 150, expected + 150);
    }
    view = all;
    game_view_blur(&view, 100, 100, &random);
    for (int i = 0; i < GAME_DIRECTIONS; i++)
        assert_true(view.lines[i] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_match_lines_of_cells),
        cmocka_unit_test(lines_are_overlooked_as_often_as_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
