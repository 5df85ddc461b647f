/* The library through its public header only. */
#include "test/unit/public.h"

enum { DEFAULT_WIDTH = 7, DEFAULT_HEIGHT = 6, DEFAULT_CELLS = 42 };

static fourscore_position default_position(const char *moves)
{
    return test_position(DEFAULT_WIDTH, DEFAULT_HEIGHT, moves);
}

/* Without a book, so that all positions are searched. */
static fourscore_solver *default_solver(void)
{
    fourscore_solver *solver = test_solver(DEFAULT_WIDTH, DEFAULT_HEIGHT);
    assert_ok(fourscore_set_book(solver, NULL));
    return solver;
}

/* Answer a query; 'nodes' is its limit, 0 for none. */
static struct fourscore_answer ask(fourscore_solver *solver, const char *moves,
                                   int goal, unsigned find, uint64_t nodes)
{
    struct fourscore_query query = test_query(7, 6, moves);
    query.goal = goal;
    query.find = find;
    query.nodes = nodes;
    return test_ask(solver, &query);
}

/* Expect that no score and no query for everything about a position is
 * answered, and that both leave what is there. */
static void expect_refusal(fourscore_solver *solver,
                           const fourscore_position *position, int goal,
                           enum fourscore_status status)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    query.position = *position;
    query.goal = goal;
    query.find = FOURSCORE_ALL_MOVES | FOURSCORE_BEST | FOURSCORE_PV;
    answer.score.lower = 5;
    assert_int_equal(fourscore_ask(solver, &query, &answer), status);
    assert_int_equal(fourscore_solve(solver, position, goal, &answer.score),
                     status);
    assert_int_equal(answer.score.lower, 5);
}

static struct fourscore_solver_info info_of(const fourscore_solver *solver)
{
    struct fourscore_solver_info info = FOURSCORE_SOLVER_INFO_INIT;
    assert_ok(fourscore_solver_info(solver, &info));
    assert_int_equal(info.size, sizeof info);
    return info;
}

/* A drawn game, and one that the first player won. */
static const char drawn[] = "752436771776622631125614515126755442344333";
static const char won[] = "1212121";

static const char *description_of(int status)
{
    return fourscore_strstatus((enum fourscore_status)status);
}

TEST(statuses_have_descriptions)
{
    for (int i = FOURSCORE_OK; i <= FOURSCORE_BAD_TABLE; i++) {
        assert_null(strchr(description_of(i), '\n'));
        for (int j = FOURSCORE_OK; j < i; j++)
            assert_string_not_equal(description_of(i), description_of(j));
    }
    assert_string_equal(description_of(-1), "unknown status");
    assert_string_equal(description_of(FOURSCORE_BAD_TABLE + 1),
                        "unknown status");
    assert_string_equal(fourscore_version(), FOURSCORE_VERSION);
}

TEST(moves_become_positions)
{
    fourscore_position position = default_position("4453");
    assert_int_equal(fourscore_width(&position), DEFAULT_WIDTH);
    assert_int_equal(fourscore_height(&position), DEFAULT_HEIGHT);
    assert_int_equal(fourscore_ply(&position), 4);
    assert_int_equal(fourscore_winner(&position), 0);

    /* The bits of columns 3, 4 and 5, of 7 bits each, from 14, 21 and 28. */
    uint64_t key[2];
    uint64_t mover = (uint64_t)1 << 21 | (uint64_t)1 << 28;
    uint64_t others = (uint64_t)1 << 14 | (uint64_t)1 << 22;
    fourscore_key(&position, key);
    assert_int_equal(key[0], mover + (mover | others));
    assert_int_equal(key[1], 0);
    fourscore_position other = default_position("4435");
    assert_true(memcmp(&position, &other, sizeof position) != 0);
    other = default_position("4354");
    assert_memory_equal(&position, &other, sizeof position);

    position = test_position(12, 9, "cccccccccbbbbbbbbb");
    fourscore_key(&position, key);
    assert_int_not_equal(key[1], 0);
    assert_int_equal(fourscore_ply(&position), 18);
}

/* test_read.c has the other reasons. */
TEST(cells_and_diagrams_begin_as_they_do)
{
    static const struct {
        int notation;
        const char *text;
        size_t length, at;
        const char *reason;
    } cases[] = {
        {FOURSCORE_CONNECTX, "4453", 4, 0, "a list of cells begins with '['"},
        {FOURSCORE_DIAGRAM, "\n4453", 5, 1, "a diagram begins with '.'"},
        {FOURSCORE_DIAGRAM_LINE, "", 0, 0, "a diagram begins with '.'"},
        /* a zero is not a blank */
        {FOURSCORE_DIAGRAM, "\0.", 2, 0, "a diagram begins with '.'"},
    };
    EACH (c, cases) {
        fourscore_position position;
        struct fourscore_error error;
        assert_int_equal(fourscore_read(&position, NULL, 7, 6, c->notation,
                                        c->text, c->length, &error),
                         FOURSCORE_BAD_POSITION);
        assert_int_equal(error.at, c->at);
        assert_non_null(strstr(error.reason, c->reason));
    }
}

TEST(invalid_positions_and_goals_are_refused)
{
    OWNED(solver) solver = default_solver();
    fourscore_position other = test_position(6, 7, "");
    fourscore_position nothing = {{0}}, noise = default_position("4453");
    noise.opaque[0] = UINT64_MAX;
    fourscore_position floating = default_position("4453");
    floating.opaque[0] = 3; /* as many stones, but elsewhere */
    const fourscore_position *bad[] = {&nothing, &noise, &floating};
    for (int i = 0; i < 3; i++) {
        fourscore_position copy = *bad[i];
        char text[FOURSCORE_MAX_CELLS + 1];
        uint64_t key[2] = {1, 1};
        assert_bad_argument(fourscore_play(&copy, 1));
        assert_bad_argument(
            fourscore_write(bad[i], FOURSCORE_MOVES, text, sizeof text));
        expect_refusal(solver, bad[i], FOURSCORE_STRONG,
                       FOURSCORE_BAD_ARGUMENT);
        assert_int_equal(fourscore_last_stone(bad[i], 1), 0);
        assert_int_equal(fourscore_width(bad[i]), 0);
        assert_int_equal(fourscore_height(bad[i]), 0);
        assert_int_equal(fourscore_ply(bad[i]), 0);
        assert_int_equal(fourscore_winner(bad[i]), 0);
        fourscore_key(bad[i], key);
        assert_int_equal(key[0] | key[1], 0);
        fourscore_cells(bad[i], NULL);
    }
    expect_refusal(solver, &other, FOURSCORE_STRONG, FOURSCORE_OTHER_BOARD);
    other = default_position(won);
    expect_refusal(solver, &other, FOURSCORE_NULL_WINDOW,
                   FOURSCORE_BAD_ARGUMENT);
    expect_refusal(solver, &other, -1, FOURSCORE_BAD_ARGUMENT);
}

TEST(solvers_match_their_configuration)
{
    static const char *const engines[] = {"fast", "dfpn", "tutorial-12",
                                          "tutorial-11"};
    fourscore_solver *solver;
    assert_ok(fourscore_solver_new(&solver, NULL));
    assert_string_equal(info_of(solver).engine, "fast");
    assert_int_equal(info_of(solver).width, DEFAULT_WIDTH);
    assert_int_equal(info_of(solver).threads, 1);
    fourscore_solver_free(solver);
    fourscore_solver_free(NULL);
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        solver = test_solver_of((struct fourscore_config){
            .engine = engines[i], .table_bytes = 16 << 20});
        assert_string_equal(info_of(solver).engine, engines[i]);
        assert_string_equal(fourscore_engine_name((int)i), engines[i]);
        assert_in_range(info_of(solver).table_bytes, 1 << 20, 16 << 20);
        assert_string_equal(info_of(solver).isa, fourscore_isa_name(0));
        fourscore_solver_free(solver);
    }
}

TEST(bad_configurations_are_refused)
{
    typedef struct fourscore_config config;
    fourscore_solver *none;
    assert_bad_argument(
        fourscore_solver_new(&none, &(config){.width = 7})); /* no size */
    assert_null(none);
    static const struct {
        config config;
        enum fourscore_status status;
    } cases[] = {
        {{.width = 7}, FOURSCORE_NO_BOARD},
        {{.height = 6}, FOURSCORE_NO_BOARD},
        {{.width = 13, .height = 1}, FOURSCORE_NO_BOARD},
        {{.engine = "slow"}, FOURSCORE_NO_ENGINE},
        {{.engine = ""}, FOURSCORE_NO_ENGINE},
        {{.table_bytes = 1000}, FOURSCORE_UNSAFE_TABLE},
        {{.table_bytes = (uint64_t)1 << 60}, FOURSCORE_NO_MEMORY},
        {{.engine = "tutorial-12", .threads = 2}, FOURSCORE_ONE_THREAD},
        {{.engine = "tutorial-12", .workers = 1}, FOURSCORE_ONE_THREAD},
        {{.width = -7, .height = 6}, FOURSCORE_BAD_ARGUMENT},
        {{.threads = -1}, FOURSCORE_BAD_ARGUMENT},
        {{.workers = -1}, FOURSCORE_BAD_ARGUMENT},
        {{.threads = FOURSCORE_MAX_THREADS + 1}, FOURSCORE_BAD_ARGUMENT},
    };
    EACH (c, cases) {
        config bad = c->config;
        bool has_size = c->status == FOURSCORE_UNSAFE_TABLE ||
                        c->status == FOURSCORE_NO_MEMORY;
        bad.size = sizeof bad;
        test_no_solver(bad, c->status);
        assert_int_equal(fourscore_min_table_bytes(&bad) > 0, has_size);
        assert_int_equal(fourscore_default_table_bytes(&bad) > 0, has_size);
    }
    for (int workers = 0; workers < 2; workers++) {
        config min = {sizeof min, .width = 5, .height = 5, .workers = workers};
        min.threads = test_has_system() ? 1 + workers : 1;
        fourscore_solver *solver;
        min.table_bytes = fourscore_min_table_bytes(&min);
        assert_ok(fourscore_solver_new(&solver, &min));
        fourscore_solver_free(solver);
        min.table_bytes--;
        test_no_solver(min, FOURSCORE_UNSAFE_TABLE);
    }
    assert_true(fourscore_min_table_bytes(NULL) > 0);
    if (!test_has_system())
        test_no_solver((config){.threads = 2}, FOURSCORE_NO_THREAD);
    setenv("FOURSCORE_ISA", "mmx", 1);
    test_no_solver((config){0}, FOURSCORE_NO_ISA);
    setenv("FOURSCORE_ISA", "baseline", 1);
    fourscore_solver *solver = default_solver();
    assert_string_equal(info_of(solver).isa, "baseline");
    fourscore_solver_free(solver);
    unsetenv("FOURSCORE_ISA");
}

static void expect_score(fourscore_solver *solver, fourscore_position position,
                         int score)
{
    int sign = (score > 0) - (score < 0);
    assert_int_equal(test_score(solver, &position, FOURSCORE_STRONG), score);
    assert_int_equal(test_score(solver, &position, FOURSCORE_WEAK), sign);
}

TEST(tables_are_kept_until_they_are_emptied)
{
    OWNED(solver) solver = default_solver();
    uint64_t nodes[3];
    for (int i = 0; i < 3; i++) {
        if (i == 2)
            fourscore_clear(solver);
        nodes[i] = ask(solver, "32164625", FOURSCORE_STRONG, 0, 0).nodes;
    }
    assert_true(nodes[1] < nodes[0]);
    assert_int_equal(nodes[2], nodes[0]);
}

TEST(scores_tell_the_last_stone)
{
    static const struct {
        const char *moves;
        int score, stone; /* 0: no position has this score */
    } cases[] = {
        {drawn, 0, 42}, {drawn, 1000, 42}, {won, 0, 7},  {won, 1000, 7},
        {"4", 1000, 0}, {"4", 21, 2},      {"4", 22, 0}, {"4", 42, 0},
        {"4", -20, 3},  {"4", -21, 0},
    };
    EACH (c, cases) {
        fourscore_position position = default_position(c->moves);
        assert_int_equal(fourscore_last_stone(&position, c->score), c->stone);
    }
}

/* Other limits are those of test_pool.c and fuzz_ask.c. */
TEST(time_ends_a_search)
{
    OWNED(solver) solver = test_solver(10, 11); /* that no machine solves */
    struct fourscore_query query = test_query(10, 11, "");
    query.seconds = 0.001;
    struct fourscore_answer answer = test_ask(solver, &query);
    assert_false(answer.finished);
    assert_true(answer.score.lower < answer.score.upper);
    fourscore_cancel_now(NULL);
}

/* The notation and the place of an error are those of fourscore_read(). */
TEST(queries_may_have_a_text)
{
    static const char floating[] =
        "......./......./......./...x.../......./.......";
    OWNED(solver) solver = default_solver();
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    query.text = "32164625 and more";
    query.length = 8;
    query.notation = FOURSCORE_MOVES;
    query.find = FOURSCORE_REACHABLE;
    struct fourscore_answer answer = test_ask(solver, &query);
    assert_int_equal(answer.score.lower, 11);
    assert_int_equal(fourscore_ply(&answer.position), 8);
    assert_true(answer.finished && answer.reachable);

    query.length = 10;
    assert_int_equal(fourscore_ask(solver, &query, &answer),
                     FOURSCORE_BAD_POSITION);
    assert_int_equal(answer.status, FOURSCORE_BAD_POSITION);
    assert_int_equal(answer.error.at, 8);
    query.text = floating;
    query.length = strlen(floating);
    query.notation = FOURSCORE_AUTO;
    assert_int_equal(fourscore_ask(solver, &query, &answer),
                     FOURSCORE_BAD_POSITION);
    assert_int_equal(answer.error.at, 27);
    /* x has the stone above the first one of o, and nothing to begin with */
    query.text = "......./......./......./......./x....../o......";
    query.nodes = 1000;
    answer = test_ask(solver, &query);
    assert_false(answer.reachable);
    assert_int_equal(answer.found, FOURSCORE_REACHABLE);
    /* a game that is over, of which the moves are not given */
    query.text = NULL;
    query.position = default_position("1212121");
    answer = test_ask(solver, &query);
    assert_true(answer.finished && answer.reachable);
}

TEST(machines_and_books_are_described)
{
    struct fourscore_machine_info machine = FOURSCORE_MACHINE_INFO_INIT;
    assert_ok(fourscore_machine_info(&machine));
    assert_true(machine.cores >= 1 && machine.memory_bytes > 0);
    assert_non_null(machine.isa);
    machine.size = 1;
    assert_bad_argument(fourscore_machine_info(&machine));
    assert_int_equal(fourscore_default_threads("tutorial-11"), 1);
    assert_in_range(fourscore_default_threads(NULL), 1, machine.cores);

    assert_true(fourscore_default_table_bytes(NULL) >=
                fourscore_min_table_bytes(NULL));
    assert_null(fourscore_engine_name(-1));
    assert_null(fourscore_engine_name(99));
    assert_null(fourscore_isa_name(-1));
    assert_null(fourscore_isa_name(99));

    struct fourscore_book_info info = FOURSCORE_BOOK_INFO_INIT;
    OWNED(book) book = test_book();
    assert_ok(fourscore_book_info(book, &info));
    assert_int_equal(info.width, DEFAULT_WIDTH);
    assert_int_equal(info.height, DEFAULT_HEIGHT);
    assert_int_equal(info.plies, 8);
    assert_int_equal(info.positions, 129498);
}

TEST(workers_share_a_table)
{
    fourscore_solver *worker;
    fourscore_solver *solver = test_solver_of((struct fourscore_config){
        .threads = test_has_system() ? 2 : 1, .workers = 1});
    assert_ok(fourscore_solver_worker(&worker, solver));
    assert_int_equal(info_of(worker).table_bytes, info_of(solver).table_bytes);
    assert_string_equal(info_of(worker).isa, info_of(solver).isa);
    const char *moves = "444444322";
    uint64_t nodes = ask(solver, moves, FOURSCORE_STRONG, 0, 0).nodes;
    assert_true(nodes > 1000);
    fourscore_solver_free(solver);
    assert_true(ask(worker, moves, FOURSCORE_STRONG, 0, 0).nodes < nodes / 2);
    fourscore_solver_free(worker);

    solver = test_solver_of((struct fourscore_config){.engine = "tutorial-12"});
    assert_int_equal(fourscore_solver_worker(&worker, solver),
                     FOURSCORE_ONE_THREAD);
    assert_null(worker);
    fourscore_solver_free(solver);
}

TEST(books_are_used_before_searches)
{
    fourscore_solver *solver = test_solver(7, 6), *worker;
    fourscore_position start = default_position("");
    assert_ok(fourscore_solver_worker(&worker, solver));
    expect_score(solver, start, 1);
    expect_score(worker, start, 1);
    assert_int_equal(ask(solver, "", FOURSCORE_STRONG, 0, 0).nodes, 0);
    assert_int_equal(ask(worker, "", FOURSCORE_STRONG, 0, 0).nodes, 0);

    static const int others[][2] = {{4, 4}, {7, 5}, {6, 6}};
    fourscore_book *book = test_book();
    EACH (size, others) {
        OWNED(solver) other = test_solver((*size)[0], (*size)[1]);
        assert_int_equal(fourscore_set_book(other, book), FOURSCORE_BAD_BOOK);
    }
    assert_ok(fourscore_set_book(solver, book));
    fourscore_book_free(book);
    fourscore_book_free(NULL);
    expect_score(solver, start, 1);

    assert_ok(fourscore_set_book(solver, NULL));
    struct fourscore_answer answer = ask(solver, "", FOURSCORE_STRONG, 0, 10);
    assert_true(answer.score.lower < answer.score.upper);
    fourscore_solver_free(solver);
    expect_score(worker, start, 1);
    fourscore_solver_free(worker);
}

TEST(bad_books_are_refused)
{
    struct fourscore_error error = {.at = 7};
    fourscore_book *book;
    assert_int_equal(fourscore_book_open(&book, "/dev/null", &error),
                     FOURSCORE_BAD_BOOK);
    if (test_has_system())
        assert_string_equal(error.reason, "not a regular file");
    assert_int_equal(error.at, 0);
    assert_null(book);
    assert_int_equal(fourscore_book_open(&book, "/nowhere/book", &error),
                     FOURSCORE_BAD_BOOK);
    assert_string_equal(error.reason, "No such file or directory");
    assert_int_equal(fourscore_book_open(&book, "/nowhere/book", NULL),
                     FOURSCORE_BAD_BOOK);
    assert_int_equal(fourscore_book_from_memory(&book, "FOURBOOK", 8, &error),
                     FOURSCORE_BAD_BOOK);
    assert_null(book);
}

TEST(columns_and_stones_have_names)
{
    static const char columns[] = "123456789abc";
    for (int column = 1; column <= FOURSCORE_MAX_WIDTH; column++)
        assert_int_equal(fourscore_column_name(column), columns[column - 1]);
    assert_int_equal(fourscore_column_name(0), '\0');
    assert_int_equal(fourscore_column_name(FOURSCORE_MAX_WIDTH + 1), '\0');
    for (int stone = 1; stone <= 4; stone++)
        assert_int_equal(fourscore_stone_name(stone), " xoxo"[stone]);
}
