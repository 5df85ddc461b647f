/*
 * Engine dfpn: depth-first proof-number search.
 *
 * A null window is a claim: the side to move scores at least beta.  The proof
 * number of a node is an estimate of how many leaves must be decided to prove
 * the claim, the disproof number the same for the contrary.  The side to move
 * needs one move, so
 *
 *     proof    = the least disproof number of a child
 *     disproof = the sum of the proof numbers of the children
 *
 * The search always goes on at the leaf that both depend on.  It finds it from
 * the root, but returns to a node only when the numbers below it exceed limits
 * beyond which another leaf is better; all numbers are in a table
 * (tt/proofs.h). Null windows of small depth are leaves: near_search() decides
 * them.
 *
 * Sources: Nagai, Df-pn Algorithm for Searching AND/OR Trees and Its
 * Applications, 2002; Pawlewicz and Lew, Improving Depth-First PN-Search: 1+e
 * Trick, 2007; Kishimoto, Winands, Mueller and Saito, Game-tree search using
 * proof numbers: the first twenty years, 2012.
 */
#include "solver/windows.h"
#include "tt/proofs.h"

/* Larger tables take fewer nodes, but longer for each. */
#define DEFAULT_BYTES ((uint64_t)64 << 20)
#define MIN_BYTES ((uint64_t)1 << 16)

enum {
    /* Null windows of less depth are leaves. */
    DFPN_LEAF_DEPTH = 22,
    /* A thread that shares its search returns to the root after so many nodes,
     * because others have changed the numbers. */
    DFPN_JOB_NODES = 20000,
};

/* ----------------------------------------------------------------- the team */

/*
 * Every thread searches from the root.  A child below which other threads
 * search looks worse than it is, so that a thread takes another one: a virtual
 * loss.  After some nodes a thread returns to the root.  At each poll a thread
 * looks up the nodes on its path from the root; if another thread has solved
 * one of them, the search returns to that node.
 */

enum {
    DFPN_MARKS = 4096,
    DFPN_WINDOW_BITS = 7, /* of a key and its null window, which have 128 */
};
_Static_assert(2 * NEAR_MAX_BOUND < 1 << DFPN_WINDOW_BITS,
               "every null window has a number");

struct dfpn_team {
    struct near_team team;
    struct tt_proofs table;
    _Atomic int searching; /* number of states that search */
    /* How many threads search below the nodes whose hash is the index. */
    _Atomic int threads[DFPN_MARKS];
};

struct dfpn {
    struct near near;
    uint64_t job_end; /* return to the root then if others search, in nodes */

    /* The nodes from the root to the one that is searched, by ply. */
    struct tt_proofs_place path[VARIANT_MAX_CELLS];
    int path_end;
};

static inline struct dfpn_team *dfpn_team(const struct dfpn *dfpn)
{
    return (struct dfpn_team *)dfpn->near.team;
}

/* The place of a node and a null window.  In the first third of the game mirror
 * images share one; see fast_table_key(). */
static inline struct tt_proofs_place dfpn_place(const struct dfpn *dfpn,
                                                const struct geometry *g,
                                                const struct node *node,
                                                int beta)
{
    cells key = node->mover + node->stones;
    if (node->ply <= g->cell_count / 3)
        key = variant_canonical_key(g, key);
    assert((tt_count)key >> (128 - DFPN_WINDOW_BITS) == 0);
    return tt_proofs_place(&dfpn_team(dfpn)->table,
                           (tt_count)key << DFPN_WINDOW_BITS |
                               (unsigned)(beta + NEAR_MAX_BOUND));
}

/* Whether other threads use the table at the moment. */
static inline bool dfpn_is_parallel(const struct dfpn *dfpn)
{
    return atomic_load_explicit(&dfpn_team(dfpn)->searching,
                                memory_order_relaxed) > 1;
}

static inline _Atomic int *dfpn_threads_below(struct dfpn *dfpn,
                                              struct tt_proofs_place place)
{
    return &dfpn_team(dfpn)->threads[place.group % DFPN_MARKS];
}

/* -------------------------------------------------------------- the numbers */

/* The number of what cannot be proven, or disproven.  Estimates are less. */
#define DFPN_INFINITE ((uint32_t)1 << 30)

/* A node, its place in the table, and what is known about it. */
struct dfpn_branch {
    struct node node;
    struct tt_proofs_place place;
    struct tt_proof known;
};

/* A node is searched until one of its numbers reaches its limit. */
struct dfpn_limits {
    uint32_t proof, disproof;
};

static inline bool dfpn_is_solved(struct tt_proof known)
{
    return known.proof == 0 || known.disproof == 0;
}

static inline void dfpn_set_solved(struct tt_proof *known, bool proven)
{
    known->proof = proven ? 0 : DFPN_INFINITE;
    known->disproof = proven ? DFPN_INFINITE : 0;
}

static inline void dfpn_add_work(struct tt_proof *known, uint64_t nodes)
{
    uint64_t work = known->work + nodes;
    known->work = work < UINT32_MAX ? (uint32_t)work : UINT32_MAX;
}

/* What is known about a node that was never searched.  To disprove it, all of
 * its moves must fail. */
static inline struct tt_proof dfpn_first_guess(const struct node *node)
{
    return (struct tt_proof){1, (uint32_t)cells_count(node->moves), 0};
}

/* Estimates of unsolved nodes are less than DFPN_INFINITE. */
static inline uint32_t dfpn_estimate(uint64_t number)
{
    return number < DFPN_INFINITE ? (uint32_t)number : DFPN_INFINITE - 1;
}

/* Compute a node's numbers from those of its children. */
static inline void dfpn_combine(const struct dfpn_branch list[], int count,
                                struct tt_proof *known)
{
    uint32_t least = DFPN_INFINITE;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        least = list[i].known.disproof < least ? list[i].known.disproof : least;
        sum += list[i].known.proof;
    }
    if (least == 0 || sum == 0) {
        dfpn_set_solved(known, least == 0);
        return;
    }
    known->proof = dfpn_estimate(least);
    known->disproof = dfpn_estimate(sum);
}

/* --------------------------------------------------------------- the search */

/* See struct near.  If another thread has solved a node of the path before
 * 'node', unwind to the one nearest to the root. */
__attribute__((noinline)) static void poll(struct near *near,
                                           const struct node *node, int beta)
{
    struct dfpn *dfpn = (struct dfpn *)near;
    bool goes_on = control_poll(near->control);
    near_team_share(near);
    if (!goes_on) {
        near->unwind_ply = NEAR_ALL_PLIES;
        return;
    }
    if (!dfpn_is_parallel(dfpn))
        return;
    for (int ply = dfpn->near.root_ply;
         ply <= dfpn->path_end && ply < node->ply; ply++) {
        struct tt_proof known;
        if (tt_proofs_get(&dfpn_team(dfpn)->table, dfpn->path[ply], &known) &&
            dfpn_is_solved(known)) {
            int there = (node->ply - ply) % 2 == 0 ? beta : 1 - beta;
            near->unwind_ply = ply;
            near->unwind_score = known.proof == 0 ? there : there - 1;
            return;
        }
    }
}

static void read_known(const struct dfpn *dfpn, struct dfpn_branch *branch)
{
    struct tt_proof known;
    if (!dfpn_is_solved(branch->known) &&
        tt_proofs_get(&dfpn_team(dfpn)->table, branch->place, &known))
        branch->known = known;
}

/* List the children of a node, the most promising first. */
static int list_children(const struct dfpn *dfpn, const struct geometry *g,
                         const struct node *node, int beta,
                         const struct children *children,
                         struct dfpn_branch list[VARIANT_MAX_WIDTH])
{
    struct node_order order;
    node_order_moves(g, dfpn->near.weights, node, children, beta, &order);
    int count = order.count;
    for (int i = 0; i < count; i++) {
        list[i].node = node_child(node, children, node_next(&order));
        list[i].place = dfpn_place(dfpn, g, &list[i].node, 1 - beta);
        tt_proofs_prefetch_get(&dfpn_team(dfpn)->table, list[i].place);
    }
    for (int i = 0; i < count; i++) {
        list[i].known = dfpn_first_guess(&list[i].node);
        read_known(dfpn, &list[i]);
    }
    return count;
}

/* The child to be searched next, and its limits. */
struct choice {
    int child;
    struct dfpn_limits limits;
};

/* A child below which other threads search looks worse than it is, so that
 * threads divide the work. */
static uint32_t disproof_seen(struct dfpn *dfpn,
                              const struct dfpn_branch *branch, bool parallel)
{
    uint32_t disproof = branch->known.disproof;
    if (!parallel || disproof >= DFPN_INFINITE)
        return disproof;
    int threads = atomic_load_explicit(dfpn_threads_below(dfpn, branch->place),
                                       memory_order_relaxed);
    return dfpn_estimate(disproof + (uint64_t)threads * (disproof / 2 + 1));
}

/*
 * Choose the child with the least disproof number.  It is searched until it is
 * a fifth worse than the second one, because every change of the child costs
 * the way to the leaves: Pawlewicz and Lew.
 */
static struct choice choose(struct dfpn *dfpn, const struct dfpn_branch list[],
                            int count, const struct tt_proof *known,
                            struct dfpn_limits limits, bool parallel)
{
    assert(count > 0);
    uint32_t least = UINT32_MAX, second = UINT32_MAX;
    struct choice choice = {0};
    for (int i = 0; i < count; i++) {
        uint32_t disproof = disproof_seen(dfpn, &list[i], parallel);
        if (disproof < least) {
            second = least;
            least = disproof;
            choice.child = i;
        } else if (disproof < second) {
            second = disproof;
        }
    }
    const struct tt_proof *child = &list[choice.child].known;
    uint64_t beyond = (uint64_t)second + second / 5 + 1;
    choice.limits.disproof =
        beyond < limits.proof ? (uint32_t)beyond : limits.proof;
    choice.limits.proof =
        limits.disproof >= DFPN_INFINITE
            ? DFPN_INFINITE
            : limits.disproof - (known->disproof - child->proof);
    /* With a virtual loss, or sums that are cut off. */
    if (choice.limits.disproof <= child->disproof)
        choice.limits.disproof = child->disproof + 1;
    if (choice.limits.proof <= child->proof)
        choice.limits.proof = child->proof + 1;
    return choice;
}

static void descend(struct dfpn *dfpn, struct dfpn_branch *self, int beta,
                    struct dfpn_limits limits);

/* Search below a child, and store what is known then. */
static void visit(struct dfpn *dfpn, struct dfpn_branch *child, int beta,
                  struct dfpn_limits limits)
{
    uint64_t before = dfpn->near.control->nodes;
    _Atomic int *threads = dfpn_threads_below(dfpn, child->place);
    atomic_fetch_add_explicit(threads, 1, memory_order_relaxed);
    tt_proofs_prefetch_put(&dfpn_team(dfpn)->table, child->place);
    descend(dfpn, child, beta, limits);
    atomic_fetch_sub_explicit(threads, 1, memory_order_relaxed);
    if (dfpn->near.unwind_ply < child->node.ply)
        return;
    dfpn_add_work(&child->known, dfpn->near.control->nodes - before);
    tt_proofs_put(&dfpn_team(dfpn)->table, child->place, child->known);
}

/* Search a node of at least DFPN_LEAF_DEPTH whose children do not decide it. */
static void descend_children(struct dfpn *dfpn, struct dfpn_branch *self,
                             int beta, const struct children *children,
                             struct dfpn_limits limits)
{
    const struct node *node = &self->node;
    struct dfpn_branch list[VARIANT_MAX_WIDTH];
    int count = list_children(dfpn, geometry_of(&dfpn->near.geometry), node,
                              beta, children, list);
    for (;;) {
        bool parallel = dfpn_is_parallel(dfpn);
        dfpn_combine(list, count, &self->known);
        if (self->known.proof >= limits.proof ||
            self->known.disproof >= limits.disproof ||
            dfpn_is_solved(self->known) ||
            (parallel && dfpn->near.control->nodes >= dfpn->job_end))
            return;
        struct choice choice =
            choose(dfpn, list, count, &self->known, limits, parallel);
        visit(dfpn, &list[choice.child], 1 - beta, choice.limits);
        if (dfpn->near.unwind_ply < node->ply)
            return;
        if (dfpn->near.unwind_ply == node->ply) {
            int score = near_unwound(&dfpn->near, node);
            dfpn_set_solved(&self->known, score >= beta);
            return;
        }
        for (int i = 0; parallel && i < count; i++)
            read_known(dfpn, &list[i]);
    }
}

/* Search a node until it is solved, it reaches its limits, or the job ends, and
 * set 'self->known', which is undefined if unwind_ply < ply. */
static void descend(struct dfpn *dfpn, struct dfpn_branch *self, int beta,
                    struct dfpn_limits limits)
{
    const struct geometry *g = geometry_of(&dfpn->near.geometry);
    const struct node *node = &self->node;
    dfpn->path[node->ply] = self->place;
    dfpn->path_end = node->ply;
    int score;
    if (node_depth(g, node->ply, beta) < DFPN_LEAF_DEPTH) {
        score = near_search(&dfpn->near, node, beta);
        dfpn_set_solved(&self->known, score >= beta);
        return;
    }
    if (!near_enter(&dfpn->near, node, beta))
        return;
    int empty = g->cell_count - node->ply - 1;
    struct children children;
    node_children(g, node, &children);
    if (!near_is_decided(g, node, &children, empty, beta, &score))
        score = node_prove(g, node, &children, empty, beta);
    else if (score < beta) {
        dfpn_set_solved(&self->known, false);
        return;
    }
    if (score >= beta)
        dfpn_set_solved(&self->known, true);
    else
        descend_children(dfpn, self, beta, &children, limits);
}

static int search_root(struct near *near, const struct node *node, int beta)
{
    struct dfpn *dfpn = (struct dfpn *)near;
    const struct dfpn_limits none = {DFPN_INFINITE, DFPN_INFINITE};
    struct dfpn_branch root = {
        .node = *node,
        .place = dfpn_place(dfpn, geometry_of(&near->geometry), node, beta),
        .known = dfpn_first_guess(node),
    };
    atomic_fetch_add_explicit(&dfpn_team(dfpn)->searching, 1,
                              memory_order_relaxed);
    read_known(dfpn, &root);
    while (!dfpn_is_solved(root.known) && near->unwind_ply != NEAR_ALL_PLIES) {
        dfpn->job_end = near->control->nodes + DFPN_JOB_NODES;
        visit(dfpn, &root, beta, none);
    }
    atomic_fetch_sub_explicit(&dfpn_team(dfpn)->searching, 1,
                              memory_order_relaxed);
    return root.known.proof == 0 ? beta : beta - 1;
}

static uint64_t dfpn_default_table_bytes(struct board board, int threads)
{
    (void)board;
    return DEFAULT_BYTES + near_bytes(threads);
}

static uint64_t dfpn_min_table_bytes(struct board board, int threads)
{
    (void)board;
    return MIN_BYTES + near_bytes(threads);
}

static enum tt_status open_table(struct near_team *team, struct board board,
                                 uint64_t bytes)
{
    struct tt_proofs *table = &((struct dfpn_team *)team)->table;
    (void)board;
    team->memory = &table->memory;
    return bytes < MIN_BYTES ? TT_TOO_FEW_BYTES : tt_proofs_open(table, bytes);
}

static void clear_table(struct near_team *team)
{
    tt_proofs_clear(&((struct dfpn_team *)team)->table);
}

static void close_table(struct near_team *team)
{
    tt_proofs_close(&((struct dfpn_team *)team)->table);
}

static const struct near_engine near_engine = {
    .state_bytes = sizeof(struct dfpn),
    .team_bytes = sizeof(struct dfpn_team),
    .parallel_depth = DFPN_LEAF_DEPTH,
    .poll = poll,
    .search = search_root,
    .clear = near_clear,
    .open_table = open_table,
    .clear_table = clear_table,
    .close_table = close_table,
};

static enum solver_status dfpn_open(void **state, struct board board,
                                    uint64_t table_bytes, int threads,
                                    struct search_control *control)
{
    return near_team_open(&near_engine, state, board, table_bytes, threads,
                          control);
}

const struct engine VARIANT_NAME(engine_dfpn) = {
    .name = "dfpn",
    .open = dfpn_open,
    .join = near_team_join,
    .close = near_team_close,
    .clear = near_team_clear,
    .solve_window = near_team_solve_window,
    .help = near_team_help,
    .default_table_bytes = dfpn_default_table_bytes,
    .min_table_bytes = dfpn_min_table_bytes,
    .table = near_team_table,
};
