/* Certificates and followers in the public library: every field, the sizes of
 * structures, and memory; the cells of static proofs. */
#include "test/unit/public.h"

#include <string.h>

#include "lib/internal.h"
#include "proof/theory.h"
#include "test/unit/file.h"
#include "test/unit/memory.h"

static fourscore_follower *open_follower(const char *name)
{
    struct file file = read_file(name);
    struct fourscore_certificate found = FOURSCORE_CERTIFICATE_INIT;
    fourscore_follower *follower;
    assert_ok(
        fourscore_follower_new(&follower, file.bytes, file.size, &found, NULL));
    assert_true(found.width > 0);
    return follower;
}

TEST(a_certificate_is_described)
{
    static const struct {
        const char *name, *moves;
        int width, height, player, score, statics;
        uint64_t positions, policies, states;
    } cases[] = {
        {"proof/certificates/6x4-second.cert", "", 6, 4, 2, 1, 1, 20, 12, 2354},
        {"test/support/certificates/5x5-first-rules.cert", "", 5, 5, 1, 0, 0,
         25, 15, 14323},
        {"test/support/certificates/7x6-444444.cert", "444444", 7, 6, 1, 1, 1,
         82, 25, 9882},
        {"test/support/certificates/7x6-late-loss.cert", "32164625", 7, 6, 2,
         -11, 1, 31, 8, 4352},
    };
    EACH (c, cases) {
        struct file file = read_file(c->name);
        struct fourscore_certificate found = FOURSCORE_CERTIFICATE_INIT;
        assert_ok(
            fourscore_certificate_check(file.bytes, file.size, &found, NULL));
        assert_int_equal(found.size, sizeof found);
        assert_int_equal(found.width, c->width);
        assert_int_equal(found.height, c->height);
        assert_string_equal(found.moves, c->moves);
        assert_int_equal(found.player, c->player);
        assert_int_equal(found.score, c->score);
        assert_int_equal(found.statics, c->statics);
        assert_int_equal(found.positions, c->positions);
        assert_int_equal(found.policies, c->policies);
        assert_int_equal(found.states, c->states);
        assert_string_equal(found.failed_at, "");
    }
}

TEST(what_is_refused_is_told)
{
    struct file file = read_file("test/support/certificates/7x6-444444.cert");
    struct fourscore_certificate found = FOURSCORE_CERTIFICATE_INIT;
    struct fourscore_error error = {.at = 1};
    fourscore_follower *follower = (fourscore_follower *)&found;
    file.bytes[6] = 3;
    assert_int_equal(fourscore_follower_new(&follower, file.bytes, file.size,
                                            &found, &error),
                     FOURSCORE_BAD_CERTIFICATE);
    assert_null(follower);
    assert_string_equal(error.reason, "wrong checksum");
    assert_int_equal(error.at, 0);
    assert_int_equal(found.width, 0); /* not set */

    put_checksum(file.bytes, file.size);
    assert_int_equal(
        fourscore_certificate_check(file.bytes, file.size, &found, &error),
        FOURSCORE_NOT_PROVEN);
    assert_int_equal(found.score, 3);
    assert_int_equal(found.width, 7);
    assert_true(strlen(found.failed_at) > 6);
    assert_int_equal(strncmp(found.failed_at, "444444", 6), 0);
    assert_true(strlen(error.reason) > 0);

    file.bytes[3] = 2;
    put_checksum(file.bytes, file.size);
    assert_int_equal(
        fourscore_certificate_check(file.bytes, file.size, &found, &error),
        FOURSCORE_BAD_CERTIFICATE);
    assert_string_equal(error.reason, "unknown version of the format");
}

/* Callers that know fewer fields. */
TEST(sizes_of_structures)
{
    struct file file = read_file("proof/certificates/6x4-second.cert");
    struct fourscore_certificate found = {.size = sizeof found.size};
    fourscore_follower *follower;
    assert_ok(fourscore_certificate_check(file.bytes, file.size, &found, NULL));
    assert_int_equal(found.width, 0);
    found.size--;
    assert_bad_argument(
        fourscore_follower_new(&follower, file.bytes, file.size, &found, NULL));
    assert_null(follower);

    struct fourscore_reply reply = {.size = sizeof reply.size};
    follower = open_follower("proof/certificates/6x4-second.cert");
    assert_ok(fourscore_follower_reply(follower, "1", &reply, NULL));
    assert_int_equal(reply.column, 0);
    reply.size--;
    assert_bad_argument(fourscore_follower_reply(follower, "1", &reply, NULL));
    fourscore_follower_free(follower);
}

TEST(replies_and_their_reasons)
{
    enum { DEFAULT, SMALL, LATER, FILES };
    static const char *const files[FILES] = {
        "proof/certificates/7x6.cert", "proof/certificates/5x5-first.cert",
        "test/support/certificates/7x6-444444.cert"};
    static const struct {
        int file;
        const char *moves;
        enum fourscore_status status;
        int column, reason;
        size_t at;
    } cases[] = {
        {DEFAULT, "", FOURSCORE_OK, 4, FOURSCORE_REPLY_CHOICE, 0},
        {DEFAULT, "414141", FOURSCORE_OK, 4, FOURSCORE_REPLY_FOUR, 0},
        {DEFAULT, "4141414", FOURSCORE_GAME_OVER, 0, 0, 0},
        {DEFAULT, "4", FOURSCORE_BAD_POSITION, 0, 0, 1},
        {DEFAULT, "48", FOURSCORE_BAD_POSITION, 0, 0, 1},
        {DEFAULT, "12", FOURSCORE_NOT_PROVEN, 0, 0, 0},
        {DEFAULT, "4411", FOURSCORE_NOT_PROVEN, 0, 0, 2},
        {DEFAULT, "441112", FOURSCORE_NOT_PROVEN, 0, 0, 2},
        {DEFAULT, "17273754", FOURSCORE_NOT_PROVEN, 0, 0, 0},
        {SMALL, "1221524413311243325535454", FOURSCORE_GAME_OVER, 0, 0, 0},
        {LATER, "12", FOURSCORE_NOT_PROVEN, 0, 0, 0},
    };
    fourscore_follower *followers[FILES];
    for (int i = 0; i < FILES; i++)
        followers[i] = open_follower(files[i]);
    EACH (c, cases) {
        struct fourscore_reply reply = FOURSCORE_REPLY_INIT;
        struct fourscore_error error = {.at = 0};
        assert_int_equal(fourscore_follower_reply(followers[c->file], c->moves,
                                                  &reply, &error),
                         c->status);
        assert_int_equal(reply.column, c->column);
        assert_int_equal(reply.reason, c->reason);
        assert_int_equal(error.at, c->at);
    }
    for (int i = 0; i < FILES; i++)
        fourscore_follower_free(followers[i]);
    fourscore_follower_free(NULL);
}

/* What a cell is in a static proof: a sum of 1, in reach of M; 2, guarded; 4,
 * in play; 8, an entry; 16, a threat. */
static int role_of(struct position pos, struct evidence found, board_bits cell)
{
    board_bits in_play = pos.board.full & ~pos.stones & ~found.stalled;
    if (found.rule == EVIDENCE_NONE)
        return 0;
    return ((found.reach & cell) != 0) + 2 * ((found.guarded & cell) != 0) +
           4 * ((in_play & cell) != 0) + 8 * ((found.entries & cell) != 0) +
           16 * ((found.threats & cell) != 0);
}

/* One line of text: the cells in the order of board_cell_at(). */
TEST(cells_of_static_proofs)
{
    static const struct {
        const char *moves;
        int rule, score;
        const char *cells; /* '@' plus the sum of the roles */
    } cases[] = {
#include "test/unit/pinned_evidence.inc"
    };
    int wrong = 0;
    EACH (c, cases) {
        fourscore_position position = test_position(5, 4, c->moves);
        char cells[21] = "";
        struct position pos;
        assert_true(lib_unpack(&position, &pos));
        struct evidence found = theory_evidence(pos);
        for (int at = 0; at < 20; at++)
            cells[at] =
                (char)('@' + role_of(pos, found, board_cell_at(pos.board, at)));
        if ((int)found.rule != c->rule || found.score != c->score ||
            strcmp(cells, c->cells) != 0) {
            printf("# {\"%s\", %d, %d, \"%s\"},\n", c->moves, (int)found.rule,
                   found.score, cells);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* Whether a call has succeeded, or else memory has run out; on Windows also
 * that of a thread. */
static bool succeeds(enum fourscore_status status)
{
    assert_true(status == FOURSCORE_OK || status == FOURSCORE_NO_MEMORY ||
                status == FOURSCORE_NO_THREAD);
    return status == FOURSCORE_OK;
}

static bool follow(void *context)
{
    const struct file *file = context;
    struct fourscore_certificate found = FOURSCORE_CERTIFICATE_INIT;
    fourscore_follower *follower;
    bool done = succeeds(fourscore_follower_new(&follower, file->bytes,
                                                file->size, &found, NULL));
    assert_int_equal(follower != NULL, done);
    fourscore_follower_free(follower);
    return done;
}

static bool check(void *context)
{
    const struct file *file = context;
    struct fourscore_certificate found = FOURSCORE_CERTIFICATE_INIT;
    return succeeds(
        fourscore_certificate_check(file->bytes, file->size, &found, NULL));
}

/* Open what a library has to open. */
static bool use_all(void *context)
{
    static char bytes[32 << 20];
    struct saved saved = {.bytes = bytes, .end = sizeof bytes};
    const struct file *file = context;
    fourscore_book *books[3] = {NULL};
    fourscore_solver *solver = NULL, *worker = NULL;
    fourscore_pool *pool = NULL;
    fourscore_cancel *cancel = NULL;
    struct fourscore_config config = FOURSCORE_CONFIG_INIT;
    struct fourscore_pool_config settings = FOURSCORE_POOL_INIT;
    config.workers = settings.threads = 1;
    config.table_bytes = settings.table_bytes =
        fourscore_min_table_bytes(&config);
    bool done =
        succeeds(fourscore_book_from_memory(&books[0], file->bytes, file->size,
                                            NULL)) &&
        succeeds(fourscore_book_open(&books[1], "book/7x6.book", NULL)) &&
        succeeds(fourscore_book_builtin(&books[2])) &&
        succeeds(fourscore_solver_new(&solver, &config)) &&
        succeeds(fourscore_set_book(solver, books[0])) &&
        succeeds(fourscore_solver_worker(&worker, solver)) &&
        succeeds(fourscore_cancel_new(&cancel)) &&
        succeeds(fourscore_pool_new(&pool, &settings)) &&
        succeeds(fourscore_pool_save_table(pool, write_saved, &saved)) &&
        succeeds(fourscore_pool_load_table(pool, read_saved, &saved, NULL));
    fourscore_pool_free(pool);
    fourscore_cancel_free(cancel);
    fourscore_solver_free(worker);
    fourscore_solver_free(solver);
    for (int i = 0; i < 3; i++)
        fourscore_book_free(books[i]);
    return done;
}

TEST(memory_may_run_out)
{
    struct file book = read_file("book/7x6.book");
    assert_in_range(fail_each(use_all, &book), 20, 200);
    struct file file = read_file("proof/certificates/6x4-second.cert");
    assert_in_range(fail_each(check, &file), 5, 100);
    assert_in_range(fail_each(follow, &file), 8, 100);

    /* Nothing is left of a follower that was refused. */
    struct fourscore_certificate found = FOURSCORE_CERTIFICATE_INIT;
    fourscore_follower *follower;
    long before = live_blocks;
    file.bytes[6] = 9;
    put_checksum(file.bytes, file.size);
    assert_int_equal(
        fourscore_follower_new(&follower, file.bytes, file.size, &found, NULL),
        FOURSCORE_NOT_PROVEN);
    assert_int_equal(live_blocks, before);
}

/* With less memory a pool has fewer threads, unless a number was asked for. */
TEST(pools_have_the_threads_that_memory_allows)
{
    int threads = fourscore_default_threads(NULL);
    for (int asked = 0; asked < 2; asked++) {
        struct fourscore_pool_config config = FOURSCORE_POOL_INIT;
        struct fourscore_solver_info info = FOURSCORE_SOLVER_INFO_INIT;
        fourscore_pool *pool;
        config.table_bytes = 32 << 20;
        config.threads = asked != 0 ? threads : 0;
        until_failure = 0; /* the first allocation */
        enum fourscore_status status = fourscore_pool_new(&pool, &config);
        until_failure = -1;
        if (asked != 0 || threads == 1) {
            assert_int_equal(status, FOURSCORE_NO_MEMORY);
            continue;
        }
        assert_ok(status);
        assert_ok(fourscore_pool_info(pool, &info));
        assert_int_equal(info.threads, threads / 2);
        fourscore_pool_free(pool);
    }
}
