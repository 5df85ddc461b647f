/*
 * book_list: the positions of a book, and their scores while it is being made.
 *
 * A list has every reachable, unfinished position of a board, from the empty
 * one to those of 'depth' plies.  It has one entry for a position and its
 * mirror image: the one with the lexicographically smaller moves.  Entries are
 * sorted by ply and then by moves, so that neighbours have most of their moves
 * in common.
 *
 * One thread at a time may use a list; any thread may call book_hash() and
 * book_search_four().
 */
#ifndef BOOK_LIST_H
#define BOOK_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bitboard/board.h"

/* Deeper books have more positions than can be solved. */
enum { BOOK_MAX_DEPTH = 24 };

enum { BOOK_NO_SCORE = -128 };

struct book_entry {
    board_bits key;  /* of the position */
    uint32_t parent; /* index of the entry one move before */
    int8_t column;   /* of that move, from 0; -1 for the empty board */
    int16_t score;   /* or BOOK_NO_SCORE */
};

struct book_list {
    struct board board;
    int depth;
    struct book_entry *entries;
    /* The entries of ply p are first[p] to first[p + 1] - 1. */
    size_t first[BOOK_MAX_DEPTH + 2];

    /* The hashes of the entries of each ply, in ascending order, and the entry
     * that each belongs to. */
    uint64_t *hashes;
    uint32_t *hash_entries;

    /* The memory that the list takes; after BOOK_LIST_NO_MEMORY, the memory
     * that it would have taken. */
    uint64_t bytes;
};

enum book_list_status {
    BOOK_LIST_OK,
    BOOK_LIST_NO_MEMORY, /* list.bytes exceeds os_machine().memory */
    BOOK_LIST_TOO_LARGE, /* more than 'max' entries */
    BOOK_LIST_COLLISION  /* two positions have the same hash */
};

/* Returns a description of a status: a static string; do not free. */
const char *book_list_strstatus(enum book_list_status status);

/*
 * Make the list of all positions of at most 'depth' plies, without scores.
 * Requires 0 <= depth <= BOOK_MAX_DEPTH and depth < number of cells.  Fails
 * with BOOK_LIST_TOO_LARGE as soon as there are more than 'max' entries.  The
 * caller must free the list, also on failure.
 */
MUST_CHECK enum book_list_status book_list_make(struct book_list *list,
                                                struct board board, int depth,
                                                uint32_t max);
void book_list_free(struct book_list *list);

/* The number of entries. */
static inline size_t book_list_count(const struct book_list *list)
{
    return list->first[list->depth + 1];
}

/*
 * The index of the entry of a position or its mirror image; SIZE_MAX if there
 * is none.  The position need not be reachable, but no stone may float.
 */
size_t book_list_find(const struct book_list *list, struct position pos);

/* The position of an entry. */
struct position book_list_position(const struct book_list *list, size_t entry);

/* Write the moves to the position of an entry as a string. */
void book_list_moves(const struct book_list *list, size_t entry,
                     char moves[BOOK_MAX_DEPTH + 1]);

/* The score of an entry of less than 'depth' plies by negamax over its
 * children; BOOK_NO_SCORE if one of these has no score. */
int book_list_negamax(const struct book_list *list, size_t entry);

/* Set the scores of all entries of less than 'depth' plies by negamax. */
void book_list_back_up(struct book_list *list);

/* ----------------------------------------------------------------- look-ups */

#define RULES_SET uint64_t
#define RULES(name) narrow_##name
#include "bitboard/rules.h"

/*
 * The 64-bit hash of a position, by which books look it up.
 *
 * A position and its mirror image have the same hash: the smaller of their two
 * keys.  If keys have at most 64 bits, different positions have different
 * hashes.  Longer keys are folded to 64 bits, and hashes may collide;
 * book_list_make() detects that.
 */
static inline uint64_t book_hash_of_key(struct board board, board_bits key)
{
    int column_bits = board.height + 1;
    if (board.width * column_bits > 64) {
        key = board_canonical_key(board, key);
        return (uint64_t)key ^
               (uint64_t)(key >> 64) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return narrow_canonical((uint64_t)key, board.width, column_bits);
}

static inline uint64_t book_hash(struct position pos)
{
    return book_hash_of_key(pos.board, board_key(pos));
}

/*
 * Branchless binary search for four numbers at once.  The four searches advance
 * together, so that their cache misses overlap: four take little longer than
 * one.
 *
 * Set places[i] to the number of elements less than wanted[i], which is the
 * index of wanted[i] if it is present.  The 'count' numbers must be in
 * ascending order.
 */
static inline void book_search_four(const uint64_t *numbers, size_t count,
                                    const uint64_t wanted[4], size_t places[4])
{
    for (int i = 0; i < 4; i++)
        places[i] = 0;
    while (count > 1) {
        size_t half = count / 2;
        for (int i = 0; i < 4; i++)
            places[i] +=
                numbers[places[i] + half - 1] < wanted[i] ? half : (size_t)0;
        count -= half;
    }
    for (int i = 0; i < 4 && count == 1; i++)
        places[i] += numbers[places[i]] < wanted[i];
}

#endif
