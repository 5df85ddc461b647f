/* The strerror_r() of POSIX, not that of GNU; macOS has no strerror_l(). */
#undef _GNU_SOURCE
#define _XOPEN_SOURCE 700 /* NOLINT(bugprone-reserved-identifier,cert-*) */

#include "os/os.h"

#include <locale.h>
#include <string.h>

bool os_error_text(int number, char *text, size_t size)
{
    locale_t english = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (english == (locale_t)0)
        return false;
    locale_t before = uselocale(english);
    bool found = strerror_r(number, text, size) == 0;
    uselocale(before);
    freelocale(english);
    return found;
}
