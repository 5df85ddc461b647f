#include "tools/libraries.h"

#include <stdio.h>

#include <jansson.h>
#include <primesieve.h>
#include <zlib.h>

void libraries_print(void)
{
    printf("libraries: primesieve %s, jansson %s, zlib %s\n",
           primesieve_version(), jansson_version_str(), zlibVersion());
}
