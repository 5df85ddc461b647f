/* Reviews as text, and as JSON. */
#include <string.h>

#include "tools/output.h"
#include "tools/positions.h"
#include "tools/review/review.h"

const char *review_name(const struct review_game *game,
                        char name[REVIEW_NAME_SIZE])
{
    enum { MAX_SHOWN = 40 };
    if (game->file != NULL)
        snprintf(name, REVIEW_NAME_SIZE, "%.280s:%lu", game->file,
                 game->number);
    else
        snprintf(name, REVIEW_NAME_SIZE, "'%.*s%s'%s", MAX_SHOWN, game->text,
                 game->length > MAX_SHOWN ? "..." : "",
                 game->moves[0] == '\0' ? " is neither a file nor a game" : "");
    return name;
}

enum { SCORE_SIZE = 32 };

/* A score with its sign, "+3"; its bounds, or '?' if nothing is known. */
static const char *format_score(struct fourscore_bounds score, int cells,
                                char text[SCORE_SIZE])
{
    int max = (cells + 1) / 2;
    const char *lower_sign = score.lower > 0 ? "+" : "";
    const char *upper_sign = score.upper > 0 ? "+" : "";
    if (score.lower == score.upper)
        snprintf(text, SCORE_SIZE, "%s%d", lower_sign, score.lower);
    else if (score.lower < -max && score.upper > max)
        snprintf(text, SCORE_SIZE, "?");
    else if (score.lower < -max)
        snprintf(text, SCORE_SIZE, "..%s%d", upper_sign, score.upper);
    else if (score.upper > max)
        snprintf(text, SCORE_SIZE, "%s%d..", lower_sign, score.lower);
    else
        snprintf(text, SCORE_SIZE, "%s%d..%s%d", lower_sign, score.lower,
                 upper_sign, score.upper);
    return text;
}

/* A score of the side that makes move 'i' as one of the first player. */
static struct fourscore_bounds for_first(struct fourscore_bounds score, int i)
{
    return i % 2 == 0 ? score
                      : (struct fourscore_bounds){-score.upper, -score.lower};
}

static void print_verdict(const struct fourscore_judged_move *move)
{
    if (move->verdict == FOURSCORE_BEST_MOVE)
        return;
    printf("  %s", fourscore_verdict_text(move->verdict));
    if (move->lost > 0)
        printf(" by %d %s", move->lost,
               cli_plural((cli_count)move->lost, "stone", "stones"));
}

static void print_move(const struct fourscore_review *found, int i, int width)
{
    const struct fourscore_judged_move *move = &found->moves[i];
    int cells = found->width * found->height;
    char before[SCORE_SIZE], after[SCORE_SIZE];
    char best[FOURSCORE_MAX_WIDTH + 1] = "?";
    for (int j = 0; j < move->best_count; j++) {
        best[j] = fourscore_column_name(move->best[j]);
        best[j + 1] = '\0';
    }
    printf("%4d  %c %c  %6s  %6s  ", i + 1, fourscore_stone_name(i + 1),
           fourscore_column_name(move->column),
           format_score(for_first(move->before, i), cells, before),
           format_score(for_first(move->after, i), cells, after));
    if (move->verdict == FOURSCORE_BEST_MOVE)
        printf("%s", best);
    else
        printf("%-*s", width, best);
    print_verdict(move);
    putchar('\n');
}

/* "2 wins thrown away, 1 win made longer", or "no mistake". */
static void print_mistakes(const struct fourscore_side_review *side)
{
    const struct {
        int count;
        const char *one, *many;
    } kinds[] = {
        {side->counts[FOURSCORE_WIN_LOST] + side->counts[FOURSCORE_WIN_DRAWN],
         "win thrown away", "wins thrown away"},
        {side->counts[FOURSCORE_DRAW_LOST], "draw thrown away",
         "draws thrown away"},
        {side->counts[FOURSCORE_SLOWER_WIN], "win made longer",
         "wins made longer"},
        {side->counts[FOURSCORE_SOONER_LOSS], "loss made quicker",
         "losses made quicker"},
    };
    const char *separator = "";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].count > 0) {
            printf("%s%d %s", separator, kinds[i].count,
                   kinds[i].count == 1 ? kinds[i].one : kinds[i].many);
            separator = ", ";
        }
    if (*separator == '\0')
        printf(side->unknown > 0 ? "no mistake known" : "no mistake");
    if (side->unknown > 0)
        printf("; %d of %d %s not fully known", side->unknown, side->moves,
               cli_plural((cli_count)side->moves, "move", "moves"));
}

static void print_side(const struct fourscore_side_review *side, int i)
{
    printf("%c: ", fourscore_stone_name(i + 1));
    if (side->accuracy >= 0)
        printf("accuracy %d%% in %d %s; ", side->accuracy, side->choices,
               cli_plural((cli_count)side->choices, "choice", "choices"));
    else
        printf(side->unknown > 0 ? "accuracy not known; " : "no choice; ");
    print_mistakes(side);
    putchar('\n');
}

void review_print_text(const struct review_game *game,
                       const struct fourscore_review *found)
{
    int width = (int)strlen("best");
    for (int i = 0; i < found->count; i++)
        if (width < found->moves[i].best_count)
            width = found->moves[i].best_count;
    if (game->file != NULL)
        printf("%s:%lu: ", game->file, game->number);
    printf("%s\n%s\n", positions_moves(game->moves), found->summary);
    for (int i = 0; i < 2; i++)
        print_side(&found->sides[i], i);
    if (found->count > 0)
        printf("\n            score for x (+ x wins, 0 draw, - o wins)\n"
               "move       before   after  best\n");
    for (int i = 0; i < found->count; i++)
        print_move(found, i, width);
}

static void print_accuracy(const struct fourscore_side_review *side, int i)
{
    if (side->accuracy >= 0)
        printf(" %c %d%%", fourscore_stone_name(i + 1), side->accuracy);
    else
        printf(" %c -", fourscore_stone_name(i + 1));
}

void review_print_short(const struct review_game *game,
                        const struct fourscore_review *found)
{
    printf("%s", positions_moves(game->moves));
    for (int i = 0; i < 2; i++)
        print_accuracy(&found->sides[i], i);
    printf(" %s\n", found->summary);
}

/* -------------------------------------------------------------------- JSON */

static void add_place(struct json *json, const struct review_game *game)
{
    if (game->file == NULL)
        return;
    json_put_text(json, "file", game->file);
    json_put_integer(json, "line", (int64_t)game->number);
}

enum cli_status review_print_json(const struct review_game *game,
                                  const struct fourscore_review *found)
{
    struct json json = {0};
    json_begin_object(&json, NULL);
    json_put_text(&json, "game", game->moves);
    add_place(&json, game);
    json_add_review(&json, found);
    json_put_boolean(&json, "finished", !game->unfinished);
    json_end(&json);
    return output_json(&json);
}

enum cli_status review_print_json_error(const struct review_game *game)
{
    struct json json = {0};
    json_begin_object(&json, NULL);
    json_put_bytes(&json, "game", game->text, game->length);
    add_place(&json, game);
    json_put_integer(&json, "move", (int64_t)strlen(game->moves) + 1);
    json_put_text(&json, "error", game->reason);
    json_end(&json);
    return output_json(&json);
}
