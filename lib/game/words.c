#include "lib/game/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void game_words_add(char *text, size_t size, const char *format, ...)
{
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

char game_words_player(int player)
{
    return player == 1 ? 'x' : 'o';
}

const char *game_words_cells(const struct game_grid *grid, const int *cells,
                             int count, char text[GAME_WORDS_CELLS])
{
    text[0] = '\0';
    for (int i = 0; i < count; i++)
        game_words_add(text, GAME_WORDS_CELLS, "%s%c%d", i > 0 ? " " : "",
                       'a' + game_grid_column(grid, cells[i]),
                       game_grid_row(grid, cells[i]) + 1);
    return text;
}

void game_words_item(struct game_words_list *list, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(list->items[list->count++], GAME_WORDS_ITEM, format, arguments);
    va_end(arguments);
}

const char *game_words_join(struct game_words_list *list, const char *last)
{
    list->text[0] = '\0';
    for (int i = 0; i < list->count; i++) {
        const char *between = i + 1 == list->count ? last : ", ";
        game_words_add(list->text, sizeof list->text, "%s%s",
                       i == 0 ? "" : between, list->items[i]);
    }
    return list->text;
}
