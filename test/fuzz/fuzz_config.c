/*
 * fourscore_solver_new() and fourscore_min_table_bytes(): any bytes as a
 * configuration, in a structure of any size.  What is opened answers a query.
 */
#include "test/fuzz/public.h"

enum { MAX_TABLE_BYTES = 16 << 20, MAX_THREADS = 3 };

/* The first bytes of an input.  The bytes of the configuration follow. */
struct header {
    uint16_t engine, size;
};

/* A valid number becomes one that is fast. */
static int limited(int number)
{
    return number > 0 && number <= FOURSCORE_MAX_THREADS
               ? 1 + number % MAX_THREADS
               : number;
}

static struct fourscore_config limits_of(struct header header,
                                         struct fourscore_config config)
{
    static const char *const engines[] = {NULL,          "fast", "tutorial-12",
                                          "tutorial-11", "slow", ""};
    config.engine = engines[header.engine % (sizeof engines / sizeof *engines)];
    config.table_bytes = 1 + config.table_bytes % MAX_TABLE_BYTES;
    config.threads = limited(config.threads);
    config.workers = limited(config.workers);
    return config;
}

/* It does not end within a pointer. */
static size_t size_of(uint16_t number)
{
    size_t size = number % (2 * sizeof(struct fourscore_config));
    if (number == UINT16_MAX)
        return SIZE_MAX;
    return size > offsetof(struct fourscore_config, engine)
               ? size - size % sizeof(void *)
               : size;
}

/* Use a solver that was opened as 'config' says. */
static void use(fourscore_solver *solver, const struct fourscore_config *config)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    struct fourscore_solver_info info = FOURSCORE_SOLVER_INFO_INIT;
    assert(fourscore_solver_info(solver, &info) == FOURSCORE_OK);
    assert(config->table_bytes == 0 || info.table_bytes <= config->table_bytes);
    assert(strcmp(info.engine,
                  config->engine == NULL ? "fast" : config->engine) == 0);
    assert(fourscore_from_moves(&query.position, info.width, info.height, "",
                                NULL) == FOURSCORE_OK);
    query.nodes = 100;
    query.user = &query;
    assert(fourscore_ask(solver, &query, &answer) == FOURSCORE_OK);
    assert(answer.user == query.user);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct header header;
    struct fourscore_config config = FOURSCORE_CONFIG_INIT, read = config;
    fourscore_solver *solver;
    if (size < sizeof header)
        return 0;
    memcpy(&header, data, sizeof header);
    size -= sizeof header;
    memcpy(&config, data + sizeof header,
           size < sizeof config ? size : sizeof config);
    config = limits_of(header, config);
    void *given =
        fuzz_structure(size_of(header.size), &config, sizeof config, 0);

    uint64_t min = fourscore_min_table_bytes(given);
    enum fourscore_status status = fourscore_solver_new(&solver, given);
    assert((status == FOURSCORE_OK) == (solver != NULL));
    assert(fuzz_is_line(fourscore_strstatus(status)));
    fuzz_read_structure(&read, sizeof read, given);
    if (status == FOURSCORE_OK || status == FOURSCORE_UNSAFE_TABLE) {
        assert(min > 0);
        if (read.table_bytes > 0)
            assert((status == FOURSCORE_OK) == (read.table_bytes >= min));
    }
    if (status == FOURSCORE_OK)
        use(solver, &read);
    fourscore_solver_free(solver);
    free(given);
    return 0;
}
