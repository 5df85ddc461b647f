/* book_make(): the contents of a book's file. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "book/checksum.h"
#include "book/format.h"
#include "book/index.h"
#include "book/list.h"
#include "os/os.h"

/*
 * The keys of the index: the hashes of all arrangements of stones that
 * book_lookup() accepts.  Arrangements that are not in the list, because they
 * are unreachable or finished, get slots without a score, so that no look-up
 * returns the score of another position.
 */
struct keys {
    const struct book_list *list;
    uint64_t *hashes;
    size_t count;
};

/* The number of arrangements in some columns, by the number of stones of the
 * side to move and of the opponent. */
enum { MAX_STONES = BOOK_MAX_DEPTH / 2 };
struct arrangements {
    uint64_t count[MAX_STONES + 1][MAX_STONES + 1];
};

static uint64_t binomial(int n, int k)
{
    uint64_t result = 1;
    for (int i = 1; i <= k; i++)
        result = result * (uint64_t)(n - k + i) / (uint64_t)i;
    return result;
}

/* Add 'copies' columns of the same stones to the arrangements. */
static void add_column(struct arrangements *some, int height, int copies)
{
    struct arrangements sum = {0};
    for (int movers = 0; movers <= MAX_STONES; movers++)
        for (int others = 0; others <= MAX_STONES; others++)
            for (int own = 0; own <= height && copies * own <= movers; own++)
                for (int theirs = 0;
                     own + theirs <= height && copies * theirs <= others;
                     theirs++)
                    sum.count[movers][others] +=
                        some->count[movers - copies * own]
                                   [others - copies * theirs] *
                        binomial(own + theirs, own);
    *some = sum;
}

/* The number of arrangements of at most 'depth' stones, mirror images counted
 * once: (all + symmetric) / 2. */
static uint64_t count_arrangements(struct board board, int depth)
{
    struct arrangements all = {.count[0][0] = 1}, symmetric = all;
    uint64_t count = 0;
    for (int column = 0; column < board.width; column++)
        add_column(&all, board.height, 1);
    for (int column = 0; column < board.width / 2; column++)
        add_column(&symmetric, board.height, 2);
    if (board.width % 2 == 1)
        add_column(&symmetric, board.height, 1);
    for (int ply = 0; ply <= depth; ply++)
        count += (all.count[ply / 2][ply - ply / 2] +
                  symmetric.count[ply / 2][ply - ply / 2]) /
                 2;
    return count;
}

enum book_status book_make_check(const struct book_list *list, uint64_t *bytes)
{
    uint64_t count = count_arrangements(list->board, list->depth);
    *bytes = 0;
    if (count > BOOK_INDEX_MAX_KEYS)
        return BOOK_TOO_LARGE;
    /* The hashes are freed before the file, which is smaller, is allocated. */
    *bytes = list->bytes + count * sizeof(uint64_t) +
             book_index_make_bytes((size_t)count);
    return *bytes <= os_machine("").memory ? BOOK_OK : BOOK_NO_MEMORY;
}

static void add_key(struct keys *keys, board_bits key)
{
    if (board_canonical_key(keys->list->board, key) == key)
        keys->hashes[keys->count++] = book_hash_of_key(keys->list->board, key);
}

/*
 * Add all arrangements whose columns before 'column' have the key 'key', and
 * whose other columns have 'movers' stones of the side to move and 'others' of
 * the opponent.
 */
static void add_arrangements(struct keys *keys, int column, board_bits key,
                             int movers, int others)
{
    struct board board = keys->list->board;
    if (column == board.width) {
        if (movers == 0 && others == 0)
            add_key(keys, key);
        return;
    }
    int shift = column * (board.height + 1);
    for (int height = 0; height <= board.height && height <= movers + others;
         height++) {
        board_bits stones = ((board_bits)1 << height) - 1;
        for (board_bits own = 0; own <= stones; own++) {
            int count = board_popcount(own);
            if (count <= movers && height - count <= others)
                add_arrangements(keys, column + 1,
                                 key | (stones + own) << shift, movers - count,
                                 others - (height - count));
        }
    }
}

static bool collect_keys(struct keys *keys, const struct book_list *list)
{
    uint64_t count = count_arrangements(list->board, list->depth);
    assert(count > 0); /* the empty board */
    *keys = (struct keys){
        .list = list,
        .hashes = calloc((size_t)count, sizeof *keys->hashes),
    };
    if (keys->hashes == NULL)
        return false;
    for (int ply = 0; ply <= list->depth; ply++)
        add_arrangements(keys, 0, 0, ply / 2, ply - ply / 2);
    assert(keys->count == count);
    return true;
}

static void write_header(unsigned char *bytes, const struct book_list *list,
                         const struct book_index *index)
{
    memcpy(bytes + FORMAT_MAGIC, format_magic, sizeof format_magic);
    format_put(bytes + FORMAT_VERSION_AT, 2, FORMAT_VERSION);
    format_put(bytes + FORMAT_WIDTH, 1, (uint64_t)list->board.width);
    format_put(bytes + FORMAT_HEIGHT, 1, (uint64_t)list->board.height);
    format_put(bytes + FORMAT_DEPTH, 1, (uint64_t)list->depth);
    format_put(bytes + FORMAT_BUCKET_BITS, 1, (uint64_t)index->bucket_bits);
    format_put(bytes + FORMAT_SLOT_BITS, 1, (uint64_t)index->slot_bits);
    format_put(bytes + FORMAT_SLOTS, 4, index->slots);
    format_put(bytes + FORMAT_MULTIPLIER, 8, index->multiplier);
    for (int ply = 0; ply <= list->depth; ply++)
        format_put(bytes + FORMAT_COUNTS + 4 * ply, 4,
                   list->first[ply + 1] - list->first[ply]);
}

static unsigned char *write_book(const struct book_list *list,
                                 const struct book_index *index, size_t size)
{
    unsigned char *bytes = calloc(size, 1);
    if (bytes == NULL)
        return NULL;
    write_header(bytes, list, index);
    unsigned char *slots = bytes + size - index->slots;
    size_t multipliers = (size_t)2 << index->bucket_bits;
    memcpy(slots - multipliers, index->multipliers, multipliers);
    for (size_t entry = 0; entry < book_list_count(list); entry++) {
        uint64_t hash = book_hash_of_key(list->board, list->entries[entry].key);
        slots[book_index_slot(index, hash)] =
            (unsigned char)(FORMAT_SCORE + list->entries[entry].score);
    }
    const unsigned char *checked = bytes + FORMAT_VERSION_AT;
    format_put(bytes + FORMAT_CHECKSUM, 4,
               book_checksum(0, checked, size - FORMAT_VERSION_AT));
    return bytes;
}

enum book_status book_make(const struct book_list *list, unsigned char **bytes,
                           size_t *size)
{
    struct keys keys;
    struct book_index index;
    unsigned char *multipliers = NULL;
    uint64_t needed;

    *bytes = NULL;
    enum book_status status = book_make_check(list, &needed);
    if (status != BOOK_OK)
        return status;
    bool collected = collect_keys(&keys, list);
    if (collected)
        multipliers = book_index_make(&index, keys.hashes, keys.count);
    free(keys.hashes);
    if (multipliers == NULL)
        return collected ? BOOK_NO_INDEX : BOOK_NO_MEMORY;
    *size = (size_t)format_size(list->depth, index.bucket_bits, index.slots);
    *bytes = write_book(list, &index, *size);
    free(multipliers);
    return *bytes == NULL ? BOOK_NO_MEMORY : BOOK_OK;
}
