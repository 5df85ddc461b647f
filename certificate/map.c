#include "certificate/map.h"

#include <stdlib.h>
#include <string.h>

enum { MAP_FIRST_SIZE = 1024 };

/* The slot of a key, or the empty one where it belongs. */
static struct map_slot *slot_of(const struct map *map, board_bits key)
{
    uint64_t hash = (uint64_t)key ^ (uint64_t)(key >> 64) * 3;
    hash *= UINT64_C(0x9e3779b97f4a7c15); /* 2^64 / golden ratio */
    size_t at = (hash ^ hash >> 32) & (map->size - 1);
    while (map->slots[at].key != 0 && map->slots[at].key != key + 1)
        at = (at + 1) & (map->size - 1);
    return &map->slots[at];
}

static bool grow(struct map *map)
{
    struct map old = *map;
    map->size = old.size != 0 ? 2 * old.size : MAP_FIRST_SIZE;
    map->slots = calloc(map->size, sizeof *map->slots);
    if (map->slots == NULL) {
        *map = old;
        return false;
    }
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i].key != 0)
            *slot_of(map, old.slots[i].key - 1) = old.slots[i];
    free(old.slots);
    return true;
}

uint32_t *map_add(struct map *map, board_bits key, uint32_t value, bool *added)
{
    if (2 * map->count >= map->size && !grow(map))
        return NULL;
    struct map_slot *slot = slot_of(map, key);
    *added = slot->key == 0;
    if (*added) {
        slot->key = key + 1;
        slot->value = value;
        map->count++;
    }
    return &slot->value;
}

uint32_t *map_find(const struct map *map, board_bits key)
{
    if (map->size == 0)
        return NULL;
    struct map_slot *slot = slot_of(map, key);
    return slot->key != 0 ? &slot->value : NULL;
}

void map_clear(struct map *map)
{
    if (map->count != 0)
        memset(map->slots, 0, map->size * sizeof *map->slots);
    map->count = 0;
}

void map_free(struct map *map)
{
    free(map->slots);
    *map = (struct map){0};
}
