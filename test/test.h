/* What every unit test includes: cmocka asks for four headers before its own.
 */
#ifndef TEST_TEST_H
#define TEST_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* Slow proofs run under 'make check-long' only. */
static inline void test_is_long(void)
{
    if (getenv("FOURSCORE_LONG") == NULL)
        skip();
}

#endif
