/* Puzzles: positions of games as people play them, which of them are puzzles,
 * and how difficult they are. */
#include <limits.h>
#include <string.h>

#include "bitboard/text.h"
#include "lib/game/game.h"
#include "lib/internal.h"

enum { DEFAULT_TRIES = 10000 };

/* Set '*wanted' to the caller's configuration, with the defaults in place of 0,
 * or to the defaults for NULL.  Fails with FOURSCORE_BAD_ARGUMENT. */
static enum fourscore_status
read_config(const struct fourscore_puzzle_config *config,
            struct fourscore_puzzle_config *wanted)
{
    *wanted = (struct fourscore_puzzle_config)FOURSCORE_PUZZLE_CONFIG_INIT;
    if (!lib_read_structure(wanted, sizeof *wanted, config))
        return FOURSCORE_BAD_ARGUMENT;
    if (wanted->width == 0 && wanted->height == 0) {
        wanted->width = 7;
        wanted->height = 6;
    }
    if (wanted->tries == 0)
        wanted->tries = DEFAULT_TRIES;
    return wanted->win_in < 0 || wanted->min_difficulty < 0 ||
                   wanted->max_difficulty < 0 || wanted->tries < 0
               ? FOURSCORE_BAD_ARGUMENT
               : FOURSCORE_OK;
}

/* Whether a move of the side to move makes a threat that was none before. */
static bool makes_new_threat(struct position pos, int column)
{
    int mover = game_mover(pos);
    return (game_threats(board_play(pos, column), mover) &
            ~game_threats(pos, mover)) != 0;
}

/* --------------------------------------------------------------- candidates */

/* A puzzle has at most so many empty cells, on a large board fewer: positions
 * with more take too long to solve. */
enum { MAX_EMPTY = 32, MAX_EMPTY_LARGE = 24, LARGE_BOARD = 49 };

/* Games that are played for a candidate: most of them end too early. */
enum { GAMES = 20 };

/* How much more than a move at the edge a move that makes a threat attracts. */
enum { THREAT_WEIGHT = 4 };

/* The plies of candidates. */
struct plies {
    int min, max;
};

static struct plies plies_of(const struct fourscore_puzzle_config *config)
{
    int cells = config->width * config->height;
    int left = config->win_in > 0 ? 2 * config->win_in - 1 : cells / 6;
    struct plies plies = {cells / 6, cells - left};
    int min = cells - (cells > LARGE_BOARD ? MAX_EMPTY_LARGE : MAX_EMPTY);
    if (plies.min > plies.max)
        plies.min = plies.max > 0 ? plies.max : 0; /* on a small board */
    if (plies.min < min)
        plies.min = min;
    return plies;
}

EXPORT int fourscore_puzzle_max_win_in(int width, int height)
{
    struct fourscore_puzzle_config config = FOURSCORE_PUZZLE_CONFIG_INIT;
    if (!board_is_size(width, height))
        return 0;
    config.width = width;
    config.height = height;
    for (config.win_in = FOURSCORE_MAX_CELLS; config.win_in > 0;
         config.win_in--) {
        struct plies plies = plies_of(&config);
        if (plies.min <= plies.max)
            break;
    }
    return config.win_in;
}

/* Whether the other side can win with the stone after this one. */
static bool is_blunder(struct position pos, int column)
{
    return board_winning_moves(board_play(pos, column)) != 0;
}

/* What attracts people to a move. */
static int weight_of(struct position pos, int column)
{
    int other_edge = pos.board.width - 1 - column;
    int weight = 1 + (column < other_edge ? column : other_edge);
    return makes_new_threat(pos, column) ? weight + THREAT_WEIGHT : weight;
}

/* A random move, or -1 if there is none; a careful one does not lose to the
 * next stone. */
static int choose(struct position pos, bool careful, uint64_t *random)
{
    int weights[FOURSCORE_MAX_WIDTH] = {0}, sum = 0;
    for (int column = 0; column < pos.board.width; column++) {
        if (board_can_play(pos, column) &&
            !(careful && is_blunder(pos, column)))
            weights[column] = weight_of(pos, column);
        sum += weights[column];
    }
    if (sum == 0)
        return -1;
    int drawn = game_random_below(random, sum), column = 0;
    while (drawn >= weights[column])
        drawn -= weights[column++];
    return column;
}

/* Play one more move, and write it to 'moves'.  Returns false if there is none.
 */
static bool play(struct position *pos, bool careful, uint64_t *random,
                 char *moves)
{
    int column = choose(*pos, careful, random);
    if (column < 0)
        return false;
    moves[pos->ply] = board_column_name(column);
    *pos = board_play(*pos, column);
    moves[pos->ply] = '\0';
    return true;
}

/* Play a game, and draw one of its positions.  The last move of a puzzle that
 * is won at once is the only one that may overlook this.  Returns false if the
 * game has no position of these plies. */
static bool play_game(const struct fourscore_puzzle_config *config,
                      struct plies plies, uint64_t *random, char *moves)
{
    struct board board = board_make(config->width, config->height);
    struct position pos = board_empty(board);
    size_t end;
    moves[0] = '\0';
    while (pos.ply < plies.max && play(&pos, true, random, moves))
        ;
    if (pos.ply < plies.min)
        return false;
    int ply = plies.min + game_random_below(random, pos.ply - plies.min + 1);
    moves[ply] = '\0';
    if (config->win_in != 1 || ply == 0)
        return true;
    return board_parse(board, moves, (size_t)ply - 1, &pos, &end) == BOARD_OK &&
           play(&pos, false, random, moves);
}

EXPORT enum fourscore_status
fourscore_puzzle_candidate(const struct fourscore_puzzle_config *config,
                           uint64_t number, char *moves)
{
    struct fourscore_puzzle_config wanted;
    if (read_config(config, &wanted) != FOURSCORE_OK)
        return FOURSCORE_BAD_ARGUMENT;
    if (!board_is_size(wanted.width, wanted.height))
        return FOURSCORE_NO_BOARD;
    if (wanted.win_in > FOURSCORE_MAX_CELLS)
        return FOURSCORE_BAD_ARGUMENT;
    struct plies plies = plies_of(&wanted);
    if (plies.min > plies.max)
        return FOURSCORE_BAD_ARGUMENT;
    uint64_t random = wanted.seed;
    random = tt_random(&random) + number;
    for (int i = 0; i < GAMES; i++)
        if (play_game(&wanted, plies, &random, moves))
            return FOURSCORE_OK;
    moves[0] = '\0';
    return FOURSCORE_OK;
}

/* ---------------------------------------------------------------- judgement */

/* Below it a look at the next stone finds the good move. */
enum { MIN_DEPTH = 3 };

enum { LURE_WEIGHT = 2, QUIET_WEIGHT = 2 };

static bool has_move(const struct fourscore_answer *answer, int column)
{
    return answer->move_scores[column].lower != FOURSCORE_NO_MOVE;
}

/* The only column, from 0, with the result of the position, or -1: there are
 * several, or no other move, or the position is lost. */
static int find_good_move(const struct fourscore_answer *answer, int width)
{
    int result = board_weak_score(answer->score.lower);
    int good = -1, moves = 0;
    if (result < 0)
        return -1;
    for (int column = 0; column < width; column++) {
        if (!has_move(answer, column))
            continue;
        moves++;
        if (board_weak_score(answer->move_scores[column].lower) != result)
            continue;
        if (good >= 0)
            return -1;
        good = column;
    }
    return moves > 1 ? good : -1;
}

/* The stones to be played until the game, which is not over, ends with this
 * score. */
static int stones_left(struct position pos, int score)
{
    return board_last_stone(pos.board, pos.ply, score) - pos.ply;
}

/* Look at the wrong moves.  Returns the stones until the last of them has lost,
 * or INT_MAX if one does not lose. */
static int judge_wrong_moves(const struct fourscore_answer *answer,
                             struct position pos, int good,
                             struct fourscore_puzzle *puzzle)
{
    int latest = 0;
    for (int column = 0; column < pos.board.width; column++) {
        if (column == good || !has_move(answer, column))
            continue;
        int score = answer->move_scores[column].lower;
        int left = score < 0 ? stones_left(pos, score) : INT_MAX;
        if (left > latest)
            latest = left;
        puzzle->lures += left > 2 && makes_new_threat(pos, column);
    }
    return latest;
}

static void judge(const struct fourscore_answer *answer, struct position pos,
                  int good, struct fourscore_puzzle *puzzle)
{
    board_bits key = board_canonical_key(pos.board, board_key(pos));
    int latest_loss = judge_wrong_moves(answer, pos, good, puzzle);
    puzzle->key[0] = (uint64_t)key;
    puzzle->key[1] = (uint64_t)(key >> 64);
    puzzle->move = good + 1;
    puzzle->score = answer->score.lower;
    puzzle->only_move = latest_loss < INT_MAX;
    puzzle->depth = latest_loss;
    if (puzzle->score > 0) {
        int left = stones_left(pos, puzzle->score);
        puzzle->win_in = (left + 1) / 2;
        if (left < puzzle->depth)
            puzzle->depth = left;
    }
    puzzle->quiet = puzzle->win_in != 1 && !makes_new_threat(pos, good);
    puzzle->difficulty = puzzle->depth + LURE_WEIGHT * puzzle->lures +
                         QUIET_WEIGHT * puzzle->quiet;
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

/* Whether a move has a score that the position can have, and a column that
 * cannot be played has none. */
static bool is_move_score(const struct fourscore_answer *answer,
                          struct position pos, int column)
{
    struct fourscore_bounds score = answer->move_scores[column];
    if ((game_moves(pos) & board_column(pos.board, column)) == 0)
        return !has_move(answer, column);
    return score.lower == score.upper && score.lower <= answer->score.lower &&
           score.lower >= -FOURSCORE_MAX_CELLS &&
           stones_left(pos, score.lower) > 0;
}

/* Whether an answer has the exact scores of all moves. */
static bool is_complete(const struct fourscore_answer *answer,
                        struct position pos)
{
    if (!answer->finished || (answer->found & FOURSCORE_ALL_MOVES) == 0 ||
        answer->score.lower != answer->score.upper)
        return false;
    int best = FOURSCORE_NO_MOVE;
    for (int i = 0; i < pos.board.width; i++) {
        if (!is_move_score(answer, pos, i))
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
    struct position pos;
    if (!game_read_answer(answer, &read, &pos) || !is_complete(&read, pos) ||
        read_config(config, &wanted) != FOURSCORE_OK ||
        puzzle->size < sizeof puzzle->size)
        return FOURSCORE_BAD_ARGUMENT;
    found.position = read.position;
    int good = find_good_move(&read, pos.board.width);
    if (good >= 0) {
        judge(&read, pos, good, &found);
        if (config != NULL && !is_wanted(&found, &wanted))
            found.move = 0;
    }
    return lib_write_structure(puzzle, &found, sizeof found);
}

/* --------------------------------------------------------------- the search */

/* Try one candidate; sets 'answer->finished' to 0 if the search was ended. */
static enum fourscore_status
try_candidate(fourscore_solver *solver,
              const struct fourscore_puzzle_config *wanted, uint64_t number,
              struct fourscore_answer *answer, struct fourscore_puzzle *puzzle)
{
    const struct fourscore_query limits = {.cancel = wanted->cancel};
    char moves[FOURSCORE_MAX_CELLS + 1];
    fourscore_position position;
    enum fourscore_status status =
        fourscore_puzzle_candidate(wanted, number, moves);
    if (status != FOURSCORE_OK || moves[0] == '\0')
        return status;
    status = fourscore_from_moves(&position, wanted->width, wanted->height,
                                  moves, NULL);
    if (status == FOURSCORE_OK)
        status = game_ask(solver, &position, FOURSCORE_STRONG,
                          FOURSCORE_ALL_MOVES, &limits, answer);
    if (status != FOURSCORE_OK || !answer->finished)
        return status;
    return fourscore_judge_puzzle(answer, wanted, puzzle);
}

EXPORT enum fourscore_status
fourscore_find_puzzle(fourscore_solver *solver,
                      const struct fourscore_puzzle_config *config,
                      uint64_t *number, struct fourscore_puzzle *puzzle)
{
    struct fourscore_puzzle_config wanted;
    struct fourscore_puzzle found = FOURSCORE_PUZZLE_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    enum fourscore_status status = read_config(config, &wanted);
    if (status != FOURSCORE_OK || puzzle->size < sizeof puzzle->size)
        return FOURSCORE_BAD_ARGUMENT;
    if (solver->board.width != wanted.width ||
        solver->board.height != wanted.height)
        return FOURSCORE_OTHER_BOARD;
    answer.finished = 1;
    uint64_t candidate = *number;
    for (int i = 0; i < wanted.tries && answer.finished; i++) {
        status = try_candidate(solver, &wanted, candidate, &answer, &found);
        if (status != FOURSCORE_OK)
            return status;
        if (found.move != 0)
            break;
        candidate++;
    }
    *number = candidate;
    return lib_write_structure(puzzle, &found, sizeof found);
}
