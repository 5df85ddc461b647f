/* fourscore-serve: the program that 'fourscore serve' becomes. */
#include "tools/command.h"

extern const struct command cmd_serve;

int main(int argc, char **argv)
{
    return command_main(&cmd_serve, "fourscore serve", argc, argv);
}
