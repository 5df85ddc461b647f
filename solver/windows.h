/*
 * windows_: null windows that narrow the bounds of a score.  Internal to the
 * engines fast and dfpn.
 */
#ifndef SOLVER_WINDOWS_H
#define SOLVER_WINDOWS_H

#include "os/os.h"
#include "solver/engine.h"
#include "solver/near_search.h"

struct windows {
    struct near *near;
    /* Search a null window; see near_search(). */
    int (*search)(struct near *near, const struct node *node, int beta);
    struct node node;
    int lower, upper;           /* of the window to be searched */
    struct solver_bounds known; /* of the score */
};

static inline bool windows_are_stopped(const struct windows *windows)
{
    return windows->near->unwind_ply == NEAR_ALL_PLIES;
}

static inline bool windows_are_decided(const struct windows *windows)
{
    struct solver_bounds known = windows->known;
    return known.lower >= windows->upper || known.upper <= windows->lower ||
           known.lower == known.upper;
}

/* Returns whether there is anything to search: the score is not obvious, and
 * the search may begin.  The caller sets 'near', 'search', 'lower' and 'upper'
 * before; see struct engine. */
static bool windows_begin(struct windows *windows, struct position pos)
{
    struct near *near = windows->near;
    const struct geometry *g = geometry_of(&near->geometry);
    int score;
    if (node_is_known(g, variant_position(pos), &windows->node, &score)) {
        windows->known = (struct solver_bounds){score, score};
        return false;
    }
    windows->known = (struct solver_bounds){-variant_win_score(g, pos.ply + 4),
                                            variant_win_score(g, pos.ply + 3)};
    near->unwind_ply = NEAR_NO_PLY;
    return control_begin(near->control);
}

/* Search the null window at beta, unless it is decided. */
static void windows_narrow(struct windows *windows, int beta)
{
    struct near *near = windows->near;
    const struct node *node = &windows->node;
    struct solver_bounds *known = &windows->known;
    if (beta <= known->lower || beta > known->upper ||
        windows_are_decided(windows) || windows_are_stopped(windows))
        return;
    const struct geometry *g = geometry_of(&near->geometry);
    if (node_depth(g, node->ply, beta) >= near->parallel_depth) {
        struct variant_position pos = {node->mover, node->stones, node->ply};
        control_announce(near->control,
                         variant_board_position(near->board, pos), beta);
    }
    int score = windows->search(near, node, beta);
    control_withdraw(near->control);
    if (windows_are_stopped(windows))
        return;
    if (score >= beta)
        known->lower = score < known->upper ? score : known->upper;
    else
        known->upper = score > known->lower ? score : known->lower;
    control_publish_bounds(near->control, *known);
}

/* Halve the bounds until they decide the window, or the search is stopped. */
static void windows_halve(struct windows *windows)
{
    const struct solver_bounds *known = &windows->known;
    while (!windows_are_decided(windows) && !windows_are_stopped(windows)) {
        int min = known->lower > windows->lower ? known->lower : windows->lower;
        int max = known->upper < windows->upper ? known->upper : windows->upper;
        windows_narrow(windows, min + (max - min) / 2 + 1);
    }
}

/* ------------------------------------------------ states that share a table */

/* What is different in fast and dfpn. */
struct near_engine {
    size_t state_bytes; /* of the engine's state, which begins with near */
    size_t team_bytes;  /* of its team, which begins with near_team */
    int parallel_depth; /* of states that are not alone; see struct near */
    void (*poll)(struct near *near, const struct node *node, int beta);
    int (*search)(struct near *near, const struct node *node, int beta);
    void (*clear)(struct near *near); /* the state's own tables */
    /* Search the windows that come first, if there are several; or NULL. */
    void (*narrow)(struct windows *windows);

    /* Open a table of at most 'bytes', which is not 0, and set 'memory'. */
    enum tt_status (*open_table)(struct near_team *team, struct board board,
                                 uint64_t bytes);
    void (*clear_table)(struct near_team *team);
    void (*close_table)(struct near_team *team);
};

/* What the states of a team have in common. */
struct near_team {
    const struct near_engine *engine;
    const struct os_memory *memory; /* of the table */
    near_table *shared;             /* NULL if there is one state */
    _Atomic int states;             /* number of states that use it */
    unsigned clears;                /* number of times it was cleared */
};

static void near_team_leave(struct near_team *team)
{
    if (atomic_fetch_sub_explicit(&team->states, 1, memory_order_acq_rel) > 1)
        return;
    team->engine->close_table(team);
    free(team->shared);
    free(team);
}

/* Use the table that the threads of a window share, or no longer. */
static void near_team_share(struct near *near)
{
    near_table *shared = near->team->shared;
    near->shared = shared != NULL && control_is_shared(near->control)
                       ? shared
                       : near->table;
}

/* Make a state of the team, which counts it already. */
static enum solver_status near_team_add(void **state, struct near_team *team,
                                        struct board board,
                                        struct search_control *control)
{
    struct near *near = calloc(1, team->engine->state_bytes);
    near_table *table = calloc(1, sizeof *table); /* pages not yet in use */
    if (near == NULL || table == NULL) {
        free(table);
        free(near);
        near_team_leave(team);
        return SOLVER_NO_MEMORY;
    }
    near->geometry = geometry_make(board);
    for (int i = 0; i < NODE_WEIGHTS_SITUATIONS; i++)
        near->weights[i] = node_weights_make(geometry_of(&near->geometry), i);
    near->board = board;
    near->control = control;
    near->table = table;
    near->poll = team->engine->poll;
    near->team = team;
    near->clears = team->clears;
    near->parallel_depth = NEAR_NO_PLY;
    *state = near;
    return SOLVER_OK;
}

/* The functions of struct engine, whose other ones are each engine's own. */
static enum solver_status near_team_open(const struct near_engine *engine,
                                         void **state, struct board board,
                                         uint64_t table_bytes, int threads,
                                         struct search_control *control)
{
    *state = NULL;
    if (table_bytes <= near_bytes(threads))
        return SOLVER_UNSAFE_TABLE;
    struct near_team *team = calloc(1, engine->team_bytes);
    if (team == NULL)
        return SOLVER_NO_MEMORY;
    team->engine = engine;
    team->states = 1;
    bool shares = near_do_share(threads);
    team->shared = shares ? calloc(1, sizeof *team->shared) : NULL;
    enum tt_status status = TT_NO_MEMORY;
    if (!shares || team->shared != NULL)
        status =
            engine->open_table(team, board, table_bytes - near_bytes(threads));
    if (status != TT_OK) {
        free(team->shared);
        free(team);
        return engine_table_failure(status);
    }
    return near_team_add(state, team, board, control);
}

static enum solver_status near_team_join(void **state, void *other,
                                         struct search_control *control)
{
    struct near *known = other;
    struct near_team *team = known->team;
    *state = NULL;
    atomic_fetch_add_explicit(&team->states, 1, memory_order_relaxed);
    enum solver_status status =
        near_team_add(state, team, known->board, control);
    if (status != SOLVER_OK)
        return status;
    struct near *joined = *state;
    known->parallel_depth = joined->parallel_depth =
        team->engine->parallel_depth;
    return SOLVER_OK;
}

static void near_team_close(void *state)
{
    struct near *near = state;
    struct near_team *team = near->team;
    free(near->table);
    free(near);
    near_team_leave(team);
}

static void near_team_clear_state(struct near *near)
{
    if (near->clears == near->team->clears)
        return;
    near->team->engine->clear(near);
    near->clears = near->team->clears;
}

/* The other states clear their own tables when they start. */
static void near_team_clear(void *state)
{
    struct near *near = state;
    near->team->engine->clear_table(near->team);
    if (near->team->shared != NULL)
        memset(near->team->shared, 0, sizeof *near->team->shared);
    near->team->clears++;
    near_team_clear_state(near);
}

static void near_team_start(struct near *near, int ply)
{
    near->root_ply = ply;
    near->unwind_ply = NEAR_NO_PLY;
    near_team_clear_state(near);
    near_team_share(near);
}

static struct solver_bounds
near_team_solve_window(void *state, struct position pos, int lower, int upper)
{
    struct near *near = state;
    const struct near_engine *engine = near->team->engine;
    struct windows windows = {
        .near = near, .search = engine->search, .lower = lower, .upper = upper};
    near_team_start(near, pos.ply);
    if (windows_begin(&windows, pos)) {
        if (engine->narrow != NULL && upper - lower > 1)
            engine->narrow(&windows);
        windows_halve(&windows);
    }
    return windows.known;
}

static bool near_team_help(void *state, const struct null_window *window)
{
    struct near *near = state;
    struct node node;
    int score;
    near_team_start(near, window->pos.ply);
    if (!node_is_known(geometry_of(&near->geometry),
                       variant_position(window->pos), &node, &score))
        near->team->engine->search(near, &node, window->beta);
    return near->unwind_ply != NEAR_ALL_PLIES;
}

static struct solver_table near_team_table(const void *state)
{
    const struct near_team *team = ((const struct near *)state)->team;
    int states = atomic_load_explicit(&team->states, memory_order_relaxed);
    bool shares = team->shared != NULL;
    return (struct solver_table){
        .bytes = team->memory->size +
                 ((uint64_t)states + shares) * sizeof(near_table),
        .huge_pages = team->memory->huge_pages,
    };
}

#endif
