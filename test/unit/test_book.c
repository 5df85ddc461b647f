/* Books: lists, compared with enumeration and minimax; files, with look-ups of
 * all positions and with every bit changed. */
#include "test/unit/test.h"

#include "bitboard/board.h"
#include "book/book.h"
#include "book/checksum.h"
#include "book/format.h"
#include "book/index.h"
#include "book/list.h"
#include "test/unit/memory.h"
#include "test/unit/reference.h"

/* The books of the tests, with keys of one and of two words, one with as many
 * slots as its bits can number. */
static const struct {
    int width, height, depth;
} books[] = {{4, 4, 6}, {3, 3, 8}, {5, 4, 5}, {1, 4, 3},
             {7, 6, 4}, {9, 7, 3}, {12, 9, 3}};

enum { BOOKS = sizeof books / sizeof *books };

static struct book_list make_list(int width, int height, int depth)
{
    struct book_list list;
    assert_ok(
        book_list_make(&list, board_make(width, height), depth, UINT32_MAX));
    return list;
}

static struct book_list list_of(int i)
{
    return make_list(books[i].width, books[i].height, books[i].depth);
}

/* Source of the counts: Tromp's and the tutorial's, halved by symmetry; those
 * up to 8 plies are checked with the built-in book. */
TEST(lists_have_each_position_once)
{
    for (int i = 0; i < BOOKS; i++) {
        OWNED_BY(book_list_free) struct book_list list = list_of(i);
        OWNED_BY(reference_set_free) struct reference_set level = {0};
        reference_set_add(&level, 0);
        for (int ply = 0; ply <= list.depth; ply++) {
            size_t count = 0;
            for (size_t slot = 0; slot < level.capacity; slot++) {
                if (level.keys[slot] == 0)
                    continue;
                struct position pos =
                    reference_from_key(list.board, level.keys[slot] - 1);
                bool over = reference_four(list.board, pos.mover ^ pos.stones);
                size_t entry = book_list_find(&list, pos);
                assert_int_equal(entry == SIZE_MAX, over);
                if (over)
                    continue;
                assert_true(entry >= list.first[ply] &&
                            entry < list.first[ply + 1]);
                board_bits key = board_key(pos);
                board_bits found = list.entries[entry].key;
                assert_true(found == key ||
                            found == board_mirror(list.board, key));
                count += board_canonical_key(list.board, key) == key;
            }
            assert_int_equal(list.first[ply + 1] - list.first[ply], count);
            reference_next_level(list.board, &level);
        }
    }
}

TEST(entries_have_moves_in_order)
{
    for (int i = 0; i < BOOKS; i++) {
        OWNED_BY(book_list_free) struct book_list list = list_of(i);
        for (int ply = 0; ply <= list.depth; ply++) {
            char before[BOOK_MAX_DEPTH + 1] = "", moves[BOOK_MAX_DEPTH + 1];
            for (size_t entry = list.first[ply]; entry < list.first[ply + 1];
                 entry++) {
                book_list_moves(&list, entry, moves);
                assert_int_equal(strlen(moves), ply);
                assert_true(strcmp(before, moves) < 0 || ply == 0);
                struct position pos = test_moves(list.board, moves);
                assert_true(board_key(pos) == list.entries[entry].key);
                struct position same = book_list_position(&list, entry);
                assert_true(same.mover == pos.mover &&
                            same.stones == pos.stones && same.ply == ply);
                memcpy(before, moves, sizeof before);
            }
        }
    }
}

static void score_deepest(struct book_list *list)
{
    for (size_t entry = list->first[list->depth]; entry < book_list_count(list);
         entry++)
        list->entries[entry].score =
            (int16_t)reference_minimax(book_list_position(list, entry));
}

TEST(scores_are_backed_up)
{
    static const int sizes[][3] = {{3, 3, 5}, {4, 3, 7}, {1, 2, 1}, {4, 4, 11}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct reference_random random = reference_seed(i + 1);
        struct book_list list =
            make_list(sizes[i][0], sizes[i][1], sizes[i][2]);
        assert_int_equal(book_list_negamax(&list, 0), BOOK_NO_SCORE);
        score_deepest(&list);
        book_list_back_up(&list);
        for (int n = 0; n < 200; n++) {
            size_t entry =
                (size_t)reference_below(&random, (int)book_list_count(&list));
            if (i == 3 && entry < list.first[8])
                continue; /* minimax takes too long */
            assert_int_equal(
                list.entries[entry].score,
                reference_minimax(book_list_position(&list, entry)));
        }
        book_list_free(&list);
    }
}

/* Set different scores, which are not those of the positions. */
static void set_arbitrary_scores(struct book_list *list)
{
    int max = board_win_score(list->board, 1);
    for (size_t entry = 0; entry < book_list_count(list); entry++)
        list->entries[entry].score =
            (int16_t)((int)(entry * 7 % (size_t)(2 * max + 1)) - max);
}

static struct book *book_of(const struct book_list *list, unsigned char **bytes,
                            size_t *size)
{
    struct book *book;
    assert_ok(book_make(list, bytes, size));
    assert_ok(book_from_bytes(&book, *bytes, *size));
    return book;
}

/* Look up all arrangements of stones that have those of 'pos' in the columns
 * before 'column'. */
static void look_up_all(const struct book *book, const struct book_list *list,
                        struct position pos, int column)
{
    int movers = board_popcount(pos.mover), max = list->depth;
    if (column < pos.board.width) {
        for (int height = 0;
             height <= pos.board.height && pos.ply + height <= max; height++)
            for (unsigned own = 0; own < 1u << height; own++) {
                struct position next = pos;
                next.ply += height;
                for (int row = 0; row < height; row++) {
                    board_bits cell = reference_cell(pos.board, column, row);
                    next.stones |= cell;
                    next.mover |= own >> row & 1 ? cell : 0;
                }
                look_up_all(book, list, next, column + 1);
            }
        return;
    }
    if (movers != pos.ply / 2)
        return;
    int score = 99;
    size_t entry = book_list_find(list, pos);
    bool found = book_lookup(book, pos, &score);
    assert_int_equal(found, entry != SIZE_MAX);
    assert_int_equal(score, found ? list->entries[entry].score : 99);
}

TEST(books_have_exactly_the_positions_of_their_lists)
{
    for (int i = 0; i < BOOKS; i++) {
        OWNED_BY(book_list_free) struct book_list list = list_of(i);
        unsigned char *bytes, *again;
        size_t size, size_again;
        int score;
        set_arbitrary_scores(&list);
        struct book *book = book_of(&list, &bytes, &size);
        look_up_all(book, &list, board_empty(list.board), 0);
        struct position other = board_empty(
            board_make(list.board.width, list.board.height == 4 ? 5 : 4));
        assert_false(book_lookup(book, other, &score));

        /* of more stones than its positions have */
        struct position later = board_empty(list.board);
        for (int ply = 0; ply < board_cells(list.board); ply++) {
            int column = ply % list.board.width;
            while (!board_can_play(later, column))
                column = (column + 1) % list.board.width;
            later = board_play(later, column);
            if (later.ply > list.depth) {
                assert_false(book_lookup(book, later, &score));
                assert_true(book_list_find(&list, later) == SIZE_MAX);
            }
        }

        struct book_info info = book_info(book);
        assert_int_equal(info.positions, book_list_count(&list));
        assert_int_equal(info.depth, list.depth);
        assert_int_equal(info.bytes, size);
        assert_int_equal(info.board.width, list.board.width);
        assert_ok(book_make(&list, &again, &size_again));
        assert_int_equal(size_again, size);
        assert_memory_equal(again, bytes, size);
        book_close(book_share(book));
        assert_true(book_lookup(book, board_empty(list.board), &score));
        book_close(book);
        book_close(NULL);
        free(again);
        free(bytes);
    }
}

/* Make a list, a book, and open that; free all. */
static bool make_and_open(void *context)
{
    struct book_list list;
    unsigned char *bytes = NULL;
    size_t size;
    struct book *book = NULL;
    enum book_list_status status =
        book_list_make(&list, board_make(4, 4), 2, UINT32_MAX);
    if (status == BOOK_LIST_OK)
        set_arbitrary_scores(&list);
    bool done = status == BOOK_LIST_OK &&
                book_make(&list, &bytes, &size) == BOOK_OK &&
                book_from_bytes(&book, bytes, size) == BOOK_OK;
    book_close(book);
    free(bytes);
    book_list_free(&list);
    return done;
}

TEST(lists_and_books_are_released)
{
    assert_in_range(fail_each(make_and_open, NULL), 10, 100);

    long before = live_blocks;
    struct book_list list = make_list(4, 4, 2);
    uint32_t count = (uint32_t)book_list_count(&list);
    assert_int_equal(list.bytes,
                     count * (sizeof *list.entries + sizeof *list.hashes +
                              sizeof *list.hash_entries));
    book_list_free(&list);
    for (uint32_t less = 0; less < 2; less++) {
        assert_int_equal(
            book_list_make(&list, board_make(4, 4), 2, count - less),
            less ? BOOK_LIST_TOO_LARGE : BOOK_LIST_OK);
        book_list_free(&list);
    }
    assert_int_equal(live_blocks, before);
}

static enum book_status open_bytes(const unsigned char *bytes, size_t size)
{
    struct book *book;
    /* an allocation of this size, so that sanitizers see reads beyond it */
    unsigned char *copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    enum book_status status = book_from_bytes(&book, copy, size);
    assert_int_equal(book != NULL, status == BOOK_OK);
    for (int ply = 0; book != NULL && ply < 3; ply++) {
        struct position pos = test_moves(board_make(4, 4), &"12"[2 - ply]);
        int score = 0;
        if (book_lookup(book, pos, &score))
            assert_true(score >= -8 && score <= 8);
    }
    book_close(book);
    free(copy);
    return status;
}

static void sign_bytes(unsigned char *bytes, size_t size)
{
    format_put(
        bytes + FORMAT_CHECKSUM, 4,
        book_checksum(0, bytes + FORMAT_VERSION_AT, size - FORMAT_VERSION_AT));
}

TEST(corrupted_books_are_refused)
{
    OWNED_BY(book_list_free) struct book_list list = make_list(4, 4, 2);
    unsigned char *bytes;
    size_t size;
    set_arbitrary_scores(&list);
    book_close(book_of(&list, &bytes, &size));

    long live_before = live_blocks;
    for (size_t length = 0; length < size; length++)
        assert_int_equal(open_bytes(bytes, length), length < sizeof format_magic
                                                        ? BOOK_BAD_MAGIC
                                                        : BOOK_WRONG_SIZE);
    for (size_t at = 0; at < size; at++)
        for (int bit = 0; bit < 8; bit++) {
            bytes[at] ^= (unsigned char)(1 << bit);
            assert_int_not_equal(open_bytes(bytes, size), BOOK_OK);
            bytes[at] ^= (unsigned char)(1 << bit);
        }
    assert_ok(open_bytes(bytes, size));

    /* with a correct checksum */
    static const struct {
        int at, size;
        uint64_t value;
        enum book_status status;
    } changes[] = {
        {FORMAT_VERSION_AT, 2, 2, BOOK_WRONG_VERSION},
        {FORMAT_WIDTH, 1, 13, BOOK_BAD_HEADER},
        {FORMAT_HEIGHT, 1, 0, BOOK_BAD_HEADER},
        {FORMAT_DEPTH, 1, 16, BOOK_BAD_HEADER},
        {FORMAT_DEPTH, 1, 255, BOOK_BAD_HEADER},
        {FORMAT_DEPTH, 1, 3, BOOK_WRONG_SIZE},
        {FORMAT_BUCKET_BITS, 1, 0, BOOK_BAD_HEADER},
        {FORMAT_BUCKET_BITS, 1, 33, BOOK_BAD_HEADER},
        {FORMAT_BUCKET_BITS, 1, 32, BOOK_WRONG_SIZE},
        {FORMAT_SLOT_BITS, 1, 64, BOOK_BAD_HEADER},
        {FORMAT_SLOT_BITS, 1, 32, BOOK_OK},
        {FORMAT_SLOTS, 4, 0, BOOK_BAD_HEADER},
        {FORMAT_SLOTS, 4, 7, BOOK_WRONG_SIZE},
        {FORMAT_RESERVED, 1, 1, BOOK_BAD_HEADER},
        {FORMAT_MULTIPLIER, 8, 0, BOOK_OK},
        {FORMAT_COUNTS, 4, 2, BOOK_BAD_COUNT},
    };
    EACH (c, changes) {
        unsigned char before[8];
        unsigned char *at = bytes + c->at;
        size_t length = (size_t)c->size;
        memcpy(before, at, length);
        format_put(at, c->size, c->value);
        sign_bytes(bytes, size);
        assert_int_equal(open_bytes(bytes, size), c->status);
        memcpy(at, before, length);
    }
    for (int value = 0; value < 256; value++) {
        bytes[size - 1] = (unsigned char)value;
        sign_bytes(bytes, size);
        enum book_status status = open_bytes(bytes, size);
        assert_true(value == 0 || (value >= 120 && value <= 136) ||
                    status == BOOK_BAD_SCORE);
    }
    assert_int_equal(live_blocks, live_before);
    free(bytes);
}

TEST(indexes_give_each_hash_a_slot)
{
    struct reference_random random = reference_seed(5);
    enum { MAX = 3000 };
    static uint64_t numbers[MAX];
    for (int round = 0; round < (test_is_long() ? 60 : 6); round++) {
        size_t drawn = 1 + (size_t)reference_below(&random, MAX);
        size_t count = round == 0 ? 63 : drawn; /* has 64 slots */
        bool *taken = calloc(2 * MAX, sizeof *taken);
        struct book_index index;
        for (size_t i = 0; i < count; i++)
            numbers[i] = round % 2
                             ? i * (uint64_t)round
                             : ((uint64_t)i << 32) +
                                   (uint64_t)reference_below(&random, 9999);
        size_t given = given_bytes;
        unsigned char *multipliers = book_index_make(&index, numbers, count);
        assert_non_null(multipliers);
        assert_int_equal(given_bytes - given, book_index_make_bytes(count));
        assert_true(index.slots <= count + count / 64 + 1);
        assert_true(index.slots > UINT64_C(1) << index.slot_bits >> 1);
        for (size_t i = 0; i < count; i++) {
            uint32_t slot = book_index_slot(&index, numbers[i]);
            assert_true(slot < index.slots);
            assert_false(taken[slot]);
            taken[slot] = true;
        }
        free(multipliers);
        free(taken);
    }
    uint64_t twice[] = {5, 7, 5};
    struct book_index index;
    assert_null(book_index_make(&index, twice, 3));
}

TEST(searches_for_four_match_a_linear_search)
{
    struct reference_random random = reference_seed(6);
    uint64_t numbers[100];
    for (size_t count = 0; count <= 100; count++) {
        for (size_t i = 0; i < count; i++)
            numbers[i] = (i > 0 ? numbers[i - 1] : 0) + 1 +
                         (uint64_t)reference_below(&random, 3);
        for (int round = 0; round < 50; round++) {
            uint64_t wanted[4];
            size_t places[4];
            for (int i = 0; i < 4; i++)
                wanted[i] = (uint64_t)reference_below(&random, 400);
            book_search_four(numbers, count, wanted, places);
            for (int i = 0; i < 4; i++) {
                size_t place = 0;
                while (place < count && numbers[place] < wanted[i])
                    place++;
                assert_int_equal(places[i], place);
            }
        }
    }
}

/* Source of the scores of the first moves: James D. Allen and Victor Allis,
 * 1988. */
TEST(the_built_in_book_is_complete)
{
    static const size_t counts[] = {1,    4,    25,    121,  568,
                                    2144, 8231, 27109, 91295};
    static const int first_moves[] = {-2, -1, 0, 1, 0, -1, -2};
    struct book *book;
    struct board board = board_default();
    OWNED_BY(book_list_free) struct book_list list = make_list(7, 6, 8);
    assert_ok(book_builtin(&book));
    assert_true(book_info(book).bytes <= 256 * 1024);
    for (int ply = 0; ply <= 8; ply++) {
        assert_int_equal(list.first[ply + 1] - list.first[ply], counts[ply]);
        assert_int_equal(book_info(book).counts[ply], counts[ply]);
    }
    for (size_t entry = 0; entry < book_list_count(&list); entry++) {
        int score;
        assert_true(
            book_lookup(book, book_list_position(&list, entry), &score));
        list.entries[entry].score = (int16_t)score;
    }
    for (size_t entry = 0; entry < list.first[8]; entry++)
        assert_int_equal(book_list_negamax(&list, entry),
                         list.entries[entry].score);
    for (int column = 0; column < board.width; column++) {
        int score;
        struct position pos = board_play(board_empty(board), column);
        assert_true(book_lookup(book, pos, &score));
        assert_int_equal(-score, first_moves[column]);
    }
    book_close(book);
}
