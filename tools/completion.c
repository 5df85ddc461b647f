#include "tools/command.h"

#include <string.h>

/* A command, and the one that it belongs to. */
struct path {
    const struct path *above;
    const struct command *command;
};

typedef void print_command(const struct path *path);

/* Call 'print' for a command and those below it. */
static void visit(const struct path *path, print_command *print)
{
    const struct command *const *command = path->command->commands;
    print(path);
    for (; command != NULL && *command != NULL; command++)
        visit(&(struct path){path, *command}, print);
}

static void print_path(const struct path *path, char separator)
{
    if (path->above != NULL) {
        print_path(path->above, separator);
        putchar(separator);
    }
    printf("%s", path->command->name);
}

/* Whether an argument or operands, if any, are files. */
static bool is_file(const char *name)
{
    return name != NULL &&
           (strstr(name, "FILE") != NULL || strstr(name, "BOOK") != NULL);
}

/* A word that an argument is completed to. */
static const char *word_at(const struct command_option *option, int index)
{
    return option->examples != NULL ? option->examples[index]
                                    : command_word(option, index);
}

/* Print the words that an argument is completed to, with blanks between them.
 */
static void print_words(const struct command_option *option)
{
    const char *word;
    for (int i = 0; (word = word_at(option, i)) != NULL; i++)
        printf("%s%s", i == 0 ? "" : " ", word);
}

/* -------------------------------------------------------------------- bash */

static const char bash_beginning[] =
    "# Completion of fourscore for bash: fourscore --completion bash\n"
    "\n"
    "_fourscore() {\n"
    "    local word=${COMP_WORDS[COMP_CWORD]}\n"
    "    local before=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local command=fourscore options='' values='' files='' i\n"
    "\n"
    "    # --engine=fast comes as three words\n"
    "    [[ $word == '=' ]] && word=''\n"
    "    [[ $before == '=' ]] && before=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "        case \"$command ${COMP_WORDS[i]}\" in\n";

static const char bash_middle[] = "        *) break ;;\n"
                                  "        esac\n"
                                  "    done\n"
                                  "\n"
                                  "    case $command in\n";

static const char bash_end[] =
    "    esac\n"
    "\n"
    "    COMPREPLY=()\n"
    "    [[ $word == -* && -n $options ]] && values=$options\n"
    "    if [[ -n $values ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$word\")\n"
    "    elif [[ -n $files ]]; then\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
    "    fi\n"
    "}\n"
    "\n"
    "complete -F _fourscore fourscore\n";

static void bash_find(const struct path *path)
{
    if (path->above == NULL)
        return;
    printf("        '");
    print_path(path, ' ');
    printf("') command+=\" ${COMP_WORDS[i]}\" ;;\n");
}

/* For the word before an option's argument. */
static void bash_argument(const struct command_option *option)
{
    if (option->argument == NULL)
        return;
    printf("        ");
    if (option->letter != 0)
        printf("-%c | ", option->letter);
    printf("--%s) options='' values='", option->name);
    print_words(option);
    printf("' files=%s ;;\n", is_file(option->argument) ? "yes" : "''");
}

static void bash_command(const struct path *path)
{
    const struct command *command = path->command;
    const struct command *const *below = command->commands;
    const struct command_option *option;
    printf("    '");
    print_path(path, ' ');
    printf("')\n        options='");
    for (int i = 0; (option = command_option(command, i)) != NULL; i++) {
        if (option->letter != 0)
            printf("-%c ", option->letter);
        printf("--%s ", option->name);
    }
    printf("'\n        values='");
    for (; below != NULL && *below != NULL; below++)
        printf("%s ", (*below)->name);
    printf("'\n        files=%s\n        case $before in\n",
           is_file(command->operands) ? "yes" : "''");
    for (int i = 0; (option = command_option(command, i)) != NULL; i++)
        bash_argument(option);
    printf("        esac ;;\n");
}

void completion_bash(const struct command *program)
{
    const struct path path = {NULL, program};
    printf("%s", bash_beginning);
    visit(&path, bash_find);
    printf("%s", bash_middle);
    visit(&path, bash_command);
    printf("%s", bash_end);
}

/* --------------------------------------------------------------------- zsh */

static const char zsh_beginning[] =
    "#compdef fourscore\n"
    "# Completion of fourscore for zsh: fourscore --completion zsh\n";

/* The script is either run to complete, or sourced. */
static const char zsh_end[] = "\n"
                              "if [[ $funcstack[1] == _fourscore ]]; then\n"
                              "    _fourscore \"$@\"\n"
                              "else\n"
                              "    compdef _fourscore fourscore\n"
                              "fi\n";

/* Print a text within single quotes, with a backslash before 'special'. */
static void zsh_quote(const char *text, const char *special)
{
    for (; *text != '\0'; text++)
        if (*text == '\'')
            printf("'\\''");
        else
            printf("%s%c", strchr(special, *text) != NULL ? "\\" : "", *text);
}

/* "(--csv --json)": the options that cannot follow this one. */
static void zsh_excluded(const struct command *command,
                         const struct command_option *option)
{
    const struct command_option *other;
    const char *between = "";
    printf("'(");
    if (option->letter != 0) {
        printf("-%c --%s", option->letter, option->name);
        between = " ";
    }
    for (int i = 0; (other = command_option(command, i)) != NULL; i++)
        if (option->one_of != 0 && other->one_of == option->one_of) {
            printf("%s--%s", between, other->name);
            between = " ";
        }
    printf(")'");
}

static void zsh_argument(const struct command_option *option)
{
    printf(":%s:", option->argument);
    if (is_file(option->argument)) {
        printf("_files");
    } else if (word_at(option, 0) != NULL) {
        putchar('(');
        print_words(option);
        putchar(')');
    }
}

static void zsh_option(const struct command *command,
                       const struct command_option *option)
{
    bool takes = option->argument != NULL;
    printf(" \\\n        ");
    if (strcmp(option->name, "help") == 0)
        printf("'(- *)'");
    else if (option->several)
        printf("'*'");
    else if (option->letter != 0 || option->one_of != 0)
        zsh_excluded(command, option);
    if (option->letter != 0)
        printf("{-%c%s,--%s%s}'[", option->letter, takes ? "+" : "",
               option->name, takes ? "=" : "");
    else
        printf("'--%s%s[", option->name, takes ? "=" : "");
    zsh_quote(option->help, "[]\\");
    putchar(']');
    if (takes)
        zsh_argument(option);
    putchar('\'');
}

/* The commands of a command. */
static void zsh_commands(const struct path *path)
{
    const struct command *const *below = path->command->commands;
    printf(" \\\n        '1: :->command' '*:: :->arguments' && return\n"
           "    local -a commands\n"
           "    commands=(\n");
    for (; *below != NULL; below++) {
        printf("        '%s:", (*below)->name);
        zsh_quote((*below)->summary, ":\\");
        printf("'\n");
    }
    printf("    )\n"
           "    case $state in\n"
           "    command) _describe command commands ;;\n"
           "    arguments) _call_function - _");
    print_path(path, '_');
    printf("_$words[1] ;;\n"
           "    esac");
}

static void zsh_command(const struct path *path)
{
    const struct command *command = path->command;
    const struct command_option *option;
    printf("\n_");
    print_path(path, '_');
    printf("() {\n"
           "    local curcontext=$curcontext state line\n"
           "    _arguments -C -s :");
    for (int i = 0; (option = command_option(command, i)) != NULL; i++)
        zsh_option(command, option);
    if (command->commands != NULL)
        zsh_commands(path);
    else if (command->operands != NULL)
        printf(" \\\n        '*:%s:%s'", command->operands,
               is_file(command->operands) ? "_files" : "");
    printf("\n}\n");
}

void completion_zsh(const struct command *program)
{
    printf("%s", zsh_beginning);
    visit(&(struct path){NULL, program}, zsh_command);
    printf("%s", zsh_end);
}
