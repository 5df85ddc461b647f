/* What depends on the system: files, little memory, and control groups. */
#include "test/unit/test.h"

#include <errno.h>
#include <locale.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "book/book.h"
#include "os/os.h"
#include "solver/solver.h"
#include "test/unit/file.h"
#include "tt/sizing.h"
#include "tt/table.h"

/* Limit the address space; 0: as before. */
static void limit_memory(rlim_t bytes)
{
    static rlim_t before;
    struct rlimit limit;
    assert_ok(getrlimit(RLIMIT_AS, &limit));
    if (bytes != 0)
        before = limit.rlim_cur;
    limit.rlim_cur = bytes != 0 ? bytes : before;
    assert_ok(setrlimit(RLIMIT_AS, &limit));
}

/* Sanitizers and valgrind reserve memory themselves. */
static bool has_memory(void)
{
    return !test_is_short();
}

/* Allocate memory until malloc() fails. */
static void exhaust_memory(void)
{
    const struct rlimit nothing_more = {0, 0};
    assert_ok(setrlimit(RLIMIT_AS, &nothing_more));
    for (size_t bytes = 1 << 20; bytes >= 16; bytes /= 2)
        for (void **block; (block = malloc(bytes)) != NULL;)
            *block = block; /* prevents optimising the call away */
}

/* The result of tt_size() in a child without memory, whose stderr is
 * 'error_file'. */
static int size_without_memory(const struct tt_request *request, int error_file)
{
    struct tt_size size;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(error_file, STDERR_FILENO);
        exhaust_memory();
        _exit((int)tt_size(request, &size));
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

TEST_IF(without_memory_nothing_is_printed, has_memory())
{
    static const uint64_t entries[] = {1 << 20, UINT64_C(1) << 40, UINT64_MAX};
    char path[PATH_SIZE];
    struct stat printed;
    int file = mkstemp(temporary(path));
    assert_true(file >= 0);
    unlink(path);
    EACH (count, entries) {
        struct tt_request request = {
            .keys = 1000, .stored_bits = 32, .entries = *count - 100};
        assert_int_equal(size_without_memory(&request, file), TT_NO_MEMORY);
        assert_ok(fstat(file, &printed));
        assert_int_equal(printed.st_size, 0);
    }
    close(file);
}

/* The positions of a board up to a ply, all with score 0. */
static struct book_list list_of(struct board board, int depth)
{
    struct book_list list;
    assert_ok(book_list_make(&list, board, depth, UINT32_MAX));
    for (size_t entry = 0; entry < book_list_count(&list); entry++)
        list.entries[entry].score = 0;
    return list;
}

static bool is_mapped(const char *path)
{
    char line[PATH_SIZE + 200];
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "r");
    assert_non_null(maps);
    while (!found && fgets(line, sizeof line, maps) != NULL)
        found = strstr(line, path) != NULL;
    fclose(maps);
    return found;
}

static void expect_file(const char *path, enum book_status status)
{
    struct book *book;
    assert_int_equal(book_open(&book, path), status);
    assert_int_equal(book != NULL, status == BOOK_OK);
    assert_int_equal(is_mapped(path), status == BOOK_OK);
    book_close(book);
    assert_false(is_mapped(path));
    assert_true(strlen(book_strstatus(status)) > 5);
}

TEST(files_other_than_books_are_refused)
{
    struct book_list list = list_of(board_make(4, 4), 6);
    unsigned char *bytes;
    size_t size;
    char folder[PATH_SIZE], path[PATH_SIZE + 16];
    assert_non_null(mkdtemp(temporary(folder)));
    assert_ok(book_make(&list, &bytes, &size));

    expect_file(folder, BOOK_NOT_REGULAR);
    expect_file("/dev/null", BOOK_NOT_REGULAR);
    snprintf(path, sizeof path, "%s/pipe", folder);
    expect_file(path, BOOK_SYSTEM_ERROR);
    assert_ok(mkfifo(path, 0600));
    expect_file(path, BOOK_NOT_REGULAR);
    unlink(path);
    snprintf(path, sizeof path, "%s/book", folder);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fflush(file);
    expect_file(path, BOOK_BAD_MAGIC);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fflush(file);
    expect_file(path, BOOK_OK);
    assert_ok(ftruncate(fileno(file), (off_t)size - 1));
    expect_file(path, BOOK_WRONG_SIZE);
    assert_ok(ftruncate(fileno(file), (off_t)1 << 40));
    expect_file(path, BOOK_TOO_LARGE);
    fclose(file);
    unlink(path);
    rmdir(folder);
    free(bytes);
    book_list_free(&list);
}

TEST_IF(books_larger_than_the_memory_are_not_made, has_memory())
{
    enum { MEMORY = 1 << 20 };
    struct book_list list = list_of(board_default(), 7), larger;
    unsigned char *bytes;
    size_t size;
    uint64_t needed[2];

    limit_memory(MEMORY);
    enum book_list_status listed =
        book_list_make(&larger, board_default(), 8, UINT32_MAX);
    enum book_status checked = book_make_check(&list, &needed[0]);
    enum book_status made = book_make(&list, &bytes, &size);
    limit_memory(0);
    assert_int_equal(listed, BOOK_LIST_NO_MEMORY);
    assert_true(larger.bytes > MEMORY);
    /* for the entries of the ply that failed; qsort() may copy what it sorts, a
     * hash and an entry each */
    int ply = 1;
    while (larger.first[ply + 1] != 0)
        ply++;
    size_t sorted = 7 * (larger.first[ply] - larger.first[ply - 1]);
    assert_int_equal(larger.bytes,
                     (larger.first[ply] + sorted) *
                             (sizeof *larger.entries + sizeof *larger.hashes +
                              sizeof *larger.hash_entries) +
                         2 * 16 * sorted);
    assert_int_equal(checked, BOOK_NO_MEMORY);
    assert_true(needed[0] > list.bytes);
    assert_int_equal(made, BOOK_NO_MEMORY);
    assert_null(bytes);
    book_list_free(&larger);

    for (uint64_t less = 0; less < 2; less++) {
        limit_memory((rlim_t)(needed[0] - less));
        checked = book_make_check(&list, &needed[1]);
        limit_memory(0);
        assert_int_equal(checked, less == 0 ? BOOK_OK : BOOK_NO_MEMORY);
        assert_true(needed[1] == needed[0]);
    }
    assert_ok(book_make(&list, &bytes, &size));
    assert_true(list.bytes + size < needed[0]);
    free(bytes);
    book_list_free(&list);

    /* more than 2^30 arrangements of stones */
    list = (struct book_list){.board = board_make(12, 9), .depth = 14};
    assert_int_equal(book_make_check(&list, &needed[0]), BOOK_TOO_LARGE);
}

/* In English, without a change of the locale of the thread that asks. */
TEST(errors_are_told_in_english)
{
    char text[64];
    locale_t before = uselocale((locale_t)0);
    assert_true(os_error_text(ENOENT, text, sizeof text));
    assert_string_equal(text, "No such file or directory");
    assert_true(uselocale((locale_t)0) == before);
}

/* Books that are not too large, but do not fit into the address space. */
TEST_IF(files_that_do_not_fit_are_out_of_memory, has_memory())
{
    const off_t largest = ((off_t)2 << 32) + UINT32_MAX + 32 + 4 * 25;
    char path[PATH_SIZE];
    int descriptor = mkstemp(temporary(path));
    assert_true(descriptor >= 0);
    for (int more = 0; more < 2; more++) {
        struct book *book;
        assert_ok(ftruncate(descriptor, largest + more));
        limit_memory((rlim_t)1 << 30);
        enum book_status status = book_open(&book, path);
        limit_memory(0);
        assert_int_equal(status, more ? BOOK_TOO_LARGE : BOOK_NO_MEMORY);
        assert_null(book);
    }
    unlink(path);
    close(descriptor);
}

/* With room for the keys of a table, but not for its values. */
TEST_IF(a_table_without_values_is_out_of_memory, has_memory())
{
    const uint64_t entries = 64 << 20;
    struct os_memory reserve;
    struct tt table;
    assert_true(os_map(&reserve, 256 << 20));
    limit_memory((rlim_t)reserve.mapped_size + (rlim_t)(entries * 9 / 2));
    enum tt_status twice[2];
    for (int i = 0; i < 2; i++)
        twice[i] = tt_open(&table, entries, 1, 32);
    void *room = malloc((size_t)entries * 4);
    limit_memory(0);
    assert_int_equal(twice[0], TT_NO_MEMORY);
    assert_int_equal(twice[1], TT_NO_MEMORY);
    assert_non_null(room); /* the keys are freed */
    free(room);
    os_unmap(&reserve);
}

TEST(blocks_are_no_larger_than_the_memory)
{
    struct os_memory memory;
    uint64_t all = os_machine("").memory;
    assert_true(all == UINT64_MAX || !os_map(&memory, (size_t)all + 1));
    if (!has_memory())
        skip();
    limit_memory((rlim_t)1 << 30);
    assert_true(os_machine("").memory <= (uint64_t)1 << 30);
    assert_false(os_map(&memory, ((size_t)1 << 30) + 1));
    limit_memory(0);
}

/* Where the smallest safe table is more than a quarter of the memory. */
TEST(default_tables_are_safe_on_small_machines)
{
    enum { THREADS = 1024 };
    const uint64_t memory = UINT64_C(3) << 29;
    struct board board = board_default();
    uint64_t min = solver_min_table_bytes(board, NULL, THREADS);
    assert_true(min > memory / 4);
    if (!has_memory())
        skip();
    limit_memory(memory);
    assert_int_equal(solver_default_table_bytes(board, NULL, THREADS), min);
    limit_memory(0);
}

static void *wait_for_post(void *semaphore)
{
    os_semaphore_wait(semaphore);
    return NULL;
}

/* They have small stacks. */
TEST_IF(threads_start_where_there_is_little_memory, has_memory())
{
    enum { THREADS = 100 };
    os_thread threads[THREADS];
    os_semaphore semaphore;
    int started = 0;
    assert_true(os_semaphore_init(&semaphore));
    limit_memory((rlim_t)THREADS * 3 << 20);
    while (started < THREADS &&
           os_thread_start(&threads[started], wait_for_post, &semaphore))
        started++;
    limit_memory(0);
    for (int i = 0; i < started; i++)
        os_semaphore_post(&semaphore);
    for (int i = 0; i < started; i++)
        os_thread_join(threads[i]);
    os_semaphore_destroy(&semaphore);
    assert_int_equal(started, THREADS);
}

#ifdef __linux__

/* Write a file of such lines, and its folders. */
static void write_file(const char *root, const char *name, const char *text)
{
    char path[PATH_SIZE + 64];
    snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *at = path + strlen(root) + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s\n", text);
    fclose(file);
}

/* What is written one after the other, to /proc/self/cgroup or to a file of
 * /sys/fs/cgroup, and what the machine has then: 0 for all of it. */
static const struct {
    const char *name, *text;
    uint64_t memory;
    int cores;
} steps[] = {
    /* version 2: the smallest limit of a group and its ancestors */
    {NULL, "0::/a/b", 0, 0},
    {"a/b/memory.max", "max", 0, 0},
    {"a/b/cpu.max", "max 100000", 0, 0},
    {"a/memory.max", "100000000", 100000000, 0},
    {"a/cpu.max", "50000 100000", 100000000, 1},
    {"a/cpu.max", "100000000 100000", 100000000, 0}, /* not 1000 */
    /* the group of all */
    {"memory.max", "90000000", 90000000, 0},
    {"memory.max", "max", 100000000, 0},
    /* both versions, each where it is mounted */
    {NULL, "3:cpu:/e\n0::/u", 0, 0},
    {"unified/u/memory.max", "80000000", 80000000, 0},
    {"cpu/e/cpu.cfs_quota_us", "10000", 80000000, 0},
    {"cpu/e/cpu.cfs_period_us", "100000", 80000000, 1},
    /* version 1 and 2 together; a huge number means no limit */
    {NULL, "12:cpu,cpuacct:/c\n4:memory:/gone/d\n0::/", 0, 0},
    {"memory/memory.limit_in_bytes", "9223372036854771712", 0, 0},
    {"cpu/c/cpu.cfs_quota_us", "-1", 0, 0},
    {"cpu/c/cpu.cfs_period_us", "100000", 0, 0},
    {"memory/gone/d/memory.limit_in_bytes", "65536000", 65536000, 0},
    {"cpu/c/cpu.cfs_quota_us", "10000", 65536000, 1},
    /* malformed lines are ignored */
    {NULL, "\n:\nx:y\n0::\n::::", 0, 0},
};

TEST(limits_of_control_groups_apply)
{
    char root[PATH_SIZE], name[64], command[PATH_SIZE + 16];
    assert_non_null(mkdtemp(temporary(root)));
    struct os_machine all = os_machine(root);
    assert_true(all.memory > 0 && all.cores > 0);
    EACH (step, steps) {
        snprintf(name, sizeof name, "sys/fs/cgroup/%s",
                 step->name ? step->name : "");
        write_file(root, step->name ? name : "proc/self/cgroup", step->text);
        struct os_machine found = os_machine(root);
        assert_int_equal(found.memory,
                         step->memory > 0 ? step->memory : all.memory);
        assert_int_equal(found.cores,
                         step->cores > 0 ? step->cores : all.cores);
    }

    write_file(root, "proc/self/cgroup", "0::/a");
    for (int cores = 1; cores <= all.cores; cores++)
        for (int more = -1; more < 2; more++) { /* rounded up */
            char text[64];
            int expected = cores + (more > 0);
            snprintf(text, sizeof text, "%d 100000", cores * 100000 + more);
            write_file(root, "sys/fs/cgroup/a/cpu.max", text);
            assert_int_equal(os_machine(root).cores,
                             expected < all.cores ? expected : all.cores);
        }
    snprintf(command, sizeof command, "rm -r '%s'", root);
    assert_int_equal(system(command), 0);
}

TEST(cores_are_those_that_the_process_may_use)
{
    cpu_set_t before, one;
    assert_ok(sched_getaffinity(0, sizeof before, &before));
    CPU_ZERO(&one);
    for (size_t cpu = 0; CPU_COUNT(&one) == 0; cpu++)
        if (CPU_ISSET(cpu, &before))
            CPU_SET(cpu, &one);
    assert_ok(sched_setaffinity(0, sizeof one, &one));
    int cores = os_machine("").cores;
    assert_ok(sched_setaffinity(0, sizeof before, &before));
    assert_int_equal(cores, 1);
    assert_in_range(os_machine("").cores, 1, CPU_COUNT(&before));
}

#endif
