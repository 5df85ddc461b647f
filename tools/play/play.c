#include "tools/play/play.h"

#include <stdio.h>
#include <string.h>

void play_start(struct play *play)
{
    fourscore_from_moves(&play->position, play->board.width, play->board.height,
                         "", NULL);
    play->count = 0;
    play->has_scores = false;
}

enum fourscore_status play_load(struct play *play, const char *moves,
                                struct fourscore_error *error)
{
    char columns[FOURSCORE_MAX_CELLS + 1];
    enum fourscore_status status =
        fourscore_read_game(columns, play->board.width, play->board.height,
                            moves, strlen(moves), error);
    if (status != FOURSCORE_OK)
        return status;
    play_start(play);
    for (const char *move = columns; *move != '\0'; move++)
        play_move(play, play_column_of(play, *move));
    return FOURSCORE_OK;
}

int play_mover(const struct play *play)
{
    return play->count % 2 + 1;
}

bool play_is_over(const struct play *play)
{
    struct value_board board = play->board;
    return fourscore_winner(&play->position) != 0 ||
           play->count == board.width * board.height;
}

bool play_awaits_opponent(const struct play *play)
{
    return !play_is_over(play) && play_mover(play) != play->person;
}

bool play_can(const struct play *play, int column)
{
    fourscore_position next = play->position;
    return !play_is_over(play) && fourscore_play(&next, column) == FOURSCORE_OK;
}

void play_move(struct play *play, int column)
{
    if (fourscore_play(&play->position, column) == FOURSCORE_OK)
        play->moves[play->count++] = column;
    play->has_scores = false;
}

bool play_undo(struct play *play)
{
    int count = play->count;
    do
        if (--count < 0)
            return false;
    while (count % 2 + 1 != play->person);

    play_start(play);
    for (int i = 0; i < count; i++)
        play_move(play, play->moves[i]);
    return true;
}

void play_flip(struct play *play)
{
    play->person = 3 - play->person;
}

int play_column_of(const struct play *play, char name)
{
    char lower = (char)(name >= 'A' && name <= 'C' ? name - 'A' + 'a' : name);
    int column = play->board.width;
    while (column > 0 && fourscore_column_name(column) != lower)
        column--;
    return column;
}

int play_last_cell(const struct play *play)
{
    int stones[FOURSCORE_MAX_CELLS], width = play->board.width;
    if (play->count == 0)
        return -1;
    int cell = play->moves[play->count - 1] - 1; /* the top of its column */
    fourscore_cells(&play->position, stones);
    while (stones[cell] == 0)
        cell += width;
    return cell;
}

/* Whether four cells from one on, so many columns and rows apart, have stones
 * of one player. */
static bool is_four(struct value_board board, const int *stones, int cell,
                    int right, int down)
{
    int column = cell % board.width + 3 * right;
    int row = cell / board.width + 3 * down;
    if (stones[cell] == 0 || column < 0 || column >= board.width ||
        row >= board.height)
        return false;
    for (int i = 1; i < 4; i++)
        if (stones[cell + i * (down * board.width + right)] != stones[cell])
            return false;
    return true;
}

void play_find_fours(const struct play *play, bool fours[FOURSCORE_MAX_CELLS])
{
    static const int steps[][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    int stones[FOURSCORE_MAX_CELLS], width = play->board.width;
    fourscore_cells(&play->position, stones);
    memset(fours, 0, FOURSCORE_MAX_CELLS * sizeof *fours);
    for (int cell = 0; cell < width * play->board.height; cell++)
        for (int k = 0; k < 4; k++)
            if (is_four(play->board, stones, cell, steps[k][0], steps[k][1]))
                for (int i = 0; i < 4; i++)
                    fours[cell + i * (steps[k][1] * width + steps[k][0])] =
                        true;
}

/* ------------------------------------------------------------ the opponent */

/* Limits of a perfect move, in seconds.  7x6 has a book, so a best move is
 * usually found at once. */
static const double BEST_SECONDS = 0.2, SECONDS = 5;

struct fourscore_opponent play_opponent(const struct play *play, bool hints)
{
    return (struct fourscore_opponent){
        .size = sizeof(struct fourscore_opponent),
        .level = hints ? FOURSCORE_LEVELS : play->level,
        .seed = play->seed,
        .best_seconds = BEST_SECONDS,
        .seconds = SECONDS};
}

/* --------------------------------------------------------------- sentences */

const char play_commands[] =
    "undo, hint, scores, flip, new, level 1 to 5, help, quit";

const char *play_colour(int player)
{
    return player == 1 ? "Red" : "Yellow";
}

const char *play_level_name(const struct play *play)
{
    struct fourscore_level_info info = FOURSCORE_LEVEL_INFO_INIT;
    fourscore_level_info(play->level, &info);
    return info.name;
}

void play_describe_players(const struct play *play, char text[PLAY_TEXT_SIZE])
{
    int opponent = 3 - play->person;
    snprintf(text, PLAY_TEXT_SIZE, "You are %s (%c).  %s (%c) is level %d: %s.",
             play_colour(play->person), fourscore_stone_name(play->person),
             play_colour(opponent), fourscore_stone_name(opponent), play->level,
             play_level_name(play));
}

void play_describe_turn(const struct play *play, const char *stone,
                        char text[PLAY_TEXT_SIZE])
{
    if (play_is_over(play))
        snprintf(text, PLAY_TEXT_SIZE,
                 "The game is over: undo, new, flip or quit?");
    else
        snprintf(text, PLAY_TEXT_SIZE, "Your move, %s (%s)?",
                 play_colour(play->person), stone);
}

void play_describe_help(const struct play *play, char text[PLAY_HELP_SIZE])
{
    snprintf(text, PLAY_HELP_SIZE,
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
             play->board.width > 9 ? " (a, b, c follow 9)" : "");
}

void play_describe_level(const struct play *play, char text[PLAY_TEXT_SIZE])
{
    snprintf(text, PLAY_TEXT_SIZE, "Level %d: %s.", play->level,
             play_level_name(play));
}

void play_describe_full(const struct play *play, int column,
                        char text[PLAY_TEXT_SIZE])
{
    char room[2 * FOURSCORE_MAX_WIDTH + 1];
    size_t length = 0;
    for (int other = 1; other <= play->board.width; other++)
        if (play_can(play, other)) {
            room[length++] = ' ';
            room[length++] = fourscore_column_name(other);
        }
    room[length] = '\0';
    snprintf(text, PLAY_TEXT_SIZE, "Column %c is full; free:%s.",
             fourscore_column_name(column), room);
}

void play_describe_end(const struct play *play, char text[PLAY_TEXT_SIZE])
{
    int winner = fourscore_winner(&play->position);
    if (winner == 0)
        snprintf(text, PLAY_TEXT_SIZE, "The board is full: a draw.");
    else
        snprintf(text, PLAY_TEXT_SIZE, "%s wins with move %d.  %s.",
                 play_colour(winner), play->count,
                 winner == play->person ? "You win" : "You lose");
}

void play_describe_reply(const struct play *play,
                         const struct fourscore_move *move,
                         char text[PLAY_TEXT_SIZE])
{
    static const char *const proofs[] = {
        [FOURSCORE_MOVE_CHOSEN] = " (a guess: not solved in time)",
        [FOURSCORE_MOVE_KEEPS] = " (it keeps the result)",
        [FOURSCORE_MOVE_BEST] = "",
    };
    bool is_perfect = play->level == FOURSCORE_LEVELS;
    snprintf(text, PLAY_TEXT_SIZE, "%s plays %c%s.",
             play_colour(3 - play->person), fourscore_column_name(move->column),
             is_perfect ? proofs[move->proof] : "");
}

void play_describe_hint(const struct fourscore_move *move,
                        char text[PLAY_TEXT_SIZE])
{
    static const char *const kinds[] = {
        [FOURSCORE_MOVE_CHOSEN] = "a guess (not solved)",
        [FOURSCORE_MOVE_KEEPS] = "it keeps the result",
        [FOURSCORE_MOVE_BEST] = "a best move",
    };
    snprintf(text, PLAY_TEXT_SIZE, "Hint: column %c, %s.",
             fourscore_column_name(move->column), kinds[move->proof]);
}
