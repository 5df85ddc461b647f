/* The summary of a review: one sentence. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "lib/game/review.h"

static char name_of(int player)
{
    return player == 1 ? 'x' : 'o';
}

__attribute__((format(printf, 2, 3))) static void
add(struct fourscore_review *review, const char *format, ...)
{
    size_t length = strlen(review->summary);
    va_list values;
    va_start(values, format);
    vsnprintf(review->summary + length, sizeof review->summary - length, format,
              values);
    va_end(values);
}

static void add_end(struct fourscore_review *review)
{
    if (review->winner < 0) {
        add(review, "It is not known who wins");
    } else if (review->winner == 0) {
        add(review, "%s",
            review->finished ? "The game ended in a draw"
                             : "With best play from here it is a draw");
    } else {
        add(review,
            review->finished ? "%c won" : "With best play from here %c wins",
            name_of(review->winner));
        if (review->last_stone > 0)
            add(review, " on move %d", review->last_stone);
    }
}

/* What a move that changed the result has thrown away. */
static const char *thrown_away(const struct fourscore_judged_move *move)
{
    if (move->before.lower > 0)
        return "win";
    return game_sign(move->before) == 0 ? "draw" : "result";
}

/* Whether all moves up to number 'count' are known to have changed the result
 * or not. */
static bool is_known(const struct fourscore_review *review, int count)
{
    for (int i = 0; i < count; i++)
        if (game_changes_result(&review->moves[i]) < 0)
            return false;
    return true;
}

static void add_decision(struct fourscore_review *review)
{
    int i = review->decided - 1;
    const struct fourscore_judged_move *move = &review->moves[i];
    bool known = is_known(review, i);
    add(review, ": %c threw the %s away with move %d (column %d)",
        name_of(game_player(i)), thrown_away(move), i + 1, move->column);
    if (review->changes > 1)
        add(review, ", the last of %s%d moves that changed the result",
            known ? "" : "at least ", review->changes);
}

void game_summarize(struct fourscore_review *review)
{
    add_end(review);
    if (review->decided > 0)
        add_decision(review);
    else if (review->decided < 0)
        add(review, "; where the result changed last is not known");
    else if (review->winner >= 0)
        add(review, "; no move changed the result");
    add(review, ".");
}
