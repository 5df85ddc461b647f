/* In place of the whole screen, which ncurses draws. */
#include <stdio.h>

#include "os/program/streams.h"
#include "tools/play/play.h"

const char play_plain_about[] =
    "play line by line, as this program always does";

bool play_on_screen(struct play *play, fourscore_solver *solver,
                    /* NOLINTNEXTLINE(readability-non-const-parameter) */
                    enum cli_status *status, int *signal)
{
    (void)play;
    (void)solver;
    (void)status;
    (void)signal;
    if (os_is_terminal(fileno(stdin)))
        cli_note("line by line, because this program is built without ncurses");
    return false;
}
