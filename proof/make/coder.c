#include "proof/make/coder.h"

#include <stdlib.h>

#include "book/checksum.h"

enum { REPLY = 2, CELLS = BOARD_MAX_BITS + 1, PLIES = BOARD_MAX_CELLS + 1 };

/* How often yes is expected, of 65536, and how many answers were seen. */
struct guess {
    uint32_t yes, seen;
};

struct coder {
    struct board board;
    uint8_t *bytes;
    size_t size, room;
    bool failed;
    uint32_t low, high;

    struct guess cells[BOARD_MAX_WIDTH + 1][2][2][2][2][REPLY];
    struct guess policies[PLIES][2];
    int latest[REPLY][CELLS]; /* columns plus 1; 0: none */
    int last;
    bool last_policy;
};

static void fill_guesses(struct guess *guesses, size_t count)
{
    for (size_t i = 0; i < count; i++)
        guesses[i] = (struct guess){.yes = 32768};
}

struct coder *coder_new(struct board board)
{
    struct coder *coder = calloc(1, sizeof *coder);
    if (coder == NULL)
        return NULL;
    coder->board = board;
    coder->high = UINT32_MAX;
    fill_guesses((struct guess *)coder->cells,
                 sizeof coder->cells / sizeof(struct guess));
    fill_guesses((struct guess *)coder->policies,
                 sizeof coder->policies / sizeof(struct guess));
    return coder;
}

void coder_free(struct coder *coder)
{
    if (coder != NULL)
        free(coder->bytes);
    free(coder);
}

static void put_byte(struct coder *coder, unsigned byte)
{
    if (coder->size == coder->room) {
        size_t room = 2 * coder->room + 1024;
        uint8_t *bytes = realloc(coder->bytes, room);
        if (bytes == NULL) {
            coder->failed = true;
            return;
        }
        coder->bytes = bytes;
        coder->room = room;
    }
    coder->bytes[coder->size++] = (uint8_t)byte;
}

static void learn(struct guess *guess, bool yes)
{
    if (yes)
        guess->yes += 2 * (65536 - guess->yes) / (2 * guess->seen + 3);
    else
        guess->yes -= 2 * guess->yes / (2 * guess->seen + 3);
    if (guess->yes < 64)
        guess->yes = 64;
    if (guess->yes > 65472)
        guess->yes = 65472;
    guess->seen += guess->seen < 255;
}

static void put(struct coder *coder, struct guess *guess, bool yes)
{
    uint32_t parts = (coder->high - coder->low) >> 16;
    uint32_t middle = coder->low + parts * guess->yes;
    if (yes)
        coder->high = middle;
    else
        coder->low = middle + 1;
    learn(guess, yes);
    for (; coder->low >> 24 == coder->high >> 24; coder->low <<= 8) {
        put_byte(coder, coder->high >> 24);
        coder->high = coder->high << 8 | 255;
    }
}

static int column_of(struct board board, board_bits cell)
{
    return board_popcount(cell - 1) / (board.height + 1);
}

/* Whether 'column' is asked for before 'next'. */
static bool is_before(int column, int next, int latest, int answered)
{
    int rank = column == latest ? 0 : column == answered ? 1 : 2;
    int other = next == latest ? 0 : next == answered ? 1 : 2;
    return rank != other ? rank < other : column < next;
}

/* The column of 'cells', one cell a column, that is asked for first. */
static int first_column(struct board board, board_bits cells, int latest,
                        int answered)
{
    int first = -1;
    for (int column = 0; column < board.width; column++)
        if ((cells & board_column(board, column)) != 0 &&
            (first < 0 || is_before(column, first, latest, answered)))
            first = column;
    return first;
}

static void put_cell(struct coder *coder, board_bits cells, board_bits cell,
                     board_bits answered, int kind, bool again)
{
    struct board board = coder->board;
    int left = board_popcount(cells);
    int after = answered == 0 ? -1 : column_of(board, answered);
    int at = answered == 0 ? CELLS - 1 : board_popcount(answered - 1);
    int latest = coder->latest[kind][at] - 1, last = coder->last - 1;
    int chosen = column_of(board, cell);
    if (left == 1)
        return;

    for (int next = -1; left > 1 && next != chosen; left--) {
        next = first_column(board, cells, latest, after);
        cells &= ~board_column(board, next);
        put(coder,
            &coder->cells[left][next == last][next == latest][again]
                         [next == after][kind],
            next == chosen);
    }
    coder->latest[kind][at] = coder->last = chosen + 1;
}

void coder_move(struct coder *coder, board_bits cells, board_bits cell,
                board_bits answered)
{
    put_cell(coder, cells, cell, answered, 0, false);
}

void coder_reply(struct coder *coder, board_bits cells, board_bits cell,
                 board_bits answered, bool again)
{
    put_cell(coder, cells, cell, answered, 1, again);
}

void coder_policy(struct coder *coder, int ply, bool policy)
{
    put(coder, &coder->policies[ply][coder->last_policy], policy);
    coder->last_policy = policy;
}

/* The shortest bytes that end the code, if zeros follow. */
static void put_end(struct coder *coder)
{
    for (int shift = 24; shift >= 0; shift -= 8) {
        uint32_t unit = UINT32_C(1) << shift;
        uint64_t up = ((uint64_t)coder->low + unit - 1) / unit * unit;
        if (coder->low != 0 && up <= coder->high) {
            for (int i = 24; i >= shift; i -= 8)
                put_byte(coder, (unsigned)(up >> i) & 255);
            break;
        }
    }
    while (coder->size > 0 && coder->bytes[coder->size - 1] == 0)
        coder->size--;
}

static void put_header(struct coder *coder, const struct claim *claim,
                       const int *moves)
{
    struct position pos = claim->pos;
    bool second = (pos.ply % 2 != 0) == claim->mover;
    put_byte(coder, '4');
    put_byte(coder, 'S');
    put_byte(coder, 'C');
    put_byte(coder, 1);
    put_byte(coder, (unsigned)(pos.board.width << 4 | pos.board.height));
    put_byte(coder, (unsigned)second | (claim->statics ? 2 : 0));
    put_byte(coder, (unsigned)claim->score & 255);
    put_byte(coder, (unsigned)pos.ply);
    for (int i = 0; i < pos.ply; i += 2)
        put_byte(coder, (unsigned)(moves[i] << 4 |
                                   (i + 1 < pos.ply ? moves[i + 1] : 0)));
}

const uint8_t *coder_finish(struct coder *coder, const struct claim *claim,
                            const int *moves, size_t *size)
{
    put_end(coder);
    uint8_t *choices = coder->bytes;
    size_t count = coder->size;
    coder->bytes = NULL;
    coder->size = coder->room = 0;
    put_header(coder, claim, moves);
    for (size_t i = 0; i < count; i++)
        put_byte(coder, choices[i]);
    free(choices);
    if (coder->failed)
        return NULL;
    uint32_t sum = book_checksum(coder->bytes, coder->size);
    for (int shift = 24; shift >= 0; shift -= 8)
        put_byte(coder, sum >> shift & 255);
    *size = coder->size;
    return coder->failed ? NULL : coder->bytes;
}
