#include "lib/game/tale.h"

#include <stdio.h>

#include "lib/game/reason.h"
#include "lib/game/tactic.h"

/* ---------------------------------------------------------------- the line */

/* In longer sequences it is not said which moves are forced. */
enum { FEW_MOVES = 8 };

/* Append "x c3", and play it. */
static void say_move(struct game_tale *tale, struct game_grid *grid, int column)
{
    char name[GAME_WORDS_CELLS];
    int cell = game_grid_playable(grid, column - 1);
    GAME_TALE_SAY(tale, "%c %s", game_words_player(game_grid_mover(grid)),
                  game_words_cells(grid, &cell, 1, name));
    *grid = game_grid_play(grid, column - 1);
}

/* Append the moves from number 'first' on: "x c3, o c4 (forced), x e2". */
static void say_moves(struct game_tale *tale, struct game_grid *grid, int first)
{
    const struct fourscore_reason *reason = tale->reason;
    int count = reason->line_length - first;
    bool marks =
        reason->line_length > 1 && (reason->forced || count <= FEW_MOVES);
    for (int i = first; i < reason->line_length; i++) {
        bool forced = marks && game_tactic_is_forced(grid, reason->line[i] - 1);
        GAME_TALE_SAY(tale, "%s", i > first ? ", " : "");
        say_move(tale, grid, reason->line[i]);
        GAME_TALE_SAY(tale, "%s", forced ? " (forced)" : "");
    }
    GAME_TALE_SAY(tale, ".\n");
}

/* Append how the moves come about that no other reason has told. */
static void say_how(struct game_tale *tale, const struct game_grid *start)
{
    const struct fourscore_reason *reason = tale->reason;
    bool single = reason->line_length == 1;
    if (reason->wins && reason->forced && reason->line_length > 1)
        GAME_TALE_SAY(tale, "%c forces the win: ", tale->p);
    else if (single && game_tactic_is_forced(start, reason->line[0] - 1))
        GAME_TALE_SAY(tale, "The only move: ");
    else if (single && game_grid_mover(start) == reason->player)
        GAME_TALE_SAY(tale, reason->wins ? "A winning move: "
                                         : "A move that does not lose: ");
    else
        GAME_TALE_SAY(tale, "If both sides play well, for example: ");
}

/* 'told': the first moves, which the reason before has told; 'all_told': it has
 * no others. */
static void say_line(struct game_tale *tale, struct game_grid grid, int told,
                     bool all_told)
{
    const struct fourscore_reason *reason = tale->reason;
    if (reason->line_length == 0)
        return;
    for (int i = 0; i < told - !all_told; i++)
        grid = game_grid_play(&grid, reason->line[i] - 1);
    if (told == 0) {
        say_how(tale, &grid);
    } else if (all_told) {
        GAME_TALE_SAY(tale, "The same moves%s",
                      told < reason->line_length ? ", then: " : ".\n");
    } else {
        GAME_TALE_SAY(tale, "The same moves up to ");
        say_move(tale, &grid, reason->line[told - 1]);
        GAME_TALE_SAY(tale, ", then: ");
    }
    if (told < reason->line_length)
        say_moves(tale, &grid, told);
}

/* ------------------------------------------------------------------- marks */

void game_tale_mark(struct game_tale *tale, int cell, unsigned mark)
{
    tale->reason->marks[cell] |= (unsigned char)mark;
}

void game_tale_mark_four(struct game_tale *tale, const int four[4])
{
    for (int i = 0; i < 4; i++)
        game_tale_mark(tale, four[i],
                       tale->grid.cells[four[i]] != 0 ? FOURSCORE_MARK_FOUR
                                                      : FOURSCORE_MARK_WIN);
}

const char *game_tale_threat(struct game_tale *tale, int cell,
                             char text[GAME_TALE_THREAT])
{
    const struct game_grid *grid = &tale->grid;
    char name[GAME_WORDS_CELLS], line[GAME_WORDS_CELLS];
    int four[4] = {0};
    game_grid_four(grid, grid->cells, tale->reason->player, cell, four);
    game_tale_mark_four(tale, four);
    snprintf(text, GAME_TALE_THREAT, "%s (%s)",
             game_words_cells(grid, &cell, 1, name),
             game_words_cells(grid, four, 4, line));
    return text;
}

/* ----------------------------------------------------------------- tactics */

/* Write the playable threats of P to a list. */
static void list_threats(struct game_tale *tale, struct game_words_list *list)
{
    char text[GAME_TALE_THREAT];
    for (int column = 0; column < tale->grid.width; column++)
        if (game_tactic_wins(&tale->grid, tale->reason->player, column))
            game_words_item(
                list, "%s",
                game_tale_threat(tale, game_grid_playable(&tale->grid, column),
                                 text));
}

static void say_win(struct game_tale *tale)
{
    struct game_words_list threats = {.count = 0};
    list_threats(tale, &threats);
    GAME_TALE_SAY(tale, "%c wins at once at %s.\n", tale->p,
                  game_words_join(&threats, " or "));
}

static void say_double_threat(struct game_tale *tale)
{
    struct game_words_list threats = {.count = 0};
    list_threats(tale, &threats);
    GAME_TALE_SAY(tale, "%c threatens to win at %s; %c can block only one.\n",
                  tale->p, game_words_join(&threats, " and "), tale->m);
}

/* P wins above a cell that M must play. */
static void say_above(struct game_tale *tale, int cell, bool threat)
{
    char must[GAME_TALE_THREAT], above[GAME_TALE_THREAT];
    game_tale_mark(tale, cell, FOURSCORE_MARK_MUST);
    if (threat)
        GAME_TALE_SAY(tale, "%c must block %s", tale->m,
                      game_tale_threat(tale, cell, must));
    else
        GAME_TALE_SAY(tale, "%c has one move left, %s", tale->m,
                      game_words_cells(&tale->grid, &cell, 1, must));
    GAME_TALE_SAY(
        tale, "; then %c wins at %s.\n", tale->p,
        game_tale_threat(tale, game_grid_above(&tale->grid, cell), above));
}

/* P wins above every cell that M can play. */
static void say_above_all(struct game_tale *tale)
{
    struct game_words_list wins = {.count = 0};
    for (int column = 0; column < tale->grid.width; column++) {
        char name[GAME_WORDS_CELLS], above[GAME_TALE_THREAT];
        int cell = game_grid_playable(&tale->grid, column);
        if (cell == GAME_NO_CELL)
            continue;
        game_tale_mark(tale, cell, FOURSCORE_MARK_MUST);
        game_words_item(
            &wins, "after %.3s at %.28s",
            game_words_cells(&tale->grid, &cell, 1, name),
            game_tale_threat(tale, game_grid_above(&tale->grid, cell), above));
    }
    GAME_TALE_SAY(tale, "Wherever %c plays, %c wins above: %s.\n", tale->m,
                  tale->p, game_words_join(&wins, ", "));
}

static void say_no_defence(struct game_tale *tale)
{
    const struct game_grid *grid = &tale->grid;
    int column = 0, playable = 0;
    if (game_tactic_count_wins(grid, tale->reason->player, &column) > 0) {
        say_above(tale, game_grid_playable(grid, column), true);
        return;
    }
    for (int i = 0; i < grid->width; i++)
        if (game_grid_playable(grid, i) != GAME_NO_CELL) {
            playable++;
            column = i;
        }
    if (playable == 1)
        say_above(tale, game_grid_playable(grid, column), false);
    else
        say_above_all(tale);
}

/* ---------------------------------------------------------------- all kinds */

static void say_four(struct game_tale *tale)
{
    char cells[GAME_WORDS_CELLS];
    int four[4] = {0};
    game_grid_four(&tale->grid, tale->grid.cells, tale->reason->player,
                   GAME_NO_CELL, four);
    game_tale_mark_four(tale, four);
    GAME_TALE_SAY(tale, "%c has four in a row: %s.\n", tale->p,
                  game_words_cells(&tale->grid, four, 4, cells));
}

static void say_dead_lines(struct game_tale *tale)
{
    if (tale->grid.width < 4 && tale->grid.height < 4)
        GAME_TALE_SAY(tale, "The board is too small for a line of four.\n");
    else
        GAME_TALE_SAY(tale,
                      "%c can no longer make four: every line has a stone of "
                      "%c.\n",
                      tale->m, tale->p);
}

static void say_kind(struct game_tale *tale)
{
    switch (tale->reason->kind) {
    case FOURSCORE_BY_FOUR:
        say_four(tale);
        break;
    case FOURSCORE_BY_FULL_BOARD:
        GAME_TALE_SAY(tale, "The board is full, and %c has no four in a row.\n",
                      tale->m);
        break;
    case FOURSCORE_BY_WIN:
        say_win(tale);
        break;
    case FOURSCORE_BY_DOUBLE_THREAT:
        say_double_threat(tale);
        break;
    case FOURSCORE_BY_NO_DEFENCE:
        say_no_defence(tale);
        break;
    case FOURSCORE_BY_DEAD_LINES:
        say_dead_lines(tale);
        break;
    default:
        game_tale_proof(tale);
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

void game_tale_tell(const fourscore_position *position,
                    const struct fourscore_reason *before,
                    struct fourscore_reason *reason)
{
    struct game_tale tale = {
        .reason = reason,
        .end = game_reason_end(position, reason),
        .p = game_words_player(reason->player),
        .m = game_words_player(game_other(reason->player)),
    };
    int told = count_common(reason, before);
    tale.grid = game_grid_read(&tale.end);
    if (!reason->wins)
        GAME_TALE_SAY(&tale, "Why %c does not win:\n", tale.m);
    say_line(&tale, game_grid_read(position), told,
             told > 0 && told == before->line_length);
    say_kind(&tale);
}
