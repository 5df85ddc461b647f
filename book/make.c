/* book_make(): the file of a book. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "book/book.h"
#include "book/format.h"
#include "book/hash.h"
#include "book/index.h"

/*
 * The names that the index is made for.  Besides those of the list, all that
 * book_lookup() can be asked: any arrangement of stones, those, too, that
 * cannot be reached or are finished.  They get slots of their own, without a
 * score, so that no answer is another position's.
 */
struct names {
    const struct book_list *list;
    uint64_t *names;
    size_t count, room;
    bool failed;
};

static void add_name(struct names *names, board_bits key)
{
    if (board_shared_key(names->list->board, key) != key)
        return; /* the mirror image is added */
    if (names->count == names->room) {
        size_t room = 2 * names->room + 1024;
        uint64_t *grown = reallocarray(names->names, room, sizeof *grown);
        if (grown == NULL) {
            names->failed = true;
            return;
        }
        names->names = grown;
        names->room = room;
    }
    names->names[names->count++] = book_hash_of_key(names->list->board, key);
}

/*
 * Add all arrangements that have 'key' in the columns before 'column', with so
 * many more stones of the side to move and of the other one.
 */
static void add_arrangements(struct names *names, int column, board_bits key,
                             int movers, int others)
{
    struct board board = names->list->board;
    if (column == board.width) {
        if (movers == 0 && others == 0)
            add_name(names, key);
        return;
    }
    int shift = column * (board.height + 1);
    for (int height = 0; height <= board.height && height <= movers + others;
         height++) {
        board_bits stones = ((board_bits)1 << height) - 1;
        for (board_bits own = 0; own <= stones; own++) {
            int count = board_popcount(own);
            if (count <= movers && height - count <= others)
                add_arrangements(names, column + 1,
                                 key | (stones + own) << shift, movers - count,
                                 others - (height - count));
        }
    }
}

static bool collect_names(struct names *names, const struct book_list *list)
{
    *names = (struct names){.list = list};
    for (int ply = 0; ply <= list->depth; ply++)
        add_arrangements(names, 0, 0, ply / 2, ply - ply / 2);
    return !names->failed && names->count <= (size_t)1 << 30;
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
        uint64_t name = book_hash_of_key(list->board, list->entries[entry].key);
        slots[book_index_slot(index, name)] =
            (unsigned char)(FORMAT_SCORE + list->entries[entry].score);
    }
    const unsigned char *checked = bytes + FORMAT_VERSION_AT;
    format_put(bytes + FORMAT_CHECKSUM, 4,
               crc32_z(0, checked, size - FORMAT_VERSION_AT));
    return bytes;
}

enum book_status book_make(const struct book_list *list, unsigned char **bytes,
                           size_t *size)
{
    struct names names;
    struct book_index index;
    unsigned char *multipliers = NULL;

    *bytes = NULL;
    bool collected = collect_names(&names, list);
    if (collected)
        multipliers = book_index_make(&index, names.names, names.count);
    free(names.names);
    if (multipliers == NULL)
        return collected ? BOOK_NO_INDEX : BOOK_NO_MEMORY;
    *size = (size_t)format_size(list->depth, index.bucket_bits, index.slots);
    *bytes = write_book(list, &index, *size);
    free(multipliers);
    return *bytes == NULL ? BOOK_NO_MEMORY : BOOK_OK;
}
