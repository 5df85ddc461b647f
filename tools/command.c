#include "tools/command.h"

#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "os/program/program.h"
#include "tools/monitor.h"
#include "tools/output.h"

static const struct command_option help_option = {"help", .letter = 'h',
                                                  .help = "show this help"};

const struct command_option *command_option(const struct command *command,
                                            int index)
{
    for (int i = 0; command->options[i] != NULL; i++) {
        const struct command_option *option = command->options[i];
        for (; option->name != NULL; option++)
            if (index-- == 0)
                return option;
    }
    return index == 0 ? &help_option : NULL;
}

const char *command_word(const struct command_option *option, int index)
{
    if (option->list != NULL)
        return option->list(index);
    return option->words != NULL ? option->words[index] : NULL;
}

const char *command_words(const struct command_option *option, char *text,
                          size_t size)
{
    text[0] = '\0';
    for (int i = 0; command_word(option, i) != NULL; i++)
        cli_append(text, size, "%s%s",
                   i == 0                                ? ""
                   : command_word(option, i + 1) != NULL ? ", "
                                                         : " or ",
                   command_word(option, i));
    return text;
}

static bool is_given(const struct arguments *arguments, int index)
{
    return (arguments->given >> index & 1) != 0;
}

bool command_given(const struct arguments *arguments, const char *name)
{
    const struct command_option *option;
    int i = 0;
    while ((option = command_option(arguments->command, i)) != NULL &&
           strcmp(option->name, name) != 0)
        i++;
    assert(option != NULL);
    return is_given(arguments, i);
}

const char *command_given_other(const struct arguments *arguments,
                                const char *const *allowed)
{
    const struct command_option *option;
    for (int i = 0; (option = command_option(arguments->command, i)) != NULL;
         i++) {
        const char *const *name = allowed;
        while (*name != NULL && strcmp(*name, option->name) != 0)
            name++;
        if (is_given(arguments, i) && *name == NULL)
            return option->name;
    }
    return NULL;
}

/* ------------------------------------------------------- reading arguments */

/* What getopt_long() takes.  It returns LONG + the index of an option, or the
 * letter of a short one. */
enum { LONG = 256 };

struct tables {
    struct option names[COMMAND_MAX_OPTIONS + 1];
    char letters[2 * COMMAND_MAX_OPTIONS + 2];
};

static void make_tables(const struct command *command, struct tables *tables)
{
    const struct command_option *option;
    char *letter = tables->letters;
    if (command->commands != NULL)
        *letter++ = '+'; /* the options of a command follow its name */
    for (int i = 0; (option = command_option(command, i)) != NULL; i++) {
        assert(i < COMMAND_MAX_OPTIONS);
        int takes = option->argument ? required_argument : no_argument;
        tables->names[i] = (struct option){option->name, takes, NULL, LONG + i};
        if (option->letter == 0)
            continue;
        *letter++ = option->letter;
        if (takes == required_argument)
            *letter++ = ':';
    }
}

/* Report the option that getopt_long() has refused: its own messages differ
 * from system to system. */
static void report_option(const struct command *command, const char *letters,
                          char **argv)
{
    const struct command_option *option;
    const char *given = argv[optind - 1];
    char several[256] = "";
    if (optopt >= LONG) {
        option = command_option(command, optopt - LONG);
        cli_error(option->argument ? "option '--%s' requires an argument"
                                   : "option '--%s' doesn't allow an argument",
                  option->name);
    } else if (optopt != 0) {
        cli_error(optopt != ':' && strchr(letters, optopt) != NULL
                      ? "option requires an argument -- '%c'"
                      : "invalid option -- '%c'",
                  optopt);
    } else { /* it is not known, or may be one of several */
        for (int i = 0; (option = command_option(command, i)) != NULL; i++)
            if (strncmp(option->name, given + 2, strcspn(given + 2, "=")) == 0)
                cli_append(several, sizeof several, " '--%s'", option->name);
        cli_error(several[0] != '\0'
                      ? "option '%s' is ambiguous; possibilities:%s"
                      : "unrecognized option '%s'%s",
                  given, several);
    }
}

static bool parse(const struct command_option *option, const char *text,
                  void *request)
{
    return option->parse(option, text, (char *)request + option->offset);
}

/* Read the options, up to --help if it is one of them. */
static enum cli_status read_options(int argc, char **argv, void *request,
                                    struct arguments *arguments, bool *help)
{
    const struct command *command = arguments->command;
    const struct command_option *option;
    struct tables tables = {0};
    int returned;
    make_tables(command, &tables);
    for (int i = 0; (option = command_option(command, i)) != NULL; i++)
        if (option->initial != NULL)
            parse(option, option->initial, request);
    optind = 0; /* getopt_long() starts anew */
    opterr = 0;
    while ((returned = getopt_long(argc, argv, tables.letters, tables.names,
                                   NULL)) != -1) {
        if (returned == '?') {
            report_option(command, tables.letters, argv);
            return command->commands == NULL
                       ? cli_bad_option()
                       : cli_usage_error(
                             "the options of a command follow its name");
        }
        int index = returned >= LONG ? returned - LONG : 0;
        while (returned < LONG &&
               command_option(command, index)->letter != returned)
            index++;
        option = command_option(command, index);
        *help = option == &help_option;
        if (*help)
            return CLI_OK;
        if (!parse(option, optarg, request))
            return cli_bad_option();
        arguments->given |= UINT64_C(1) << index;
    }
    arguments->count = argc - optind;
    arguments->operands = argv + optind;
    return CLI_OK;
}

/* ------------------------------------------------------ checking arguments */

/* Report that options exclude each other: "give one of --csv, --json". */
static enum cli_status report_several(const struct command *command, int one_of)
{
    const struct command_option *option;
    char text[128] = "";
    for (int i = 0; (option = command_option(command, i)) != NULL; i++)
        if (option->one_of == one_of)
            cli_append(text, sizeof text, "%s--%s", *text == '\0' ? "" : ", ",
                       option->name);
    return cli_usage_error("give one of %s", text);
}

static enum cli_status check_options(const struct arguments *arguments)
{
    const struct command_option *option;
    int one_of = 0;
    for (int i = 0; (option = command_option(arguments->command, i)) != NULL;
         i++) {
        bool given = is_given(arguments, i);
        if (option->required && !given)
            return cli_usage_error("--%s %s is missing", option->name,
                                   option->argument);
        if (given && option->with != NULL &&
            !command_given(arguments, option->with))
            return cli_usage_error("--%s goes with --%s", option->name,
                                   option->with);
        if (option->one_of == 0 || !given)
            continue;
        if (option->one_of == one_of)
            return report_several(arguments->command, one_of);
        one_of = option->one_of;
    }
    return CLI_OK;
}

static enum cli_status check_operands(const struct arguments *arguments)
{
    const struct command *command = arguments->command;
    const char *word = command->operands != NULL ? command->operands : "";
    int min = 0, max = 0;
    for (; *word != '\0'; word += strspn(word, " ")) {
        min += *word != '[';
        max++;
        word += strcspn(word, " ");
    }
    if (arguments->count < min)
        return cli_usage_error("%s", command->missing);
    if (arguments->count > max && (max == 0 || word[-1] != '.')) /* FILE... */
        return cli_usage_error("unexpected argument '%s'",
                               arguments->operands[max]);
    return CLI_OK;
}

/* ------------------------------------------------------ what --help prints */

enum { MAX_COLUMN = 22 };

/* "  -n, --count N" */
static int format_option(const struct command_option *option, char *text,
                         size_t size)
{
    char letter[] = {'-', option->letter, ',', '\0'};
    return snprintf(text, size, "  %3s --%s%s%s",
                    option->letter != 0 ? letter : "", option->name,
                    option->argument != NULL ? " " : "",
                    option->argument != NULL ? option->argument : "");
}

/* The column of the texts of options: after the longest option, ignoring those
 * that would leave too little room. */
static int help_column(const struct command *command)
{
    const struct command_option *option;
    char text[80];
    int column = 0;
    for (int i = 0; (option = command_option(command, i)) != NULL; i++) {
        int length = format_option(option, text, sizeof text);
        if (length > column && length <= MAX_COLUMN)
            column = length;
    }
    return column + 2;
}

/* Print an option, and its text with the words it takes and its initial
 * argument: "what a slot is: single or bucket (single)". */
static void print_option(const struct command_option *option, int column)
{
    char left[80], help[512], words[256];
    int length = format_option(option, left, sizeof left);
    snprintf(help, sizeof help, "%s", option->help);
    if (command_word(option, 0) != NULL)
        cli_append(help, sizeof help, ": %s",
                   command_words(option, words, sizeof words));
    if (option->initial != NULL)
        cli_append(help, sizeof help, " (%s)", option->initial);
    if (option->heading != NULL)
        printf("%s\n", option->heading);
    printf("%s", left);
    if (length + 2 > column) {
        putchar('\n');
        length = 0;
    }
    printf("%*s", column - length, "");
    output_words(help, column, column, output_plain_word);
}

static void print_commands(const struct command *command)
{
    int width = 0;
    for (int i = 0; command->commands[i] != NULL; i++) {
        int length = (int)strlen(command->commands[i]->name);
        width = length > width ? length : width;
    }
    for (int i = 0; command->commands[i] != NULL; i++) {
        const char *summary = command->commands[i]->summary != NULL
                                  ? command->commands[i]->summary
                                  : "(not in this program)";
        printf("  %-*s", width + 2, command->commands[i]->name);
        output_words(summary, width + 4, width + 4, output_plain_word);
    }
    putchar('\n');
}

static void print_usage(const struct command *command, const char *path)
{
    const struct command_option *option;
    printf("Usage: %s", path);
    if (command->commands != NULL) {
        puts(" COMMAND [OPTION]... [ARGUMENT]...");
        return;
    }
    for (int i = 0; (option = command_option(command, i)) != NULL; i++)
        if (option->required)
            printf(" --%s %s", option->name, option->argument);
    printf(" [OPTION]...%s%s\n", command->operands != NULL ? " " : "",
           command->operands != NULL ? command->operands : "");
}

static void print_help(const struct command *command, const char *path)
{
    const struct command_option *option;
    int column = help_column(command);
    print_usage(command, path);
    output_text(command->about, output_plain_word);
    putchar('\n');
    if (command->commands != NULL)
        print_commands(command);
    for (int i = 0; (option = command_option(command, i)) != NULL; i++)
        print_option(option, column);
    if (command->notes != NULL) {
        putchar('\n');
        output_text(command->notes, output_plain_word);
    }
}

/* ----------------------------------------------------------------- running */

static enum cli_status run_named(const struct arguments *arguments,
                                 const char *path)
{
    const char *name = arguments->operands[0];
    const struct command *const *command = arguments->command->commands;
    while (*command != NULL && strcmp((*command)->name, name) != 0)
        command++;
    if (arguments->given != 0)
        return cli_usage_error("unexpected argument '%s'", name);
    if (*command == NULL)
        return cli_usage_error("there is no command '%s'", name);
    char named[CLI_COMMAND_SIZE];
    snprintf(named, sizeof named, "%s %s", path, name);
    cli_set_command(named);
    arguments->operands[0] = named;
    return command_run(*command, arguments->count, arguments->operands);
}

static enum cli_status run(const struct command *command, int argc, char **argv,
                           void *request)
{
    if (command->absent != NULL)
        return cli_fail(CLI_BAD_USAGE, "%s", command->absent);
    struct arguments arguments = {.command = command, .operands = argv};
    bool help = false;
    enum cli_status status =
        read_options(argc, argv, request, &arguments, &help);
    if (status != CLI_OK)
        return status;
    if (arguments.count > 0 && command->commands != NULL) {
        if (strcmp(arguments.operands[0], "help") != 0)
            return run_named(&arguments, argv[0]);
        help = true;
    }
    if (help) {
        print_help(command, argv[0]);
        return CLI_OK;
    }
    if (arguments.given == 0 && command->commands != NULL)
        return cli_usage_error("a command is missing");
    status = check_options(&arguments);
    if (status == CLI_OK)
        status = check_operands(&arguments);
    return status == CLI_OK ? command->run(request, &arguments) : status;
}

enum cli_status command_run(const struct command *command, int argc,
                            char **argv)
{
    void *request = command_memory(1, command->request_bytes + 1);
    enum cli_status status = run(command, argc, argv, request);
    monitor_finish(); /* it may use the request */
    free(request);
    return status;
}

/* Write what was printed; returns the exit status of the program. */
static int finish(enum cli_status status)
{
    int finished = (int)output_finish(status);
    return monitor_signal() == 0 ? finished : 128 + monitor_signal();
}

void command_stop(enum cli_status status)
{
    monitor_finish();
    exit(finish(status));
}

void command_need(enum cli_status status)
{
    if (status != CLI_OK)
        command_stop(status);
}

void *command_memory(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory == NULL)
        command_fail(CLI_FAILURE, "out of memory");
    return memory;
}

int command_main(const struct command *command, const char *path, int argc,
                 char **argv)
{
    output_open();
    os_find_program(argc > 0 ? argv[0] : path);
    cli_set_command(path);
    char name[CLI_COMMAND_SIZE], *no_arguments[] = {name, NULL};
    snprintf(name, sizeof name, "%s", path);
    if (argc == 0) {
        argc = 1;
        argv = no_arguments;
    }
    argv[0] = name;
    return finish(command_run(command, argc, argv));
}
