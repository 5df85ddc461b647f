/* The rules as implemented in the engines, for one variant of the geometry:
 * test_variant WxH. */
#define TEST_OWN_MAIN
#include "test/unit/test.h"

#include "bitboard/score.h"
#include "solver/node.h"
#include "test/unit/reference.h"

static struct board board;
static struct geometry geometry;

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
    for (int place = 0; place < board.width; place++)
        for (int row = 0; row < board.height; row++) {
            int column = board_centre_first(board, place);
            cells cell = (cells)reference_cell(board, column, row);
            assert_int_equal(variant_place(g, cell), place);
        }
    assert_true(g->even_rows == even_rows);
    assert_true(g->top == top);
}

TEST(rules_match_the_reference)
{
    const struct geometry *g = geometry_of(&geometry);
    struct reference_random random = reference_seed(1);
    int tested = 0, quiet = 0;

    for (int i = 0; i < test_scaled(board, 20000); i++) {
        struct position pos;
        int ply = reference_below(&random, board_cells(board) + 1);
        if (!reference_position(&random, board, ply, &pos))
            continue;
        tested++;
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
        assert_int_equal(variant_win_score(g, ply),
                         board_win_score(board, ply));
        if (wins == 0) {
            quiet++;
            assert_true(variant_safe_moves(g, here) ==
                        reference_safe_moves(pos));
        }
    }
    assert_true(tested > test_scaled(board, 1000) &&
                quiet > test_scaled(board, 200));
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

    for (int i = 0; i < test_scaled(board, 20000); i++) {
        struct position pos;
        int ply = reference_below(&random, board_cells(board) + 1);
        if (!reference_position(&random, board, ply, &pos) ||
            board_winning_moves(pos) != 0 || board_cells(board) - pos.ply < 3)
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

int main(int argc, char **argv)
{
    board = test_board(argc, argv);
    geometry = geometry_make(board);
    return test_run(NULL, NULL);
}
