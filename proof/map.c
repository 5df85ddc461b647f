#include "proof/map.h"

#include <stdlib.h>
#include <string.h>

enum { MAP_FIRST_SIZE = 1024 };

/* The place of a key, or the empty one where it belongs. */
static size_t place_of(const struct map *map, board_bits key)
{
    uint64_t hash = map_hash(key);
    size_t at = (hash ^ hash >> 32) & (map->size - 1);
    while (map->keys[at] != 0 && map->keys[at] != key + 1)
        at = (at + 1) & (map->size - 1);
    return at;
}

static void put(struct map *map, size_t at, board_bits key, uint32_t value)
{
    map->keys[at] = key + 1;
    if (value != 0)
        map->values[at] = value;
}

static bool grow(struct map *map)
{
    struct map old = *map;
    map->size = old.size != 0 ? 2 * old.size : MAP_FIRST_SIZE;
    map->keys = calloc(map->size, sizeof *map->keys);
    map->values = calloc(map->size, sizeof *map->values);
    if (map->keys == NULL || map->values == NULL) {
        free(map->keys);
        free(map->values);
        *map = old;
        return false;
    }
    for (size_t i = 0; i < old.size; i++) {
        board_bits key = old.keys[i] - 1;
        if (old.keys[i] != 0)
            put(map, place_of(map, key), key, old.values[i]);
    }
    free(old.keys);
    free(old.values);
    return true;
}

uint32_t *map_add(struct map *map, board_bits key, uint32_t value, bool *added)
{
    if (2 * map->count >= map->size && !grow(map))
        return NULL;
    size_t at = place_of(map, key);
    *added = map->keys[at] == 0;
    if (*added) {
        put(map, at, key, value);
        map->count++;
    }
    return &map->values[at];
}

uint32_t *map_find(const struct map *map, board_bits key)
{
    if (map->size == 0)
        return NULL;
    size_t at = place_of(map, key);
    return map->keys[at] != 0 ? &map->values[at] : NULL;
}

void map_clear(struct map *map)
{
    if (map->count != 0) {
        memset(map->keys, 0, map->size * sizeof *map->keys);
        memset(map->values, 0, map->size * sizeof *map->values);
    }
    map->count = 0;
}

void map_free(struct map *map)
{
    free(map->keys);
    free(map->values);
    *map = (struct map){0};
}
