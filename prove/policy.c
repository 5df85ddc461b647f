#include "prove/policy.h"

#include <stdlib.h>
#include <string.h>

#include "tt/random.h"

enum {
    MAX_ROUNDS = 60,
    MAX_STATES = 3000,
    VISITED_BITS = 13, /* MAX_STATES and room */
};

struct place { /* of a reply: its list, its index there, its column */
    int answered, index, column;
};

struct policy_search {
    struct oracle *oracle;
    struct board board;
    struct policy_costs costs;
    uint64_t random;

    int order[BOARD_MAX_WIDTH]; /* of columns, for new replies */
    uint8_t lists[BOARD_MAX_BITS][POLICY_MAX_REPLIES];
    uint8_t counts[BOARD_MAX_BITS];
    uint16_t forbidden[BOARD_MAX_BITS][POLICY_MAX_REPLIES]; /* columns */
    struct policy_replies *found;
    double cost, limit;
    bool hopeless;         /* no other reply can help */
    struct place conflict; /* the reply to forbid */

    struct visited {
        board_bits key;
        uint32_t round;
    } visited[1 << VISITED_BITS];
    uint32_t round, visited_count;
};

struct policy_search *policy_search_new(struct oracle *oracle,
                                        struct policy_costs costs,
                                        uint64_t seed)
{
    struct policy_search *search = calloc(1, sizeof *search);
    if (search == NULL)
        return NULL;
    search->oracle = oracle;
    search->board = oracle->claim.pos.board;
    search->costs = costs;
    search->random = seed;
    return search;
}

void policy_search_free(struct policy_search *search)
{
    free(search);
}

static void shuffle_order(struct policy_search *search)
{
    int width = search->board.width;
    for (int i = 0; i < width; i++) {
        int other = (int)tt_random_below(&search->random, (uint32_t)i + 1);
        search->order[i] = search->order[other];
        search->order[other] = i;
    }
}

static int cell_number(board_bits cell)
{
    return board_popcount(cell - 1);
}

/* Returns whether the position is new in this round. */
static bool visit(struct policy_search *search, board_bits key)
{
    uint64_t hash = (uint64_t)(key ^ key >> 64) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = hash >> (64 - VISITED_BITS);
    struct visited *slot = &search->visited[at];
    while (slot->round == search->round) {
        if (slot->key == key)
            return false;
        at = (at + 1) % (1 << VISITED_BITS);
        slot = &search->visited[at];
    }
    *slot = (struct visited){key, search->round};
    search->visited_count++;
    return true;
}

static bool give_up(struct policy_search *search)
{
    search->hopeless = true;
    return false;
}

static bool conflict(struct policy_search *search, struct place place)
{
    search->conflict = place;
    return false;
}

/* Append a reply to the list of the cell 'answered'. */
static bool append(struct policy_search *search, int answered, board_bits cell)
{
    struct policy_replies *found = search->found;
    if (found->length == POLICY_MAX_LENGTH)
        return give_up(search);
    int number = cell_number(cell);
    search->lists[answered][search->counts[answered]++] = (uint8_t)number;
    found->answered[found->length] = (uint8_t)answered;
    found->reply[found->length++] = (uint8_t)number;
    search->cost +=
        number == answered + 1 ? search->costs.above : search->costs.other;
    return search->cost < search->limit || give_up(search);
}

/* Choose a new reply: directly above if possible. */
static bool add_reply(struct policy_search *search, struct position pos,
                      int answered, board_bits moves, board_bits *cell)
{
    struct board board = search->board;
    int above = answered / (board.height + 1);
    int index = search->counts[answered];
    if (index < POLICY_MAX_REPLIES)
        for (int i = -1; i < board.width; i++) {
            int column = i < 0 ? above : search->order[i];
            *cell = moves & board_column(board, column);
            if (*cell != 0 && (i < 0 || column != above) &&
                (search->forbidden[answered][index] >> column & 1) == 0 &&
                oracle_keeps(search->oracle, pos, column))
                return append(search, answered, *cell);
        }
    if (index == 0)
        return give_up(search);
    if (index < POLICY_MAX_REPLIES)
        search->forbidden[answered][index] = 0;
    int last = search->lists[answered][index - 1] / (board.height + 1);
    return conflict(search, (struct place){answered, index - 1, last});
}

/* Set '*cell' to the reply to the cell that M has just played. */
static bool find_reply(struct policy_search *search, struct position pos,
                       int answered, board_bits *cell)
{
    board_bits moves = theory_moves(pos);
    board_bits other = pos.mover ^ pos.stones;
    if ((board_threats(search->board, other, pos.stones) &
         board_playable(pos)) != 0) {
        *cell = moves;
        return moves != 0 || give_up(search);
    }
    for (int i = 0; i < search->counts[answered]; i++) {
        int number = search->lists[answered][i];
        int column = number / (search->board.height + 1);
        *cell = (board_bits)1 << number;
        if ((*cell & moves) == 0)
            continue;
        return oracle_keeps(search->oracle, pos, column) ||
               conflict(search, (struct place){answered, i, column});
    }
    return add_reply(search, pos, answered, moves, cell);
}

/* Follow the policy.  M is to move, after a safe move of P. */
static bool follow(struct policy_search *search, struct position pos)
{
    bool draw = theory_draw_suffices(&search->oracle->claim);
    if (board_playable(pos) == 0)
        return draw || give_up(search);
    for (board_bits moves = board_playable(pos); moves != 0;
         moves &= moves - 1) {
        board_bits played = moves & (~moves + 1), cell;
        struct position next = board_play_cell(pos, played);
        if (!visit(search, board_key(next)))
            continue;
        if (search->visited_count > MAX_STATES)
            return give_up(search);
        if (board_playable(next) == 0 ? draw
                                      : oracle_closes(search->oracle, next))
            continue;
        if (board_playable(next) == 0)
            return give_up(search);
        if (!find_reply(search, next, cell_number(played), &cell) ||
            !follow(search, board_play_cell(next, cell)))
            return false;
    }
    return true;
}

bool policy_find(struct policy_search *search, struct position pos, int column,
                 double limit, struct policy_replies *found, double *cost)
{
    shuffle_order(search);
    memset(search->forbidden, 0, sizeof search->forbidden);
    search->found = found;
    search->limit = limit;
    search->hopeless = false;
    for (int i = 0; i < MAX_ROUNDS; i++) {
        memset(search->counts, 0, sizeof search->counts);
        found->length = 0;
        search->cost = 0;
        search->round++;
        search->visited_count = 0;
        if (follow(search, board_play(pos, column))) {
            *cost = search->cost;
            return !search->oracle->stopped;
        }
        if (search->hopeless || search->oracle->stopped)
            return false;
        struct place place = search->conflict;
        search->forbidden[place.answered][place.index] |=
            (uint16_t)(1u << place.column);
    }
    return false;
}
