/* The machine of os/os.h for Linux, macOS and the BSDs: what POSIX tells, and
 * on Linux the affinity mask and the control groups. */

#include "os/os.h"

#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#endif

/* ------------------------------------------------------------------- limits */

/* The limits that POSIX systems tell: the machine's memory and CPUs, and the
 * limit of the address space. */
static struct os_machine posix_limits(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    long pages = sysconf(_SC_PHYS_PAGES);
    long page_bytes = sysconf(_SC_PAGESIZE);
    struct rlimit address_space;
    struct os_machine machine = {
        .memory = UINT64_MAX,
        .cores = cores > 0 ? (int)cores : 1,
    };

    if (pages > 0 && page_bytes > 0)
        machine.memory = (uint64_t)pages * (uint64_t)page_bytes;
    if (getrlimit(RLIMIT_AS, &address_space) == 0 &&
        address_space.rlim_cur != RLIM_INFINITY &&
        address_space.rlim_cur < machine.memory)
        machine.memory = address_space.rlim_cur;
    return machine;
}

/* ----------------------------------------------------------- control groups */

#ifdef __linux__

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

/* Apply the limits of the control group in a folder.  In version 2 a limit is a
 * number or "max"; in version 1, whose files have other names, -1 or a huge
 * number means that there is none. */
static void read_group(struct os_machine *machine, const char *folder)
{
    char line[256], period[256], *end;
    if (read_line(folder, "memory.max", line) && line[0] != 'm')
        lower_memory(machine, strtoull(line, NULL, 10));
    if (read_line(folder, "memory.limit_in_bytes", line))
        lower_memory(machine, strtoull(line, NULL, 10));
    if (read_line(folder, "cpu.max", line) && line[0] != 'm') {
        double quota = strtod(line, &end);
        lower_cores(machine, quota, strtod(end, NULL));
    }
    if (read_line(folder, "cpu.cfs_quota_us", line) &&
        read_line(folder, "cpu.cfs_period_us", period))
        lower_cores(machine, strtod(line, NULL), strtod(period, NULL));
}

/* Apply the limits of a control group and its ancestors.  In a container some
 * of them may be invisible; these are skipped. */
static void read_groups(struct os_machine *machine, const char *root,
                        const char *mount, const char *group)
{
    char path[PATH_SIZE];
    if (strcmp(group, "/") == 0)
        group = "";
    int length =
        snprintf(path, sizeof path, "%s/sys/fs/cgroup%s%s", root, mount, group);
    if (length >= PATH_SIZE)
        return;
    const char *top = path + length - strlen(group);
    for (;;) {
        read_group(machine, path);
        char *slash = strrchr(path, '/');
        if (slash < top)
            break;
        *slash = '\0';
    }
}

/* Apply the limits of a line of /proc/self/cgroup: NUMBER:CONTROLLERS:GROUP.
 * In version 2 CONTROLLERS is empty. */
static void read_hierarchy(struct os_machine *machine, const char *root,
                           char *line)
{
    char *names = strchr(line, ':');
    char *group = names ? strchr(names + 1, ':') : NULL;
    if (group == NULL)
        return;
    *names++ = '\0';
    *group++ = '\0';
    group[strcspn(group, "\n")] = '\0';
    if (*names == '\0') {
        read_groups(machine, root, "", group);
        read_groups(machine, root, "/unified", group);
    }
    for (char *rest, *name = strtok_r(names, ",", &rest); name != NULL;
         name = strtok_r(NULL, ",", &rest)) {
        if (strcmp(name, "memory") == 0)
            read_groups(machine, root, "/memory", group);
        if (strcmp(name, "cpu") == 0)
            read_groups(machine, root, "/cpu", group);
    }
}

/* Apply the limits of all control groups of the process. */
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

#endif

/* ------------------------------------------------------------------ machine */

struct os_machine os_machine(const char *root)
{
    struct os_machine machine = posix_limits();
#ifdef __linux__
    cpu_set_t affinity;
    /* it fails if the machine has more CPUs than a cpu_set_t has bits */
    if (sched_getaffinity(0, sizeof affinity, &affinity) == 0 &&
        CPU_COUNT(&affinity) > 0)
        machine.cores = CPU_COUNT(&affinity);
    read_all_groups(&machine, root);
#else
    (void)root;
#endif
    return machine;
}
