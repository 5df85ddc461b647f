/*
 * hold_: whether a side can make a double threat with its next stone.
 *
 * In each lane W is to move, has no playable threat, and needs a double threat
 * to win in time: after W's stone the other side, H, has no safe answer.  That
 * is so in three cases only, where 'threats' are those after the stone:
 *
 *   - two threats are playable,
 *   - one is, and the cell above it is a threat, too, or
 *   - none is, and all playable cells are below threats.
 *
 * For all cells x at once, hold_doubles() counts the threats that a stone at x
 * makes playable, or makes in a playable cell or one above a playable cell.  In
 * the first two cases there are two of them, if a playable cell below an old
 * threat counts twice.
 *
 * In a direction, a stone at x makes at most one threat on each side: if it
 * makes one at distance 2 or 3, the cells in between hold stones of W.  Of the
 * vertical direction only a threat directly above x matters.  It counts as an
 * old threat at that cell does.
 *
 * In the third case each playable cell is below a threat, an old one or a
 * counted one.  Call a playable cell safe if it is not below an old threat.
 * x is safe; otherwise the old threat above x is now playable.  The cell above
 * x, if there is one, is below an old threat: x and a cell two above it are on
 * no line that a stone at x can make a threat, because the cell in between is
 * empty.  The other safe cells take one counted threat each.  If fewer than two
 * are counted, there is at most one other safe cell; and if there is one, one
 * is counted.
 */
#ifndef SOLVER_HOLD_H
#define SOLVER_HOLD_H

#include "solver/lanes.h"

/*
 * The playable cells in which a stone of W may make a double threat; a stone in
 * another one does not.  'w' are the stones of W, 'threats' its threats, none
 * of which is playable, 'empty' the empty cells and 'playable' the lowest one
 * of each column.
 */
static inline lanes hold_doubles(const struct geometry *g, lanes w, lanes empty,
                                 lanes playable, lanes threats)
{
    lanes low = (playable | lanes_up(playable, 1)) & empty;
    lanes below = lanes_down(threats, 1);
    lanes weak = playable & below; /* W wins above if H plays there */

    /* The cells for which one is counted, and two. */
    lanes once =
        below | (lanes_up(w, 1) & lanes_up(w, 2) & lanes_down(empty, 1));
    lanes twice = once & lanes_down(threats, 2);

    for (int i = -1; i <= 1; i++) {
        int step = g->column_bits + i;
        lanes up1 = lanes_up(w, step), down1 = lanes_down(w, step);
        lanes up2 = lanes_up(w, 2 * step), down2 = lanes_down(w, 2 * step);
        lanes up3 = lanes_up(w, 3 * step), down3 = lanes_down(w, 3 * step);

        /* The cells that make a threat 1, 2 or 3 steps further up or down. */
        lanes above1 = (up1 & (up2 | down2)) | (down2 & down3);
        lanes above2 = down1 & (up1 | down3);
        lanes above3 = down1 & down2;
        lanes below1 = (down1 & (down2 | up2)) | (up2 & up3);
        lanes below2 = up1 & (down1 | up3);
        lanes below3 = up1 & up2;

        lanes above = (lanes_down(low, step) & above1) |
                      (lanes_down(low, 2 * step) & above2) |
                      (lanes_down(low, 3 * step) & above3);
        lanes under = (lanes_up(low, step) & below1) |
                      (lanes_up(low, 2 * step) & below2) |
                      (lanes_up(low, 3 * step) & below3);
        twice |= (once & (above | under)) | (above & under) |
                 (lanes_down(weak, step) & above1) |
                 (lanes_down(weak, 2 * step) & above2) |
                 (lanes_down(weak, 3 * step) & above3) |
                 (lanes_up(weak, step) & below1) |
                 (lanes_up(weak, 2 * step) & below2) |
                 (lanes_up(weak, 3 * step) & below3);
        once |= above | under;
    }

    lanes safe = playable & ~weak;
    lanes all_but_one = safe & lanes_difference(safe, lanes_all(1));
    lanes all_but_two =
        all_but_one & lanes_difference(all_but_one, lanes_all(1));
    lanes closed =
        ~lanes_down(empty & ~below, 1); /* none, or a weak one above */
    twice |= safe & closed &
             (~lanes_filled(all_but_one) | (once & ~lanes_filled(all_but_two)));
    return twice & playable;
}

#endif
