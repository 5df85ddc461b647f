/* In place of the whole screen, which ncurses draws. */
#include "tools/play/play.h"

bool play_on_screen(struct play *play, fourscore_solver *solver,
                    /* NOLINTNEXTLINE(readability-non-const-parameter) */
                    enum cli_status *status, int *signal)
{
    (void)play;
    (void)solver;
    (void)status;
    (void)signal;
    return false;
}
