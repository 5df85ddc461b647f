/* How puzzles are printed. */
#include <string.h>

#include "lib/json/puzzle.h"
#include "tools/answer.h"
#include "tools/output.h"
#include "tools/puzzle/puzzle.h"

static char player(int stone)
{
    return stone % 2 == 1 ? 'x' : 'o';
}

static char mover(const struct fourscore_puzzle *found)
{
    return player(fourscore_ply(&found->position) + 1);
}

enum { TASK_SIZE = 128 };

/* Write what there is to find. */
static void describe_task(const struct fourscore_puzzle *found,
                          char text[TASK_SIZE])
{
    if (found->score == 0)
        snprintf(text, TASK_SIZE,
                 "%c is to move and holds a draw.  Only one move does: which?",
                 mover(found));
    else
        snprintf(text, TASK_SIZE,
                 "%c is to move and wins in %d %s.  Only one first move wins: "
                 "which?",
                 mover(found), found->win_in,
                 cli_plural((cli_count)found->win_in, "move", "moves"));
}

/* ---------------------------------------------------------------------- text
 */

static void print_puzzle(const struct puzzles *puzzles, size_t index)
{
    const struct puzzle *puzzle = &puzzles->list[index];
    char diagram[FOURSCORE_TEXT_SIZE], task[TASK_SIZE];
    fourscore_write(&puzzle->found.position, FOURSCORE_DIAGRAM, diagram,
                    sizeof diagram);
    describe_task(&puzzle->found, task);
    printf("Puzzle %zu: %s, difficulty %d\n\n%s\n%s\nThe game so far: %s\n\n",
           index + 1, json_grade_of(puzzle->found.difficulty),
           puzzle->found.difficulty, diagram, task,
           positions_moves(puzzle->moves));
}

static const char *result_name(int score)
{
    return score > 0 ? "wins" : score < 0 ? "loses" : "draws";
}

/* Print the results of the wrong moves: "1 loses, 2 draws". */
static void print_wrong_moves(const struct puzzle *puzzle)
{
    const struct fourscore_bounds *scores = puzzle->answer.move_scores;
    const char *separator = "";
    for (int i = 0; i < fourscore_width(&puzzle->found.position); i++) {
        if (i + 1 == puzzle->found.move || scores[i].lower == FOURSCORE_NO_MOVE)
            continue;
        printf("%s%c %s", separator, ANSWER_COLUMNS[i],
               result_name(scores[i].lower));
        separator = ", ";
    }
}

static void print_solution(const struct puzzles *puzzles, size_t index)
{
    const struct puzzle *puzzle = &puzzles->list[index];
    const struct fourscore_puzzle *found = &puzzle->found;
    char variation[FOURSCORE_MAX_CELLS + 1];
    answer_columns(puzzle->answer.pv, puzzle->answer.pv_length, variation);
    printf("%zu: %c %s; ", index + 1, ANSWER_COLUMNS[found->move - 1],
           found->score == 0 ? "holds a draw" : "wins");
    print_wrong_moves(puzzle);
    printf(".\n   Best play of both sides: %s", variation);
    if (found->score == 0)
        printf(", a draw.\n");
    else
        printf(", %c wins on move %d.\n", mover(found),
               fourscore_last_stone(&found->position, found->score));
}

static enum cli_status print_text(const struct puzzles *puzzles)
{
    for (size_t i = 0; i < puzzles->found; i++)
        print_puzzle(puzzles, i);
    if (puzzles->solutions && puzzles->found > 0)
        printf("Solutions\n\n");
    for (size_t i = 0; i < puzzles->found && puzzles->solutions; i++)
        print_solution(puzzles, i);
    return CLI_OK;
}

/* ---------------------------------------------------------------------- JSON
 */

static json_t *json_of(const struct puzzle *puzzle)
{
    const struct answer_request request = {.all_moves = true, .pv = true};
    const struct answer answer = {puzzle->moves, strlen(puzzle->moves),
                                  &puzzle->answer};
    char task[TASK_SIZE];
    json_t *object = answer_json(&request, &answer);
    describe_task(&puzzle->found, task);
    json_add_puzzle(&object, &puzzle->found, task);
    return object;
}

enum cli_status puzzle_print(const struct puzzles *puzzles)
{
    enum cli_status status = CLI_OK;
    if (!puzzles->json)
        return print_text(puzzles);
    for (size_t i = 0; i < puzzles->found && status == CLI_OK; i++)
        status = output_json(json_of(&puzzles->list[i]), JSON_COMPACT);
    return status;
}
