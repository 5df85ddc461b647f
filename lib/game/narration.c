/* Narration: reasons as sentences and marked cells.  P is the player whose
 * result is explained, M the other one. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bitboard/text.h"
#include "lib/game/game.h"

/* ------------------------------------------------------------------- pieces */

void game_append(char *text, size_t size, const char *format, ...)
{
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

void game_append_cells(char *text, size_t size, struct board board,
                       board_bits cells)
{
    for (const char *blank = ""; cells != 0; blank = " ") {
        board_bits cell = game_take_cell(&cells);
        game_append(text, size, "%s%c%d", blank,
                    'a' + board_column_of(board, cell),
                    board_row_of(board, cell) + 1);
    }
}

const char *game_between(int i, int count, const char *last)
{
    return i == 0 ? "" : i + 1 == count ? last : ", ";
}

/* ------------------------------------------------------------ one narration */

/* A reason that is narrated, and the position after its moves. */
struct narration {
    struct fourscore_reason *reason;
    const struct evidence *evidence; /* of a static proof */
    struct position pos;
    char p, m; /* the letters of the players */
};

/* Append to the sentences. */
#define SAY(narration, ...)                                                    \
    game_append((narration)->reason->text, FOURSCORE_REASON_TEXT, __VA_ARGS__)

enum { FEW_MOVES = 8 };

static void say_cells(struct narration *narration, board_bits cells)
{
    game_append_cells(narration->reason->text, FOURSCORE_REASON_TEXT,
                      narration->pos.board, cells);
}

/* Append the cells of a set, each as 'say_cell' does, with 'last' before the
 * last one. */
static void say_list(struct narration *narration, board_bits cells,
                     const char *last,
                     void (*say_cell)(struct narration *, board_bits cell))
{
    int count = board_popcount(cells);
    for (int i = 0; i < count; i++) {
        SAY(narration, "%s", game_between(i, count, last));
        say_cell(narration, game_take_cell(&cells));
    }
}

/* Append "x c3", and play it. */
static void say_move(struct narration *narration, struct position *pos,
                     int column)
{
    SAY(narration, "%c ", fourscore_stone_name(game_mover(*pos)));
    say_cells(narration, game_next_cell(*pos, column - 1));
    *pos = board_play(*pos, column - 1);
}

/* Append the moves from number 'first' on: "x c3, o c4 (forced), x e2". */
static void say_moves(struct narration *narration, struct position pos,
                      int first)
{
    struct fourscore_reason *reason = narration->reason;
    int count = reason->line_length - first;
    bool marks =
        reason->line_length > 1 && (reason->forced || count <= FEW_MOVES);
    reason->told = first;
    reason->list_start = (int)strlen(reason->text);
    for (int i = first; i < reason->line_length; i++) {
        bool forced = marks && game_is_forced(pos, reason->line[i] - 1);
        SAY(narration, "%s", i > first ? ", " : "");
        say_move(narration, &pos, reason->line[i]);
        SAY(narration, "%s", forced ? " (forced)" : "");
    }
    reason->list_end = (int)strlen(reason->text);
    SAY(narration, ".\n");
}

/* Append how the moves come about that no other reason has told. */
static void say_how(struct narration *narration, struct position start)
{
    const struct fourscore_reason *reason = narration->reason;
    bool single = reason->line_length == 1;
    if (reason->wins && reason->forced && reason->line_length > 1)
        SAY(narration, "%c forces the win: ", narration->p);
    else if (single && game_is_forced(start, reason->line[0] - 1))
        SAY(narration, "The only move: ");
    else if (single && game_mover(start) == reason->player)
        SAY(narration,
            reason->wins ? "A winning move: " : "A move that does not lose: ");
    else
        SAY(narration, "If both sides play well, for example: ");
}

/* 'told': the first moves, which the reason before has told; 'all_told': it has
 * no others. */
static void say_variation(struct narration *narration, struct position pos,
                          int told, bool all_told)
{
    const struct fourscore_reason *reason = narration->reason;
    if (reason->line_length == 0)
        return;
    for (int i = 0; i < told - !all_told; i++)
        pos = board_play(pos, reason->line[i] - 1);
    if (told == 0) {
        say_how(narration, pos);
    } else if (all_told) {
        SAY(narration, "The same moves%s",
            told < reason->line_length ? ", then: " : ".\n");
    } else {
        SAY(narration, "The same moves up to ");
        say_move(narration, &pos, reason->line[told - 1]);
        SAY(narration, ", then: ");
    }
    if (told < reason->line_length)
        say_moves(narration, pos, told);
}

/* -------------------------------------------------------------------- fours */

/* The distance of neighbours in a line of four, in direction 0, 1, 2 or 3. */
static int step_of(struct board board, int direction)
{
    const int steps[] = {board.height + 1, board.height + 2, board.height, 1};
    return steps[direction];
}

static board_bits four_from(board_bits first, int step)
{
    return first | first << step | first << 2 * step | first << 3 * step;
}

/* A four in a set that has one: the first from left to right, top row first. */
static board_bits find_four(struct board board, board_bits set)
{
    for (int i = 0; i < 4 * board_cells(board); i++) {
        board_bits cell = board_cell_at(board, i / 4);
        int step = step_of(board, i % 4);
        if ((board_bits_fours(set, step) & cell) != 0)
            return four_from(cell, step);
    }
    return 0;
}

/* A four that a threat, a cell, completes in a set. */
static board_bits find_completed(struct board board, board_bits set,
                                 board_bits threat)
{
    for (int i = 0; i < 4 * 4; i++) {
        int step = step_of(board, i % 4);
        board_bits first = threat >> i / 4 * step;
        if ((board_bits_fours(set | threat, step) & first) != 0)
            return four_from(first, step);
    }
    return 0;
}

/* -------------------------------------------------------------------- marks */

static void mark(struct narration *narration, board_bits cells, unsigned mark)
{
    struct board board = narration->pos.board;
    for (int i = 0; i < board_cells(board); i++)
        if ((board_cell_at(board, i) & cells) != 0)
            narration->reason->marks[i] |= (unsigned char)mark;
}

/* P's stones. */
static board_bits stones_of_p(const struct narration *narration)
{
    return game_stones(narration->pos, narration->reason->player);
}

/* Mark the cells of a four, stones of P and empty cells, and append them. */
static void say_four(struct narration *narration, board_bits four)
{
    mark(narration, four & narration->pos.stones, FOURSCORE_MARK_FOUR);
    mark(narration, four & ~narration->pos.stones, FOURSCORE_MARK_WIN);
    say_cells(narration, four);
}

/* Append a threat of P and its four: "d3 (a3 b3 c3 d3)". */
static void say_threat(struct narration *narration, board_bits cell)
{
    say_cells(narration, cell);
    SAY(narration, " (");
    say_four(narration, find_completed(narration->pos.board,
                                       stones_of_p(narration), cell));
    SAY(narration, ")");
}

/* ------------------------------------------------------------------ tactics */

/* The threats that P can carry out. */
static board_bits wins_of_p(const struct narration *narration)
{
    return game_wins(narration->pos, narration->reason->player);
}

static void say_win(struct narration *narration)
{
    SAY(narration, "%c wins at once at ", narration->p);
    say_list(narration, wins_of_p(narration), " or ", say_threat);
    SAY(narration, ".\n");
}

static void say_double_threat(struct narration *narration)
{
    SAY(narration, "%c threatens to win at ", narration->p);
    say_list(narration, wins_of_p(narration), " and ", say_threat);
    SAY(narration, "; %c can block only one.\n", narration->m);
}

/* P wins above a cell that M must play. */
static void say_above(struct narration *narration, board_bits cell, bool threat)
{
    mark(narration, cell, FOURSCORE_MARK_MUST);
    if (threat) {
        SAY(narration, "%c must block ", narration->m);
        say_threat(narration, cell);
    } else {
        SAY(narration, "%c has one move left, ", narration->m);
        say_cells(narration, cell);
    }
    SAY(narration, "; then %c wins at ", narration->p);
    say_threat(narration, cell << 1);
    SAY(narration, ".\n");
}

static void say_after(struct narration *narration, board_bits cell)
{
    SAY(narration, "after ");
    say_cells(narration, cell);
    SAY(narration, " at ");
    say_threat(narration, cell << 1);
}

/* P wins above every cell that M can play. */
static void say_above_all(struct narration *narration, board_bits playable)
{
    mark(narration, playable, FOURSCORE_MARK_MUST);
    SAY(narration, "Wherever %c plays, %c wins above: ", narration->m,
        narration->p);
    say_list(narration, playable, ", ", say_after);
    SAY(narration, ".\n");
}

static void say_no_defence(struct narration *narration)
{
    board_bits playable = board_playable(narration->pos);
    board_bits wins = wins_of_p(narration);
    if (wins != 0)
        say_above(narration, wins, true);
    else if (game_is_one_cell(playable))
        say_above(narration, playable, false);
    else
        say_above_all(narration, playable);
}

/* ------------------------------------------------------------ static proofs */

static void say_column(struct narration *narration, board_bits cell)
{
    SAY(narration, "%c", 'a' + board_column_of(narration->pos.board, cell));
}

/* Where P answers the stones of M. */
static void say_plan(struct narration *narration)
{
    struct board board = narration->pos.board;
    board_bits in_play =
        board.full & ~narration->pos.stones & ~narration->evidence->stalled;
    board_bits odd = 0; /* the bottom cells of these columns */
    for (int i = 0; i < board.width; i++)
        if (board_popcount(in_play & board_column(board, i)) % 2 != 0)
            odd |= board.bottom & board_column(board, i);
    SAY(narration,
        "From here %c only copies: it answers every stone of %c in the same "
        "column.\n",
        narration->p, narration->m);
    if (odd == 0)
        return;
    narration->reason->detail = (int)strlen(narration->reason->text);
    const char *without = narration->evidence->rule == EVIDENCE_ZUGZWANG
                              ? " (! and above do not count)"
                              : "";
    if (board_popcount(odd) == 2) {
        SAY(narration, "Except in columns ");
        say_list(narration, odd, " and ", say_column);
        SAY(narration,
            ", which have an odd number of free cells%s: there %c answers the "
            "first stone in one with a stone in the other.\n",
            without, narration->p);
    } else {
        SAY(narration,
            "Except in columns with an odd number of free cells%s, now ",
            without);
        say_list(narration, odd, " and ", say_column);
        SAY(narration,
            ": there %c answers a stone in such a column with a stone in "
            "another.\n",
            narration->p);
    }
}

/* Why M gets no four, or none in time. */
static void say_reach(struct narration *narration)
{
    board_bits gets = narration->evidence->guarded & ~narration->pos.stones;
    mark(narration, gets, FOURSCORE_MARK_GETS);
    if (gets != 0)
        SAY(narration, "So %c gets all cells marked +.\n", narration->p);
    if (board_has_four(narration->pos.board, narration->evidence->reach))
        SAY(narration,
            "Any four that %c can still make%s comes too late: a four of %c "
            "is below it.\n",
            narration->m, gets != 0 ? " without them" : "", narration->p);
    else if (gets != 0)
        SAY(narration, "Without them %c makes no four.\n", narration->m);
    else
        SAY(narration, "The free cells give %c no four.\n", narration->m);
}

/* The four that P completes by answering alone. */
static void say_own_four(struct narration *narration)
{
    SAY(narration, "%c wins with ", narration->p);
    say_four(narration,
             find_four(narration->pos.board, narration->evidence->guarded));
    SAY(narration, ", if not before.\n");
}

/* Where M must play when it has no other move. */
static void say_zugzwang(struct narration *narration)
{
    board_bits full = narration->pos.board.full;
    board_bits musts = narration->evidence->entries & full >> 1;
    mark(narration, musts, FOURSCORE_MARK_MUST);
    SAY(narration, "%c runs out of other moves and must play ", narration->m);
    say_list(narration, musts, " or ", say_cells);
    SAY(narration, "; then %c wins at ", narration->p);
    say_list(narration, musts << 1, " or ", say_threat);
    SAY(narration, ".\n");
}

static void say_proof(struct narration *narration)
{
    say_plan(narration);
    say_reach(narration);
    if (narration->evidence->rule == EVIDENCE_ZUGZWANG)
        say_zugzwang(narration);
    else if (narration->evidence->score > 0)
        say_own_four(narration);
}

/* ---------------------------------------------------------------- all kinds */

static void say_finished(struct narration *narration)
{
    SAY(narration, "%c has four in a row: ", narration->p);
    say_four(narration,
             find_four(narration->pos.board, stones_of_p(narration)));
    SAY(narration, ".\n");
}

static void say_dead_lines(struct narration *narration)
{
    if (narration->pos.board.width < 4 && narration->pos.board.height < 4)
        SAY(narration, "The board is too small for a line of four.\n");
    else
        SAY(narration,
            "%c can no longer make four: every line has a stone of "
            "%c.\n",
            narration->m, narration->p);
}

static void say_kind(struct narration *narration)
{
    switch (narration->reason->kind) {
    case FOURSCORE_BY_FOUR:
        say_finished(narration);
        break;
    case FOURSCORE_BY_FULL_BOARD:
        SAY(narration, "The board is full, and %c has no four in a row.\n",
            narration->m);
        break;
    case FOURSCORE_BY_WIN:
        say_win(narration);
        break;
    case FOURSCORE_BY_DOUBLE_THREAT:
        say_double_threat(narration);
        break;
    case FOURSCORE_BY_NO_DEFENCE:
        say_no_defence(narration);
        break;
    case FOURSCORE_BY_DEAD_LINES:
        say_dead_lines(narration);
        break;
    default:
        say_proof(narration);
    }
}

/* The number of moves with which both variations begin. */
static int count_common(const struct fourscore_reason *reason,
                        const struct fourscore_reason *before)
{
    int count = 0;
    while (before != NULL && count < reason->line_length &&
           count < before->line_length &&
           reason->line[count] == before->line[count])
        count++;
    return count;
}

void game_narrate(struct position pos, const struct fourscore_reason *before,
                  const struct evidence *evidence,
                  struct fourscore_reason *reason)
{
    struct narration narration = {
        .reason = reason,
        .evidence = evidence,
        .pos = pos,
        .p = fourscore_stone_name(reason->player),
        .m = fourscore_stone_name(game_other(reason->player)),
    };
    int told = count_common(reason, before);
    for (int i = 0; i < reason->line_length; i++)
        narration.pos = board_play(narration.pos, reason->line[i] - 1);
    if (!reason->wins)
        SAY(&narration, "Why %c does not win:\n", narration.m);
    say_variation(&narration, pos, told,
                  told > 0 && told == before->line_length);
    say_kind(&narration);
}
