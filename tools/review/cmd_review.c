/* fourscore review: judge games move by move. */
#include "tools/review/review.h"

static enum cli_status run(void *request, const struct arguments *arguments)
{
    struct review *review = request;
    installed_choose_book(&review->options, review->book);
    return review_operands(review, arguments->count, arguments->operands);
}

static const struct command_option forms[] = {
    {"short", NULL, "print one line for each game",
     VALUE_CONSTANT(struct review, form, REVIEW_SHORT)},
    {"json", NULL, "print one JSON object per line, also for errors",
     VALUE_CONSTANT(struct review, form, REVIEW_JSON)},
    {"svg", NULL,
     "print a picture: the score by move, and boards where the result changed",
     VALUE_CONSTANT(struct review, form, REVIEW_SVG)},
    {0},
};

static const struct command_option total_limit[] = {
    {"total-time-limit", "SECONDS",
     "stop all searches after SECONDS, and print what is known about the games "
     "that have begun; exit status 4",
     VALUE_SECONDS(struct review, options.total_seconds)},
    {0},
};

const struct command cmd_review = {
    .name = "review",
    .summary = "judge games move by move",
    .about =
        "Print for each game who won, where that was decided, how accurately "
        "both sides played, and for each move the score before and after it, "
        "for x, the first player, and the best moves.\n\n"
        "A FILE has one game per line; - is stdin, also if nothing is given.  "
        "Lines that start with # are comments.  Moves are "
        "columns, as digits or letters, with or without blanks, commas, "
        "numbers of moves and comments:\n"
        "  44533\n"
        "  1. d1 d2 2. e1 c1 3. c2 {better: f1}",
    .notes = "A game that is wrong is reported on stderr as FILE:LINE: move N: "
             "REASON; the exit status is then 1.\n\n"
             "Examples:\n"
             "  fourscore review 44444326522\n"
             "  fourscore review --short games.txt\n"
             "  fourscore review --svg '1. d1 d2 2. d3 d4' >game.svg",
    .operands = "[GAME|FILE]...",
    .max_operands = COMMAND_ANY_OPERANDS,
    .groups =
        {
            {.options = forms, .one_of = true},
            OPTIONS_GROUP(limits, struct review),
            {.options = total_limit},
            OPTIONS_GROUP(board, struct review),
            OPTIONS_GROUP(table, struct review),
            OPTIONS_GROUP(engine, struct review),
            OPTIONS_GROUP(books, struct review),
            OPTIONS_GROUP(progress, struct review),
        },
    .request_bytes = sizeof(struct review),
    .run = run,
};
