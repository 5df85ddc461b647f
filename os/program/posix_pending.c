#include <unistd.h>

#include "os/program/program.h"

/* Where the stream is, and the file.  If others write to it, too, the
 * difference may be any number. */
size_t os_pending(FILE *stream)
{
    return (size_t)(ftello(stream) - lseek(fileno(stream), 0, SEEK_CUR));
}
