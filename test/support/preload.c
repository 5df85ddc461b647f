/*
 * A library that tests preload: calls that fail, and signals at a given time.
 *
 *   FAIL=open    no memory to open the file 'given'
 *   FAIL=prime   no memory to find a prime
 *   FAIL=sync    no space on the disk from sync number FAIL_AT on
 *   FAIL=realloc realloc() number FAIL_AT of the program returns NULL; JSON is
 *                written to what realloc() returns
 *   FAIL=memory  while the file FAIL_WHILE exists, every FAIL_AT-th malloc(),
 *                calloc() or realloc() of the program and the libraries of the
 *                server returns NULL
 *   FAIL=late    a thread is joined only after half a second
 *
 *   SIGNAL=N     sent after the first bytes of a file (WHEN=write), or after
 *                all (WHEN=fsync); DISPOSITION is 0 for SIG_DFL, 1 for SIG_IGN
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The function that this library stands in front of. */
#define NEXT(function) ((__typeof__(&(function)))dlsym(RTLD_NEXT, #function))

static const char *value(const char *name)
{
    const char *found = getenv(name);
    return found != NULL ? found : "";
}

static bool is_set(const char *name, const char *to)
{
    return strcmp(value(name), to) == 0;
}

static int number(const char *name)
{
    return atoi(value(name));
}

static bool open_fails(const char *path)
{
    errno = ENOMEM;
    return is_set("FAIL", "open") && strcmp(path, "given") == 0;
}

FILE *fopen(const char *path, const char *mode)
{
    return open_fails(path) ? NULL : NEXT(fopen)(path, mode);
}

int open(const char *path, int flags, int mode)
{
    return open_fails(path) ? -1
                            : (int)syscall(SYS_openat, -100, path, flags, mode);
}

__attribute__((constructor)) static void set_disposition(void)
{
    if (getenv("SIGNAL") != NULL)
        signal(number("SIGNAL"), number("DISPOSITION") ? SIG_IGN : SIG_DFL);
}

static void interrupt(const char *when)
{
    if (is_set("WHEN", when))
        kill(getpid(), number("SIGNAL"));
}

ssize_t write(int file, const void *bytes, size_t size)
{
    if (file <= 2 || getenv("SIGNAL") == NULL)
        return syscall(SYS_write, file, bytes, size);
    ssize_t written = syscall(SYS_write, file, bytes, size < 100 ? size : 100);
    interrupt("write");
    return written;
}

static int sync_file(long call, int file)
{
    static int calls;
    if (is_set("FAIL", "sync") && ++calls >= number("FAIL_AT")) {
        errno = ENOSPC;
        return -1;
    }
    return (int)syscall(call, file);
}

int fdatasync(int file)
{
    return sync_file(SYS_fdatasync, file);
}

int fsync(int file)
{
    interrupt("fsync");
    return sync_file(SYS_fsync, file);
}

int pthread_join(pthread_t thread, void **result)
{
    if (is_set("FAIL", "late"))
        usleep(500000);
    return NEXT(pthread_join)(thread, result);
}

uint64_t primesieve_nth_prime(int64_t n, uint64_t start)
{
    return is_set("FAIL", "prime") ? UINT64_MAX /* PRIMESIEVE_ERROR */
                                   : NEXT(primesieve_nth_prime)(n, start);
}

static bool is_called_by(void *caller, const char *name)
{
    Dl_info about;
    return dladdr(caller, &about) != 0 && strstr(about.dli_fname, name) != NULL;
}

/* Whether an allocation for 'caller' fails. */
static bool memory_fails(void *caller)
{
    static atomic_int calls;
    return is_set("FAIL", "memory") && access(value("FAIL_WHILE"), F_OK) == 0 &&
           (is_called_by(caller, "fourscore") ||
            is_called_by(caller, "libmicrohttpd") ||
            is_called_by(caller, "libjansson")) &&
           ++calls % number("FAIL_AT") == 0;
}

/* glibc's, which dlsym() may need itself. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);

void *malloc(size_t size)
{
    return memory_fails(__builtin_return_address(0)) ? NULL
                                                     : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return memory_fails(__builtin_return_address(0))
               ? NULL
               : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    static atomic_int calls;
    void *caller = __builtin_return_address(0);
    bool counts =
        is_set("FAIL", "realloc") && is_called_by(caller, "fourscore");
    return (counts && ++calls == number("FAIL_AT")) || memory_fails(caller)
               ? NULL
               : NEXT(realloc)(block, size);
}
