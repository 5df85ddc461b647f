/* The sentences of static proofs. */
#include <string.h>

#include "lib/game/tale.h"

struct proof {
    struct game_tale *tale;
    struct fourscore_evidence evidence;
};

/* The cells with one of these roles, as a set for game_grid_four(). */
static void select_cells(const struct proof *proof, unsigned role,
                         unsigned char set[FOURSCORE_MAX_CELLS])
{
    for (int i = 0; i < FOURSCORE_MAX_CELLS; i++)
        set[i] = (proof->evidence.cells[i] & role) != 0;
}

/* The number of cells in play in a column. */
static int count_in_play(const struct proof *proof, int column)
{
    const struct game_grid *grid = &proof->tale->grid;
    int count = 0;
    for (int row = 0; row < grid->height; row++)
        count += (proof->evidence.cells[game_grid_cell(grid, column, row)] &
                  FOURSCORE_IN_PLAY) != 0;
    return count;
}

/* Where P answers the stones of M. */
static void say_plan(const struct proof *proof)
{
    struct game_tale *tale = proof->tale;
    struct game_words_list odd = {.count = 0};
    for (int column = 0; column < tale->grid.width; column++)
        if (count_in_play(proof, column) % 2 != 0)
            game_words_item(&odd, "%c", 'a' + column);
    GAME_TALE_SAY(tale,
                  "From here %c answers every stone of %c in the same "
                  "column.\n",
                  tale->p, tale->m);
    if (odd.count == 0)
        return;
    const char *without = proof->evidence.rule == FOURSCORE_BY_ZUGZWANG
                              ? " (! and above do not count)"
                              : "";
    const char *columns = game_words_join(&odd, " and ");
    if (odd.count == 2)
        GAME_TALE_SAY(tale,
                      "Except in columns %s, which have an odd number of free "
                      "cells%s: there %c answers the first stone in one with a "
                      "stone in the other.\n",
                      columns, without, tale->p);
    else
        GAME_TALE_SAY(tale,
                      "Except in columns with an odd number of free cells%s, "
                      "now %s: there %c answers a stone in such a column with "
                      "a stone in another.\n",
                      without, columns, tale->p);
}

/* Mark the empty cells that P gets.  Returns their number. */
static int mark_guarded(const struct proof *proof)
{
    const struct game_grid *grid = &proof->tale->grid;
    int count = 0;
    for (int cell = 0; cell < grid->width * grid->height; cell++)
        if ((proof->evidence.cells[cell] & FOURSCORE_GUARDED) != 0 &&
            grid->cells[cell] == 0) {
            game_tale_mark(proof->tale, cell, FOURSCORE_MARK_GETS);
            count++;
        }
    return count;
}

/* Why M gets no four, or none in time. */
static void say_reach(const struct proof *proof)
{
    struct game_tale *tale = proof->tale;
    unsigned char reach[FOURSCORE_MAX_CELLS];
    select_cells(proof, FOURSCORE_REACH, reach);
    bool marked = mark_guarded(proof) > 0;
    if (marked)
        GAME_TALE_SAY(tale, "So %c gets all cells marked +.\n", tale->p);
    if (game_grid_four(&tale->grid, reach, 1, GAME_NO_CELL, NULL))
        GAME_TALE_SAY(tale,
                      "Each four that %c can still make%s lies above a four "
                      "of %c, which is complete first.\n",
                      tale->m, marked ? " without them" : "", tale->p);
    else if (marked)
        GAME_TALE_SAY(tale, "Without them %c makes no four.\n", tale->m);
    else
        GAME_TALE_SAY(tale, "The free cells give %c no four.\n", tale->m);
}

/* The four that P completes by answering alone. */
static void say_own_four(const struct proof *proof)
{
    struct game_tale *tale = proof->tale;
    unsigned char guarded[FOURSCORE_MAX_CELLS];
    char cells[GAME_WORDS_CELLS];
    int four[4] = {0};
    select_cells(proof, FOURSCORE_GUARDED, guarded);
    game_grid_four(&tale->grid, guarded, 1, GAME_NO_CELL, four);
    game_tale_mark_four(tale, four);
    GAME_TALE_SAY(tale, "%c wins with %s, if not before.\n", tale->p,
                  game_words_cells(&tale->grid, four, 4, cells));
}

/* Where M must play when it has no other move. */
static void say_zugzwang(const struct proof *proof)
{
    struct game_tale *tale = proof->tale;
    const struct game_grid *grid = &tale->grid;
    struct game_words_list entries = {.count = 0}, wins = {.count = 0};
    for (int column = 0; column < grid->width; column++)
        for (int row = 0; row < grid->height - 1; row++) {
            char name[GAME_WORDS_CELLS], threat[GAME_TALE_THREAT];
            int cell = game_grid_cell(grid, column, row);
            if ((proof->evidence.cells[cell] & FOURSCORE_ENTRY) == 0)
                continue;
            game_tale_mark(tale, cell, FOURSCORE_MARK_MUST);
            game_words_item(&entries, "%s",
                            game_words_cells(grid, &cell, 1, name));
            game_words_item(
                &wins, "%s",
                game_tale_threat(tale, game_grid_above(grid, cell), threat));
        }
    GAME_TALE_SAY(
        tale,
        "%c runs out of other moves and must play %s; then %c wins at %s.\n",
        tale->m, game_words_join(&entries, " or "), tale->p,
        game_words_join(&wins, " or "));
}

void game_tale_proof(struct game_tale *tale)
{
    struct proof proof = {tale, FOURSCORE_EVIDENCE_INIT};
    fourscore_evidence(&tale->end, &proof.evidence);
    say_plan(&proof);
    say_reach(&proof);
    if (proof.evidence.rule == FOURSCORE_BY_ZUGZWANG)
        say_zugzwang(&proof);
    else if (proof.evidence.score > 0)
        say_own_four(&proof);
}
