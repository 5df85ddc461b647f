#include "proof/make/oracle.h"

#include <stdlib.h>

#include "proof/map.h"

enum { ENTRY_BITS = 20 };

struct oracle_entry {
    board_bits key; /* plus 1; 0: empty */
    bool is_asked, closes;
    uint16_t known, keeps; /* columns */
};

bool oracle_open(struct oracle *oracle, const struct claim *claim,
                 struct solver *solver)
{
    *oracle = (struct oracle){.claim = *claim, .solver = solver};
    oracle->entries = calloc((size_t)1 << ENTRY_BITS, sizeof *oracle->entries);
    return oracle->entries != NULL;
}

void oracle_close(struct oracle *oracle)
{
    free(oracle->entries);
    oracle->entries = NULL;
}

bool oracle_is_stopped(struct oracle *oracle)
{
    oracle->stopped = oracle->stopped || (oracle->is_stopped != NULL &&
                                          oracle->is_stopped(oracle->context));
    return oracle->stopped;
}

static struct oracle_entry *entry_of(struct oracle *oracle, struct position pos)
{
    board_bits key = board_key(pos);
    struct oracle_entry *entry =
        &oracle->entries[map_hash(key) >> (64 - ENTRY_BITS)];
    if (entry->key != key + 1)
        *entry = (struct oracle_entry){.key = key + 1};
    return entry;
}

/* Without static proofs the answer is found sooner than in the table. */
bool oracle_closes(struct oracle *oracle, struct position pos)
{
    board_bits cell;
    if (!oracle->claim.statics)
        return theory_leaf(&oracle->claim, pos, &cell) != THEORY_NONE;
    struct oracle_entry *entry = entry_of(oracle, pos);
    if (!entry->is_asked) {
        entry->is_asked = true;
        entry->closes = theory_leaf(&oracle->claim, pos, &cell) != THEORY_NONE;
    }
    return entry->closes;
}

static bool ask(struct oracle *oracle, struct position pos, board_bits cell)
{
    if ((theory_moves(pos) & cell) == 0)
        return false;
    if (oracle->stopped)
        return true;
    int score = oracle->claim.score;
    struct solver_bounds bounds = solver_solve_window(
        oracle->solver, board_play_cell(pos, cell), -score, 1 - score);
    if (bounds.lower <= -score && bounds.upper > -score) {
        oracle->stopped = true; /* the solver was stopped */
        return true;
    }
    return bounds.upper <= -score;
}

bool oracle_keeps(struct oracle *oracle, struct position pos, int column)
{
    struct oracle_entry *entry = entry_of(oracle, pos);
    unsigned bit = 1u << column;
    if ((entry->known & bit) == 0) {
        board_bits cell = board_playable(pos) & board_column(pos.board, column);
        bool keeps = ask(oracle, pos, cell);
        if (oracle->stopped)
            return keeps;
        entry->known |= (uint16_t)bit;
        if (keeps)
            entry->keeps |= (uint16_t)bit;
    }
    return (entry->keeps & bit) != 0;
}
