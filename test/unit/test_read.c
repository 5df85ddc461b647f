/* What people and programs write is read as the position that it says, by the
 * public functions; and what says none is refused in words. */
#include "test/unit/public.h"

#include <stdlib.h>

#include "tt/random.h"

/* The text is read as this position; 'moves', which may be NULL, are those that
 * come with it. */
static void expect_position(const fourscore_position *expected, int notation,
                            const char *text,
                            char moves[FOURSCORE_MAX_CELLS + 1])
{
    fourscore_position read;
    struct fourscore_error error;
    if (fourscore_read(&read, moves, fourscore_width(expected),
                       fourscore_height(expected), notation, text, strlen(text),
                       &error) != FOURSCORE_OK)
        fail_msg("%s\nat %zu: %s", text, error.at, error.reason);
    if (memcmp(&read, expected, sizeof read) != 0)
        fail_msg("%s\nis another position", text);
}

/* A text, and the moves of its game; or those that lead to its board. */
struct example {
    const char *text, *moves;
};

static void expect_read(int width, int height, int notation, const char *text,
                        const char *position, const char *moves)
{
    fourscore_position expected = test_position(width, height, position);
    char found[FOURSCORE_MAX_CELLS + 1];
    expect_position(&expected, notation, text, found);
    assert_string_equal(found, moves);
}

static void expect_game(int width, int height, int notation, const char *text,
                        const char *moves)
{
    char found[FOURSCORE_MAX_CELLS + 1];
    expect_read(width, height, notation, text, moves, moves);
    assert_ok(fourscore_read_game(found, width, height, notation, text,
                                  strlen(text), NULL));
    assert_string_equal(found, moves);
}

/* It comes without moves, and is no game. */
static void expect_board(int width, int height, const char *text,
                         const char *position)
{
    char moves[FOURSCORE_MAX_CELLS + 1];
    struct fourscore_error error;
    expect_read(width, height, FOURSCORE_AUTO, text, position, "");
    assert_int_equal(fourscore_read_game(moves, width, height, FOURSCORE_AUTO,
                                         text, strlen(text), &error),
                     FOURSCORE_BAD_POSITION);
    assert_string_equal(error.reason,
                        "a board does not say in which order its stones were "
                        "played; expected the moves of a game");
}

/* A draw. */
#define FULL "111111222222333333544444455555666666777777"

static const struct example games[] = {
    /* moves in all their forms, with comments and side lines */
    {"4453", "4453"},
    {" 4 4,5|3\r\n", "4453"},
    {"d d e c", "4453"},
    {"DDEC", "4453"},
    {"d1d2e1c1", "4453"},
    {"d1 D2 E1 c", "4453"},
    {"1. 4 4 2. 5 3", "4453"},
    {"1.d1 d2 2.e1 c1", "4453"},
    {"1. 4 2. 4 3. 5 4. 3", "4453"},
    {"1. d1 1... d2 2. e1", "445"},
    {"1.4 4 2.5", "445"},
    {"4! 4?? 5?! 3", "4453"},
    {"4 {'right', he said: yes} 4 {\"4\"}", "44"},
    {"1. 4 4 2.", "44"},
    {"4 {the centre, of course} 4 {3 is worse} 5", "445"},
    {"4 # 5 is worse\n4 ; so is 3\n5", "445"},
    {"4; 4; 5\n3;", "4453"},
    {"d1d22.e1", "445"},
    {"1212121", "1212121"}, /* the last move wins */
    {"a1b1a2b2a3b3a4 {!}", "1212121"},
    {"44(5)53", "4453"},
    {"1. d1 d2 (1... e1 2. c1) (1... f1) 2. e1 c1", "4453"},
    {"4 4 (5 {a comment} 3 (2! 1)) (6) 5 3 (1)", "4453"},
    {"1212123 (1)", "1212123"}, /* the side line wins */
    {"4(5(6(7)))4", "44"},

    /* moves with numbers, results, tags and signs */
    {"1. d1 d2 2. e1 c1 1-0", "4453"},
    {"[Event \"a (b) {c}\"]\n[Result \"0-1\"]\n\n1. d1 d2 $1 2. e1! $14 0-1",
     "445"},
    {"445 1/2-1/2", "445"},
    {"1.4 4 2.5 *", "445"},
    {"1212121 1-0", "1212121"},
    {"445 0-1 {resigned}", "445"},

    /* joined moves */
    {"d1-d2-e1", "445"},
    {"4-4-5-3", "4453"},
    {"d1; d2; e1", "445"},
    {"d1 ; d2 ; e1", "445"},
    {"4;4;5", "445"},
    {"4,4,5,3", "4453"},
    {"d1 d2 ; the centre again", "44"},
    {"d1 d2; e1 ; so far", "445"},
    {"4|4|5", "445"},

    /* links */
    {"https://connect4.gamesolver.org/?pos=4453", "4453"},
    {"http://localhost:8080/solve?board=7x6&position=4+4+5%203", "4453"},
    {"https://example.org/four/#4453", "4453"},
    {"example.org/?game=1.+d1+d2+2.+e1", "445"},
    {"localhost:8000/#4453", "4453"},
    {"?pos=12#4453", "4453"},
    {"?pos=4453#top", "4453"},
    {"/#44(5)53", "4453"},
    {"/#7x6/4453", "4453"},
    {"/#44%7Bgood%7D53", "4453"},
    {"?pos=", ""},

    /* JSON */
    {"{\"position\": \"4453\"}", "4453"},
    {"{\"nodes\": [1, {\"pos\": \"1\"}], \"pos\": \"d1 d2\"}", "44"},
    {"{\"moves\": [4, 4, 5, 3]}", "4453"},
    {"{\"moves\": []}", ""},
    {"{\"moves\": \"4453\", \"board\": \"7x6\"}", "4453"},
    {"{\"game\": \"4453\", \"moves\": [{\"column\": 4}]}", "4453"},
    {"{\"a\": \"\\\"}\", \"pos\": \"4453\"}", "4453"},
    {"[4, 4, 5, 3]", "4453"},
    {"[\"d1\", \"d2\", \"e1\"]", "445"},
    {"(4, 4, 5)", "445"}, /* as programs print lists */
    {"(4,)", "4"},
    {"{4, 4, 5}", "445"},
    {"['d1', 'd2', \"e1\",]", "445"},
    {"[4 4\n 5]", "445"},
    {"[4., 4.0, 5.]", "445"},
    {"{'moves': [4, 4], 'mark': 1}", "44"},
    {"{ 'pos' : '44' }", "44"},
    {"{\"position\": \"44\",}", "44"},
    {"array([4, 4, 5], dtype=int8)", "445"},
    {"deque([4, 4])", "44"},
    {"[np.int64(4), np.int8(5)]", "45"},
    {"[Array(4, dtype=int32), Array(5, dtype=int32)]", "45"},
    {"{'moves': deque([4, 4], maxlen=9), 'mark': 1}", "44"},
    {"{'tis good} 44", "44"}, /* a comment */
    {"moves = [4, 4, 5];", "445"},
    {"\"4453\"", "4453"},
    {"'4453'", "4453"},
    {"[\"4453\"]", "4453"},
    {"{\"game\": \"connect4\", \"moves\": \"44\"}", "44"},
    {"{\"position\": null, \"moves\": [4, 4], \"width\": 7}", "44"},
    {"{\"pos\": \"44\", \"moves\": [4, 4], \"rows\": [1]}", "44"},
    {"{\"history\": [4, 4]}", "44"},
    {"{\"position\": \"33\", \"first\": 0}", "44"},
    {"{\"position\": \"33\", \"first_column\": \"0\"}", "44"},
    {"{\"position\": \"33\", \"first\": \"red\"}", "33"},
    {"c(4, 4, 5)", "445"}, /* a list of R, no side line */
    {"c(4)", "4"},
    {"moves = c(4L, 4L)", "44"},
    {"c(\"d\", \"d\")", "44"},
    {"array(['d', 'd'], dtype='<U1')", "44"},
    {"/?pos=33&amp;first=0", "44"},
    {"/embed.html?pos=44&width=400&height=300", "44"},
    {"c(d)", "3"},
    {"```\n4453\n```", "4453"},
    {"4 4\n5 3", "4453"},
    {"1,\n2,\n3,", "123"},
    {"http://localhost:8080/v1/solve?position=33&first=0", "44"},
    {"?moves=44", "44"},
    {"?moves=4453&pos=4354&game=connect4", "4354"},
    {"{\"pos\": \"4453\", \"pos\": [4, 3, 5, 4]}", "4453"},
    {"A_Red,B_Yellow,A_Red", "121"},
    {"[\"A_Yellow\", \"B_Red\"]", "12"},
    {"[\"d1_Red\", \"d2_Yellow\"]", "44"},
    {"1. 44 2. 53", "4453"},
    {"44 {good} 53 (44) 1", "44531"},
    {"d1d2 e1c1", "4453"},
    {"4\xc2\xa0"
     "4\x1b[31m 5\x1b[0m",
     "445"},
    {"[]", ""},
    {" {\"position\" : \"\\u0034\\u0034\"}\n", "44"},

    /* data of 'gen --csv' */
    {"4453,4,-2,-5,-5,-2,-3,-4,-2,-2", "4453"},
    {"444444,6,-2,-2,-3,-1,,-1,-3,-2", "444444"},
    {"1,1,-1,-2,,,,,,-1", "1"},
    {"4,1,4,4,5,5,6,2,2,7", "4144556227"}, /* no scores, but moves */
    {"4453, 4, 2, 5, 5, 2, 3, 4, 2, 2 ", "4453"},
    {"4,1,4,4,5,5,6,2,2,", "414455622"},
    {"4,1,2,,,,,,,", "4"},
    {"{\"position\": \"4453,4,-2,-5,-5,-2,-3,-4,-2,-2\"}", "4453"},

    /* lines before a text */
    {"# 12\n4453", "4453"},
    {"#1\r\n \n# 2\r\n{\"pos\": \"4453\"}\r\n", "4453"},
    {"# 12\n?pos=4453", "4453"},

    /* nothing, in all its forms */
    {"", ""},
    {"-", ""},
    {"\n", ""},
    {" -\n", ""},
    {"{\"position\": \"-\"}", ""},
    {"\xef\xbb\xbf", ""},
    {"\xef\xbb\xbf"
     "4453\r\n",
     "4453"},

    /* all moves of a board are no cells */
    {"[1,2,1,2,1,2,2,1,2,1,2,1,3,4,3,4,3,4,4,3,4,3,4,3,5,6,5,6,5,6,6,5,6,5,6,5,"
     "7,7,7,7,7,7]",
     "121212212121343434434343565656656565777777"},

    /* what 'fourscore review' prints */
    {"44444325\nWith best play from here x wins on move 37.\nx: accuracy 75%\n",
     "44444325"},
    {"4453 x 50% o 100% With best play from here o wins.", "4453"},
    {"- x - o - With best play from here x wins.", ""},
    {"121212 x 100% o - x won on move 7.", "121212"},
    {"d;d ;e;c ; bad; d", "4453"},
    {"d1 ; ... better e2\nd2", "44"},
    {"D1\nD2 E1 {The end. Of it.} C1", "4453"}, /* which this is not */
};

/* The rows above those of two or three stones. */
#define FOUR(row) row row row row
#define NONE "-1 -1 -1 -1 -1 -1 -1\n"
#define NOTHING "0,0,0,0,0,0,0,"
#define BLUE                                                                   \
    "\U0001f535\U0001f535\U0001f535\U0001f535\U0001f535\U0001f535\U0001f535\n"
#define BLANKS "| | | | | | | |\n"
#define LINE "+---+---+---+---+---+---+---+\n"
#define WIDE "|   |   |   |   |   |   |   |\n"
#define CELLS "[0,0,0,0,0,0,0],"
#define BOTTOM "b,b,b,b,b,b,"
#define WHITE "\u26aa\u26aa\u26aa\u26aa\u26aa\u26aa\u26aa"
#define SQUARES "\u2b1b\u2b1b\u2b1b\u2b1b\u2b1b\u2b1b\u2b1b"
#define UNDER "_ _ _ _ _ _ _\n"
#define NULLS "[null,null,null,null,null,null,null],"
#define FLOATS "[ 0.  0.  0.  0.  0.  0.  0.]\n"
#define DOTS "{'.','.','.','.','.','.','.'},"
#define QUOTED "[' ', ' ', ' ', ' ', ' ', ' ', ' '], "
#define NONES "[None,None,None,None,None,None,None],"
#define BRACES "{0,0,0,0,0,0,0},"
#define FALSES "[false,false,false,false,false,false,false],"
#define NILS "nil,nil,nil,nil,nil,nil,nil,"
#define COMMAS "., ., ., ., ., ., .,\n"
#define COLUMN "[0,0,0,0,0,0]"
#define WORDS "|None|None|None|None|None|None|None|\n"
#define BARS "\u2551 \u2551 \u2551 \u2551 \u2551 \u2551 \u2551 \u2551\n"

/* Boards, and moves that lead there. */
static const struct example boards[] = {
    /* one word for all cells */
    {FOUR("0000000") "0002000"
                     "0001000",
     "44"},
    {FOUR(".......") "...o..."
                     "..xx...",
     "443"},
    {FOUR("_______") "___O___"
                     "__XX___",
     "443"},
    {FOUR("-------") "---Y---"
                     "--RR---",
     "443"},

    /* marks */
    {FOUR(".......\n") "...o...\n...x...", "44"},
    {FOUR(".......\r\n") "...o...\r\n...x...\r\n", "44"},
    {FOUR(". . . . . . .\n") ". . . 2 . . .\n. . 1 1 . . .\n", "443"},
    {FOUR("0 0 0 0 0 0 0\n") "0 0 0 2 0 0 0\n0 0 0 1 0 0 0", "44"},
    {FOUR("-------\n") "---o---\n---x---\n", "44"},
    {FOUR("_ _ _ _ _ _ _\n") "_ _ _ Y _ _ _\n_ _ _ R _ _ _\n", "44"},
    {FOUR(".......\n") ".......\n..rry..\n", "354"},
    {FOUR(".......\n") "...\xf0\x9f\x9f\xa1...\n...\xf0\x9f\x94\xb4...\n",
     "44"},

    /* who has more stones has moved first; if none has, R has */
    {FOUR(".......\n") "...R...\n..YY...\n", "443"},
    {FOUR(".......\n") "...Y...\n...R...\n", "44"},
    {FOUR(".......\n") ".......\n...Y...\n", "4"},

    /* frames, names and numbers */
    {FOUR(BLANKS) "| | | |O| | | |\n| | |X|X| | | |\n---------------\n 1 2 3 4 "
                  "5 6 7",
     "443"},
    {" 0   1   2   3   4   5   6\n" LINE FOUR(WIDE) WIDE LINE
     "|   |   |   | X |   |   |   |\n" LINE,
     "4"},
    {"+-------------+\n" FOUR("|. . . . . . .|\n") "|. . . o . . .|\n|. . . x "
                                                   ". . .|\n+=============+\n",
     "44"},
    {"6 . . . . . . .\n5 . . . . . . .\n4 . . . . . . .\n3 . . . . . . .\n"
     "2 . . . 2 . . .\n1 . . . 1 . . .\n  a b c d e f g",
     "44"},
    {"  A B C D E F G\n. . . . . . . 6\n. . . . . . . 5\n. . . . . . . 4\n"
     ". . . . . . . 3\n. . . 2 . . . 2\n1 . . 1 . . . 1\n",
     "441"},
    {"0|.......\n1|.......\n2|.......\n3|.......\n4|...o...\n5|...x...\n  "
     "0123456",
     "44"},
    {FOUR("0 0 0 0 0 0 0\n") "0 0 0 -1 0 0 0\n0 0 0 1 0 0 0\n", "44"},
    {"-------\n" FOUR("|_______|\n") "|___O___|\n|__XX___|\n|-------|\n",
     "443"},
    {"|1|2|3|4|5|6|7|\n" FOUR(UNDER) "_ _ _ O _ _ _\n_ _ X X _ _ _\n", "443"},
    {"0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 1\n0 0 0 0 0 0 0 2\n0 0 0 0 0 0 0 3\n"
     "0 0 0 2 0 0 0 4\n0 0 0 1 0 0 0 5\n",
     "44"},
    {"......./......./......./......./...o.../..xx...", "443"},
    {" .|.|.|.|.|.|. \n\n.|.|.|.|.|.|.\n.|.|.|.|.|.|.\n.|.|.|.|.|.|.\n"
     ".|.|.|o|.|.|.\n.|.|.|x|.|.|.\n-+-+-+-+-+-+-\n1|2|3|4|5|6|7",
     "44"},

    /* bars between cells only, and a first cell that is no number */
    {"0|0|0|0|0|0|0\n0|0|0|0|0|0|0\n0|0|0|0|0|0|0\n0|0|0|0|0|0|0\n"
     "2|0|0|0|0|0|0\n1|0|0|1|0|0|0\n",
     "114"},
    {".|.|.|.|.|.|.\n.|.|.|.|.|.|.\n.|.|.|.|.|.|.\n.|.|.|.|.|.|.\n"
     "2|.|.|.|.|.|.\n1|.|.|1|.|.|.\n",
     "114"},
    {"6 |0|0|0|0|0|0|0|\n5 |0|0|0|0|0|0|0|\n4 |0|0|0|0|0|0|0|\n"
     "3 |0|0|0|0|0|0|0|\n2 |0|0|0|2|0|0|0|\n1 |1|0|0|1|0|0|0|\n",
     "441"},
    {"6 | | | | | | | |\n5 | | | | | | | |\n4 | | | | | | | |\n"
     "3 | | | | | | | |\n2 | | | | | | | |\n1 | | | | | | | |\n",
     ""},

    /* JSON */
    {"[" FOUR("[\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\"],") CELLS
     "[0,0,\"1\",1,\"2\",0,0]]",
     "354"},
    {"[" CELLS CELLS CELLS CELLS CELLS "[0,0,0,\"\xf0\x9f\x94\xb4\",0,0,0]]",
     "4"},
    {"[" CELLS CELLS CELLS CELLS "[0,0,0,2,0,0,0],[0,0,0,1,0,0,0]]", "44"},
    {"[" FOUR(NOTHING) "0,0,0,2,0,0,0, 0,0,1,1,0,0,0]", "443"},
    {"{\"board\": [" FOUR(NOTHING) NOTHING "0,0,0,1,0,0,0], \"mark\": 2}", "4"},
    {"{\"board\":[" FOUR(NULLS) NULLS "[null,null,null,-1,null,null,null]]}",
     "4"},
    {"[" FOUR("\".......\",") "\"...o...\", \"..xx...\"]", "443"},
    {"{\"board\":\"" FOUR(".......\\n") "...o...\\n...x...\"}", "44"},
    {"{\"position\":\"......./......./......./......./......./"
     "...\\ud83d\\udd34...\"}",
     "4"},

    /* as programs print lists */
    {"[" FOUR("[0 0 0 0 0 0 0]\n ") "[0 0 0 2 0 0 0]\n [0 0 1 1 0 0 0]]",
     "443"},
    {"[" FOUR(FLOATS) "[ 0.  0.  0. -1.  0.  0.  0.]\n"
                      "[ 0.  0.  1.  1.  0.  0.  0.]]",
     "443"},
    {"np.array([" FOUR(CELLS) "[0,0,0,2,0,0,0],\n[0,0,1,1,0,0,0]], dtype=int8)",
     "443"},
    {"((0,0,0,0,0,0,0)," FOUR("(0,0,0,0,0,0,0),") "(0,0,0,1,0,0,0))", "4"},
    {"{" BRACES FOUR(BRACES) "{0,0,0,1,0,0,0},}", "4"},
    {"{" FOUR(DOTS) "{'.','.','.','O','.','.','.'},"
                    "{'.','.','X','X','.','.','.'}}",
     "443"},
    {"[" FOUR(QUOTED) "[' ', ' ', ' ', 'O', ' ', ' ', ' '], "
                      "[' ', ' ', 'X', 'X', ' ', ' ', ' ']]",
     "443"},
    {"[" FOUR(NONES) "[None,None,None,'yellow',None,None,None],"
                     "[None,None,'red','red',None,None,None]]",
     "443"},
    {"{'board': [" FOUR(NOTHING) NOTHING "0,0,0,1,0,0,0], 'mark': 2}", "4"},

    {"[0,0,0,0,0,0,0]\n" FOUR("[0,0,0,0,0,0,0]\n") "[0,0,0,1,0,0,0]\n", "4"},
    {"board = [" FOUR("[0,0,0,0,0,0,0],\n") CELLS "[0,0,0,1,0,0,0]]", "4"},
    {"[" FOUR("0 0 0 0 0 0 0; ") "0 0 0 0 0 0 0; 0 0 0 1 2 0 0]", "45"},
    {"A = [" FOUR("0,0,0,0,0,0,0;\n") "0,0,0,-1,0,0,0;\n0,0,1,1,0,0,0;\n];",
     "443"},
    {"int b[6][7] = {" FOUR(BRACES) BRACES "{0,0,0,1,0,0,0}};", "4"},
    {"{\"grid\": [" CELLS FOUR(CELLS) "[0,0,0,\"X\",0,0,0]]}", "4"},
    {"{\"cells\": [" FOUR(NOTHING) NOTHING "0,0,0,1,0,0,0]}", "4"},
    {"[" FOUR(FALSES) "[False,false,false,\"BLACK\",false,0,false],"
                      "[false,0,\"Red\",\"RED\",false,false,false]]",
     "443"},
    {"[" FOUR(NONES) "[\"Empty\",\"empty\",\"EMPTY\",\"BLACK\",nil,\"\",\" \"],"
                     "[null,None,\"Red\",\"RED\",null,null,null]]",
     "443"},

    /* other colours, circles and frames */
    {FOUR(".......\n") "...B...\n..RR...", "443"},
    {FOUR(".......\n") "...r...\n...bb..", "445"},
    {FOUR(WHITE "\n") "\u26aa\u26aa\u26aa\U0001f7e1\u26aa\u26aa\u26aa\n"
                      "\u26aa\u26aa\U0001f534\U0001f534\u26aa\u26aa\u26aa",
     "443"},
    {"1\ufe0f\u20e32\ufe0f\u20e33\ufe0f\u20e34\ufe0f\u20e35\ufe0f\u20e36\ufe0f"
     "\u20e37\ufe0f\u20e3\n" FOUR(SQUARES "\n") SQUARES
     "\n"
     "\u2b1b\u2b1b\u2b1b\U0001f534\u2b1b\u2b1b\u2b1b",
     "4"},
    {FOUR(SQUARES "\n") "\u2b1b\u2b1b\u2b1b\U0001f7e8\u2b1b\u2b1b\u2b1b\n"
                        "\u2b1b\u2b1b\U0001f7e5\U0001f7e5\u2b1b\u2b1b\u2b1b",
     "443"},
    {FOUR("\u00b7 \u00b7 \u00b7 . . . .\n") ". . . \u25cb . . .\n"
                                            ". . . \u25cf . . .",
     "44"},
    {"\u2554\u2550\u2566\u2550\u2557\n" FOUR(BARS) BARS
     "\u2551 \u2551 \u2551 \u2551X\u2551 \u2551 \u2551 "
     "\u2551\n\u255a\u2550\u255d",
     "4"},
    {FOUR(". . . . . . .\n") ". . . . . . .\n"
                             ". . . \x1b[31mX\x1b[0m . . .",
     "4"},
    {FOUR("0000000\n") "0000000\n0012000\n1\n", "34"}, /* 1 to move */
    {FOUR("[ ][ ][ ][ ][ ][ ][ ]\n") "[ ][ ][ ][ ][ ][ ][ ]\n"
                                     "[ ][ ][X][O][ ][ ][ ]\n",
     "34"},
    {FOUR("[ ] [ ] [ ] [ ] [ ] [ ] [ ]\n") "[ ] [ ] [ ] [ ] [ ] [ ] [ ]\n"
                                           "[ ] [ ] [1] [2] [ ] [ ] [ ]\n"
                                           " 0   1   2   3   4   5   6",
     "34"},
    {FOUR("0;0;0;0;0;0;0\n") "0;0;0;0;0;0;0\n0;0;1;2;0;0;0", "34"},
    {FOUR("\"\",\"\",\"\",\"\",\"\",\"\",\"\"\n") ",,,,,,\n"
                                                  "\"\",\"\",\"x\",\"o\","
                                                  "\"\",\"\",\"\"",
     "34"},
    {"| a | b | c | d | e | f | g |\n|---|:-:|---|---|---|---|--:|\n" FOUR(
         "| | | | | | | |\n") "| | | | | | | |\n"
                              "| | | red | Yellow | | | |",
     "34"},
    {"Board after 2 moves:\n\n" FOUR(".......\n") ".......\n..xo...", "34"},
    /* whom the text calls to move was first, if the stones do not tell */
    {FOUR(".......\n") ".......\n..RY...\nYellow's turn", "43"},
    {FOUR(".......\n") ".......\n..RY...\nRed's turn", "34"},
    {"{\"turn\": -1, \"board\": [" NOTHING FOUR(NOTHING) "0,0,1,-1,0,0,0]}",
     "43"},
    {FOUR(".......\n") ".......\n..xo...\nEnter x to exit", "34"},
    {FOUR(".......\n") ".......\n..RY...\nYellow, choose a column from 1 to 7:",
     "43"},
    {FOUR(".......\n") ".......\n..RY...\nTurn -> Yellow (Y)", "43"},
    {FOUR(".......\n") ".......\n..RY...\nCurrent player: Red\nNext: Yellow",
     "34"},
    {FOUR(".......\n") ".......\n..RY...\nYellow is waiting", "34"},
    {"{\"turn\": \"yellow\", \"player\": \"red\", \"board\": \"" FOUR(
         ".......") ".........RY...\"}",
     "43"},
    {FOUR(".......\n") ".......\n..RY...\nRed's turn, Yellow is next", "34"},
    {"Red's turn\n" FOUR(".......\n") ".......\n...R...\nYellow's turn", "4"},

    /* beside white or black, blue and black are no empty cells */
    {FOUR(WHITE "\n") WHITE
     "\n\u26aa\u26aa\U0001f535\U0001f534\u26aa\u26aa\u26aa",
     "43"},
    {FOUR(WHITE "\n") WHITE "\n\u26aa\u26aa\u26ab\U0001f534\u26aa\u26aa\u26aa\n"
                            "Black's turn",
     "34"},
    {FOUR(".......\n") ".......\n..\U0001f7e6\U0001f7e5...\n\U0001f7e6 to move",
     "34"},

    {FOUR(SQUARES "\n") SQUARES
     "\n\u2b1b\u2b1b\U0001f7e6\U0001f7e5\U0001f7e6\u2b1b\u2b1b",
     "345"},
    {FOUR("\u2b1c\u2b1c\u2b1c\u2b1c\u2b1c\u2b1c\u2b1c\n") "\u2b1c\u2b1c\u2b1c"
                                                          "\u2b1c\u2b1c\u2b1c"
                                                          "\u2b1c\n\u2b1c\u2b1c"
                                                          "\u2b1b\U0001f7e5"
                                                          "\u2b1b\u2b1c\u2b1c",
     "345"},
    {FOUR(BLUE) BLUE
     "\U0001f535\U0001f535\U0001f534\U0001f7e1\U0001f535\U0001f535\U0001f535",
     "34"},
    {FOUR(".......\n") ".......\n..\U0001f7e1\U0001f534\U0001f7e1..", "345"},
    {FOUR(".......\n") ".......\n..RY...\nPlayer Y, choose a column (1-7):",
     "43"},
    {"{\"turn\": \"Alice\", \"cells\": \"" FOUR("0000000") "00000000001000\"}",
     "4"},

    /* but not a move that was made, or what is not to be */
    {"Player Y, choose a column:\n" FOUR(".......\n") ".......\n..RY...", "34"},
    {"Yellow's turn: 4\n" FOUR(".......\n") ".......\n..RY...", "34"},
    {"Yellow's turn\nColumn: 4\n" FOUR(".......\n") ".......\n..RY...", "34"},
    {"Yellow's turn\nYellow plays D\n" FOUR(".......\n") ".......\n..RY...",
     "34"},
    {"Player o, choose a column (1-7): 4\n" FOUR(
         ".......\n") ".......\n..xo...",
     "34"},
    {FOUR(".......\n") ".......\n..RY...\nYellow drop 4", "34"},
    {FOUR(".......\n") ".......\n..RY...\nYellow, make it 4", "34"},
    {FOUR(".......\n") ".......\n..RY...\nYellow's turn is over, Red to move",
     "34"},
    {FOUR(".......\n") ".......\n..RY...\nYellow to move was wrong", "34"},

    /* columns, from either end */
    {"[" COLUMN "," COLUMN "," COLUMN ",[1,2,0,0,0,0],[1,0,0,0,0,0]," COLUMN
     "," COLUMN "]",
     "445"},
    {"{\"board\": [" COLUMN "," COLUMN "," COLUMN
     ",[0,0,0,0,2,1],[0,0,0,0,0,1]," COLUMN "," COLUMN "]}",
     "445"},

    {"Board:\n" FOUR(".......\n") "...o...\n...x...", "44"},
    {"=== Grid ===\n" FOUR(BARS) BARS "|x| | | | | | |", "1"},
    {"6 x 7 board\n" FOUR(".......\n") ".......\n...x...", "4"},
    {"Red\n" FOUR(".......\n") "...Y...\n...R...", "44"},
    {FOUR(WORDS) WORDS "|none|none|None|Yellow|None|none|none|\n", "4"},
    {"Player 1: x, Player 2: o\n" FOUR(
         ".......\n") ".......\n...x...\nPlayer 1: x, 2: o. Turn: o",
     "4"},
    {FOUR(".......\n") ".......\n...Y...\nPlayer 1 (Red) to move", "4"},
    {FOUR(".......\n") "ooo....\nxxxx...\nCurrent player: x", "1122334"},
    {"{\"game\": \"connect4\", \"moves\": 2, \"board\": \"" FOUR(
         "0000000") "00000000012000\"}",
     "34"},
    {FOUR("-1 -1 -1 -1 -1 -1 -1\n") "-1 -1 -1 -1 -1 -1 -1\n"
                                    "-1 -1 -1 1 -1 -1 -1",
     "4"},
    {"```text\n" FOUR(".......\n") ".......\n..xo...\n```\n", "34"},
    {FOUR("\u2b1c\u2b1c\u2b1c\u2b1c\u2b1c\u2b1c\u2b1c\n") "\u2b1c\u2b1c\u2b1c"
                                                          "\u2b1c\u2b1c\u2b1c"
                                                          "\u2b1c\n"
                                                          "\u2b1c\u2b1c\u274c"
                                                          "\u2b55\u2b1c\u2b1c"
                                                          "\u2b1c",
     "34"},
    {FOUR(".......\n") ".......\n..xo...\nx is to move\n", "34"},
    {FOUR(".......\n") ".......\n..YR...\nRed to move, Yellow\n", "43"},
    {FOUR(".......\n") ".......\n...R...\nYellow to move\n", "4"},
    {FOUR(".......\n") ".......\n...R...\nIt\u2019s YELLOW's turn\n", "4"},
    {FOUR(".......\n") ".......\n...R...\nCurrent player: 2\n", "4"},
    {FOUR(".......\n") ".......\n...Y...\nPlayer 2 (R) to move\n", "4"},
    {FOUR(".......\n") ".......\n...x...\nTurn: 3\nTurn: o\n", "4"},
    {FOUR(".......\n") ".......\n..xo...\nx wins; x to move slowly\n", "34"},
    {FOUR(".......\n") ".......\n..xo...\nBlack to move\n", "34"},
    {"{\"turn\": \"o\", \"cells\": \"" FOUR("0000000") "00000000001000\"}",
     "4"},
    {"{\"turn\": 2, \"player\": 1, \"grid\": \"" FOUR(
         "0000000") "00000000012000\"}",
     "34"}, /* the number of a move, or players from 0 */
    {FOUR(".......\n") ".......\n..xo...\nRed to move\n", "34"},
    {"6 x - o - x o x\n5 o x x - o o o\n4 o x o - x x o\n3 x x x - o o x\n"
     "2 o o o x x o x\n1 x x o o o x x\nRed won\n", /* no review of "6" */
     "1561225514557373337636612127172643567"},

    /* -1 for no stone; 0 and 1 do not say who is first */
    {FOUR(NONE) NONE "-1 -1 -1 0 -1 -1 -1\n", "4"},
    {FOUR(NONE) "-1 -1 -1 1 -1 -1 -1\n-1 -1 0 0 -1 -1 -1\n", "443"},
    {FOUR(NONE) "-1 -1 -1 0 -1 -1 -1\n-1 -1 1 1 -1 -1 -1\n", "443"},
    {"[" FOUR("[-1,-1,-1,-1,-1,-1,-1],") "[-1,-1,-1,1,-1,-1,-1],"
                                         "[-1,-1,-1,0,-1,-1,-1]]",
     "44"},

    {"[" FOUR(NILS) NILS "nil,nil,1,2,nil,nil,nil]", "34"},
    /* values with commas */
    {FOUR("0,0,0,0,0,0,0\n") "0,0,0,2,0,0,0\n0,0,1,1,0,0,0\n", "443"},
    {FOUR(",,,,,,\n") ",,,O,,,\n,,X,X,,,", "443"},
    {FOUR(COMMAS) "., ., ., o, ., ., .,\n"
                  "., ., x, x, ., ., .,",
     "443"},
    {FOUR("0,0,0,0,0,0,0,") "0,0,0,2,0,0,0,0,0,1,1,0,0,0", "443"},

    /* the UCI data set, from the bottom of each column */
    {BOTTOM BOTTOM BOTTOM "x,o,b,b,b,b," BOTTOM BOTTOM "b,b,b,b,b,b,win", "44"},
    {BOTTOM "x,b,b,b,b,b," BOTTOM "o,x,b,b,b,b," BOTTOM BOTTOM "b,b,b,b,b,b",
     "244"},
    {"x,o,x,o,x,o," BOTTOM BOTTOM BOTTOM BOTTOM BOTTOM "b,b,b,b,b,b,loss",
     "111111"},

    /* links */
    {"?pos=......./......./......./......./...o.../..xx...", "443"},
};

TEST(games_are_read)
{
    EACH (game, games)
        expect_game(7, 6, FOURSCORE_AUTO, game->text, game->moves);
}

TEST(boards_are_read_and_are_no_games)
{
    EACH (board, boards)
        expect_board(7, 6, board->text, board->moves);
}

TEST(columns_may_count_from_0)
{
    static const struct example examples[] = {
        {"33331", "44442"},
        {"0 1 2 1", "1232"},
        {"[3, 3, 0]", "441"},
        {"1. d1 a1 2. 6", "417"},
        {"{\"moves\": [3, 3]}", "44"},
        {"/#33", "44"},
        {"{\"moves\": [4, 4], \"first\": 1}", "44"}, /* as it says itself */
        {"/?pos=44&first=1", "44"},
    };
    EACH (game, examples)
        expect_game(7, 6, FOURSCORE_FROM_0, game->text, game->moves);
}

/* On boards of at most three columns digits alone are moves. */
TEST(other_boards_are_read)
{
    static const struct other {
        int width, height;
        const char *text, *moves;
    } other_games[] = {
        {9, 7, "a i", "19"},
        {1, 10, "aa2a3a4a5a6a7a8a9a10", "1111111111"},
        {1, 12, "a a2 a3", "111"},
        {12, 9, "aAb1c", "aab1c"}, /* columns 10, 10, 11, 1, 12 */
        {3, 3, "121323213", "121323213"},
        {12, 9, "{\"moves\": [10, 11, 12, 1]}", "abc1"},
        {12, 9, "[9, \"b\"]", "9b"},
        {12, 9, "abc1", "abc1"},
        {2, 1, "1", "1"},
        {9, 7, "i1 a1", "91"},
        {12, 4, "1ABc", "1abc"},
    };
    static const struct other other_boards[] = {
        {3, 3, "[\"...\", \"...\", \".x.\"]", "2"},
        {3, 3, "...\n...\n.x.\n1 2 3", "2"},
        {3, 3, "000/000/010", "2"},
        {4, 4, "1212\n1212\n2121\n1212", "1234214312341234"},
        {1, 1, "[1]", "1"},
        {3, 1, "x,o,.", "12"}, /* cells of the UCI data set, but the last one */
        {12, 2, "............\nxo..........\n0123456789ab", "12"},
        {11, 2, "...........\nxo.........\n0 1 2 3 4 5 6 7 8 9 10", "12"},
        {4, 2, "2 ..*.\n1 xo!+\n  abcd\n", "12"},
        {4, 2, "{\"a\":1,\"observation\":{\"board\":[0,0,0,0,1,2,0,0]}}", "12"},
    };
    EACH (c, other_games)
        expect_game(c->width, c->height, FOURSCORE_AUTO, c->text, c->moves);
    EACH (c, other_boards)
        expect_board(c->width, c->height, c->text, c->moves);
}

/* ---------------------------------------------------------------- refusals */

static void expect_refusal(int width, int height, int notation,
                           const char *text, size_t at, const char *reason)
{
    fourscore_position position;
    struct fourscore_error error = {.at = 0};
    if (fourscore_read(&position, NULL, width, height, notation, text,
                       strlen(text), &error) != FOURSCORE_BAD_POSITION)
        fail_msg("%s\nis read", text);
    if (strcmp(error.reason, reason) != 0 || error.at != at)
        fail_msg("%s\nat %zu: %s", text, error.at, error.reason);
}

/* It is no game either, after these moves. */
static void expect_bad_game(int width, int height, const char *text, size_t at,
                            const char *expected, const char *reason)
{
    char moves[FOURSCORE_MAX_CELLS + 1];
    struct fourscore_error error;
    expect_refusal(width, height, FOURSCORE_AUTO, text, at, reason);
    assert_int_equal(fourscore_read_game(moves, width, height, FOURSCORE_AUTO,
                                         text, strlen(text), &error),
                     FOURSCORE_BAD_POSITION);
    assert_int_equal(error.at, at);
    assert_string_equal(moves, expected);
}

/* Reasons for many texts. */
#define LETTERS_OR_DIGITS "expected all moves in letters, or all in digits"
#define ONE_WORD_OR_EACH "expected all moves in one word, or each in its own"
#define NO_COLUMN(what) what " is not a column, expected 1 to 7"
#define NO_CELL(what) what " is not a cell, expected '.', 'x' or 'o'"
#define NO_ITEM(what)                                                          \
    what " is not a column, expected the 42 cells of a board of 7x6, or moves"
#define OTHER_KIND(mark)                                                       \
    "'" mark                                                                   \
    "' does not go with the marks before it; expected x and o, 1 and 2, or R " \
    "and Y, and '.' for an empty cell"
#define NO_NUMBER(next)                                                        \
    "this is not the number of the next move, expected " next
#define NO_TAG                                                                 \
    "a tag is written as [Name \"value\"], a list of moves as [4, 4, 5]"
#define NO_LINK "a link without a position; expected ?pos=MOVES or #MOVES"
#define NO_MEMBER                                                              \
    "an object without a string or a list, not of objects, as its position, "  \
    "pos, moves, history, board, grid, cells or game"
#define NO_ROW(row, cells)                                                     \
    "row " row " has " cells "; expected 7 for a board of 7x6 (row 1 is at "   \
    "the top)"
#define READ_ZERO "; FOURSCORE_FROM_0 counts from 0"
#define OTHER_TURN(mark)                                                       \
    mark " is not to move: the other player has fewer stones, or is first"
#define MORE(rows, what)                                                       \
    "expected the end of the board behind " rows " rows, found '" what "'"
#define NO_END(expected) "found the end of the text in JSON, expected " expected
#define BLANKS_ALONE                                                           \
    "only blanks, or a comment after #; the empty board is written as -"
#define COMMENT_ALONE "a comment alone; names in JSON have double quotes"
#define OBJECT_ALONE "an object in JSON, expected it alone, or a comment"
#define MAY_BE_NUMBERS                                                         \
    "numbers of these lines may be no moves; expected moves alone, or "        \
    "numbers "                                                                 \
    "as in 1. 4"
#define NO_FIRST(is) is "; expected 1 or 0, the number of the leftmost column"
#define OVER "the game is over: the first player wins with move 7"
#define IN_SIDE_LINE(move) " (in a side line for move " move ")"

/* Side lines in side lines. */
#define FOURS "4(4(4(4(4(4(4(4(4(4(4(4(4(4(4(4("

/* With the moves before the error. */
TEST(games_with_an_error_are_refused)
{
    static const struct {
        const char *text;
        size_t at;
        const char *moves, *reason;
    } cases[] = {
        {"4 4 8", 4, "44", NO_COLUMN("'8'")},
        {"d d h", 4, "44", NO_COLUMN("'h'")},
        {"d1 4 E1 c", 3, "4", LETTERS_OR_DIGITS},
        {"d11", 0, "4", LETTERS_OR_DIGITS},
        {"44d", 0, "44", LETTERS_OR_DIGITS},
        {"4, 4, 5, 4.", 9, "445",
         "the number of a move, expected a move behind it"},
        {"4 {\"position\": \"4453\"}", 2, "4", OBJECT_ALONE},
        {"4 { 'moves' : []}", 2, "4", OBJECT_ALONE},
        {"100. 4", 0, "", NO_NUMBER("1.")},
        {"?4", 0, "", NO_COLUMN("'?'")},
        {"d d d d d d d1", 12, "444444", "column d is full"},
        {"d1 d1", 3, "4", "the stone comes to rest in row 2, not in row 1"},
        {"d0", 0, "", "the stone comes to rest in row 1, not in row 0"},
        {"1. 4 3. 4", 5, "4", NO_NUMBER("2. or 1.")},
        {"2. 4", 0, "", NO_NUMBER("1.")},
        {"44.5", 0, "", NO_NUMBER("1.")},
        {"4444.5", 4, "4444", NO_COLUMN("'.'")},
        {"4 {4", 2, "4", "'{' without a '}' behind it"},
        {"1 2 1 2 1 2 1 3", 12, "121212", OVER},
        {"1212121 {}}", 6, "121212", OVER},
        {"(4)", 0, "", "a side line follows the move that it replaces"},
        {"4 (5", 2, "5", "'(' without a ')' behind it"},
        {"4 5)", 3, "45", "')' without a '(' before it"},
        {FOURS FOURS FOURS FOURS "4(4", 129, "4",
         "side lines in side lines are too deep" IN_SIDE_LINE("1")},
        {"4 ()", 3, "", "a side line has at least one move"},
        {"4 4 4 4 4 4 1 (4) 1", 15, "444444",
         "column 4 is full" IN_SIDE_LINE("7")},
        {"4 (8) 1", 3, "", NO_COLUMN("'8'") IN_SIDE_LINE("1")},
        {"4 (3. 5) 1", 3, "", NO_NUMBER("1.") IN_SIDE_LINE("1")},
        {"1 2 1 2 1 2 3 (1 2) 1", 15, "121212", OVER IN_SIDE_LINE("7")},
        {"4\xff", 1, "4", NO_COLUMN("byte 0xff")},
        {"44444441", 6, "444444", "column 4 is full"},
        {"712121211", 7, "7121212",
         "the game is over: the second player wins with move 8"},
        {FULL "1", 42, FULL, "the board is full before move 43"},
    };
    EACH (c, cases)
        expect_bad_game(7, 6, c->text, c->at, c->moves, c->reason);
}

TEST(what_says_no_position_is_refused_in_words)
{
    static const struct {
        const char *text;
        size_t at;
        const char *reason;
    } cases[] = {
        {"2,2,4,4.,2,5", 6, "the number of a move, expected a move behind it"},
        {"1212121 0-1", 8,
         "the result says: the second player wins; the moves: the first player "
         "wins"},
        {"1212121 1/2-1/2", 8,
         "the result says: a draw; the moves: the first player wins"},
        {"[Result \"0-1\"] 1212121", 9,
         "the result says: the second player wins; the moves: the first player "
         "wins"},
        {"44 1-0 5", 7, "a move after the result of the game"},
        {"[SetUp \"1\"] 44", 0, "games are read from the empty board only"},
        {"[Event x] 44", 0, NO_TAG},
        {"d1-", 2, NO_COLUMN("'-'")},
        {"d1 - d2", 3, NO_COLUMN("'-'")},

        {"44455554221 2", 12, ONE_WORD_OR_EACH},
        {"4453,4,2", 5, ONE_WORD_OR_EACH},
        {"17;44", 3, ONE_WORD_OR_EACH},
        {"4453\n44", 5, ONE_WORD_OR_EACH},
        {"1 2 12", 4, ONE_WORD_OR_EACH},
        {"[\"4453\", 2]", 9, ONE_WORD_OR_EACH},
        {"d1 d2 2", 6, LETTERS_OR_DIGITS},
        {"2 d1", 2, LETTERS_OR_DIGITS},
        {"1. d1 d2 2", 9, LETTERS_OR_DIGITS},
        {"1 d1 d2 2 e1", 2, LETTERS_OR_DIGITS},
        {"d1 d2 1 2 3 4 5 6 7", 6, LETTERS_OR_DIGITS},
        {"[\"d1\", 2]", 7, LETTERS_OR_DIGITS},
        {"A_Red,B_Red", 7, "a second move of this colour in turn"},
        {"{\"moves\": \"44\", \"width\": 8}", 25,
         "width is 8; expected 7 for a board of 7x6"},
        {"{\"moves\": \"44\", \"cols\": \"8\"}", 24,
         "cols is 8; expected 7 for a board of 7x6"},
        {"{\"board\": \"8x7\", \"position\": \"44\"}", 10,
         "this is for a board of 8x7, not of 7x6"},
        {"{\"moves\": \"44\", \"size\": \"6x7\"}", 24,
         "this is for a board of 6x7, not of 7x6"},
        {"{\"moves\": \"44\", \"rows\": 7}", 24,
         "rows is 7; expected 6 for a board of 7x6"},
        {"{\"position\": \"\", \"moves\": [4]}", 26,
         "moves is another position than position"},
        {"{\"board\": \"44\", \"moves\": \"45\"}", 10,
         "board is another position than moves"},
        {"{\"pos\": \"44\", \"pos\": \"55\"}", 21,
         "pos is another position than pos"},
        {"{\"pos\": \"44\", \"rows\": 6, \"rows\": 7}", 33,
         "rows is 7; expected 6 for a board of 7x6"},
        {"?moves=44&pos=55", 7, "moves is another position than pos"},
        {"?pos=44&pos=55", 12, "pos is another position than pos"},
        {"?pos=44&board=7x6&board=8x7", 24,
         "this is for a board of 8x7, not of 7x6"},
        {"[[0,0],[0]]", 1, NO_ROW("1", "2 cells")},
        {FOUR(".......\n") ".......\n...01..", 43, OTHER_KIND("0")},
        {"[" COLUMN "," COLUMN "," COLUMN ",[0,1,0,0,0,0]," COLUMN "," COLUMN
         "," COLUMN "]",
         46, "the stone in column 4, row 2 has nothing below it"},
        {"[" COLUMN "," COLUMN "," COLUMN ",[1,1,2,1,2,2]," COLUMN "," COLUMN
         "," COLUMN "]",
         1, "full columns do not tell which end of theirs is the top"},
        {"{\"turn\": \"1\", \"board\": [" COLUMN "," COLUMN "," COLUMN
         ",[0,0,0,0,0,1]," COLUMN "," COLUMN "," COLUMN "]}",
         10, OTHER_TURN("1")},
        {"[[null,null,null,0,1,null,null]]", 17, OTHER_KIND("0")},
        {"[" FOUR(NONES) NONES "[None,None,None,False,None,None,None]]", 202,
         OTHER_KIND("false")},
        {"...1...\n..." FOUR("....\n...") "....", 3,
         "the stone in column 4, row 6 has nothing below it; the top row comes "
         "first"},
        {FOUR("0000000\n") "0000000\n0012000\n2", 48, OTHER_TURN("2")},
        {FOUR("0000000\n") "0000000\n0012000\n3", 48, MORE("6", "3")},
        {"1,4\n2,4\n3,5", 0, MAY_BE_NUMBERS},
        {"1 4 4\n2 5 3", 0, MAY_BE_NUMBERS},
        {"1 4 4\n2 5 3\n3 4\n", 0, MAY_BE_NUMBERS},
        {"1 4\n\n2 4", 0, MAY_BE_NUMBERS},
        {"1 4 # x\n2 4 # o", 0, MAY_BE_NUMBERS},
        {"{a} 1 4!\n{b} 2 4", 0, MAY_BE_NUMBERS},
        {"1, 4; 2, 4; 3, 5", 0, MAY_BE_NUMBERS},
        {"1-4\n2-4\n3-5", 0, MAY_BE_NUMBERS},
        {"1 4\n2 4\n1 5\n2 3", 0, MAY_BE_NUMBERS}, /* of players */
        {"4,1\n4,2\n5,1", 0, MAY_BE_NUMBERS},      /* of rows */
        {"4,1,4,6,5,0,6,2,4,3", 10, NO_COLUMN("'0'") READ_ZERO}, /* no CSV */
        {FOUR(".......\n") ".......\n.......\nx to move.\n\n" FOUR(
             ".......\n") ".......\n...x...\n",
         60, "a second board; expected one"},
        {FOUR(".|.|.|.|.|.|.\n") ".|.|.|.|.|.|.\n.|.|x||.|.|.\n", 76,
         "a blank beside other empty cells may be a lost mark; expected the "
         "same mark for each"},
        {"/?pos=44&width=8", 15, "width is 8; expected 7 for a board of 7x6"},
        {"/?pos=44&size=8x7", 14, "this is for a board of 8x7, not of 7x6"},
        {"[\"1 4\", \"2 4\"]", 2, MAY_BE_NUMBERS},
        {"{a comment}", 0, COMMENT_ALONE},
        {"{pos: '4'}", 0, COMMENT_ALONE},
        {"{'tis good}", 0, COMMENT_ALONE},
        {"{4, or 5}", 4, NO_ITEM("or")},
        {"{4 5}", 0, COMMENT_ALONE},
        {"(4 4)", 0, "a side line follows the move that it replaces"},
        {"{'pos': 4}", 8, "pos is 4; expected a string or a list"},
        {"array([4, 4.5])", 10, NO_ITEM("4.5")},
        {"array([4, 4], dtype", 19, NO_END("',' or ')'")},
        {"[Move(1, 4), Move(2, 4)]", 1, NO_ITEM("Move(1, 4)")},
        {"[Array(7), Array(7)]", 1, NO_ITEM("Array(7)")},
        {"{'moves': array('b', [4, 4])}", 10,
         "moves is array('b', [4, 4]); expected a string or a list"},
        {"d1 d2 = {equal} c1", 6, NO_COLUMN("'='")},
        {"| | | |\x1b[1;41m \x1b[0m| | | |", 7, NO_CELL("byte 0x1b")},
        {"[4, x(]", 6, "found ']' in JSON, expected a value"},
        {"array([4, 4)", 11, "found ')' in JSON, expected ',' or ']'"},
        {"# a comment", 0, BLANKS_ALONE},
        {"#4453", 0, BLANKS_ALONE},
        {"4 {", 2, "'{' without a '}' behind it"},
        {"[Event \"a\"]", 0, "no moves; the empty board is written as -"},
        {"*", 0, "no moves; the empty board is written as -"},
        {" ", 0, BLANKS_ALONE},
        {"\n\n", 0, BLANKS_ALONE},

        {"{}", 0, NO_MEMBER},
        {"{\"score\": 1}", 0, NO_MEMBER},
        {"{\"moves\": [{\"column\": 4}]}", 0, NO_MEMBER},
        {"{\"observation\": 4453}", 16,
         "observation is 4453; expected a string or a list"},
        {FOUR(".......\n") ".......\n..*xo..\n", 42, NO_CELL("'*'")},
        {FOUR(".......\n") ".......\n..xo...\no to move", 48, OTHER_TURN("o")},
        {FOUR(".......\n") ".......\n..xo...\nyellow to move", 48,
         OTHER_TURN("yellow")},
        {FOUR(".......\n") ".......\n..RRY..\nRed is to move", 48,
         OTHER_TURN("Red")},
        {FOUR(".......\n") ".......\n..RRY..\nPlayer 1 (Red) to move", 58,
         OTHER_TURN("Red")},
        {FOUR(".......\n") ".......\n..xo...\nPlayer 1: x, 2: o. Turn: o", 73,
         OTHER_TURN("o")},
        {FOUR(".......\n") ".......\n..xo...\nYour move, o", 59,
         OTHER_TURN("o")},
        {FOUR(".......\n") ".......\n..xo...\nPlayer o, it's your turn", 55,
         OTHER_TURN("o")},
        {FOUR(".......\n") ".......\n..12...\n2 is to move", 48,
         OTHER_TURN("2")},
        {FOUR(".......\n") ".......\n..12...\nIt\u2019s 2\u2019s turn", 55,
         OTHER_TURN("2")},
        {FOUR(".......\n") ".......\n..xo...\nNow it's o's move", 57,
         OTHER_TURN("o")},
        {"o's turn\n" FOUR(".......\n") ".......\n..xo...", 0, OTHER_TURN("o")},
        {FOUR(".......\n") ".......\n..RRY..\nred's turn", 48,
         OTHER_TURN("red")},
        {FOUR(".......\n") ".......\n..RRY..\nIt is Red to play", 54,
         OTHER_TURN("Red")},
        {FOUR(".......\n") ".......\n..RRY..\nNext player: R", 61,
         OTHER_TURN("R")},
        {FOUR(".......\n") ".......\n..RY...\nPlayer 2 to move", 55,
         OTHER_TURN("2")},
        {FOUR(".......\n") ".......\n..RRB..\n6 left\nRED to move", 55,
         OTHER_TURN("RED")},
        {FOUR("\u26ab\u26ab\u26ab\u26ab\u26ab\u26ab\u26ab\n")
             FOUR("\u26ab") "\u26ab\u26ab\u26ab\n"
                            "\u26ab\u26ab\U0001f534\U0001f534\U0001f7e1\u26ab"
                            "\u26ab\n"
                            "\U0001f534 to move",
         135, OTHER_TURN("\U0001f534")},
        {FOUR(".......\n") ".......\n..xo...\nPlayer o, choose a column: ", 55,
         OTHER_TURN("o")},
        {FOUR(".......\n") ".......\n..xo...\no, pick a column", 48,
         OTHER_TURN("o")},
        {"Turn 3: Yellow to move\nBoard:\n" FOUR(
             ".......\n") ".......\n..RY...",
         8, OTHER_TURN("Yellow")},
        {FOUR(".......\n") ".......\n..RY...\nYour turn: Yellow", 59,
         OTHER_TURN("Yellow")},
        {"{\"player\": \"Y\", \"board\": \"" FOUR(
             ".......") ".........RY...\"}",
         12, OTHER_TURN("Y")},
        {FOUR(".......\n") ".......\n..RY...\nRed's turn\nYellow's turn", 59,
         OTHER_TURN("Yellow")},
        {FOUR(".......\n") ".......\n...R...\nRed's turn\nPlayer 1 to move", 48,
         OTHER_TURN("Red")},
        {"{\"turn\": \"yellow\", \"toMove\": \"red\", \"board\": \"" FOUR(
             ".......") ".........RY...\"}",
         30, OTHER_TURN("red")},
        {"{\"board\": \"" FOUR("0000000") "00000000012000\", \"to_play\": 2}",
         67, OTHER_TURN("2")},
        {"{\"board\": \"" FOUR("0000000") "00000000012000\", \"to_move\": 2}",
         67, OTHER_TURN("2")},
        {"{\"turn\": \" Yellow \", \"board\": \"" FOUR(
             "0000000") "00000000012000\"}",
         11, OTHER_TURN("Yellow")},
        {"{\"moves\": \"33\", \"first\": 2}", 25, NO_FIRST("first is 2")},
        {"{\"moves\": \"33\", \"firstColumn\": \"-1\"}", 32,
         NO_FIRST("firstColumn is -1")},
        {"{\"first\": 0, \"moves\": [3], \"first\": 1}", 36,
         "first is 1, and was 0 before"},
        {"/?pos=33&first=2", 15, NO_FIRST("first is 2")},
        {"{\"position\": 4453}", 13,
         "position is 4453; expected a string or a list"},
        {"{\"position\": \"4458\"}", 17, NO_COLUMN("'8'")},
        {"{\"position\": \"4453\"", 19, NO_END("',' or '}'")},
        {"{\"position\": \"44\\", 17, NO_END("'\"'")},
        {"{\"position\" \"44\"}", 12, "found '\"' in JSON, expected ':'"},
        {"[[0,0", 5, NO_END("',' or ']'")},
        {"[4;4]", 2, "found ';' in JSON, expected ',' or ']'"},
        {"[4, None]", 4, NO_ITEM("None")},
        {"[{\"column\": 4}]", 1, NO_ITEM("an object")},
        {"[4,, 4]", 3, "found ',' in JSON, expected a value"},
        {"(4, 4]", 0, "a side line follows the move that it replaces"},
        {"[4] 4", 4, "found '4' in JSON, expected the end of the text"},
        {"[\"\", 4]", 1, NO_ITEM("\"\"")},
        {"[\"a\",null]", 5, NO_ITEM("null")},
        {"[true]", 1, NO_ITEM("true")},
        {"[4, 02]", 4, NO_ITEM("02")},
        {"[[00,0,0,0,0,0,0]]", 2, "00 is not a mark, expected 0, 1 or 2"},
        {"{\"moves\": [4, 01.]}", 14, NO_ITEM("01.")},
        {"[[0,0,0,0,0,0],[0,0,0,0,0,0]]", 1, NO_ROW("1", "6 cells")},
        {"[[0,0,0,0,0,0,0],[0,0,0,0,0,0,0]]", 32,
         "2 rows; expected 6 for a board of 7x6"},
        {"[4, 4, 9]", 7, NO_COLUMN("'9'")},
        {"[4, 10]", 4, NO_ITEM("10")},
        {"[4, true]", 4, NO_ITEM("true")},

        {"https://example.org/", 20, NO_LINK},
        {"https://example.org/#", 21, NO_LINK},
        {"/#7x6/448", 8, NO_COLUMN("'8'")},
        {"/#8x7/44", 2, "this is for a board of 8x7, not of 7x6"},
        {"?pos=44&board=6x7", 14, "this is for a board of 6x7, not of 7x6"},
        {"?pos=4@7", 6, "there is no move 7 in the text"},

        {".......\n......\n", 14, NO_ROW("2", "6 cells")},
        {"......./......./......./......./.......", 39,
         "5 rows; expected 6 for a board of 7x6"},
        {FOUR("0 0 0 0 0 0 0 0\n") "0 0 0 0 0 0 0 0\n0 0 0 1 0 0 0 2\n", 14,
         NO_ROW("1", "8 cells")},
        {FOUR("0 0 0 0 0 0 0 ") "0 0 0 0 0 0 0 0 0 0 1 -1 0 0 0", 0,
         NO_COLUMN("'0'") READ_ZERO},
        {"6 .......\n5 .......\n.......\n", 20,
         "row 3 from the top: expected 7 cells and the row's number, as above"},
        {FOUR(".......\n") ".......\n.......\n.......\n", 48, MORE("6", ".")},
        {"/home/games", 11, "expected moves, or 6 rows of cells"},
        {FOUR(WORDS) WORDS WORDS "|None|None|Red|Red|None|None|None|", 222,
         MORE("6", "|")},
        {"-------\no------\nx------\no------\nx------\no------\nx------", 48,
         MORE("6", "x")},
        {FOUR(".......\n") "...o...\n...1...", 43, OTHER_KIND("1")},
        {FOUR("0000000\n") "000o000\n000x000", 35, OTHER_KIND("o")},
        {WHITE "\n\u2b1c", 22, OTHER_KIND("\u2b1c")},
        {FOUR(".......\n") "...?...\n...x...", 35, NO_CELL("'?'")},
        {FOUR(".......\n") "...x...\n.......", 35,
         "the stone in column 4, row 2 has nothing below it"},
        {FOUR(".|.|.|.|.|.|.\n") "o|.|.|.|.|.|.\nx|.|.|.|.|.|.,x", 82,
         NO_CELL("'.'")},
        {"|x|o|,", 5, NO_CELL("','")},
        {BOTTOM BOTTOM "x,o,?", 28, "cell 15 is '?'; expected b, x or o"},
        {BOTTOM BOTTOM "x", 25, "cell 14 is ''; expected b, x or o"},
        {BOTTOM BOTTOM BOTTOM BOTTOM BOTTOM BOTTOM BOTTOM "win,1", 84,
         "expected the class behind 42 cells"},

        {"0 1 2 1", 0, NO_COLUMN("'0'") READ_ZERO},
        {"44440", 4, NO_COLUMN("'0'") READ_ZERO},

        {"\xff\xfe"
         "4",
         0, "the text is UTF-16; expected UTF-8"},
        {"\xfe\xff"
         "4",
         0, "the text is UTF-16; expected UTF-8"},
        {"\xef\xbc\x94", 0, NO_COLUMN("'\xef\xbc\x94' (U+FF14)")},
        {"44\xf0\x9f\x99\x82", 2, NO_COLUMN("'\xf0\x9f\x99\x82' (U+1F642)")},
        {"44\xc3", 2, NO_COLUMN("byte 0xc3")},
        {"44\nhello", 3, NO_COLUMN("'h'")},
    };
    EACH (c, cases)
        expect_refusal(7, 6, FOURSCORE_AUTO, c->text, c->at, c->reason);
    expect_refusal(7, 6, FOURSCORE_FROM_0, "337", 2,
                   "'7' is not a column, expected 0 to 6");
}

TEST(texts_for_other_boards_are_refused)
{
    /* with the moves before the error */
    static const struct {
        int width, height;
        const char *text;
        size_t at;
        const char *moves, *reason;
    } records[] = {
        {1, 12, "a1 a12", 3, "1",
         "the stone comes to rest in row 2, not in row 12 on a board of 1x12"},
        {2, 1, "a b (b a) ", 7, "12",
         "the board is full before move 3 on a board of 2x1" IN_SIDE_LINE("2")},
        {2, 1, "a b a", 4, "12",
         "the board is full before move 3 on a board of 2x1"},
    };
    EACH (c, records)
        expect_bad_game(c->width, c->height, c->text, c->at, c->moves,
                        c->reason);
    static const struct {
        int width, height;
        const char *text;
        size_t at;
        const char *reason;
    } cases[] = {
        {3, 4, "..o/.../..x/..o", 2,
         "the stone in column 3, row 4 has nothing below it on a board of 3x4"},
        {10, 2, ".........x/..........", 9,
         "the stone in column a, row 2 has nothing below it on a board of "
         "10x2; the top row comes first"},
        {3, 3, "xo./xox/xxo", 11,
         "5 stones of the first player and 3 of the second: the first must "
         "have the same number or one more on a board of 3x3"},
        {3, 1, "[0, 0, 2]", 8,
         "0 stones of the first player and 1 of the second: the first must "
         "have the same number or one more on a board of 3x1"},
        {4, 2, "oooo/xxxx", 9,
         "both players have four in a row on a board of 4x2"},
        {4, 4, "x.../xo../xo../xoo.", 19,
         "the first player has four in a row, but the second player moved last "
         "on a board of 4x4"},
        {4, 4, ".o../xo../xox./xox.", 19,
         "the second player has four in a row, but the first player moved last "
         "on a board of 4x4"},
        /* two separate fours, and a four below other stones */
        {9, 3, "o....o.../ooox.ooo./xxxx.xxxx", 29,
         "no last move completes all fours of the first player: the game was "
         "over before it on a board of 9x3"},
        {4, 4, "..../o.../ooxo/xxxx", 19,
         "no last move completes all fours of the first player: the game was "
         "over before it on a board of 4x4"},
        {4, 2, "2 |.|.|.|.|\n1 |+1|.|.|.|\n  abcd\n", 15,
         "'+' is not a cell, expected '.', 'x' or 'o'"},
        {2, 2, "x./o", 4,
         "row 2 has 1 cell; expected 2 for a board of 2x2 (row 1 is at the "
         "top)"},
        {2, 2, "..", 2, "1 row; expected 2 for a board of 2x2"},
        {3, 2, "...\n123", 6, NO_CELL("'3'")},
        {2, 2, "..\n.\x80", 4, NO_CELL("byte 0x80")},
        {2, 2, "..\n..\n13", 6, MORE("2", "1")},
        {2, 2, "..\n..\n12\n..", 9, MORE("2", ".")},
        {2, 2, "1 -1\n0 0", 0, /* which may be turned */
         "the stone in column 1, row 2 has nothing below it on a board of 2x2; "
         "the top row comes first"},
        {2, 2, "[0, 0, 3, 0]", 7, "3 is not a mark, expected 0, 1 or 2"},
        {2, 2, "[1000000000000000000000]", 1,
         "1000000000000000000000 is not a column, expected the 4 cells of a "
         "board of 2x2, or moves"},
        {2, 2, "[0,0,0,0] ]", 10,
         "found ']' in JSON, expected the end of the text"},
    };
    EACH (c, cases)
        expect_refusal(c->width, c->height, FOURSCORE_AUTO, c->text, c->at,
                       c->reason);
}

/* UTF-16 has zero bytes, which no literal shows. */
TEST(utf16_without_its_mark_is_named)
{
    fourscore_position position;
    struct fourscore_error error;
    assert_int_equal(fourscore_read(&position, NULL, 7, 6, FOURSCORE_AUTO,
                                    "4\0"
                                    "4\0",
                                    4, &error),
                     FOURSCORE_BAD_POSITION);
    assert_string_equal(error.reason, "the text is UTF-16; expected UTF-8");
}

/* The moves of a link, and the position at which it is shown. */
TEST(a_link_may_point_into_its_game)
{
    static const struct {
        const char *text, *position, *moves;
    } links[] = {
        {"/#4453@2", "44", "4453"},
        {"/#4453@0", "", "4453"},
        {"/#44(5)53@3", "45", "4453"}, /* within the side line */
        {"/#44(5)53@4", "445", "4453"},
    };
    EACH (link, links) {
        char moves[FOURSCORE_MAX_CELLS + 1];
        expect_read(7, 6, FOURSCORE_AUTO, link->text, link->position, "");
        assert_ok(fourscore_read_game(moves, 7, 6, FOURSCORE_AUTO, link->text,
                                      strlen(link->text), NULL));
        assert_string_equal(moves, link->moves);
    }
}

/* A position after random moves; returns their number. */
static int play_at_random(uint64_t *random, int width, int height,
                          fourscore_position *position, char *moves)
{
    int count = (int)(tt_random(random) % (uint64_t)(width * height + 1));
    *position = test_position(width, height, "");
    for (int played = 0; played < count;) {
        int column = 1 + (int)(tt_random(random) % (uint64_t)width);
        if (fourscore_winner(position) != 0) {
            count = played;
        } else if (fourscore_play(position, column) == FOURSCORE_OK) {
            moves[played++] = fourscore_column_name(column);
        }
    }
    moves[count] = '\0';
    return count;
}

/* Write a game with the separators, numbers and letters that players use.
 * Letters are not beside digits but for a number between them. */
static void write_game(uint64_t *random, int width, const char *moves,
                       char *text)
{
    static const char *const separators[] = {" ", ", ", "\n", " | ", "; "};
    bool has_letters = tt_random(random) % 2 == 0;
    for (int i = 0; moves[i] != '\0'; i++) {
        uint64_t choice = tt_random(random);
        int column = (int)strtol((char[]){moves[i], '\0'}, NULL, 16);
        if (i % 2 == 0 && choice % 3 == 0) {
            text += sprintf(text, "%d. ", i / 2 + 1);
            has_letters = choice % 2 == 0;
        }
        if (width <= 9 && has_letters)
            *text++ = (char)((choice % 4 == 0 ? 'a' : 'A') + column - 1);
        else
            *text++ = moves[i];
        text += sprintf(text, "%s%s", choice % 7 == 0 ? "! {good}" : "",
                        separators[choice % 5]);
    }
    *text = '\0';
}

/* Write cells as programs print them. */
static const char *const forms[][6] = {
    /* before all, a row, between cells and rows, after a row and all */
    {"{\"board\": [", "[", ",", "],", "]", "]}"},
    {"[", "[", " ", "]\n ", "]", "]"},
    {"np.array([", "[", ".,  ", ".],\n", ".]", "], dtype=float32)"},
    {"(", "(", ", ", "), ", ")", ")"},
    {"{", "{", ",", "},\n", "},", "}"},
    {"", "", ",", "\n", "", ""},
    {"[", "", ", ", ", ", "", ",]"},
};
enum { FORMS = sizeof forms / sizeof *forms };

static void write_cells(int form, int width, int count, const int *cells,
                        char *text)
{
    const char *const *parts = forms[form];
    text += sprintf(text, "%s", parts[0]);
    for (int i = 0; i < count; i++) {
        bool begins = i % width == 0, ends = (i + 1) % width == 0;
        text += sprintf(text, "%s%d%s", begins ? parts[1] : "", cells[i],
                        !ends           ? parts[2]
                        : i + 1 < count ? parts[3]
                                        : parts[4]);
    }
    sprintf(text, "%s", parts[5]);
}

/* What every writer writes, and what players and programs do, is the same. */
TEST(all_forms_of_a_position_are_the_same)
{
    uint64_t random = 1;
    static const int sizes[][2] = {{7, 6}, {4, 4}, {9, 7}, {12, 9}, {5, 8}};
    for (int round = 0; round < 2000; round++) {
        int width = sizes[round % 5][0], height = sizes[round % 5][1];
        fourscore_position position, read;
        char moves[FOURSCORE_MAX_CELLS + 1], text[16 * FOURSCORE_MAX_CELLS];
        int cells[FOURSCORE_MAX_CELLS];
        play_at_random(&random, width, height, &position, moves);
        for (int notation = FOURSCORE_MOVES; notation <= FOURSCORE_DIAGRAM_LINE;
             notation++) {
            assert_int_equal(
                fourscore_write(&position, notation, text, sizeof text),
                FOURSCORE_OK);
            assert_int_equal(strchr(text, '\n') != NULL,
                             notation == FOURSCORE_DIAGRAM);
            assert_int_equal(
                fourscore_write(&position, notation, text, strlen(text)),
                FOURSCORE_TOO_SMALL);
            expect_position(&position, FOURSCORE_AUTO, text, NULL);
            expect_position(&position, notation, text, NULL);
        }
        if (moves[0] != '\0') {
            write_game(&random, width, moves, text);
            expect_position(&position, FOURSCORE_AUTO, text, NULL);
        }
        fourscore_cells(&position, cells);
        assert_int_equal(
            fourscore_from_cells(&read, width, height, cells, NULL),
            FOURSCORE_OK);
        assert_memory_equal(&read, &position, sizeof read);
        write_cells((int)(tt_random(&random) % FORMS), width, width * height,
                    cells, text);
        expect_position(&position, FOURSCORE_AUTO, text, NULL);
    }
}
