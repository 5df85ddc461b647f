#include "solver/tutorial.h"

#include <stdlib.h>

/* The tutorial's size: the smallest prime of at least 2^23. */
enum { USUAL_ENTRIES = 1 << 23 };

uint64_t tutorial_usual_table_bytes(int threads)
{
    (void)threads; /* one alone */
    struct tt_wish wish = {.keys = ENGINE_KEYS,
                           .stored_bits = TT_STORED_BITS,
                           .entries = USUAL_ENTRIES};
    struct tt_size size;
    return tt_size(&wish, &size) == TT_OK ? (uint64_t)size.bytes : 0;
}

uint64_t tutorial_least_table_bytes(int threads)
{
    (void)threads; /* one alone */
    struct tt_wish wish = {.keys = ENGINE_KEYS, .stored_bits = TT_STORED_BITS};
    struct tt_size size;
    enum tt_status status = tt_size(&wish, &size);
    assert(status == TT_OK);
    (void)status;
    return (uint64_t)size.bytes;
}

enum solver_status
tutorial_open(void **state, uint64_t table_bytes, struct watch *watch,
              int (*negamax)(struct tutorial *, struct position, int, int))
{
    *state = NULL;
    struct tt_wish wish = {.keys = ENGINE_KEYS,
                           .stored_bits = TT_STORED_BITS,
                           .bytes = table_bytes};
    struct tt_size size;
    enum tt_status status = tt_size(&wish, &size);
    if (status != TT_OK)
        return engine_table_failure(status);

    struct tutorial *search = malloc(sizeof *search);
    if (search == NULL)
        return SOLVER_NO_MEMORY;
    search->watch = watch;
    search->stopped = false;
    search->negamax = negamax;
    status = tt_open(&search->table, size.slots, ENGINE_KEYS);
    if (status != TT_OK) {
        free(search);
        return engine_table_failure(status);
    }
    *state = search;
    return SOLVER_OK;
}

void tutorial_close(void *state)
{
    struct tutorial *search = state;
    tt_close(&search->table);
    free(search);
}

void tutorial_clear(void *state)
{
    struct tutorial *search = state;
    tt_clear(&search->table);
}

struct solver_table tutorial_table(const void *state)
{
    const struct tutorial *search = state;
    return (struct solver_table){.bytes = tt_bytes(&search->table)};
}

/*
 * The score to ask about next: half way, or nearer to 0 where half of a bound
 * is nearer.  Shallow wins and losses need a wide window only when the bounds
 * near 0 have failed, which are the cheap ones to prove.
 */
static int next_question(int lower, int upper)
{
    int middle = lower + (upper - lower) / 2;

    if (middle <= 0 && lower / 2 < middle)
        return lower / 2;
    if (middle >= 0 && upper / 2 > middle)
        return upper / 2;
    return middle;
}

struct solver_bounds tutorial_narrow(void *state, struct position pos,
                                     int lower, int upper)
{
    struct tutorial *search = state;
    struct solver_bounds known = {-solver_win_score(pos.ply + 2),
                                  solver_win_score(pos.ply + 1)};

    if (board_winning_moves(pos) != 0)
        return (struct solver_bounds){known.upper, known.upper};

    search->stopped = !watch_begin(search->watch);
    while (lower < upper && !search->stopped) {
        /* A null window: is the score above 'middle'? */
        int middle = next_question(lower, upper);
        int score = search->negamax(search, pos, middle, middle + 1);
        if (search->stopped)
            break;
        if (score <= middle)
            known.upper = upper = score;
        else
            known.lower = lower = score;
        watch_show(search->watch, known);
    }
    return known;
}
