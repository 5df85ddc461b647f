#include "tools/inside.h"

#include "lib/internal.h"

struct board inside_board(struct value_board board)
{
    return board_make(board.width, board.height);
}

struct value_board inside_size(struct board board)
{
    return (struct value_board){board.width, board.height};
}

bool inside_parse(const struct line *line, struct board board,
                  const struct options *options, int count, int *scores,
                  struct position *pos, size_t *length,
                  struct fourscore_error *error)
{
    fourscore_position position;
    int notation = options != NULL ? options_notation(options) : FOURSCORE_AUTO;
    bool is_read = positions_parse(line, inside_size(board), notation, count,
                                   scores, &position, length, error);
    if (!is_read)
        positions_name_option(error->reason,
                              options != NULL ? POSITIONS_FROM_0 : NULL);
    return is_read && lib_unpack(&position, pos);
}

enum cli_status inside_refuse_for_book(const struct line *line, int ply,
                                       int depth)
{
    if (ply > depth)
        return lines_refuse(
            line, 0, "the book has positions of at most %d stone%s, not of %d",
            depth, CLI_S(depth), ply);
    return lines_refuse(line, 0, "no moves lead to this position");
}

struct book *inside_book(fourscore_book *handle)
{
    return (struct book *)handle;
}

struct solver *inside_solver(fourscore_solver *handle)
{
    return handle->solver;
}

struct fourscore_query inside_query(struct position pos)
{
    struct fourscore_query query = FOURSCORE_QUERY_INIT;
    query.position = lib_pack(pos);
    return query;
}

/* ------------------------------------------------------- the test protocol */

/* The number of thirds of the board that are full, and of thirds that are
 * still to be played. */
static const struct {
    const char *name;
    int stage, difficulty;
} sets[PROTOCOL_SETS] = {
    {"end-easy", 2, 0},   {"middle-easy", 1, 0},  {"middle-medium", 1, 1},
    {"begin-easy", 0, 0}, {"begin-medium", 0, 1}, {"begin-hard", 0, 2},
};

const char *protocol_name(int index)
{
    return index < PROTOCOL_SETS ? sets[index].name : NULL;
}

struct protocol_set protocol_set(struct board board, int index)
{
    int cells = board_cells(board);
    int stage = sets[index].stage, difficulty = sets[index].difficulty;
    return (struct protocol_set){
        .min_ply = stage * cells / 3 + 1,
        .max_ply = stage == 2 ? cells - 1 : (stage + 1) * cells / 3,
        .min_remaining = difficulty == 0 ? 1 : difficulty * cells / 3,
        .max_remaining =
            difficulty == 2 ? cells : (difficulty + 1) * cells / 3 - 1,
    };
}
