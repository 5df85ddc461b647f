/* Everything that is opened is released: memory, mappings, descriptors and
 * threads, also by calls that fail.  test_claims.c counts the blocks of
 * certificates. */
#include "test/unit/public.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <pthread.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test/unit/file.h"
#include "test/unit/threads.h"

/* A hundred times the smallest block that is kept would be 2400 bytes; freed
 * blocks that the C library keeps at hand vary less. */
enum { WARM_UP = 10, ROUNDS = 100, HEAP_LEAK = 2000 };

/* Bytes in use; 0 if the C library does not tell. */
static long long heap_bytes(void)
{
#ifdef __GLIBC__
    struct mallinfo2 info = mallinfo2();
    return (long long)info.uordblks + (long long)info.hblkhd;
#else
    return 0;
#endif
}

struct usage {
    long long heap;     /* bytes in use */
    long long mapped;   /* bytes of the address space */
    long long resident; /* bytes of these in memory */
    long mappings, descriptors, threads;
};

static struct usage measure(void)
{
    struct usage usage = {.heap = heap_bytes()};
    char line[200], *next;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    usage.mapped = strtoll(line, &next, 10) * sysconf(_SC_PAGESIZE);
    usage.resident = strtoll(next, NULL, 10) * sysconf(_SC_PAGESIZE);
    file = fopen("/proc/self/maps", "r");
    assert_non_null(file);
    for (int byte; (byte = getc(file)) != EOF;)
        usage.mappings += byte == '\n';
    fclose(file);
    usage.descriptors = count_entries("/proc/self/fd");
    usage.threads = count_entries("/proc/self/task");
    return usage;
}

static void expect_same(const char *what, struct usage before,
                        struct usage after)
{
    enum { RESIDENT = 8 << 20, MAPPED = 150 << 20 };
    bool same = after.heap - before.heap < HEAP_LEAK &&
                after.resident - before.resident < RESIDENT &&
                after.mapped - before.mapped < MAPPED &&
                after.mappings - before.mappings < ROUNDS / 2 &&
                after.descriptors == before.descriptors &&
                after.threads == before.threads;
    if (!same)
        fail_msg("%s keeps %lld bytes of the heap, %lld of the address space, "
                 "%lld of memory, %ld mappings, %ld descriptors, %ld threads",
                 what, after.heap - before.heap, after.mapped - before.mapped,
                 after.resident - before.resident,
                 after.mappings - before.mappings,
                 after.descriptors - before.descriptors,
                 after.threads - before.threads);
}

/* Sanitizers and valgrind find leaks themselves; an emulator has its own
 * memory. */
static void expect_release(const char *what, void (*use)(void))
{
    for (int i = 0; i < (test_is_short() ? 2 : WARM_UP); i++)
        use();
    if (test_is_short() || access("/proc/self/statm", R_OK) != 0)
        return;
    struct usage before = measure();
    for (int i = 0; i < ROUNDS; i++)
        use();
    expect_same(what, before, measure());
}

/* With the smallest table, which takes the least time to clear. */
static fourscore_solver *small_solver(struct fourscore_config config)
{
    config.size = sizeof config;
    config.table_bytes = fourscore_min_table_bytes(&config);
    return test_solver_of(config);
}

static void ask(fourscore_solver *solver, const char *moves)
{
    struct fourscore_query query = test_query(7, 6, moves);
    query.find = FOURSCORE_ALL_MOVES | FOURSCORE_BEST | FOURSCORE_PV;
    query.nodes = 100;
    test_ask(solver, &query);
}

static void use_solvers(void)
{
    for (int i = 0; fourscore_engine_name(i) != NULL; i++) {
        fourscore_solver *solver = small_solver(
            (struct fourscore_config){.engine = fourscore_engine_name(i)});
        ask(solver, "44444");
        fourscore_clear(solver);
        ask(solver, "32164625");
        fourscore_solver_free(solver);
    }
}

/* No order of moves leads there; to find that out takes more than 512 states,
 * which are remembered. */
static void look_for_moves(void)
{
    static const char diagram[] =
        "ox...o..../oo..oo..../xoo.oxo.../ooo.ooo.../xxo.xxo.../xxx.xxx.../"
        "xxx.xxx.../oox.oox.../xxo.xxo.../xox.oox.../oxo.xxo...";
    fourscore_position position;
    char moves[FOURSCORE_MAX_CELLS + 1];
    assert_ok(fourscore_read(&position, NULL, 10, 11, FOURSCORE_DIAGRAM,
                             diagram, sizeof diagram - 1, NULL));
    assert_int_equal(
        fourscore_write(&position, FOURSCORE_MOVES, moves, sizeof moves),
        FOURSCORE_UNREACHABLE);
}

static void use_workers(void)
{
    fourscore_solver *solver =
        small_solver((struct fourscore_config){.threads = 2, .workers = 1});
    fourscore_solver *worker;
    assert_ok(fourscore_solver_worker(&worker, solver));
    ask(solver, "44444");
    fourscore_solver_free(solver);
    ask(worker, "44444");
    fourscore_solver_free(worker);
}

static void refuse_solvers(void)
{
    struct fourscore_config config = FOURSCORE_CONFIG_INIT;
    for (int i = 0; (config.engine = fourscore_engine_name(i)) != NULL; i++) {
        config.table_bytes = 1000;
        test_no_solver(config, FOURSCORE_UNSAFE_TABLE);
        config.table_bytes = UINT64_C(1) << 44;
        test_no_solver(config, FOURSCORE_NO_MEMORY);
    }
}

#ifdef __GLIBC__
static void refuse_threads(void)
{
    threads_refused = 1;
    test_no_solver(
        (struct fourscore_config){.threads = 2, .table_bytes = 16 << 20},
        FOURSCORE_NO_THREAD);
    threads_refused = 0;
}
#endif

static const char book_path[] = "book/7x6.book";
static struct file book_file;

static void use_books(void)
{
    fourscore_book *books[3] = {[2] = test_book()};
    assert_ok(fourscore_book_open(&books[0], book_path, NULL));
    assert_ok(fourscore_book_from_memory(&books[1], book_file.bytes,
                                         book_file.size, NULL));
    fourscore_solver *solver = small_solver((struct fourscore_config){0});
    for (int i = 0; i < 3; i++) {
        assert_ok(fourscore_set_book(solver, books[i]));
        fourscore_book_free(books[i]);
    }
    ask(solver, "44");
    fourscore_solver_free(solver);
}

static void refuse_books(void)
{
    fourscore_book *book;
    assert_int_equal(fourscore_book_open(&book, "/", NULL), FOURSCORE_BAD_BOOK);
    assert_int_equal(fourscore_book_open(&book, "Makefile", NULL),
                     FOURSCORE_BAD_BOOK);
    assert_int_equal(fourscore_book_from_memory(&book, book_file.bytes,
                                                book_file.size - 1, NULL),
                     FOURSCORE_BAD_BOOK);
    book = test_book();
    fourscore_solver *solver =
        small_solver((struct fourscore_config){.width = 4, .height = 4});
    assert_int_equal(fourscore_set_book(solver, book), FOURSCORE_BAD_BOOK);
    fourscore_solver_free(solver);
    fourscore_book_free(book);
}

static void take_no_notice(void *context, const struct fourscore_answer *answer)
{
    (void)context, (void)answer;
}

static void use_pool(struct fourscore_pool_config config)
{
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    struct fourscore_query query = test_query(7, 6, "44444");
    config.threads = 2;
    config.table_bytes = 16 << 20;
    fourscore_pool *pool = test_pool(config);
    query.cancel = test_cancel();
    query.nodes = 100;
    for (int i = 0; i < 4; i++)
        assert_ok(fourscore_pool_submit(pool, &query));
    if (config.answered != NULL)
        fourscore_pool_wait(pool);
    else
        assert_ok(fourscore_pool_next(pool, &answer));
    fourscore_pool_free(pool);
    fourscore_cancel_free(query.cancel);
}

static void use_pools(void)
{
    use_pool((struct fourscore_pool_config){.answered = take_no_notice});
    use_pool((struct fourscore_pool_config){.together = 1});
}

static void refuse_pools(void)
{
    fourscore_book *book = test_book();
    test_no_pool(
        (struct fourscore_pool_config){.threads = 2, .table_bytes = 1000},
        FOURSCORE_UNSAFE_TABLE);
    test_no_pool(
        (struct fourscore_pool_config){
            .width = 4, .height = 4, .book = book, .threads = 1},
        FOURSCORE_BAD_BOOK);
    fourscore_book_free(book);
}

TEST(everything_is_released)
{
    static const struct {
        const char *what;
        void (*use)(void);
    } uses[] = {
#ifdef __GLIBC__
        {"a refused thread", refuse_threads},
#endif
        {"an order of moves", look_for_moves},
        {"a solver", use_solvers},
        {"a worker", use_workers},
        {"a refused solver", refuse_solvers},
        {"a book", use_books},
        {"a refused book", refuse_books},
        {"a pool", use_pools},
        {"a refused pool", refuse_pools},
    };
    book_file = read_file(book_path);
    EACH (c, uses)
        expect_release(c->what, c->use);
}
