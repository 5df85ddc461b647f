/* Which positions are puzzles, and how difficult they are. */
#include "lib/game/puzzle.h"

#include <limits.h>

#include "lib/game/answer.h"
#include "lib/structure.h"

/* Below it a look at the next stone finds the good move. */
enum { MIN_DEPTH = 3 };

enum { LURE_WEIGHT = 2, QUIET_WEIGHT = 2 };

enum fourscore_status
game_read_puzzle_config(const struct fourscore_puzzle_config *config,
                        struct fourscore_puzzle_config *wanted)
{
    *wanted = (struct fourscore_puzzle_config)FOURSCORE_PUZZLE_CONFIG_INIT;
    if (config != NULL &&
        !lib_read_structure(wanted, sizeof *wanted, config, config->size))
        return FOURSCORE_BAD_ARGUMENT;
    if (wanted->width == 0 && wanted->height == 0) {
        wanted->width = 7;
        wanted->height = 6;
    }
    if (wanted->tries == 0)
        wanted->tries = GAME_PUZZLE_TRIES;
    return wanted->win_in < 0 || wanted->min_difficulty < 0 ||
                   wanted->max_difficulty < 0 || wanted->tries < 0
               ? FOURSCORE_BAD_ARGUMENT
               : FOURSCORE_OK;
}

static int result_of(int score)
{
    return (score > 0) - (score < 0);
}

static bool has_move(const struct fourscore_answer *answer, int column)
{
    return answer->move_scores[column].lower != FOURSCORE_NO_MOVE;
}

/* The only column, from 0, with the result of the position, or -1: there are
 * several, or no other move, or the position is lost. */
static int find_good_move(const struct fourscore_answer *answer)
{
    int width = fourscore_width(&answer->position);
    int result = result_of(answer->score.lower);
    int good = -1, moves = 0;
    if (result < 0)
        return -1;
    for (int column = 0; column < width; column++) {
        if (!has_move(answer, column))
            continue;
        moves++;
        if (result_of(answer->move_scores[column].lower) != result)
            continue;
        if (good >= 0)
            return -1;
        good = column;
    }
    return moves > 1 ? good : -1;
}

/* The stones to be played until the game ends with this score. */
static int stones_left(const fourscore_position *position, int score)
{
    return fourscore_last_stone(position, score) - fourscore_ply(position);
}

/* A position, as it is judged. */
struct board {
    struct game_view view;
    struct game_stones stones;
};

static bool makes_threat(const struct board *board, int column)
{
    game_bits cell = game_playable(&board->view, board->stones) &
                     game_column(&board->view, column);
    return game_makes_threat(&board->view, board->stones, cell);
}

/* Look at the wrong moves.  Returns the stones until the last of them has lost,
 * or INT_MAX if one does not lose. */
static int judge_wrong_moves(const struct fourscore_answer *answer,
                             const struct board *board, int good,
                             struct fourscore_puzzle *puzzle)
{
    int latest = 0;
    for (int column = 0; column < board->view.width; column++) {
        if (column == good || !has_move(answer, column))
            continue;
        int score = answer->move_scores[column].lower;
        int left = score < 0 ? stones_left(&answer->position, score) : INT_MAX;
        if (left > latest)
            latest = left;
        puzzle->lures += left > 2 && makes_threat(board, column);
    }
    return latest;
}

static void judge(const struct fourscore_answer *answer, int good,
                  struct fourscore_puzzle *puzzle)
{
    struct board board = {.stones = game_stones_of(&answer->position)};
    game_view_open(&board.view, fourscore_width(&answer->position),
                   fourscore_height(&answer->position));
    int latest_loss = judge_wrong_moves(answer, &board, good, puzzle);
    puzzle->move = good + 1;
    puzzle->score = answer->score.lower;
    puzzle->only_move = latest_loss < INT_MAX;
    puzzle->depth = latest_loss;
    if (puzzle->score > 0) {
        int left = stones_left(&answer->position, puzzle->score);
        puzzle->win_in = (left + 1) / 2;
        if (left < puzzle->depth)
            puzzle->depth = left;
    }
    puzzle->quiet = puzzle->win_in != 1 && !makes_threat(&board, good);
    puzzle->difficulty = puzzle->depth + LURE_WEIGHT * puzzle->lures +
                         QUIET_WEIGHT * puzzle->quiet;
}

static void set_key(const fourscore_position *position, uint64_t key[2])
{
    int cells[FOURSCORE_MAX_CELLS], mirrored[FOURSCORE_MAX_CELLS];
    int width = fourscore_width(position), height = fourscore_height(position);
    fourscore_position mirror;
    uint64_t other[2];
    fourscore_cells(position, cells);
    for (int i = 0; i < width * height; i++)
        mirrored[i] = cells[i / width * width + (width - 1 - i % width)];
    fourscore_key(position, key);
    if (fourscore_from_cells(&mirror, width, height, mirrored, NULL) !=
        FOURSCORE_OK)
        return;
    fourscore_key(&mirror, other);
    if (other[1] < key[1] || (other[1] == key[1] && other[0] < key[0])) {
        key[0] = other[0];
        key[1] = other[1];
    }
}

static bool is_wanted(const struct fourscore_puzzle *puzzle,
                      const struct fourscore_puzzle_config *config)
{
    int min_depth = config->win_in == 1 ? 0 : MIN_DEPTH;
    return (config->win_in == 0 || puzzle->win_in == config->win_in) &&
           (!config->only_move || puzzle->only_move) &&
           puzzle->depth >= min_depth &&
           puzzle->difficulty >= config->min_difficulty &&
           (config->max_difficulty == 0 ||
            puzzle->difficulty <= config->max_difficulty);
}

/* Whether a move has a score that the position can have, and a full column has
 * none. */
static bool is_move_score(const struct fourscore_answer *answer, int column)
{
    struct fourscore_bounds score = answer->move_scores[column];
    fourscore_position next = answer->position;
    if (fourscore_play(&next, column + 1) != FOURSCORE_OK)
        return !has_move(answer, column);
    return score.lower == score.upper && score.lower <= answer->score.lower &&
           stones_left(&answer->position, score.lower) > 0;
}

/* Whether an answer has the exact scores of all moves. */
static bool is_complete(const struct fourscore_answer *answer)
{
    if (!answer->finished || (answer->found & FOURSCORE_ALL_MOVES) == 0 ||
        answer->score.lower != answer->score.upper)
        return false;
    int best = FOURSCORE_NO_MOVE;
    for (int i = 0; i < fourscore_width(&answer->position); i++) {
        if (!is_move_score(answer, i))
            return false;
        if (has_move(answer, i) && answer->move_scores[i].lower > best)
            best = answer->move_scores[i].lower;
    }
    return best == answer->score.lower || best == FOURSCORE_NO_MOVE;
}

EXPORT enum fourscore_status
fourscore_judge_puzzle(const struct fourscore_answer *answer,
                       const struct fourscore_puzzle_config *config,
                       struct fourscore_puzzle *puzzle)
{
    struct fourscore_answer read;
    struct fourscore_puzzle_config wanted;
    struct fourscore_puzzle found = FOURSCORE_PUZZLE_INIT;
    if (!game_read_answer(answer, &read) || !is_complete(&read) ||
        game_read_puzzle_config(config, &wanted) != FOURSCORE_OK ||
        puzzle->size < sizeof puzzle->size)
        return FOURSCORE_BAD_ARGUMENT;
    found.position = read.position;
    int good = find_good_move(&read);
    if (good >= 0) {
        judge(&read, good, &found);
        set_key(&read.position, found.key);
        if (config != NULL && !is_wanted(&found, &wanted))
            found.move = 0;
    }
    lib_write_structure(puzzle, puzzle->size, &found, sizeof found);
    return FOURSCORE_OK;
}
