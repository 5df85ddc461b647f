/* What every platform has: the clock, memory, files, threads. */
#include "test/unit/test.h"

#include <errno.h>

#include "os/os.h"

TEST(the_clock_goes_on)
{
    double before = os_seconds();
    while (os_seconds() <= before)
        ;
    assert_true(os_seconds() - before < 3600);
}

TEST(a_machine_has_cores_and_memory)
{
    struct os_machine machine = os_machine("");
    assert_in_range(machine.cores, 1, 100000);
    assert_true(machine.memory > 1 << 20);
}

TEST(blocks_of_memory_are_zero_aligned_and_limited)
{
    enum { SIZE = 5000000 };
    struct os_memory memory;
    assert_true(os_map(&memory, SIZE));
    assert_int_equal(memory.size, SIZE);
    assert_int_equal((uintptr_t)memory.bytes % (2 << 20), 0);
    unsigned char *bytes = memory.bytes;
    assert_true(bytes >= (unsigned char *)memory.mapped);
    assert_true(bytes + SIZE <=
                (unsigned char *)memory.mapped + memory.mapped_size);
    for (size_t i = 0; i < SIZE; i++)
        assert_true(bytes[i] == 0);
    memset(bytes, 1, SIZE);
    os_unmap(&memory);
    assert_null(memory.bytes);
    os_unmap(&memory);
    assert_false(os_map(&memory, SIZE_MAX));
    assert_null(memory.bytes);
    assert_false(os_map(&memory, SIZE_MAX / 2));
}

/* The path of a file that does not exist. */
static void make_path(char path[512])
{
    const char *folder = getenv("TMPDIR");
    if (folder == NULL || *folder == '\0')
        folder = getenv("TEMP");
    int length = snprintf(path, 512, "%s/fourscore-%ld",
                          folder != NULL && *folder != '\0' ? folder : "/tmp",
                          os_process());
    assert_in_range(length, 1, 511);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_ok(fclose(file));
}

static void expect_no_file(const char *path, uint64_t max_size,
                           enum os_file_status status)
{
    struct os_file file = {path, 1};
    assert_int_equal(os_file_map(&file, path, max_size), status);
    assert_null(file.bytes);
    assert_int_equal(file.size, 0);
}

TEST(files_are_mapped_up_to_a_size)
{
    struct os_file file;
    char path[512], reason[100];
    make_path(path);
    write_file(path, "four\n");
    assert_ok(os_file_map(&file, path, 5));
    assert_int_equal(file.size, 5);
    assert_memory_equal(file.bytes, "four\n", 5);
    os_file_unmap(&file);
    assert_null(file.bytes);
    os_file_unmap(&file);
    expect_no_file(path, 4, OS_FILE_TOO_LARGE);
    write_file(path, "");
    expect_no_file(path, 0, OS_FILE_OK);
    assert_ok(remove(path));

    expect_no_file(path, 5, OS_FILE_UNREADABLE);
    assert_int_equal(errno, ENOENT);
    assert_true(os_error_text(ENOENT, reason, sizeof reason));
    assert_string_equal(reason, "No such file or directory");
    expect_no_file(".", 5, OS_FILE_NOT_REGULAR);
}

enum { THREADS = 4, ROUNDS = 20000 };

static struct {
    os_mutex lock;
    os_condition arrived, opened;
    os_semaphore posted;
    int count, waiting;
    bool open;
    _Atomic uint32_t word;
} common;

static void *count_rounds(void *sum)
{
    os_mutex_lock(&common.lock);
    common.waiting++;
    os_condition_signal(&common.arrived);
    os_mutex_unlock(&common.lock);
    os_mutex_lock(&common.lock);
    while (!common.open)
        os_condition_wait(&common.opened, &common.lock);
    os_mutex_unlock(&common.lock);
    for (int i = 0; i < ROUNDS; i++) {
        os_mutex_lock(&common.lock);
        int before = common.count;
        os_seconds(); /* takes a moment */
        common.count = before + 1;
        os_mutex_unlock(&common.lock);
        ++*(int *)sum;
    }
    os_semaphore_post(&common.posted);
    return NULL;
}

TEST(threads_count_and_wait)
{
    os_thread threads[THREADS];
    int sums[THREADS] = {0};
    os_mutex_init(&common.lock);
    os_condition_init(&common.arrived);
    os_condition_init(&common.opened);
    assert_true(os_semaphore_init(&common.posted));
    for (int i = 0; i < THREADS; i++)
        assert_true(os_thread_start(&threads[i], count_rounds, &sums[i]));
    os_mutex_lock(&common.lock);
    while (common.waiting < THREADS)
        os_condition_wait(&common.arrived, &common.lock);
    assert_int_equal(common.count, 0);
    common.open = true;
    os_condition_broadcast(&common.opened);
    os_mutex_unlock(&common.lock);

    for (int i = 0; i < THREADS; i++)
        os_semaphore_wait(&common.posted);
    assert_int_equal(common.count, THREADS * ROUNDS);
    for (int i = 0; i < THREADS; i++) {
        os_thread_join(threads[i]);
        assert_int_equal(sums[i], ROUNDS);
    }
    os_semaphore_destroy(&common.posted);
    os_condition_destroy(&common.arrived);
    os_condition_destroy(&common.opened);
    os_mutex_destroy(&common.lock);
    assert_true(os_process() == os_process());
}

static void *enter(void *unused)
{
    common.word = 1;
    os_mutex_lock(&common.lock);
    common.word = 2;
    os_mutex_unlock(&common.lock);
    return unused;
}

TEST(a_mutex_keeps_others_out)
{
    os_thread thread;
    os_mutex_init(&common.lock);
    common.word = 0;
    os_mutex_lock(&common.lock);
    assert_false(os_mutex_try(&common.lock));
    assert_true(os_thread_start(&thread, enter, NULL));
    while (common.word == 0)
        ;
    for (double end = os_seconds() + 0.05; os_seconds() < end;)
        assert_int_equal(common.word, 1);
    os_mutex_unlock(&common.lock);
    os_thread_join(thread);
    assert_int_equal(common.word, 2);
    assert_true(os_mutex_try(&common.lock));
    assert_false(os_mutex_try(&common.lock));
    os_mutex_unlock(&common.lock);
    os_mutex_destroy(&common.lock);
    common.word = 0;
}

/* More posts than a pipe has bytes do not block, and none before is lost. */
TEST(semaphores_count)
{
    os_semaphore semaphore;
    assert_true(os_semaphore_init(&semaphore));
    for (int i = 0; i < 200000; i++)
        os_semaphore_post(&semaphore);
    for (int i = 0; i < 4096; i++)
        os_semaphore_wait(&semaphore);
    os_semaphore_destroy(&semaphore);
}

static void *wait_for_word(void *argument)
{
    os_thread_lower_priority(3);
    while (common.word == 0)
        os_wait_while(&common.word, 0);
    return NULL;
}

TEST(words_are_waited_for)
{
    os_thread thread;
    os_wait_while(&common.word, 1); /* it is not */
    assert_true(os_thread_start(&thread, wait_for_word, NULL));
    common.word = 1;
    os_wake(&common.word);
    os_thread_join(thread);
}
