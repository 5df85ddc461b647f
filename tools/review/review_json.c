/* Reviews as JSON. */
#include <string.h>

#include "lib/json/review.h"
#include "tools/review/review.h"

static void add_place(const struct review_game *game, json_t **object)
{
    if (game->file == NULL)
        return;
    json_add(object, "file", json_bytes(game->file, strlen(game->file)));
    json_add(object, "line", json_integer((json_int_t)game->number));
}

json_t *review_json(const struct review_game *game,
                    const struct fourscore_review *found)
{
    json_t *object = json_object();
    json_add(&object, "game", json_string(game->moves));
    add_place(game, &object);
    json_add_review(&object, found);
    json_add(&object, "finished", json_boolean(!game->unfinished));
    return object;
}

json_t *review_json_error(const struct review_game *game)
{
    json_t *object = json_object();
    json_add(&object, "game", json_bytes(game->text, game->length));
    add_place(game, &object);
    json_add(&object, "move",
             json_integer((json_int_t)strlen(game->moves) + 1));
    json_add(&object, "error", json_string(game->reason));
    return object;
}
