/* 'fourscore follow' on a terminal. */
#include <string.h>

#include "tools/certificates.h"
#include "tools/follow/follow.h"
#include "tools/output.h"
#include "tools/positions.h"

/* How many moves had each enum fourscore_reply_reason. */
struct counts {
    int by[FOURSCORE_REPLY_LATE + 1];
};

static const char *reason_name(int reason)
{
    switch (reason) {
    case FOURSCORE_REPLY_CHOICE:
        return "this is in the certificate";
    case FOURSCORE_REPLY_FOUR:
        return "this makes four in a row";
    case FOURSCORE_REPLY_DOUBLE_THREAT:
        return "this threatens more than one stone can prevent";
    case FOURSCORE_REPLY_STATIC_PROOF:
        return "this follows a static proof";
    default:
        return "the other player can no longer win too early";
    }
}

static void print_end(const struct follow_game *game,
                      const struct counts *counts)
{
    int winner = fourscore_winner(&game->position);
    putchar('\n');
    if (winner != 0)
        printf("%c has won with stone %d.\n", positions_stone(winner),
               game->ply);
    else
        printf("The board is full: a draw.\n");
    printf("Nothing was searched.  Moves of the certificate's player: %d from "
           "the file, %d\n"
           "by a static proof, %d by a double threat or a four, %d when no\n"
           "four could come too early any more.\n",
           counts->by[FOURSCORE_REPLY_CHOICE],
           counts->by[FOURSCORE_REPLY_STATIC_PROOF],
           counts->by[FOURSCORE_REPLY_FOUR] +
               counts->by[FOURSCORE_REPLY_DOUBLE_THREAT],
           counts->by[FOURSCORE_REPLY_LATE]);
}

/* Play the move of the certificate. */
static enum cli_status reply(const struct follow *follow,
                             struct follow_game *game, struct counts *counts)
{
    struct fourscore_error error;
    int reason;
    if (follow_reply(follow, game, &reason, &error) != FOURSCORE_OK) {
        cli_note("MOVES:1:%zu: %s", error.at + 1, error.reason);
        return CLI_BAD_INPUT;
    }
    counts->by[reason]++;
    printf("\n%c plays %c: %s.\n", positions_stone(game->ply),
           game->moves[game->ply - 1], reason_name(reason));
    positions_print(&game->position);
    return CLI_OK;
}

/* Ask for a column until one can be played.  Returns false at the end of the
 * input or of the game. */
static bool ask(const struct follow *follow, struct follow_game *game,
                struct lines *input)
{
    for (;;) {
        struct line line;
        struct fourscore_error error;
        printf("\n%c, your column (q ends): ", positions_stone(game->ply + 1));
        output_flush();
        if (!lines_read(input, &line)) {
            putchar('\n');
            return false;
        }
        size_t at = lines_skip_blanks(&line, 0);
        size_t end = lines_skip_word(&line, at);
        char name = line.text[at];
        if (name == 'q')
            return false;
        if (end - at != 1 || lines_skip_blanks(&line, end) != line.length)
            printf("Enter one column, as under the board.\n");
        else if (!follow_move(follow, game, name, &error))
            printf("That is not possible: %s.\n", error.reason);
        else
            return true;
    }
}

static enum cli_status play(const struct follow *follow,
                            struct follow_game *game, struct lines *input)
{
    struct counts counts = {{0}};
    while (!follow_is_over(follow, game)) {
        if (follow_is_to_move(follow, game)) {
            enum cli_status status = reply(follow, game, &counts);
            if (status != CLI_OK)
                return status;
        } else if (!ask(follow, game, input)) {
            return CLI_OK;
        }
    }
    print_end(game, &counts);
    return CLI_OK;
}

enum cli_status follow_person(const struct follow *follow)
{
    struct follow_game game;
    struct fourscore_error error;
    struct lines input;
    int player = follow->certificate.player;
    lines_open(&input, "-");
    printf("Proven: ");
    certificates_print_claim(&follow->certificate);
    printf(".\nYou are %c, the certificate plays %c.\n",
           positions_stone(3 - player), positions_stone(player));
    follow_begin(follow, follow->start, &game, &error);
    positions_print(&game.position);
    enum cli_status status = play(follow, &game, &input);
    return cli_worse(status, lines_close(&input));
}
