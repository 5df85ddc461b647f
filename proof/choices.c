#include "proof/choices.h"

#include <stdlib.h>
#include <string.h>

enum {
    ONE = 65536,      /* a probability of 1 */
    LEAST = 64,       /* the smallest probability */
    MAX_COUNT = 255,  /* then a context adapts no slower */
    POLICY_AT = 2048, /* the first context of choices_policy() */
};

static uint8_t next_byte(struct choices *choices)
{
    size_t at = choices->at++;
    return at < choices->size ? choices->bytes[at] : 0;
}

static void put_byte(struct choices_output *output, uint32_t byte)
{
    if (output->size == output->room) {
        size_t room = 2 * output->room + 1024;
        uint8_t *bytes = realloc(output->bytes, room);
        if (bytes == NULL) {
            output->failed = true;
            return;
        }
        output->bytes = bytes;
        output->room = room;
    }
    output->bytes[output->size++] = (uint8_t)byte;
}

static void begin(struct choices *choices)
{
    choices->high = UINT32_MAX;
    choices->last = -1;
    for (int i = 0; i < CHOICES_CONTEXTS; i++)
        choices->contexts[i].yes = ONE / 2;
    memset(choices->latest, -1, sizeof choices->latest);
}

void choices_read(struct choices *choices, const uint8_t *bytes, size_t size)
{
    *choices = (struct choices){.bytes = bytes, .size = size};
    begin(choices);
    for (int i = 0; i < 4; i++)
        choices->code = choices->code << 8 | next_byte(choices);
}

void choices_write(struct choices *choices, struct choices_output *output)
{
    *choices = (struct choices){.output = output};
    begin(choices);
}

static void adapt(struct choices_context *context, bool yes)
{
    uint32_t distance = yes ? ONE - context->yes : context->yes;
    uint32_t step = 2 * distance / (2 * context->count + 3);
    context->yes = yes ? context->yes + step : context->yes - step;
    if (context->yes < LEAST)
        context->yes = LEAST;
    if (context->yes > ONE - LEAST)
        context->yes = ONE - LEAST;
    if (context->count < MAX_COUNT)
        context->count++;
}

/* Read an answer, or write 'chosen'. */
static bool answer(struct choices *choices, int number, bool chosen)
{
    struct choices_context *context = &choices->contexts[number];
    uint32_t middle =
        choices->low + ((choices->high - choices->low) >> 16) * context->yes;
    bool yes = choices->output != NULL ? chosen : choices->code <= middle;
    if (yes)
        choices->high = middle;
    else
        choices->low = middle + 1;
    adapt(context, yes);

    while ((choices->low ^ choices->high) >> 24 == 0) {
        if (choices->output != NULL)
            put_byte(choices->output, choices->low >> 24);
        else
            choices->code = choices->code << 8 | next_byte(choices);
        choices->low <<= 8;
        choices->high = choices->high << 8 | 255;
    }
    return yes;
}

/* The cells in the order in which they are asked for: the latest column chosen
 * after this cell, the column of the cell, then from left to right. */
static int order_columns(struct board board, board_bits cells, int latest,
                         int above, int columns[BOARD_MAX_WIDTH])
{
    int count = 0;
    for (int i = -2; i < board.width; i++) {
        int column = i == -2 ? latest : i == -1 ? above : i;
        if (column < 0 || (i >= 0 && (i == latest || i == above)) ||
            (i == -1 && above == latest))
            continue;
        if ((cells & board_column(board, column)) != 0)
            columns[count++] = column;
    }
    return count;
}

board_bits choices_cell(struct choices *choices, struct board board,
                        board_bits cells, enum choices_kind kind, int answered,
                        bool again, board_bits chosen)
{
    int8_t *latest = &choices->latest[kind][answered];
    int above =
        answered == CHOICES_NO_CELL ? -1 : answered / (board.height + 1);
    int columns[BOARD_MAX_WIDTH] = {0};
    int count = order_columns(board, cells, *latest, above, columns);
    if (count == 1)
        return cells;

    int i = 0;
    for (; i < count - 1; i++) {
        int column = columns[i];
        int flags = (int)kind | (column == above) << 1 | (int)again << 2 |
                    (column == *latest) << 3 | (column == choices->last) << 4;
        bool is_it = (chosen & board_column(board, column)) != 0;
        if (answer(choices, flags | (count - i) << 5, is_it))
            break;
    }
    *latest = choices->last = (int8_t)columns[i];
    return cells & board_column(board, columns[i]);
}

bool choices_policy(struct choices *choices, int ply, bool chosen)
{
    choices->last_policy =
        answer(choices, POLICY_AT + 2 * ply + choices->last_policy, chosen);
    return choices->last_policy;
}

/* Of the codes from 'low' to 'high', the least with the most zero bytes at its
 * end. */
static uint32_t shortest_code(uint32_t low, uint32_t high)
{
    uint64_t code = 0, unit = UINT64_C(1) << 32;
    do {
        code = (low + unit - 1) / unit * unit;
        unit >>= 8;
    } while (code > high);
    return (uint32_t)code;
}

bool choices_ended(const struct choices *choices)
{
    bool all_read = choices->at >= choices->size;
    bool zero_ends =
        choices->size > 0 && choices->bytes[choices->size - 1] == 0;
    return all_read && !zero_ends &&
           choices->code == shortest_code(choices->low, choices->high);
}

void choices_end(struct choices *choices)
{
    struct choices_output *output = choices->output;
    uint32_t code = shortest_code(choices->low, choices->high);
    for (int shift = 24; shift >= 0; shift -= 8)
        put_byte(output, code >> shift);
    while (output->size > 0 && output->bytes[output->size - 1] == 0)
        output->size--;
}
