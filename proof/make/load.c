#include "proof/make/load.h"

#include <stdlib.h>
#include <string.h>

#include "proof/choices.h"

/* No cell is twice in a list. */
enum { MAX_REPLIES = BOARD_MAX_CELLS * BOARD_MAX_CELLS };

struct loader {
    struct graph *graph;
    const struct claim *claim; /* of the certificate */
    bool moves_only;           /* its leaves and policies may need more */
    struct board board;
    struct choices choices;
    struct map seen; /* canonical keys of proven positions */
    struct map met;  /* keys of the policy that is being read */
    int reply_count; /* of the policy that is being read */
    uint8_t answered[MAX_REPLIES], replies[MAX_REPLIES];
    bool failed;
};

static int cell_number(board_bits cell)
{
    return board_popcount(cell - 1);
}

static bool add(struct loader *loader, struct map *map, board_bits key)
{
    bool added = false;
    if (map_add(map, key, 0, &added) == NULL)
        loader->failed = true;
    return added;
}

static bool closes(const struct loader *loader, struct position pos)
{
    board_bits cell;
    return board_playable(pos) == 0 || theory_closes(loader->claim, pos, &cell);
}

static board_bits read_reply(struct loader *loader, struct position pos,
                             int answered)
{
    board_bits moves = theory_moves(pos);
    board_bits other = pos.mover ^ pos.stones;
    if ((board_threats(loader->board, other, pos.stones) & moves) != 0)
        return moves;

    bool again = false;
    for (int i = 0; i < loader->reply_count; i++) {
        if (loader->answered[i] != answered)
            continue;
        again = true;
        board_bits reply = (board_bits)1 << loader->replies[i];
        if ((reply & moves) != 0)
            return reply;
    }
    board_bits reply = choices_cell(&loader->choices, loader->board, moves,
                                    CHOICES_REPLY, answered, again);
    loader->answered[loader->reply_count] = (uint8_t)answered;
    loader->replies[loader->reply_count++] = (uint8_t)cell_number(reply);
    return reply;
}

static void follow(struct loader *loader, struct position pos)
{
    for (board_bits moves = board_playable(pos); moves != 0 && !loader->failed;
         moves &= moves - 1) {
        board_bits played = moves & (~moves + 1);
        struct position next = board_play_cell(pos, played);
        if (!add(loader, &loader->met, board_key(next)))
            continue;
        add(loader, &loader->seen,
            board_canonical_key(loader->board, board_key(next)));
        if (closes(loader, next))
            continue;
        board_bits reply = read_reply(loader, next, cell_number(played));
        follow(loader, board_play_cell(next, reply));
    }
}

static void load(struct loader *loader, struct position pos, int answered);

static void load_replies(struct loader *loader, struct position pos)
{
    for (board_bits moves = board_playable(pos); moves != 0 && !loader->failed;
         moves &= moves - 1) {
        board_bits played = moves & (~moves + 1);
        load(loader, board_play_cell(pos, played), cell_number(played));
    }
}

/* Read a policy.  It becomes the choice of its node, unless it may need more or
 * is longer than those of a graph. */
static void load_policy(struct loader *loader, uint32_t node, int column,
                        struct position next)
{
    loader->reply_count = 0;
    map_clear(&loader->met);
    follow(loader, next);
    if (loader->failed || loader->moves_only ||
        loader->reply_count > POLICY_MAX_LENGTH)
        return;
    struct policy_replies kept = {.length = loader->reply_count};
    memcpy(kept.answered, loader->answered, (size_t)loader->reply_count);
    memcpy(kept.reply, loader->replies, (size_t)loader->reply_count);
    graph_set_policy(loader->graph, node, column, &kept);
    graph_prefer(loader->graph, node, column, true);
}

static int mirror_number(struct board board, int number)
{
    if (number == CHOICES_NO_CELL)
        return number;
    int bits = board.height + 1;
    return (board.width - 1 - number / bits) * bits + number % bits;
}

/* P is to move, after M played 'answered'. */
static void load(struct loader *loader, struct position pos, int answered)
{
    board_bits key = board_key(pos);
    pos = graph_canonical(pos);
    if (!add(loader, &loader->seen, board_key(pos)))
        return;
    if (board_key(pos) != key)
        answered = mirror_number(loader->board, answered);
    if (closes(loader, pos))
        return;

    uint32_t node = graph_node_of(loader->graph, pos);
    loader->failed = loader->failed || loader->graph->failed;
    if (loader->failed)
        return;
    board_bits cell =
        choices_cell(&loader->choices, loader->board, theory_moves(pos),
                     CHOICES_MOVE, answered, false);
    int column = cell_number(cell) / (loader->board.height + 1);
    struct position next = board_play_cell(pos, cell);
    if (choices_policy(&loader->choices, pos.ply)) {
        load_policy(loader, node, column, next);
    } else {
        graph_prefer(loader->graph, node, column, false);
        load_replies(loader, next);
    }
}

bool load_choices(struct graph *graph, const struct certificate *certificate)
{
    struct loader *loader = calloc(1, sizeof *loader);
    if (loader == NULL)
        return false;
    loader->graph = graph;
    loader->board = graph->board;
    loader->claim = &certificate->claim;
    loader->moves_only =
        certificate->claim.statics && !graph->oracle->claim.statics;
    choices_open(&loader->choices, certificate->choices,
                 certificate->choices_size);
    if (certificate->claim.mover)
        load(loader, certificate->claim.pos, CHOICES_NO_CELL);
    else
        load_replies(loader, certificate->claim.pos);
    bool loaded = !loader->failed && !graph->failed;
    map_free(&loader->seen);
    map_free(&loader->met);
    free(loader);
    return loaded;
}
