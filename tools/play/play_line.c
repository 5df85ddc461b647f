/* fourscore play, line by line: on simple terminals and in pipes. */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "os/program/streams.h"
#include "tools/lines.h"
#include "tools/output.h"
#include "tools/play/play.h"
#include "tools/positions.h"

struct table {
    struct play *play;
    fourscore_solver *solver;
    bool quits;
};

/* How long scores are waited for; those of large boards are never all known. */
static const double SECONDS = 5;

static const char commands_text[] =
    "undo, hint, scores, flip, new, level 1 to 5, help, quit";

/* ---------------------------------------------------------------- printing */

static void print_players(const struct play *play)
{
    int opponent = 3 - play->person;
    printf("You are %s (%c).  %s (%c) is level %d: %s.\n",
           play_colour(play->person), fourscore_stone_name(play->person),
           play_colour(opponent), fourscore_stone_name(opponent), play->level,
           play_level_name(play));
}

static void print_scores(struct table *table)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    struct fourscore_answer answer = FOURSCORE_ANSWER_INIT;
    query.position = table->play->position;
    query.find = FOURSCORE_ALL_MOVES;
    query.seconds = SECONDS;
    fourscore_ask(table->solver, &query, &answer);
    positions_print_scores(answer.move_scores, table->play->board.width);
}

static void print_board(struct table *table)
{
    const struct play *play = table->play;
    putchar('\n');
    positions_print(&play->position);
    if (play->shows_scores && !play_is_over(play))
        print_scores(table);
    putchar('\n');
}

/* Where nobody types, a prompt is a line of its own. */
static void print_prompt(const struct play *play)
{
    if (play_is_over(play))
        printf("The game is over: undo, new, flip or quit?");
    else
        printf("Your move, %s (%c)?", play_colour(play->person),
               fourscore_stone_name(play->person));
    putchar(os_is_terminal(STDIN_FILENO) ? ' ' : '\n');
    output_flush();
}

static void print_help(const struct play *play)
{
    printf("Get four of your stones in a row: across, up or diagonally.\n"
           "Type the number of a column to drop a stone there%s, or:\n"
           "  undo      take back your last move\n"
           "  hint      show a best move\n"
           "  scores    show the score of each move, or stop doing so\n"
           "  flip      change sides with the opponent\n"
           "  new       start a new game\n"
           "  level N   set the opponent's level: 1 beginner to 5 perfect\n"
           "  quit      leave\n"
           "A score above 0 wins, 0 is a draw, below 0 loses, if both sides "
           "play their best\nfrom then on; a sooner win has a higher score.\n",
           play->board.width > 9 ? " (a, b, c follow 9)" : "");
}

/* ---------------------------------------------------------------- commands */

static struct fourscore_move find_move(struct table *table, bool hints)
{
    struct fourscore_opponent opponent = play_opponent(table->play, hints);
    struct fourscore_move move = FOURSCORE_MOVE_INIT;
    fourscore_find_move(table->solver, &table->play->position, &opponent,
                        &move);
    return move;
}

static void reply(struct table *table)
{
    struct fourscore_move move = find_move(table, false);
    char text[PLAY_TEXT_SIZE];
    play_move(table->play, move.column);
    play_describe_reply(table->play, &move, text);
    puts(text);
}

/* Let the opponent move if it is its turn, and show the board. */
static void go_on(struct table *table)
{
    char text[PLAY_TEXT_SIZE];
    if (play_awaits_opponent(table->play))
        reply(table);
    print_board(table);
    if (play_is_over(table->play)) {
        play_describe_end(table->play, text);
        puts(text);
    }
}

static void undo(struct table *table)
{
    if (play_undo(table->play))
        print_board(table);
    else
        puts("There is no move of yours to take back.");
}

static void hint(struct table *table)
{
    char text[PLAY_TEXT_SIZE];
    if (play_is_over(table->play)) {
        puts("The game is over.");
        return;
    }
    struct fourscore_move move = find_move(table, true);
    play_describe_hint(&move, text);
    puts(text);
}

static void scores(struct table *table)
{
    table->play->shows_scores = !table->play->shows_scores;
    if (table->play->shows_scores)
        print_board(table);
    else
        puts("Scores are no longer shown.");
}

static void flip(struct table *table)
{
    play_flip(table->play);
    print_players(table->play);
    go_on(table);
}

static void start(struct table *table)
{
    play_start(table->play);
    print_players(table->play);
    go_on(table);
}

static void help(struct table *table)
{
    print_help(table->play);
}

static void quit(struct table *table)
{
    table->quits = true;
}

/* A command is known by its first letter, too. */
static const struct {
    const char *name;
    void (*run)(struct table *table);
} commands[] = {{"undo", undo}, {"hint", hint}, {"scores", scores},
                {"flip", flip}, {"new", start}, {"help", help},
                {"?", help},    {"quit", quit}};

static void set_level(struct play *play, const char *text)
{
    char sentence[PLAY_TEXT_SIZE];
    if (strlen(text) != 1 || text[0] < '1' ||
        text[0] > '0' + FOURSCORE_LEVELS) {
        printf("Expected a level from 1 to %d, such as 'level 3'.\n",
               FOURSCORE_LEVELS);
        return;
    }
    play->level = text[0] - '0';
    play_describe_level(play, sentence);
    puts(sentence);
}

static void play_column(struct table *table, int column)
{
    char text[PLAY_TEXT_SIZE];
    if (play_can(table->play, column)) {
        play_move(table->play, column);
        go_on(table);
    } else if (play_is_over(table->play)) {
        puts("The game is over: type undo, new or quit.");
    } else {
        play_describe_full(table->play, column, text);
        puts(text);
    }
}

/* Whether a word is a command, or its first letter. */
static bool names(const char *word, const char *command)
{
    return strcasecmp(word, command) == 0 ||
           (word[1] == '\0' && (word[0] | 32) == command[0] && word[0] != '?');
}

static void refuse(const struct play *play, const char *text)
{
    printf("'%.40s' is not a move.  Type a column from 1 to %c, or: %s.\n",
           text, fourscore_column_name(play->board.width), commands_text);
}

static void obey(struct table *table, const char *word, const char *rest)
{
    int column = word[1] == '\0' ? play_column_of(table->play, word[0]) : 0;
    if (column != 0 && *rest == '\0') {
        play_column(table, column);
        return;
    }
    if (names(word, "level")) {
        set_level(table->play, rest);
        return;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (*rest == '\0' && (strcmp(word, commands[i].name) == 0 ||
                              names(word, commands[i].name))) {
            commands[i].run(table);
            return;
        }
    refuse(table->play, word);
}

/* Split a line into its first word and the rest, and obey it. */
static void obey_line(struct table *table, struct line *line)
{
    size_t start = lines_skip_blanks(line, 0);
    size_t end = lines_skip_word(line, start);
    size_t rest = lines_skip_blanks(line, end);
    size_t last = line->length;
    while (last > rest && lines_is_blank(line->text[last - 1]))
        last--;
    line->text[last > rest ? last : rest] = '\0';
    line->text[end] = '\0';
    if (start == end)
        refuse(table->play, "");
    else
        obey(table, line->text + start, line->text + rest);
}

static enum cli_status play_lines(struct table *table)
{
    struct lines lines;
    struct line line;
    if (!lines_open(&lines, "-"))
        return lines_close(&lines);
    print_players(table->play);
    go_on(table);
    for (;;) {
        print_prompt(table->play);
        if (output_failed())
            break;
        if (!lines_read(&lines, &line)) {
            putchar('\n');
            break;
        }
        obey_line(table, &line);
        if (table->quits)
            break;
    }
    return lines_close(&lines);
}

enum cli_status play_by_line(struct play *play, fourscore_solver *solver)
{
    struct table table = {.play = play, .solver = solver};
    return play_lines(&table);
}
