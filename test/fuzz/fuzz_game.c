/*
 * The functions of lib/fourscore_game.h: structures that the library or the
 * caller has filled, with any of their words changed, of any size.  Whatever is
 * accepted gives moves that can be played, and complete texts.
 *
 * An input is a function, a size, a game of so many moves, and changes.
 */
#include "lib/fourscore_game.h"
#include "test/fuzz/fuzz.h"

enum { WIDTH = 5, HEIGHT = 4 };

/* What an input gives: the size of a structure, a game, and changes. */
struct input {
    struct fuzz_script script;
    uint8_t size;
    char moves[FOURSCORE_MAX_CELLS + 1];
    fourscore_position position; /* after the moves */
};

static int next_signed(struct input *in)
{
    int byte = fuzz_next(&in->script);
    return byte < 128 ? byte : byte - 256;
}

/* Set words of structures: each change is the number of a word and a small
 * number, or the largest or the smallest one. */
static void change(struct input *in, void *structure, size_t size)
{
    struct fuzz_script *script = &in->script;
    int32_t *words = structure;
    while (script->end - script->at >= 3) {
        size_t word = fuzz_next(script);
        word = word << 8 | fuzz_next(script);
        int8_t value = (int8_t)fuzz_next(script);
        words[word % (size / sizeof *words)] = value == INT8_MAX   ? INT32_MAX
                                               : value == INT8_MIN ? INT32_MIN
                                                                   : value;
    }
}

/* A copy that says it has 'size' bytes, and has no more than that. */
static void *cut(const void *all, size_t all_size, uint8_t number)
{
    size_t size = number == 0           ? all_size
                  : number == UINT8_MAX ? SIZE_MAX
                                        : number * sizeof(void *);
    if (size > all_size && size != SIZE_MAX)
        size = all_size;
    return fuzz_structure(size, all, all_size, 0);
}

static fourscore_solver *open_solver(void)
{
    static fourscore_solver *solver;
    if (solver == NULL)
        solver =
            fuzz_solver((struct fourscore_config){.width = WIDTH,
                                                  .height = HEIGHT,
                                                  .threads = 1,
                                                  .table_bytes = 16 << 20});
    return solver;
}

/* Read a game: at most as many moves as the first byte says. */
static void read_game(struct input *in)
{
    int count = 0;
    assert(fourscore_from_moves(&in->position, WIDTH, HEIGHT, "", NULL) ==
           FOURSCORE_OK);
    for (int i = fuzz_next(&in->script) % (WIDTH * HEIGHT + 1); i > 0; i--) {
        int column = 1 + fuzz_next(&in->script) % WIDTH;
        if (fourscore_play(&in->position, column) == FOURSCORE_OK)
            in->moves[count++] = (char)('0' + column);
    }
    in->moves[count] = '\0';
}

static struct fourscore_answer ask(const fourscore_position *position, int goal,
                                   unsigned find)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    query.position = *position;
    query.goal = goal;
    query.find = find;
    fourscore_solver *solver = open_solver();
    assert(fourscore_ask(solver, &query, &answer) == FOURSCORE_OK);
    return answer;
}

static bool can_play(const fourscore_position *position, int column)
{
    fourscore_position next = *position;
    return fourscore_play(&next, column) == FOURSCORE_OK;
}

static bool is_text(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}

/* ---------------------------------------------------------------- functions */

static void check_reason(const fourscore_position *position,
                         const struct fourscore_reason *reason)
{
    fourscore_position end = *position;
    assert(fourscore_reason_name(reason->kind) != NULL);
    assert(reason->player == 1 || reason->player == 2);
    for (int i = 0; i < reason->line_length; i++)
        assert(fourscore_play(&end, reason->line[i]) == FOURSCORE_OK);
    assert(is_text(reason->text, sizeof reason->text));
}

/* What the library has filled has JSON. */
static void check_json(char *text)
{
    assert(text != NULL && text[0] == '{');
    fourscore_text_free(text);
}

static void check_explanation(const struct fourscore_explanation *found)
{
    check_json(fourscore_explanation_json(found));
    assert(found->winner >= -1 && found->winner <= 2);
    assert(found->reason_count >= 0 && found->reason_count <= 2);
    assert(found->better_count >= 0 && found->better_count <= WIDTH);
    assert(is_text(found->text, sizeof found->text));
    for (int i = 0; i < found->reason_count; i++)
        check_reason(&found->position, &found->reasons[i]);
}

static void explain_answers(struct input *in)
{
    struct {
        struct fourscore_answer after, before;
    } both;
    struct fourscore_explanation found = FOURSCORE_EXPLANATION_INIT;
    fourscore_position after = in->position;
    int move = 1 + fuzz_next(&in->script) % WIDTH;
    bool judged = fourscore_play(&after, move) == FOURSCORE_OK;
    both.after = ask(&after, FOURSCORE_STRONG, FOURSCORE_PV);
    both.before = ask(&in->position, FOURSCORE_WEAK, FOURSCORE_BEST);
    change(in, &both, sizeof both);
    struct fourscore_answer *answer =
        cut(&both.after, sizeof both.after, in->size % 2 == 0 ? in->size : 0);
    struct fourscore_answer *earlier =
        cut(&both.before, sizeof both.before, in->size % 2 == 0 ? 0 : in->size);
    if (fourscore_explain_answers(answer, judged ? earlier : NULL, move,
                                  &found) == FOURSCORE_OK)
        check_explanation(&found);
    free(answer);
    free(earlier);
}

static void explain(struct input *in)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_explanation found = FOURSCORE_EXPLANATION_INIT;
    query.position = in->position;
    int move = next_signed(in);
    change(in, &query, sizeof query);
    query.cancel = NULL;
    void *given = cut(&query, sizeof query, in->size);
    if (fourscore_explain(open_solver(), given, move, &found) == FOURSCORE_OK)
        check_explanation(&found);
    free(given);
}

static void choose(struct input *in)
{
    struct fourscore_answer answer =
        ask(&in->position, FOURSCORE_STRONG, FOURSCORE_BEST);
    int level = next_signed(in), column = 0;
    change(in, &answer, sizeof answer);
    struct fourscore_point point = fourscore_point_of(&answer);
    assert(point.best_count >= 0 && point.best_count <= WIDTH);
    for (int i = 0; i < point.best_count; i++)
        assert(can_play(&answer.position, point.best[i]));
    void *given = cut(&answer, sizeof answer, in->size);
    if (fourscore_choose_move(&in->position, level, in->size, given, &column) ==
        FOURSCORE_OK)
        assert(can_play(&in->position, column));
    free(given);
}

static void find(struct input *in)
{
    struct fourscore_opponent opponent = FOURSCORE_OPPONENT_INIT;
    struct fourscore_move move = FOURSCORE_MOVE_INIT;
    opponent.level = FOURSCORE_LEVELS;
    change(in, &opponent, sizeof opponent);
    opponent.cancel = NULL;
    void *given = cut(&opponent, sizeof opponent, in->size);
    if (fourscore_find_move(open_solver(), &in->position, given, &move) ==
        FOURSCORE_OK)
        assert(can_play(&in->position, move.column));
    free(given);
}

static void check_review(const struct fourscore_review *review)
{
    check_json(fourscore_review_json(review));
    assert(is_text(review->summary, sizeof review->summary));
    assert(review->decided >= -1 && review->decided <= review->count);
    for (int i = 0; i < 2; i++)
        assert(review->sides[i].accuracy >= -1 &&
               review->sides[i].accuracy <= 100);
    for (int i = 0; i < review->count; i++) {
        assert(fourscore_verdict_name(review->moves[i].verdict) != NULL);
        assert(review->moves[i].lost >= 0);
    }
}

static void judge_game(struct input *in)
{
    struct fourscore_point points[WIDTH * HEIGHT + 1];
    struct fourscore_review review = FOURSCORE_REVIEW_INIT;
    fourscore_position position;
    int count = (int)strlen(in->moves);
    assert(fourscore_from_moves(&position, WIDTH, HEIGHT, "", NULL) ==
           FOURSCORE_OK);
    for (int i = 0; i <= count; i++) {
        struct fourscore_answer answer =
            ask(&position, FOURSCORE_STRONG, FOURSCORE_BEST);
        points[i] = fourscore_point_of(&answer);
        assert(i == count ||
               fourscore_play(&position, in->moves[i] - '0') == FOURSCORE_OK);
    }
    change(in, points, sizeof *points * (size_t)(count + 1));
    if (fourscore_judge_game(WIDTH, HEIGHT, in->moves, points, &review) ==
        FOURSCORE_OK)
        check_review(&review);
}

static void review_game(struct input *in)
{
    struct fourscore_query limits = FOURSCORE_QUERY_INIT;
    struct fourscore_review review = FOURSCORE_REVIEW_INIT;
    if (in->size % 2 == 1 && in->moves[0] != '\0')
        in->moves[in->size % strlen(in->moves)] = (char)in->size;
    limits.nodes = 1;
    change(in, &limits, sizeof limits);
    limits.cancel = NULL;
    void *given = cut(&limits, sizeof limits, in->size);
    if (fourscore_review_game(open_solver(), in->moves, given, &review) ==
        FOURSCORE_OK)
        check_review(&review);
    free(given);
}

static void check_puzzle(const struct fourscore_puzzle *puzzle)
{
    assert(puzzle->move >= 0 && puzzle->move <= WIDTH);
    if (puzzle->move == 0)
        return;
    check_json(fourscore_puzzle_json(puzzle));
    assert(can_play(&puzzle->position, puzzle->move));
    assert(puzzle->depth > 0 && puzzle->lures >= 0);
    assert(puzzle->difficulty >= puzzle->depth && puzzle->win_in >= 0);
}

static void judge_puzzle(struct input *in)
{
    struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
    struct fourscore_answer answer =
        ask(&in->position, FOURSCORE_STRONG, FOURSCORE_ALL_MOVES);
    change(in, &answer, sizeof answer);
    void *given = cut(&answer, sizeof answer, in->size);
    if (fourscore_judge_puzzle(given, NULL, &puzzle) == FOURSCORE_OK)
        check_puzzle(&puzzle);
    free(given);
}

static void find_puzzle(struct input *in)
{
    struct fourscore_puzzle_config config = FOURSCORE_PUZZLE_CONFIG_INIT;
    struct fourscore_puzzle puzzle = FOURSCORE_PUZZLE_INIT;
    uint64_t number = in->size;
    config.width = WIDTH;
    config.height = HEIGHT;
    change(in, &config, sizeof config);
    config.cancel = NULL;
    if (config.tries < 1 || config.tries > 3)
        config.tries = 3;
    void *given = cut(&config, sizeof config, in->size);
    bool is_cut = in->size != 0;
    if (fourscore_puzzle_candidate(given, number, in->moves) == FOURSCORE_OK)
        assert(is_text(in->moves, sizeof in->moves));
    if (!is_cut && fourscore_find_puzzle(open_solver(), given, &number,
                                         &puzzle) == FOURSCORE_OK)
        check_puzzle(&puzzle);
    free(given);
}

/* A position that no function has set. */
static void forge(struct input *in)
{
    struct fourscore_level_info info = FOURSCORE_LEVEL_INFO_INIT;
    int column = 0, level = next_signed(in);
    change(in, &in->position, sizeof in->position);
    if (fourscore_choose_move(&in->position, level, in->size, NULL, &column) ==
        FOURSCORE_OK)
        assert(can_play(&in->position, column));
    void *given = cut(&info, sizeof info, in->size);
    fourscore_level_info(level, given);
    free(given);
    fourscore_puzzle_max_win_in(level, in->size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const functions[])(struct input * in) = {
        explain_answers, explain,      choose,      find,  judge_game,
        review_game,     judge_puzzle, find_puzzle, forge,
    };
    struct input in = {.script = {data, data + size}};
    size_t function =
        fuzz_next(&in.script) % (sizeof functions / sizeof *functions);
    in.size = fuzz_next(&in.script);
    read_game(&in);
    functions[function](&in);
    return 0;
}
