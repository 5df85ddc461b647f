#include "tools/diagram.h"

#include <stdio.h>

void diagram_print(const fourscore_position *position)
{
    char diagram[FOURSCORE_TEXT_SIZE];
    fourscore_write(position, FOURSCORE_DIAGRAM, diagram, sizeof diagram);
    for (const char *c = diagram; *c != '\0'; c++)
        if (*c == '\n')
            putchar('\n');
        else if (*c != ' ')
            printf("%*c", DIAGRAM_CELL_WIDTH, *c);
}

char diagram_stone(int stone)
{
    return stone % 2 == 1 ? 'x' : 'o';
}
