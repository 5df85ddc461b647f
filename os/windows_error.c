#include "os/os.h"

#include <string.h>

bool os_error_text(int number, char *text, size_t size)
{
    return strerror_s(text, size, number) == 0;
}
