#include "os/program/process.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int is_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* The descriptors that are open, but for the one that counts them. */
static bool count_files(struct os_process_use *use)
{
    struct dirent **entries;
    int count = scandir("/proc/self/fd", &entries, is_file, alphasort);
    if (count < 0)
        return false;
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    use->files = count - 1;
    return true;
}

static bool measure_memory(struct os_process_use *use)
{
    FILE *file = fopen("/proc/self/statm", "re");
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    char line[128], *end;
    if (file == NULL)
        return false;
    bool found = fgets(line, sizeof line, file) != NULL;
    if (found) {
        use->virtual_bytes = page * strtoumax(line, &end, 10);
        use->resident_bytes = page * strtoumax(end, NULL, 10);
    }
    fclose(file);
    return found;
}

bool os_process_measure(struct os_process_use *use)
{
    return count_files(use) && measure_memory(use);
}
