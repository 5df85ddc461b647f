#include "proof/make/write.h"

#include <stdlib.h>
#include <string.h>

#include "proof/make/coder.h"

struct writer {
    struct graph *graph;
    struct board board;
    struct coder *coder;
    struct map seen; /* canonical keys of proven positions */
    struct map met;  /* keys of the policy that is being written */
    struct policy_replies replies;
    int next;                         /* of the replies */
    board_bits lists[BOARD_MAX_BITS]; /* cells replied with so far */
    bool failed;
};

static int cell_number(board_bits cell)
{
    return board_popcount(cell - 1);
}

static bool add(struct writer *writer, struct map *map, board_bits key)
{
    bool added = false;
    if (map_add(map, key, 0, &added) == NULL)
        writer->failed = true;
    return added;
}

/* The reply to the cell that M has just played; written if it is new. */
static board_bits write_reply(struct writer *writer, struct position pos,
                              board_bits played)
{
    board_bits moves = theory_moves(pos);
    board_bits other = pos.mover ^ pos.stones;
    if ((board_threats(writer->board, other, pos.stones) & moves) != 0)
        return moves;

    int answered = cell_number(played);
    const struct policy_replies *replies = &writer->replies;
    board_bits *list = &writer->lists[answered];
    for (int i = 0; i < writer->next; i++) {
        board_bits reply = (board_bits)1 << replies->reply[i];
        if (replies->answered[i] == answered && (reply & moves) != 0)
            return reply;
    }
    assert(writer->next < replies->length &&
           replies->answered[writer->next] == answered);
    board_bits reply = (board_bits)1 << replies->reply[writer->next++];
    coder_reply(writer->coder, moves, reply, played, *list != 0);
    *list |= reply;
    return reply;
}

static void follow(struct writer *writer, struct position pos)
{
    for (board_bits moves = board_playable(pos); moves != 0 && !writer->failed;
         moves &= moves - 1) {
        board_bits played = moves & (~moves + 1);
        struct position next = board_play_cell(pos, played);
        if (!add(writer, &writer->met, board_key(next)))
            continue;
        add(writer, &writer->seen,
            board_canonical_key(writer->board, board_key(next)));
        if (board_playable(next) == 0 ||
            oracle_closes(writer->graph->oracle, next))
            continue;
        board_bits reply = write_reply(writer, next, played);
        follow(writer, board_play_cell(next, reply));
    }
}

static void write_node(struct writer *writer, struct position pos,
                       board_bits played);

static void write_replies(struct writer *writer, struct position pos)
{
    for (board_bits moves = board_playable(pos); moves != 0 && !writer->failed;
         moves &= moves - 1) {
        board_bits played = moves & (~moves + 1);
        write_node(writer, board_play_cell(pos, played), played);
    }
}

static void write_policy(struct writer *writer, uint32_t node,
                         struct position next)
{
    int column;
    graph_policy(writer->graph, node, &column, &writer->replies);
    writer->next = 0;
    memset(writer->lists, 0, sizeof writer->lists);
    map_clear(&writer->met);
    follow(writer, next);
}

/* P is to move, after M played 'played'. */
static void write_node(struct writer *writer, struct position pos,
                       board_bits played)
{
    struct board board = writer->board;
    board_bits key = board_key(pos);
    pos = graph_canonical(pos);
    if (!add(writer, &writer->seen, board_key(pos)))
        return;
    if (board_key(pos) != key)
        played = board_mirror(board, played);
    if (board_playable(pos) == 0 || oracle_closes(writer->graph->oracle, pos))
        return;

    uint32_t node = graph_node_of(writer->graph, pos);
    const struct graph_node *found = &writer->graph->nodes[node];
    int column = (unsigned char)found->column;
    bool policy = found->use_policy;
    coder_move(writer->coder, theory_moves(pos),
               board_playable(pos) & board_column(board, column), played);
    coder_policy(writer->coder, pos.ply, policy);
    struct position next = board_play(pos, column);
    if (policy)
        write_policy(writer, node, next);
    else
        write_replies(writer, next);
}

static uint8_t *finish(struct writer *writer, const int *moves, size_t *size)
{
    if (writer->failed || writer->graph->failed)
        return NULL;
    const uint8_t *bytes =
        coder_finish(writer->coder, &writer->graph->oracle->claim, moves, size);
    uint8_t *copy = bytes != NULL ? malloc(*size) : NULL;
    return copy != NULL ? memcpy(copy, bytes, *size) : NULL;
}

uint8_t *write_certificate(struct graph *graph, const int *moves, size_t *size)
{
    struct writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return NULL;
    writer->graph = graph;
    writer->board = graph->board;
    writer->coder = coder_new(graph->board);
    uint8_t *bytes = NULL;
    if (writer->coder != NULL) {
        const struct claim *claim = &graph->oracle->claim;
        if (claim->mover)
            write_node(writer, claim->pos, 0);
        else
            write_replies(writer, claim->pos);
        bytes = finish(writer, moves, size);
    }
    coder_free(writer->coder);
    map_free(&writer->seen);
    map_free(&writer->met);
    free(writer);
    return bytes;
}
