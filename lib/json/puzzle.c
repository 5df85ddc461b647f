#include "lib/json/puzzle.h"

#include <stdbool.h>

static const struct {
    const char *name;
    int from; /* the least difficulty */
} grades[] = {
    {"easy", 0},
    {"medium", FOURSCORE_PUZZLE_MEDIUM},
    {"hard", FOURSCORE_PUZZLE_HARD},
    {"expert", FOURSCORE_PUZZLE_EXPERT},
};

enum { GRADES = sizeof grades / sizeof *grades };

const char *json_grade(int index)
{
    return index < GRADES ? grades[index].name : NULL;
}

const char *json_grade_of(int difficulty)
{
    int grade = 0;
    while (grade + 1 < GRADES && difficulty >= grades[grade + 1].from)
        grade++;
    return grades[grade].name;
}

void json_grade_set(struct fourscore_puzzle_config *config, int grade)
{
    config->min_difficulty = grades[grade].from;
    config->max_difficulty =
        grade + 1 < GRADES ? grades[grade + 1].from - 1 : 0;
}

void json_add_puzzle(json_t **object, const struct fourscore_puzzle *puzzle,
                     const char *task)
{
    bool first = fourscore_ply(&puzzle->position) % 2 == 0;
    json_add(object, "to_move", json_string(first ? "x" : "o"));
    if (task != NULL)
        json_add(object, "task", json_string(task));
    json_add(object, "solution", json_integer(puzzle->move));
    json_add(object, "win_in",
             puzzle->score > 0 ? json_integer(puzzle->win_in) : json_null());
    json_add(object, "only_move", json_boolean(puzzle->only_move));
    json_add(object, "grade", json_string(json_grade_of(puzzle->difficulty)));
    json_add(object, "difficulty", json_integer(puzzle->difficulty));
    json_add(object, "depth", json_integer(puzzle->depth));
    json_add(object, "lures", json_integer(puzzle->lures));
    json_add(object, "quiet", json_boolean(puzzle->quiet));
}
