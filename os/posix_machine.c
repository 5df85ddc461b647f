#include "os/os.h"

#include "os/posix.h"

struct os_machine os_machine(const char *root)
{
    (void)root;
    return os_posix_machine();
}
