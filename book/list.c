#include "book/list.h"

#include <assert.h>
#include <stdlib.h>

#include "bitboard/board.h"
#include "bitboard/text.h"
#include "os/os.h"

const char *book_list_strstatus(enum book_list_status status)
{
    switch (status) {
    case BOOK_LIST_OK:
        return "no error";
    case BOOK_LIST_NO_MEMORY:
        return "out of memory";
    case BOOK_LIST_TOO_LARGE:
        return "more positions than a book can have";
    case BOOK_LIST_COLLISION:
        return "two positions have the same hash";
    }
    return "unknown status";
}

/* A hash and the entry that it belongs to. */
struct hashed {
    uint64_t hash;
    uint32_t entry;
};

static int compare_hashed(const void *a, const void *b)
{
    const struct hashed *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->entry < y->entry ? -1 : 1;
}

struct position book_list_position(const struct book_list *list, size_t entry)
{
    return board_from_key(list->board, list->entries[entry].key);
}

/* Set list->bytes to the memory that 'count' entries take while 'sorted' of
 * them are being sorted; qsort() may allocate a copy.  Returns whether the
 * process may use that much. */
static bool claim_memory(struct book_list *list, size_t count, size_t sorted)
{
    list->bytes =
        (uint64_t)count * (sizeof *list->entries + sizeof *list->hashes +
                           sizeof *list->hash_entries) +
        2 * (uint64_t)sorted * sizeof(struct hashed);
    return list->bytes <= os_machine("").memory;
}

/* Append the unfinished successors of all entries of a ply, with repetitions.
 * Returns their number. */
static size_t append_successors(struct book_list *list, int ply)
{
    size_t end = list->first[ply + 1];
    for (size_t parent = list->first[ply]; parent < list->first[ply + 1];
         parent++) {
        struct position pos = book_list_position(list, parent);
        board_bits losing = board_winning_moves(pos);
        for (int column = 0; column < list->board.width; column++) {
            if (!board_can_play(pos, column) ||
                (losing & board_column(list->board, column)) != 0)
                continue;
            list->entries[end++] = (struct book_entry){
                .key = board_key(board_play(pos, column)),
                .parent = (uint32_t)parent,
                .column = (int8_t)column,
                .score = BOOK_NO_SCORE,
            };
        }
    }
    return end - list->first[ply + 1];
}

/* Hash 'count' entries from 'first' on, and sort them by hash.  The caller
 * frees the result, which is NULL if out of memory. */
static struct hashed *sort_by_hash(const struct book_list *list, size_t first,
                                   size_t count)
{
    struct hashed *sorted = calloc(count + 1, sizeof *sorted);
    if (sorted == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++)
        sorted[i] = (struct hashed){
            book_hash_of_key(list->board, list->entries[first + i].key),
            (uint32_t)(first + i)};
    qsort(sorted, count, sizeof *sorted, compare_hashed);
    return sorted;
}

/* Mark all but the first entry of each position.  The entries of a position
 * have equal hashes. */
static enum book_list_status
mark_repeated(struct book_list *list, const struct hashed *sorted, size_t count)
{
    for (size_t i = 1, kept = 0; i < count; i++) {
        if (sorted[i].hash != sorted[kept].hash) {
            kept = i;
            continue;
        }
        struct book_entry *entry = &list->entries[sorted[i].entry];
        if (board_canonical_key(list->board, entry->key) !=
            board_canonical_key(list->board,
                                list->entries[sorted[kept].entry].key))
            return BOOK_LIST_COLLISION;
        entry->column = -1;
    }
    return BOOK_LIST_OK;
}

/* Keep only the first entry of each position of a ply. */
static enum book_list_status drop_repeated(struct book_list *list, int ply,
                                           size_t count)
{
    size_t first = list->first[ply], kept = first;
    struct hashed *sorted = sort_by_hash(list, first, count);
    if (sorted == NULL)
        return BOOK_LIST_NO_MEMORY;
    enum book_list_status status = mark_repeated(list, sorted, count);
    free(sorted);
    for (size_t i = first; i < first + count; i++)
        if (list->entries[i].column >= 0)
            list->entries[kept++] = list->entries[i];
    list->first[ply + 1] = kept;
    return status;
}

static enum book_list_status add_ply(struct book_list *list, int ply,
                                     uint32_t max)
{
    size_t before = list->first[ply];
    size_t successors =
        (before - list->first[ply - 1]) * (size_t)list->board.width;
    if (before + successors > UINT32_MAX)
        return BOOK_LIST_TOO_LARGE;
    if (!claim_memory(list, before + successors, successors))
        return BOOK_LIST_NO_MEMORY;
    struct book_entry *entries =
        realloc(list->entries, (before + successors) * sizeof *entries);
    if (entries == NULL)
        return BOOK_LIST_NO_MEMORY;
    list->entries = entries;
    enum book_list_status status =
        drop_repeated(list, ply, append_successors(list, ply - 1));
    return status == BOOK_LIST_OK && list->first[ply + 1] > max
               ? BOOK_LIST_TOO_LARGE
               : status;
}

static enum book_list_status hash_ply(struct book_list *list, int ply)
{
    size_t first = list->first[ply], count = list->first[ply + 1] - first;
    struct hashed *sorted = sort_by_hash(list, first, count);
    if (sorted == NULL)
        return BOOK_LIST_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        list->hashes[first + i] = sorted[i].hash;
        list->hash_entries[first + i] = sorted[i].entry;
    }
    free(sorted);
    return BOOK_LIST_OK;
}

static enum book_list_status hash_all(struct book_list *list)
{
    size_t count = book_list_count(list);
    list->hashes = calloc(count, sizeof *list->hashes);
    list->hash_entries = calloc(count, sizeof *list->hash_entries);
    if (list->hashes == NULL || list->hash_entries == NULL)
        return BOOK_LIST_NO_MEMORY;
    enum book_list_status status = BOOK_LIST_OK;
    for (int ply = 0; ply <= list->depth && status == BOOK_LIST_OK; ply++)
        status = hash_ply(list, ply);
    if (status == BOOK_LIST_OK)
        claim_memory(list, count, 0);
    return status;
}

enum book_list_status book_list_make(struct book_list *list, struct board board,
                                     int depth, uint32_t max)
{
    *list = (struct book_list){.board = board, .depth = depth};
    list->entries = malloc(sizeof *list->entries);
    if (list->entries == NULL)
        return BOOK_LIST_NO_MEMORY;
    list->entries[0] =
        (struct book_entry){.column = -1, .score = BOOK_NO_SCORE};
    list->first[1] = 1;

    for (int ply = 1; ply <= depth; ply++) {
        enum book_list_status status = add_ply(list, ply, max);
        if (status != BOOK_LIST_OK)
            return status;
    }
    return hash_all(list);
}

void book_list_free(struct book_list *list)
{
    free(list->entries);
    free(list->hashes);
    free(list->hash_entries);
    *list = (struct book_list){0};
}

/* Set entries[i] to the entry of a ply with hashes[i], or to SIZE_MAX. */
static void find_hashes(const struct book_list *list, int ply,
                        const uint64_t *hashes, int count, size_t *entries)
{
    size_t first = list->first[ply], size = list->first[ply + 1] - first;
    for (int done = 0; done < count; done += 4) {
        uint64_t wanted[4];
        size_t places[4];
        for (int i = 0; i < 4; i++)
            wanted[i] = hashes[done + i < count ? done + i : done];
        book_search_four(list->hashes + first, size, wanted, places);
        for (int i = 0; i < 4 && done + i < count; i++) {
            bool found = places[i] < size &&
                         list->hashes[first + places[i]] == wanted[i];
            entries[done + i] =
                found ? list->hash_entries[first + places[i]] : SIZE_MAX;
        }
    }
}

size_t book_list_find(const struct book_list *list, struct position pos)
{
    if (pos.ply > list->depth)
        return SIZE_MAX;
    uint64_t hash = book_hash(pos);
    size_t entry;
    find_hashes(list, pos.ply, &hash, 1, &entry);
    return entry;
}

void book_list_moves(const struct book_list *list, size_t entry,
                     char moves[BOOK_MAX_DEPTH + 1])
{
    int ply = 0;
    while (entry >= list->first[ply + 1])
        ply++;
    moves[ply] = '\0';
    for (; ply > 0; entry = list->entries[entry].parent)
        moves[--ply] = board_column_name(list->entries[entry].column);
}

int book_list_negamax(const struct book_list *list, size_t entry)
{
    struct position pos = book_list_position(list, entry);
    if (board_winning_moves(pos) != 0)
        return board_win_score(list->board, pos.ply + 1);

    uint64_t hashes[BOARD_MAX_WIDTH] = {0};
    size_t children[BOARD_MAX_WIDTH];
    int count = 0, best = BOOK_NO_SCORE;
    for (int column = 0; column < list->board.width; column++)
        if (board_can_play(pos, column))
            hashes[count++] = book_hash(board_play(pos, column));
    find_hashes(list, pos.ply + 1, hashes, count, children);
    for (int i = 0; i < count; i++) {
        assert(children[i] != SIZE_MAX); /* children are unfinished */
        int score = list->entries[children[i]].score;
        if (score == BOOK_NO_SCORE)
            return BOOK_NO_SCORE;
        best = -score > best ? -score : best;
    }
    return best;
}

void book_list_back_up(struct book_list *list)
{
    for (size_t entry = list->first[list->depth]; entry-- > 0;)
        list->entries[entry].score = (int16_t)book_list_negamax(list, entry);
}
