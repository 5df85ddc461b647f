/* What --help prints. */
#include "tools/command.h"

#include <string.h>

enum { WIDTH = 79, MAX_COLUMN = 22 };

/* Print the words of a line from 'column' on, and further lines from 'indent'
 * on. */
static void print_wrapped(const char *text, size_t length, int column,
                          int indent)
{
    const char *end = text + length;
    bool first = true;
    while (text < end) {
        int word = (int)strcspn(text, " \n");
        if (!first && column + 1 + word > WIDTH) {
            printf("\n%*s", indent, "");
            column = indent;
        } else if (!first) {
            putchar(' ');
            column++;
        }
        printf("%.*s", word, text);
        column += word;
        text += word;
        text += strspn(text, " ");
        first = false;
    }
    putchar('\n');
}

static void print_text(const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        if (*text == ' ')
            printf("%.*s\n", (int)length, text);
        else
            print_wrapped(text, length, 0, 0);
        text += length + (text[length] == '\n');
    }
}

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

/* The text of an option, with the words it takes and its initial argument:
 * "what a slot is: single or bucket (single)". */
static void format_help(const struct command_option *option, char *text,
                        size_t size)
{
    char words[256] = "", initial[64] = "";
    if (option->words != NULL)
        command_words(option, words, sizeof words);
    if (option->initial != NULL)
        snprintf(initial, sizeof initial, " (%s)", option->initial);
    snprintf(text, size, "%s%s%s%s", option->help,
             option->words != NULL ? ": " : "", words, initial);
}

/* The column of the texts of options: after the longest option, ignoring those
 * that would leave too little room. */
static int help_column(const struct command *command)
{
    const struct command_group *group;
    const struct command_option *option;
    char text[80];
    int column = 0;
    for (int i = 0; (option = command_option(command, i, &group)) != NULL;
         i++) {
        int length = format_option(option, text, sizeof text);
        if (length > column && length <= MAX_COLUMN)
            column = length;
    }
    return column + 2;
}

static void print_option(const struct command_option *option, int column)
{
    char left[80], help[512];
    int length = format_option(option, left, sizeof left);
    format_help(option, help, sizeof help);
    printf("%s", left);
    if (length + 2 > column) {
        putchar('\n');
        length = 0;
    }
    printf("%*s", column - length, "");
    print_wrapped(help, strlen(help), column, column);
}

static void print_options(const struct command *command)
{
    const struct command_group *group, *before = NULL;
    const struct command_option *option;
    int column = help_column(command);
    for (int i = 0; (option = command_option(command, i, &group)) != NULL;
         i++) {
        if (group != before && group->heading != NULL)
            printf("%s\n", group->heading);
        print_option(option, column);
        before = group;
    }
}

static void print_commands(const struct command *command)
{
    int width = 0;
    for (int i = 0; command->commands[i] != NULL; i++) {
        int length = (int)strlen(command->commands[i]->name);
        width = length > width ? length : width;
    }
    for (int i = 0; command->commands[i] != NULL; i++) {
        const char *summary = command->commands[i]->summary;
        printf("  %-*s", width + 2, command->commands[i]->name);
        print_wrapped(summary, strlen(summary), width + 4, width + 4);
    }
    putchar('\n');
}

static void print_usage(const struct command *command, const char *path)
{
    const struct command_group *group;
    const struct command_option *option;
    printf("Usage: %s", path);
    if (command->commands != NULL) {
        puts(" COMMAND [OPTION]... [ARGUMENT]...");
        return;
    }
    for (int i = 0; (option = command_option(command, i, &group)) != NULL; i++)
        if (option->required)
            printf(" --%s %s", option->name, option->argument);
    printf(" [OPTION]...%s%s\n", command->operands != NULL ? " " : "",
           command->operands != NULL ? command->operands : "");
}

void command_print_help(const struct command *command, const char *path)
{
    print_usage(command, path);
    print_text(command->about);
    putchar('\n');
    if (command->commands != NULL)
        print_commands(command);
    print_options(command);
    if (command->notes != NULL) {
        putchar('\n');
        print_text(command->notes);
    }
}
