/* Planted faults: FAULT(N) is true if the environment variable FOURSCORE_FAULT
 * is N.
 *
 * test/faults/run puts this text at the top of each file with faults.  If
 * FOURSCORE_FAULT_REACHED names a file, no fault is planted, and the number of
 * each fault that is reached is appended to the file. */
#ifndef TEST_FAULTS_FAULT_H
#define TEST_FAULTS_FAULT_H

#ifdef __wasm__
#define FAULT(n) 0
#else

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#pragma GCC diagnostic ignored "-Wdangling-else"

static int fault_planted; /* -1: none, but watch which are reached */

__attribute__((constructor, unused)) static void fault_begin(void)
{
    const char *number = getenv("FOURSCORE_FAULT");
    fault_planted = number != NULL ? (int)strtol(number, NULL, 10) : 0;
    if (getenv("FOURSCORE_FAULT_REACHED") != NULL)
        fault_planted = -1;
}

__attribute__((noinline, unused)) static int fault_reach(int number)
{
    static char reached[1000];
    int error = errno;
    if (!__atomic_load_n(&reached[number], __ATOMIC_RELAXED) &&
        !__atomic_test_and_set(&reached[number], __ATOMIC_RELAXED)) {
        FILE *file = fopen(getenv("FOURSCORE_FAULT_REACHED"), "a");
        if (file != NULL) {
            fprintf(file, "%d\n", number);
            fclose(file);
        }
    }
    errno = error;
    return 0;
}

#define FAULT(n) (fault_planted == (n) || (fault_planted < 0 && fault_reach(n)))

#endif
#endif
