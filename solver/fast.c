/*
 * Engine fast, the default.  Read solver/tutorial.c first: this is the same
 * search with fewer nodes and less time per node.
 *
 * A node computes all its children at once, in lanes, and tests whether one of
 * them decides the null window: by a double threat, a static proof or a table
 * entry.  Only children that none of these decides are searched.  So all tests
 * of a node are done by its parent, before the node is searched.
 */
#include "solver/fast_table.h"

/*
 * The default table fits into the last-level cache of many processors, which
 * gains more than a larger table.  The empty board takes 0.8% more nodes with 9
 * MiB than with 128 MiB, but Begin-Hard takes 10% more time with 256 MiB than
 * with 32 MiB.
 */
#define MIN_DEFAULT_BYTES ((uint64_t)32 << 20)
#define THREAD_DEFAULT_BYTES ((uint64_t)8 << 20)

/* With this many empty cells or fewer, the null windows around 0 come first. */
enum { LATE_EMPTY = 16 };

/* ---------------------------------------------------- sharing among threads */

/*
 * How threads that search the same null window share the work.
 *
 * Every thread searches the whole tree and shares the far table with the
 * others.  Near the root a thread marks the child that it searches.  A thread
 * that reaches a marked child defers it and takes the next one.  At each poll a
 * thread looks up the nodes on its path from the root; if another thread has
 * decided one of them, the search returns to that node.
 *
 * Scores stay exact: marks change only the order of moves, and every table
 * entry is a proven bound, whichever thread stored it.
 *
 * Measured on 40 positions of Begin-Hard (seed 2) with an earlier order of
 * moves, two threads against one:
 *
 *   as described                                      1.83 times, 4% more nodes
 *   no marks, another order of moves in each thread   1.46 times, 37% more
 *   another window in each thread                     1.18 times
 *   never deferring the first child                   1.73 times, 10% more
 *   deferring the first child at every node, too      the same nodes here; 11%
 *     instead of 6% more on the first 100 positions of Begin-Hard
 *
 * Source of deferring: Weill, The ABDADA Distributed Minimax-Search Algorithm,
 * 1996, and Kerrigan's simplification of it, which keeps the marks apart.
 */

static inline _Atomic uint64_t *fast_mark_of(struct fast *fast, cells key)
{
    return &fast_team(fast)->marks[near_table_slot(key) % FAST_MARKS];
}

/* A mark is the low part of the key.  Two keys can have the same mark; this
 * costs time, but does not change scores. */
static inline bool fast_is_marked(struct fast *fast, cells key)
{
    return atomic_load_explicit(fast_mark_of(fast, key),
                                memory_order_relaxed) == (uint64_t)key;
}

static inline void fast_mark(struct fast *fast, cells key)
{
    atomic_store_explicit(fast_mark_of(fast, key), (uint64_t)key,
                          memory_order_relaxed);
}

static inline void fast_unmark(struct fast *fast, cells key)
{
    if (fast_is_marked(fast, key))
        atomic_store_explicit(fast_mark_of(fast, key), 0, memory_order_relaxed);
}

/* Returns whether the table decides the null window at beta for a position; if
 * so, sets '*score' to the bound. */
static inline bool fast_is_decided(const struct fast *fast,
                                   struct fast_place place, int beta,
                                   int *score)
{
    int value = fast_get(fast, place);
    if (value == 0)
        return false;
    *score = near_decode(value);
    return near_is_lower(value) ? *score >= beta : *score < beta;
}

/*
 * If another thread has decided a node on the path from the root to 'ply',
 * unwind to the decided node that is nearest to the root.  'beta' is the null
 * window at 'ply'.
 */
static inline void fast_check_path(const struct geometry *g, struct fast *fast,
                                   int ply, int beta)
{
    for (int i = fast->near.root_ply;
         i < ply && node_depth(g, i, beta) >= fast->near.parallel_depth; i++) {
        int there = (ply - i) % 2 == 0 ? beta : 1 - beta;
        if (fast_is_decided(fast, fast->path[i], there,
                            &fast->near.unwind_score)) {
            fast->near.unwind_ply = i;
            return;
        }
    }
}

/* See struct near: poll the search control and the path. */
__attribute__((noinline)) static void poll(struct near *near,
                                           const struct node *node, int beta)
{
    struct fast *fast = (struct fast *)near;
    bool goes_on = control_poll(near->control);
    near_team_share(near);
    if (!goes_on)
        near->unwind_ply = NEAR_ALL_PLIES;
    else
        fast_check_path(geometry_of(&near->geometry), fast, node->ply, beta);
}

/* --------------------------------------------------------------- the search */

static int search(struct fast *fast, const struct node *node, int beta);

static int search_child(struct fast *fast, const struct node *node,
                        const struct children *children, int lane, int beta)
{
    struct node child = node_child(node, children, lane);
    return -search(fast, &child, 1 - beta);
}

/*
 * Search the children in 'order' until one has a score of at least beta.
 * Returns the best score, or 'best' if that is greater.  Children that other
 * threads are searching are deferred to the end; by then the table may have
 * them.
 *
 * If the first child is expected to cut off, all threads search it, and divide
 * the work among its descendants.
 */
__attribute__((noinline)) static int
search_parallel(struct fast *fast, const struct node *node,
                const struct children *children,
                const struct fast_lookup *lookup, struct node_order *order,
                int beta, int best)
{
    uint8_t queue[2 * VARIANT_MAX_WIDTH];
    bool cuts = fast->cuts[node->ply];
    int count = order->count, end = count;
    for (int i = 0; i < count; i++)
        queue[i] = (uint8_t)node_next(order);

    for (int i = 0; i < end && best < beta; i++) {
        int lane = queue[i], score;
        cells key = lookup->keys.set[lane];
        struct fast_place place = {lookup->slots[lane], key};
        if (i > 0 && fast_is_decided(fast, place, 1 - beta, &score)) {
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
        if (fast->near.unwind_ply <= node->ply)
            break;
        best = score > best ? score : best;
    }
    return best;
}

/* Search the null window [beta - 1, beta]; see near_search(). */
static int search(struct fast *fast, const struct node *node, int beta)
{
    const struct geometry *g = geometry_of(&fast->near.geometry);
    int depth = node_depth(g, node->ply, beta);
    if (depth < NEAR_END)
        return near_search(&fast->near, node, beta);
    if (!near_enter(&fast->near, node, beta))
        return 0;
    uint64_t nodes = fast->near.control->nodes;
    int empty = g->cell_count - node->ply - 1;
    struct children children;
    node_children(g, node, &children);
    int best;
    if (near_is_decided(g, node, &children, empty, beta, &best))
        return best;

    best = -VARIANT_MAX_CELLS;
    bool far = depth > NEAR_END; /* the children are in the far table */
    struct fast_lookup lookup;
    if (far)
        fast_start_lookup(g, fast, node, &children, &lookup);
    int proven = node_prove(g, node, &children, empty, beta);
    if (proven >= beta)
        return proven;
    if (far ? fast_finish_lookup(fast, &children, &lookup, beta, &best)
            : near_look_up(&fast->near, node, &children, depth, beta, &best))
        return best;

    struct node_order order;
    node_order_deep(g, fast->near.weights, node, &children, beta, &order);
    if (depth >= fast->near.parallel_depth) {
        fast->path[node->ply] = fast_place(g, fast, node);
        best =
            search_parallel(fast, node, &children, &lookup, &order, beta, best);
    } else {
        while (order.count > 0 && best < beta) {
            int lane = node_next(&order);
            int score = search_child(fast, node, &children, lane, beta);
            if (fast->near.unwind_ply <= node->ply)
                break;
            best = score > best ? score : best;
        }
    }
    if (fast->near.unwind_ply <= node->ply)
        return near_unwound(&fast->near, node);
    fast_store(g, fast, node, best, best >= beta,
               fast->near.control->nodes - nodes + 1);
    return best;
}

/* The first child is expected to cut off if beta <= 0: most null windows find
 * that the score is not above a draw, or that it is above a loss. */
static int search_root(struct near *near, const struct node *node, int beta)
{
    struct fast *fast = (struct fast *)near;
    fast->cuts[node->ply] = beta <= 0;
    if (control_is_helping(near->control))
        fast_end_early(fast); /* the owner waits for the results */
    return search(fast, node, beta);
}

/*
 * Search the null windows of early wins and losses first, which are shallow and
 * cheap, then those nearer to 0.  The window at 1/4 gains only if more than the
 * sign is wanted.  With LATE_EMPTY empty cells or fewer, only the windows
 * around 0 gain.  Then come windows at a distance of 1, of 2 and of 4 from the
 * end nearer to 0 of the interval that is left: most scores are near to it.
 * docs/search.md has the figures.
 */
static void search_outside_in(struct windows *windows)
{
    const struct geometry *g = geometry_of(&windows->near->geometry);
    const struct solver_bounds *known = &windows->known;
    bool late = g->cell_count - windows->node.ply <= LATE_EMPTY;
    int max = variant_win_score(g, windows->node.ply + 1);

    for (int quarters = late ? 0 : 3; quarters >= 0; quarters--) {
        if (quarters == 1 && windows->upper - windows->lower <= 2)
            continue;
        int score = max * quarters / 4;
        windows_narrow(windows, score + 1);
        windows_narrow(windows, -score);
    }
    for (int distance = 1; distance <= 4; distance *= 2)
        windows_narrow(windows, known->lower > 0 ? known->lower + distance
                                                 : known->upper - distance + 1);
}

/* --------------------------------------------------------------- the engine */

static enum tt_status table_size(struct board board, uint64_t table_bytes,
                                 struct tt_size *size)
{
    tt_count keys = engine_keys(board);
    struct tt_request request = {
        .layout = TT_BUCKETS,
        .keys = keys,
        .stored_bits = tt_stored_bits(keys),
        .bytes = table_bytes,
    };
    return tt_size(&request, size);
}

static uint64_t fast_default_table_bytes(struct board board, int threads)
{
    (void)board;
    uint64_t bytes = (uint64_t)threads * THREAD_DEFAULT_BYTES;
    return bytes > MIN_DEFAULT_BYTES ? bytes : MIN_DEFAULT_BYTES;
}

static uint64_t fast_min_table_bytes(struct board board, int threads)
{
    struct tt_size size;
    if (table_size(board, 0, &size) != TT_OK)
        return 0;
    return (uint64_t)size.bytes + near_bytes(threads);
}

static enum tt_status open_table(struct near_team *team, struct board board,
                                 uint64_t bytes)
{
    struct tt_buckets *far = &((struct fast_team *)team)->far;
    struct tt_size size;
    team->memory = &far->memory;
    enum tt_status status = table_size(board, bytes, &size);
    if (status != TT_OK)
        return status;
    tt_count keys = engine_keys(board);
    return tt_buckets_open(far, size.slots, keys, tt_stored_bits(keys));
}

static void clear(struct near *near)
{
    near_clear(near);
    fast_early_clear(&((struct fast *)near)->early);
}

static void clear_table(struct near_team *team)
{
    tt_buckets_clear(&((struct fast_team *)team)->far);
}

static void close_table(struct near_team *team)
{
    tt_buckets_close(&((struct fast_team *)team)->far);
}

static const struct near_engine near_engine = {
    .state_bytes = sizeof(struct fast),
    .team_bytes = sizeof(struct fast_team),
    .parallel_depth = FAST_PARALLEL_DEPTH,
    .poll = poll,
    .search = search_root,
    .clear = clear,
    .narrow = search_outside_in,
    .open_table = open_table,
    .clear_table = clear_table,
    .close_table = close_table,
};

static enum solver_status fast_open(void **state, struct board board,
                                    uint64_t table_bytes, int threads,
                                    struct search_control *control)
{
    return near_team_open(&near_engine, state, board, table_bytes, threads,
                          control);
}

static struct tt_buckets *fast_results(void *state)
{
    return &fast_team(state)->far;
}

const struct engine VARIANT_NAME(engine_fast) = {
    .name = "fast",
    .open = fast_open,
    .join = near_team_join,
    .close = near_team_close,
    .clear = near_team_clear,
    .solve_window = near_team_solve_window,
    .help = near_team_help,
    .default_table_bytes = fast_default_table_bytes,
    .min_table_bytes = fast_min_table_bytes,
    .table = near_team_table,
    .results = fast_results,
};
