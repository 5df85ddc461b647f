/*
 * json_: text of JSON, written value by value; and what the library says, as
 * JSON.  lib/read/scan.h reads JSON.
 *
 *     struct json json = {0};
 *     json_begin_object(&json, NULL);
 *     json_put_integer(&json, "score", 18);
 *     json_end(&json);
 *     char *text = json_take(&json, &length);     {"score":18}
 *
 * No writing function fails: if memory runs out, the text is spoilt, and
 * json_take() returns NULL.
 */
#ifndef LIB_JSON_JSON_H
#define LIB_JSON_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/fourscore_game.h"

enum { JSON_MAX_DEPTH = 64 };

/* A text with one value, which may be an array or an object; all 0 at first.
 * One thread at a time may use it. */
struct json {
    char *text;          /* owned; ends with 0 */
    size_t length, room; /* of the text, without and with the 0 */

    /* Set before anything is written. */
    int indent;  /* blanks for each level; 0: one line without blanks */
    int digits;  /* of a real number, 1 to 17; 0: 17 */
    bool from_0; /* columns, in what the library says, count from 0 */

    int depth;        /* arrays and objects that are open */
    uint64_t objects; /* which of them are objects; bit 0 is the outermost */
    bool is_empty;    /* the innermost one */
    bool is_spoilt;   /* nothing more is written */
};

/* 'name' is that of the member in an object, and NULL for an item of an array
 * and for the outermost value.  Requires a depth below JSON_MAX_DEPTH. */
void json_begin_object(struct json *json, const char *name);
void json_begin_array(struct json *json, const char *name);

/* End the innermost object or array. */
void json_end(struct json *json);

void json_put_null(struct json *json, const char *name);
void json_put_boolean(struct json *json, const char *name, bool value);
void json_put_integer(struct json *json, const char *name, int64_t number);

/* Requires a finite number.  As %g writes it, but 1 is 1.0, and 1e+06 is 1e6.
 */
void json_put_real(struct json *json, const char *name, double number);

/* Any bytes as a string.  If they are not UTF-8, every byte beyond ASCII
 * becomes a replacement character.  json_put_text(): those before a 0;
 * json_put_format(): as printf() writes them, at most 63. */
void json_put_bytes(struct json *json, const char *name, const char *bytes,
                    size_t length);
void json_put_text(struct json *json, const char *name, const char *text);
void json_put_format(struct json *json, const char *name, const char *format,
                     ...) __attribute__((format(printf, 3, 4)));

/* The number of bytes at the beginning that are UTF-8: no surrogates, and
 * nothing longer than needed. */
size_t json_utf8(const char *bytes, size_t length);

/*
 * The text, to be freed, and its length without the 0 at its end; NULL and 0 if
 * it is spoilt.  '*json' is all 0 then.  Requires that the outermost value is
 * ended.
 */
char *json_take(struct json *json, size_t *length);

/* Let there be no text, because what it would say is wrong. */
void json_spoil(struct json *json);

/* Release a text that is not taken; '*json' is all 0 then. */
void json_free(struct json *json);

/* ---------------------------------------------------- what the library says */

/* A structure that the library has not filled spoils the text. */

/*
 * Add the score of an answer to a query for 'goal' and 'find' to the object
 * that is open: "score" and "last_stone" or, for the goal FOURSCORE_WEAK,
 * "weak_score"; "lower" and "upper" if the score is not known.  Add each of
 * "move_scores", "best" and "pv" that 'find' asks.
 */
void json_add_answer(struct json *json, int goal, unsigned find,
                     const struct fourscore_answer *answer);

/* Add a review, from "summary" to "moves". */
void json_add_review(struct json *json, const struct fourscore_review *review);

/* Add an explanation, from "to_move" to "finished". */
void json_add_explanation(struct json *json,
                          const struct fourscore_explanation *explanation);

/* Add a puzzle, from "to_move" to "quiet", and 'task' as "task" unless it is
 * NULL. */
void json_add_puzzle(struct json *json, const struct fourscore_puzzle *puzzle,
                     const char *task);

/* The grades of puzzles: "easy", "medium", "hard", "expert"; NULL past the
 * last. */
const char *json_grade(int index);

/* The grade of a difficulty. */
const char *json_grade_of(int difficulty);

/* Let 'config' ask for puzzles of a grade. */
void json_grade_set(struct fourscore_puzzle_config *config, int grade);

#endif
