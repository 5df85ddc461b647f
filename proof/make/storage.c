#include "proof/make/storage.h"

#include <stdlib.h>
#include <string.h>

#include "proof/choices.h"
#include "proof/make/coder.h"

/* Returns whether a key is new.  Sets '*failed' if out of memory. */
static bool add(struct map *map, board_bits key, bool *failed)
{
    bool added = false;
    if (map_add(map, key, 0, &added) == NULL)
        *failed = true;
    return added;
}

/* ------------------------------------------------------------------ loading */

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
    loader->replies[loader->reply_count++] = (uint8_t)choices_number(reply);
    return reply;
}

static void follow_loaded(struct loader *loader, struct position pos)
{
    for (board_bits moves = board_playable(pos); moves != 0 && !loader->failed;
         moves &= moves - 1) {
        board_bits played = moves & (~moves + 1);
        struct position next = board_play_cell(pos, played);
        if (!add(&loader->met, board_key(next), &loader->failed))
            continue;
        add(&loader->seen, board_canonical_key(loader->board, board_key(next)),
            &loader->failed);
        if (closes(loader, next))
            continue;
        board_bits reply = read_reply(loader, next, choices_number(played));
        follow_loaded(loader, board_play_cell(next, reply));
    }
}

static void load(struct loader *loader, struct position pos, int answered);

static void load_replies(struct loader *loader, struct position pos)
{
    for (board_bits moves = board_playable(pos); moves != 0 && !loader->failed;
         moves &= moves - 1) {
        board_bits played = moves & (~moves + 1);
        load(loader, board_play_cell(pos, played), choices_number(played));
    }
}

/* Read a policy.  It becomes the choice of its node, unless it may need more or
 * is longer than those of a graph. */
static void load_policy(struct loader *loader, uint32_t node, int column,
                        struct position next)
{
    loader->reply_count = 0;
    map_clear(&loader->met);
    follow_loaded(loader, next);
    if (loader->failed || loader->moves_only ||
        loader->reply_count > POLICY_MAX_LENGTH)
        return;
    struct policy_replies kept = {.length = loader->reply_count};
    memcpy(kept.answered, loader->answered, (size_t)loader->reply_count);
    memcpy(kept.reply, loader->replies, (size_t)loader->reply_count);
    graph_set_policy(loader->graph, node, column, &kept);
    graph_prefer(loader->graph, node, column, true);
}

/* P is to move, after M played 'answered'. */
static void load(struct loader *loader, struct position pos, int answered)
{
    board_bits key = board_key(pos);
    pos = graph_canonical(pos);
    if (!add(&loader->seen, board_key(pos), &loader->failed))
        return;
    if (board_key(pos) != key)
        answered = choices_mirror(loader->board, answered);
    if (closes(loader, pos))
        return;

    uint32_t node = graph_node_of(loader->graph, pos);
    loader->failed = loader->failed || loader->graph->failed;
    if (loader->failed)
        return;
    board_bits cell =
        choices_cell(&loader->choices, loader->board, theory_moves(pos),
                     CHOICES_MOVE, answered, false);
    int column = choices_number(cell) / (loader->board.height + 1);
    struct position next = board_play_cell(pos, cell);
    if (choices_policy(&loader->choices, pos.ply)) {
        load_policy(loader, node, column, next);
    } else {
        graph_prefer(loader->graph, node, column, false);
        load_replies(loader, next);
    }
}

bool storage_load(struct graph *graph, const struct certificate *certificate)
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

/* ------------------------------------------------------------------ writing */

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

/* The reply to the cell that M has just played; written if it is new. */
static board_bits write_reply(struct writer *writer, struct position pos,
                              board_bits played)
{
    board_bits moves = theory_moves(pos);
    board_bits other = pos.mover ^ pos.stones;
    if ((board_threats(writer->board, other, pos.stones) & moves) != 0)
        return moves;

    int answered = choices_number(played);
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

static void follow_written(struct writer *writer, struct position pos)
{
    for (board_bits moves = board_playable(pos); moves != 0 && !writer->failed;
         moves &= moves - 1) {
        board_bits played = moves & (~moves + 1);
        struct position next = board_play_cell(pos, played);
        if (!add(&writer->met, board_key(next), &writer->failed))
            continue;
        add(&writer->seen, board_canonical_key(writer->board, board_key(next)),
            &writer->failed);
        if (board_playable(next) == 0 ||
            oracle_closes(writer->graph->oracle, next))
            continue;
        board_bits reply = write_reply(writer, next, played);
        follow_written(writer, board_play_cell(next, reply));
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
    follow_written(writer, next);
}

/* P is to move, after M played 'played'. */
static void write_node(struct writer *writer, struct position pos,
                       board_bits played)
{
    struct board board = writer->board;
    board_bits key = board_key(pos);
    pos = graph_canonical(pos);
    if (!add(&writer->seen, board_key(pos), &writer->failed))
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

uint8_t *storage_write(struct graph *graph, const int *moves, size_t *size)
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
