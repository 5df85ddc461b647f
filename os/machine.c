#include "os/machine.h"

#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

static void lower_memory(struct os_machine *machine, uint64_t memory)
{
    if (memory < machine->memory)
        machine->memory = memory;
}

/* Lower the number of cores to quota / period, rounded up: a control group's
 * CPU time in each period, both in microseconds. */
static void lower_cores(struct os_machine *machine, double quota, double period)
{
    if (quota <= 0 || period <= 0)
        return;
    double cores = quota / period;
    if (cores <= machine->cores - 1)
        machine->cores = cores > (int)cores ? (int)cores + 1 : (int)cores;
}

/* Read the first line of FOLDER/NAME. */
static bool read_line(const char *folder, const char *name, char line[256])
{
    char path[PATH_SIZE];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = length < PATH_SIZE ? fopen(path, "r") : NULL;
    if (file == NULL)
        return false;
    bool read = fgets(line, 256, file) != NULL;
    fclose(file);
    return read;
}

/* Apply the limits of the control group in a folder. */
static void read_group(struct os_machine *machine, const char *folder)
{
    char line[256], period[256];

    /* version 2: a number or "max" */
    if (read_line(folder, "memory.max", line) && line[0] != 'm')
        lower_memory(machine, strtoull(line, NULL, 10));
    if (read_line(folder, "cpu.max", line) && line[0] != 'm') {
        char *end;
        double quota = strtod(line, &end);
        lower_cores(machine, quota, strtod(end, NULL));
    }
    /* version 1: a number; -1 or a huge one if there is no limit */
    if (read_line(folder, "memory.limit_in_bytes", line))
        lower_memory(machine, strtoull(line, NULL, 10));
    if (read_line(folder, "cpu.cfs_quota_us", line) &&
        read_line(folder, "cpu.cfs_period_us", period))
        lower_cores(machine, strtod(line, NULL), strtod(period, NULL));
}

/* Apply the limits of a control group and its ancestors.  In a container some
 * of them may be invisible; these are skipped. */
static void read_groups(struct os_machine *machine, const char *mount,
                        const char *group)
{
    char path[PATH_SIZE];
    int length = snprintf(path, sizeof path, "%s%s", mount, group);
    if (length >= PATH_SIZE)
        return;
    for (;;) {
        read_group(machine, path);
        char *slash = strrchr(path, '/');
        if (slash < path + strlen(mount))
            break;
        *slash = '\0';
    }
}

/* Apply the limits of a line of /proc/self/cgroup: NUMBER:CONTROLLERS:GROUP.
 * In version 2 CONTROLLERS is empty. */
static void read_hierarchy(struct os_machine *machine, const char *root,
                           char *line)
{
    char mount[PATH_SIZE];
    char *controllers = strchr(line, ':');
    char *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (group == NULL)
        return;
    *controllers++ = '\0';
    *group++ = '\0';
    group[strcspn(group, "\n")] = '\0';
    if (*controllers == '\0') {
        static const char *const mounts[] = {"", "/unified"};
        for (int i = 0; i < 2; i++) {
            snprintf(mount, sizeof mount, "%s/sys/fs/cgroup%s", root,
                     mounts[i]);
            read_groups(machine, mount, group);
        }
        return;
    }
    for (char *rest, *name = strtok_r(controllers, ",", &rest); name != NULL;
         name = strtok_r(NULL, ",", &rest)) {
        if (strcmp(name, "memory") != 0 && strcmp(name, "cpu") != 0)
            continue;
        snprintf(mount, sizeof mount, "%s/sys/fs/cgroup/%s", root, name);
        read_groups(machine, mount, group);
    }
}

static void read_all_groups(struct os_machine *machine, const char *root)
{
    char path[PATH_SIZE], line[PATH_SIZE];
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return;
    while (fgets(line, sizeof line, file) != NULL)
        read_hierarchy(machine, root, line);
    fclose(file);
}

/* The CPUs of the affinity mask. */
static int affinity_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return CPU_COUNT(&set);
    /* the machine has more CPUs than a cpu_set_t has bits */
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (int)cores : 1;
}

struct os_machine os_machine(const char *root)
{
    struct os_machine machine = {
        .memory = UINT64_MAX,
        .cores = affinity_count(),
    };
    long pages = sysconf(_SC_PHYS_PAGES);
    long page_bytes = sysconf(_SC_PAGESIZE);
    struct rlimit address_space;

    if (pages > 0 && page_bytes > 0)
        lower_memory(&machine, (uint64_t)pages * (uint64_t)page_bytes);
    if (getrlimit(RLIMIT_AS, &address_space) == 0 &&
        address_space.rlim_cur != RLIM_INFINITY)
        lower_memory(&machine, address_space.rlim_cur);
    read_all_groups(&machine, root);
    return machine;
}
