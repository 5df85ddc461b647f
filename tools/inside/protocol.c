#include "tools/inside/protocol.h"

enum stage { BEGIN, MIDDLE, END };
enum difficulty { EASY, MEDIUM, HARD };

const char *const protocol_names[PROTOCOL_SETS] = {
    "end-easy",   "middle-easy",  "middle-medium",
    "begin-easy", "begin-medium", "begin-hard",
};

static const struct {
    enum stage stage;
    enum difficulty difficulty;
} sets[PROTOCOL_SETS] = {
    {END, EASY},   {MIDDLE, EASY},  {MIDDLE, MEDIUM},
    {BEGIN, EASY}, {BEGIN, MEDIUM}, {BEGIN, HARD},
};

struct protocol_set protocol_set(struct board board, int index)
{
    int cells = board_cells(board);
    int stage = (int)sets[index].stage;
    int difficulty = (int)sets[index].difficulty;

    return (struct protocol_set){
        .min_ply = stage * cells / 3 + 1,
        .max_ply = stage == END ? cells - 1 : (stage + 1) * cells / 3,
        .min_remaining = difficulty == EASY ? 1 : difficulty * cells / 3,
        .max_remaining =
            difficulty == HARD ? cells : (difficulty + 1) * cells / 3 - 1,
    };
}
