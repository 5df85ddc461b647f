/*
 * book_list: which positions a book has, and their scores while it is made.
 *
 * They are all positions of a board, from the empty one to those of 'depth'
 * plies, that can be reached and in which the game is not over; of two mirror
 * images the one whose moves come first.  Ply by ply they lie in the order of
 * their moves, so that neighbours share the beginning of a game.
 *
 * One thread at a time may use a list.
 */
#ifndef BOOK_LIST_H
#define BOOK_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bitboard/position.h"

/* Deeper books have more positions than anybody could solve. */
enum { BOOK_MAX_DEPTH = 24 };

enum { BOOK_NO_SCORE = -128 };

struct book_entry {
    board_bits key;  /* of the position that the moves lead to */
    uint32_t parent; /* the entry one move before */
    int8_t column;   /* of that move, from 0; -1: none, the board is empty */
    int16_t score;   /* or BOOK_NO_SCORE */
};

struct book_list {
    struct board board;
    int depth;
    struct book_entry *entries;
    /* Entries of ply p begin at first[p] and end before first[p + 1]. */
    size_t first[BOOK_MAX_DEPTH + 2];

    /* The names of those of each ply, ascending, and their entries. */
    uint64_t *names;
    uint32_t *named;

    /* The memory that the list takes, or would have taken if there had been
     * enough. */
    uint64_t bytes;
};

enum book_list_status {
    BOOK_LIST_OK,
    BOOK_LIST_NO_MEMORY, /* less than list.bytes; see os/machine.h */
    BOOK_LIST_TOO_LONG,  /* more entries than there are to be */
    BOOK_LIST_SAME_NAME  /* two positions have one: see book/hash.h */
};

/* One line of English for people. */
const char *book_list_strstatus(enum book_list_status status);

/* Set '*list', to be freed whatever is returned, to all positions of at most
 * 'depth' plies, which is from 0 to the smaller of BOOK_MAX_DEPTH and one less
 * than there are cells.  No entry has a score.  As soon as
 * there are more than 'max' entries that is BOOK_LIST_TOO_LONG. */
enum book_list_status book_list_make(struct book_list *list, struct board board,
                                     int depth, uint32_t max);
void book_list_free(struct book_list *list);

/* How many entries there are. */
static inline size_t book_list_count(const struct book_list *list)
{
    return list->first[list->depth + 1];
}

/* The number of the entry that is a position or its mirror image; SIZE_MAX if
 * there is none.  The position is any arrangement of stones on stones. */
size_t book_list_find(const struct book_list *list, struct position pos);

/* The position of an entry, and moves that lead there, ended by a 0. */
struct position book_list_position(const struct book_list *list, size_t entry);
void book_list_moves(const struct book_list *list, size_t entry,
                     char moves[BOOK_MAX_DEPTH + 1]);

/*
 * The score of an entry of less than 'depth' plies that follows from those of
 * its children; BOOK_NO_SCORE where one of these is missing.
 */
int book_list_negamax(const struct book_list *list, size_t entry);

/* Set the scores of all entries of less than 'depth' plies so. */
void book_list_back_up(struct book_list *list);

#endif
