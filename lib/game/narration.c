#include "lib/game/narration.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lib/game/reason.h"
#include "lib/game/tactic.h"

/* ------------------------------------------------------------------- pieces */

void game_append(char *text, size_t size, const char *format, ...)
{
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

const char *game_cell_names(const struct game_grid *grid, const int *cells,
                            int count, char text[GAME_CELL_NAMES])
{
    text[0] = '\0';
    for (int i = 0; i < count; i++)
        game_append(text, GAME_CELL_NAMES, "%s%c%d", i > 0 ? " " : "",
                    'a' + game_grid_column(grid, cells[i]),
                    game_grid_row(grid, cells[i]) + 1);
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

/* A reason that is narrated, and the board after its line. */
struct narration {
    struct fourscore_reason *reason;
    const struct fourscore_evidence *evidence; /* of a static proof */
    struct game_grid grid;
    char p, m; /* the letters of the players */
};

/* Append to the sentences. */
#define SAY(narration, ...)                                                    \
    game_append((narration)->reason->text, FOURSCORE_REASON_TEXT, __VA_ARGS__)

enum { FEW_MOVES = 8 };

/* Append "x c3", and play it. */
static void say_move(struct narration *narration, struct game_grid *grid,
                     int column)
{
    char name[GAME_CELL_NAMES];
    int cell = game_grid_playable(grid, column - 1);
    SAY(narration, "%c %s", fourscore_stone_name(game_grid_mover(grid)),
        game_cell_names(grid, &cell, 1, name));
    *grid = game_grid_play(grid, column - 1);
}

/* Append the moves from number 'first' on: "x c3, o c4 (forced), x e2". */
static void say_moves(struct narration *narration, struct game_grid *grid,
                      int first)
{
    const struct fourscore_reason *reason = narration->reason;
    int count = reason->line_length - first;
    bool marks =
        reason->line_length > 1 && (reason->forced || count <= FEW_MOVES);
    for (int i = first; i < reason->line_length; i++) {
        bool forced = marks && game_tactic_is_forced(grid, reason->line[i] - 1);
        SAY(narration, "%s", i > first ? ", " : "");
        say_move(narration, grid, reason->line[i]);
        SAY(narration, "%s", forced ? " (forced)" : "");
    }
    SAY(narration, ".\n");
}

/* Append how the moves come about that no other reason has told. */
static void say_how(struct narration *narration, const struct game_grid *start)
{
    const struct fourscore_reason *reason = narration->reason;
    bool single = reason->line_length == 1;
    if (reason->wins && reason->forced && reason->line_length > 1)
        SAY(narration, "%c forces the win: ", narration->p);
    else if (single && game_tactic_is_forced(start, reason->line[0] - 1))
        SAY(narration, "The only move: ");
    else if (single && game_grid_mover(start) == reason->player)
        SAY(narration,
            reason->wins ? "A winning move: " : "A move that does not lose: ");
    else
        SAY(narration, "If both sides play well, for example: ");
}

/* 'told': the first moves, which the reason before has told; 'all_told': it has
 * no others. */
static void say_line(struct narration *narration, struct game_grid grid,
                     int told, bool all_told)
{
    const struct fourscore_reason *reason = narration->reason;
    if (reason->line_length == 0)
        return;
    for (int i = 0; i < told - !all_told; i++)
        grid = game_grid_play(&grid, reason->line[i] - 1);
    if (told == 0) {
        say_how(narration, &grid);
    } else if (all_told) {
        SAY(narration, "The same moves%s",
            told < reason->line_length ? ", then: " : ".\n");
    } else {
        SAY(narration, "The same moves up to ");
        say_move(narration, &grid, reason->line[told - 1]);
        SAY(narration, ", then: ");
    }
    if (told < reason->line_length)
        say_moves(narration, &grid, told);
}

/* -------------------------------------------------------------------- marks */

static void mark(struct narration *narration, int cell, unsigned mark)
{
    narration->reason->marks[cell] |= (unsigned char)mark;
}

/* Mark the cells of a line of four: stones of P, and empty cells. */
static void mark_four(struct narration *narration, const int four[4])
{
    for (int i = 0; i < 4; i++)
        mark(narration, four[i],
             narration->grid.cells[four[i]] != 0 ? FOURSCORE_MARK_FOUR
                                                 : FOURSCORE_MARK_WIN);
}

enum { THREAT_TEXT = 48 };

/* Mark a threat of P and its line, write it to 'text', "d3 (a3 b3 c3 d3)", and
 * return it. */
static const char *threat_text(struct narration *narration, int cell,
                               char text[THREAT_TEXT])
{
    const struct game_grid *grid = &narration->grid;
    char name[GAME_CELL_NAMES], line[GAME_CELL_NAMES];
    int four[4] = {0};
    game_grid_four(grid, grid->cells, narration->reason->player, cell, four);
    mark_four(narration, four);
    snprintf(text, THREAT_TEXT, "%s (%s)",
             game_cell_names(grid, &cell, 1, name),
             game_cell_names(grid, four, 4, line));
    return text;
}

/* ------------------------------------------------------------------ tactics */

/* Write the playable threats of P to a list. */
static void list_threats(struct narration *narration, struct game_list *list)
{
    char text[THREAT_TEXT];
    for (int column = 0; column < narration->grid.width; column++)
        if (game_tactic_wins(&narration->grid, narration->reason->player,
                             column))
            game_list_add(
                list, "%s",
                threat_text(narration,
                            game_grid_playable(&narration->grid, column),
                            text));
}

static void say_win(struct narration *narration)
{
    struct game_list threats = {.count = 0};
    list_threats(narration, &threats);
    SAY(narration, "%c wins at once at %s.\n", narration->p,
        game_list_join(&threats, " or "));
}

static void say_double_threat(struct narration *narration)
{
    struct game_list threats = {.count = 0};
    list_threats(narration, &threats);
    SAY(narration, "%c threatens to win at %s; %c can block only one.\n",
        narration->p, game_list_join(&threats, " and "), narration->m);
}

/* P wins above a cell that M must play. */
static void say_above(struct narration *narration, int cell, bool threat)
{
    char must[THREAT_TEXT], above[THREAT_TEXT];
    mark(narration, cell, FOURSCORE_MARK_MUST);
    if (threat)
        SAY(narration, "%c must block %s", narration->m,
            threat_text(narration, cell, must));
    else
        SAY(narration, "%c has one move left, %s", narration->m,
            game_cell_names(&narration->grid, &cell, 1, must));
    SAY(narration, "; then %c wins at %s.\n", narration->p,
        threat_text(narration, game_grid_above(&narration->grid, cell), above));
}

/* P wins above every cell that M can play. */
static void say_above_all(struct narration *narration)
{
    struct game_list wins = {.count = 0};
    for (int column = 0; column < narration->grid.width; column++) {
        char name[GAME_CELL_NAMES], above[THREAT_TEXT];
        int cell = game_grid_playable(&narration->grid, column);
        if (cell == GAME_NO_CELL)
            continue;
        mark(narration, cell, FOURSCORE_MARK_MUST);
        game_list_add(&wins, "after %.3s at %.28s",
                      game_cell_names(&narration->grid, &cell, 1, name),
                      threat_text(narration,
                                  game_grid_above(&narration->grid, cell),
                                  above));
    }
    SAY(narration, "Wherever %c plays, %c wins above: %s.\n", narration->m,
        narration->p, game_list_join(&wins, ", "));
}

static void say_no_defence(struct narration *narration)
{
    const struct game_grid *grid = &narration->grid;
    int column = 0, playable = 0;
    if (game_tactic_count_wins(grid, narration->reason->player, &column) > 0) {
        say_above(narration, game_grid_playable(grid, column), true);
        return;
    }
    for (int i = 0; i < grid->width; i++)
        if (game_grid_playable(grid, i) != GAME_NO_CELL) {
            playable++;
            column = i;
        }
    if (playable == 1)
        say_above(narration, game_grid_playable(grid, column), false);
    else
        say_above_all(narration);
}

/* ------------------------------------------------------------ static proofs */

/* The cells with one of these roles, as a set for game_grid_four(). */
static void select_cells(const struct narration *narration, unsigned role,
                         unsigned char set[FOURSCORE_MAX_CELLS])
{
    for (int i = 0; i < FOURSCORE_MAX_CELLS; i++)
        set[i] = (narration->evidence->cells[i] & role) != 0;
}

/* The number of cells in play in a column. */
static int count_in_play(const struct narration *narration, int column)
{
    const struct game_grid *grid = &narration->grid;
    int count = 0;
    for (int row = 0; row < grid->height; row++)
        count +=
            (narration->evidence->cells[game_grid_cell(grid, column, row)] &
             FOURSCORE_IN_PLAY) != 0;
    return count;
}

/* Where P answers the stones of M. */
static void say_plan(struct narration *narration)
{
    struct game_list odd = {.count = 0};
    for (int column = 0; column < narration->grid.width; column++)
        if (count_in_play(narration, column) % 2 != 0)
            game_list_add(&odd, "%c", 'a' + column);
    SAY(narration,
        "From here %c answers every stone of %c in the same "
        "column.\n",
        narration->p, narration->m);
    if (odd.count == 0)
        return;
    const char *without = narration->evidence->rule == FOURSCORE_BY_ZUGZWANG
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

/* Mark the empty cells that P gets.  Returns their number. */
static int mark_guarded(struct narration *narration)
{
    const struct game_grid *grid = &narration->grid;
    int count = 0;
    for (int cell = 0; cell < grid->width * grid->height; cell++)
        if ((narration->evidence->cells[cell] & FOURSCORE_GUARDED) != 0 &&
            grid->cells[cell] == 0) {
            mark(narration, cell, FOURSCORE_MARK_GETS);
            count++;
        }
    return count;
}

/* Why M gets no four, or none in time. */
static void say_reach(struct narration *narration)
{
    unsigned char reach[FOURSCORE_MAX_CELLS];
    select_cells(narration, FOURSCORE_REACH, reach);
    bool marked = mark_guarded(narration) > 0;
    if (marked)
        SAY(narration, "So %c gets all cells marked +.\n", narration->p);
    if (game_grid_four(&narration->grid, reach, 1, GAME_NO_CELL, NULL))
        SAY(narration,
            "Each four that %c can still make%s lies above a four "
            "of %c, which is complete first.\n",
            narration->m, marked ? " without them" : "", narration->p);
    else if (marked)
        SAY(narration, "Without them %c makes no four.\n", narration->m);
    else
        SAY(narration, "The free cells give %c no four.\n", narration->m);
}

/* The four that P completes by answering alone. */
static void say_own_four(struct narration *narration)
{
    unsigned char guarded[FOURSCORE_MAX_CELLS];
    char cells[GAME_CELL_NAMES];
    int four[4] = {0};
    select_cells(narration, FOURSCORE_GUARDED, guarded);
    game_grid_four(&narration->grid, guarded, 1, GAME_NO_CELL, four);
    mark_four(narration, four);
    SAY(narration, "%c wins with %s, if not before.\n", narration->p,
        game_cell_names(&narration->grid, four, 4, cells));
}

/* Where M must play when it has no other move. */
static void say_zugzwang(struct narration *narration)
{
    const struct game_grid *grid = &narration->grid;
    struct game_list entries = {.count = 0}, wins = {.count = 0};
    for (int column = 0; column < grid->width; column++)
        for (int row = 0; row < grid->height - 1; row++) {
            char name[GAME_CELL_NAMES], threat[THREAT_TEXT];
            int cell = game_grid_cell(grid, column, row);
            if ((narration->evidence->cells[cell] & FOURSCORE_ENTRY) == 0)
                continue;
            mark(narration, cell, FOURSCORE_MARK_MUST);
            game_list_add(&entries, "%s",
                          game_cell_names(grid, &cell, 1, name));
            game_list_add(
                &wins, "%s",
                threat_text(narration, game_grid_above(grid, cell), threat));
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
    if (narration->evidence->rule == FOURSCORE_BY_ZUGZWANG)
        say_zugzwang(narration);
    else if (narration->evidence->score > 0)
        say_own_four(narration);
}

/* ---------------------------------------------------------------- all kinds */

static void say_four(struct narration *narration)
{
    char cells[GAME_CELL_NAMES];
    int four[4] = {0};
    game_grid_four(&narration->grid, narration->grid.cells,
                   narration->reason->player, GAME_NO_CELL, four);
    mark_four(narration, four);
    SAY(narration, "%c has four in a row: %s.\n", narration->p,
        game_cell_names(&narration->grid, four, 4, cells));
}

static void say_dead_lines(struct narration *narration)
{
    if (narration->grid.width < 4 && narration->grid.height < 4)
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

/* The number of moves with which both lines begin. */
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

void game_narrate(const fourscore_position *position,
                  const struct fourscore_reason *before,
                  const struct fourscore_evidence *evidence,
                  struct fourscore_reason *reason)
{
    fourscore_position end = game_reason_end(position, reason);
    struct narration narration = {
        .reason = reason,
        .evidence = evidence,
        .grid = game_grid_read(&end),
        .p = fourscore_stone_name(reason->player),
        .m = fourscore_stone_name(game_other(reason->player)),
    };
    int told = count_common(reason, before);
    if (!reason->wins)
        SAY(&narration, "Why %c does not win:\n", narration.m);
    say_line(&narration, game_grid_read(position), told,
             told > 0 && told == before->line_length);
    say_kind(&narration);
}
