/*
 * Engine fast: the default.  Read solver/tutorial_12.c first; this is the same
 * search, made to visit fewer nodes and to spend less on each.
 *
 * A node computes all its children at once, in lanes, and asks of each whether
 * it decides the question: by a double threat, by a static proof, by the
 * tables. Only children that nothing is known of are searched.  So a node that
 * is searched has been looked up and judged by its parent already.
 */
#include "solver/fast.h"

#if FAST_FITS

#include <stdlib.h>
#include <string.h>

#include "solver/fast_table.h"
#include "solver/proof.h"
#include "solver/proof_room.h"
#include "solver/variant.h"

/* The default table: 32 MiB, which fits into many processors' last cache.  The
 * empty board, solved from nothing, takes 0.8% more nodes with 9 MiB than with
 * 128. */
#define DEFAULT_BYTES ((uint64_t)32 << 20)

/* With no more empty cells, the question at 0 comes first. */
enum { LATE_EMPTY = 16 };

/*
 * What the static proofs say: the score of the first child that has at least
 * beta by one of them, or less than beta.  'empty' cells are left in a child.
 */
static inline int prove(const struct node *node,
                        const struct children *children, int empty, int beta)
{
    lanes opponent = lanes_all(node->mover ^ node->stones);
    lanes mover = lanes_all(node->mover);

    /* In all parts before the other proofs in any: which proof answers must not
     * depend on how many lanes a part has. */
    for (int part = 0; part < LANES_PARTS && beta <= 0; part++) {
        unsigned active = children->active >> part * LANES & LANES_MASK;
        if ((active & ~proof_room_left(mover | children->cells.part[part])) !=
            0)
            return 0;
    }
    for (int part = 0; part < LANES_PARTS; part++) {
        unsigned active = children->active >> part * LANES & LANES_MASK;
        lanes movers = mover | children->cells.part[part];
        struct proof proof =
            proof_find(movers, opponent, children->threats.part[part],
                       children->playable.part[part], empty);
        for (unsigned rest = proof.lanes & active; rest != 0;
             rest &= rest - 1) {
            int score = proof_score(&proof, __builtin_ctz(rest));
            if (score >= beta)
                return score;
        }
    }
    return beta - 1;
}

/*
 * Is the score of 'node' at least beta?  The result r is a bound: r >= beta:
 * the score is at least r; r < beta: it is at most r.  Requires a beta that is
 * within reach: more than a loss to the opponent's next stone but one, and no
 * more than a win with the next stone but one.
 */
static int search(struct fast *fast, const struct node *node, int beta)
{
    uint64_t nodes = fast->nodes++;
    int empty = BOARD_CELLS - node->ply - 1; /* in the children */
    struct children children;
    node_children(node, &children);

    if (children.decided != 0) /* a double threat */
        return solver_win_score(node->ply + 3);
    if (empty <= 2)
        return 0;
    /* The frontier: only that could have been soon enough. */
    int upper = solver_win_score(node->ply + 5);
    if (upper < beta)
        return upper;

    int depth = fast_depth(node->ply, beta);
    struct fast_lookup lookup;
    fast_start_lookup(fast, node, &children, depth - 1, &lookup);
    int proven = prove(node, &children, empty, beta);
    if (proven >= beta)
        return proven;
    int best = fast_finish_lookup(fast, &children, depth - 1, &lookup, beta);
    if (best >= beta)
        return best;

    uint8_t lane_at[BOARD_WIDTH];
    int count = node_order(node, &children, lane_at);
    for (int i = 0; i < count && best < beta; i++) {
        int lane = lane_at[i];
        struct node child = {
            .mover = node->mover ^ node->stones,
            .stones = node->stones | children.cells.column[lane],
            .threats = children.threats.column[lane],
            .moves = children.moves.column[lane],
            .ply = node->ply + 1,
        };
        int score = -search(fast, &child, 1 - beta);
        best = score > best ? score : best;
    }
    fast_store(fast, node, depth, best, best >= beta, fast->nodes - nodes);
    return best;
}

/* The interval that the score is known to lie in. */
struct interval {
    int lower, upper;
};

/* Ask whether the score is at least beta, unless that is known. */
static void ask(struct fast *fast, const struct node *node, int beta,
                struct interval *known)
{
    if (beta <= known->lower || beta > known->upper)
        return;
    int score = search(fast, node, beta);
    if (score >= beta)
        known->lower = score < known->upper ? score : known->upper;
    else
        known->upper = score > known->lower ? score : known->lower;
}

static bool is_decided(struct interval known, int lower, int upper)
{
    return known.lower >= upper || known.upper <= lower ||
           known.lower == known.upper;
}

/*
 * First the questions about early wins and losses, which are shallow and so
 * cost next to nothing, then nearer and nearer to 0.  The quarter pays only
 * where more than the sign is wanted, none of them near the end of the game.
 * Mean nodes on positions of the seed 2, strong, and without any question
 * before that at 0: Middle-Easy 83 (136), Middle-Medium 15746 (14544),
 * Begin-Easy 542 (2404), Begin-Medium 174618 (187007), Begin-Hard 2068164
 * (2128061).
 */
static void ask_outside_in(struct fast *fast, const struct node *node,
                           int lower, int upper, struct interval *known)
{
    static const int quarters[] = {3, 2, 1, 0};
    bool late = BOARD_CELLS - node->ply <= LATE_EMPTY;
    int most = solver_win_score(node->ply + 1);

    for (int i = late ? 3 : 0; i < 4 && !is_decided(*known, lower, upper);
         i++) {
        if (quarters[i] == 1 && upper - lower <= 2)
            continue;
        int score = most * quarters[i] / 4;
        ask(fast, node, score + 1, known);
        if (!is_decided(*known, lower, upper))
            ask(fast, node, -score, known);
    }
}

static int fast_narrow(void *state, struct position pos, int lower, int upper)
{
    struct fast *fast = state;

    if (board_winning_moves(pos) != 0)
        return solver_win_score(pos.ply + 1);
    uint64_t moves = (uint64_t)board_safe_moves(pos);
    if (moves == 0)
        return -solver_win_score(pos.ply + 2);
    if (BOARD_CELLS - pos.ply <= 2)
        return 0;

    struct node node = {
        .mover = (uint64_t)pos.mover,
        .stones = (uint64_t)pos.stones,
        .threats = (uint64_t)board_opponent_threats(pos),
        .moves = moves,
        .ply = pos.ply,
    };
    struct interval known = {-solver_win_score(pos.ply + 4),
                             solver_win_score(pos.ply + 3)};
    if (upper - lower > 1)
        ask_outside_in(fast, &node, lower, upper, &known);
    while (!is_decided(known, lower, upper)) {
        int least = known.lower > lower ? known.lower : lower;
        int most = known.upper < upper ? known.upper : upper;
        ask(fast, &node, least + (most - least) / 2 + 1, &known);
    }
    return known.lower >= upper ? known.lower : known.upper;
}

static enum tt_status table_size(uint64_t table_bytes, struct tt_size *size)
{
    struct tt_wish wish = {
        .layout = TT_BUCKETS,
        .keys = ENGINE_KEYS,
        .stored_bits = TT_BUCKET_STORED,
        .bytes = table_bytes,
    };
    return tt_size(&wish, size);
}

static uint64_t fast_least_table_bytes(void)
{
    struct tt_size size;
    if (table_size(0, &size) != TT_OK)
        return 0;
    return (uint64_t)size.bytes + sizeof(struct tt_near);
}

static void fast_close(void *state)
{
    struct fast *fast = state;
    tt_buckets_close(&fast->far);
    free(fast->near);
    free(fast);
}

static enum solver_status fast_open(void **state, uint64_t table_bytes)
{
    *state = NULL;
    struct tt_size size;
    uint64_t bytes = table_bytes ? table_bytes : DEFAULT_BYTES;
    if (bytes <= sizeof(struct tt_near))
        return SOLVER_UNSAFE_TABLE;
    enum tt_status status = table_size(bytes - sizeof(struct tt_near), &size);
    if (status != TT_OK)
        return engine_table_failure(status);

    struct fast *fast = calloc(1, sizeof *fast);
    if (fast == NULL)
        return SOLVER_NO_MEMORY;
    status = tt_buckets_open(&fast->far, size.slots, ENGINE_KEYS);
    if (status != TT_OK) {
        free(fast);
        return engine_table_failure(status);
    }
    fast->near = aligned_alloc(64, sizeof *fast->near);
    if (fast->near == NULL) {
        fast_close(fast);
        return SOLVER_NO_MEMORY;
    }
    memset(fast->near, 0, sizeof *fast->near);
    *state = fast;
    return SOLVER_OK;
}

static void fast_clear(void *state)
{
    struct fast *fast = state;
    tt_buckets_clear(&fast->far);
    memset(fast->near, 0, sizeof *fast->near);
}

static uint64_t fast_nodes(const void *state)
{
    const struct fast *fast = state;
    return fast->nodes;
}

static struct solver_table fast_table(const void *state)
{
    const struct fast *fast = state;
    return (struct solver_table){
        .bytes = fast->far.memory.size + sizeof *fast->near,
        .huge_pages = fast->far.memory.huge_pages,
    };
}

const struct engine engine_fast = {
    .name = "fast",
    .open = fast_open,
    .close = fast_close,
    .clear = fast_clear,
    .narrow = fast_narrow,
    .least_table_bytes = fast_least_table_bytes,
    .nodes = fast_nodes,
    .table = fast_table,
};

#endif
