#include "lib/internal.h"

_Static_assert(FOURSCORE_MAX_WIDTH == BOARD_MAX_WIDTH &&
                   FOURSCORE_MAX_HEIGHT == BOARD_MAX_HEIGHT &&
                   FOURSCORE_MAX_CELLS == BOARD_MAX_CELLS &&
                   FOURSCORE_NO_MOVE == SOLVER_NO_MOVE &&
                   sizeof((struct fourscore_error *)0)->reason ==
                       BOARD_REASON_SIZE,
               "the public constants equal the internal ones");

EXPORT const char *fourscore_strstatus(enum fourscore_status status)
{
    switch (status) {
    case FOURSCORE_OK:
        return solver_strstatus(SOLVER_OK);
    case FOURSCORE_NO_BOARD:
        return solver_strstatus(SOLVER_UNKNOWN_BOARD);
    case FOURSCORE_NO_ENGINE:
        return solver_strstatus(SOLVER_UNKNOWN_ENGINE);
    case FOURSCORE_NO_ISA:
        return solver_strstatus(SOLVER_UNKNOWN_ISA);
    case FOURSCORE_UNSAFE_TABLE:
        return solver_strstatus(SOLVER_UNSAFE_TABLE);
    case FOURSCORE_NO_MEMORY:
        return solver_strstatus(SOLVER_NO_MEMORY);
    case FOURSCORE_NO_THREAD:
        return solver_strstatus(SOLVER_NO_THREAD);
    case FOURSCORE_ONE_THREAD:
        return solver_strstatus(SOLVER_ONE_THREAD);
    case FOURSCORE_BAD_POSITION:
        return "not a position";
    case FOURSCORE_BAD_MOVE:
        return "there is no such column, or it is full";
    case FOURSCORE_GAME_OVER:
        return "the game is over";
    case FOURSCORE_OTHER_BOARD:
        return "the position is for another board";
    case FOURSCORE_UNREACHABLE:
        return "no order of moves leads to the position";
    case FOURSCORE_TOO_SMALL:
        return "the buffer is too small";
    case FOURSCORE_BAD_ARGUMENT:
        return "an argument is invalid";
    case FOURSCORE_BAD_BOOK:
        return "not a book, or one for another board";
    case FOURSCORE_CANCELLED:
        return "the query was cancelled before it began";
    case FOURSCORE_BUSY:
        return "the pool has no answer yet";
    case FOURSCORE_BAD_CERTIFICATE:
        return "not a certificate, or a damaged one";
    case FOURSCORE_NOT_PROVEN:
        return "the certificate does not prove its claim";
    case FOURSCORE_IDLE:
        return "the pool has no query";
    }
    return "unknown status";
}

EXPORT const char *fourscore_version(void)
{
    return FOURSCORE_VERSION;
}
