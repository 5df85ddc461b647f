/* The rules as implemented in the engines, for one variant of the geometry:
 * test_variant WxH. */
#define TEST_OWN_MAIN
#include "test/unit/test.h"

#include "bitboard/board.h"
#include "solver/order.h"
#include "test/unit/reference.h"

TEST_ON_A_BOARD

static struct geometry geometry;

TEST_BEFORE
{
    geometry = geometry_make(board);
    return 0;
}

TEST(the_geometry_matches_the_board)
{
    const struct geometry *g = geometry_of(&geometry);
    assert_int_equal(g->width, board.width);
    assert_int_equal(g->height, board.height);
    assert_int_equal(g->cell_count, board_cells(board));
    assert_int_equal(g->column_bits, board.height + 1);
    assert_true(g->bottom == board.bottom);
    assert_true(g->full == board.full);
    board_bits even_rows = 0, top = 0;
    for (int column = 0; column < VARIANT_COLUMNS; column++) {
        bool exists = column < board.width;
        assert_true(g->columns[column] ==
                    (exists ? board_column(board, column) : 0));
        for (int row = 0; exists && row < board.height; row++) {
            board_bits cell = reference_cell(board, column, row);
            even_rows |= (board.height - 1 - row) % 2 == 0 ? cell : 0;
            top |= row == board.height - 1 ? cell : 0;
        }
        if (exists)
            assert_int_equal(g->centre_first[column],
                             board_centre_first(board, column));
    }
    for (int index = 0; index < board.width; index++)
        for (int row = 0; row < board.height; row++) {
            int column = board_centre_first(board, index);
            cells cell = (cells)reference_cell(board, column, row);
            assert_int_equal(variant_centre_index(g, cell), index);
        }
    assert_true(g->even_rows == even_rows);
    assert_true(g->top == top);
}

TEST(rules_match_the_reference)
{
    const struct geometry *g = geometry_of(&geometry);
    struct reference_random random = reference_seed(1);
    int quiet = 0;
    for (int i = 0; i < test_scaled(board, 10000); i++) {
        struct position pos =
            reference_some(&random, board, 0, board_cells(board));
        struct variant_position here = variant_position(pos);
        board_bits wins = reference_threats(board, pos.mover, pos.stones) &
                          board_playable(pos);
        assert_true(variant_playable(g, here) == board_playable(pos));
        assert_true(
            variant_opponent_threats(g, here) ==
            reference_threats(board, pos.mover ^ pos.stones, pos.stones));
        assert_true(variant_winning_moves(g, here) == wins);
        assert_true(variant_canonical_key(g, here.mover + here.stones) ==
                    board_canonical_key(board, board_key(pos)));
        assert_int_equal(variant_win_score(g, pos.ply),
                         board_win_score(board, pos.ply));
        quiet += wins == 0;
        assert_true(wins != 0 ||
                    variant_safe_moves(g, here) == reference_safe_moves(pos));
    }
    assert_true(quiet > test_scaled(board, 200));
}

/* Check what a node computes for a child, in its lane. */
static void expect_child(const struct geometry *g,
                         const struct children *children, int lane,
                         struct position child)
{
    struct variant_position here = variant_position(child);
    board_bits own = child.mover ^ child.stones;
    assert_true(children->threats.set[lane] ==
                reference_threats(board, own, child.stones));
    assert_true(children->playable.set[lane] == board_playable(child));
    assert_int_equal(children->decided >> lane & 1,
                     variant_safe_moves(g, here) == 0);
    assert_true(children->moves.set[lane] == reference_safe_moves(child));
}

TEST(nodes_compute_their_children)
{
    const struct geometry *g = geometry_of(&geometry);
    struct reference_random random = reference_seed(2);
    int tested = 0;
    for (int i = 0; i < test_scaled(board, 10000); i++) {
        struct position pos =
            reference_some(&random, board, 0, board_cells(board));
        if (board_winning_moves(pos) != 0 || board_cells(board) - pos.ply < 3)
            continue;
        board_bits moves = reference_safe_moves(pos);
        struct node node = {
            .mover = (cells)pos.mover,
            .stones = (cells)pos.stones,
            .threats = variant_opponent_threats(g, variant_position(pos)),
            .moves = (cells)moves,
            .ply = pos.ply,
        };
        struct children children;
        node_children(g, &node, &children);
        int last = -1;
        for (unsigned rest = children.active; rest != 0; rest &= rest - 1) {
            int lane = __builtin_ctz(rest);
            cells move = children.cells.set[lane];
            int column = reference_column(board, move);
            assert_true(column > last && (moves & move) == move);
            expect_child(g, &children, lane, board_play(pos, column));
            last = column;
            tested++;
        }
        assert_int_equal(__builtin_popcount(children.active),
                         board_popcount(moves));
    }
    assert_true(tested > test_scaled(board, 1000) || board_cells(board) < 16);
}

/* Count the lines through a cell, cell by cell, as node_lines_find() does. */
static void count_lines(board_bits mover, board_bits opponent, int column,
                        int row, int above, int counts[NODE_LINES_KINDS])
{
    static const struct {
        int columns, rows, direction;
    } steps[] = {{1, 0, 0}, {1, 1, 1}, {1, -1, 1}, {0, 1, 2}};
    for (int i = 0; i < 4 - above; i++)
        for (int place = 0; place < 4; place++) {
            int own = 0, other = 0, cells_of_line = 0;
            for (int k = -place; k < 4 - place; k++) {
                int at_column = column + k * steps[i].columns;
                int at_row = row + k * steps[i].rows;
                if (at_column < 0 || at_column >= board.width || at_row < 0 ||
                    at_row >= board.height)
                    continue;
                board_bits cell = reference_cell(board, at_column, at_row);
                cells_of_line++;
                own += (mover & cell) != 0;
                other += (opponent & cell) != 0;
            }
            int stones = own > 0 && other > 0 ? 0
                         : own > 0            ? own
                         : other > 0          ? 4 + other
                                              : 0;
            if (cells_of_line == 4)
                counts[((2 * above + row % 2) * 3 + steps[i].direction) * 8 +
                       stones]++;
        }
}

TEST(all_lines_of_a_move_are_found)
{
    const struct geometry *g = geometry_of(&geometry);
    struct reference_random random = reference_seed(4);
    int found = 0;
    for (int i = 0; i < test_scaled(board, 2000); i++) {
        struct position pos =
            reference_some(&random, board, 0, board_cells(board) - 1);
        board_bits opponent = pos.mover ^ pos.stones;
        for (int column = 0; column < board.width; column++) {
            if (!board_can_play(pos, column))
                continue;
            int row = board_popcount(pos.stones & board_column(board, column));
            cells move = (cells)reference_cell(board, column, row);
            int counts[NODE_LINES_KINDS] = {0};
            count_lines(pos.mover | move, opponent, column, row, 0, counts);
            if (row + 1 < board.height)
                count_lines(pos.mover | move, opponent, column, row + 1, 1,
                            counts);

            uint8_t kinds[NODE_LINES_MAX];
            int lines =
                node_lines_find(g, (cells)pos.mover | move, (cells)opponent,
                                cells_lowest(move), kinds);
            assert_true(lines <= NODE_LINES_MAX);
            found += lines;
            for (int k = 0; k < lines; k++)
                counts[kinds[k]]--;
            for (int kind = 0; kind < NODE_LINES_KINDS; kind++)
                assert_int_equal(counts[kind], 0);
        }
    }
    assert_true(found > 1000 || (board.width < 4 && board.height < 4));
}
