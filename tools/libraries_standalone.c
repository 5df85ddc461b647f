#include "tools/libraries.h"

#include <stdio.h>

void libraries_print(void)
{
    puts("libraries: none");
}
