/*
 * book/book.h for WebAssembly: the built-in book only, in a fifth of its bytes.
 *
 * The module has the scores of the positions of 8 plies, in the order of
 * book/list.h, except those that the next stones decide.  The first look-up
 * lists these positions again, finds the scores that were left out, and derives
 * those of all earlier positions.
 */
#include "book/book.h"

#include "bitboard/board.h"
#include "book/list.h"

/* Their scores in book/7x6.book but those of a win with stone 9 or 11 and of a
 * loss with stone 10, as pack.awk packs them. */
static const unsigned char packed[] = {
#include "book/scores.inc"
};

enum { SCORES = 32 }; /* that are told apart */

struct unpacker {
    const unsigned char *at;
    uint32_t low, high, code;
    uint16_t odds[SCORES][SCORES]; /* by the last score and the bits so far */
    unsigned last;
};

static void begin_unpacking(struct unpacker *in)
{
    *in = (struct unpacker){.at = packed, .high = UINT32_MAX};
    for (int i = 0; i < 4; i++)
        in->code = in->code << 8 | *in->at++;
    for (int i = 0; i < SCORES * SCORES; i++)
        in->odds[i / SCORES][i % SCORES] = 1 << 15;
}

static unsigned next_bit(struct unpacker *in, uint16_t *odds)
{
    uint64_t range = in->high - in->low;
    uint32_t middle = in->low + (uint32_t)(range * *odds >> 16);
    bool bit = in->code <= middle;
    if (bit) {
        in->high = middle;
        *odds = (uint16_t)(*odds + (UINT16_MAX - *odds) / 32);
    } else {
        in->low = middle + 1;
        *odds = (uint16_t)(*odds - *odds / 32);
    }
    for (; (in->low ^ in->high) >> 24 == 0; in->low <<= 8) {
        in->high = in->high << 8 | 255;
        in->code = in->code << 8 | *in->at++;
    }
    return bit;
}

static int next_score(struct unpacker *in)
{
    unsigned node = 1;
    while (node < SCORES)
        node = 2 * node + next_bit(in, &in->odds[in->last][node]);
    in->last = node - SCORES;
    return (int)in->last - SCORES / 2;
}

/* Positions of fewer than DEPTH plies (mirror images count once). */
enum { DEPTH = 8, EARLIER = 38203, SLOT_BITS = 18, SLOTS = 1 << SLOT_BITS };

struct book {
    bool listed;
    /* Each slot has the hash of a position and its score + 128, or is 0.  About
     * half of the slots are used. */
    uint64_t slots[SLOTS];
    /* The keys of the earlier positions, in the order of book/list.h. */
    uint64_t keys[EARLIER];
};

static struct book builtin;

/* The slot of a position, or the empty one that it would get. */
static uint64_t *find(struct position pos)
{
    uint64_t hash = book_hash(pos);
    uint64_t slot = hash * UINT64_C(0x9e3779b97f4a7c15) >> (64 - SLOT_BITS);
    while (builtin.slots[slot] != 0 && builtin.slots[slot] >> 8 != hash)
        slot = (slot + 1) % SLOTS;
    return &builtin.slots[slot];
}

static void set_score(uint64_t *slot, struct position pos, int score)
{
    *slot = book_hash(pos) << 8 | (uint64_t)(score + 128);
}

static int score_at(const uint64_t *slot)
{
    return (int)(*slot & 255) - 128;
}

static struct position earlier(size_t i)
{
    return board_from_key(board_default(), builtin.keys[i]);
}

/* The score of a position of 'ply' stones that the next 'left' stones decide,
 * or 0.  'mover' are the stones of the side to move. */
static int decided(uint64_t mover, uint64_t stones, int ply, int left)
{
    const struct board board = board_default();
    uint64_t moves =
        narrow_playable(stones, (uint64_t)board.bottom, (uint64_t)board.full);
    if ((narrow_completions(mover, board.height + 1) & moves) != 0)
        return board_win_score(board, ply + 1);
    if (left == 1)
        return 0;
    bool ours = left % 2 == 1; /* the last of the stones */
    int best = -board_cells(board);
    for (; moves != 0 && best < ours; moves &= moves - 1) {
        uint64_t after = stones | (moves & -moves);
        int score = -decided(stones ^ mover, after, ply + 1, left - 1);
        best = score > best ? score : best;
    }
    return best;
}

/* List the unfinished successors of all earlier positions; those of DEPTH plies
 * get their scores. */
static void list_positions(void)
{
    size_t listed = 1;
    struct unpacker in;
    begin_unpacking(&in);
    set_score(find(earlier(0)), earlier(0), 0); /* the empty board */
    for (size_t i = 0; i < EARLIER; i++) {
        struct position pos = earlier(i);
        board_bits wins = board_winning_moves(pos);
        for (int column = 0; column < pos.board.width; column++) {
            if (!board_can_play(pos, column) ||
                (wins & board_column(pos.board, column)) != 0)
                continue;
            struct position next = board_play(pos, column);
            uint64_t *slot = find(next);
            if (*slot != 0)
                continue;
            bool is_earlier = next.ply < DEPTH;
            int score = is_earlier ? 0
                                   : decided((uint64_t)next.mover,
                                             (uint64_t)next.stones, DEPTH, 3);
            if (is_earlier)
                builtin.keys[listed++] = (uint64_t)board_key(next);
            set_score(slot, next,
                      is_earlier || score != 0 ? score : next_score(&in));
        }
    }
}

static int negamax(struct position pos)
{
    if (board_winning_moves(pos) != 0)
        return board_win_score(pos.board, pos.ply + 1);
    int best = -board_cells(pos.board);
    for (int column = 0; column < pos.board.width; column++)
        if (board_can_play(pos, column)) {
            int score = -score_at(find(board_play(pos, column)));
            best = score > best ? score : best;
        }
    return best;
}

static void score_earlier_positions(void)
{
    for (size_t i = EARLIER; i-- > 0;)
        set_score(find(earlier(i)), earlier(i), negamax(earlier(i)));
}

enum book_status book_builtin(struct book **book)
{
    *book = &builtin;
    return BOOK_OK;
}

struct book *book_share(struct book *book)
{
    return book;
}

void book_close(struct book *book)
{
    (void)book;
}

struct book_info book_info(const struct book *book)
{
    (void)book;
    return (struct book_info){.board = board_default(), .depth = DEPTH};
}

bool book_lookup(const struct book *book, struct position pos, int *score)
{
    if (pos.ply > DEPTH || !board_is_default(pos.board))
        return false;
    if (!book->listed) {
        list_positions();
        score_earlier_positions();
        builtin.listed = true;
    }
    const uint64_t *slot = find(pos);
    if (*slot == 0)
        return false;
    *score = score_at(slot);
    return true;
}
