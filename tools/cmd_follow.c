/* fourscore follow: play the side of a certificate. */
#include <string.h>
#include <unistd.h>

#include "lib/fourscore.h"
#include "os/program/program.h"
#include "tools/certificates.h"
#include "tools/command.h"
#include "tools/lines.h"
#include "tools/options.h"
#include "tools/output.h"
#include "tools/positions.h"

struct follow {
    struct fourscore_certificate certificate;
    fourscore_follower *follower;
    const char *start; /* the moves played before */
    bool play;         /* lines have the moves of the other player only */
};

/* A game as moves.  Every move was accepted. */
struct game {
    fourscore_position position;
    char moves[FOURSCORE_MAX_CELLS + 1];
    int ply;
};

/* ---------------------------------------------------------------- the game */

/* Set '*game' to the game after 'moves'. */
static enum fourscore_status begin(const struct follow *follow,
                                   const char *moves, struct game *game,
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

/* Play the column with a name.  Returns false, and leaves the game as it is, if
 * that is not possible. */
static bool make_move(const struct follow *follow, struct game *game, char name,
                      struct fourscore_error *error)
{
    char moves[sizeof game->moves + 1];
    memcpy(moves, game->moves, (size_t)game->ply);
    moves[game->ply] = name;
    moves[game->ply + 1] = '\0';
    return begin(follow, moves, game, error) == FOURSCORE_OK;
}

/* Whether the player of the certificate is to move. */
static bool is_to_move(const struct follow *follow, const struct game *game)
{
    return game->ply % 2 == follow->certificate.player - 1;
}

/* Play the reply of the certificate.  Sets '*reason' to why. */
static enum fourscore_status play_reply(const struct follow *follow,
                                        struct game *game, int *reason,
                                        struct fourscore_error *error)
{
    struct fourscore_reply reply = FOURSCORE_REPLY_INIT;
    enum fourscore_status status =
        fourscore_follower_reply(follow->follower, game->moves, &reply, error);
    if (status != FOURSCORE_OK)
        return status;
    *reason = reply.reason;
    make_move(follow, game, fourscore_column_name(reply.column), error);
    return FOURSCORE_OK;
}

/* ---------------------------------------------------------------- a filter */

/* The moves in a line, up to 'length'; "-" stands for none. */
static bool find_moves(const struct line *line, size_t *length,
                       struct fourscore_error *error)
{
    *length = lines_skip_word(line, 0);
    size_t end = lines_skip_blanks(line, *length);
    if (end < line->length)
        return lines_fail(error, end, "expected the end of the line");
    if (line->cut)
        return lines_fail(error, end, LINES_TOO_LONG, LINES_KEPT);
    if (strncmp(line->text, positions_moves(""), *length) == 0)
        *length = 0;
    return true;
}

/* Answer a position.  The moves before the line have no column: an error in
 * them is at the line's first one, and says where in MOVES it is. */
static bool answer(const struct follow *follow, const struct line *line,
                   size_t length, struct fourscore_error *error)
{
    char moves[LINES_KEPT + FOURSCORE_MAX_CELLS + 1];
    size_t start = strlen(follow->start);
    struct fourscore_reply reply = FOURSCORE_REPLY_INIT;
    snprintf(moves, sizeof moves, "%s%.*s", follow->start, (int)length,
             line->text);
    enum fourscore_status status =
        fourscore_follower_reply(follow->follower, moves, &reply, error);
    bool over = status == FOURSCORE_GAME_OVER;
    if (status == FOURSCORE_OK || over) {
        printf("%s %c\n", positions_moves(moves),
               over ? '-' : fourscore_column_name(reply.column));
        return true;
    }
    struct fourscore_error inside = *error;
    if (inside.at < start)
        return lines_fail(error, 0, "move %zu of MOVES: %.*s", inside.at + 1,
                          (int)sizeof inside.reason - 1, inside.reason);
    error->at -= start;
    return false;
}

/* Play a game against the moves of a line. */
static bool play_line(const struct follow *follow, const struct line *line,
                      size_t length, struct fourscore_error *error)
{
    struct game game;
    int reason;
    begin(follow, follow->start, &game, error);
    for (size_t i = 0;; i++) {
        bool played = true;
        while (played && !positions_is_over(&game.position) &&
               is_to_move(follow, &game))
            played = play_reply(follow, &game, &reason, error) == FOURSCORE_OK;
        if (played && i == length)
            break;
        if (!played || !make_move(follow, &game, line->text[i], error)) {
            error->at = i;
            return false;
        }
    }
    printf("%s\n", positions_moves(game.moves));
    return true;
}

static enum cli_status follow_line(void *context, const struct line *line)
{
    const struct follow *follow = context;
    struct fourscore_error error;
    size_t length;
    bool done =
        find_moves(line, &length, &error) &&
        (follow->play ? play_line : answer)(follow, line, length, &error);
    return done ? CLI_OK : lines_report(line, &error);
}

/* -------------------------------------------------------------- a terminal */

static const char *const reasons[] = {
    [FOURSCORE_REPLY_CHOICE] = "this is in the certificate",
    [FOURSCORE_REPLY_FOUR] = "this makes four in a row",
    [FOURSCORE_REPLY_DOUBLE_THREAT] =
        "this threatens more than one stone can prevent",
    [FOURSCORE_REPLY_STATIC_PROOF] = "this follows a static proof",
    [FOURSCORE_REPLY_LATE] = "the other player can no longer win too early",
};
enum { REASONS = sizeof reasons / sizeof *reasons };

/* Say how the game ended, and how many moves had each reason. */
static void print_end(const struct game *game, const int counts[REASONS])
{
    int winner = fourscore_winner(&game->position);
    putchar('\n');
    if (winner != 0)
        printf("%c has won with move %d.\n", fourscore_stone_name(winner),
               game->ply);
    else
        printf("The board is full: a draw.\n");
    printf("Nothing was searched.  Moves of the certificate's player: %d from "
           "the file, %d\n"
           "by a static proof, %d by a double threat or a four, %d when no\n"
           "four could come too early any more.\n",
           counts[FOURSCORE_REPLY_CHOICE], counts[FOURSCORE_REPLY_STATIC_PROOF],
           counts[FOURSCORE_REPLY_FOUR] + counts[FOURSCORE_REPLY_DOUBLE_THREAT],
           counts[FOURSCORE_REPLY_LATE]);
}

/* Report what is wrong in MOVES. */
static enum cli_status refuse_moves(const struct fourscore_error *error)
{
    cli_note("MOVES:1:%zu: %s", error->at + 1, error->reason);
    return CLI_BAD_INPUT;
}

/* Play the move of the certificate. */
static enum cli_status print_reply(const struct follow *follow,
                                   struct game *game, int counts[REASONS])
{
    struct fourscore_error error;
    int reason;
    if (play_reply(follow, game, &reason, &error) != FOURSCORE_OK)
        return refuse_moves(&error);
    counts[reason]++;
    printf("\n%c plays %c: %s.\n", fourscore_stone_name(game->ply),
           game->moves[game->ply - 1], reasons[reason]);
    positions_print(&game->position, 1);
    return CLI_OK;
}

/* Ask for a column until one can be played.  Returns false at the end of the
 * input or of the game. */
static bool ask(const struct follow *follow, struct game *game,
                struct lines *input)
{
    for (;;) {
        struct line line;
        struct fourscore_error error;
        printf("\n%c, your column (q ends): ",
               fourscore_stone_name(game->ply + 1));
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
        else if (!make_move(follow, game, name, &error))
            printf("That is not possible: %s.\n", error.reason);
        else
            return true;
    }
}

/* Play a game with a person, who may end it. */
static enum cli_status follow_person(const struct follow *follow,
                                     struct game *game)
{
    struct lines input;
    int counts[REASONS] = {0}, player = follow->certificate.player;
    enum cli_status status = CLI_OK;
    bool goes_on = true;
    lines_open(&input, "-");
    printf("Proven: ");
    certificates_print_claim(&follow->certificate);
    printf(".\nYou are %c, the certificate plays %c.\n",
           fourscore_stone_name(3 - player), fourscore_stone_name(player));
    positions_print(&game->position, 1);
    while (goes_on && status == CLI_OK && !positions_is_over(&game->position))
        if (is_to_move(follow, game))
            status = print_reply(follow, game, counts);
        else
            goes_on = ask(follow, game, &input);
    if (goes_on && status == CLI_OK)
        print_end(game, counts);
    return cli_worse(status, lines_close(&input));
}

/* ------------------------------------------------------------- the command */

static enum cli_status run(void *context, const struct arguments *arguments)
{
    struct follow *follow = context;
    struct fourscore_certificate *claim = &follow->certificate;
    const char *name = arguments->operands[0];
    bool terminal = os_is_terminal(STDIN_FILENO) && !follow->play;
    const void *bytes;
    size_t size;
    struct game game;
    struct fourscore_error error;
    if (strcmp(name, "-") == 0)
        return cli_usage_error("the certificate must be a file, because "
                               "stdin has the moves");
    command_need(certificates_read(name, &bytes, &size));
    *claim = (struct fourscore_certificate)FOURSCORE_CERTIFICATE_INIT;
    command_need(certificates_report(
        name,
        fourscore_follower_new(&follow->follower, bytes, size, claim, &error),
        claim, &error));
    follow->start = arguments->count > 1       ? arguments->operands[1]
                    : terminal || follow->play ? claim->moves
                                               : "";
    if (begin(follow, follow->start, &game, &error) != FOURSCORE_OK)
        command_stop(refuse_moves(&error));
    /* The monitor writes the answers before a signal ends the program. */
    search_start_monitor(&(struct options){.progress = MONITOR_NEVER});
    enum cli_status status = terminal ? follow_person(follow, &game)
                                      : lines_answer("-", follow_line, follow);
    fourscore_follower_free(follow->follower);
    return status;
}

static const struct command_option options[] = {
    {"play", NULL,
     "lines have only the moves of the other player; print the moves of both",
     VALUE(struct follow, play)},
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
    .notes =
        LINES_ANSWER_NOTE "\n\n"
                          "Example: printf '44\\n4455\\n' | fourscore follow "
                          "proof/certificates/7x6.cert",
    .options = {options},
    .operands = "FILE [MOVES]",
    .missing = "no certificate given",
    .request_bytes = sizeof(struct follow),
    .run = run,
};
