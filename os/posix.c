/* os/os.h for Linux, macOS and the BSDs, but for the machine: what POSIX has,
 * and, with __linux__, what Linux has besides.  'make check-posix' tests what
 * others have. */

/* On Linux, all but GNU's strerror_r(), which is not that of POSIX. */
#ifdef _GNU_SOURCE
#undef _GNU_SOURCE
#define _DEFAULT_SOURCE /* NOLINT(bugprone-reserved-identifier) */
#endif

#include "os/os.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

/* -------------------------------------------------------------------- clock */

double os_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ------------------------------------------------------------------- errors */

/* macOS has no strerror_l(). */
bool os_error_text(int number, char *text, size_t size)
{
    locale_t english = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (english == (locale_t)0)
        return false;
    locale_t before = uselocale(english);
    bool found = strerror_r(number, text, size) == 0;
    uselocale(before);
    freelocale(english);
    return found;
}

/* ------------------------------------------------------------------- memory */

/* The size on x86-64 and most other machines.  A wrong value costs only speed.
 */
#define HUGE_PAGE ((size_t)2 << 20)

/* So much fits into any memory, and needs no look at the machine. */
#define ANY_MACHINE ((size_t)8 << 20)

/* Ask for huge pages for a block.  Returns whether the system accepts. */
static bool want_huge_pages(void *bytes, size_t size)
{
#ifdef __linux__
    return madvise(bytes, size, MADV_HUGEPAGE) == 0;
#else
    (void)bytes;
    (void)size;
    return false;
#endif
}

bool os_map(struct os_memory *memory, size_t size)
{
    size_t mapped_size;
    *memory = (struct os_memory){0};
    if ((size > ANY_MACHINE && size > os_machine("").memory) ||
        __builtin_add_overflow(size, HUGE_PAGE, &mapped_size))
        return false;
    void *mapped = mmap(NULL, mapped_size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return false;

    size_t skip = HUGE_PAGE - (uintptr_t)mapped % HUGE_PAGE;
    memory->mapped = mapped;
    memory->mapped_size = mapped_size;
    memory->bytes = (char *)mapped + skip;
    memory->size = size;
    memory->huge_pages = want_huge_pages(memory->bytes, size);
    return true;
}

void os_unmap(struct os_memory *memory)
{
    if (memory->mapped != NULL)
        munmap(memory->mapped, memory->mapped_size);
    *memory = (struct os_memory){0};
}

/* -------------------------------------------------------------------- files */

/* The status for the errno of a failed call. */
static enum os_file_status file_failure(void)
{
    return errno == ENOMEM ? OS_FILE_NO_MEMORY : OS_FILE_UNREADABLE;
}

static enum os_file_status map_descriptor(struct os_file *file, int descriptor,
                                          uint64_t max_size)
{
    struct stat about;
    if (fstat(descriptor, &about) != 0)
        return file_failure();
    if (!S_ISREG(about.st_mode))
        return OS_FILE_NOT_REGULAR;
    if ((uint64_t)about.st_size > max_size)
        return OS_FILE_TOO_LARGE;
    if ((uint64_t)about.st_size > SIZE_MAX)
        return OS_FILE_NO_MEMORY;
    if (about.st_size == 0)
        return OS_FILE_OK;
    size_t size = (size_t)about.st_size;
    void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (bytes == MAP_FAILED)
        return file_failure();
    file->bytes = bytes;
    file->size = size;
    return OS_FILE_OK;
}

enum os_file_status os_file_map(struct os_file *file, const char *path,
                                uint64_t max_size)
{
    *file = (struct os_file){0};
    /* O_NONBLOCK: opening a pipe must not wait for a writer. */
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return file_failure();
    enum os_file_status status = map_descriptor(file, descriptor, max_size);
    int error = errno;
    close(descriptor);
    errno = error;
    return status;
}

void os_file_unmap(struct os_file *file)
{
    if (file->bytes != NULL)
        munmap((void *)file->bytes, file->size);
    *file = (struct os_file){0};
}

/* ------------------------------------------------------------------ threads */

bool os_thread_start(os_thread *thread, void *(*run)(void *), void *argument)
{
    sigset_t all, before;
    pthread_attr_t settings;
    if (pthread_attr_init(&settings) != 0)
        return false;
    pthread_attr_setstacksize(&settings, OS_STACK_BYTES);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(thread, &settings, run, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&settings);
    return failed == 0;
}

void os_thread_join(os_thread thread)
{
    pthread_join(thread, NULL);
}

void os_thread_lower_priority(int steps)
{
#ifdef __linux__
    (void)!nice(steps); /* where it is forbidden, the priority stays */
#else
    (void)steps; /* nice() is for all threads of the process */
#endif
}

long os_process(void)
{
    return getpid();
}

void os_mutex_init(os_mutex *mutex)
{
    pthread_mutex_init(mutex, NULL);
}

void os_mutex_destroy(os_mutex *mutex)
{
    pthread_mutex_destroy(mutex);
}

void os_mutex_lock(os_mutex *mutex)
{
    pthread_mutex_lock(mutex);
}

bool os_mutex_try(os_mutex *mutex)
{
    return pthread_mutex_trylock(mutex) == 0;
}

void os_mutex_unlock(os_mutex *mutex)
{
    pthread_mutex_unlock(mutex);
}

void os_condition_init(os_condition *condition)
{
    pthread_cond_init(condition, NULL);
}

void os_condition_destroy(os_condition *condition)
{
    pthread_cond_destroy(condition);
}

void os_condition_wait(os_condition *condition, os_mutex *mutex)
{
    pthread_cond_wait(condition, mutex);
}

void os_condition_broadcast(os_condition *condition)
{
    pthread_cond_broadcast(condition);
}

void os_condition_signal(os_condition *condition)
{
    pthread_cond_signal(condition);
}

/* --------------------------------------------------------------- semaphores */

#ifdef __linux__

bool os_semaphore_init(os_semaphore *semaphore)
{
    return sem_init(semaphore, 0, 0) == 0;
}

void os_semaphore_destroy(os_semaphore *semaphore)
{
    sem_destroy(semaphore);
}

void os_semaphore_post(os_semaphore *semaphore)
{
    sem_post(semaphore);
}

void os_semaphore_wait(os_semaphore *semaphore)
{
    while (sem_wait(semaphore) != 0)
        ; /* interrupted by a signal */
}

#else

bool os_semaphore_init(os_semaphore *semaphore)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFL, O_NONBLOCK); /* a post never waits */
    *semaphore = (os_semaphore){.read_end = ends[0], .write_end = ends[1]};
    return true;
}

void os_semaphore_destroy(os_semaphore *semaphore)
{
    close(semaphore->read_end);
    close(semaphore->write_end);
}

void os_semaphore_post(os_semaphore *semaphore)
{
    int error = errno; /* of what the signal interrupts */
    while (write(semaphore->write_end, "", 1) < 0 && errno == EINTR)
        ;
    errno = error;
}

void os_semaphore_wait(os_semaphore *semaphore)
{
    char byte;
    while (read(semaphore->read_end, &byte, 1) < 0 && errno == EINTR)
        ;
}

#endif

/* -------------------------------------------------------------------- waits */

#ifdef __linux__

/* As in linux/futex.h, which musl does not have. */
enum { FUTEX_WAIT_PRIVATE = 0 | 128, FUTEX_WAKE_PRIVATE = 1 | 128 };

void os_wait_while(_Atomic uint32_t *word, uint32_t value)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

void os_wake(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

#else

void os_wait_while(_Atomic uint32_t *word, uint32_t value)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    if (atomic_load_explicit(word, memory_order_relaxed) == value)
        nanosleep(&moment, NULL);
}

void os_wake(_Atomic uint32_t *word)
{
    (void)word;
}

#endif
