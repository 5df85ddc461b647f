#include "proof/make/storage.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ loading */

struct loader {
    struct graph *graph;
    bool moves_only; /* leaves and policies of the certificate may need more */
    uint32_t node;   /* of the latest move */
    int column;      /* of that move */
    bool policy;     /* follows it */
    int count;       /* of the replies of the policy */
    struct policy_replies replies; /* the first ones */
};

/* Keep the policy that was read, unless it may need more or is longer than
 * those of a graph. */
static void keep_policy(struct loader *loader)
{
    if (!loader->policy || loader->moves_only ||
        loader->count > POLICY_MAX_LENGTH)
        return;
    loader->replies.length = loader->count;
    graph_set_policy(loader->graph, loader->node, loader->column,
                     &loader->replies);
    graph_prefer(loader->graph, loader->node, loader->column, true);
}

static void load_move(struct loader *loader,
                      const struct certificate_choice *choice)
{
    keep_policy(loader);
    loader->node = graph_node_of(loader->graph, choice->pos);
    loader->column = board_column_of(choice->pos.board, choice->cell);
    loader->policy = choice->policy;
    loader->count = 0;
    if (!choice->policy && !loader->graph->failed)
        graph_prefer(loader->graph, loader->node, loader->column, false);
}

static bool load_choice(void *context, struct certificate_choice *choice)
{
    struct loader *loader = context;
    if (choice->kind == CERTIFICATE_MOVE) {
        load_move(loader, choice);
    } else if (choice->kind == CERTIFICATE_REPLY) {
        int i = loader->count++;
        if (i < POLICY_MAX_LENGTH) {
            loader->replies.answered[i] = (uint8_t)choice->answered;
            loader->replies.reply[i] = (uint8_t)board_cell_number(choice->cell);
        }
    }
    return !loader->graph->failed;
}

bool storage_load(struct graph *graph, const struct certificate *certificate)
{
    struct loader loader = {
        .graph = graph,
        .moves_only =
            certificate->claim.statics && !graph->oracle->claim.statics,
    };
    struct certificate_visitor visitor = {load_choice, &loader, NULL};
    struct certificate_result result;
    if (certificate_visit(certificate, UINT64_MAX, &result, &visitor) !=
        CERTIFICATE_OK)
        return false;
    keep_policy(&loader);
    return !graph->failed;
}

/* ------------------------------------------------------------------ writing */

struct writer {
    struct graph *graph;
    struct policy_replies replies; /* of the policy that is being written */
    int next;                      /* of the replies */
};

static bool write_choice(void *context, struct certificate_choice *choice)
{
    struct writer *writer = context;
    struct graph *graph = writer->graph;
    const struct policy_replies *replies = &writer->replies;
    if (choice->kind == CERTIFICATE_MOVE) {
        struct position pos = choice->pos;
        uint32_t node = graph_node_of(graph, pos);
        if (graph->failed)
            return false;
        board_bits cells = board_column(pos.board, graph->nodes[node].column);
        choice->policy = graph->nodes[node].use_policy;
        if (choice->policy) {
            int column;
            graph_policy(graph, node, &column, &writer->replies);
            cells = board_column(pos.board, column);
        }
        choice->cell = board_playable(pos) & cells;
        writer->next = 0;
    } else if (choice->kind == CERTIFICATE_REPLY) {
        assert(writer->next < replies->length &&
               replies->answered[writer->next] == choice->answered);
        choice->cell = (board_bits)1 << replies->reply[writer->next++];
    }
    return true;
}

uint8_t *storage_write(struct graph *graph, const char *moves, size_t *size)
{
    struct certificate made = {.claim = graph->oracle->claim};
    struct writer writer = {.graph = graph};
    struct choices_output output = {.bytes = NULL};
    struct certificate_visitor visitor = {write_choice, &writer, &output};
    struct certificate_result result;
    memcpy(made.moves, moves, (size_t)made.claim.pos.ply);
    enum certificate_status status =
        certificate_visit(&made, UINT64_MAX, &result, &visitor);
    made.choices = output.bytes;
    made.choices_size = output.size;
    uint8_t *bytes = status == CERTIFICATE_OK && !output.failed
                         ? certificate_write(&made, size)
                         : NULL;
    free(output.bytes);
    return bytes;
}
