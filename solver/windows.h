/*
 * windows_: null windows that narrow the bounds of a score.  Internal to the
 * engines fast and dfpn.
 */
#ifndef SOLVER_WINDOWS_H
#define SOLVER_WINDOWS_H

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

#endif
