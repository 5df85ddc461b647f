/* os/os.h for Windows. */

#include "os/os.h"

#include <errno.h>
#include <limits.h>
#include <process.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* -------------------------------------------------------------------- clock */

double os_seconds(void)
{
    LARGE_INTEGER frequency, now;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&now);
    return (double)now.QuadPart / (double)frequency.QuadPart;
}

/* ------------------------------------------------------------------- errors */

bool os_error_text(int number, char *text, size_t size)
{
    return strerror_s(text, size, number) == 0;
}

/* ------------------------------------------------------------------ machine */

/* The CPUs of the affinity mask. */
static int affinity_count(void)
{
    DWORD_PTR process, all;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &process, &all) ||
        process == 0)
        return 1; /* its threads are in several groups of processors */
    return __builtin_popcountll(process);
}

struct os_machine os_machine(const char *root)
{
    (void)root;
    struct os_machine machine = {
        .memory = UINT64_MAX,
        .cores = affinity_count(),
    };
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    if (GlobalMemoryStatusEx(&status))
        machine.memory = status.ullTotalPhys;
    return machine;
}

/* ------------------------------------------------------------------- memory */

/* Of 'bytes': the size of a large page on x86-64 and arm64. */
#define ALIGNMENT ((size_t)2 << 20)

/* Only processes with this privilege get large pages. */
static bool may_lock_memory(void)
{
    HANDLE token;
    TOKEN_PRIVILEGES wanted = {.PrivilegeCount = 1};
    wanted.Privileges[0].Attributes = SE_PRIVILEGE_ENABLED;
    if (!OpenProcessToken(GetCurrentProcess(),
                          TOKEN_QUERY | TOKEN_ADJUST_PRIVILEGES, &token))
        return false;
    bool granted =
        LookupPrivilegeValueW(NULL, L"SeLockMemoryPrivilege",
                              &wanted.Privileges[0].Luid) &&
        AdjustTokenPrivileges(token, FALSE, &wanted, 0, NULL, NULL) &&
        GetLastError() == ERROR_SUCCESS;
    CloseHandle(token);
    return granted;
}

static void *allocate(size_t size, DWORD pages)
{
    return VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT | pages,
                        PAGE_READWRITE);
}

/* Large pages need no room for the alignment. */
static bool map_large(struct os_memory *memory, size_t size)
{
    size_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (size < ALIGNMENT || GetLargePageMinimum() != ALIGNMENT ||
        !may_lock_memory())
        return false;
    void *mapped = allocate(rounded, MEM_LARGE_PAGES);
    if (mapped == NULL)
        return false;
    *memory = (struct os_memory){.bytes = mapped,
                                 .size = size,
                                 .mapped = mapped,
                                 .mapped_size = rounded,
                                 .huge_pages = true};
    return true;
}

bool os_map(struct os_memory *memory, size_t size)
{
    *memory = (struct os_memory){0};
    if (size > os_machine("").memory || size > SIZE_MAX - 2 * ALIGNMENT)
        return false;
    if (map_large(memory, size))
        return true;
    size_t mapped_size = size + ALIGNMENT;
    char *mapped = allocate(mapped_size, 0);
    if (mapped == NULL)
        return false;
    *memory = (struct os_memory){
        .bytes = mapped + (ALIGNMENT - (uintptr_t)mapped % ALIGNMENT),
        .size = size,
        .mapped = mapped,
        .mapped_size = mapped_size};
    return true;
}

void os_unmap(struct os_memory *memory)
{
    if (memory->mapped != NULL)
        VirtualFree(memory->mapped, 0, MEM_RELEASE);
    *memory = (struct os_memory){0};
}

/* -------------------------------------------------------------------- files */

/* The status for the error of a failed call, after setting errno. */
static enum os_file_status file_failure(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
        errno = ENOENT;
        break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
        errno = EACCES;
        break;
    case ERROR_TOO_MANY_OPEN_FILES:
        errno = EMFILE;
        break;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
    case ERROR_COMMITMENT_LIMIT:
        errno = ENOMEM;
        return OS_FILE_NO_MEMORY;
    default:
        errno = EIO;
    }
    return OS_FILE_UNREADABLE;
}

static HANDLE open_file(const char *path)
{
    int length = MultiByteToWideChar(CP_UTF8, 0, path, -1, NULL, 0);
    wchar_t *wide = malloc((size_t)length * sizeof *wide);
    if (wide == NULL) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return INVALID_HANDLE_VALUE;
    }
    MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, length);
    /* with backup semantics folders can be opened, too */
    HANDLE file =
        CreateFileW(wide, GENERIC_READ,
                    FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                    NULL, OPEN_EXISTING,
                    FILE_ATTRIBUTE_NORMAL | FILE_FLAG_BACKUP_SEMANTICS, NULL);
    DWORD error = GetLastError();
    free(wide);
    SetLastError(error);
    return file;
}

static enum os_file_status map_handle(struct os_file *file, HANDLE handle,
                                      uint64_t max_size)
{
    BY_HANDLE_FILE_INFORMATION about;
    if (GetFileType(handle) != FILE_TYPE_DISK)
        return OS_FILE_NOT_REGULAR;
    if (!GetFileInformationByHandle(handle, &about))
        return file_failure();
    if (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
        return OS_FILE_NOT_REGULAR;
    uint64_t size = (uint64_t)about.nFileSizeHigh << 32 | about.nFileSizeLow;
    if (size > max_size)
        return OS_FILE_TOO_LARGE;
    if (size > SIZE_MAX)
        return OS_FILE_NO_MEMORY;
    if (size == 0)
        return OS_FILE_OK;
    HANDLE mapping =
        CreateFileMappingW(handle, NULL, PAGE_READONLY, 0, 0, NULL);
    if (mapping == NULL)
        return file_failure();
    void *bytes = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, (size_t)size);
    enum os_file_status status = bytes == NULL ? file_failure() : OS_FILE_OK;
    CloseHandle(mapping); /* the view keeps it */
    if (bytes != NULL)
        *file = (struct os_file){.bytes = bytes, .size = (size_t)size};
    return status;
}

enum os_file_status os_file_map(struct os_file *file, const char *path,
                                uint64_t max_size)
{
    *file = (struct os_file){0};
    HANDLE handle = open_file(path);
    if (handle == INVALID_HANDLE_VALUE)
        return file_failure();
    enum os_file_status status = map_handle(file, handle, max_size);
    CloseHandle(handle);
    return status;
}

void os_file_unmap(struct os_file *file)
{
    if (file->bytes != NULL)
        UnmapViewOfFile(file->bytes);
    *file = (struct os_file){0};
}

/* ------------------------------------------------------------------ threads */

/* What a thread calls. */
struct call {
    void *(*run)(void *);
    void *argument;
};

static unsigned __stdcall run_call(void *given)
{
    struct call call = *(struct call *)given;
    free(given);
    call.run(call.argument);
    return 0;
}

bool os_thread_start(os_thread *thread, void *(*run)(void *), void *argument)
{
    struct call *call = malloc(sizeof *call);
    if (call == NULL)
        return false;
    *call = (struct call){run, argument};
    uintptr_t started = _beginthreadex(NULL, OS_STACK_BYTES, run_call, call,
                                       STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    if (started == 0)
        free(call);
    *thread = (os_thread)started;
    return started != 0;
}

void os_thread_join(os_thread thread)
{
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

void os_thread_lower_priority(int steps)
{
    SetThreadPriority(GetCurrentThread(), steps < 10
                                              ? THREAD_PRIORITY_BELOW_NORMAL
                                              : THREAD_PRIORITY_LOWEST);
}

long os_process(void)
{
    return (long)GetCurrentProcessId();
}

_Static_assert(sizeof(os_mutex) == sizeof(SRWLOCK), "as in windows.h");
_Static_assert(sizeof(os_condition) == sizeof(CONDITION_VARIABLE),
               "as in windows.h");

void os_mutex_init(os_mutex *mutex)
{
    InitializeSRWLock((SRWLOCK *)mutex);
}

void os_mutex_destroy(os_mutex *mutex)
{
    (void)mutex;
}

void os_mutex_lock(os_mutex *mutex)
{
    AcquireSRWLockExclusive((SRWLOCK *)mutex);
}

bool os_mutex_try(os_mutex *mutex)
{
    return TryAcquireSRWLockExclusive((SRWLOCK *)mutex);
}

void os_mutex_unlock(os_mutex *mutex)
{
    ReleaseSRWLockExclusive((SRWLOCK *)mutex);
}

void os_condition_init(os_condition *condition)
{
    InitializeConditionVariable((CONDITION_VARIABLE *)condition);
}

void os_condition_destroy(os_condition *condition)
{
    (void)condition;
}

void os_condition_wait(os_condition *condition, os_mutex *mutex)
{
    SleepConditionVariableSRW((CONDITION_VARIABLE *)condition, (SRWLOCK *)mutex,
                              INFINITE, 0);
}

void os_condition_broadcast(os_condition *condition)
{
    WakeAllConditionVariable((CONDITION_VARIABLE *)condition);
}

void os_condition_signal(os_condition *condition)
{
    WakeConditionVariable((CONDITION_VARIABLE *)condition);
}

/* --------------------------------------------------------------- semaphores */

bool os_semaphore_init(os_semaphore *semaphore)
{
    *semaphore = CreateSemaphoreW(NULL, 0, LONG_MAX, NULL);
    return *semaphore != NULL;
}

void os_semaphore_destroy(os_semaphore *semaphore)
{
    CloseHandle(*semaphore);
}

void os_semaphore_post(os_semaphore *semaphore)
{
    ReleaseSemaphore(*semaphore, 1, NULL);
}

void os_semaphore_wait(os_semaphore *semaphore)
{
    WaitForSingleObject(*semaphore, INFINITE);
}

/* -------------------------------------------------------------------- waits */

void os_wait_while(_Atomic uint32_t *word, uint32_t value)
{
    WaitOnAddress(word, &value, sizeof value, INFINITE);
}

void os_wake(_Atomic uint32_t *word)
{
    WakeByAddressSingle((void *)word);
}
