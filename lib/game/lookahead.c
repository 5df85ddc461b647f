#include "lib/game/lookahead.h"

#include <stdlib.h>

/* Values are compared in parts of FINE, so that luck decides between equal
 * ones.
 */
enum { WON = 10000, MAX_VALUE = 2 * WON, FINE = 256 };

/* A search goes one move deeper only while it has visited fewer positions, so
 * that it takes well under a second on the largest boards. */
enum { MAX_NODES = 60000 };

struct scan {
    struct game_view view;
    game_bits columns[FOURSCORE_MAX_WIDTH]; /* centre first */
    long nodes;
};

static int max(int a, int b)
{
    return a > b ? a : b;
}

static bool is_one_cell(game_bits set)
{
    return (set & (set - 1)) == 0;
}

/*
 * What the side to move expects, looking 'depth' moves ahead: WON less the
 * number of the winning stone if it wins, the negative of that if it loses,
 * else the difference in worth of the lines.  Returns a bound, as alpha-beta
 * search does, outside of (alpha, beta).
 */
static int search(struct scan *scan, struct game_stones stones, int depth,
                  int alpha, int beta)
{
    const struct game_view *view = &scan->view;
    game_bits playable = game_playable(view, stones);
    scan->nodes++;
    if (playable == 0)
        return 0;
    if (depth == 0)
        return game_worth(view, stones.own, stones.other) -
               game_worth(view, stones.other, stones.own);
    if ((game_threats(view, stones.own, stones.other) & playable) != 0)
        return WON - (stones.ply + 1);
    if (depth >= 2) {
        game_bits forced =
            game_threats(view, stones.other, stones.own) & playable;
        if (!is_one_cell(forced))
            return -(WON - (stones.ply + 2));
        if (forced != 0)
            playable = forced;
    }

    int best = -MAX_VALUE;
    for (int i = 0; i < view->width && best < beta; i++) {
        game_bits cell = playable & scan->columns[i];
        if (cell == 0)
            continue;
        alpha = max(alpha, best);
        best = max(best, -search(scan, game_play(stones, cell), depth - 1,
                                 -beta, -alpha));
    }
    return best;
}

/* What a side expects that plays a cell. */
static int try_cell(struct scan *scan, struct game_stones stones,
                    game_bits cell, int depth, int alpha)
{
    const struct game_view *view = &scan->view;
    if ((game_threats(view, stones.own, stones.other) & cell) != 0)
        return WON - (stones.ply + 1);
    return -search(scan, game_play(stones, cell), depth - 1, -MAX_VALUE,
                   -alpha);
}

/* The column at a place in the order from the centre, both from 0. */
static int centre_first(int width, int place)
{
    return width / 2 + (place % 2 == 1 ? -(place + 1) / 2 : place / 2);
}

struct choice {
    game_bits cell;
    int column, luck;
};

/* Put the move first that is liked most: its value, and some luck. */
static void choose(struct scan *scan, struct game_stones stones,
                   struct choice *choices, int count, int depth, int doubt)
{
    int chosen = 0, best = -MAX_VALUE * FINE;
    for (int i = 0; i < count; i++) {
        int value = try_cell(scan, stones, choices[i].cell, depth,
                             best / FINE - doubt - 1);
        bool decided = abs(value) > WON / 2;
        int liking = value * FINE + (decided ? 0 : choices[i].luck);
        if (liking > best) {
            best = liking;
            chosen = i;
        }
    }
    struct choice first = choices[chosen];
    for (; chosen > 0; chosen--)
        choices[chosen] = choices[chosen - 1];
    choices[0] = first;
}

int game_look_ahead(const fourscore_position *position,
                    const struct game_level *level, unsigned columns,
                    uint64_t seed)
{
    struct scan scan = {0};
    struct choice choices[FOURSCORE_MAX_WIDTH] = {{0}};
    int count = 0;
    struct game_stones stones = game_stones_of(position);
    struct game_random random = game_random_at(position, seed);

    game_view_open(&scan.view, fourscore_width(position),
                   fourscore_height(position));
    game_view_blur(&scan.view, level->straight, level->diagonal, &random);

    game_bits playable = game_playable(&scan.view, stones);
    for (int i = 0; i < scan.view.width; i++) {
        int column = centre_first(scan.view.width, i);
        scan.columns[i] = game_column(&scan.view, column);
        game_bits cell = playable & scan.columns[i];
        if (cell != 0 && (columns >> column & 1) != 0)
            choices[count++] = (struct choice){cell, column + 1, 0};
    }
    for (int i = 0; i < count; i++)
        choices[i].luck = game_random_below(&random, FINE * level->doubt + 1);
    for (int depth = 1; depth <= level->depth && scan.nodes < MAX_NODES;
         depth++)
        choose(&scan, stones, choices, count, depth, level->doubt);
    return choices[0].column;
}
