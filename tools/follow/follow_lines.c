/* 'fourscore follow' as a filter. */
#include <string.h>

#include "tools/follow/follow.h"
#include "tools/output.h"
#include "tools/positions.h"

/* The moves in a line, up to 'length'; "-" stands for none. */
static bool find_moves(const struct line *line, size_t *length,
                       struct lines_error *error)
{
    *length = lines_skip_word(line, 0);
    size_t end = lines_skip_blanks(line, *length);
    if (end < line->length)
        return lines_fail(error, end, "expected the end of the line");
    if (line->cut)
        return lines_fail(error, end, "the line is too long");
    if (strncmp(line->text, positions_moves(""), *length) == 0)
        *length = 0;
    return true;
}

/* Set '*error' to that of the game.  The moves before the line have no column:
 * an error in them is at the first one. */
static bool fail_at(const struct follow *follow,
                    const struct fourscore_error *found,
                    struct lines_error *error)
{
    size_t start = strlen(follow->start);
    return lines_fail(error, found->at < start ? 0 : found->at - start, "%s",
                      found->reason);
}

/* Answer a position. */
static bool answer(const struct follow *follow, const struct line *line,
                   size_t length, struct lines_error *error)
{
    char moves[LINES_KEPT + FOURSCORE_MAX_CELLS + 1];
    struct follow_game game;
    struct fourscore_error found;
    int reason;
    snprintf(moves, sizeof moves, "%s%.*s", follow->start, (int)length,
             line->text);
    if (follow_begin(follow, moves, &game, &found) != FOURSCORE_OK)
        return fail_at(follow, &found, error);
    switch (follow_reply(follow, &game, &reason, &found)) {
    case FOURSCORE_OK:
        printf("%s %c\n", positions_moves(moves), game.moves[game.ply - 1]);
        return true;
    case FOURSCORE_GAME_OVER:
        printf("%s -\n", positions_moves(moves));
        return true;
    default:
        return fail_at(follow, &found, error);
    }
}

/* Play a game against the moves of a line. */
static bool play(const struct follow *follow, const struct line *line,
                 size_t length, struct lines_error *error)
{
    struct follow_game game;
    struct fourscore_error found;
    int reason;
    follow_begin(follow, follow->start, &game, &found);
    for (size_t i = 0;; i++) {
        while (!follow_is_over(follow, &game) &&
               follow_is_to_move(follow, &game))
            if (follow_reply(follow, &game, &reason, &found) != FOURSCORE_OK)
                return lines_fail(error, i, "%s", found.reason);
        if (i == length)
            break;
        if (!follow_move(follow, &game, line->text[i], &found))
            return lines_fail(error, i, "%s", found.reason);
    }
    printf("%s\n", positions_moves(game.moves));
    return true;
}

enum cli_status follow_lines(const struct follow *follow)
{
    struct lines lines;
    struct line line;
    enum cli_status status = CLI_OK;
    lines_open(&lines, "-");
    while (lines_next(&lines, &line)) {
        struct lines_error error;
        size_t length;
        if (!find_moves(&line, &length, &error) ||
            !(follow->play ? play : answer)(follow, &line, length, &error)) {
            lines_report(&line, &error);
            putchar('\n');
            status = CLI_BAD_INPUT;
        }
        if (!output_end_line())
            break;
    }
    return cli_worse(status, lines_close(&lines));
}
