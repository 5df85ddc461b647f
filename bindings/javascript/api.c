/*
 * What fourscore.mjs calls: the library in functions of numbers.
 *
 * Texts are passed in one buffer.  The functions about positions and answers
 * are about the last one that was read or found.  No argument makes a function
 * trap.
 */
#include <string.h>

#include "bindings/javascript/api.h"
#include "lib/fourscore_game.h"

char api_buffer[TEXT_SIZE];
struct fourscore_error api_error;

static fourscore_position position;
static char moves[FOURSCORE_MAX_CELLS + 1];
static struct fourscore_answer answer;

/* The solver, and the board it is for. */
static fourscore_solver *solver;
static int solver_width, solver_height;

GET(char *, text, (void), api_buffer)
GET(size_t, text_size, (void), sizeof api_buffer)

GET(const char *, status_text, (int status),
    fourscore_strstatus((enum fourscore_status)status))

GET(const char *, version, (void), fourscore_version())

/* ---------------------------------------------------------------- positions */

/* Read a game as players write it from the first 'length' bytes of the buffer;
 * the position is the one after its moves. */
API(enum fourscore_status, read_game, (int width, int height, size_t length))
{
    if (length > sizeof api_buffer)
        return FOURSCORE_TOO_SMALL;
    api_error = (struct fourscore_error){0};
    enum fourscore_status status = fourscore_read_game(
        moves, width, height, api_buffer, length, &api_error);
    return status != FOURSCORE_OK
               ? status
               : fourscore_from_moves(&position, width, height, moves, NULL);
}

/* Read a position from the first 'length' bytes of the buffer. */
API(enum fourscore_status, read_position,
    (int width, int height, size_t length))
{
    if (length > sizeof api_buffer)
        return FOURSCORE_TOO_SMALL;
    if (fourscore_notation_of(api_buffer, length) == FOURSCORE_MOVES)
        return read_game(width, height, length);
    moves[0] = '\0';
    api_error = (struct fourscore_error){0};
    return fourscore_read(&position, width, height, FOURSCORE_AUTO, api_buffer,
                          length, &api_error);
}

/* The moves of the game that was read last, as played; "" if it was a position
 * without an order. */
GET(const char *, played_moves, (void), moves)

/* About the text or the file that was refused last. */
GET(size_t, error_at, (void), api_error.at)
GET(const char *, error_reason, (void), api_error.reason)
GET(int, ply, (void), fourscore_ply(&position))
GET(int, winner, (void), fourscore_winner(&position))

/* Whether a column, from 1, can be played. */
API(int, can_play, (int column))
{
    fourscore_position next = position;
    return fourscore_play(&next, column) == FOURSCORE_OK;
}

/* Write the position to the buffer, in a notation of lib/fourscore.h. */
API(enum fourscore_status, write_position, (int notation))
{
    return fourscore_write(&position, notation, api_buffer, sizeof api_buffer);
}

/* ------------------------------------------------------------------ answers */

/* Open a solver for a board, with the built-in book if it is 7x6 and 'book' is
 * not 0; unless there is a solver for that board already. */
API(enum fourscore_status, open_solver,
    (int width, int height, double table_bytes, int book))
{
    if (solver != NULL && solver_width == width && solver_height == height)
        return FOURSCORE_OK;
    if (!(table_bytes >= 0 && table_bytes < 0x1p63))
        return FOURSCORE_BAD_ARGUMENT;
    fourscore_solver_free(solver);
    struct fourscore_config config = FOURSCORE_CONFIG_INIT;
    config.width = solver_width = width;
    config.height = solver_height = height;
    config.table_bytes = (uint64_t)table_bytes;
    enum fourscore_status status = fourscore_solver_new(&solver, &config);
    if (status == FOURSCORE_OK && !book)
        fourscore_set_book(solver, NULL);
    return status;
}

/* Ask about the position; see struct fourscore_query. */
API(enum fourscore_status, ask,
    (int goal, unsigned find, int fresh, double seconds, double nodes))
{
    if (solver == NULL || !(nodes >= 0 && nodes < 0x1p63))
        return FOURSCORE_BAD_ARGUMENT;
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    query.position = position;
    query.goal = goal;
    query.find = find;
    query.fresh = fresh;
    query.seconds = seconds;
    query.nodes = (uint64_t)nodes;
    answer = (struct fourscore_answer)FOURSCORE_ANSWER_INIT;
    return fourscore_ask(solver, &query, &answer);
}

GET(int, finished, (void), answer.finished)
GET(double, nodes, (void), (double)answer.nodes)
GET(int, lower, (void), answer.score.lower)
GET(int, upper, (void), answer.score.upper)

static struct fourscore_bounds move_score(int column)
{
    if (column < 1 || column > FOURSCORE_MAX_WIDTH)
        return (struct fourscore_bounds){FOURSCORE_NO_MOVE, FOURSCORE_NO_MOVE};
    return answer.move_scores[column - 1];
}

/* Both bounds of a move into a full column. */
GET(int, no_move, (void), FOURSCORE_NO_MOVE)

GET(int, move_lower, (int column), move_score(column).lower)
GET(int, move_upper, (int column), move_score(column).upper)

/* Column number 'index', from 0, of the best moves or of the principal
 * variation; 0 past the last. */
GET(int, best_move, (int index),
    index >= 0 && index < answer.best_count ? answer.best[index] : 0)
GET(int, pv_move, (int index),
    index >= 0 && index < answer.pv_length ? answer.pv[index] : 0)

/* --------------------------------------------------------------- opponents */

GET(int, levels, (void), FOURSCORE_LEVELS)

/* The column, from 1, that a level plays at the position, given the low and the
 * high half of a seed; 0 if the game is over.  The perfect level plays a best
 * move of the last answer, which must be about the position; 0 if it has none.
 */
API(int, choose_move, (int level, uint32_t low, uint32_t high))
{
    int column = 0;
    fourscore_choose_move(&position, level, (uint64_t)high << 32 | low, &answer,
                          &column);
    return column;
}

/* ------------------------------------------------------------- explanations */

static struct fourscore_answer kept;
static struct fourscore_explanation explanation;

/* Keep the last answer, about the position to be explained. */
API(void, keep_answer, (void))
{
    kept = answer;
}

/* Explain the position of the answer kept.  If 'move' is not 0, it has led
 * there from the position of the last answer. */
API(enum fourscore_status, explain, (int move))
{
    explanation = (struct fourscore_explanation)FOURSCORE_EXPLANATION_INIT;
    return fourscore_explain_answers(&kept, move != 0 ? &answer : NULL, move,
                                     &explanation);
}

GET(const char *, explanation_text, (void), explanation.text)
GET(int, explained_winner, (void), explanation.winner)

/* About the move: 0 if none is judged. */
GET(int, explained_move, (void), explanation.move)
GET(int, move_before, (void), explanation.move_before)
GET(int, move_after, (void), explanation.move_after)
GET(int, move_only, (void), explanation.move_only)

/* Column number 'index', from 0; 0 past the last. */
GET(int, better_move, (int index),
    index >= 0 && index < explanation.better_count ? explanation.better[index]
                                                   : 0)

GET(int, reason_count, (void), explanation.reason_count)

/* Of two reasons; the second is empty if there is one. */
static const struct fourscore_reason *reason_of(int index)
{
    return &explanation.reasons[index == 1];
}

GET(const char *, reason_kind, (int index),
    fourscore_reason_name(reason_of(index)->kind))
GET(const char *, reason_text, (int index), reason_of(index)->text)
GET(int, reason_player, (int index), reason_of(index)->player)
GET(int, reason_wins, (int index), reason_of(index)->wins)
GET(int, reason_forced, (int index), reason_of(index)->forced)

/* Column number 'at' of the line, from 0; 0 past the last. */
API(int, reason_move, (int index, int at))
{
    const struct fourscore_reason *reason = reason_of(index);
    return at >= 0 && at < reason->line_length ? reason->line[at] : 0;
}

/* The marks of a cell, numbered as in fourscore_cells(). */
GET(int, reason_marks, (int index, int cell),
    cell >= 0 && cell < FOURSCORE_MAX_CELLS ? reason_of(index)->marks[cell] : 0)
