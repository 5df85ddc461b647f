/* fourscore play: play against one of five levels. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "os/os.h"
#include "tools/lines.h"
#include "tools/options.h"
#include "tools/output.h"
#include "tools/play/play.h"
#include "tools/positions.h"

/* How long scores and a perfect move are waited for, since those of large
 * boards are never all known; and a best one among perfect moves.  7x6 has a
 * book, so that is usually found at once. */
static const double SECONDS = 5, BEST_SECONDS = 0.2;

/* ----------------------------------------------------------------- the game */

/* Start a game at the empty board, after load_game(). */
static void start_game(struct play *play)
{
    play->position = play->empty;
    play->count = 0;
    play->has_scores = false;
}

/* The player to move, 1 or 2. */
static int mover_of(const struct play *play)
{
    return play->count % 2 + 1;
}

/* Whether a column, from 1, has room, and the game is not over. */
static bool can_play(const struct play *play, int column)
{
    fourscore_position next = play->position;
    return fourscore_play(&next, column) == FOURSCORE_OK;
}

/* Play a column that has room. */
static void make_move(struct play *play, int column)
{
    if (fourscore_play(&play->position, column) == FOURSCORE_OK)
        play->moves[play->count++] = column;
    play->has_scores = false;
}

/* Take back moves, to the last one of the person.  Returns false if there is
 * none. */
static bool take_back(struct play *play)
{
    int count = play->count;
    do
        if (--count < 0)
            return false;
    while (count % 2 + 1 != play->person);

    start_game(play);
    for (int i = 0; i < count; i++)
        make_move(play, play->moves[i]);
    return true;
}

/* The number, from 1, of the column that a character names; 0 if the board has
 * no such column. */
static int column_of(const struct play *play, char name)
{
    char lower = (char)(name >= 'A' && name <= 'C' ? name - 'A' + 'a' : name);
    int column = play->board.width;
    while (column > 0 && play_column_name(play, column) != lower)
        column--;
    return column;
}

/* Play moves from the start, as fourscore_read_game() reads them. */
static enum fourscore_status load_game(struct play *play, int notation,
                                       const char *moves,
                                       struct fourscore_error *error)
{
    char columns[FOURSCORE_MAX_CELLS + 1];
    enum fourscore_status status =
        fourscore_read_game(columns, play->board.width, play->board.height,
                            notation, moves, strlen(moves), error);
    if (status == FOURSCORE_OK)
        status = fourscore_from_moves(&play->empty, play->board.width,
                                      play->board.height, "", error);
    if (status != FOURSCORE_OK)
        return status;
    start_game(play);
    for (const char *move = columns; *move != '\0'; move++)
        make_move(play, positions_column_named(*move));
    return FOURSCORE_OK;
}

/* --------------------------------------------------------------- the solver */

/* Find the move of the opponent, or a hint; say why there is none. */
static bool find_move(struct play *play, bool hints,
                      struct fourscore_move *move)
{
    struct fourscore_opponent opponent = FOURSCORE_OPPONENT_INIT;
    char text[40] = "A hint is being searched ...";
    if (!hints)
        snprintf(text, sizeof text, "%s thinks ...",
                 play_colour(mover_of(play)));
    draw_wait(play, text);
    opponent.level = hints ? FOURSCORE_LEVELS : play->level;
    opponent.seed = play->seed;
    opponent.best_seconds = BEST_SECONDS;
    opponent.seconds = SECONDS;
    enum fourscore_status status =
        fourscore_find_move(play->solver, &play->position, &opponent, move);
    if (status != FOURSCORE_OK)
        draw_say(play, "No move was found: %s.", fourscore_strstatus(status));
    return status == FOURSCORE_OK;
}

/* Find the scores of this position, if they are shown and not known. */
static void find_scores(struct play *play)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    if (!play->shows_scores || play->has_scores ||
        positions_is_over(&play->position))
        return;
    draw_wait(play, "The scores are being searched ...");
    query.position = play->position;
    query.find = FOURSCORE_ALL_MOVES;
    query.seconds = SECONDS;
    if (fourscore_ask(play->solver, &query, &answer) != FOURSCORE_OK)
        return;
    memcpy(play->scores, answer.move_scores, sizeof play->scores);
    play->has_scores = true;
}

/* ---------------------------------------------------------------- commands */

static void show_board(struct play *play)
{
    find_scores(play);
    draw_board(play);
}

static void reply(struct play *play)
{
    static const char *const proofs[] = {
        [FOURSCORE_MOVE_CHOSEN] = " (a guess: not solved in time)",
        [FOURSCORE_MOVE_KEEPS] = " (it keeps the result)",
        [FOURSCORE_MOVE_BEST] = "",
    };
    struct fourscore_move move = FOURSCORE_MOVE_INIT;
    if (!find_move(play, false, &move))
        return;
    bool is_perfect = play->level == FOURSCORE_LEVELS;
    make_move(play, move.column);
    draw_say(play, "%s plays %c%s.", play_colour(3 - play->person),
             play_column_name(play, move.column),
             is_perfect ? proofs[move.proof] : "");
}

/* Let the opponent move if it is its turn, show the board, and say so if the
 * game is over. */
static void go_on(struct play *play)
{
    if (!positions_is_over(&play->position) && mover_of(play) != play->person)
        reply(play);
    show_board(play);
    int winner = fourscore_winner(&play->position);
    if (winner != 0)
        draw_say(play, "%s wins with move %d.  %s.", play_colour(winner),
                 play->count, winner == play->person ? "You win" : "You lose");
    else if (positions_is_over(&play->position))
        draw_say(play, "The board is full: a draw.");
}

static void undo(struct play *play)
{
    if (take_back(play))
        show_board(play);
    else
        draw_say(play, "There is no move of yours to take back.");
}

static void hint(struct play *play)
{
    static const char *const kinds[] = {
        [FOURSCORE_MOVE_CHOSEN] = "a guess (not solved)",
        [FOURSCORE_MOVE_KEEPS] = "it keeps the result",
        [FOURSCORE_MOVE_BEST] = "a best move",
    };
    if (positions_is_over(&play->position)) {
        draw_say(play, "The game is over.");
        return;
    }
    struct fourscore_move move = FOURSCORE_MOVE_INIT;
    if (!find_move(play, true, &move))
        return;
    draw_say(play, "Hint: column %c, %s.", play_column_name(play, move.column),
             kinds[move.proof]);
}

static void scores(struct play *play)
{
    play->shows_scores = !play->shows_scores;
    if (play->shows_scores)
        show_board(play);
    else
        draw_say(play, "Scores are no longer shown.");
}

static void flip(struct play *play)
{
    play->person = 3 - play->person;
    draw_players(play);
    go_on(play);
}

static void start(struct play *play)
{
    start_game(play);
    draw_players(play);
    go_on(play);
}

static void help(struct play *play)
{
    bool has_letters = play_column_name(play, play->board.width) > '9';
    draw_say(play,
             "Get four of your stones in a row: across, up or diagonally.\n"
             "Type the number of a column to drop a stone there%s, or:\n"
             "  undo      take back your last move\n"
             "  hint      show a best move\n"
             "  scores    show the score of each move, or stop doing so\n"
             "  flip      change sides with the opponent\n"
             "  new       start a new game\n"
             "  level N   set the opponent's level: 1 beginner to 5 perfect\n"
             "  quit      leave\n"
             "A score above 0 wins, 0 is a draw, below 0 loses, if both sides "
             "play their best\nfrom then on; a sooner win has a higher score.",
             has_letters ? " (letters follow 9)" : "");
}

static void quit(struct play *play)
{
    play->quits = true;
}

/* A command is known by its first letter, too. */
static const struct {
    const char *name;
    void (*run)(struct play *play);
} commands[] = {{"undo", undo}, {"hint", hint}, {"scores", scores},
                {"flip", flip}, {"new", start}, {"help", help},
                {"?", help},    {"quit", quit}};

static void set_level(struct play *play, const char *text)
{
    if (strlen(text) == 1 && text[0] >= '1' &&
        text[0] <= '0' + FOURSCORE_LEVELS) {
        play->level = text[0] - '0';
        draw_say(play, "Level %d: %s.", play->level, play_level_name(play));
    } else {
        draw_say(play, "Expected a level from 1 to %d, such as 'level 3'.",
                 FOURSCORE_LEVELS);
    }
}

static void play_column(struct play *play, int column)
{
    char room[2 * FOURSCORE_MAX_WIDTH + 1] = "";
    for (int other = 1; other <= play->board.width; other++)
        if (can_play(play, other))
            cli_append(room, sizeof room, " %c", play_column_name(play, other));
    if (can_play(play, column)) {
        make_move(play, column);
        go_on(play);
    } else if (positions_is_over(&play->position)) {
        draw_say(play, "The game is over: type undo, new, flip or quit.");
    } else {
        draw_say(play, "Column %c is full; free:%s.",
                 play_column_name(play, column), room);
    }
}

/* Whether a word is a command, or its first letter. */
static bool names(const char *word, const char *command)
{
    return strcasecmp(word, command) == 0 ||
           (word[1] == '\0' && (word[0] | 32) == command[0] && word[0] != '?');
}

static const char command_names[] =
    "undo, hint, scores, flip, new, level 1 to 5, help, quit";

static void refuse(struct play *play, const char *word, const char *rest)
{
    draw_say(play,
             "'%.40s%s%.40s' is not a move.  Type a column from %c to %c, or: "
             "%s.",
             word, *rest == '\0' ? "" : " ", rest, play_column_name(play, 1),
             play_column_name(play, play->board.width), command_names);
}

static void obey(struct play *play, const char *word, const char *rest)
{
    int column = word[1] == '\0' ? column_of(play, word[0]) : 0;
    if (column != 0 && *rest == '\0') {
        play_column(play, column);
        return;
    }
    if (names(word, "level")) {
        set_level(play, rest);
        return;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (*rest == '\0' && names(word, commands[i].name)) {
            commands[i].run(play);
            return;
        }
    refuse(play, word, rest);
}

/* Split a line into its first word and the rest, and obey it. */
static void obey_line(struct play *play, struct line *line)
{
    size_t start = lines_skip_blanks(line, 0);
    size_t end = lines_skip_word(line, start);
    size_t rest = lines_skip_blanks(line, end);
    size_t last = line->length;
    while (last > rest && lines_is_blank(line->text[last - 1]))
        last--;
    line->text[last > rest ? last : rest] = '\0';
    line->text[end] = '\0';
    if (line->cut)
        draw_say(play, "This is too long.");
    else if (start == end)
        refuse(play, "", "");
    else
        obey(play, line->text + start, line->text + rest);
}

static enum cli_status play_lines(struct play *play)
{
    struct lines lines;
    struct line line;
    lines_open(&lines, "-");
    draw_open(play);
    draw_players(play);
    if (play->on_terminal) /* for who plays once */
        draw_say(play,
                 "Type a column from %c to %c and press Enter, or a "
                 "command:\n%s.",
                 play_column_name(play, 1),
                 play_column_name(play, play->board.width), command_names);
    go_on(play);
    while (!play->quits) {
        draw_ask(play);
        if (output_failed())
            break;
        if (!lines_read(&lines, &line)) {
            putchar('\n');
            break;
        }
        draw_typed(play, &line);
        obey_line(play, &line);
    }
    return lines_close(&lines);
}

/* ------------------------------------------------------------- the command */

enum { FIRST, SECOND };

struct request {
    struct options options;
    int level, side;
    uint64_t seed;
    bool hints;
};

static enum cli_status run(void *context, const struct arguments *arguments)
{
    struct request *request = context;
    const char *moves = arguments->count > 0 ? arguments->operands[0] : "";
    struct fourscore_error error;
    struct play game = {
        .board = request->options.board,
        .level = request->level,
        .person = request->side == FIRST ? 1 : 2,
        .first = request->options.first_column,
        .seed = command_given(arguments, "seed") ? request->seed
                                                 : search_new_seed(),
        .shows_scores = request->hints,
    };
    if (load_game(&game, options_notation(&request->options), moves, &error) !=
        FOURSCORE_OK) {
        positions_name_option(error.reason, POSITIONS_FROM_0);
        cli_note("MOVES:%zu: %s", error.at + 1, error.reason);
        return CLI_BAD_INPUT;
    }
    options_choose_book(&request->options);
    game.solver = search_new_solver(&request->options,
                                    options_threads(&request->options));
    enum cli_status status = play_lines(&game);
    fourscore_solver_free(game.solver);
    return status;
}

static const char *const side_names[] = {
    [FIRST] = "first", [SECOND] = "second", NULL};

static const struct command_option options[] = {
    {"level", "N",
     "the opponent: 1 beginner, 2 casual, 3 club player, 4 "
     "expert, 5 perfect",
     VALUE(struct request, level), .min = 1, .max = FOURSCORE_LEVELS,
     .initial = "3"},
    {"you", "SIDE", "your side; red is first and moves first",
     VALUE(struct request, side), .words = side_names, .initial = "first"},
    {"hints", NULL, "show the score of each move when it is your turn",
     VALUE(struct request, hints)},
    {"seed", "N", "seed of the opponent's random numbers (differs each time)",
     VALUE(struct request, seed), .max = UINT64_MAX},
    {0},
};

const struct command cmd_play = {
    .name = "play",
    .summary = "play against one of five levels; level 5 is perfect",
    .about =
        "Play against an opponent.  You drop stones into columns; four of "
        "yours "
        "in a row, across, up or diagonally, win.  MOVES are moves that have "
        "been made, such as 4453.\n\n"
        "Type the number of a column to drop a stone there, or undo, hint, "
        "scores, flip (change sides), new, level N, help, quit or their first "
        "letters.  On a terminal the board is drawn in place and in colours, "
        "unless TERM is dumb; NO_COLOR turns off the colours.",
    .notes = "Examples:\n"
             "  fourscore play                          you move first\n"
             "  fourscore play --level 5 --you second   try to hold on\n"
             "  fourscore play 4453 --hints             from a position, with "
             "scores\n"
             "  fourscore play --board 8x7 --level 2    on a larger board",
    .options = {options, options_board, options_first_column, options_books,
                options_table, options_engine},
    .operands = "[MOVES]",
    .request_bytes = sizeof(struct request),
    .run = run,
};
