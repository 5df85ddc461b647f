/* fourscore: exact scores for Connect Four. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef STANDALONE
#include <jansson.h>
#include <primesieve.h>
#include <zlib.h>
#endif

#include "lib/fourscore.h"
#include "os/program/program.h"
#include "tools/command.h"

struct request {
    bool version, verbose;
};

static enum cli_status run(void *context, const struct arguments *arguments)
{
    const struct request *request = context;
    int boards = 0;
    (void)arguments;
    printf("fourscore %s\n", FOURSCORE_VERSION);
    if (!request->verbose)
        return CLI_OK;
    struct fourscore_machine_info machine = FOURSCORE_MACHINE_INFO_INIT;
    fourscore_machine_info(&machine);
    for (int width = 1; width <= FOURSCORE_MAX_WIDTH; width++)
        for (int height = 1; height <= FOURSCORE_MAX_HEIGHT; height++)
            boards += value_is_board((struct value_board){width, height});
    printf("boards: %d\n", boards);
    printf("instruction sets:");
    for (int i = 0; fourscore_isa_name(i) != NULL; i++)
        printf(" %s", fourscore_isa_name(i));
    printf("\nFOURSCORE_ISA: %s\n",
           getenv("FOURSCORE_ISA") ? getenv("FOURSCORE_ISA") : "not set");
    printf("instruction set used: %s\n",
           machine.isa ? machine.isa : "none, see FOURSCORE_ISA");
    printf("compiler: %s\n", __VERSION__);
#ifdef STANDALONE
    puts("libraries: none");
#else
    printf("libraries: primesieve %s, jansson %s, zlib %s\n",
           primesieve_version(), jansson_version_str(), zlibVersion());
#endif
    return CLI_OK;
}

static const struct command_option options[] = {
    {"version", NULL, "show the version", VALUE(struct request, version)},
    {"verbose", NULL,
     "with --version, how the program was built and what it uses here",
     VALUE(struct request, verbose), .letter = 'v', .with = "version"},
    {0},
};

extern const struct command cmd_solve, cmd_bench, cmd_size, cmd_magic, cmd_gen,
    cmd_show, cmd_play, cmd_move, cmd_puzzle, cmd_explain, cmd_review, cmd_book,
    cmd_prove, cmd_check, cmd_follow;

/* The server is a program of its own: to load its libraries takes longer than
 * most commands take. */
static const struct command other_serve = {
    .name = "serve",
#ifdef STANDALONE
    .absent = "not in this program, which is built without libmicrohttpd; "
              "packages for Linux have it, also in WSL and in a container",
#else
    .summary = "answer questions over HTTP, and serve the page",
    .absent = "there is no program 'fourscore-serve' beside this one",
#endif
};

/* In the order of --help. */
static const struct command *const commands[] = {
    &cmd_solve,   &cmd_bench, &cmd_size,   &cmd_magic,   &cmd_gen,    &cmd_show,
    &cmd_play,    &cmd_move,  &cmd_puzzle, &cmd_explain, &cmd_review, &cmd_book,
    &other_serve, &cmd_prove, &cmd_check,  &cmd_follow,  NULL};

static const struct command fourscore = {
    .name = "fourscore",
    .about = "Exact scores for Connect Four.",
    .notes = "'fourscore COMMAND --help' describes a command.\n\n"
             "Exit status: 0 success, 1 bad input, 2 bad usage, 3 out of "
             "memory or another failure of the system, 4 a limit was reached, "
             "5 a check failed (a wrong score, different books, an unsafe "
             "table), 129 SIGHUP, 130 SIGINT, 141 SIGPIPE, 143 SIGTERM.",
    .options = {options},
    .commands = commands,
    .request_bytes = sizeof(struct request),
    .run = run,
};

int main(int argc, char **argv)
{
#ifndef STANDALONE
    if (argc > 1 && strcmp(argv[1], "serve") == 0) {
        os_find_program(argv[0]);
        os_become("fourscore-serve", argv + 1);
    }
#endif
    return command_main(&fourscore, "fourscore", argc, argv);
}
