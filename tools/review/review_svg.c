/*
 * A review as a picture: the score by move, and boards where the result
 * changed.  Its texts are made of digits, letters of the program and the words
 * of verdicts: none has a character that XML reserves.
 */
#include <stdlib.h>
#include <string.h>

#include "tools/positions.h"
#include "tools/review/review.h"

enum {
    WIDTH = 720,
    MARGIN = 44,
    PLOT_TOP = 64,
    PLOT_HEIGHT = 200,
    BOARDS_TOP = PLOT_TOP + PLOT_HEIGHT + 58,
    BOARDS = 3, /* side by side */
    BOARD_WIDTH = 200,
    BOARD_GAP = 36,
    MAX_BOARDS = 12,
    TEXT_HEIGHT = 36,
};

static const char style[] =
    "text{font:13px sans-serif;fill:#222}"
    ".small{font-size:11px}"
    ".back{fill:#fff}.grid{stroke:#ccc}.axis{stroke:#888}"
    ".score{fill:none;stroke:#2563a8;stroke-width:2}"
    ".point{fill:#2563a8}.change{fill:#c02020}"
    ".board{fill:#dfe7f2}.empty{fill:#fff}"
    ".x{fill:#d23b3b}.o{fill:#f2c230}"
    ".mark{fill:none;stroke:#222;stroke-width:2}"
    ".better{fill:none;stroke:#1a7f37;stroke-width:2;stroke-dasharray:3 2}"
    ".hole{fill:#6b5200}"
    "@media(prefers-color-scheme:dark){text{fill:#e8e8e8}.back{fill:#16191d}"
    ".grid{stroke:#3a3f46}.axis{stroke:#8a8f96}.score{stroke:#6ab0ff}"
    ".point{fill:#6ab0ff}.change{fill:#ff7b72}.board{fill:#2b3a52}"
    ".empty{fill:#16191d}.mark{stroke:#fff}.better{stroke:#56d364}}";

/* The score after a number of moves for the first player; false if it is not
 * known. */
static bool score_at(const struct fourscore_review *found, int ply, int *score)
{
    struct fourscore_bounds bounds =
        ply < found->count ? found->moves[ply].before : found->score;
    *score = ply % 2 == 0 ? bounds.lower : -bounds.lower;
    return bounds.lower == bounds.upper;
}

struct plot {
    int max; /* the largest score, positive or negative */
    int count;
};

static double x_of(const struct plot *plot, int ply)
{
    return MARGIN + (double)(WIDTH - 2 * MARGIN) * ply /
                        (plot->count > 0 ? plot->count : 1);
}

static double y_of(const struct plot *plot, int score)
{
    return PLOT_TOP + PLOT_HEIGHT / 2.0 * (1 - (double)score / plot->max);
}

static void print_axes(const struct plot *plot)
{
    int half = plot->max > 8 ? (plot->max + 1) / 2 : plot->max;
    for (int score = -plot->max; score <= plot->max; score++) {
        if (score != 0 && score != half && score != -half &&
            score != plot->max && score != -plot->max)
            continue;
        double y = y_of(plot, score);
        printf("<line class=\"%s\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" "
               "y2=\"%.1f\"/>\n",
               score == 0 ? "axis" : "grid", MARGIN, y, WIDTH - MARGIN, y);
        printf("<text class=\"small\" x=\"%d\" y=\"%.1f\" "
               "text-anchor=\"end\">%s%d</text>\n",
               MARGIN - 6, y + 4, score > 0 ? "+" : "", score);
    }
    for (int ply = 0; ply <= plot->count; ply += plot->count > 60 ? 10 : 5)
        printf("<text class=\"small\" x=\"%.1f\" y=\"%d\" "
               "text-anchor=\"middle\">%d</text>\n",
               x_of(plot, ply), PLOT_TOP + PLOT_HEIGHT + 16, ply);
    printf("<text class=\"small\" x=\"%d\" y=\"%d\">x wins</text>\n",
           MARGIN + 4, PLOT_TOP + 12);
    printf("<text class=\"small\" x=\"%d\" y=\"%d\">o wins</text>\n",
           MARGIN + 4, PLOT_TOP + PLOT_HEIGHT - 6);
    printf("<text class=\"small\" x=\"%d\" y=\"%d\" "
           "text-anchor=\"middle\">score for x (red), by the number of "
           "moves</text>\n",
           WIDTH / 2, PLOT_TOP + PLOT_HEIGHT + 32);
}

static bool changed(const struct fourscore_judged_move *move)
{
    return move->verdict >= FOURSCORE_DRAW_LOST;
}

static void print_scores(const struct fourscore_review *found,
                         const struct plot *plot)
{
    bool before = false;
    int score;
    printf("<path class=\"score\" d=\"");
    for (int ply = 0; ply <= plot->count; ply++) {
        bool known = score_at(found, ply, &score);
        if (known)
            printf("%c%.1f %.1f", before ? 'L' : 'M', x_of(plot, ply),
                   y_of(plot, score));
        before = known;
    }
    printf("\"/>\n");
    for (int ply = 0; ply <= plot->count; ply++) {
        bool change = ply > 0 && changed(&found->moves[ply - 1]);
        if (score_at(found, ply, &score))
            printf("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"/>\n",
                   change ? "change" : "point", x_of(plot, ply),
                   y_of(plot, score), change ? "5" : "2.5");
    }
}

static void print_plot(const struct fourscore_review *found)
{
    struct plot plot = {.max = 4, .count = found->count};
    for (int ply = 0; ply <= found->count; ply++) {
        int score;
        if (score_at(found, ply, &score) && plot.max < abs(score))
            plot.max = abs(score);
    }
    print_axes(&plot);
    print_scores(found, &plot);
}

/* ------------------------------------------------------------------- boards */

static void print_stone(int player, double x, double y, double radius)
{
    printf("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
           player == 0   ? "empty"
           : player == 1 ? "x"
                         : "o",
           x, y, radius);
    if (player == 2) /* told apart without colours */
        printf("<circle class=\"hole\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
               x, y, radius / 3);
}

/* The board after move 'i', with a ring on its stone and on the cells of the
 * moves that were better. */
static void print_board(const struct review_game *game,
                        const struct fourscore_review *found, int i,
                        double left, double top)
{
    const struct fourscore_judged_move *move = &found->moves[i];
    double cell = (double)BOARD_WIDTH / found->width, radius = 0.4 * cell;
    int cells[FOURSCORE_MAX_CELLS], heights[FOURSCORE_MAX_WIDTH + 1] = {0};
    fourscore_position position;
    fourscore_read(&position, found->width, found->height, FOURSCORE_MOVES,
                   game->moves, (size_t)i + 1, NULL);
    fourscore_cells(&position, cells);
    printf("<rect class=\"board\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" "
           "height=\"%.1f\" rx=\"4\"/>\n",
           left, top, BOARD_WIDTH, cell * found->height);
    for (int at = 0; at < found->width * found->height; at++) {
        int column = at % found->width, row = at / found->width;
        heights[column + 1] += cells[at] != 0;
        print_stone(cells[at], left + cell * (column + 0.5),
                    top + cell * (row + 0.5), radius);
    }
    for (int j = -1; j < move->best_count; j++) {
        int column = j < 0 ? move->column : move->best[j];
        int row = found->height - heights[column] - (j >= 0);
        printf("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
               j < 0 ? "mark" : "better", left + cell * (column - 0.5),
               top + cell * (row + 0.5), radius);
    }
}

static void print_caption(const struct fourscore_review *found, int i,
                          double left, double top)
{
    const struct fourscore_judged_move *move = &found->moves[i];
    printf("<text x=\"%.1f\" y=\"%.1f\">Move %d: %c plays %c", left, top, i + 1,
           fourscore_stone_name(i + 1), fourscore_column_name(move->column));
    for (int j = 0; j < move->best_count; j++)
        printf("%s%c", j == 0 ? "; better: " : " ",
               fourscore_column_name(move->best[j]));
    printf("</text>\n<text class=\"small\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
           left, top + 15, fourscore_verdict_text(move->verdict));
}

/* The moves that changed the result; of many, the last ones. */
static int find_changes(const struct fourscore_review *found,
                        int changes[MAX_BOARDS])
{
    int count = 0;
    for (int i = found->count - 1; i >= 0 && count < MAX_BOARDS; i--)
        if (changed(&found->moves[i]))
            changes[count++] = i;
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        int change = changes[i];
        changes[i] = changes[j];
        changes[j] = change;
    }
    return count;
}

/* Print a text of one or two lines. */
static void print_wrapped(const char *text)
{
    enum { MAX = 95 };
    size_t length = strlen(text), end = length;
    if (length > MAX)
        for (end = MAX; end > 0 && text[end] != ' ';)
            end--;
    printf("<text x=\"%d\" y=\"24\">%.*s</text>\n", MARGIN, (int)end, text);
    if (end < length)
        printf("<text x=\"%d\" y=\"42\">%s</text>\n", MARGIN, text + end + 1);
}

void review_print_svg(const struct review_game *game,
                      const struct fourscore_review *found)
{
    int changes[MAX_BOARDS], count = find_changes(found, changes);
    double board = (double)BOARD_WIDTH * found->height / found->width;
    double row = board + TEXT_HEIGHT + BOARD_GAP / 2.0;
    int rows = (count + BOARDS - 1) / BOARDS;
    double height = BOARDS_TOP + row * rows;

    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" "
           "width=\"%d\" height=\"%.0f\" role=\"img\">\n"
           "<title>The game %s: %s</title>\n<style>%s</style>\n"
           "<rect class=\"back\" width=\"%d\" height=\"%.0f\"/>\n",
           WIDTH, height, WIDTH, height, positions_moves(game->moves),
           found->summary, style, WIDTH, height);
    print_wrapped(found->summary);
    print_plot(found);
    for (int i = 0; i < count; i++) {
        int across = i % BOARDS, down = i / BOARDS;
        double left = MARGIN - 16 + (BOARD_WIDTH + BOARD_GAP) * across;
        double top = BOARDS_TOP + row * down;
        print_caption(found, changes[i], left, top);
        print_board(game, found, changes[i], left, top + TEXT_HEIGHT - 12);
    }
    printf("</svg>\n");
}
