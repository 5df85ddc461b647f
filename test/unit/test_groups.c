/* The limits of control groups, which only Linux has. */
#include "test/unit/test.h"

#include <string.h>
#include <sys/stat.h>

#include "os/os.h"
#include "test/unit/temporary.h"

static void write_file(const char *root, const char *name, const char *text)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *at = path + strlen(root) + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

TEST(limits_of_control_groups_apply)
{
    char root[PATH_SIZE], command[PATH_SIZE + 16];
    assert_non_null(mkdtemp(temporary(root)));
    struct os_machine all = os_machine(root);
    assert_true(all.memory > 0 && all.cores > 0);

    /* version 2: the smallest limit of a group and its ancestors */
    write_file(root, "proc/self/cgroup", "0::/a/b\n");
    write_file(root, "sys/fs/cgroup/a/b/memory.max", "max\n");
    write_file(root, "sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
    assert_int_equal(os_machine(root).memory, all.memory);
    assert_int_equal(os_machine(root).cores, all.cores);
    write_file(root, "sys/fs/cgroup/a/memory.max", "100000000\n");
    write_file(root, "sys/fs/cgroup/a/cpu.max", "50000 100000\n");
    assert_int_equal(os_machine(root).memory, 100000000);
    assert_int_equal(os_machine(root).cores, 1);

    /* the group of all */
    write_file(root, "sys/fs/cgroup/memory.max", "90000000\n");
    assert_int_equal(os_machine(root).memory, 90000000);
    write_file(root, "sys/fs/cgroup/memory.max", "max\n");

    /* version 1 and 2 together; a huge number means no limit */
    write_file(root, "proc/self/cgroup",
               "12:cpu,cpuacct:/c\n4:memory:/gone/d\n0::/\n");
    write_file(root, "sys/fs/cgroup/memory/memory.limit_in_bytes",
               "9223372036854771712\n");
    write_file(root, "sys/fs/cgroup/cpu/c/cpu.cfs_quota_us", "-1\n");
    write_file(root, "sys/fs/cgroup/cpu/c/cpu.cfs_period_us", "100000\n");
    assert_int_equal(os_machine(root).memory, all.memory);
    assert_int_equal(os_machine(root).cores, all.cores);
    write_file(root, "sys/fs/cgroup/memory/gone/d/memory.limit_in_bytes",
               "65536000\n");
    write_file(root, "sys/fs/cgroup/cpu/c/cpu.cfs_quota_us", "10000\n");
    assert_int_equal(os_machine(root).memory, 65536000);
    assert_int_equal(os_machine(root).cores, 1);

    /* malformed lines are ignored */
    write_file(root, "proc/self/cgroup", "\n:\nx:y\n0::\n::::\n");
    assert_int_equal(os_machine(root).memory, all.memory);
    snprintf(command, sizeof command, "rm -r '%s'", root);
    assert_int_equal(system(command), 0);
}
