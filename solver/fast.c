/*
 * Engine fast: the default.  Read solver/tutorial_12.c first; this is the same
 * search, made to visit fewer nodes and to spend less on each.
 *
 * A node computes all its children at once, in lanes, and asks of each whether
 * it decides the question: by a double threat, by a static proof, by the
 * tables. Only children that nothing is known of are searched.  So a node that
 * is searched has been looked up and judged by its parent already.
 */
#include <stdlib.h>
#include <string.h>

#include "bitboard/score.h"
#include "solver/engine.h"
#include "solver/fast_parallel.h"
#include "solver/fast_table.h"
#include "solver/proof.h"
#include "solver/proof_dead_lines.h"

/* The usual table fits into many processors' last cache, which pays more than
 * room.  The empty board, solved from nothing, takes 0.8% more nodes with 9 MiB
 * than with 128, but Begin-Hard a tenth more time with 256 than with 32. */
#define MIN_DEFAULT_BYTES ((uint64_t)32 << 20)
#define THREAD_DEFAULT_BYTES ((uint64_t)8 << 20)

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
        if ((active & ~proof_live_lines(mover | children->cells.part[part])) !=
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

/* At a node about to be searched: unwind, if there is a reason to. */
__attribute__((noinline)) static void poll(struct fast *fast,
                                           const struct node *node, int beta)
{
    if (!control_poll(fast->control))
        fast->unwind_ply = FAST_ALL_PLIES;
    else
        fast_check_path(fast, fast->root_ply, node->ply, beta);
}

static int search(struct fast *fast, const struct node *node, int beta);

static int search_child(struct fast *fast, const struct node *node,
                        const struct children *children, int lane, int beta)
{
    struct node child = {
        .mover = node->mover ^ node->stones,
        .stones = node->stones | children->cells.column[lane],
        .threats = children->threats.column[lane],
        .moves = children->moves.column[lane],
        .ply = node->ply + 1,
    };
    return -search(fast, &child, 1 - beta);
}

/*
 * Search the children in 'lane_at' until one has at least beta, and return the
 * best score, or 'best' if that is more.  Children that other threads are
 * searching come last; by then they may be in the table.
 *
 * Where the first child is expected to decide the question, all threads go
 * there, and part further down.
 */
__attribute__((noinline)) static int
search_parallel(struct fast *fast, const struct node *node,
                const struct children *children,
                const struct fast_lookup *lookup, const uint8_t *lane_at,
                int count, int beta, int best)
{
    uint8_t queue[2 * BOARD_WIDTH];
    bool cuts = fast->cuts[node->ply];
    int end = count;
    memcpy(queue, lane_at, (size_t)count);

    for (int i = 0; i < end && best < beta; i++) {
        int lane = queue[i], score;
        board_bits key = lookup->keys.column[lane];
        if (i > 0 &&
            fast_is_decided(fast, lookup->places[lane], 1 - beta, &score)) {
            best = -score > best ? -score : best;
            continue;
        }
        bool decides = cuts && i == 0;
        if (i < count && !decides && fast_is_marked(fast, key)) {
            queue[end++] = (uint8_t)lane;
            continue;
        }
        fast_mark(fast, key);
        fast->cuts[node->ply + 1] = !decides;
        score = search_child(fast, node, children, lane, beta);
        fast_unmark(fast, key);
        if (fast->unwind_ply <= node->ply)
            break;
        best = score > best ? score : best;
    }
    return best;
}

/*
 * Is the score of 'node' at least beta?  The result r is a bound: r >= beta:
 * the score is at least r; r < beta: it is at most r.  Requires a beta that is
 * within reach: more than a loss to the opponent's next stone but one, and no
 * more than a win with the next stone but one.
 *
 * The result means nothing if the search has to unwind from here.
 */
static int search(struct fast *fast, const struct node *node, int beta)
{
    struct search_control *control = fast->control;
    if (control->nodes >= control->poll_at) {
        poll(fast, node, beta);
        if (fast->unwind_ply < node->ply)
            return 0;
    }
    uint64_t nodes = control->nodes++;
    int empty = BOARD_CELLS - node->ply - 1; /* in the children */
    struct children children;
    node_children(node, &children);

    if (children.decided != 0) /* a double threat */
        return board_win_score(BOARD, node->ply + 3);
    if (empty <= 2)
        return 0;
    /* The frontier: only that could have been soon enough. */
    int upper = board_win_score(BOARD, node->ply + 5);
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

    uint8_t lane_at[LANES_ALL];
    int count = node_order(node, &children, lane_at);
    if (depth >= fast->parallel_depth) {
        fast->path[node->ply] = fast_place(fast, node);
        best = search_parallel(fast, node, &children, &lookup, lane_at, count,
                               beta, best);
    } else {
        for (int i = 0; i < count && best < beta; i++) {
            int score = search_child(fast, node, &children, lane_at[i], beta);
            if (fast->unwind_ply <= node->ply)
                break;
            best = score > best ? score : best;
        }
    }
    if (fast->unwind_ply <= node->ply) {
        if (fast->unwind_ply == node->ply)
            fast->unwind_ply = FAST_NO_PLY;
        return fast->unwind_score;
    }
    fast_store(fast, node, depth, best, best >= beta, control->nodes - nodes);
    return best;
}

/* A position for search(), if none of its simplest cases. */
static bool is_known(struct position pos, struct node *node, int *score)
{
    if (board_winning_moves(pos) != 0) {
        *score = board_win_score(BOARD, pos.ply + 1);
        return true;
    }
    board_bits moves = board_safe_moves(pos);
    if (moves == 0) {
        *score = -board_win_score(BOARD, pos.ply + 2);
        return true;
    }
    *score = 0;
    if (BOARD_CELLS - pos.ply <= 2)
        return true;
    *node = (struct node){
        .mover = pos.mover,
        .stones = pos.stones,
        .threats = board_opponent_threats(pos),
        .moves = moves,
        .ply = pos.ply,
    };
    return false;
}

static bool is_stopped(const struct fast *fast)
{
    return fast->unwind_ply == FAST_ALL_PLIES;
}

/* Most questions ask for more than there is: more than a draw is no,
 * more than a loss is yes. */
static int search_root(struct fast *fast, const struct node *node, int beta)
{
    fast->cuts[node->ply] = beta <= 0;
    return search(fast, node, beta);
}

/* Ask whether the score is at least beta, unless that is known. */
static void search_window(struct fast *fast, const struct node *node, int beta,
                          struct solver_bounds *known)
{
    if (beta <= known->lower || beta > known->upper || is_stopped(fast))
        return;
    if (fast_depth(node->ply, beta) >= fast->parallel_depth)
        control_announce(
            fast->control,
            (struct board_wide_position){node->mover, node->stones, node->ply},
            beta);
    int score = search_root(fast, node, beta);
    control_withdraw(fast->control);
    if (is_stopped(fast))
        return;
    if (score >= beta)
        known->lower = score < known->upper ? score : known->upper;
    else
        known->upper = score > known->lower ? score : known->lower;
    control_publish_bounds(fast->control, *known);
}

static bool is_decided(struct solver_bounds known, int lower, int upper)
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
static void search_outside_in(struct fast *fast, const struct node *node,
                              int lower, int upper, struct solver_bounds *known)
{
    static const int quarters[] = {3, 2, 1, 0};
    bool late = BOARD_CELLS - node->ply <= LATE_EMPTY;
    int max = board_win_score(BOARD, node->ply + 1);

    for (int i = late ? 3 : 0; i < 4 && !is_decided(*known, lower, upper);
         i++) {
        if (quarters[i] == 1 && upper - lower <= 2)
            continue;
        int score = max * quarters[i] / 4;
        search_window(fast, node, score + 1, known);
        if (!is_decided(*known, lower, upper))
            search_window(fast, node, -score, known);
    }
}

static void clear_near(struct fast *fast)
{
    memset(fast->near, 0, sizeof *fast->near);
    fast->clears = fast->team->clears;
}

static void start(struct fast *fast, const struct node *node)
{
    fast->root_ply = node->ply;
    fast->unwind_ply = FAST_NO_PLY;
    if (fast->clears != fast->team->clears)
        clear_near(fast);
}

static struct solver_bounds fast_solve_window(void *state,
                                              struct board_wide_position pos,
                                              int lower, int upper)
{
    struct fast *fast = state;
    struct node node;
    int score;
    if (is_known(board_narrow(pos), &node, &score))
        return (struct solver_bounds){score, score};

    start(fast, &node);
    struct solver_bounds known = {-board_win_score(BOARD, pos.ply + 4),
                                  board_win_score(BOARD, pos.ply + 3)};
    if (!control_begin(fast->control))
        return known;
    if (upper - lower > 1)
        search_outside_in(fast, &node, lower, upper, &known);
    while (!is_decided(known, lower, upper) && !is_stopped(fast)) {
        int min = known.lower > lower ? known.lower : lower;
        int max = known.upper < upper ? known.upper : upper;
        search_window(fast, &node, min + (max - min) / 2 + 1, &known);
    }
    return known;
}

static bool fast_help(void *state, const struct null_window *window)
{
    struct fast *fast = state;
    struct node node;
    int score;
    if (!is_known(board_narrow(window->pos), &node, &score)) {
        start(fast, &node);
        search_root(fast, &node, window->beta);
    }
    return !is_stopped(fast);
}

static enum tt_status table_size(uint64_t table_bytes, struct tt_size *size)
{
    struct tt_request request = {
        .layout = TT_BUCKETS,
        .keys = ENGINE_KEYS,
        .stored_bits = TT_STORED_BITS,
        .bytes = table_bytes,
    };
    return tt_size(&request, size);
}

static uint64_t fast_default_table_bytes(int threads)
{
    uint64_t bytes = (uint64_t)threads * THREAD_DEFAULT_BYTES;
    return bytes > MIN_DEFAULT_BYTES ? bytes : MIN_DEFAULT_BYTES;
}

/* What the threads keep on their own. */
static uint64_t near_bytes(int threads)
{
    return (uint64_t)threads * sizeof(struct tt_near);
}

static uint64_t fast_min_table_bytes(int threads)
{
    struct tt_size size;
    if (table_size(0, &size) != TT_OK)
        return 0;
    return (uint64_t)size.bytes + near_bytes(threads);
}

static void fast_close(void *state)
{
    struct fast *fast = state;
    struct fast_team *team = fast->team;
    free(fast->near);
    free(fast);
    if (atomic_fetch_sub_explicit(&team->members, 1, memory_order_acq_rel) ==
        1) {
        tt_buckets_close(&team->far);
        free(team);
    }
}

static enum solver_status join_team(void **state, struct fast_team *team,
                                    int parallel_depth,
                                    struct search_control *control)
{
    struct fast *fast = calloc(1, sizeof *fast);
    struct tt_near *near = aligned_alloc(64, sizeof *near);
    if (fast == NULL || near == NULL) {
        free(fast);
        free(near);
        return SOLVER_NO_MEMORY;
    }
    atomic_fetch_add_explicit(&team->members, 1, memory_order_relaxed);
    fast->team = team;
    fast->near = near;
    fast->control = control;
    fast->parallel_depth = parallel_depth;
    clear_near(fast);
    *state = fast;
    return SOLVER_OK;
}

static enum solver_status fast_join(void **state, void *member,
                                    struct search_control *control)
{
    struct fast *other = member;
    *state = NULL;
    other->parallel_depth = FAST_PARALLEL_DEPTH;
    return join_team(state, other->team, FAST_PARALLEL_DEPTH, control);
}

static enum solver_status fast_open(void **state, uint64_t table_bytes,
                                    int threads, struct search_control *control)
{
    *state = NULL;
    struct tt_size size;
    if (table_bytes <= near_bytes(threads))
        return SOLVER_UNSAFE_TABLE;
    enum tt_status status =
        table_size(table_bytes - near_bytes(threads), &size);
    if (status != TT_OK)
        return engine_table_failure(status);

    struct fast_team *team = calloc(1, sizeof *team);
    if (team == NULL)
        return SOLVER_NO_MEMORY;
    status = tt_buckets_open(&team->far, size.slots, ENGINE_KEYS);
    if (status != TT_OK) {
        free(team);
        return engine_table_failure(status);
    }
    enum solver_status joined = join_team(state, team, FAST_NO_PLY, control);
    if (joined != SOLVER_OK) {
        tt_buckets_close(&team->far);
        free(team);
    }
    return joined;
}

static void fast_clear(void *state)
{
    struct fast *fast = state;
    tt_buckets_clear(&fast->team->far);
    fast->team->clears++;
    clear_near(fast);
}

static struct solver_table fast_table(const void *state)
{
    const struct fast *fast = state;
    int members =
        atomic_load_explicit(&fast->team->members, memory_order_relaxed);
    return (struct solver_table){
        .bytes = fast->team->far.memory.size + near_bytes(members),
        .huge_pages = fast->team->far.memory.huge_pages,
    };
}

static const struct engine engine_fast = {
    .name = "fast",
    .open = fast_open,
    .join = fast_join,
    .close = fast_close,
    .clear = fast_clear,
    .solve_window = fast_solve_window,
    .help = fast_help,
    .default_table_bytes = fast_default_table_bytes,
    .min_table_bytes = fast_min_table_bytes,
    .table = fast_table,
};
