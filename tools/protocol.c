#include "tools/protocol.h"

#include "bitboard/geometry.h"

#define THIRD (BOARD_CELLS / 3)
#define TWO_THIRDS (2 * BOARD_CELLS / 3)

#define BEGIN 1, THIRD
#define MIDDLE (THIRD + 1), TWO_THIRDS
#define END (TWO_THIRDS + 1), (BOARD_CELLS - 1)

#define EASY 1, (THIRD - 1)
#define MEDIUM THIRD, (TWO_THIRDS - 1)
#define HARD TWO_THIRDS, BOARD_CELLS

const struct protocol_set protocol_sets[PROTOCOL_SETS] = {
    {"end-easy", END, EASY},           {"middle-easy", MIDDLE, EASY},
    {"middle-medium", MIDDLE, MEDIUM}, {"begin-easy", BEGIN, EASY},
    {"begin-medium", BEGIN, MEDIUM},   {"begin-hard", BEGIN, HARD},
};
