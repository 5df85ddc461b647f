/*
 * What fourscore.mjs calls: the library in functions of numbers.
 *
 * Texts are passed in one buffer.  The functions about positions and answers
 * are about the last one that was read or found.  Explanations and reviews are
 * JSON.  fourscore.mjs has checked the types and ranges of all arguments.
 */
#include <string.h>

#include "lib/fourscore_game.h"

/* The head of a function, after its prototype. */
#define API(type, name, parameters)                                            \
    __attribute__((export_name(#name))) type name parameters;                  \
    type name parameters

/* A function that returns a value. */
#define GET(type, name, parameters, value)                                     \
    API(type, name, parameters)                                                \
    {                                                                          \
        return value;                                                          \
    }

enum { TEXT_SIZE = 1 << 16 };

static char buffer[TEXT_SIZE + 1];

/* About the text or the file that was refused last. */
static struct fourscore_error error;

static fourscore_position position;
static char moves[FOURSCORE_MAX_CELLS + 1];
static int is_game;
static struct fourscore_answer answer;

/* The solver, and the board it is for. */
static fourscore_solver *solver;
static int solver_width, solver_height;

GET(char *, text, (void), buffer)
GET(size_t, text_size, (void), TEXT_SIZE)
GET(size_t, error_at, (void), error.at)
GET(const char *, error_reason, (void), error.reason)

GET(const char *, status_text, (int status),
    fourscore_strstatus((enum fourscore_status)status))

GET(const char *, version, (void), fourscore_version())

/* ---------------------------------------------------------------- positions */

/* Read a game from the first 'length' bytes of the buffer, whose last position
 * is the position then, or, if 'only_game' is 0, any position. */
API(enum fourscore_status, read,
    (int width, int height, int first_column, int only_game, size_t length))
{
    int notation = first_column == 0 ? FOURSCORE_FROM_0 : FOURSCORE_AUTO;
    enum fourscore_status status;
    if (only_game) {
        status = fourscore_read_game(moves, width, height, notation, buffer,
                                     length, &error);
        is_game = status == FOURSCORE_OK;
        return is_game
                   ? fourscore_from_moves(&position, width, height, moves, NULL)
                   : status;
    }
    status = fourscore_read(&position, moves, width, height, notation, buffer,
                            length, &error);
    is_game = status == FOURSCORE_OK &&
              strlen(moves) == (size_t)fourscore_ply(&position);
    return status;
}

/* Whether a game that ends at the position was read last, and its moves, from
 * 1, as played; "" if it was none. */
GET(int, was_game, (void), is_game)
GET(const char *, played_moves, (void), is_game ? moves : "")

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
    return fourscore_write(&position, notation, buffer, sizeof buffer);
}

/* ------------------------------------------------------------------ answers */

/* Open a solver for a board, with the built-in book if it is 7x6 and 'book' is
 * not 0; unless there is a solver for that board already. */
API(enum fourscore_status, open_solver,
    (int width, int height, double table_bytes, int book))
{
    if (solver != NULL && solver_width == width && solver_height == height)
        return FOURSCORE_OK;
    fourscore_solver_free(solver);
    struct fourscore_config config = FOURSCORE_CONFIG_INIT;
    config.width = solver_width = width;
    config.height = solver_height = height;
    config.table_bytes = (uint64_t)table_bytes;
    enum fourscore_status status = fourscore_solver_new(&solver, &config);
    return status == FOURSCORE_OK && !book ? fourscore_set_book(solver, NULL)
                                           : status;
}

/* Ask about the position; see struct fourscore_query. */
API(enum fourscore_status, ask,
    (int goal, unsigned find, int fresh, double seconds, double nodes))
{
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
GET(const struct fourscore_bounds *, move_scores, (void), answer.move_scores)
GET(const int *, best, (void), answer.best)
GET(int, best_count, (void), answer.best_count)
GET(const int *, pv, (void), answer.pv)
GET(int, pv_count, (void), answer.pv_length)

/* --------------------------------------------------------------- opponents */

/* The column, from 1, that a level plays at the position, given the low and the
 * high half of a seed; 0 if the game is over.  The perfect level plays a best
 * move of the last answer, which must be about the position; 0 if it has none.
 */
API(int, choose_move, (int level, uint32_t low, uint32_t high))
{
    int column = 0;
    return fourscore_choose_move(&position, level, (uint64_t)high << 32 | low,
                                 &answer, &column) == FOURSCORE_OK
               ? column
               : 0;
}

/* ------------------------------------------------- explanations and reviews */

static struct fourscore_answer kept;
static struct fourscore_point points[FOURSCORE_MAX_CELLS + 1];

/* Keep a text until the next one.  NULL: memory ran out, or there is none. */
static const char *keep_text(char *text)
{
    static char *last;
    fourscore_text_free(last);
    return last = text;
}

/* Keep the last answer, about the position to be explained. */
API(void, keep_answer, (void))
{
    kept = answer;
}

/* Explain the position of the answer kept.  If 'move' is not 0, it has led
 * there from the position of the last answer. */
API(const char *, explain, (int move))
{
    static struct fourscore_explanation explanation;
    explanation = (struct fourscore_explanation)FOURSCORE_EXPLANATION_INIT;
    return keep_text(fourscore_explain_answers(&kept,
                                               move != 0 ? &answer : NULL, move,
                                               &explanation) == FOURSCORE_OK
                         ? fourscore_explanation_json(&explanation)
                         : NULL);
}

/* Keep what the last answer says about a game after its first moves. */
API(void, keep_point, (int ply))
{
    points[ply] = fourscore_point_of(&answer);
}

/* Review the game that was read last by the points kept. */
API(const char *, review, (int width, int height))
{
    static struct fourscore_review review;
    review = (struct fourscore_review)FOURSCORE_REVIEW_INIT;
    return keep_text(fourscore_judge_game(width, height, moves, points,
                                          &review) == FOURSCORE_OK
                         ? fourscore_review_json(&review)
                         : NULL);
}

/* ------------------------------------------------------------- certificates */

/* One follower, which the next one replaces. */
static fourscore_follower *follower;
static struct fourscore_certificate certificate;
static struct fourscore_reply reply;

/* Check the certificate in the first 'length' bytes of the buffer, and follow
 * it. */
API(enum fourscore_status, open_follower, (size_t length))
{
    fourscore_follower_free(follower);
    certificate = (struct fourscore_certificate)FOURSCORE_CERTIFICATE_INIT;
    return fourscore_follower_new(&follower, buffer, length, &certificate,
                                  &error);
}

GET(int, certificate_width, (void), certificate.width)
GET(int, certificate_height, (void), certificate.height)
GET(const char *, certificate_moves, (void), certificate.moves)
GET(int, certificate_player, (void), certificate.player)
GET(int, certificate_score, (void), certificate.score)

/* Find the reply after the moves in the first 'length' bytes of the buffer. */
API(enum fourscore_status, follow, (size_t length))
{
    if (memchr(buffer, '\0', length) != NULL)
        return FOURSCORE_BAD_ARGUMENT;
    buffer[length] = '\0';
    reply = (struct fourscore_reply)FOURSCORE_REPLY_INIT;
    return fourscore_follower_reply(follower, buffer, &reply, &error);
}

/* Column, from 1, and enum fourscore_reply_reason. */
GET(int, reply_column, (void), reply.column)
GET(int, reply_reason, (void), reply.reason)
