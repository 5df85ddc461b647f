#include "os/os.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <windows.h>

/* The status for the error of a failed call, after setting errno. */
static enum os_file_status failure(void)
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
        return failure();
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
        return failure();
    void *bytes = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, (size_t)size);
    enum os_file_status status = bytes == NULL ? failure() : OS_FILE_OK;
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
        return failure();
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
