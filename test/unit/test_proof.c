/*
 * The static proofs of the search and of certificates, and node_drop_held(),
 * compared with plain minimax: test_proof WxH.  On small boards every position
 * is tested, on the others random ones.
 */
#define TEST_OWN_MAIN
#include "test/unit/test.h"

#include "bitboard/board.h"
#include "proof/theory.h"
#include "solver/node.h"
#include "solver/proof.h"
#include "test/unit/reference.h"

TEST_ON_A_BOARD

static struct geometry geometry; /* read through 'g' */
static const struct geometry *g;

TEST_BEFORE
{
    geometry = geometry_make(board);
    g = geometry_of(&geometry);
    return 0;
}

/* Whether every position is tested. */
static bool is_small(void)
{
    return board.width * (board.height + 1) <= 28;
}

/* A late position: P has moved, M is to move. */
struct late {
    lanes p, m, empty, wins, playable;
    int empty_count;
};

static struct late late_of(struct position pos)
{
    return (struct late){
        .p = lanes_all((cells)(pos.mover ^ pos.stones)),
        .m = lanes_all((cells)pos.mover),
        .empty = lanes_all((cells)(board.full ^ pos.stones)),
        .wins = lanes_all(variant_opponent_threats(g, variant_position(pos))),
        .playable = lanes_all((cells)board_playable(pos)),
        .empty_count = board_cells(board) - pos.ply,
    };
}

static struct proof proof_of(struct late late)
{
    return proof_find(g, late.p, late.m, late.wins, late.playable,
                      late.empty_count);
}

/*
 * Play to a random position without four in a row, or return false.  Nearly
 * every random game ends in a win: as many such moves as there are cells are
 * taken back.  With 'has_tall' one column has at least five empty cells: only
 * there can zugzwang leave an odd number of cells out of play and other cells
 * in play.
 */
static bool try_position(struct reference_random *random, bool has_tall,
                         int ply, struct position *pos)
{
    int tall = has_tall ? reference_below(random, board.width) : -1;
    int retries = board_cells(board);
    *pos = board_empty(board);
    while (pos->ply < ply) {
        int column = reference_below(random, board.width);
        board_bits stones = pos->stones & board_column(board, column);
        int most = column == tall ? board.height - 5 : board.height;
        if (board_popcount(stones) >= most)
            continue;
        struct position next = board_play(*pos, column);
        if (!board_has_four(board, next.mover ^ next.stones))
            *pos = next;
        else if (retries-- == 0)
            return false;
    }
    return true;
}

static struct position random_position(struct reference_random *random,
                                       int empty)
{
    struct position pos;
    bool has_tall =
        board.height > 5 && empty > 5 && reference_below(random, 2) != 0;
    while (!try_position(random, has_tall, board_cells(board) - empty, &pos))
        ;
    return pos;
}

/* Whether M's reach has a four that comes too late. */
static bool has_late_four(struct late late)
{
    struct proof_zugzwang zugzwang =
        proof_zugzwang_find(g, late.empty, late.wins, late.empty_count);
    lanes reach = proof_followup_reach(late.empty & ~zugzwang.out_of_play,
                                       late.playable, zugzwang.odd_rows);
    return reference_four(board,
                          lanes_get(late.m | reach | zugzwang.entry_cells, 0));
}

/* Whether a column has an odd number of cells out of play and others in play:
 * its rows change parity. */
static bool is_flipped(board_bits empty, board_bits out_of_play)
{
    for (int column = 0; column < board.width; column++) {
        board_bits here = empty & board_column(board, column);
        if (board_popcount(here & out_of_play) % 2 == 1 &&
            board_popcount(here & ~out_of_play) >= 2)
            return true;
    }
    return false;
}

/* The rule and the cells of the evidence fit together. */
static void check_evidence(struct position pos, struct evidence found)
{
    board_bits own = pos.mover ^ pos.stones;
    assert_true((found.reach & found.guarded) == 0);
    assert_true((found.reach & pos.mover) == pos.mover);
    assert_true((found.guarded & own) == own);
    assert_true((found.stalled & found.entries) == found.entries);
    assert_true((found.entries & ~found.reach) == 0);
    assert_true((found.threats & ~reference_threats(board, own, pos.stones)) ==
                0);
    assert_int_equal(found.entries != 0, found.rule == EVIDENCE_ZUGZWANG);
    if (found.rule != EVIDENCE_ZUGZWANG)
        assert_int_equal(reference_four(board, found.reach),
                         found.rule == EVIDENCE_LATE);
}

/* Late fours are rare: with more than 'solved' empty cells only positions that
 * have some are solved. */
TEST_IF(bounds_hold, !is_small())
{
    struct reference_random random = reference_seed(20);
    int solved = board.width > 8 ? 8 : 11, most_empty = 14;
    int zugzwangs[2] = {0}, rules[EVIDENCE_ZUGZWANG + 1] = {0};
    int fired = 0, flipped = 0, won = 0, late_fours = 0, dead = 0;
    int wanted = test_is_long()    ? 1200000
                 : test_is_short() ? 15000
                 : board.width > 8 ? 50000
                                   : 85000;
    for (int i = 0; i < wanted; i++) {
        struct position pos =
            random_position(&random, 1 + reference_below(&random, most_empty));
        struct late late = late_of(pos);
        struct proof proof = proof_of(late);
        struct evidence evidence = theory_evidence(pos);
        bool proven = proof.lanes & 1,
             is_live = proof_live_lines(g, late.p) & 1;
        bool late_four = proven && has_late_four(late);
        if ((!proven && is_live && evidence.rule == EVIDENCE_NONE) ||
            (late.empty_count > solved && !late_four))
            continue;
        int score = reference_minimax(pos);
        if (proven) {
            assert_true(score <= -proof_score(&proof, 0));
            fired++;
            late_fours += late_four;
            won += (proof.winning & ~proof.zugzwang & 1) != 0;
        }
        if (proof.zugzwang & 1) {
            board_bits out = lanes_get(proof.out_of_play, 0);
            assert_int_equal((late.empty_count - board_popcount(out)) % 2, 0);
            zugzwangs[late.empty_count % 2]++;
            flipped += is_flipped(lanes_get(late.empty, 0), out);
        }
        if (evidence.rule != EVIDENCE_NONE) {
            check_evidence(pos, evidence);
            assert_true(score <= -evidence.score);
            rules[evidence.rule]++;
        }
        assert_true(is_live || score <= 0);
        dead += !is_live;
    }
    printf("# %d proven: zugzwang with even %d, odd %d, parity changed %d; "
           "certain fours %d, late fours %d; without live lines %d\n",
           fired, zugzwangs[0], zugzwangs[1], flipped, won, late_fours, dead);
    printf("# for certificates: follow-up %d, late fours %d, zugzwang %d\n",
           rules[EVIDENCE_FOLLOWUP], rules[EVIDENCE_LATE],
           rules[EVIDENCE_ZUGZWANG]);
    assert_true(fired > 200 && zugzwangs[0] > 10 && zugzwangs[1] > 10);
    assert_true(won > 0 && dead > 20);
    assert_true(late_fours > 0 || test_is_short());
    assert_true(flipped > 0 || board.height < 6);
    assert_true(rules[EVIDENCE_FOLLOWUP] > 100 &&
                rules[EVIDENCE_ZUGZWANG] > 100);
    assert_true(rules[EVIDENCE_LATE] > 0 || board.height < 6);
}

/* Whether W wins with its next stone wherever H plays, which has no threats. */
static bool is_double_threat(board_bits w, board_bits stones)
{
    board_bits playable = (stones + board.bottom) & board.full;
    for (board_bits rest = playable; rest != 0; rest &= rest - 1) {
        board_bits after = stones | board_first(rest);
        if ((reference_threats(board, w, after) & (after + board.bottom)) == 0)
            return false;
    }
    return playable != 0;
}

TEST_IF(no_double_threat_is_missed, !is_small())
{
    struct reference_random random = reference_seed(26);
    int doubles = 0, others = 0, flagged = 0;
    for (int i = 0; i < 25000; i++) {
        struct position pos =
            reference_some(&random, board, 8, board_cells(board) - 1);
        board_bits playable = (pos.stones + board.bottom) & board.full;
        board_bits threats = reference_threats(board, pos.mover, pos.stones);
        if ((threats & playable) != 0)
            continue;
        cells found = lanes_get(
            hold_doubles(g, lanes_all((cells)pos.mover),
                         lanes_all((cells)(board.full ^ pos.stones)),
                         lanes_all((cells)playable), lanes_all((cells)threats)),
            0);
        for (board_bits rest = playable; rest != 0; rest &= rest - 1) {
            board_bits cell = board_first(rest);
            bool is_double =
                is_double_threat(pos.mover | cell, pos.stones | cell);
            bool is_found = (found & cell) != 0;
            assert_true(is_found || !is_double);
            doubles += is_double;
            others += !is_double;
            flagged += is_found && !is_double;
        }
    }
    printf("# %d double threats, %d others, %d of them found\n", doubles,
           others, flagged);
    assert_true(doubles > 1000 && flagged < others / 4);
}

static bool wins_within(struct position pos, int stones);

/* Whether the opponent wins with at most 'stones' more stones, whatever the
 * side to move does. */
static bool loses_within(struct position pos, int stones)
{
    bool answers = false;
    for (int column = 0; column < board.width; column++) {
        if (!board_can_play(pos, column))
            continue;
        struct position next = board_play(pos, column);
        answers = true;
        if (board_has_four(board, next.mover ^ next.stones) ||
            !wins_within(next, stones))
            return false;
    }
    return answers;
}

/* Whether the side to move does. */
static bool wins_within(struct position pos, int stones)
{
    for (int column = 0; column < board.width; column++) {
        if (!board_can_play(pos, column))
            continue;
        struct position next = board_play(pos, column);
        if (board_has_four(board, next.mover ^ next.stones) ||
            (stones > 1 && loses_within(next, stones - 1)))
            return true;
    }
    return false;
}

/* The children of a node, if none is decided. */
static bool find_children(struct position pos, struct node *node,
                          struct children *children)
{
    struct variant_position at = variant_position(pos);
    int score;
    if (node_is_known(g, at, node, &score))
        return false;
    node_children(g, node, children);
    return children->decided == 0;
}

TEST_IF(held_children_do_not_win_with_the_third_stone, !is_small())
{
    struct reference_random random = reference_seed(25);
    int held = 0, winning = 0, neither = 0;
    for (int i = 0; i < 10000; i++) {
        struct node node;
        struct children children;
        struct position pos =
            reference_some(&random, board, 8, board_cells(board) - 4);
        if (!find_children(pos, &node, &children))
            continue;
        unsigned before = children.active;
        node_drop_held(g, &node, &children);
        assert_true((children.active & ~before) == 0);
        for (unsigned rest = before; rest != 0; rest &= rest - 1) {
            int lane = __builtin_ctz(rest);
            bool wins = loses_within(
                board_play(pos,
                           reference_column(board, children.cells.set[lane])),
                2);
            bool is_held = (children.active >> lane & 1) == 0;
            assert_false(is_held && wins);
            held += is_held;
            winning += wins;
            neither += !is_held && !wins;
        }
    }
    printf("# %d held, %d win, %d neither\n", held, winning, neither);
    assert_true(held > 1000 && winning > 50 && neither < held);
}

/* The result of a lane does not depend on the other lanes. */
TEST_IF(lanes_are_independent, !is_small())
{
    struct reference_random random = reference_seed(24);
    for (int i = 0; i < 2000; i++) {
        struct late one[LANES], all = {0};
        int empty = 1 + reference_below(&random, 11);
        for (int lane = 0; lane < LANES; lane++) {
            one[lane] = late_of(random_position(&random, empty));
            if (lane == 0)
                all = one[0];
            all.p = lanes_set(all.p, lane, lanes_get(one[lane].p, 0));
            all.m = lanes_set(all.m, lane, lanes_get(one[lane].m, 0));
            all.wins = lanes_set(all.wins, lane, lanes_get(one[lane].wins, 0));
            all.playable =
                lanes_set(all.playable, lane, lanes_get(one[lane].playable, 0));
        }
        struct proof parallel = proof_of(all);
        unsigned live = proof_live_lines(g, all.p);
        for (int lane = 0; lane < LANES; lane++) {
            struct proof alone = proof_of(one[lane]);
            assert_int_equal(parallel.lanes >> lane & 1, alone.lanes & 1);
            assert_int_equal(proof_score(&parallel, lane),
                             proof_score(&alone, 0));
            assert_int_equal(live >> lane & 1,
                             proof_live_lines(g, one[lane].p) & 1);
            assert_true(
                lanes_get(lanes_completions(all.p, g->column_bits), lane) ==
                lanes_get(lanes_completions(one[lane].p, g->column_bits), 0));
        }
    }
}

/* ---------------------------------------- every position of a small board */

enum { UNKNOWN = 127 };

static int8_t *scores; /* by key, or UNKNOWN */
static size_t position_count, bound_count, child_bound_count, held_count;

static void expect_score(struct position pos, int least, int most)
{
    char moves[BOARD_MAX_CELLS + 1];
    /* NOLINTNEXTLINE(bugprone-signed-char-misuse,cert-str34-c): a number */
    int score = scores[board_key(pos)];
    if (score >= least && score <= most)
        return;
    board_moves(pos, moves);
    fail_msg("%s: the score is %d, proven is %d to %d", moves, score, least,
             most);
}

/* The bounds for a position by itself. */
static void check_position(struct position pos)
{
    struct late late = late_of(pos);
    struct proof proof = proof_of(late);
    struct evidence evidence = theory_evidence(pos);
    if (proof.lanes & 1)
        expect_score(pos, INT8_MIN, -proof_score(&proof, 0));
    if (!(proof_live_lines(g, late.p) & 1))
        expect_score(pos, INT8_MIN, 0);
    if (evidence.rule != EVIDENCE_NONE) {
        check_evidence(pos, evidence);
        expect_score(pos, INT8_MIN, -evidence.score);
        bound_count++;
    }
}

/* The bounds for all children of a node at once, as the search asks for them.
 */
static void check_children(struct position pos)
{
    struct node node;
    struct children children;
    if (!find_children(pos, &node, &children))
        return;

    lanes opponent = lanes_all(node.mover ^ node.stones);
    int empty = g->cell_count - node.ply - 1;
    for (int part = 0; part < children.parts; part++) {
        unsigned active = children.active >> part * LANES & LANES_MASK;
        lanes mover = lanes_all(node.mover) | children.cells.part[part];
        unsigned live = proof_live_lines(g, mover);
        struct proof proof =
            proof_find(g, mover, opponent, children.threats.part[part],
                       children.playable.part[part], empty);
        unsigned rest = active & (proof.lanes | ~live);
        for (; rest != 0; rest &= rest - 1) {
            int lane = __builtin_ctz(rest);
            cells move = children.cells.set[part * LANES + lane];
            struct position child =
                board_play(pos, reference_column(board, move));
            if (proof.lanes >> lane & 1)
                expect_score(child, INT8_MIN, -proof_score(&proof, lane));
            if (!(live >> lane & 1))
                expect_score(child, INT8_MIN, 0);
            child_bound_count++;
        }
    }

    unsigned held = children.active;
    node_drop_held(g, &node, &children);
    held &= ~children.active;
    for (; held != 0; held &= held - 1) {
        cells move = children.cells.set[__builtin_ctz(held)];
        struct position child = board_play(pos, reference_column(board, move));
        bool last = node.ply + 5 > g->cell_count;
        expect_score(child, last ? 0 : 1 - variant_win_score(g, node.ply + 5),
                     INT8_MAX);
        held_count++;
    }
}

/* The score by minimax.  Every unfinished position is checked once. */
static int explore(struct position pos)
{
    int8_t *score = &scores[board_key(pos)];
    if (*score != UNKNOWN)
        return *score;
    position_count++;
    if (board_has_four(board, pos.mover ^ pos.stones))
        return *score = (int8_t)-board_win_score(board, pos.ply);
    if (pos.ply == board_cells(board))
        return *score = 0;

    int best = -board_cells(board);
    for (int column = 0; column < board.width; column++) {
        if (!board_can_play(pos, column))
            continue;
        int found = -explore(board_play(pos, column));
        best = found > best ? found : best;
    }
    *score = (int8_t)best;
    check_position(pos);
    check_children(pos);
    return best;
}

TEST_IF(every_bound_holds, is_small())
{
    /* 4x6 has 16 million positions; long tests have time for them. */
    bool from_four_stones = board_cells(board) > 20 && !test_is_long();
    size_t keys = (size_t)1 << (board.width * (board.height + 1));
    scores = malloc(keys);
    assert_non_null(scores);
    memset(scores, UNKNOWN, keys);
    struct position start = board_empty(board);
    for (int i = 0; i < 4 && from_four_stones; i++)
        start = board_play(start, i / 2);
    explore(start);
    free(scores);
    printf("# %zu positions, %zu bounds, %zu children with bounds, %zu held\n",
           position_count, bound_count, child_bound_count, held_count);

    /* Source: Tromp's table of small boards. */
    static const struct {
        int width, height;
        size_t positions;
    } known[] = {
        {4, 4, 161029}, {4, 5, 1706255}, {4, 6, 15835683}, {5, 4, 3945711}};
    EACH (c, known)
        if (c->width == board.width && c->height == board.height &&
            !from_four_stones)
            assert_int_equal(position_count, c->positions);
    assert_true(bound_count > 10000 && child_bound_count > 10000 &&
                held_count > 10000);
}
