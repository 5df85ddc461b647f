/*
 * Command lines: one argument a line; the first is the command.
 *
 * Nothing is searched: two more arguments follow that make the command end once
 * it has read its options.  There are two, because an option may take the first
 * one as its value.
 */
#include "test/fuzz/fuzz.h"

#define main fourscore_main
int main(int argc, char **argv);
#include "tools/main.c" /* NOLINT(bugprone-suspicious-include) */
#undef main
#include "tools/output.h"

extern const struct command cmd_serve;

enum { MAX_ARGUMENTS = 16, MAX_BYTES = 1024 };

/* The argument that is appended to the others, or NULL. */
static char *last_argument(const char *command)
{
    static char help[] = "--help", diagram[] = "--format=diagram";
    if (strcmp(command, "size") == 0)
        return NULL;
    return strcmp(command, "show") == 0 ? diagram : help;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char program[] = "fourscore";
    char text[MAX_BYTES + 1];
    char *argv[MAX_ARGUMENTS + 4] = {program};
    int argc = 1;
    char *rest = text;

    if (size > MAX_BYTES)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    for (char *argument;
         argc <= MAX_ARGUMENTS && (argument = strsep(&rest, "\n")) != NULL;)
        if (strcmp(argument, "--") != 0)
            argv[argc++] = argument;
    argv[argc] = argc > 1 ? last_argument(argv[1]) : NULL;
    if (argv[argc] != NULL) {
        argv[argc + 1] = argv[argc];
        argc += 2;
    }
    argv[argc] = NULL;

    cli_set_command("fourscore");
    bool serves = argc > 1 && strcmp(argv[1], "serve") == 0;
    enum cli_status status =
        output_finish(serves ? command_run(&cmd_serve, argc - 1, argv + 1)
                             : command_run(&fourscore, argc, argv));
    assert(status == CLI_OK || status == CLI_BAD_INPUT ||
           status == CLI_BAD_USAGE || status == CLI_CHECK_FAILED);
    return 0;
}
