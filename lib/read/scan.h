/*
 * scan_: texts, part by part, and values of JSON in them.
 *
 * A part may contain any bytes, and is used as long as its text stays.  These
 * functions do not allocate memory; any thread may call them.
 */
#ifndef LIB_READ_SCAN_H
#define LIB_READ_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* Marks functions whose result must not be ignored. */
#define MUST_CHECK __attribute__((warn_unused_result))

/* A part of a text; what is read of it is taken from its beginning. */
struct scan {
    const char *at, *end;
};

static inline struct scan scan_of(const char *text, size_t length)
{
    return (struct scan){text, text + length};
}

static inline size_t scan_length(struct scan part)
{
    return (size_t)(part.end - part.at);
}

/* The first byte; 0 if there is none. */
static inline char scan_byte(struct scan part)
{
    return part.at < part.end ? *part.at : '\0';
}

/* Whether it is one of 'bytes'; 0 is none. */
bool scan_is_one_of(char byte, const char *bytes);

/* Blanks are " ", tabs and line ends. */
bool scan_is_blank(char byte);
bool scan_is_digit(char byte);
bool scan_is_letter(char byte);

/* Whether one of 'bytes' is in it. */
bool scan_has(struct scan part, const char *bytes);
bool scan_is(struct scan part, const char *text);

/* Without blanks around it. */
struct scan scan_trim(struct scan part);

/* Skip a text; returns whether the part begins with it. */
bool scan_skip(struct scan *part, const char *text);

/* Take the bytes that are all of 'bytes'; or those before the first of 'bytes',
 * which is skipped, or all if there is none. */
struct scan scan_while(struct scan *part, const char *bytes);
struct scan scan_until(struct scan *part, const char *bytes);

/* Take the letters, digits and 'others' that are next. */
struct scan scan_word(struct scan *part, const char *others);

/* Whether a text begins with a tag of a game: "[", a name and '"'. */
bool scan_is_tag(struct scan text);

/* Whether bytes look like UTF-16: its mark, or a zero byte in every second
 * place. */
bool scan_is_utf16(struct scan all);

/* Letters name the columns of boards of up to so many, which digits name, too;
 * on wider ones letters follow 9. */
enum { SCAN_MAX_LETTERS = 9 };

/* Whether a line is one of 'fourscore gen --csv', and not the moves of a game:
 * these, their number, and scores, that of the position and one for each of
 * 'width' columns or nothing.  Behind a single move they are no moves: not all
 * of them are columns, and the best is that of the position.  Sets '*moves' and
 * '*scores'. */
bool scan_csv(struct scan line, int width, int first, struct scan *moves,
              struct scan *scores);

/* Take a number of at most 'digits' digits; returns -1 if there is none. */
int scan_number(struct scan *part, int digits);

/* Take a text and so many hexadecimal digits behind it; returns their number,
 * or -1 if they are not there. */
int scan_code(struct scan *part, const char *prefix, int digits);

/* --------------------------------------------------------------------- JSON */

/*
 * A value is the part of a text that it is written in, without blanks around
 * it.  It is written as JSON has it, or as programs print theirs: a list also
 * in "(" and ")" or "{" and "}", with blanks between its items, or a comma
 * behind the last one; strings also in single quotes; integers also as "1.".
 * Nothing more is checked than reading needs: a number or a word may be none of
 * JSON.
 */
enum { SCAN_MAX_DEPTH = 64 };

/* Set '*value' to the value that a text is, with blanks around it or none.
 * Returns NULL, or what is expected at 'value->end' if the text is none. */
MUST_CHECK const char *scan_json(struct scan text, struct scan *value);

/* Whether a value is in the brackets of a name, as in np.int64(4) and
 * array([4, 4], dtype=int8); sets '*brackets' to all from "(" on.  scan_value()
 * returns the first value there, if no other is but behind a "="; or the value
 * itself, also "Array(7)", as browsers show a list of 7 items. */
bool scan_is_call(struct scan value, struct scan *brackets);
struct scan scan_value(struct scan value);

/* Whether what begins with "{" is an object, and no list. */
bool scan_is_object(struct scan value);

/* What is between the brackets of a list or an object, or a string's quotes. */
struct scan scan_items(struct scan value);

/* Take the next item of a list, of what scan_items() has returned; without a
 * name around its value.  Returns false after the last. */
MUST_CHECK bool scan_next(struct scan *items, struct scan *item);

/* Take the next member of an object; or all up to the next one with a name. */
MUST_CHECK bool scan_next_member(struct scan *members, struct scan *name,
                                 struct scan *value);
MUST_CHECK bool scan_member(struct scan *members, const char *name,
                            struct scan *value);

/* Whether the value is an integer, of at most five digits; sets '*number'. */
MUST_CHECK bool scan_integer(struct scan value, int *number);

/* Whether the value is a string that fits into 'room' bytes, of which up to 3
 * may be left over; then sets '*string' to it, in 'text'. */
MUST_CHECK bool scan_string(struct scan value, char *text, size_t room,
                            struct scan *string);

#endif
