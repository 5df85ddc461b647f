#include "tools/value.h"

#include <string.h>

enum { LABEL_SIZE = 64 };

static const char *label(const struct command_option *option,
                         char text[LABEL_SIZE])
{
    snprintf(text, LABEL_SIZE, "--%s", option->name);
    return text;
}

bool value_flag(const struct command_option *option, const char *text,
                void *value)
{
    (void)option, (void)text;
    *(bool *)value = true;
    return true;
}

bool value_constant(const struct command_option *option, const char *text,
                    void *value)
{
    (void)text;
    *(int *)value = option->constant;
    return true;
}

bool value_text(const struct command_option *option, const char *text,
                void *value)
{
    (void)option;
    *(const char **)value = text;
    return true;
}

bool value_index(const struct command_option *option, const char *text,
                 void *value)
{
    char words[256];
    for (int i = 0; option->words(i) != NULL; i++)
        if (strcmp(option->words(i), text) == 0) {
            *(int *)value = i;
            return true;
        }
    cli_error("--%s: expected %s, got '%s'", option->name,
              command_words(option, words, sizeof words), text);
    return false;
}

bool value_word(const struct command_option *option, const char *text,
                void *value)
{
    int index;
    if (!value_index(option, text, &index))
        return false;
    *(const char **)value = option->words(index);
    return true;
}

bool value_number(const struct command_option *option, const char *text,
                  void *value)
{
    char name[LABEL_SIZE];
    return cli_number(label(option, name), text, option->min, option->max,
                      value);
}

bool value_int(const struct command_option *option, const char *text,
               void *value)
{
    uint64_t number;
    if (!value_number(option, text, &number))
        return false;
    *(int *)value = (int)number;
    return true;
}

bool value_count(const struct command_option *option, const char *text,
                 void *value)
{
    char name[LABEL_SIZE];
    return cli_count(label(option, name), text, value);
}

bool value_size(const struct command_option *option, const char *text,
                void *value)
{
    char name[LABEL_SIZE];
    return cli_size(label(option, name), text, value);
}

bool value_seconds(const struct command_option *option, const char *text,
                   void *value)
{
    char name[LABEL_SIZE];
    return cli_duration(label(option, name), text, value);
}

bool value_board(const struct command_option *option, const char *text,
                 void *value)
{
    char name[LABEL_SIZE];
    return cli_board(label(option, name), text, value);
}
