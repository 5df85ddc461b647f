#include "book/list.h"

#include <assert.h>
#include <stdlib.h>

#include "bitboard/notation.h"
#include "bitboard/score.h"
#include "book/hash.h"
#include "book/sorted.h"
#include "os/machine.h"

const char *book_list_strstatus(enum book_list_status status)
{
    switch (status) {
    case BOOK_LIST_OK:
        return "all is well";
    case BOOK_LIST_NO_MEMORY:
        return "out of memory";
    case BOOK_LIST_TOO_LONG:
        return "more positions than a book can have";
    case BOOK_LIST_SAME_NAME:
        return "two positions have the same name in a book";
    }
    return "unknown status";
}

/* A position of the next ply, and the number of its entry, as they come. */
struct successor {
    uint64_t name;
    uint32_t at;
};

static int compare_successors(const void *a, const void *b)
{
    const struct successor *x = a, *y = b;
    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    return x->at < y->at ? -1 : 1;
}

struct position book_list_position(const struct book_list *list, size_t entry)
{
    return board_from_key(list->board, list->entries[entry].key);
}

/* Set what the list takes with 'count' entries while 'sorted' of them are being
 * sorted; return whether the process may use so much. */
static bool claim_memory(struct book_list *list, size_t count, size_t sorted)
{
    list->bytes =
        (uint64_t)count * (sizeof *list->entries + sizeof *list->names +
                           sizeof *list->named) +
        (uint64_t)sorted * sizeof(struct successor);
    return list->bytes <= os_machine("").memory;
}

/* Append the successors of the entries of a ply; return how many. */
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

/* Mark the second and further entries of a name; the successors are sorted. */
static enum book_list_status mark_repeated(struct book_list *list,
                                           const struct successor *successors,
                                           size_t count)
{
    for (size_t i = 1, kept = 0; i < count; i++) {
        if (successors[i].name != successors[kept].name) {
            kept = i;
            continue;
        }
        struct book_entry *entry = &list->entries[successors[i].at];
        if (board_shared_key(list->board, entry->key) !=
            board_shared_key(list->board,
                             list->entries[successors[kept].at].key))
            return BOOK_LIST_SAME_NAME;
        entry->column = -1;
    }
    return BOOK_LIST_OK;
}

/* Keep one entry of each name: the one that came first. */
static enum book_list_status drop_repeated(struct book_list *list, int ply,
                                           size_t count)
{
    size_t first = list->first[ply], kept = first;
    struct successor *successors = calloc(count + 1, sizeof *successors);
    if (successors == NULL)
        return BOOK_LIST_NO_MEMORY;

    for (size_t i = 0; i < count; i++) {
        board_bits key = list->entries[first + i].key;
        successors[i] = (struct successor){book_hash_of_key(list->board, key),
                                           (uint32_t)(first + i)};
    }
    qsort(successors, count, sizeof *successors, compare_successors);
    enum book_list_status status = mark_repeated(list, successors, count);
    free(successors);
    for (size_t i = first; i < first + count; i++)
        if (list->entries[i].column >= 0)
            list->entries[kept++] = list->entries[i];
    list->first[ply + 1] = kept;
    return status;
}

static enum book_list_status add_ply(struct book_list *list, int ply,
                                     uint32_t max_entries)
{
    size_t before = list->first[ply];
    size_t max = (before - list->first[ply - 1]) * (size_t)list->board.width;
    if (before + max > UINT32_MAX)
        return BOOK_LIST_TOO_LONG;
    if (!claim_memory(list, before + max, max))
        return BOOK_LIST_NO_MEMORY;
    struct book_entry *entries =
        reallocarray(list->entries, before + max, sizeof *entries);
    if (entries == NULL)
        return BOOK_LIST_NO_MEMORY;
    list->entries = entries;
    enum book_list_status status =
        drop_repeated(list, ply, append_successors(list, ply - 1));
    return status == BOOK_LIST_OK && list->first[ply + 1] > max_entries
               ? BOOK_LIST_TOO_LONG
               : status;
}

/* Sort the names of a ply. */
static enum book_list_status name_ply(struct book_list *list, int ply)
{
    size_t first = list->first[ply], count = list->first[ply + 1] - first;
    struct successor *sorted = calloc(count + 1, sizeof *sorted);
    if (sorted == NULL)
        return BOOK_LIST_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        sorted[i] = (struct successor){
            book_hash_of_key(list->board, list->entries[first + i].key),
            (uint32_t)(first + i)};
    qsort(sorted, count, sizeof *sorted, compare_successors);
    for (size_t i = 0; i < count; i++) {
        list->names[first + i] = sorted[i].name;
        list->named[first + i] = sorted[i].at;
    }
    free(sorted);
    return BOOK_LIST_OK;
}

static enum book_list_status name_all(struct book_list *list)
{
    size_t count = book_list_count(list);
    list->names = calloc(count, sizeof *list->names);
    list->named = calloc(count, sizeof *list->named);
    if (list->names == NULL || list->named == NULL)
        return BOOK_LIST_NO_MEMORY;
    enum book_list_status status = BOOK_LIST_OK;
    for (int ply = 0; ply <= list->depth && status == BOOK_LIST_OK; ply++)
        status = name_ply(list, ply);
    claim_memory(list, count, 0);
    return status;
}

enum book_list_status book_list_make(struct book_list *list, struct board board,
                                     int depth, uint32_t max)
{
    *list = (struct book_list){.board = board, .depth = depth};
    list->entries = reallocarray(NULL, 1, sizeof *list->entries);
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
    return name_all(list);
}

void book_list_free(struct book_list *list)
{
    free(list->entries);
    free(list->names);
    free(list->named);
    *list = (struct book_list){0};
}

/* The entries of some names of a ply, SIZE_MAX where there is none. */
static void find_names(const struct book_list *list, int ply,
                       const uint64_t *names, int count, size_t *entries)
{
    size_t first = list->first[ply], size = list->first[ply + 1] - first;
    for (int done = 0; done < count; done += 4) {
        uint64_t wanted[4];
        size_t places[4];
        for (int i = 0; i < 4; i++)
            wanted[i] = names[done + i < count ? done + i : done];
        book_find_four(list->names + first, size, wanted, places);
        for (int i = 0; i < 4 && done + i < count; i++) {
            bool found =
                places[i] < size && list->names[first + places[i]] == wanted[i];
            entries[done + i] =
                found ? list->named[first + places[i]] : SIZE_MAX;
        }
    }
}

size_t book_list_find(const struct book_list *list, struct position pos)
{
    if (pos.ply > list->depth)
        return SIZE_MAX;
    uint64_t name = book_hash(pos);
    size_t entry;
    find_names(list, pos.ply, &name, 1, &entry);
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

    uint64_t names[BOARD_MAX_WIDTH] = {0};
    size_t children[BOARD_MAX_WIDTH];
    int count = 0, best = BOOK_NO_SCORE;
    for (int column = 0; column < list->board.width; column++)
        if (board_can_play(pos, column))
            names[count++] = book_hash(board_play(pos, column));
    find_names(list, pos.ply + 1, names, count, children);
    for (int i = 0; i < count; i++) {
        assert(children[i] != SIZE_MAX); /* nor is a child finished */
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
