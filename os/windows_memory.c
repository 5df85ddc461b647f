#include "os/os.h"

#include <stdint.h>
#include <windows.h>

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
