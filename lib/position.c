#include <stdio.h>
#include <string.h>

#include "lib/internal.h"

_Static_assert(FOURSCORE_TEXT_SIZE >= BOARD_DIAGRAM_SIZE &&
                   FOURSCORE_TEXT_SIZE >= BOARD_CONNECTX_SIZE,
               "a text has room for every notation");

/* The words of a position: two for the stones of the side to move and two for
 * the stones of both sides, low word first; then ply, width and height, one
 * byte each. */
fourscore_position lib_pack(struct position pos)
{
    return (fourscore_position){
        {(uint64_t)pos.mover, (uint64_t)(pos.mover >> 64), (uint64_t)pos.stones,
         (uint64_t)(pos.stones >> 64),
         (uint64_t)pos.ply | (uint64_t)pos.board.width << 8 |
             (uint64_t)pos.board.height << 16}};
}

/* Whether no stone floats and the numbers of stones fit alternating turns. */
static bool is_position(struct position pos)
{
    return (pos.stones & ~pos.board.full) == 0 &&
           (pos.stones & (pos.stones + pos.board.bottom)) == 0 &&
           (pos.mover & ~pos.stones) == 0 &&
           board_popcount(pos.stones) == pos.ply &&
           board_popcount(pos.mover) == pos.ply / 2;
}

bool lib_unpack(const fourscore_position *position, struct position *pos)
{
    const uint64_t *words = position->opaque;
    int width = (int)(words[4] >> 8 & 0xff);
    int height = (int)(words[4] >> 16 & 0xff);

    if (!board_is_size(width, height))
        return false;
    *pos = (struct position){
        .mover = (board_bits)words[1] << 64 | words[0],
        .stones = (board_bits)words[3] << 64 | words[2],
        .ply = (int)(words[4] & 0xff),
        .board = board_make(width, height),
    };
    return is_position(*pos);
}

enum fourscore_status lib_fail(enum fourscore_status status,
                               struct fourscore_error *error, size_t at,
                               const char *reason)
{
    if (error != NULL) {
        error->at = at;
        snprintf(error->reason, sizeof error->reason, "%s", reason);
    }
    return status;
}

EXPORT enum fourscore_status fourscore_from_moves(fourscore_position *position,
                                                  int width, int height,
                                                  const char *text,
                                                  struct fourscore_error *error)
{
    return fourscore_read(position, NULL, width, height, FOURSCORE_MOVES, text,
                          strlen(text), error);
}

EXPORT enum fourscore_status fourscore_from_cells(fourscore_position *position,
                                                  int width, int height,
                                                  const int *cells,
                                                  struct fourscore_error *error)
{
    if (!board_is_size(width, height))
        return FOURSCORE_NO_BOARD;

    struct position pos;
    struct board_error found;
    if (!board_from_cells(board_make(width, height), cells, &pos, &found))
        return lib_fail(FOURSCORE_BAD_POSITION, error, found.at, found.reason);
    *position = lib_pack(pos);
    return FOURSCORE_OK;
}

EXPORT char fourscore_column_name(int column)
{
    return column >= 1 && column <= BOARD_MAX_WIDTH
               ? board_column_name(column - 1)
               : '\0';
}

EXPORT char fourscore_stone_name(int stone)
{
    return stone % 2 == 1 ? 'x' : 'o';
}

EXPORT enum fourscore_status fourscore_play(fourscore_position *position,
                                            int column)
{
    struct position pos;
    if (!lib_unpack(position, &pos))
        return FOURSCORE_BAD_ARGUMENT;
    if (board_is_won(pos))
        return FOURSCORE_GAME_OVER;
    if (column < 1 || column > pos.board.width ||
        !board_can_play(pos, column - 1))
        return FOURSCORE_BAD_MOVE;
    *position = lib_pack(board_play(pos, column - 1));
    return FOURSCORE_OK;
}

EXPORT int fourscore_width(const fourscore_position *position)
{
    struct position pos;
    return lib_unpack(position, &pos) ? pos.board.width : 0;
}

EXPORT int fourscore_height(const fourscore_position *position)
{
    struct position pos;
    return lib_unpack(position, &pos) ? pos.board.height : 0;
}

EXPORT int fourscore_ply(const fourscore_position *position)
{
    struct position pos;
    return lib_unpack(position, &pos) ? pos.ply : 0;
}

EXPORT int fourscore_winner(const fourscore_position *position)
{
    struct position pos;
    if (!lib_unpack(position, &pos) || !board_is_won(pos))
        return 0;
    return pos.ply % 2 == 1 ? 1 : 2;
}

EXPORT int fourscore_last_stone(const fourscore_position *position, int score)
{
    struct position pos;
    if (!lib_unpack(position, &pos))
        return 0;
    int cells = board_cells(pos.board);
    if (board_is_won(pos) || pos.ply == cells)
        return pos.ply;
    if (score < -cells || score > cells)
        return 0;
    int stone = board_last_stone(pos.board, pos.ply, score);
    return stone > pos.ply ? stone : 0;
}

EXPORT void fourscore_key(const fourscore_position *position, uint64_t key[2])
{
    struct position pos;
    board_bits sum = lib_unpack(position, &pos) ? board_key(pos) : 0;
    key[0] = (uint64_t)sum;
    key[1] = (uint64_t)(sum >> 64);
}

EXPORT void fourscore_cells(const fourscore_position *position, int *cells)
{
    struct position pos;
    if (lib_unpack(position, &pos))
        board_to_cells(pos, cells);
}

/* ---------------------------------------------------------------- notations */

bool lib_is_notation(int notation)
{
    int form = notation & ~FOURSCORE_FROM_0;
    return form >= FOURSCORE_AUTO && form <= FOURSCORE_DIAGRAM_LINE;
}

/* Returns the error message if the text, after blanks, does not begin as its
 * notation does; otherwise NULL. */
static const char *refuse_start(int form, const char *text, size_t length,
                                size_t *at)
{
    static const char blanks[] = {' ', '\t', '\r', '\n'};
    for (*at = 0;
         *at < length && memchr(blanks, text[*at], sizeof blanks) != NULL;)
        ++*at;
    char first = *at < length ? text[*at] : '\0';
    if (form == FOURSCORE_CONNECTX && first != '[')
        return "a list of cells begins with '['";
    if ((form == FOURSCORE_DIAGRAM || form == FOURSCORE_DIAGRAM_LINE) &&
        (first == '\0' || strchr(".xXoO/", first) == NULL))
        return "a diagram begins with '.', 'x' or 'o'";
    return NULL;
}

enum fourscore_status lib_read_text(struct board board, int notation,
                                    const char *text, size_t length,
                                    struct lib_text *read,
                                    struct fourscore_error *error)
{
    struct board_error found;
    int first = (notation & FOURSCORE_FROM_0) == 0;
    const char *reason =
        refuse_start(notation & ~FOURSCORE_FROM_0, text, length, &found.at);
    read->moves[0] = '\0';
    if (reason != NULL)
        return lib_fail(FOURSCORE_BAD_POSITION, error, found.at, reason);
    bool is_read = notation == FOURSCORE_MOVES
                       ? lib_read_moves(board, text, length, read, &found)
                       : lib_read(board, first, text, length, read, &found);
    return is_read ? FOURSCORE_OK
                   : lib_fail(FOURSCORE_BAD_POSITION, error, found.at,
                              found.reason);
}

EXPORT enum fourscore_status fourscore_read(fourscore_position *position,
                                            char moves[FOURSCORE_MAX_CELLS + 1],
                                            int width, int height, int notation,
                                            const char *text, size_t length,
                                            struct fourscore_error *error)
{
    if (!board_is_size(width, height))
        return FOURSCORE_NO_BOARD;
    if (!lib_is_notation(notation))
        return FOURSCORE_BAD_ARGUMENT;

    struct lib_text read;
    enum fourscore_status status = lib_read_text(
        board_make(width, height), notation, text, length, &read, error);
    if (status != FOURSCORE_OK)
        return status;
    *position = lib_pack(read.pos);
    if (!read.is_game || strlen(read.moves) != (size_t)read.pos.ply)
        read.moves[0] = '\0';
    if (moves != NULL)
        memcpy(moves, read.moves, sizeof read.moves);
    return FOURSCORE_OK;
}

EXPORT enum fourscore_status
fourscore_read_game(char moves[FOURSCORE_MAX_CELLS + 1], int width, int height,
                    int notation, const char *text, size_t length,
                    struct fourscore_error *error)
{
    struct lib_text read;
    if (!board_is_size(width, height))
        return FOURSCORE_NO_BOARD;
    if (!lib_is_notation(notation))
        return FOURSCORE_BAD_ARGUMENT;
    if (notation == FOURSCORE_MOVES)
        notation = FOURSCORE_AUTO; /* which reads them, and keeps them */
    enum fourscore_status status = lib_read_text(
        board_make(width, height), notation, text, length, &read, error);
    memcpy(moves, read.moves, sizeof read.moves);
    if (status != FOURSCORE_OK || read.is_game)
        return status;
    return lib_fail(
        FOURSCORE_BAD_POSITION, error, 0,
        "a board does not say in which order its stones were played; "
        "expected the moves of a game");
}

/* Join the rows of a diagram with '/' into one line, and drop blanks and the
 * names of the columns. */
static void join_rows(struct position pos, char *diagram)
{
    char *end = diagram;
    int rows = 0;
    for (const char *from = diagram; rows < pos.board.height; from++) {
        rows += *from == '\n';
        if (*from != ' ')
            *end++ = *from == '\n' ? '/' : *from;
    }
    end[-1] = '\0';
}

EXPORT enum fourscore_status fourscore_write(const fourscore_position *position,
                                             int notation, char *text,
                                             size_t size)
{
    struct position pos;
    char written[FOURSCORE_TEXT_SIZE];
    enum board_reach reach;
    if (!lib_unpack(position, &pos))
        return FOURSCORE_BAD_ARGUMENT;
    switch (notation) {
    case FOURSCORE_MOVES:
        reach = board_moves(pos, written);
        if (reach != BOARD_REACHED)
            return reach == BOARD_UNREACHABLE ? FOURSCORE_UNREACHABLE
                                              : FOURSCORE_NO_MEMORY;
        break;
    case FOURSCORE_CONNECTX:
        board_connectx(pos, written);
        break;
    case FOURSCORE_DIAGRAM:
    case FOURSCORE_DIAGRAM_LINE:
        board_diagram(pos, written);
        if (notation == FOURSCORE_DIAGRAM_LINE)
            join_rows(pos, written);
        break;
    default:
        return FOURSCORE_BAD_ARGUMENT;
    }
    if (strlen(written) >= size)
        return FOURSCORE_TOO_SMALL;
    memcpy(text, written, strlen(written) + 1);
    return FOURSCORE_OK;
}
