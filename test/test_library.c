/* The library through its public header only. */
#include "test/test.h"

#include <math.h>
#ifdef __GLIBC__
#include <pthread.h>
#endif
#include <string.h>

#include "lib/fourscore.h"

enum { DEFAULT_WIDTH = 7, DEFAULT_HEIGHT = 6, DEFAULT_CELLS = 42 };

static fourscore_position position_of(int width, int height, const char *moves)
{
    fourscore_position position;
    assert_int_equal(
        fourscore_from_moves(&position, width, height, moves, NULL),
        FOURSCORE_OK);
    return position;
}

static fourscore_position default_position(const char *moves)
{
    return position_of(DEFAULT_WIDTH, DEFAULT_HEIGHT, moves);
}

static fourscore_solver *open_solver(struct fourscore_config config)
{
    config.size = sizeof config;
    fourscore_solver *solver;
    assert_int_equal(fourscore_solver_new(&solver, &config), FOURSCORE_OK);
    return solver;
}

/* Without a book, so that all positions are searched. */
static fourscore_solver *default_solver(void)
{
    fourscore_solver *solver = open_solver((struct fourscore_config){0});
    assert_int_equal(fourscore_set_book(solver, NULL), FOURSCORE_OK);
    return solver;
}

/* A drawn game, and one that the first player won. */
static const char drawn[] = "752436771776622631125614515126755442344333";
static const char won[] = "1212121";

static const char *description_of(int status)
{
    return fourscore_strstatus((enum fourscore_status)status);
}

static void statuses_have_descriptions(void **state)
{
    (void)state;
    for (int i = FOURSCORE_OK; i <= FOURSCORE_NOT_PROVEN; i++) {
        assert_null(strchr(description_of(i), '\n'));
        for (int j = FOURSCORE_OK; j < i; j++)
            assert_string_not_equal(description_of(i), description_of(j));
    }
    assert_string_equal(description_of(-1), "unknown status");
    assert_string_equal(description_of(FOURSCORE_NOT_PROVEN + 1), "unknown status");
    assert_string_equal(fourscore_version(), FOURSCORE_VERSION);
}

static void moves_become_positions(void **state)
{
    (void)state;
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

    position = position_of(12, 9, "cccccccccbbbbbbbbb");
    fourscore_key(&position, key);
    assert_int_not_equal(key[1], 0);
    assert_int_equal(fourscore_ply(&position), 18);
}

static void finished_games_are_positions(void **state)
{
    (void)state;
    fourscore_position position = default_position(won);
    assert_int_equal(fourscore_winner(&position), 1);
    assert_int_equal(fourscore_ply(&position), 7);
    assert_int_equal(fourscore_play(&position, 4), FOURSCORE_GAME_OVER);

    position = default_position("31212121");
    assert_int_equal(fourscore_winner(&position), 2);

    position = default_position(drawn);
    assert_int_equal(fourscore_winner(&position), 0);
    assert_int_equal(fourscore_ply(&position), DEFAULT_CELLS);
    assert_int_equal(fourscore_play(&position, 4), FOURSCORE_BAD_MOVE);
}

static void expect_bad_moves(const char *moves, size_t at, const char *part)
{
    fourscore_position before = default_position("1"), position = before;
    struct fourscore_error error = {0};
    assert_int_equal(fourscore_from_moves(&position, DEFAULT_WIDTH,
                                          DEFAULT_HEIGHT, moves, &error),
                     FOURSCORE_BAD_POSITION);
    assert_int_equal(error.at, at);
    assert_non_null(strstr(error.reason, part));
    assert_memory_equal(&position, &before, sizeof position);
    assert_int_equal(fourscore_from_moves(&position, DEFAULT_WIDTH,
                                          DEFAULT_HEIGHT, moves, NULL),
                     FOURSCORE_BAD_POSITION);
}

static void bad_moves_are_refused(void **state)
{
    (void)state;
    fourscore_position position;
    expect_bad_moves("448", 2, "'8'");
    expect_bad_moves("44 ", 2, "' '");
    expect_bad_moves("x", 0, "'x'");
    expect_bad_moves("1111112111", 7, "full");
    expect_bad_moves("12121213", 6, "over");
    expect_bad_moves("1212121x", 6, "over");
    char too_long[sizeof drawn + 1];
    strcpy(too_long, drawn);
    strcat(too_long, "1");
    expect_bad_moves(too_long, DEFAULT_CELLS, "full");

    static const int sizes[][2] = {{0, 0},  {0, 6},  {7, 0},   {-7, 6},
                                   {13, 1}, {1, 13}, {12, 10}, {11, 11}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int cells[200] = {0};
        assert_int_equal(
            fourscore_from_moves(&position, sizes[i][0], sizes[i][1], "", NULL),
            FOURSCORE_NO_BOARD);
        assert_int_equal(fourscore_from_cells(&position, sizes[i][0],
                                              sizes[i][1], cells, NULL),
                         FOURSCORE_NO_BOARD);
    }
}

static void playing_matches_parsing(void **state)
{
    (void)state;
    fourscore_position position = default_position("");
    uint64_t played[2], read[2];
    for (size_t i = 0; i < strlen(drawn); i++) {
        char moves[sizeof drawn];
        assert_int_equal(fourscore_play(&position, drawn[i] - '0'),
                         FOURSCORE_OK);
        memcpy(moves, drawn, i + 1);
        moves[i + 1] = '\0';
        fourscore_position same = default_position(moves);
        fourscore_key(&position, played);
        fourscore_key(&same, read);
        assert_memory_equal(played, read, sizeof played);
    }
    position = default_position("444444");
    static const int bad[] = {4, 0, -1, 8, 1000};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(fourscore_play(&position, bad[i]), FOURSCORE_BAD_MOVE);
    assert_int_equal(fourscore_ply(&position), 6);
}

static void cells_round_trip(void **state)
{
    (void)state;
    static const struct {
        int width, height;
        const char *moves;
    } games[] = {{7, 6, ""},
                 {7, 6, "4453"},
                 {7, 6, won},
                 {7, 6, drawn},
                 {4, 4, "1234"},
                 {10, 11, "a1a1a1a"},
                 {12, 9, "cba987654321"}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        int cells[FOURSCORE_MAX_CELLS];
        char moves[FOURSCORE_MAX_CELLS + 1];
        uint64_t key[2], again[2];
        int width = games[i].width, height = games[i].height;
        fourscore_position position =
            position_of(width, height, games[i].moves);
        fourscore_key(&position, key);

        fourscore_cells(&position, cells);
        assert_int_equal(
            fourscore_from_cells(&position, width, height, cells, NULL),
            FOURSCORE_OK);
        fourscore_key(&position, again);
        assert_memory_equal(key, again, sizeof key);

        assert_int_equal(fourscore_moves(&position, moves, sizeof moves),
                         FOURSCORE_OK);
        position = position_of(width, height, moves);
        fourscore_key(&position, again);
        assert_memory_equal(key, again, sizeof key);
    }
}

/* Top row first, left to right. */
static void cells_have_an_order(void **state)
{
    (void)state;
    fourscore_position position = default_position("112");
    int cells[DEFAULT_CELLS];
    fourscore_cells(&position, cells);
    for (int i = 0; i < DEFAULT_CELLS; i++)
        assert_int_equal(cells[i], i == 35 ? 1 : i == 28 ? 2 : i == 36);
}

/* The position with the rows 'rows' of 7 marks, below empty rows. */
static enum fourscore_status from_rows(const char *rows,
                                       struct fourscore_error *error)
{
    fourscore_position position;
    int cells[DEFAULT_CELLS] = {0};
    size_t first = DEFAULT_CELLS - strlen(rows);
    for (size_t i = 0; rows[i] != '\0'; i++)
        cells[first + i] = rows[i] - '0';
    return fourscore_from_cells(&position, DEFAULT_WIDTH, DEFAULT_HEIGHT, cells,
                                error);
}

static void bad_cells_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "1000000"
        "0000000", /* a floating stone */
        "3000000", /* not a mark */
        "/000000", /* -1 */
        "2000000", /* the second player began */
        "1010000", /* the first player moved twice */
        "1111000"
        "2222000", /* both have won */
        "1000000"
        "1000000"
        "1000000"
        "1222200", /* both have won, at different times */
        "2221110"
        "1111222", /* the first player went on after it had won */
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct fourscore_error error = {.at = 1000};
        assert_int_equal(from_rows(bad[i], &error), FOURSCORE_BAD_POSITION);
        assert_in_range(error.at, 0, DEFAULT_CELLS);
        assert_int_not_equal(error.reason[0], '\0');
        assert_int_equal(from_rows(bad[i], NULL), FOURSCORE_BAD_POSITION);
    }
    struct fourscore_error error;
    assert_int_equal(from_rows(bad[0], &error), FOURSCORE_BAD_POSITION);
    assert_int_equal(error.at, 28);
    assert_int_equal(from_rows(bad[1], &error), FOURSCORE_BAD_POSITION);
    assert_int_equal(error.at, 35);
}

/* No stone of the first player is in the lowest row. */
static void unreachable_positions_have_no_moves(void **state)
{
    (void)state;
    static const int cells[] = {1, 1, 1, 2, 2, 2};
    fourscore_position position;
    char moves[FOURSCORE_MAX_CELLS + 1] = "as it was";
    assert_int_equal(fourscore_from_cells(&position, 3, 2, cells, NULL),
                     FOURSCORE_OK);
    assert_int_equal(fourscore_moves(&position, moves, sizeof moves),
                     FOURSCORE_UNREACHABLE);
    assert_string_equal(moves, "as it was");
}

static void short_buffers_are_unchanged(void **state)
{
    (void)state;
    fourscore_solver *solver = default_solver();
    fourscore_position position = default_position(won);
    char text[16] = "as it was";
    assert_int_equal(fourscore_moves(&position, text, 0), FOURSCORE_TOO_SMALL);
    assert_int_equal(fourscore_moves(&position, text, 7), FOURSCORE_TOO_SMALL);
    assert_string_equal(text, "as it was");
    assert_int_equal(fourscore_moves(&position, text, 8), FOURSCORE_OK);
    assert_string_equal(text, won);

    position = default_position("121212"); /* and 1 wins */
    struct fourscore_bounds score = {7, 7};
    strcpy(text, "as it was");
    assert_int_equal(fourscore_best_moves(solver, &position, FOURSCORE_STRONG,
                                          &score, text, 1),
                     FOURSCORE_TOO_SMALL);
    assert_int_equal(score.lower, 7);
    assert_string_equal(text, "as it was");
    strcpy(text, "as it was");
    assert_int_equal(fourscore_pv(solver, &position, text, 1),
                     FOURSCORE_TOO_SMALL);
    assert_string_equal(text, "as it was");
    assert_int_equal(fourscore_pv(solver, &position, text, 2), FOURSCORE_OK);
    assert_string_equal(text, "1");
    fourscore_solver_free(solver);
}

static void invalid_positions_are_refused(void **state)
{
    (void)state;
    fourscore_solver *solver = default_solver();
    fourscore_position nothing = {{0}}, noise = default_position("4453");
    noise.opaque[0] = UINT64_MAX;
    const fourscore_position *bad[] = {&nothing, &noise};
    for (int i = 0; i < 2; i++) {
        fourscore_position copy = *bad[i];
        struct fourscore_bounds scores[FOURSCORE_MAX_WIDTH];
        char text[FOURSCORE_MAX_CELLS + 1];
        uint64_t key[2] = {1, 1};
        assert_int_equal(fourscore_play(&copy, 1), FOURSCORE_BAD_ARGUMENT);
        assert_int_equal(fourscore_moves(bad[i], text, sizeof text),
                         FOURSCORE_BAD_ARGUMENT);
        assert_int_equal(
            fourscore_solve(solver, bad[i], FOURSCORE_STRONG, scores),
            FOURSCORE_BAD_ARGUMENT);
        assert_int_equal(
            fourscore_move_scores(solver, bad[i], FOURSCORE_STRONG, scores),
            FOURSCORE_BAD_ARGUMENT);
        assert_int_equal(fourscore_pv(solver, bad[i], text, sizeof text),
                         FOURSCORE_BAD_ARGUMENT);
        assert_int_equal(fourscore_best_moves(solver, bad[i], FOURSCORE_STRONG,
                                              scores, text, sizeof text),
                         FOURSCORE_BAD_ARGUMENT);
        assert_int_equal(fourscore_width(bad[i]), 0);
        assert_int_equal(fourscore_height(bad[i]), 0);
        assert_int_equal(fourscore_ply(bad[i]), 0);
        assert_int_equal(fourscore_winner(bad[i]), 0);
        fourscore_key(bad[i], key);
        assert_int_equal(key[0] | key[1], 0);
        fourscore_cells(bad[i], NULL);
    }
    fourscore_solver_free(solver);
}

static void solvers_match_their_configuration(void **state)
{
    (void)state;
    static const char *const engines[] = {"fast", "tutorial-12", "tutorial-11"};
    fourscore_solver *solver;
    assert_int_equal(fourscore_solver_new(&solver, NULL), FOURSCORE_OK);
    assert_string_equal(fourscore_engine(solver), "fast");
    fourscore_solver_free(solver);
    fourscore_solver_free(NULL);
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        solver = open_solver((struct fourscore_config){
            .engine = engines[i], .table_bytes = 16 << 20});
        assert_string_equal(fourscore_engine(solver), engines[i]);
        assert_in_range(fourscore_table_bytes(solver), 1 << 20, 16 << 20);
        assert_non_null(fourscore_isa(solver));
        fourscore_solver_free(solver);
    }
}

static void expect_no_solver(struct fourscore_config config,
                             enum fourscore_status status)
{
    config.size = sizeof config;
    fourscore_solver *solver = (fourscore_solver *)&config;
    assert_int_equal(fourscore_solver_new(&solver, &config), status);
    assert_null(solver);
}

static void bad_configurations_are_refused(void **state)
{
    (void)state;
    typedef struct fourscore_config config;
    fourscore_solver *none;
    assert_int_equal(fourscore_solver_new(&none, &(config){.width = 7}),
                     FOURSCORE_BAD_ARGUMENT); /* no size */
    assert_null(none);
    expect_no_solver((config){.width = 7}, FOURSCORE_NO_BOARD);
    expect_no_solver((config){.height = 6}, FOURSCORE_NO_BOARD);
    expect_no_solver((config){.width = 13, .height = 1}, FOURSCORE_NO_BOARD);
    expect_no_solver((config){.engine = "slow"}, FOURSCORE_NO_ENGINE);
    expect_no_solver((config){.engine = ""}, FOURSCORE_NO_ENGINE);
    expect_no_solver((config){.table_bytes = 1000}, FOURSCORE_UNSAFE_TABLE);
    for (int workers = 0; workers < 2; workers++) {
        config min = {sizeof min, .width = 5, .height = 5, .workers = workers};
        fourscore_solver *solver;
        min.table_bytes = fourscore_min_table_bytes(&min);
        assert_int_equal(fourscore_solver_new(&solver, &min), FOURSCORE_OK);
        fourscore_solver_free(solver);
        min.table_bytes--;
        expect_no_solver(min, FOURSCORE_UNSAFE_TABLE);
    }
    assert_true(fourscore_min_table_bytes(NULL) > 0);
    assert_true(
        fourscore_min_table_bytes(&(config){sizeof(config), .width = 7}) == 0);
    assert_true(fourscore_min_table_bytes(
                    &(config){sizeof(config), .engine = "slow"}) == 0);
    assert_true(fourscore_min_table_bytes(&(config){sizeof(config),
                                                    .engine = "tutorial-12",
                                                    .threads = 2}) == 0);
    expect_no_solver((config){.table_bytes = (uint64_t)1 << 60},
                     FOURSCORE_NO_MEMORY);
    expect_no_solver((config){.engine = "tutorial-12", .threads = 2},
                     FOURSCORE_ONE_THREAD);
    expect_no_solver((config){.engine = "tutorial-12", .workers = 1},
                     FOURSCORE_ONE_THREAD);
    expect_no_solver((config){.width = -7, .height = 6},
                     FOURSCORE_BAD_ARGUMENT);
    expect_no_solver((config){.threads = -1}, FOURSCORE_BAD_ARGUMENT);
    expect_no_solver((config){.workers = -1}, FOURSCORE_BAD_ARGUMENT);
    expect_no_solver((config){.threads = FOURSCORE_MAX_THREADS + 1},
                     FOURSCORE_BAD_ARGUMENT);

    setenv("FOURSCORE_ISA", "mmx", 1);
    expect_no_solver((config){0}, FOURSCORE_NO_ISA);
    setenv("FOURSCORE_ISA", "baseline", 1);
    fourscore_solver *solver = default_solver();
    assert_string_equal(fourscore_isa(solver), "baseline");
    fourscore_solver_free(solver);
    unsetenv("FOURSCORE_ISA");
}

/* No system can allocate a stack of 4 EiB, but musl makes it smaller. */
static void refused_threads_are_an_error(void **state)
{
    (void)state;
#ifdef __GLIBC__
    pthread_attr_t defaults, huge;
    assert_int_equal(pthread_getattr_default_np(&defaults), 0);
    pthread_attr_init(&huge);
    assert_int_equal(pthread_attr_setstacksize(&huge, (size_t)1 << 62), 0);
    assert_int_equal(pthread_setattr_default_np(&huge), 0);
    expect_no_solver((struct fourscore_config){.threads = 2},
                     FOURSCORE_NO_THREAD);
    assert_int_equal(pthread_setattr_default_np(&defaults), 0);
    pthread_attr_destroy(&huge);
    pthread_attr_destroy(&defaults);
#else
    if (test_has_system())
        skip();
    expect_no_solver((struct fourscore_config){.threads = 2},
                     FOURSCORE_NO_THREAD);
#endif
}

static void expect_score(fourscore_solver *solver,
                         const fourscore_position *position, int score)
{
    struct fourscore_bounds found;
    assert_int_equal(
        fourscore_solve(solver, position, FOURSCORE_STRONG, &found),
        FOURSCORE_OK);
    assert_int_equal(found.lower, score);
    assert_int_equal(found.upper, score);
    assert_int_equal(fourscore_solve(solver, position, FOURSCORE_WEAK, &found),
                     FOURSCORE_OK);
    assert_int_equal(found.lower, (score > 0) - (score < 0));
    assert_int_equal(found.upper, found.lower);
}

static void positions_have_scores(void **state)
{
    (void)state;
    static const struct {
        const char *moves;
        int score;
    } known[] = {{"32164625", 11}, {"6146", 18},      {"121212", 18},
                 {won, -18},       {"31212121", -18}, {drawn, 0}};
    fourscore_solver *solver = default_solver();
    uint64_t nodes = fourscore_nodes(solver);
    assert_int_equal(nodes, 0);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        fourscore_position position = default_position(known[i].moves);
        expect_score(solver, &position, known[i].score);
    }
    nodes = fourscore_nodes(solver);
    assert_int_not_equal(nodes, 0);
    fourscore_clear(solver);
    assert_int_equal(fourscore_nodes(solver), nodes);
    fourscore_position position = default_position("32164625");
    expect_score(solver, &position, 11);
    assert_true(fourscore_nodes(solver) > nodes);
    fourscore_solver_free(solver);
}

static void moves_have_scores(void **state)
{
    (void)state;
    static const int known[] = {-4, -3, 11, 4, 0, -2, -5};
    fourscore_solver *solver = default_solver();
    fourscore_position position = default_position("32164625");
    struct fourscore_bounds strong[DEFAULT_WIDTH], weak[DEFAULT_WIDTH];
    assert_int_equal(
        fourscore_move_scores(solver, &position, FOURSCORE_STRONG, strong),
        FOURSCORE_OK);
    assert_int_equal(
        fourscore_move_scores(solver, &position, FOURSCORE_WEAK, weak),
        FOURSCORE_OK);
    for (int i = 0; i < DEFAULT_WIDTH; i++) {
        assert_int_equal(strong[i].lower, known[i]);
        assert_int_equal(strong[i].upper, known[i]);
        assert_int_equal(weak[i].lower, (known[i] > 0) - (known[i] < 0));
    }

    position = default_position(drawn);
    assert_int_equal(
        fourscore_move_scores(solver, &position, FOURSCORE_STRONG, strong),
        FOURSCORE_OK);
    for (int i = 0; i < DEFAULT_WIDTH; i++) {
        assert_int_equal(strong[i].lower, FOURSCORE_NO_MOVE);
        assert_int_equal(strong[i].upper, FOURSCORE_NO_MOVE);
    }
    position = default_position(won);
    assert_int_equal(
        fourscore_move_scores(solver, &position, FOURSCORE_STRONG, strong),
        FOURSCORE_GAME_OVER);
    fourscore_solver_free(solver);
}

static void pvs_end_the_game(void **state)
{
    (void)state;
    static const char *const over[] = {won, drawn};
    fourscore_solver *solver = default_solver();
    fourscore_position position = default_position("32164625");
    char text[FOURSCORE_MAX_CELLS + 1];
    assert_int_equal(fourscore_pv(solver, &position, text, sizeof text),
                     FOURSCORE_OK);
    assert_int_equal(text[0], '3');
    for (const char *move = text; *move != '\0'; move++)
        assert_int_equal(fourscore_play(&position, *move - '0'), FOURSCORE_OK);
    assert_int_equal(fourscore_winner(&position), 1);
    expect_score(solver, &position, -11);

    for (size_t i = 0; i < sizeof over / sizeof *over; i++) {
        position = default_position(over[i]);
        assert_int_equal(fourscore_pv(solver, &position, text, 1),
                         FOURSCORE_OK);
        assert_string_equal(text, "");
    }
    fourscore_solver_free(solver);
}

static void best_moves_are_in_order(void **state)
{
    (void)state;
    static const struct {
        const char *moves;
        int goal, score;
        const char *best;
    } cases[] = {
        {"21242224744576656566", FOURSCORE_STRONG, -11, "4352617"},
        {"12121133644464434556", FOURSCORE_STRONG, -11, "352617"},
        {"121212", FOURSCORE_STRONG, 18, "1"},
        {"32164625", FOURSCORE_STRONG, 11, "3"},
        {"32164625", FOURSCORE_WEAK, 1, "43"},
        {drawn, FOURSCORE_STRONG, 0, ""},
    };
    fourscore_solver *solver = default_solver();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fourscore_position position = default_position(cases[i].moves);
        struct fourscore_bounds score;
        char text[FOURSCORE_MAX_WIDTH + 1];
        assert_int_equal(fourscore_best_moves(solver, &position, cases[i].goal,
                                              &score, text, sizeof text),
                         FOURSCORE_OK);
        assert_int_equal(score.lower, cases[i].score);
        assert_int_equal(score.upper, cases[i].score);
        assert_string_equal(text, cases[i].best);
    }
    fourscore_position position = default_position("");
    struct fourscore_bounds score;
    char text[FOURSCORE_MAX_WIDTH + 1];
    assert_int_equal(fourscore_set_book(solver, NULL), FOURSCORE_OK);
    assert_int_equal(fourscore_limit(solver, 0, 1000), FOURSCORE_OK);
    assert_int_equal(fourscore_best_moves(solver, &position, FOURSCORE_STRONG,
                                          &score, text, sizeof text),
                     FOURSCORE_OK);
    assert_true(score.lower < score.upper);
    assert_string_equal(text, "");
    fourscore_solver_free(solver);
}

static void arguments_are_checked(void **state)
{
    (void)state;
    fourscore_solver *solver = default_solver();
    fourscore_position other = position_of(6, 7, "");
    fourscore_position position = default_position(won);
    struct fourscore_bounds scores[FOURSCORE_MAX_WIDTH] = {{5, 5}};
    char text[FOURSCORE_MAX_CELLS + 1];
    assert_int_equal(fourscore_solve(solver, &other, FOURSCORE_STRONG, scores),
                     FOURSCORE_OTHER_BOARD);
    assert_int_equal(
        fourscore_move_scores(solver, &other, FOURSCORE_STRONG, scores),
        FOURSCORE_OTHER_BOARD);
    assert_int_equal(fourscore_pv(solver, &other, text, sizeof text),
                     FOURSCORE_OTHER_BOARD);
    assert_int_equal(fourscore_best_moves(solver, &other, FOURSCORE_STRONG,
                                          scores, text, sizeof text),
                     FOURSCORE_OTHER_BOARD);
    assert_int_equal(fourscore_best_moves(solver, &position, FOURSCORE_STRONG,
                                          scores, text, sizeof text),
                     FOURSCORE_GAME_OVER);
    assert_int_equal(fourscore_solve(solver, &position, 2, scores),
                     FOURSCORE_BAD_ARGUMENT);
    assert_int_equal(fourscore_move_scores(solver, &position, -1, scores),
                     FOURSCORE_BAD_ARGUMENT);
    assert_int_equal(scores[0].lower, 5);
    fourscore_solver_free(solver);
}

/* The empty board takes so many nodes that a stop or a node limit ends the
 * call. */
static struct fourscore_bounds solve_empty_board(fourscore_solver *solver)
{
    struct fourscore_bounds score;
    fourscore_position position = default_position("");
    assert_int_equal(
        fourscore_solve(solver, &position, FOURSCORE_STRONG, &score),
        FOURSCORE_OK);
    assert_true(score.lower <= 1 && score.upper >= 1);
    return score;
}

static void limits_leave_bounds(void **state)
{
    (void)state;
    fourscore_solver *solver = default_solver();
    struct fourscore_bounds score, scores[FOURSCORE_MAX_WIDTH];
    fourscore_position position = default_position("");
    char text[FOURSCORE_MAX_CELLS + 1];
    assert_int_equal(fourscore_limit(solver, 0, 1000), FOURSCORE_OK);
    score = solve_empty_board(solver);
    assert_true(score.lower < score.upper);
    assert_int_equal(fourscore_nodes(solver), 1000);
    assert_int_equal(
        fourscore_move_scores(solver, &position, FOURSCORE_STRONG, scores),
        FOURSCORE_OK);
    assert_true(scores[3].lower < scores[3].upper);
    assert_int_equal(fourscore_pv(solver, &position, text, sizeof text),
                     FOURSCORE_OK);
    assert_string_equal(text, "");
    assert_int_equal(fourscore_nodes(solver), 1000);

    static const double bad[] = {-1, (double)NAN};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(fourscore_limit(solver, bad[i], 0),
                         FOURSCORE_BAD_ARGUMENT);
    assert_int_equal(fourscore_limit(solver, 0, 0), FOURSCORE_OK);
    position = default_position("32164625");
    expect_score(solver, &position, 11);
    fourscore_solver_free(solver);
}

/* On a board that no machine solves. */
static void the_time_can_be_limited(void **state)
{
    (void)state;
    fourscore_solver *solver =
        open_solver((struct fourscore_config){.width = 10, .height = 11});
    fourscore_position position = position_of(10, 11, "");
    struct fourscore_bounds score;
    assert_int_equal(fourscore_limit(solver, 0.001, 0), FOURSCORE_OK);
    assert_int_equal(
        fourscore_solve(solver, &position, FOURSCORE_STRONG, &score),
        FOURSCORE_OK);
    assert_true(score.lower < score.upper);
    fourscore_solver_free(solver);
}

static void solvers_stop_and_resume(void **state)
{
    (void)state;
    fourscore_solver *solver = default_solver();
    fourscore_stop(solver);
    struct fourscore_bounds score = solve_empty_board(solver);
    assert_true(score.lower < score.upper);
    fourscore_position position = default_position(drawn);
    expect_score(solver, &position, 0);

    fourscore_resume(solver);
    position = default_position("32164625");
    expect_score(solver, &position, 11);
    fourscore_solver_free(solver);
}

static void workers_share_a_table(void **state)
{
    (void)state;
    fourscore_solver *worker;
    fourscore_solver *solver = open_solver((struct fourscore_config){
        .threads = test_has_system() ? 2 : 1, .workers = 1});
    assert_int_equal(fourscore_solver_worker(&worker, solver), FOURSCORE_OK);
    assert_int_equal(fourscore_table_bytes(worker),
                     fourscore_table_bytes(solver));
    assert_string_equal(fourscore_isa(worker), fourscore_isa(solver));
    fourscore_position position = default_position("32164625");
    expect_score(solver, &position, 11);
    fourscore_solver_free(solver);
    expect_score(worker, &position, 11);
    fourscore_solver_free(worker);

    solver = open_solver((struct fourscore_config){.engine = "tutorial-12"});
    assert_int_equal(fourscore_solver_worker(&worker, solver),
                     FOURSCORE_ONE_THREAD);
    assert_null(worker);
    fourscore_solver_free(solver);
}

static void other_boards_have_scores(void **state)
{
    (void)state;
    fourscore_solver *solver =
        open_solver((struct fourscore_config){.width = 4, .height = 4});
    fourscore_position position = position_of(4, 4, "");
    expect_score(solver, &position, 0);
    position = position_of(4, 4, "121212");
    expect_score(solver, &position, 5); /* stone 7 of 16 wins */
    position = position_of(4, 4, "1212121");
    expect_score(solver, &position, -5);
    fourscore_solver_free(solver);
}

static void books_are_used_before_searches(void **state)
{
    (void)state;
    fourscore_solver *solver = open_solver((struct fourscore_config){0});
    fourscore_solver *worker;
    fourscore_position position = default_position("");
    assert_int_equal(fourscore_solver_worker(&worker, solver), FOURSCORE_OK);
    expect_score(solver, &position, 1);
    expect_score(worker, &position, 1);
    assert_int_equal(fourscore_nodes(solver), 0);
    assert_int_equal(fourscore_nodes(worker), 0);

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
    expect_score(solver, &position, 1); /* still */
    fourscore_solver *other =
        open_solver((struct fourscore_config){.width = 4, .height = 4});
    assert_int_equal(fourscore_book_builtin(&book), FOURSCORE_OK);
    assert_int_equal(fourscore_set_book(other, book), FOURSCORE_BAD_BOOK);
    assert_int_equal(fourscore_set_book(solver, book), FOURSCORE_OK);
    fourscore_book_free(book);
    fourscore_book_free(NULL);
    fourscore_solver_free(other);
    expect_score(solver, &position, 1);

    assert_int_equal(fourscore_set_book(solver, NULL), FOURSCORE_OK);
    assert_int_equal(fourscore_limit(solver, 0, 10), FOURSCORE_OK);
    struct fourscore_bounds score;
    assert_int_equal(
        fourscore_solve(solver, &position, FOURSCORE_STRONG, &score),
        FOURSCORE_OK);
    assert_true(score.lower < score.upper);
    fourscore_solver_free(solver);
    expect_score(worker, &position, 1);
    fourscore_solver_free(worker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statuses_have_descriptions),
        cmocka_unit_test(moves_become_positions),
        cmocka_unit_test(finished_games_are_positions),
        cmocka_unit_test(bad_moves_are_refused),
        cmocka_unit_test(playing_matches_parsing),
        cmocka_unit_test(cells_round_trip),
        cmocka_unit_test(cells_have_an_order),
        cmocka_unit_test(bad_cells_are_refused),
        cmocka_unit_test(unreachable_positions_have_no_moves),
        cmocka_unit_test(short_buffers_are_unchanged),
        cmocka_unit_test(invalid_positions_are_refused),
        cmocka_unit_test(solvers_match_their_configuration),
        cmocka_unit_test(bad_configurations_are_refused),
        cmocka_unit_test(refused_threads_are_an_error),
        cmocka_unit_test(positions_have_scores),
        cmocka_unit_test(moves_have_scores),
        cmocka_unit_test(pvs_end_the_game),
        cmocka_unit_test(best_moves_are_in_order),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(limits_leave_bounds),
        cmocka_unit_test(the_time_can_be_limited),
        cmocka_unit_test(solvers_stop_and_resume),
        cmocka_unit_test(workers_share_a_table),
        cmocka_unit_test(other_boards_have_scores),
        cmocka_unit_test(books_are_used_before_searches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
