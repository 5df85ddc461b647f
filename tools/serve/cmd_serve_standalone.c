/* In place of fourscore serve, which needs libmicrohttpd. */
#include "tools/command.h"

const struct command cmd_serve = {
    .name = "serve",
    .absent = "not in this program, which is built without libmicrohttpd; "
              "packages for Linux have it, also in WSL and in a container",
};
