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

#include "solver/proof.h"
#include "solver/proof_room.h"
#include "solver/variant.h"
#include "tt/buckets.h"
#include "tt/near.h"

/* The default table: 32 MiB, which fits into many processors' last cache.  The
 * empty board, solved from nothing, takes 0.8% more nodes with 9 MiB than with
 * 128. */
#define DEFAULT_BYTES ((uint64_t)32 << 20)

enum {
    /*
     * Positions with at least so many plies to look ahead are kept in the large
     * table, those with fewer in the near table, the last not at all.
     */
    FAR_DEPTH = 18,
    NEAR_DEPTH = 4,
    /* With no more empty cells, the question at 0 comes first. */
    LATE_EMPTY = 16,
    /* Results that took so many nodes are costly; see tt/buckets.h. */
    COSTLY_NODES = 1000,
    /* Mirror images share an entry up to this ply; later they hardly meet. */
    MIRRORED_PLIES = BOARD_CELLS / 3,
};

struct fast {
    struct tt_buckets far;
    struct tt_near *near;
    uint64_t nodes;
};

/*
 * A position in which the side to move cannot win with its next stone and has a
 * safe move, and at least three cells are empty.
 */
struct node {
    uint64_t mover, stones;
    uint64_t threats; /* of the opponent */
    uint64_t moves;   /* the safe ones, as cells */
    int ply;
};

/*
 * How many plies ahead a win has to come to matter for the question whether the
 * score is at least beta.
 */
static inline int depth_of(int ply, int beta)
{
    return BOARD_CELLS + 2 - 2 * (beta > 0 ? beta : 1 - beta) - ply;
}

/* What a node knows of its children, a lane for each column. */
struct children {
    union lanes_columns cells;    /* the move that leads there, or nothing */
    union lanes_columns threats;  /* of the side that made it */
    union lanes_columns playable; /* cells the opponent can answer in */
    union lanes_columns moves;    /* the safe ones of these */
    unsigned active;  /* a bit for each child still to be searched */
    unsigned decided; /* and for each without a safe move */
};

/*
 * Table values: 1 (0 is an empty entry) and up, a bound and whether it is a
 * lower one.
 */
static int encode(int bound, bool lower)
{
    return 2 * (bound + BOARD_CELLS / 2 + 1) + lower + 1;
}

static bool is_lower(int value)
{
    return (value - 1) % 2;
}

static int decode(int value)
{
    return (value - 1) / 2 - BOARD_CELLS / 2 - 1;
}
_Static_assert(2 * (BOARD_CELLS + 2) + 2 <= 255, "a value has 8 bits");

static inline void make_children(const struct node *node,
                                 struct children *children)
{
    lanes full = lanes_all((uint64_t)BOARD_FULL);
    children->active = children->decided = 0;

    for (int part = 0; part < LANES_PARTS; part++) {
        lanes cells = lanes_all(node->moves) & lanes_columns(part);
        lanes stones = lanes_all(node->stones) | cells;
        lanes threats =
            lanes_completions(lanes_all(node->mover) | cells) & full & ~stones;
        lanes playable = (stones + lanes_all((uint64_t)BOARD_BOTTOM)) & full;

        /* The opponent must answer a playable threat, cannot answer two, and
         * must not play below one. */
        lanes now = threats & playable;
        lanes two = lanes_filled(now & (now - 1));
        lanes any = lanes_filled(now);
        lanes moves = (now | (playable & ~any)) & ~two & ~(threats >> 1);

        children->cells.part[part] = cells;
        children->threats.part[part] = threats;
        children->playable.part[part] = playable;
        children->moves.part[part] = moves;
        unsigned active = lanes_mask(cells);
        children->active |= active << part * LANES;
        children->decided |= (active & ~lanes_mask(moves)) << part * LANES;
    }
}

/* The smaller key of a position and its mirror image, near the root. */
static inline uint64_t shared_key(uint64_t key, int ply)
{
    if (ply > MIRRORED_PLIES)
        return key;
    uint64_t mirrored = (uint64_t)board_mirror(key);
    return mirrored < key ? mirrored : key;
}

/* Keys of the children, and their places in the large table where that is the
 * one to look into. */
struct lookup {
    union lanes_columns keys;
    struct tt_place places[BOARD_WIDTH];
};

static inline void start_lookup(const struct fast *fast,
                                const struct node *node,
                                const struct children *children, int depth,
                                struct lookup *lookup)
{
    if (depth < NEAR_DEPTH)
        return;
    uint64_t opponent = node->mover ^ node->stones;
    for (int part = 0; part < LANES_PARTS; part++)
        lookup->keys.part[part] =
            lanes_all(opponent + node->stones) + children->cells.part[part];
    if (depth < FAR_DEPTH)
        return;
    for (unsigned rest = children->active; rest != 0; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        uint64_t *key = &lookup->keys.column[lane];
        *key = shared_key(*key, node->ply + 1);
        lookup->places[lane] = tt_place(fast->far.count, *key);
        tt_buckets_prefetch(&fast->far, lookup->places[lane]);
    }
}

/*
 * Look the children up.  Return a score that one of them has for the mover, of
 * at least beta; or the highest of those that are known to fail, whose lanes
 * are then no longer active.
 */
static inline int finish_lookup(const struct fast *fast,
                                struct children *children, int depth,
                                const struct lookup *lookup, int beta)
{
    int best = -BOARD_CELLS;
    if (depth < NEAR_DEPTH)
        return best;
    for (unsigned rest = children->active; rest != 0; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        int value = depth < FAR_DEPTH
                        ? tt_near_get(fast->near, lookup->keys.column[lane])
                        : tt_buckets_get(&fast->far, lookup->places[lane]);
        if (value == 0)
            continue;
        int score = -decode(value);
        if (!is_lower(value)) {
            if (score >= beta)
                return score;
        } else if (score < beta) {
            children->active &= ~(1u << lane);
            best = score > best ? score : best;
        }
    }
    return best;
}

static inline void store(struct fast *fast, const struct node *node, int depth,
                         int score, bool lower, uint64_t nodes)
{
    uint64_t key = node->mover + node->stones;

    if (depth >= FAR_DEPTH) {
        key = shared_key(key, node->ply);
        tt_buckets_put(&fast->far, tt_place(fast->far.count, key),
                       encode(score, lower), nodes >= COSTLY_NODES);
    } else if (depth >= NEAR_DEPTH) {
        tt_near_put(fast->near, key, encode(score, lower));
    }
}

/*
 * Order the active lanes by useful threats after the move, the most first, and
 * return how many there are.  A threat directly above one of the opponent's is
 * of no use, since neither side will play the cell below; a playable one counts
 * half, since it is answered at once.  Equals go from the centre outwards.
 */
static inline int order(const struct node *node,
                        const struct children *children,
                        uint8_t lane_at[BOARD_WIDTH])
{
    uint64_t useless = node->threats << 1;
    int ranks[BOARD_WIDTH];
    int count = 0;

    for (int place = 0; place < BOARD_WIDTH; place++) {
        int lane = board_centre_first(place);
        if (!(children->active >> lane & 1))
            continue;
        uint64_t useful = children->threats.column[lane] & ~useless;
        int rank =
            2 * __builtin_popcountll(useful) -
            __builtin_popcountll(useful & children->playable.column[lane]);
        int at = count++;
        for (; at > 0 && ranks[at - 1] < rank; at--) {
            ranks[at] = ranks[at - 1];
            lane_at[at] = lane_at[at - 1];
        }
        ranks[at] = rank;
        lane_at[at] = (uint8_t)lane;
    }
    return count;
}

/*
 * What the static proofs say: the score of the first child that has at least
 * beta by one of them, or less than beta.  'empty' cells are left in a child.
 */
static inline int prove(const struct node *node,
                        const struct children *children, int empty, int beta)
{
    lanes opponent = lanes_all(node->mover ^ node->stones);

    for (int part = 0; part < LANES_PARTS; part++) {
        unsigned active = children->active >> part * LANES & LANES_MASK;
        lanes movers = lanes_all(node->mover) | children->cells.part[part];
        if (beta <= 0 && (active & ~proof_room_left(movers)) != 0)
            return 0;

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
    make_children(node, &children);

    if (children.decided != 0) /* a double threat */
        return solver_win_score(node->ply + 3);
    if (empty <= 2)
        return 0;
    /* The frontier: only that could have been soon enough. */
    int upper = solver_win_score(node->ply + 5);
    if (upper < beta)
        return upper;

    int depth = depth_of(node->ply, beta);
    struct lookup lookup;
    start_lookup(fast, node, &children, depth - 1, &lookup);
    int proven = prove(node, &children, empty, beta);
    if (proven >= beta)
        return proven;
    int best = finish_lookup(fast, &children, depth - 1, &lookup, beta);
    if (best >= beta)
        return best;

    uint8_t lane_at[BOARD_WIDTH];
    int count = order(node, &children, lane_at);
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
    store(fast, node, depth, best, best >= beta, fast->nodes - nodes);
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
 * Measured in mean nodes on positions of the seed 2, strong, with the question
 * at 0 alone: Begin-Easy 2404 in place of 542, Begin-Medium 187007 in place of
 * 174618.
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
    return table_size(0, &size) == TT_OK ? (uint64_t)size.bytes : 0;
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
    if (table_size(table_bytes ? table_bytes : DEFAULT_BYTES, &size) != TT_OK)
        return SOLVER_UNSAFE_TABLE; /* too few bytes for any table */

    struct fast *fast = calloc(1, sizeof *fast);
    if (fast == NULL)
        return SOLVER_NO_MEMORY;
    enum tt_status status =
        tt_buckets_open(&fast->far, size.slots, ENGINE_KEYS);
    if (status != TT_OK) {
        free(fast);
        return status == TT_UNSAFE ? SOLVER_UNSAFE_TABLE : SOLVER_NO_MEMORY;
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
        .bytes = fast->far.memory.size,
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
