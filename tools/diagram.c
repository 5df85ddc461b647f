#include "tools/diagram.h"

#include <stdio.h>

enum { CELL_WIDTH = 4 }; /* room for a score */

void diagram_print(const fourscore_position *position)
{
    char diagram[FOURSCORE_TEXT_SIZE];
    fourscore_write(position, FOURSCORE_DIAGRAM, diagram, sizeof diagram);
    for (const char *c = diagram; *c != '\0'; c++)
        if (*c == '\n')
            putchar('\n');
        else if (*c != ' ')
            printf("%*c", CELL_WIDTH, *c);
}

void diagram_print_scores(const struct fourscore_bounds *scores, int count)
{
    for (int i = 0; i < count; i++)
        if (scores[i].lower == FOURSCORE_NO_MOVE)
            printf("%*c", CELL_WIDTH, '-');
        else if (scores[i].lower == scores[i].upper)
            printf("%*d", CELL_WIDTH, scores[i].lower);
        else
            printf("%*c", CELL_WIDTH, '?');
    putchar('\n');
}

char diagram_stone(int stone)
{
    return stone % 2 == 1 ? 'x' : 'o';
}
