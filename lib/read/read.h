/*
 * lib_read: what people and programs write, as a position; the one reader of
 * all doors.  docs/notations.md has an example of each form.
 *
 *   text    = [byte order mark] remark ... (json | link | data | plain)
 *   remark  = a line that begins with "#", which is skipped also where each
 *             line is a text, or with "```"; then a last "```" is left out
 *   plain   = nothing | drawing | game    a drawing if it begins as no game
 *             does, has a mark that no game has, or has the shape of the board,
 *             as the moves of no game have on more than 3 columns
 *   nothing = "" | "-"    the empty board; a blank, a comment or a tag alone is
 *                         no position
 *
 *   json    = object | list | string    a list begins with "[", but with no tag
 *             of a game.  What programs print is read, too: "(" or "{" for "[",
 *             if a comma follows; items with blanks between them; 'strings'; 1.
 *             for 1; NAME = before them, and NAME(...) around a list; the c(4,
 *             4) of R; rows without the brackets around all; a matrix: "[",
 *             rows of a drawing, ";" between them, and "]"
 *   object    the first that it has of "position", "pos", "moves", "history",
 *             "board", "grid", "cells" and "game" is read: a string as plain,
 *             or a list, not of objects; if it has none, its "observation".
 *             Others, also of the same name, must not be another position,
 *             "width", "columns", "height" and "rows" no other size; "first",
 *             "first_column" or "firstColumn" is the number of the leftmost
 *             column, 0 or 1; with a board, a string in "turn", "player",
 *             "current_player", "next_player", "to_move" or the like, or -1,
 *             or 2 in these but "turn", must be who is to move, or one of them,
 *             unless the game is over, and settles that, but for "player"; a
 *             number beside other marks, or red, black or yellow, is the first
 *             or second player
 *   list    = rows | columns | cells | items
 *   rows    = a list of cells for each row, top row first
 *   columns = a list of cells for each column, all from the bottom or all from
 *             the top, if the board is not as wide as high
 *   cells   = as many marks as the board has cells, in the same order: 0, 1
 *             and 2; 0, 1 and -1; strings of one mark, or "red" and one of
 *             "yellow", "black" and "blue"; for no stone null, None, nil, "",
 *             " " and "empty"; or false, but not beside these
 *   items   = numbers of columns and strings: as lines, they are plain; so are
 *             as many as there are cells, if one of them is no mark, and none
 *             is empty where columns count from 1
 *
 *   link      a URL or the end of one, from "?" or "/#" on or before them: the
 *             moves are in ?pos=, ?position=, ?moves= or ?game=, as in the
 *             members of an object; or after "#" if there is none of these or a
 *             digit or "%" follows; "WxH/" before them or board=WxH is the
 *             board, first=0 counts columns from 0, "@N" behind them is the
 *             position after N of them
 *
 *   data      a line of the UCI data set, which begins with more cells than a
 *             column has, one of them empty: "b", "x" or "o" for each cell,
 *             column by column from the bottom, and a word, joined by ","
 *
 *   game    = item ...    with at least one move
 *   item    = move | number | result | comment | side line | tag | sign
 *   move    = digit       a column; on boards of more than 9 columns also the
 *                         letters that follow 9
 *           | letter [row] ["_Red" | "_Yellow"]    on boards of up to 9
 *                         columns: a is the leftmost; the row, from 1, must be
 *                         the stone's; colours take turns
 *             Moves written as digits are all in one word, or each is a word
 *             of its own, and no word of them is beside one of letters, but for
 *             numbers or comments between: another word may be a score
 *   number  = digits "."...   that of the next move, or of its pair of moves
 *   result  = "1-0" | "0-1" | "1/2-1/2" | "*"
 *                         ends the game; must not contradict its moves
 *   comment = "{" ... "}" | "#" ... line end
 *           | ";" ... line end    after a blank, before what is no move
 *   side line = "(" game ")"    other moves in place of the one before it; they
 *                         must be possible, and are left out; up to
 *                         READ_MAX_SIDE_LINES within each other
 *   tag     = "[" name '"' value '"' "]"    of which only Result says anything
 *   sign    = "!" | "?" | "$" digits    after a move
 *   Between items may be blanks, line ends, "," and "|"; between moves also one
 *   ";" or "-".  Lines of several digits, also those that ";" ends, may have
 *   numbers of moves, players or rows, and are refused if these would be right.
 *   Programs print more behind moves, which ends the game: in a line of
 *   'fourscore gen --csv' their number and scores, of which not all are columns
 *   if there is one move; in one of 'fourscore review --short' "x 50% o - ...";
 *   below a line of plain moves a sentence, as 'fourscore review' has it.
 *
 *   drawing = [title] [names] row ... [names [scores]] [prose]    a line each;
 *             "/" may stand for a line end; or all cells as one word.  Empty
 *             lines and frames of "+", "-", "_", "=" and "|" are ignored; a
 *             line of "-" or "_" is a row where there are too few others.
 *   row     = [number] cell ... [number]    with blanks, ",", ";" or nothing
 *             between cells, and "|" around them or none; between these cells
 *             may have double quotes, and words for marks, as in JSON
 *           | "[" cell "]" ...
 *           | [number] ["|"] cell "|" ... cell ["|"] [number]
 *             Top row first, as many and as long as those of the board.  They
 *             may have numbers, all on one side; these count from one end, from
 *             0 or 1.
 *   cell    = "x" "o" | "1" "2" | "1" "-1" | "R" "Y" | "R" "B" | red and
 *             yellow circles or squares | U+274C U+2B55, a cross and a ring |
 *             U+25CF U+25CB, all of one kind, letters also in the other size;
 *             empty: "." "_" "-" U+00B7 U+2796, or a blank between bars, but
 *             not beside others; or "0", but not beside these or x and o;
 *             beside circles and squares of colours and crosses also one of
 *             white, black and blue circles and squares; beside white ones and
 *             red stones, blue and black ones are stones; 0, 1 and -1 that are
 *             no board of 1 and -1, from neither end, have -1 for no stone;
 *             beside numbers of rows and names also "*", "!" and "+", as
 *             'fourscore explain' marks empty cells
 *   names   = the columns, in any of: 0 1 2 ..., 1 2 3 ..., a b c ...; behind 9
 *             10 or a
 *   scores  = one number, "-" or "?" for each column
 *   title   = lines with words that are neither moves nor cells
 *   prose   = such a line, and all below it, which is no other board but that
 *             of 'fourscore explain'; or the number of who is to move, 1 or 2.
 *             If sentences of these are such as "x is to move", "It's Yellow's
 *             turn", "Player 2 to play", "Next player: o" or "Player o, choose
 *             a column (1-7)", one must name who is to move, unless the game is
 *             over.  A sentence with any other word, or with a number that may
 *             be a move, as in "Yellow's turn: 4", says nothing of it; nor does
 *             one above the board that asks for a move, or that a line with a
 *             player or a number follows there.  A sentence settles it that is
 *             a line of its own below the board, without "next", and without
 *             "your" or a number before the player; others then do not count
 *
 * Lines of frames in Unicode are "|" and "=", hard blanks, signs of emoji and
 * colours of terminals are blanks, in texts of up to READ_MAX_TEXT bytes.  The
 * background of a blank may be a stone, and is refused.
 *
 * R and Y or B, circles, squares, 1 and -1, and 0 and 1 do not say who has
 * moved first: who has more stones has, and if both have the same number, who
 * is to move, if the text settles it without contradicting itself; or else R,
 * red, black, 1 beside -1, and 0.  (Of 0, 1 and -1 for no stone always 0.)
 *
 * Strings of JSON, lists of items and the moves of links may be up to
 * READ_MAX_TEXT bytes long.  The game may be over, as in bitboard/text.h.
 * Nothing here allocates memory; any thread may call it.
 */
#ifndef LIB_READ_READ_H
#define LIB_READ_READ_H

#include "bitboard/text.h"

enum { READ_MAX_TEXT = 4096, READ_MAX_SIDE_LINES = 64 };

/* What a text says. */
struct lib_text {
    struct position pos;
    bool is_game;                    /* the order of moves is known */
    char moves[BOARD_MAX_CELLS + 1]; /* of a game: the columns played */
};

/*
 * Read 'length' bytes, which may be any; 'first' is the number of the leftmost
 * column, 1 or 0.  On failure returns false and sets '*error', and
 * 'read->moves' to the moves before the error if it is a game's; '*read' is
 * undefined but for them.
 */
MUST_CHECK bool lib_read(struct board board, int first, const char *text,
                         size_t length, struct lib_text *read,
                         struct board_error *error);

/* The same of columns from 1 alone, without anything around them. */
MUST_CHECK bool lib_read_moves(struct board board, const char *text,
                               size_t length, struct lib_text *read,
                               struct board_error *error);

#endif
