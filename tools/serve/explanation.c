#include "tools/serve/explanation.h"

#include <string.h>

/* The column that leads from one position to the other, or 0. */
static int column_between(const fourscore_position *from,
                          const fourscore_position *to)
{
    uint64_t wanted[2], key[2];
    fourscore_key(to, wanted);
    for (int column = 1; column <= fourscore_width(from); column++) {
        fourscore_position next = *from;
        if (fourscore_play(&next, column) != FOURSCORE_OK)
            continue;
        fourscore_key(&next, key);
        if (memcmp(key, wanted, sizeof key) == 0)
            return column;
    }
    return 0;
}

int server_explanation_move(const fourscore_position *position,
                            const char *text, size_t length,
                            fourscore_position *before)
{
    int width = fourscore_width(position), height = fourscore_height(position);
    char moves[FOURSCORE_MAX_CELLS + 1];
    if (fourscore_notation_of(text, length) != FOURSCORE_MOVES ||
        fourscore_read_game(moves, width, height, text, length, NULL) !=
            FOURSCORE_OK ||
        moves[0] == '\0')
        return 0;
    moves[strlen(moves) - 1] = '\0';
    if (fourscore_from_moves(before, width, height, moves, NULL) !=
        FOURSCORE_OK)
        return 0;
    return column_between(before, position);
}
