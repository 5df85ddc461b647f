/*
 * Engines tutorial-11 and tutorial-12: the solver as parts 11 and 12 of the
 * tutorial leave it.
 *
 * They differ only in their negamax.  Both explore as many nodes as the
 * tutorial publishes, so the order of moves and the windows must not change.
 *
 * Source: the tutorial of the Connect 4 Game Solver, parts 3 to 12.
 */
#include <stdlib.h>

#include "solver/engine.h"
#include "solver/variant.h"
#include "tt/table.h"

/* The tutorial's size: the smallest prime of at least 2^23. */
enum { TUTORIAL_ENTRIES = 1 << 23 };

struct tutorial {
    struct geometry geometry; /* read by geometry_of() */
    /* Bounds of all scores: neither side wins before its fourth stone. */
    int min_score, max_score;
    struct tt table;
    struct search_control *control;
    bool stopped; /* results are then undefined */
    /*
     * Requires a position where the side to move cannot win at once, and
     * alpha < beta.  The result r bounds the score: r <= alpha: score <= r;
     * r >= beta: score >= r; otherwise it is the score.
     */
    int (*negamax)(struct tutorial *search, struct variant_position pos,
                   int alpha, int beta);
};

/* Count a node.  Returns false if the search was stopped. */
static inline bool tutorial_enter(struct tutorial *search)
{
    struct search_control *control = search->control;
    if (control->nodes >= control->poll_at && !control_poll(control))
        search->stopped = true;
    if (search->stopped)
        return false;
    control->nodes++;
    return true;
}

/* Cells to play, in the order to try them. */
struct tutorial_moves {
    int count;
    cells cells[VARIANT_MAX_WIDTH];
};

/*
 * Order the cells 'moves' of 'pos' by the number of threats of the side to move
 * after each move, descending; of equal moves the one nearest to the centre
 * comes first.
 */
static inline struct tutorial_moves tutorial_order(const struct geometry *g,
                                                   struct variant_position pos,
                                                   cells moves)
{
    struct tutorial_moves ordered = {.count = 0};
    int threats[VARIANT_MAX_WIDTH];

    for (int index = 0; index < g->width; index++) {
        cells cell = moves & g->columns[g->centre_first[index]];
        if (cell == 0)
            continue;
        int own = cells_count(variant_threats(g, pos.mover | cell, pos.stones));
        int at = ordered.count++;
        /* cppcheck-suppress uninitvar ; all below count are set */
        for (; at > 0 && threats[at - 1] < own; at--) {
            threats[at] = threats[at - 1];
            ordered.cells[at] = ordered.cells[at - 1];
        }
        threats[at] = own;
        ordered.cells[at] = cell;
    }
    return ordered;
}

/* Put a stone of the side to move into 'cell' and pass the turn. */
static inline struct variant_position tutorial_play(struct variant_position pos,
                                                    cells cell)
{
    return (struct variant_position){pos.mover ^ pos.stones, pos.stones | cell,
                                     pos.ply + 1};
}

static inline cells tutorial_key(struct variant_position pos)
{
    return pos.mover + pos.stones;
}

static inline uint64_t tutorial_slot(const struct tutorial *search, cells key)
{
#if VARIANT_BITS <= 64
    return tt_reduce(search->table.entries, key);
#else
    return tt_reduce_wide(search->table.entries, key);
#endif
}

/* The members of struct engine; open() is each engine's own. */
static inline enum tt_status tutorial_size(struct board board, uint64_t entries,
                                           uint64_t bytes, struct tt_size *size)
{
    tt_count keys = engine_keys(board);
    struct tt_request request = {
        .keys = keys,
        .stored_bits = tt_stored_bits(keys),
        .entries = entries,
        .bytes = bytes,
    };
    return tt_size(&request, size);
}

static inline uint64_t tutorial_default_table_bytes(struct board board,
                                                    int threads)
{
    (void)threads; /* one */
    struct tt_size size;
    return tutorial_size(board, TUTORIAL_ENTRIES, 0, &size) == TT_OK
               ? (uint64_t)size.bytes
               : 0;
}

static inline uint64_t tutorial_min_table_bytes(struct board board, int threads)
{
    (void)threads; /* one */
    struct tt_size size;
    return tutorial_size(board, 0, 0, &size) == TT_OK ? (uint64_t)size.bytes
                                                      : 0;
}

static inline enum solver_status tutorial_open(
    void **state, struct board board, uint64_t table_bytes,
    struct search_control *control,
    int (*negamax)(struct tutorial *, struct variant_position, int, int))
{
    *state = NULL;
    struct tt_size size;
    enum tt_status status = tutorial_size(board, 0, table_bytes, &size);
    if (status != TT_OK)
        return engine_table_failure(status);

    struct tutorial *search = malloc(sizeof *search);
    if (search == NULL)
        return SOLVER_NO_MEMORY;
    int count = board_cells(board);
    search->geometry = geometry_make(board);
    search->max_score = count < 7 ? 0 : (count + 1) / 2 - 3;
    search->min_score = count < 8 ? 0 : 3 - count / 2;
    search->control = control;
    search->stopped = false;
    search->negamax = negamax;
    tt_count keys = engine_keys(board);
    status = tt_open(&search->table, size.slots, keys, tt_stored_bits(keys));
    if (status != TT_OK) {
        free(search);
        return engine_table_failure(status);
    }
    *state = search;
    return SOLVER_OK;
}

static inline void tutorial_close(void *state)
{
    struct tutorial *search = state;
    tt_close(&search->table);
    free(search);
}

static inline void tutorial_clear(void *state)
{
    struct tutorial *search = state;
    tt_clear(&search->table);
}

static inline struct solver_table tutorial_table(const void *state)
{
    const struct tutorial *search = state;
    return (struct solver_table){.bytes = tt_bytes(&search->table)};
}

/*
 * The lower end of the next null window: the middle of the bounds, or half of a
 * bound if that is farther from 0.  Windows of early wins and losses are
 * shallower, and so cheaper, than windows near 0.
 */
static inline int tutorial_next_beta(int lower, int upper)
{
    int middle = lower + (upper - lower) / 2;

    if (middle <= 0 && lower / 2 < middle)
        return lower / 2;
    if (middle >= 0 && upper / 2 > middle)
        return upper / 2;
    return middle;
}

static inline struct solver_bounds
tutorial_solve_window(void *state, struct position position, int lower,
                      int upper)
{
    struct tutorial *search = state;
    const struct geometry *g = geometry_of(&search->geometry);
    struct variant_position pos = variant_position(position);
    struct solver_bounds known = {-variant_win_score(g, pos.ply + 2),
                                  variant_win_score(g, pos.ply + 1)};

    if (variant_winning_moves(g, pos) != 0)
        return (struct solver_bounds){known.upper, known.upper};

    search->stopped = !control_begin(search->control);
    while (lower < upper && !search->stopped) {
        /* A null window: is the score above 'middle'? */
        int middle = tutorial_next_beta(lower, upper);
        int score = search->negamax(search, pos, middle, middle + 1);
        if (search->stopped)
            break;
        if (score <= middle)
            known.upper = upper = score;
        else
            known.lower = lower = score;
        control_publish_bounds(search->control, known);
    }
    return known;
}

/* -------------------------------------------------------------- tutorial-11 */

/* An upper bound as a table value: at least 1, since 0 is an empty slot. */
static int encode_upper(const struct tutorial *search, int upper)
{
    return upper - search->min_score + 1;
}

static int decode_upper(const struct tutorial *search, int value)
{
    return value + search->min_score - 1;
}

/* See 'negamax' in struct tutorial. */
static int negamax_11(struct tutorial *search, struct variant_position pos,
                      int alpha, int beta)
{
    assert(alpha < beta);
    if (!tutorial_enter(search))
        return 0;

    const struct geometry *g = geometry_of(&search->geometry);
    cells moves = variant_safe_moves(g, pos);
    if (moves == 0)
        return -variant_win_score(g, pos.ply + 2);
    if (pos.ply >= g->cell_count - 2)
        return 0; /* each side has one stone left, and neither wins */

    /* After a safe move the opponent wins with its second stone at the
     * earliest. */
    int lower = -variant_win_score(g, pos.ply + 4);
    if (alpha < lower) {
        alpha = lower;
        if (alpha >= beta)
            return alpha;
    }

    /* The side to move wins with its second stone at the earliest; the table
     * may have a lower upper bound. */
    int upper = variant_win_score(g, pos.ply + 3);
    cells key = tutorial_key(pos);
    uint64_t slot = tutorial_slot(search, key);
    int value = tt_get(&search->table, slot, key);
    if (value != 0)
        upper = decode_upper(search, value);
    if (beta > upper) {
        beta = upper;
        if (alpha >= beta)
            return beta;
    }

    struct tutorial_moves ordered = tutorial_order(g, pos, moves);
    for (int i = 0; i < ordered.count; i++) {
        struct variant_position child = tutorial_play(pos, ordered.cells[i]);
        int score = -negamax_11(search, child, -beta, -alpha);
        if (search->stopped)
            return 0;
        if (score >= beta)
            return score;
        if (score > alpha)
            alpha = score;
    }

    tt_put(&search->table, slot, key, encode_upper(search, alpha));
    return alpha;
}

static enum solver_status open_11(void **state, struct board board,
                                  uint64_t table_bytes, int threads,
                                  struct search_control *control)
{
    (void)threads; /* one */
    return tutorial_open(state, board, table_bytes, control, negamax_11);
}

const struct engine VARIANT_NAME(engine_tutorial_11) = {
    .name = "tutorial-11",
    .open = open_11,
    .close = tutorial_close,
    .clear = tutorial_clear,
    .solve_window = tutorial_solve_window,
    .default_table_bytes = tutorial_default_table_bytes,
    .min_table_bytes = tutorial_min_table_bytes,
    .table = tutorial_table,
};

/* -------------------------------------------------------------- tutorial-12 */

/*
 * Table values: upper bounds from 1 on (0 is an empty slot), as in tutorial-11;
 * then the lower bounds.
 */
_Static_assert(2 * (BOARD_MAX_CELLS + 1) <= 255, "a value has 8 bits");

static int upper_bounds(const struct tutorial *search)
{
    return search->max_score - search->min_score + 1;
}

static int encode_lower(const struct tutorial *search, int lower)
{
    return encode_upper(search, lower) + upper_bounds(search);
}

static bool is_lower(const struct tutorial *search, int value)
{
    return value > upper_bounds(search);
}

static int decode(const struct tutorial *search, int value)
{
    return decode_upper(
        search, is_lower(search, value) ? value - upper_bounds(search) : value);
}

/* See 'negamax' in struct tutorial. */
static int negamax_12(struct tutorial *search, struct variant_position pos,
                      int alpha, int beta)
{
    assert(alpha < beta);
    if (!tutorial_enter(search))
        return 0;

    const struct geometry *g = geometry_of(&search->geometry);
    cells moves = variant_safe_moves(g, pos);
    if (moves == 0)
        return -variant_win_score(g, pos.ply + 2);
    if (pos.ply >= g->cell_count - 2)
        return 0; /* each side has one stone left, and neither wins */

    /* After a safe move the opponent wins with its second stone at the
     * earliest. */
    int lower = -variant_win_score(g, pos.ply + 4);
    if (alpha < lower) {
        alpha = lower;
        if (alpha >= beta)
            return alpha;
    }

    /* The side to move wins with its second stone at the earliest. */
    int upper = variant_win_score(g, pos.ply + 3);
    if (beta > upper) {
        beta = upper;
        if (alpha >= beta)
            return beta;
    }

    cells key = tutorial_key(pos);
    uint64_t slot = tutorial_slot(search, key);
    int value = tt_get(&search->table, slot, key);
    if (value != 0) {
        int bound = decode(search, value);
        if (is_lower(search, value)) {
            if (alpha < bound) {
                alpha = bound;
                if (alpha >= beta)
                    return alpha;
            }
        } else if (beta > bound) {
            beta = bound;
            if (alpha >= beta)
                return beta;
        }
    }

    struct tutorial_moves ordered = tutorial_order(g, pos, moves);
    for (int i = 0; i < ordered.count; i++) {
        struct variant_position child = tutorial_play(pos, ordered.cells[i]);
        int score = -negamax_12(search, child, -beta, -alpha);
        if (search->stopped)
            return 0;
        if (score >= beta) {
            tt_put(&search->table, slot, key, encode_lower(search, score));
            return score;
        }
        if (score > alpha)
            alpha = score;
    }

    tt_put(&search->table, slot, key, encode_upper(search, alpha));
    return alpha;
}

static enum solver_status open_12(void **state, struct board board,
                                  uint64_t table_bytes, int threads,
                                  struct search_control *control)
{
    (void)threads; /* one */
    return tutorial_open(state, board, table_bytes, control, negamax_12);
}

const struct engine VARIANT_NAME(engine_tutorial_12) = {
    .name = "tutorial-12",
    .open = open_12,
    .close = tutorial_close,
    .clear = tutorial_clear,
    .solve_window = tutorial_solve_window,
    .default_table_bytes = tutorial_default_table_bytes,
    .min_table_bytes = tutorial_min_table_bytes,
    .table = tutorial_table,
};
