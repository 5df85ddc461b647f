#include "tools/solve/sample.h"

#include <stdlib.h>
#include <string.h>

#include "lib/fourscore.h"
#include "tt/random.h"

/* A number from 0 to count - 1. */
static uint64_t random_below(struct sample *sample, uint64_t count)
{
    cli_count product = (cli_count)tt_random(&sample->random) * count;
    return (uint64_t)(product >> 64);
}

/*
 * The place of the next line in the sample, or SIZE_MAX if it is skipped.  Line
 * number i, from 1, is taken with probability wanted / i, and replaces a random
 * line.  Source: Waterman's reservoir sampling, algorithm R of Vitter 1985,
 * doi:10.1145/3147.3165.
 */
static size_t choose_place(struct sample *sample)
{
    sample->seen++;
    if (sample->seen <= sample->wanted)
        return sample->count;
    uint64_t place = random_below(sample, sample->seen);
    return place < sample->wanted ? (size_t)place : SIZE_MAX;
}

static bool has_memory(const struct sample *sample, size_t room)
{
    return sample->bytes + room * sizeof *sample->lines <= sample->max_bytes;
}

static bool make_room(struct sample *sample)
{
    if (sample->room == 0) {
        struct fourscore_machine_info machine = FOURSCORE_MACHINE_INFO_INIT;
        fourscore_machine_info(&machine);
        sample->max_bytes = machine.memory_bytes;
    }
    if (sample->count < sample->room)
        return has_memory(sample, sample->room);
    size_t room = sample->room == 0 ? 64 : sample->room * 2;
    if (!has_memory(sample, room))
        return false;
    struct sample_line *lines = realloc(sample->lines, room * sizeof *lines);
    if (lines == NULL)
        return false;
    sample->lines = lines;
    sample->room = room;
    return true;
}

bool sample_offer(struct sample *sample, int file, const struct line *line)
{
    size_t place = choose_place(sample);
    if (place == SIZE_MAX)
        return true;
    if (place == sample->count && !make_room(sample))
        return false;
    char *text = malloc(line->length + 1);
    if (text == NULL)
        return false;
    if (place == sample->count) {
        sample->count++;
    } else {
        sample->bytes -= sample->lines[place].length + 1;
        free(sample->lines[place].text);
    }
    sample->bytes += line->length + 1;
    memcpy(text, line->text, line->length + 1);
    sample->lines[place] = (struct sample_line){
        .order = sample->seen,
        .file = file,
        .number = line->number,
        .name = line->name,
        .cut = line->cut,
        .length = line->length,
        .text = text,
    };
    return true;
}

static int compare_orders(const void *a, const void *b)
{
    const struct sample_line *x = a, *y = b;
    return (x->order > y->order) - (x->order < y->order);
}

void sample_sort(struct sample *sample)
{
    if (sample->count > 0)
        qsort(sample->lines, sample->count, sizeof *sample->lines,
              compare_orders);
}

void sample_restore(const struct sample_line *chosen, struct line *line)
{
    line->name = chosen->name;
    line->number = chosen->number;
    line->length = chosen->length;
    line->cut = chosen->cut;
    line->comment = false;
    memcpy(line->text, chosen->text, chosen->length + 1);
}

void sample_free(struct sample *sample)
{
    for (size_t i = 0; i < sample->count; i++)
        free(sample->lines[i].text);
    free(sample->lines);
}
