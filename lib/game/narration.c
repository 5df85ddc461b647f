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

const char *game_cell_names(struct board board, board_bits cells,
                            char text[GAME_CELL_NAMES])
{
    text[0] = '\0';
    while (cells != 0) {
        board_bits cell = game_take_cell(&cells);
        game_append(text, GAME_CELL_NAMES, "%s%c%d", text[0] != '\0' ? " " : "",
                    'a' + board_column_of(board, cell),
                    board_row_of(board, cell) + 1);
    }
    return text;
}

void game_list_add(struct game_list *list, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(list->items[list->count++], GAME_LIST_ITEM, format, arguments);
    va_end(arguments);
}

const char *game_list_join(struct game_list *list, const char *last)
{
    list->text[0] = '\0';
    for (int i = 0; i < list->count; i++) {
        const char *between = i + 1 == list->count ? last : ", ";
        game_append(list->text, sizeof list->text, "%s%s",
                    i == 0 ? "" : between, list->items[i]);
    }
    return list->text;
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

/* Append "x c3", and play it. */
static void say_move(struct narration *narration, struct position *pos,
                     int column)
{
    char name[GAME_CELL_NAMES];
    SAY(narration, "%c %s", fourscore_stone_name(game_mover(*pos)),
        game_cell_names(pos->board, game_next_cell(*pos, column - 1), name));
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

/* Mark the cells of a four: stones of P, and empty cells. */
static void mark_four(struct narration *narration, board_bits four)
{
    mark(narration, four & narration->pos.stones, FOURSCORE_MARK_FOUR);
    mark(narration, four & ~narration->pos.stones, FOURSCORE_MARK_WIN);
}

/* P's stones. */
static board_bits stones_of_p(const struct narration *narration)
{
    return game_stones(narration->pos, narration->reason->player);
}

static const char *cell_names(const struct narration *narration,
                              board_bits cells, char text[GAME_CELL_NAMES])
{
    return game_cell_names(narration->pos.board, cells, text);
}

enum { THREAT_TEXT = 48 };

/* Mark a threat of P and its four, write it to 'text', "d3 (a3 b3 c3 d3)", and
 * return it. */
static const char *threat_text(struct narration *narration, board_bits cell,
                               char text[THREAT_TEXT])
{
    char name[GAME_CELL_NAMES], cells[GAME_CELL_NAMES];
    board_bits four =
        find_completed(narration->pos.board, stones_of_p(narration), cell);
    mark_four(narration, four);
    snprintf(text, THREAT_TEXT, "%s (%s)", cell_names(narration, cell, name),
             cell_names(narration, four, cells));
    return text;
}

/* ------------------------------------------------------------------ tactics */

static void list_threats(struct narration *narration, board_bits threats,
                         struct game_list *list)
{
    char text[THREAT_TEXT];
    while (threats != 0)
        game_list_add(list, "%s",
                      threat_text(narration, game_take_cell(&threats), text));
}

/* The playable threats of P in one text. */
static const char *join_wins(struct narration *narration,
                             struct game_list *list, const char *last)
{
    list_threats(narration,
                 game_wins(narration->pos, narration->reason->player), list);
    return game_list_join(list, last);
}

static void say_win(struct narration *narration)
{
    struct game_list threats = {.count = 0};
    SAY(narration, "%c wins at once at %s.\n", narration->p,
        join_wins(narration, &threats, " or "));
}

static void say_double_threat(struct narration *narration)
{
    struct game_list threats = {.count = 0};
    SAY(narration, "%c threatens to win at %s; %c can block only one.\n",
        narration->p, join_wins(narration, &threats, " and "), narration->m);
}

/* P wins above a cell that M must play. */
static void say_above(struct narration *narration, board_bits cell, bool threat)
{
    char must[THREAT_TEXT], above[THREAT_TEXT];
    mark(narration, cell, FOURSCORE_MARK_MUST);
    if (threat)
        SAY(narration, "%c must block %s", narration->m,
            threat_text(narration, cell, must));
    else
        SAY(narration, "%c has one move left, %s", narration->m,
            cell_names(narration, cell, must));
    SAY(narration, "; then %c wins at %s.\n", narration->p,
        threat_text(narration, cell << 1, above));
}

/* P wins above every cell that M can play. */
static void say_above_all(struct narration *narration, board_bits playable)
{
    struct game_list wins = {.count = 0};
    mark(narration, playable, FOURSCORE_MARK_MUST);
    while (playable != 0) {
        char name[GAME_CELL_NAMES], above[THREAT_TEXT];
        board_bits cell = game_take_cell(&playable);
        game_list_add(&wins, "after %.3s at %.28s",
                      cell_names(narration, cell, name),
                      threat_text(narration, cell << 1, above));
    }
    SAY(narration, "Wherever %c plays, %c wins above: %s.\n", narration->m,
        narration->p, game_list_join(&wins, ", "));
}

static void say_no_defence(struct narration *narration)
{
    board_bits playable = board_playable(narration->pos);
    board_bits wins = game_wins(narration->pos, narration->reason->player);
    if (wins != 0)
        say_above(narration, wins, true);
    else if (game_is_one_cell(playable))
        say_above(narration, playable, false);
    else
        say_above_all(narration, playable);
}

/* ------------------------------------------------------------ static proofs */

/* Where P answers the stones of M. */
static void say_plan(struct narration *narration)
{
    struct board board = narration->pos.board;
    board_bits in_play =
        board.full & ~narration->pos.stones & ~narration->evidence->stalled;
    struct game_list odd = {.count = 0};
    for (int column = 0; column < board.width; column++)
        if (board_popcount(in_play & board_column(board, column)) % 2 != 0)
            game_list_add(&odd, "%c", 'a' + column);
    SAY(narration,
        "From here %c only copies: it answers every stone of %c in the same "
        "column.\n",
        narration->p, narration->m);
    if (odd.count == 0)
        return;
    narration->reason->detail = (int)strlen(narration->reason->text);
    const char *without = narration->evidence->rule == EVIDENCE_ZUGZWANG
                              ? " (! and above do not count)"
                              : "";
    const char *columns = game_list_join(&odd, " and ");
    if (odd.count == 2)
        SAY(narration,
            "Except in columns %s, which have an odd number of free cells%s: "
            "there %c answers the first stone in one with a stone in the "
            "other.\n",
            columns, without, narration->p);
    else
        SAY(narration,
            "Except in columns with an odd number of free cells%s, now %s: "
            "there %c answers a stone in such a column with a stone in "
            "another.\n",
            without, columns, narration->p);
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

/* Mark a four of P in a set that has one, and name its cells. */
static const char *four_text(struct narration *narration, board_bits set,
                             char text[GAME_CELL_NAMES])
{
    board_bits four = find_four(narration->pos.board, set);
    mark_four(narration, four);
    return cell_names(narration, four, text);
}

/* The four that P completes by answering alone. */
static void say_own_four(struct narration *narration)
{
    char cells[GAME_CELL_NAMES];
    SAY(narration, "%c wins with %s, if not before.\n", narration->p,
        four_text(narration, narration->evidence->guarded, cells));
}

/* Where M must play when it has no other move. */
static void say_zugzwang(struct narration *narration)
{
    struct game_list entries = {.count = 0}, wins = {.count = 0};
    board_bits full = narration->pos.board.full;
    board_bits musts = narration->evidence->entries & full >> 1;
    mark(narration, musts, FOURSCORE_MARK_MUST);
    list_threats(narration, musts << 1, &wins);
    while (musts != 0) {
        char name[GAME_CELL_NAMES];
        game_list_add(&entries, "%s",
                      cell_names(narration, game_take_cell(&musts), name));
    }
    SAY(narration,
        "%c runs out of other moves and must play %s; then %c wins at %s.\n",
        narration->m, game_list_join(&entries, " or "), narration->p,
        game_list_join(&wins, " or "));
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

static void say_four(struct narration *narration)
{
    char cells[GAME_CELL_NAMES];
    SAY(narration, "%c has four in a row: %s.\n", narration->p,
        four_text(narration, stones_of_p(narration), cells));
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
        say_four(narration);
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
