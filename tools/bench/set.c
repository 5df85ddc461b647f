#include "tools/bench/set.h"

#include <stdlib.h>
#include <string.h>

#include "tools/inside/inside.h"

static char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = strdup(slash == NULL ? path : slash + 1);
    if (name != NULL) {
        char *end = strrchr(name, '.');
        if (end != NULL && strcmp(end, ".txt") == 0)
            *end = '\0';
    }
    return name;
}

static bool append(struct set *set, size_t *room, struct set_item item)
{
    if (set->count == *room) {
        size_t wanted = *room == 0 ? 1024 : *room * 2;
        struct set_item *items = reallocarray(set->items, wanted, sizeof item);
        if (items == NULL)
            return false;
        set->items = items;
        *room = wanted;
    }
    set->items[set->count++] = item;
    return true;
}

enum cli_status set_read(struct set *set, const char *path, struct board board,
                         size_t max)
{
    struct lines lines;
    struct line line;
    enum cli_status status = CLI_OK;
    size_t room = 0;

    *set = (struct set){.path = path, .name = name_of(path)};
    if (set->name == NULL) {
        cli_error("out of memory");
        return CLI_FAILURE;
    }
    if (!lines_open(&lines, path))
        return lines.status;
    while (set->count < max && lines_next(&lines, &line)) {
        struct set_item item = {0};
        struct lines_error error;
        size_t length;
        if (!inside_parse_scored(&line, board, &item.pos, &length, 1,
                                 &item.score, &error)) {
            lines_report(&line, &error);
            status = CLI_BAD_INPUT;
            continue;
        }
        item.line = line.number;
        snprintf(item.text, sizeof item.text, "%.*s", (int)length, line.text);
        if (!append(set, &room, item)) {
            cli_error("%s: out of memory", path);
            status = CLI_FAILURE;
            break;
        }
    }
    status = cli_worse(status, lines_close(&lines));
    if (set->count == 0 && status == CLI_OK) {
        cli_error("%s: no positions", path);
        status = CLI_BAD_INPUT;
    }
    return status;
}

void set_free(struct set *set)
{
    free(set->name);
    free(set->items);
}
