/*
 * fourscore_solver_new(), fourscore_min_table_bytes() and fourscore_pool_new():
 * any bytes as a configuration, in a structure of any size.  What is opened
 * answers a query.
 */
#include "test/fuzz/public.h"

enum { MAX_TABLE_BYTES = 16 << 20, MAX_THREADS = 3, MAX_CAPACITY = 20 };

/* The first bytes of an input.  The bytes of the configuration follow. */
struct header {
    uint8_t kind; /* what is opened */
    uint8_t engine;
    uint16_t size;
};
enum { POOL = 1, CALLS = 2 }; /* 'kind', a sum */

static const char *const engines[] = {NULL,          "fast", "tutorial-12",
                                      "tutorial-11", "slow", ""};

static const char *engine_of(uint8_t number)
{
    return engines[number % (sizeof engines / sizeof *engines)];
}

/* A valid number becomes one that is fast. */
static int limited(int number, int max, int limit)
{
    return number > 0 && number <= max ? 1 + number % limit : number;
}

/*
 * A configuration that says it has 'size' bytes, and has no more than that.
 * Bytes beyond those of 'known' are 0.  A size does not end within a pointer.
 */
static void *make_structure(uint16_t number, const void *known,
                            size_t known_size)
{
    size_t size = number == UINT16_MAX ? SIZE_MAX : number % (2 * known_size);
    if (size != SIZE_MAX && size > offsetof(struct fourscore_config, engine))
        size -= size % sizeof(void *);
    return fuzz_structure(size, known, known_size, 0);
}

static fourscore_position empty_board(int width, int height)
{
    fourscore_position position;
    bool is_default = width == 0 && height == 0;
    assert(fourscore_from_moves(&position, is_default ? 7 : width,
                                is_default ? 6 : height, "",
                                NULL) == FOURSCORE_OK);
    return position;
}

static struct fourscore_query short_query(int width, int height)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    query.position = empty_board(width, height);
    query.nodes = 100;
    query.user = &query;
    return query;
}

static void check_solver(struct header header, struct fourscore_config config)
{
    config.engine = engine_of(header.engine);
    config.table_bytes = 1 + config.table_bytes % MAX_TABLE_BYTES;
    config.threads =
        limited(config.threads, FOURSCORE_MAX_THREADS, MAX_THREADS);
    config.workers =
        limited(config.workers, FOURSCORE_MAX_THREADS, MAX_THREADS);
    void *given = make_structure(header.size, &config, sizeof config);
    fourscore_solver *solver;

    uint64_t min = fourscore_min_table_bytes(given);
    enum fourscore_status status = fourscore_solver_new(&solver, given);
    assert((status == FOURSCORE_OK) == (solver != NULL));
    assert(fuzz_is_line(fourscore_strstatus(status)));
    if (status == FOURSCORE_OK || status == FOURSCORE_UNSAFE_TABLE) {
        struct fourscore_config read = FOURSCORE_CONFIG_INIT;
        fuzz_read_structure(&read, sizeof read, given);
        assert(min > 0);
        if (read.table_bytes > 0)
            assert((status == FOURSCORE_OK) == (read.table_bytes >= min));
        if (status == FOURSCORE_OK) {
            struct fourscore_query query = short_query(read.width, read.height);
            struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
            struct fourscore_solver_info info = FOURSCORE_SOLVER_INFO_INIT;
            assert(fourscore_solver_info(solver, &info) == FOURSCORE_OK);
            assert(read.table_bytes == 0 ||
                   info.table_bytes <= read.table_bytes);
            assert(strcmp(info.engine,
                          read.engine == NULL ? "fast" : read.engine) == 0);
            assert(fourscore_ask(solver, &query, &answer) == FOURSCORE_OK);
            assert(answer.user == query.user);
        }
    }
    fourscore_solver_free(solver);
    free(given);
}

static void count_answer(void *context, const struct fourscore_answer *answer)
{
    assert(answer->status == FOURSCORE_OK);
    ++*(int *)context;
}

/* The pool answers a query, once. */
static void use_pool(fourscore_pool *pool, struct fourscore_query query,
                     const struct fourscore_pool_config *config)
{
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    bool calls = config->answered != NULL;
    assert(fourscore_pool_submit(pool, &query) == FOURSCORE_OK);
    assert(fourscore_pool_next(pool, &answer) ==
           (calls ? FOURSCORE_BAD_ARGUMENT : FOURSCORE_OK));
    assert(calls || answer.user == query.user);
    fourscore_pool_wait(pool);
    assert(!calls || *(int *)config->context == 1);
}

static void check_pool(struct header header,
                       struct fourscore_pool_config config)
{
    int answered = 0;
    config.engine = engine_of(header.engine);
    config.table_bytes = 1 + config.table_bytes % MAX_TABLE_BYTES;
    config.threads =
        limited(config.threads, FOURSCORE_MAX_THREADS, MAX_THREADS);
    config.capacity = limited(config.capacity, 1 << 20, MAX_CAPACITY);
    config.book = NULL;
    config.answered = (header.kind & CALLS) == 0 ? NULL : count_answer;
    config.context = &answered;
    void *given = make_structure(header.size, &config, sizeof config);
    fourscore_pool *pool;

    enum fourscore_status status = fourscore_pool_new(&pool, given);
    assert((status == FOURSCORE_OK) == (pool != NULL));
    if (status == FOURSCORE_OK) {
        struct fourscore_pool_config read = FOURSCORE_POOL_INIT;
        fuzz_read_structure(&read, sizeof read, given);
        struct fourscore_solver_info info = FOURSCORE_SOLVER_INFO_INIT;
        assert(fourscore_pool_info(pool, &info) == FOURSCORE_OK);
        assert(read.threads == 0 || info.threads == read.threads);
        if (read.answered == NULL || read.context != NULL)
            use_pool(pool, short_query(read.width, read.height), &read);
    }
    fourscore_pool_free(pool);
    free(given);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct header header;
    struct fourscore_config config = FOURSCORE_CONFIG_INIT;
    struct fourscore_pool_config pool = FOURSCORE_POOL_INIT;
    if (size < sizeof header)
        return 0;
    memcpy(&header, data, sizeof header);
    data += sizeof header;
    size -= sizeof header;
    if ((header.kind & POOL) == 0) {
        memcpy(&config, data, size < sizeof config ? size : sizeof config);
        check_solver(header, config);
    } else {
        size_t count = offsetof(struct fourscore_pool_config, answered);
        memcpy(&pool, data, size < count ? size : count);
        check_pool(header, pool);
    }
    return 0;
}
