#include "proof/make/policy.h"

#include <stdlib.h>
#include <string.h>

#include "proof/map.h"
#include "tt/random.h"

enum { VISITS_MAX = 3000, VISITS_BITS = 13 };

/* A set of positions that forgets them in the inverse order. */
struct visits {
    board_bits keys[1 << VISITS_BITS]; /* plus 1; 0: empty */
    uint16_t slots[VISITS_MAX];        /* in the order in which they came */
    int count;
};

/* Add a key to a set of fewer than VISITS_MAX.  Returns whether it is new. */
static bool visits_add(struct visits *visits, board_bits key)
{
    size_t at = map_hash(key) >> (64 - VISITS_BITS);
    for (; visits->keys[at] != 0; at = (at + 1) % (1 << VISITS_BITS))
        if (visits->keys[at] == key + 1)
            return false;
    visits->keys[at] = key + 1;
    visits->slots[visits->count++] = (uint16_t)at;
    return true;
}

/* Remove all keys but the first 'count' ones.  The last one goes first, so that
 * no key is cut off from the slot where its search begins. */
static void visits_undo(struct visits *visits, int count)
{
    while (visits->count > count)
        visits->keys[visits->slots[--visits->count]] = 0;
}

enum {
    MAX_VISITS = 20000, /* of a search */
    /* One for each move of M at the beginning and after each visit; the last
     * visit of a full search adds none. */
    MAX_PENDING = VISITS_MAX * BOARD_MAX_WIDTH,
    NOTHING = -1,
};

/* A position with P to move, after M played the cell 'answered'; the one that
 * is visited after it and all that follows from it; and the one before it. */
struct pending {
    board_bits mover, stones;
    int answered, ply, next, parent;
    int reply; /* the index of P's reply, or NOTHING if it is forced */
};

/* The search when a reply was added: in the pending position 'state'. */
struct snapshot {
    int state, pending_count, visits;
};

struct policy_search {
    struct visits visits; /* of the states of the policy */
    struct pending pending[MAX_PENDING];
    int pending_count, first; /* 'first' is visited next */
    int visit_count;          /* of the search */

    struct oracle *oracle;
    struct board board;
    struct policy_costs costs;

    struct policy_replies *found;
    struct snapshot snapshots[POLICY_MAX_LENGTH];
    double limit;
    int conflict; /* the reply to take back, or NOTHING: no other can help */
    int order[BOARD_MAX_WIDTH]; /* of columns, for new replies */
    uint8_t lists[BOARD_MAX_BITS][POLICY_MAX_REPLIES]; /* indices of replies */
    uint8_t counts[BOARD_MAX_BITS];
    uint16_t forbidden[BOARD_MAX_BITS][POLICY_MAX_REPLIES]; /* columns */
};

double policy_cost(struct policy_costs costs,
                   const struct policy_replies *replies)
{
    double cost = 0;
    for (int i = 0; i < replies->length; i++)
        cost += replies->reply[i] == replies->answered[i] + 1 ? costs.above
                                                              : costs.other;
    return cost;
}

struct policy_search *policy_search_new(struct oracle *oracle,
                                        struct policy_costs costs)
{
    struct policy_search *search = calloc(1, sizeof *search);
    if (search == NULL)
        return NULL;
    search->oracle = oracle;
    search->board = oracle->claim.pos.board;
    search->costs = costs;
    return search;
}

void policy_search_free(struct policy_search *search)
{
    free(search);
}

static void shuffle_order(struct policy_search *search, uint64_t seed)
{
    int width = search->board.width;
    for (int i = 0; i < width; i++) {
        int other = (int)tt_random_below(&seed, (uint32_t)i + 1);
        search->order[i] = search->order[other];
        search->order[other] = i;
    }
}

static int column_of(struct board board, int cell)
{
    return cell / (board.height + 1);
}

static bool is_full(const struct policy_search *search)
{
    return search->visits.count == VISITS_MAX ||
           search->visit_count == MAX_VISITS;
}

static bool fail(struct policy_search *search, int conflict)
{
    search->conflict = conflict;
    return false;
}

static struct position position_of(const struct policy_search *search,
                                   int state)
{
    const struct pending *at = &search->pending[state];
    return (struct position){at->mover, at->stones, at->ply, search->board};
}

static bool keeps(struct policy_search *search, int state)
{
    int index = search->pending[state].reply;
    return index == NOTHING ||
           oracle_keeps(search->oracle, position_of(search, state),
                        column_of(search->board, search->found->reply[index]));
}

/* A pending position is lost: find the first reply on the way there that did
 * not keep the result. */
static bool blame(struct policy_search *search, int state)
{
    int culprit = NOTHING;
    for (int at = search->pending[state].parent; at != NOTHING;
         at = search->pending[at].parent)
        if (!keeps(search, at))
            culprit = search->pending[at].reply;
    return fail(search, culprit);
}

/* Append a reply to the cell answered in a pending position. */
static bool append(struct policy_search *search, int state, board_bits cell)
{
    struct policy_replies *found = search->found;
    int index = found->length, answered = search->pending[state].answered;
    if (index == POLICY_MAX_LENGTH)
        return fail(search, NOTHING);
    search->lists[answered][search->counts[answered]++] = (uint8_t)index;
    found->answered[index] = (uint8_t)answered;
    found->reply[index] = (uint8_t)board_cell_number(cell);
    found->length++;
    search->pending[state].reply = index;
    search->snapshots[index] =
        (struct snapshot){state, search->pending_count, search->visits.count};
    return policy_cost(search->costs, found) < search->limit ||
           fail(search, NOTHING);
}

/* Choose a new reply: directly above if possible. */
static bool add_reply(struct policy_search *search, struct position pos,
                      int state, board_bits moves, board_bits *cell)
{
    struct board board = search->board;
    int answered = search->pending[state].answered;
    int above = column_of(board, answered);
    int index = search->counts[answered];
    bool lost = true;
    for (int i = -1; i < board.width; i++) {
        int column = i < 0 ? above : search->order[i];
        *cell = moves & board_column(board, column);
        if (*cell == 0 || (i >= 0 && column == above) ||
            !oracle_keeps(search->oracle, pos, column))
            continue;
        lost = false;
        if (index < POLICY_MAX_REPLIES &&
            (search->forbidden[answered][index] >> column & 1) == 0)
            return append(search, state, *cell);
    }
    if (lost)
        return blame(search, state);
    if (index == 0)
        return fail(search, NOTHING);
    if (index < POLICY_MAX_REPLIES)
        search->forbidden[answered][index] = 0;
    return fail(search, search->lists[answered][index - 1]);
}

/* Set '*cell' to the reply in a pending position. */
static bool find_reply(struct policy_search *search, struct position pos,
                       int state, board_bits *cell)
{
    int answered = search->pending[state].answered;
    board_bits moves = theory_moves(pos);
    board_bits other = pos.mover ^ pos.stones;
    *cell = moves;
    if ((board_threats(search->board, other, pos.stones) &
         board_playable(pos)) != 0)
        return moves != 0 || blame(search, state);
    for (int i = 0; i < search->counts[answered]; i++) {
        int index = search->lists[answered][i];
        int number = search->found->reply[index];
        *cell = (board_bits)1 << number;
        if ((*cell & moves) != 0) {
            search->pending[state].reply = index;
            return true;
        }
    }
    return add_reply(search, pos, state, moves, cell);
}

/* Let the positions after all moves of M in 'pos' be visited next, from left to
 * right. */
static bool push(struct policy_search *search, struct position pos, int parent)
{
    board_bits moves = board_playable(pos);
    if (moves == 0 && !theory_draw_suffices(&search->oracle->claim)) {
        search->pending[search->pending_count].parent = parent;
        return blame(search, search->pending_count);
    }
    for (int column = pos.board.width - 1; column >= 0; column--) {
        board_bits cell = moves & board_column(pos.board, column);
        if (cell == 0)
            continue;
        struct position next = board_play_cell(pos, cell);
        assert(search->pending_count < MAX_PENDING);
        search->pending[search->pending_count] =
            (struct pending){next.mover, next.stones,   board_cell_number(cell),
                             next.ply,   search->first, parent,
                             NOTHING};
        search->first = search->pending_count++;
    }
    return true;
}

/* Answer in a pending position that was not visited before. */
static bool answer(struct policy_search *search, int state)
{
    struct position pos = position_of(search, state);
    board_bits cell;
    if (board_playable(pos) == 0)
        return theory_draw_suffices(&search->oracle->claim) ||
               blame(search, state);
    return oracle_closes(search->oracle, pos) ||
           (find_reply(search, pos, state, &cell) &&
            push(search, board_play_cell(pos, cell), state));
}

/* Follow the policy until no position is pending. */
static bool follow(struct policy_search *search)
{
    while (search->first != NOTHING) {
        int state = search->first;
        search->first = search->pending[state].next;
        if (!visits_add(&search->visits, board_key(position_of(search, state))))
            continue;
        search->visit_count++;
        if (is_full(search))
            return fail(search, NOTHING);
        if (!answer(search, state))
            return false;
    }
    return true;
}

/* Forbid the reply in conflict, and go back to where it was added. */
static bool take_back(struct policy_search *search)
{
    struct policy_replies *found = search->found;
    int index = search->conflict, answered = found->answered[index];
    while (found->length > index)
        search->counts[found->answered[--found->length]]--;
    search->forbidden[answered][search->counts[answered]] |=
        (uint16_t)(1u << column_of(search->board, found->reply[index]));

    const struct snapshot *before = &search->snapshots[index];
    visits_undo(&search->visits, before->visits);
    search->pending_count = before->pending_count;
    search->first = search->pending[before->state].next;
    return answer(search, before->state);
}

bool policy_find(struct policy_search *search, struct position pos, int column,
                 double limit, uint64_t seed, struct policy_replies *found)
{
    shuffle_order(search, seed);
    memset(search->forbidden, 0, sizeof search->forbidden);
    memset(search->counts, 0, sizeof search->counts);
    search->found = found;
    search->limit = limit;
    found->length = 0;
    search->first = NOTHING;
    search->pending_count = search->visit_count = 0;

    bool holds =
        push(search, board_play(pos, column), NOTHING) && follow(search);
    while (!holds && search->conflict != NOTHING && !is_full(search) &&
           !search->oracle->stopped)
        holds = take_back(search) && follow(search);
    visits_undo(&search->visits, 0);
    return holds && !search->oracle->stopped;
}
