/* fourscore follow: play the side of a certificate. */
#include <string.h>
#include <unistd.h>

#include "tools/certificates.h"
#include "tools/follow/follow.h"
#include "tools/value.h"

enum fourscore_status follow_begin(const struct follow *follow,
                                   const char *moves, struct follow_game *game,
                                   struct fourscore_error *error)
{
    enum fourscore_status status =
        fourscore_from_moves(&game->position, follow->certificate.width,
                             follow->certificate.height, moves, error);
    if (status != FOURSCORE_OK)
        return status;
    game->ply = fourscore_ply(&game->position);
    memcpy(game->moves, moves, (size_t)game->ply + 1);
    return FOURSCORE_OK;
}

bool follow_move(const struct follow *follow, struct follow_game *game,
                 char name, struct fourscore_error *error)
{
    char moves[sizeof game->moves + 1];
    memcpy(moves, game->moves, (size_t)game->ply);
    moves[game->ply] = name;
    moves[game->ply + 1] = '\0';
    return follow_begin(follow, moves, game, error) == FOURSCORE_OK;
}

bool follow_is_over(const struct follow *follow, const struct follow_game *game)
{
    return fourscore_winner(&game->position) != 0 ||
           game->ply == follow->certificate.width * follow->certificate.height;
}

bool follow_is_to_move(const struct follow *follow,
                       const struct follow_game *game)
{
    return game->ply % 2 == follow->certificate.player - 1;
}

enum fourscore_status follow_reply(const struct follow *follow,
                                   struct follow_game *game, int *reason,
                                   struct fourscore_error *error)
{
    static const char names[] = "123456789abc";
    struct fourscore_reply reply = FOURSCORE_REPLY_INIT;
    enum fourscore_status status =
        fourscore_follower_reply(follow->follower, game->moves, &reply, error);
    if (status != FOURSCORE_OK)
        return status;
    *reason = reply.reason;
    follow_move(follow, game, names[reply.column - 1], error);
    return FOURSCORE_OK;
}

static enum cli_status open_follower(struct follow *follow, const char *name)
{
    const void *bytes;
    size_t size;
    struct fourscore_error error;
    enum cli_status status = certificates_read(name, &bytes, &size);
    if (status != CLI_OK)
        return status;
    follow->certificate =
        (struct fourscore_certificate)FOURSCORE_CERTIFICATE_INIT;
    return certificates_report(
        name,
        fourscore_follower_new(&follow->follower, bytes, size,
                               &follow->certificate, &error),
        &follow->certificate, &error);
}

static enum cli_status follow_on(struct follow *follow, bool terminal)
{
    struct follow_game game;
    struct fourscore_error error;
    if (follow->start == NULL)
        follow->start =
            terminal || follow->play ? follow->certificate.moves : "";
    if (follow_begin(follow, follow->start, &game, &error) != FOURSCORE_OK) {
        cli_note("MOVES:1:%zu: %s", error.at + 1, error.reason);
        return CLI_BAD_INPUT;
    }
    return terminal ? follow_person(follow) : follow_lines(follow);
}

static enum cli_status run(void *context, const struct arguments *arguments)
{
    struct follow *follow = context;
    const char *name = arguments->operands[0];
    bool terminal = isatty(STDIN_FILENO) && !follow->play;
    if (strcmp(name, "-") == 0)
        return cli_usage_error("the certificate must be a file, because "
                               "stdin has the moves");
    if (arguments->count > 1)
        follow->start = arguments->operands[1];
    enum cli_status status = open_follower(follow, name);
    if (status == CLI_OK)
        status = follow_on(follow, terminal);
    fourscore_follower_free(follow->follower);
    return status;
}

static const struct command_option options[] = {
    {"play", NULL,
     "lines have only the moves of the other player; print the moves of both",
     VALUE_FLAG(struct follow, play)},
    {0},
};

const struct command cmd_follow = {
    .name = "follow",
    .summary = "play the side of a certificate, without a search",
    .about =
        "Play for the player whose result a certificate proves.  Every move "
        "comes from the certificate and the fixed rules; nothing is "
        "searched.\n\n"
        "On a terminal, play a game with a person, from the position of the "
        "certificate or after MOVES.\n\n"
        "Otherwise read a position per line, as the columns played, and print "
        "it with the column that the certificate plays: POSITION COLUMN; - "
        "for a game that is over.  With MOVES, a line has the moves after "
        "these.  With --play, a line has only the moves of the other player, "
        "from the position of the certificate or after MOVES, and the moves "
        "of both are printed.",
    .notes = "An invalid line is reported on stderr as FILE:LINE:COLUMN: "
             "REASON, and an empty line is printed for it; the exit status is "
             "then 1.\n\n"
             "Example: printf '44\\n4455\\n' | fourscore follow "
             "proof/certificates/7x6.cert",
    .groups = {{.options = options}},
    .operands = "FILE [MOVES]",
    .min_operands = 1,
    .max_operands = 2,
    .missing = "no certificate given",
    .request_bytes = sizeof(struct follow),
    .run = run,
};
