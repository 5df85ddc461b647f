/* fourscore: exact scores for Connect Four. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <primesieve.h>
#include <zlib.h>

#include "lib/fourscore.h"
#include "solver/solver.h"
#include "tools/cli.h"
#include "tools/monitor.h"
#include "tools/output.h"

static const struct cli_command *const commands[] = {
    &cmd_solve, &cmd_bench, &cmd_size, &cmd_magic,
    &cmd_gen,   &cmd_show,  &cmd_book,
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_help(FILE *out)
{
    fputs("Usage: fourscore COMMAND [OPTION]... [ARGUMENT]...\n"
          "Exact scores for Connect Four.\n"
          "\n",
          out);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %-8s%s\n", commands[i]->name, commands[i]->summary);
    fputs(
        "\n"
        "      --help     show this help; after a COMMAND, the command's\n"
        "      --version  show the version; with -v, how it was built and "
        "what\n"
        "                 it uses here\n"
        "\n"
        "Exit status: 0 all well, 1 bad input, 2 bad usage, 3 out of memory\n"
        "or another failure of the machine, 4 a limit was reached, 5 a check\n"
        "failed: a score is wrong, 129 SIGHUP, 130 SIGINT, 141 SIGPIPE,\n"
        "143 SIGTERM.\n",
        out);
}

static void print_boards(void)
{
    struct board board;
    int count = 0;
    while (solver_board(count, &board))
        count++;
    printf("boards: %d", count);
    for (int i = 0; count <= 20 && solver_board(i, &board); i++)
        printf(" %dx%d", board.width, board.height);
    putchar('\n');
}

static void print_version(bool verbose)
{
    printf("fourscore %s\n", FOURSCORE_VERSION);
    if (!verbose)
        return;
    print_boards();
    printf("instruction sets:");
    for (int i = 0; solver_machine_isa(i) != NULL; i++)
        printf(" %s", solver_machine_isa(i));
    printf("\nFOURSCORE_ISA: %s\n",
           getenv("FOURSCORE_ISA") ? getenv("FOURSCORE_ISA") : "not set");
    const char *isa = solver_chosen_isa();
    printf("instruction set used: %s\n", isa ? isa : "none, see FOURSCORE_ISA");
    printf("compiler: %s\n", __VERSION__);
    printf("libraries: primesieve %s, jansson %s, zlib %s\n",
           primesieve_version(), jansson_version_str(), zlibVersion());
}

static enum cli_status run(int argc, char **argv)
{
    if (argc < 2)
        return cli_usage_error("which command?");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return CLI_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        bool verbose = argc == 3 && (strcmp(argv[2], "-v") == 0 ||
                                     strcmp(argv[2], "--verbose") == 0);
        if (argc > 2 && !verbose)
            return cli_usage_error("unexpected argument '%s'", argv[2]);
        print_version(verbose);
        return CLI_OK;
    }
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(argv[1], commands[i]->name) != 0)
            continue;
        char program[64]; /* how getopt's messages start */
        snprintf(program, sizeof program, "fourscore %s", commands[i]->name);
        argv[1] = program;
        cli_set_command(commands[i]->name);
        return commands[i]->run(argc - 1, argv + 1);
    }
    return cli_usage_error("there is no %s '%s'",
                           argv[1][0] == '-' ? "option" : "command", argv[1]);
}

int main(int argc, char **argv)
{
    output_open();
    int status = (int)cli_finish(run(argc, argv));
    return monitor_signal() == 0 ? status : 128 + monitor_signal();
}
