/* In place of fourscore serve, which needs libmicrohttpd. */
#include "tools/command.h"

const struct command cmd_serve = {
    .name = "serve",
    .summary = "(not in this program)",
    .absent = "not in this program, which is built without libraries; the "
              "program for Linux has it, also in WSL and in a container",
};
