/*
 * fourscore_ask(): any bytes as a query, in a structure of any size, and an
 * answer of any size.  What is asked successfully agrees with the score and
 * with the rules.
 */
#include "test/fuzz/fuzz.h"

/* Boards, and the limits that keep an input fast. */
static const struct {
    int width, height;
    uint64_t max_nodes;
} boards[] = {
    {4, 4, 0}, {1, 1, 0},    {3, 3, 0},     {5, 3, 0},
    {4, 5, 0}, {7, 6, 3000}, {12, 9, 3000}, {10, 11, 3000},
};

enum {
    BOARDS = sizeof boards / sizeof boards[0],
    TABLE_BYTES = 10 << 20,
    MAX_SIZE = 2 * sizeof(struct fourscore_answer),
};

/* The first bytes of an input.  The moves of the position follow. */
struct header {
    uint8_t board;
    uint8_t raw; /* 1: the position is of these bytes, not of moves */
    uint8_t cancel;
    uint8_t extra; /* the bytes beyond this version's structure */
    uint16_t query_size, answer_size;
    uint8_t query[sizeof(struct fourscore_query)];
};

/* The solver of a board, and the one whose scores it is compared with. */
static fourscore_solver *open_solver(int board, const char *engine)
{
    return fuzz_solver((struct fourscore_config){
        .width = boards[board].width,
        .height = boards[board].height,
        .engine = engine,
        .table_bytes = TABLE_BYTES,
    });
}

/* As many of the moves as can be played. */
static fourscore_position position_of(int board, const uint8_t *moves,
                                      size_t count)
{
    fourscore_position position;
    assert(fourscore_from_moves(&position, boards[board].width,
                                boards[board].height, "",
                                NULL) == FOURSCORE_OK);
    for (size_t i = 0; i < count; i++)
        if (fourscore_play(&position, moves[i] - '0') != FOURSCORE_OK)
            break;
    return position;
}

static bool is_in(struct fourscore_bounds inner, struct fourscore_bounds outer)
{
    return outer.lower <= inner.lower && inner.lower <= inner.upper &&
           inner.upper <= outer.upper;
}

/* The score by another engine, where that is fast; otherwise its limits. */
static struct fourscore_bounds
score_of(int board, const fourscore_position *position, int goal)
{
    static fourscore_solver *solvers[BOARDS];
    struct fourscore_bounds score = {-FOURSCORE_MAX_CELLS, FOURSCORE_MAX_CELLS};
    if (boards[board].max_nodes > 0)
        return score;
    if (solvers[board] == NULL)
        solvers[board] = open_solver(board, "tutorial-12");
    assert(fourscore_solve(solvers[board], position, goal, &score) ==
           FOURSCORE_OK);
    return score;
}

/* The bounds hold, and are those of a finished answer. */
static void check_bounds(struct fourscore_bounds bounds, bool finished,
                         struct fourscore_bounds known)
{
    assert(bounds.lower <= bounds.upper);
    if (known.lower == known.upper)
        assert(is_in(known, bounds));
    if (finished)
        assert(bounds.lower == bounds.upper);
}

static void check_moves(int board, const fourscore_position *position,
                        const struct fourscore_query *query,
                        const struct fourscore_answer *answer)
{
    int highest = -FOURSCORE_MAX_CELLS, best = 0;
    for (int column = 1; column <= boards[board].width; column++) {
        struct fourscore_bounds score = answer->move_scores[column - 1];
        fourscore_position played = *position;
        enum fourscore_status status = fourscore_play(&played, column);
        assert((status == FOURSCORE_OK) == (score.lower != FOURSCORE_NO_MOVE));
        if (status != FOURSCORE_OK)
            continue;
        struct fourscore_bounds reply = score_of(board, &played, query->goal);
        check_bounds(score, answer->finished,
                     (struct fourscore_bounds){-reply.upper, -reply.lower});
        if (score.lower > highest)
            best = 0;
        if (score.lower >= highest) {
            highest = score.lower;
            best++;
        }
    }
    if (best > 0 && answer->finished) {
        assert(highest == answer->score.lower);
        if ((query->find & FOURSCORE_BEST) != 0)
            assert(best == answer->best_count);
    }
}

/* Whether a move has the score of the position; false if that is not known. */
static bool is_best(int board, const fourscore_position *position, int goal,
                    int column)
{
    fourscore_position played = *position;
    if (fourscore_play(&played, column) != FOURSCORE_OK)
        return false;
    struct fourscore_bounds score = score_of(board, position, goal);
    struct fourscore_bounds reply = score_of(board, &played, goal);
    return score.lower == score.upper && score.lower == -reply.lower;
}

/* Each is listed once, from the centre outwards, first to the left. */
static void check_best(int board, const fourscore_position *position,
                       const struct fourscore_query *query,
                       const struct fourscore_answer *answer)
{
    bool listed[FOURSCORE_MAX_WIDTH + 1] = {false};
    for (int i = 0, last = -1; i < answer->best_count; i++) {
        int right = answer->best[i] - 1 - boards[board].width / 2;
        int place = right < 0 ? -2 * right - 1 : 2 * right;
        assert(place > last);
        last = place;
        listed[answer->best[i]] = true;
    }
    if (boards[board].max_nodes > 0)
        return;
    bool complete = (answer->found & FOURSCORE_BEST) != 0;
    for (int column = 1; column <= boards[board].width; column++) {
        bool best = is_best(board, position, query->goal, column);
        assert(best || !listed[column]);
        assert(listed[column] || !best || !complete);
    }
}

/* The moves of a finished answer lead to the end of the game. */
static void check_pv(fourscore_position position,
                     const struct fourscore_answer *answer)
{
    for (int i = 0; i < answer->pv_length; i++)
        assert(fourscore_play(&position, answer->pv[i]) == FOURSCORE_OK);
    int cells = fourscore_width(&position) * fourscore_height(&position);
    if (answer->finished)
        assert((answer->score.lower != 0 && fourscore_winner(&position) != 0) ||
               (answer->score.lower == 0 && fourscore_ply(&position) == cells));
}

static bool is_limited(const struct fourscore_query *query)
{
    return query->nodes > 0 || query->seconds > 0 || query->cancel != NULL;
}

static void check_answer(int board, const struct fourscore_query *query,
                         const struct fourscore_answer *answer)
{
    const fourscore_position *position = &answer->position;
    int cells = boards[board].width * boards[board].height;
    bool over =
        fourscore_winner(position) != 0 || fourscore_ply(position) == cells;
    assert(answer->status == FOURSCORE_OK && answer->user == query->user);
    assert(query->nodes == 0 || answer->nodes <= query->nodes);
    assert((answer->found & ~query->find) == 0);
    assert(!answer->finished || answer->found == query->find);
    assert(answer->finished || is_limited(query));
    if (query->goal == FOURSCORE_NULL_WINDOW) {
        struct fourscore_bounds score =
            score_of(board, position, FOURSCORE_STRONG);
        check_bounds(answer->score, false, score);
        assert(answer->finished == (answer->score.lower >= query->beta ||
                                    answer->score.upper < query->beta));
        return;
    }
    check_bounds(answer->score, answer->finished,
                 score_of(board, position, query->goal));
    if (over) {
        assert(answer->finished && answer->nodes == 0);
        assert(answer->best_count == 0 && answer->pv_length == 0);
        for (int i = 0; i < FOURSCORE_MAX_WIDTH; i++)
            assert(answer->move_scores[i].lower == FOURSCORE_NO_MOVE &&
                   answer->move_scores[i].upper == FOURSCORE_NO_MOVE);
        return;
    }
    if ((query->find & FOURSCORE_ALL_MOVES) != 0)
        check_moves(board, position, query, answer);
    if ((query->find & FOURSCORE_BEST) != 0) {
        check_best(board, position, query, answer);
        assert((answer->found & FOURSCORE_BEST) == 0 || answer->best_count > 0);
    }
    if ((query->find & FOURSCORE_PV) != 0)
        check_pv(*position, answer);
}

/* A size for a structure; SIZE_MAX is one that nobody has set. */
static size_t size_of(uint16_t number)
{
    return number == UINT16_MAX ? SIZE_MAX : number % MAX_SIZE;
}

static void ask(const struct header *header, fourscore_solver *solver,
                int board, const struct fourscore_query *query)
{
    struct fourscore_query read = FOURSCORE_QUERY_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    size_t query_size = size_of(header->query_size);
    size_t answer_size = size_of(header->answer_size);
    if (query_size > offsetof(struct fourscore_query, cancel) &&
        query_size < offsetof(struct fourscore_query, user))
        query_size = offsetof(struct fourscore_query, cancel); /* no half */
    if (query_size > offsetof(struct fourscore_query, text) &&
        query_size < offsetof(struct fourscore_query, length))
        query_size = offsetof(struct fourscore_query, text);
    void *asked =
        fuzz_structure(query_size, query, sizeof *query, header->extra);
    void *answered = fuzz_structure(answer_size, &answer, sizeof answer, 0xa5);

    enum fourscore_status status = fourscore_ask(solver, asked, answered);
    assert(memcmp(answered, &answer_size, sizeof answer_size) == 0);
    if (status == FOURSCORE_OK) {
        assert(query_size >= sizeof query_size && query_size <= MAX_SIZE);
        assert(query_size <= sizeof *query || header->extra == 0);
        assert(answer_size >= sizeof answer_size);
        fuzz_read_structure(&read, sizeof read, asked);
        fuzz_read_structure(&answer, sizeof answer, answered);
        if (answer_size >= sizeof answer && header->raw != 1)
            check_answer(board, &read, &answer);
    } else {
        assert(status == FOURSCORE_BAD_ARGUMENT ||
               status == FOURSCORE_OTHER_BOARD ||
               (status == FOURSCORE_BAD_POSITION && query->text != NULL));
    }
    free(asked);
    free(answered);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fourscore_solver *solvers[BOARDS];
    struct header header;
    struct fourscore_query query;
    fourscore_cancel *cancel;

    if (size < sizeof header)
        return 0;
    memcpy(&header, data, sizeof header);
    memcpy(&query, header.query, sizeof query);
    int board = header.board % BOARDS;
    if (size_of(header.query_size) < offsetof(struct fourscore_query, cancel))
        board = 0; /* the query has no limits */
    if (solvers[board] == NULL)
        solvers[board] = open_solver(board, NULL);
    if (header.raw != 1)
        query.position =
            position_of(board, data + sizeof header, size - sizeof header);
    if (query.text != NULL) {
        query.text = (const char *)data + sizeof header;
        query.length = size - sizeof header;
    }
    if (boards[board].max_nodes > 0)
        query.nodes = 1 + query.nodes % boards[board].max_nodes;
    assert(fourscore_cancel_new(&cancel) == FOURSCORE_OK);
    if (header.cancel == 2)
        fourscore_cancel_now(cancel);
    query.cancel = header.cancel == 0 ? NULL : cancel;
    ask(&header, solvers[board], board, &query);
    fourscore_cancel_free(cancel);
    return 0;
}
