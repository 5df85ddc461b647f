/*
 * follow_: the parts of 'fourscore follow'.
 */
#ifndef TOOLS_FOLLOW_FOLLOW_H
#define TOOLS_FOLLOW_FOLLOW_H

#include "lib/fourscore.h"
#include "tools/lines.h"

struct follow {
    struct fourscore_certificate certificate;
    fourscore_follower *follower;
    const char *start; /* the moves played before */
    bool play;         /* lines have the moves of the other player only */
};

/* A game as moves.  Every move was accepted. */
struct follow_game {
    fourscore_position position;
    char moves[FOURSCORE_MAX_CELLS + 1];
    int ply;
};

/* Set '*game' to the game after 'moves'. */
enum fourscore_status follow_begin(const struct follow *follow,
                                   const char *moves, struct follow_game *game,
                                   struct fourscore_error *error);

/* Play the column with a name.  Returns false, and leaves the game as it is, if
 * that is not possible. */
bool follow_move(const struct follow *follow, struct follow_game *game,
                 char name, struct fourscore_error *error);

bool follow_is_over(const struct follow *follow,
                    const struct follow_game *game);

/* Whether the player of the certificate is to move. */
bool follow_is_to_move(const struct follow *follow,
                       const struct follow_game *game);

/* Play the reply of the certificate.  Sets '*reason' to why. */
enum fourscore_status follow_reply(const struct follow *follow,
                                   struct follow_game *game, int *reason,
                                   struct fourscore_error *error);

/* Answer each line of stdin by a line. */
enum cli_status follow_lines(const struct follow *follow);

/* Play a game with a person. */
enum cli_status follow_person(const struct follow *follow);

#endif
