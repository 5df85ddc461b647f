/* What can be configured: engines, tables, threads. */
#include "lib/internal.h"
#include "os/os.h"

static bool is_count(int number)
{
    return number >= 0 && number <= FOURSCORE_MAX_THREADS;
}

enum fourscore_status lib_read_config(const struct fourscore_config *config,
                                      struct solver_config *wanted)
{
    struct fourscore_config all = FOURSCORE_CONFIG_INIT;

    if (config != NULL &&
        !lib_read_structure(&all, sizeof all, config, config->size))
        return FOURSCORE_BAD_ARGUMENT;
    config = &all;
    if (config->width < 0 || config->height < 0 || !is_count(config->threads) ||
        !is_count(config->workers))
        return FOURSCORE_BAD_ARGUMENT;

    bool is_default = config->width == 0 && config->height == 0;
    if (!is_default && !board_is_size(config->width, config->height))
        return FOURSCORE_NO_BOARD;
    *wanted = (struct solver_config){
        .board = is_default ? board_default()
                            : board_make(config->width, config->height),
        .engine = config->engine,
        .table_bytes = config->table_bytes,
        .threads = config->threads,
        .workers = config->workers,
    };
    return FOURSCORE_OK;
}

/*
 * The number of threads that share the table, or 0 if there is no such solver.
 */
static int table_threads(const struct solver_config *wanted)
{
    int threads = (wanted->threads > 0 ? wanted->threads : 1) + wanted->workers;
    return threads > 1 && !solver_is_parallel(wanted->engine) ? 0 : threads;
}

EXPORT uint64_t fourscore_min_table_bytes(const struct fourscore_config *config)
{
    struct solver_config wanted;
    if (lib_read_config(config, &wanted) != FOURSCORE_OK)
        return 0;
    int threads = table_threads(&wanted);
    return threads == 0
               ? 0
               : solver_min_table_bytes(wanted.board, wanted.engine, threads);
}

EXPORT uint64_t
fourscore_default_table_bytes(const struct fourscore_config *config)
{
    struct solver_config wanted;
    if (lib_read_config(config, &wanted) != FOURSCORE_OK)
        return 0;
    int threads = table_threads(&wanted);
    return threads == 0 ? 0
                        : solver_default_table_bytes(wanted.board,
                                                     wanted.engine, threads);
}

EXPORT int fourscore_default_threads(const char *engine)
{
    int cores = os_machine("").cores;
    if (!solver_is_parallel(engine))
        return 1;
    return cores < FOURSCORE_MAX_THREADS ? cores : FOURSCORE_MAX_THREADS;
}

EXPORT const char *fourscore_engine_name(int index)
{
    return solver_engine(index);
}

EXPORT const char *fourscore_isa_name(int index)
{
    return index < 0 ? NULL : solver_machine_isa(index);
}

EXPORT enum fourscore_status
fourscore_machine_info(struct fourscore_machine_info *info)
{
    struct os_machine machine = os_machine("");
    struct fourscore_machine_info all = {
        .size = sizeof all,
        .cores = machine.cores,
        .memory_bytes = machine.memory,
        .isa = solver_chosen_isa(),
    };
    return lib_write_structure(info, info->size, &all, sizeof all);
}
