/* What people and programs write is read as the position that it says, by the
 * public functions; and what says none is refused in words. */
#include "test/unit/public.h"

#include <stdlib.h>

#include "tt/random.h"

static fourscore_position read_text(int width, int height, int notation,
                                    const char *text)
{
    fourscore_position position;
    struct fourscore_error error;
    if (fourscore_read(&position, NULL, width, height, notation, text,
                       strlen(text), &error) != FOURSCORE_OK)
        fail_msg("%s\nat %zu: %s", text, error.at, error.reason);
    return position;
}

/* The moves that come with a position. */
static const char *moves_of(const char *text, int notation,
                            char moves[FOURSCORE_MAX_CELLS + 1])
{
    fourscore_position position;
    assert_int_equal(fourscore_read(&position, moves, 7, 6, notation, text,
                                    strlen(text), NULL),
                     FOURSCORE_OK);
    return moves;
}

static void assert_same(const fourscore_position *a,
                        const fourscore_position *b)
{
    assert_memory_equal(a, b, sizeof *a);
}

/* A text, and the moves of its game; or those that lead to its board. */
struct example {
    const char *text, *moves;
    int notation;
};

enum { GAME = 0, FROM_0 = FOURSCORE_FROM_0 };

static const struct example games[] = {
    /* moves with numbers, results, tags and signs */
    {"1. d1 d2 2. e1 c1 1-0", "4453", GAME},
    {"[Event \"a (b) {c}\"]\n[Result \"0-1\"]\n\n1. d1 d2 $1 2. e1! $14 0-1",
     "445", GAME},
    {"445 1/2-1/2", "445", GAME},
    {"1.4 4 2.5 *", "445", GAME},
    {"1212121 1-0", "1212121", GAME},
    {"445 0-1 {resigned}", "445", GAME},

    /* joined moves */
    {"d1-d2-e1", "445", GAME},
    {"4-4-5-3", "4453", GAME},
    {"d1; d2; e1", "445", GAME},
    {"d1 ; d2 ; e1", "445", GAME},
    {"4;4;5", "445", GAME},
    {"4,4,5,3", "4453", GAME},
    {"d1 d2 ; the centre again", "44", GAME},
    {"d1 d2; e1 ; so far", "445", GAME},
    {"4|4|5", "445", GAME},

    /* links */
    {"https://connect4.gamesolver.org/?pos=4453", "4453", GAME},
    {"http://localhost:8080/solve?board=7x6&position=4+4+5%203", "4453", GAME},
    {"https://example.org/four/#4453", "4453", GAME},
    {"example.org/?game=1.+d1+d2+2.+e1", "445", GAME},
    {"localhost:8000/#4453", "4453", GAME},
    {"?pos=12#4453", "4453", GAME},
    {"?pos=4453#top", "4453", GAME},
    {"/#44(5)53", "4453", GAME},
    {"/#7x6/4453", "4453", GAME},
    {"/#44%7Bgood%7D53", "4453", GAME},
    {"?pos=", "", GAME},

    /* JSON */
    {"{\"position\": \"4453\"}", "4453", GAME},
    {"{\"nodes\": [1, {\"pos\": \"1\"}], \"pos\": \"d1 d2\"}", "44", GAME},
    {"{\"moves\": [4, 4, 5, 3]}", "4453", GAME},
    {"{\"moves\": []}", "", GAME},
    {"{\"moves\": \"4453\", \"board\": \"7x6\"}", "4453", GAME},
    {"{\"game\": \"4453\", \"moves\": [{\"column\": 4}]}", "4453", GAME},
    {"{\"a\": \"\\\"}\", \"pos\": \"4453\"}", "4453", GAME},
    {"[4, 4, 5, 3]", "4453", GAME},
    {"[\"d1\", \"d2\", \"e1\"]", "445", GAME},
    {"(4, 4, 5)", "445", GAME}, /* as programs print lists */
    {"(4,)", "4", GAME},
    {"{4, 4, 5}", "445", GAME},
    {"['d1', 'd2', \"e1\",]", "445", GAME},
    {"[4 4\n 5]", "445", GAME},
    {"[4., 4.0, 5.]", "445", GAME},
    {"{'moves': [4, 4], 'mark': 1}", "44", GAME},
    {"{ 'pos' : '44' }", "44", GAME},
    {"{\"position\": \"44\",}", "44", GAME},
    {"array([4, 4, 5], dtype=int8)", "445", GAME},
    {"deque([4, 4])", "44", GAME},
    {"[np.int64(4), np.int8(5)]", "45", GAME},
    {"[Array(4, dtype=int32), Array(5, dtype=int32)]", "45", GAME},
    {"{'moves': deque([4, 4], maxlen=9), 'mark': 1}", "44", GAME},
    {"{'tis good} 44", "44", GAME}, /* a comment */
    {"moves = [4, 4, 5];", "445", GAME},
    {"\"4453\"", "4453", GAME},
    {"'4453'", "4453", GAME},
    {"[\"4453\"]", "4453", GAME},
    {"{\"game\": \"connect4\", \"moves\": \"44\"}", "44", GAME},
    {"{\"position\": null, \"moves\": [4, 4], \"width\": 7}", "44", GAME},
    {"{\"pos\": \"44\", \"moves\": [4, 4], \"rows\": [1]}", "44", GAME},
    {"{\"history\": [4, 4]}", "44", GAME},
    {"{\"position\": \"33\", \"first\": 0}", "44", GAME},
    {"http://localhost:8080/v1/solve?position=33&first=0", "44", GAME},
    {"?moves=44", "44", GAME},
    {"?moves=4453&pos=4354&game=connect4", "4354", GAME},
    {"{\"pos\": \"4453\", \"pos\": [4, 3, 5, 4]}", "4453", GAME},
    {"A_Red,B_Yellow,A_Red", "121", GAME},
    {"[\"A_Yellow\", \"B_Red\"]", "12", GAME},
    {"[\"d1_Red\", \"d2_Yellow\"]", "44", GAME},
    {"1. 44 2. 53", "4453", GAME},
    {"44 {good} 53 (44) 1", "44531", GAME},
    {"d1d2 e1c1", "4453", GAME},
    {"4\xc2\xa0"
     "4\x1b[31m 5\x1b[0m",
     "445", GAME},
    {"[]", "", GAME},
    {" {\"position\" : \"\\u0034\\u0034\"}\n", "44", GAME},

    /* data of 'gen --csv' */
    {"4453,4,-2,-5,-5,-2,-3,-4,-2,-2", "4453", GAME},
    {"444444,6,-2,-2,-3,-1,,-1,-3,-2", "444444", GAME},
    {"1,1,2,-2,,,,,,-1", "1", GAME},
    {"4,1,4,4,5,5,6,2,2,7", "4144556227", GAME}, /* no scores, but moves */
    {"4453, 4, 2, 5, 5, 2, 3, 4, 2, 2 ", "4453", GAME},
    {"4,1,4,4,5,5,6,2,2,", "414455622", GAME},
    {"4,1,2,,,,,,,", "4", GAME},
    {"{\"position\": \"4453,4,-2,-5,-5,-2,-3,-4,-2,-2\"}", "4453", GAME},

    /* lines before a text */
    {"# 12\n4453", "4453", GAME},
    {"#1\r\n \n# 2\r\n{\"pos\": \"4453\"}\r\n", "4453", GAME},
    {"# 12\n?pos=4453", "4453", GAME},

    /* columns from 0 */
    {"33331", "44442", FROM_0},
    {"0 1 2 1", "1232", FROM_0},
    {"[3, 3, 0]", "441", FROM_0},
    {"1. d1 a1 2. 6", "417", FROM_0},
    {"{\"moves\": [3, 3]}", "44", FROM_0},
    {"/#33", "44", FROM_0},

    /* nothing, in all its forms */
    {"", "", GAME},
    {"-", "", GAME},
    {"\n", "", GAME},
    {" -\n", "", GAME},
    {"{\"position\": \"-\"}", "", GAME},
    {"\xef\xbb\xbf", "", GAME},
    {"\xef\xbb\xbf"
     "4453\r\n",
     "4453", GAME},

    /* all moves of a board are no cells */
    {"[1,2,1,2,1,2,2,1,2,1,2,1,3,4,3,4,3,4,4,3,4,3,4,3,5,6,5,6,5,6,6,5,6,5,6,5,"
     "7,7,7,7,7,7]",
     "121212212121343434434343565656656565777777", GAME},

    /* what 'fourscore review' prints */
    {"44444325\nWith best play from here x wins on move 37.\nx: accuracy 75%\n",
     "44444325", GAME},
    {"4453 x 50% o 100% With best play from here o wins.", "4453", GAME},
    {"- x - o - With best play from here x wins.", "", GAME},
    {"d;d ;e;c ; bad; d", "4453", GAME},
    {"d1 ; ... better e2\nd2", "44", GAME},
    {"D1\nD2 E1 {The end. Of it.} C1", "4453", GAME}, /* which this is not */
};

/* The rows above those of two or three stones. */
#define FOUR(row) row row row row
#define NONE "-1 -1 -1 -1 -1 -1 -1\n"
#define NOTHING "0,0,0,0,0,0,0,"
#define BLANKS "| | | | | | | |\n"
#define LINE "+---+---+---+---+---+---+---+\n"
#define WIDE "|   |   |   |   |   |   |   |\n"
#define CELLS "[0,0,0,0,0,0,0],"
#define BOTTOM "b,b,b,b,b,b,"
#define WHITE "\u26aa\u26aa\u26aa\u26aa\u26aa\u26aa\u26aa"
#define SQUARES "\u2b1b\u2b1b\u2b1b\u2b1b\u2b1b\u2b1b\u2b1b"
#define BARS "\u2551 \u2551 \u2551 \u2551 \u2551 \u2551 \u2551 \u2551\n"

/* Boards, and moves that lead there. */
static const struct example boards[] = {
    /* one word for all cells */
    {FOUR("0000000") "0002000"
                     "0001000",
     "44", GAME},
    {FOUR(".......") "...o..."
                     "..xx...",
     "443", GAME},
    {FOUR("_______") "___O___"
                     "__XX___",
     "443", GAME},
    {FOUR("-------") "---Y---"
                     "--RR---",
     "443", GAME},

    /* marks */
    {FOUR(".......\n") "...o...\n...x...", "44", GAME},
    {FOUR(".......\r\n") "...o...\r\n...x...\r\n", "44", GAME},
    {FOUR(". . . . . . .\n") ". . . 2 . . .\n. . 1 1 . . .\n", "443", GAME},
    {FOUR("0 0 0 0 0 0 0\n") "0 0 0 2 0 0 0\n0 0 0 1 0 0 0", "44", GAME},
    {FOUR("-------\n") "---o---\n---x---\n", "44", GAME},
    {FOUR("_ _ _ _ _ _ _\n") "_ _ _ Y _ _ _\n_ _ _ R _ _ _\n", "44", GAME},
    {FOUR(".......\n") ".......\n..rry..\n", "354", GAME},
    {FOUR(".......\n") "...\xf0\x9f\x9f\xa1...\n...\xf0\x9f\x94\xb4...\n", "44",
     GAME},

    /* who has more stones has moved first; if none has, R has */
    {FOUR(".......\n") "...R...\n..YY...\n", "443", GAME},
    {FOUR(".......\n") "...Y...\n...R...\n", "44", GAME},
    {FOUR(".......\n") ".......\n...Y...\n", "4", GAME},

    /* frames, names and numbers */
    {FOUR(BLANKS) "| | | |O| | | |\n| | |X|X| | | |\n---------------\n 1 2 3 4 "
                  "5 6 7",
     "443", GAME},
    {" 0   1   2   3   4   5   6\n" LINE FOUR(WIDE) WIDE LINE
     "|   |   |   | X |   |   |   |\n" LINE,
     "4", GAME},
    {"+-------------+\n" FOUR("|. . . . . . .|\n") "|. . . o . . .|\n|. . . x "
                                                   ". . .|\n+=============+\n",
     "44", GAME},
    {"6 . . . . . . .\n5 . . . . . . .\n4 . . . . . . .\n3 . . . . . . .\n"
     "2 . . . 2 . . .\n1 . . . 1 . . .\n  a b c d e f g",
     "44", GAME},
    {"  A B C D E F G\n. . . . . . . 6\n. . . . . . . 5\n. . . . . . . 4\n"
     ". . . . . . . 3\n. . . 2 . . . 2\n1 . . 1 . . . 1\n",
     "441", GAME},
    {"0|.......\n1|.......\n2|.......\n3|.......\n4|...o...\n5|...x...\n  "
     "0123456",
     "44", GAME},
    {FOUR("0 0 0 0 0 0 0\n") "0 0 0 -1 0 0 0\n0 0 0 1 0 0 0\n", "44", GAME},
    {"-------\n" FOUR("|_______|\n") "|___O___|\n|__XX___|\n|-------|\n", "443",
     GAME},
    {"|1|2|3|4|5|6|7|\n" FOUR(
         "_ _ _ _ _ _ _\n") "_ _ _ O _ _ _\n_ _ X X _ _ _\n",
     "443", GAME},
    {"0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 1\n0 0 0 0 0 0 0 2\n0 0 0 0 0 0 0 3\n"
     "0 0 0 2 0 0 0 4\n0 0 0 1 0 0 0 5\n",
     "44", GAME},
    {"......./......./......./......./...o.../..xx...", "443", GAME},
    {" .|.|.|.|.|.|. \n\n.|.|.|.|.|.|.\n.|.|.|.|.|.|.\n.|.|.|.|.|.|.\n"
     ".|.|.|o|.|.|.\n.|.|.|x|.|.|.\n-+-+-+-+-+-+-\n1|2|3|4|5|6|7",
     "44", GAME},

    /* bars between cells only, and a first cell that is no number */
    {"0|0|0|0|0|0|0\n0|0|0|0|0|0|0\n0|0|0|0|0|0|0\n0|0|0|0|0|0|0\n"
     "2|0|0|0|0|0|0\n1|0|0|1|0|0|0\n",
     "114", GAME},
    {".|.|.|.|.|.|.\n.|.|.|.|.|.|.\n.|.|.|.|.|.|.\n.|.|.|.|.|.|.\n"
     "2|.|.|.|.|.|.\n1|.|.|1|.|.|.\n",
     "114", GAME},
    {"6 |0|0|0|0|0|0|0|\n5 |0|0|0|0|0|0|0|\n4 |0|0|0|0|0|0|0|\n"
     "3 |0|0|0|0|0|0|0|\n2 |0|0|0|2|0|0|0|\n1 |1|0|0|1|0|0|0|\n",
     "441", GAME},
    {"6 | | | | | | | |\n5 | | | | | | | |\n4 | | | | | | | |\n"
     "3 | | | | | | | |\n2 | | | | | | | |\n1 | | | | | | | |\n",
     "", GAME},

    /* JSON */
    {"[" FOUR("[\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\"],") CELLS
     "[0,0,\"1\",1,\"2\",0,0]]",
     "354", GAME},
    {"[" CELLS CELLS CELLS CELLS CELLS "[0,0,0,\"\xf0\x9f\x94\xb4\",0,0,0]]",
     "4", GAME},
    {"[" CELLS CELLS CELLS CELLS "[0,0,0,2,0,0,0],[0,0,0,1,0,0,0]]", "44",
     GAME},
    {"[" FOUR(NOTHING) "0,0,0,2,0,0,0, 0,0,1,1,0,0,0]", "443", GAME},
    {"{\"board\": [" FOUR(NOTHING) NOTHING "0,0,0,1,0,0,0], \"mark\": 2}", "4",
     GAME},
    {"{\"board\":[" FOUR(
         "[null,null,null,null,null,null,null],") "[null,null,null,null,null,"
                                                  "null,null],[null,null,null,-"
                                                  "1,null,null,null]]}",
     "4", GAME},
    {"[" FOUR("\".......\",") "\"...o...\", \"..xx...\"]", "443", GAME},
    {"{\"board\":\"" FOUR(".......\\n") "...o...\\n...x...\"}", "44", GAME},
    {"{\"position\":\"......./......./......./......./......./"
     "...\\ud83d\\udd34...\"}",
     "4", GAME},

    /* as programs print lists */
    {"[" FOUR("[0 0 0 0 0 0 0]\n ") "[0 0 0 2 0 0 0]\n [0 0 1 1 0 0 0]]", "443",
     GAME},
    {"[" FOUR(
         "[ 0.  0.  0.  0.  0.  0.  0.]\n") "[ 0.  0.  0. -1.  0.  0.  0.]\n"
                                            "[ 0.  0.  1.  1.  0.  0.  0.]]",
     "443", GAME},
    {"np.array([" FOUR(CELLS) "[0,0,0,2,0,0,0],\n[0,0,1,1,0,0,0]], dtype=int8)",
     "443", GAME},
    {"((0,0,0,0,0,0,0)," FOUR("(0,0,0,0,0,0,0),") "(0,0,0,1,0,0,0))", "4",
     GAME},
    {"{{0,0,0,0,0,0,0}," FOUR("{0,0,0,0,0,0,0},") "{0,0,0,1,0,0,0},}", "4",
     GAME},
    {"{" FOUR(
         "{'.','.','.','.','.','.','.'},") "{'.','.','.','O','.','.','.'},"
                                           "{'.','.','X','X','.','.','.'}}",
     "443", GAME},
    {"[" FOUR(
         "[' ', ' ', ' ', ' ', ' ', ' ', ' '], ") "[' ', ' ', ' ', 'O', ' ', "
                                                  "' ', ' '], [' ', ' ', 'X', "
                                                  "'X', ' ', ' ', ' ']]",
     "443", GAME},
    {"[" FOUR(
         "[None,None,None,None,None,None,None],") "[None,None,None,'yellow',"
                                                  "None,None,None],[None,None,'"
                                                  "red','red',None,None,None]]",
     "443", GAME},
    {"{'board': [" FOUR(NOTHING) NOTHING "0,0,0,1,0,0,0], 'mark': 2}", "4",
     GAME},

    {"[0,0,0,0,0,0,0]\n" FOUR("[0,0,0,0,0,0,0]\n") "[0,0,0,1,0,0,0]\n", "4",
     GAME},
    {"board = [" FOUR("[0,0,0,0,0,0,0],\n") CELLS "[0,0,0,1,0,0,0]]", "4",
     GAME},
    {"int b[6][7] = {" FOUR(
         "{0,0,0,0,0,0,0},") "{0,0,0,0,0,0,0},{0,0,0,1,0,0,0}};",
     "4", GAME},
    {"{\"grid\": [" CELLS FOUR(CELLS) "[0,0,0,\"X\",0,0,0]]}", "4", GAME},
    {"{\"cells\": [" FOUR(NOTHING) NOTHING "0,0,0,1,0,0,0]}", "4", GAME},
    {"[" FOUR(
         "[false,false,false,false,false,false,false],") "[\"Empty\",\"empty\","
                                                         "\"EMPTY\",\"BLACK\","
                                                         "nil,\"\",\" \"],"
                                                         "[null,None,\"Red\","
                                                         "\"RED\",null,null,"
                                                         "null]]",
     "443", GAME},

    /* other colours, circles and frames */
    {FOUR(".......\n") "...B...\n..RR...", "443", GAME},
    {FOUR(".......\n") "...r...\n...bb..", "445", GAME},
    {FOUR(WHITE "\n") "\u26aa\u26aa\u26aa\U0001f7e1\u26aa\u26aa\u26aa\n"
                      "\u26aa\u26aa\U0001f534\U0001f534\u26aa\u26aa\u26aa",
     "443", GAME},
    {"1\ufe0f\u20e32\ufe0f\u20e33\ufe0f\u20e34\ufe0f\u20e35\ufe0f\u20e36\ufe0f"
     "\u20e37\ufe0f\u20e3\n" FOUR(SQUARES "\n") SQUARES
     "\n"
     "\u2b1b\u2b1b\u2b1b\U0001f534\u2b1b\u2b1b\u2b1b",
     "4", GAME},
    {FOUR(SQUARES "\n") "\u2b1b\u2b1b\u2b1b\U0001f7e8\u2b1b\u2b1b\u2b1b\n"
                        "\u2b1b\u2b1b\U0001f7e5\U0001f7e5\u2b1b\u2b1b\u2b1b",
     "443", GAME},
    {FOUR("\u00b7 \u00b7 \u00b7 . . . .\n") ". . . \u25cb . . .\n"
                                            ". . . \u25cf . . .",
     "44", GAME},
    {"\u2554\u2550\u2566\u2550\u2557\n" FOUR(BARS) BARS
     "\u2551 \u2551 \u2551 \u2551X\u2551 \u2551 \u2551 "
     "\u2551\n\u255a\u2550\u255d",
     "4", GAME},
    {FOUR(". . . . . . .\n") ". . . . . . .\n"
                             ". . . \x1b[31mX\x1b[0m . . .",
     "4", GAME},
    {FOUR("0000000\n") "0000000\n0012000\n1\n", "34", GAME}, /* 1 to move */
    {FOUR(".......\n") ".......\n..xo...\nx is to move\n", "34", GAME},
    {FOUR(".......\n") ".......\n..YR...\nRed to move, Yellow\n", "43", GAME},
    {FOUR(".......\n") ".......\n...R...\nYellow to move\n", "4", GAME},
    {FOUR(".......\n") ".......\n..xo...\nRed to move\n", "34", GAME},

    /* -1 for no stone; 0 and 1 do not say who is first */
    {FOUR(NONE) NONE "-1 -1 -1 0 -1 -1 -1\n", "4", GAME},
    {FOUR(NONE) "-1 -1 -1 1 -1 -1 -1\n-1 -1 0 0 -1 -1 -1\n", "443", GAME},
    {FOUR(NONE) "-1 -1 -1 0 -1 -1 -1\n-1 -1 1 1 -1 -1 -1\n", "443", GAME},
    {"[" FOUR("[-1,-1,-1,-1,-1,-1,-1],") "[-1,-1,-1,1,-1,-1,-1],"
                                         "[-1,-1,-1,0,-1,-1,-1]]",
     "44", GAME},

    {"[" FOUR(
         "false,nil,False,nil,false,nil,nil,") "nil,nil,nil,nil,nil,nil,nil,"
                                               "nil,nil,1,2,nil,nil,nil]",
     "34", GAME},
    /* values with commas */
    {FOUR("0,0,0,0,0,0,0\n") "0,0,0,2,0,0,0\n0,0,1,1,0,0,0\n", "443", GAME},
    {FOUR(",,,,,,\n") ",,,O,,,\n,,X,X,,,", "443", GAME},
    {FOUR(
         "., ., ., ., ., ., .,\n") "., ., ., o, ., ., .,\n., ., x, x, ., ., .,",
     "443", GAME},
    {FOUR("0,0,0,0,0,0,0,") "0,0,0,2,0,0,0,0,0,1,1,0,0,0", "443", GAME},

    /* the UCI data set, from the bottom of each column */
    {BOTTOM BOTTOM BOTTOM "x,o,b,b,b,b," BOTTOM BOTTOM "b,b,b,b,b,b,win", "44",
     GAME},
    {BOTTOM "x,b,b,b,b,b," BOTTOM "o,x,b,b,b,b," BOTTOM BOTTOM "b,b,b,b,b,b",
     "244", GAME},
    {"x,o,x,o,x,o," BOTTOM BOTTOM BOTTOM BOTTOM BOTTOM "b,b,b,b,b,b,loss",
     "111111", GAME},

    /* links */
    {"?pos=......./......./......./......./...o.../..xx...", "443", GAME},
};

TEST(games_are_read)
{
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const struct example *game = &games[i];
        char moves[FOURSCORE_MAX_CELLS + 1];
        struct fourscore_error error;
        if (fourscore_read_game(moves, 7, 6, game->notation, game->text,
                                strlen(game->text), &error) != FOURSCORE_OK)
            fail_msg("%s\nat %zu: %s", game->text, error.at, error.reason);
        assert_string_equal(moves, game->moves);
        assert_string_equal(moves_of(game->text, game->notation, moves),
                            game->moves);
        fourscore_position expected = test_position(7, 6, game->moves);
        fourscore_position read = read_text(7, 6, game->notation, game->text);
        assert_same(&read, &expected);
    }
}

TEST(boards_are_read_and_are_no_games)
{
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        const struct example *board = &boards[i];
        char moves[FOURSCORE_MAX_CELLS + 1];
        struct fourscore_error error;
        fourscore_position expected = test_position(7, 6, board->moves);
        fourscore_position read = read_text(7, 6, board->notation, board->text);
        if (memcmp(&read, &expected, sizeof read) != 0)
            fail_msg("%s\nis not %s", board->text, board->moves);
        assert_string_equal(moves_of(board->text, board->notation, moves), "");
        assert_int_equal(fourscore_read_game(moves, 7, 6, board->notation,
                                             board->text, strlen(board->text),
                                             &error),
                         FOURSCORE_BAD_POSITION);
        assert_string_equal(error.reason,
                            "a board does not say in which order its stones "
                            "were played; expected the moves of a game");
    }
}

/* On boards of at most three columns digits alone are moves. */
TEST(other_boards_are_read)
{
    static const struct {
        int width, height;
        const char *text, *moves;
    } examples[] = {
        {3, 3, "[\"...\", \"...\", \".x.\"]", "2"},
        {3, 3, "...\n...\n.x.\n1 2 3", "2"},
        {3, 3, "121323213", "121323213"},
        {3, 3, "000/000/010", "2"},
        {4, 4, "1212\n1212\n2121\n1212", "1234214312341234"},
        {12, 9, "{\"moves\": [10, 11, 12, 1]}", "abc1"},
        {12, 9, "[9, \"b\"]", "9b"},
        {12, 9, "abc1", "abc1"},
        {1, 1, "[1]", "1"},
        {2, 1, "1", "1"},
        {9, 7, "i1 a1", "91"},
        {3, 1, "x,o,.", "12"}, /* cells of the UCI data set, but the last one */
        {12, 4, "1ABc", "1abc"},
        {12, 2, "............\nxo..........\n0123456789ab", "12"},
        {11, 2, "...........\nxo.........\n0 1 2 3 4 5 6 7 8 9 10", "12"},
        {4, 2, "2 ..*.\n1 xo!+\n  abcd\n", "12"},
        {4, 2, "{\"a\":1,\"observation\":{\"board\":[0,0,0,0,1,2,0,0]}}", "12"},
    };
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        int width = examples[i].width, height = examples[i].height;
        fourscore_position expected =
            test_position(width, height, examples[i].moves);
        fourscore_position read =
            read_text(width, height, FOURSCORE_AUTO, examples[i].text);
        assert_same(&read, &expected);
        char moves[FOURSCORE_MAX_CELLS + 1];
        if (fourscore_read_game(moves, width, height, FOURSCORE_AUTO,
                                examples[i].text, strlen(examples[i].text),
                                NULL) == FOURSCORE_OK)
            assert_string_equal(moves, examples[i].moves);
    }
}

TEST(what_says_no_position_is_refused_in_words)
{
    static const struct {
        const char *text;
        size_t at;
        const char *reason;
        int notation;
    } refusals[] = {
        {"2,2,4,4.,2,5", 6, "the number of a move, expected a move behind it",
         GAME},
        {"1212121 0-1", 8,
         "the result says: the second player wins; the moves: the first player "
         "wins",
         GAME},
        {"1212121 1/2-1/2", 8,
         "the result says: a draw; the moves: the first player wins", GAME},
        {"[Result \"0-1\"] 1212121", 9,
         "the result says: the second player wins; the moves: the first player "
         "wins",
         GAME},
        {"44 1-0 5", 7, "a move after the result of the game", GAME},
        {"[SetUp \"1\"] 44", 0, "games are read from the empty board only",
         GAME},
        {"[Event x] 44", 0,
         "a tag is written as [Name \"value\"], a list of moves as [4, 4, 5]",
         GAME},
        {"d1-", 2, "'-' is not a column, expected 1 to 7", GAME},
        {"d1 - d2", 3, "'-' is not a column, expected 1 to 7", GAME},

        {"44455554221 2", 12,
         "expected all moves in one word, or each in its own", GAME},
        {"4453,4,2", 5, "expected all moves in one word, or each in its own",
         GAME},
        {"17;44", 3, "expected all moves in one word, or each in its own",
         GAME},
        {"4453\n44", 5, "expected all moves in one word, or each in its own",
         GAME},
        {"1 2 12", 4, "expected all moves in one word, or each in its own",
         GAME},
        {"[\"4453\", 2]", 9,
         "expected all moves in one word, or each in its own", GAME},
        {"d1 d2 2", 6, "expected all moves in letters, or all in digits", GAME},
        {"2 d1", 2, "expected all moves in letters, or all in digits", GAME},
        {"1. d1 d2 2", 9, "expected all moves in letters, or all in digits",
         GAME},
        {"1 d1 d2 2 e1", 2, "expected all moves in letters, or all in digits",
         GAME},
        {"d1 d2 1 2 3 4 5 6 7", 6,
         "expected all moves in letters, or all in digits", GAME},
        {"[\"d1\", 2]", 7, "expected all moves in letters, or all in digits",
         GAME},
        {"A_Red,B_Red", 7, "a second move of this colour in turn", GAME},
        {"{\"moves\": \"44\", \"width\": 8}", 25,
         "width is 8; expected 7 for a board of 7x6", GAME},
        {"{\"moves\": \"44\", \"cols\": \"8\"}", 24,
         "cols is 8; expected 7 for a board of 7x6", GAME},
        {"{\"board\": \"8x7\", \"position\": \"44\"}", 10,
         "this is for a board of 8x7, not of 7x6", GAME},
        {"{\"moves\": \"44\", \"size\": \"6x7\"}", 24,
         "this is for a board of 6x7, not of 7x6", GAME},
        {"{\"moves\": \"44\", \"rows\": 7}", 24,
         "rows is 7; expected 6 for a board of 7x6", GAME},
        {"{\"position\": \"\", \"moves\": [4]}", 26,
         "moves is another position than position", GAME},
        {"{\"board\": \"44\", \"moves\": \"45\"}", 10,
         "board is another position than moves", GAME},
        {"{\"pos\": \"44\", \"pos\": \"55\"}", 21,
         "pos is another position than pos", GAME},
        {"{\"pos\": \"44\", \"rows\": 6, \"rows\": 7}", 33,
         "rows is 7; expected 6 for a board of 7x6", GAME},
        {"?moves=44&pos=55", 7, "moves is another position than pos", GAME},
        {"?pos=44&pos=55", 12, "pos is another position than pos", GAME},
        {"?pos=44&board=7x6&board=8x7", 24,
         "this is for a board of 8x7, not of 7x6", GAME},
        {"[[0,0],[0]]", 1,
         "row 1 has 2 cells; expected 7 for a board of 7x6 (row 1 is at the "
         "top)",
         GAME},
        {FOUR(".......\n") ".......\n...01..", 43,
         "'0' beside x and o or '.' may mean a stone; expected '.' for an "
         "empty cell",
         GAME},
        {"[[null,null,null,0,1,null,null]]", 17,
         "'0' beside x and o or '.' may mean a stone; expected '.' for an "
         "empty cell",
         GAME},
        {"...1...\n..." FOUR("....\n...") "....", 3,
         "the stone in column 4, row 6 has nothing below it; the top row comes "
         "first",
         GAME},
        {FOUR("0000000\n") "0000000\n0012000\n2", 48,
         "expected the end of the board behind 6 rows, found '2'", GAME},
        {"{a comment}", 0, "a comment alone; names in JSON have double quotes",
         GAME},
        {"{pos: '4'}", 0, "a comment alone; names in JSON have double quotes",
         GAME},
        {"{'tis good}", 0, "a comment alone; names in JSON have double quotes",
         GAME},
        {"{4, or 5}", 4,
         "or is not a column, expected the 42 cells of a board of 7x6, or "
         "moves",
         GAME},
        {"{4 5}", 0, "a comment alone; names in JSON have double quotes", GAME},
        {"(4)", 0, "a side line follows the move that it replaces", GAME},
        {"(4 4)", 0, "a side line follows the move that it replaces", GAME},
        {"{'pos': 4}", 8, "pos is 4; expected a string or a list", GAME},
        {"array([4, 4.5])", 10,
         "4.5 is not a column, expected the 42 cells of a board of 7x6, or "
         "moves",
         GAME},
        {"array([4, 4], dtype", 19,
         "found the end of the text in JSON, expected ',' or ')'", GAME},
        {"[Move(1, 4), Move(2, 4)]", 1,
         "Move(1, 4) is not a column, expected the 42 cells of a board of 7x6, "
         "or moves",
         GAME},
        {"[Array(7), Array(7)]", 1,
         "Array(7) is not a column, expected the 42 cells of a board of 7x6, "
         "or moves",
         GAME},
        {"{'moves': array('b', [4, 4])}", 10,
         "moves is array('b', [4, 4]); expected a string or a list", GAME},
        {"d1 d2 = {equal} c1", 6, "'=' is not a column, expected 1 to 7", GAME},
        {"| | | |\x1b[1;41m \x1b[0m| | | |", 7,
         "byte 0x1b is not a cell, expected '.', 'x' or 'o'", GAME},
        {"[4, x(]", 6, "found ']' in JSON, expected a value", GAME},
        {"array([4, 4)", 11, "found ')' in JSON, expected ',' or ']'", GAME},
        {"# a comment", 0,
         "only blanks, or a comment after #; the empty board is written as -",
         GAME},
        {"#4453", 0,
         "only blanks, or a comment after #; the empty board is written as -",
         GAME},
        {"4 {", 2, "'{' without a '}' behind it", GAME},
        {"4 (5", 2, "'(' without a ')' behind it", GAME},
        {"[Event \"a\"]", 0, "no moves; the empty board is written as -", GAME},
        {"*", 0, "no moves; the empty board is written as -", GAME},
        {" ", 0,
         "only blanks, or a comment after #; the empty board is written as -",
         GAME},
        {"\n\n", 0,
         "only blanks, or a comment after #; the empty board is written as -",
         GAME},

        {"{}", 0,
         "an object without a string or a list, not of objects, as its "
         "position, pos, moves, history, game, board, grid or cells",
         GAME},
        {"{\"score\": 1}", 0,
         "an object without a string or a list, not of objects, as its "
         "position, pos, moves, history, game, board, grid or cells",
         GAME},
        {"{\"moves\": [{\"column\": 4}]}", 0,
         "an object without a string or a list, not of objects, as its "
         "position, pos, moves, history, game, board, grid or cells",
         GAME},
        {"[{\"column\": 4}]", 1,
         "an object is not a column, expected the 42 cells of a board of 7x6, "
         "or moves",
         GAME},
        {"{\"observation\": 4453}", 16,
         "observation is 4453; expected a string or a list", GAME},
        {FOUR(".......\n") ".......\n..*xo..\n", 42,
         "'*' is not a cell, expected '.', 'x' or 'o'", GAME},
        {FOUR(".......\n") ".......\n..xo...\no to move", 48,
         "by the number of stones the other player is to move", GAME},
        {FOUR(".......\n") ".......\n..RY...\nYellow is to move", 48,
         "by the number of stones the other player is to move", GAME},
        {"{\"position\": 4453}", 13,
         "position is 4453; expected a string or a list", GAME},
        {"{\"position\": \"4458\"}", 17, "'8' is not a column, expected 1 to 7",
         GAME},
        {"{\"position\": \"4453\"", 19,
         "found the end of the text in JSON, expected ',' or '}'", GAME},
        {"{\"position\": \"44\\", 17,
         "found the end of the text in JSON, expected '\"'", GAME},
        {"{\"position\" \"44\"}", 12, "found '\"' in JSON, expected ':'", GAME},
        {"[[0,0", 5, "found the end of the text in JSON, expected ',' or ']'",
         GAME},
        {"[4;4]", 2, "found ';' in JSON, expected ',' or ']'", GAME},
        {"[4, None]", 4,
         "None is not a column, expected the 42 cells of a board of 7x6, or "
         "moves",
         GAME},
        {"[4,, 4]", 3, "found ',' in JSON, expected a value", GAME},
        {"(4, 4]", 0, "a side line follows the move that it replaces", GAME},
        {"[4] 4", 4, "found '4' in JSON, expected the end of the text", GAME},
        {"[\"\", 4]", 1,
         "\"\" is not a column, expected the 42 cells of a board of 7x6, or "
         "moves",
         GAME},
        {"[\"a\",null]", 5,
         "null is not a column, expected the 42 cells of a board of 7x6, or "
         "moves",
         GAME},
        {"[true]", 1,
         "true is not a column, expected the 42 cells of a board of 7x6, or "
         "moves",
         GAME},
        {"[4, 02]", 4,
         "02 is not a column, expected the 42 cells of a board of 7x6, or "
         "moves",
         GAME},
        {"[[00,0,0,0,0,0,0]]", 2, "00 is not a mark, expected 0, 1 or 2", GAME},
        {"{\"moves\": [4, 01.]}", 14,
         "01. is not a column, expected the 42 cells of a board of 7x6, or "
         "moves",
         GAME},
        {"[[0,0,0,0,0,0],[0,0,0,0,0,0]]", 1,
         "row 1 has 6 cells; expected 7 for a board of 7x6 (row 1 is at the "
         "top)",
         GAME},
        {"[[0,0,0,0,0,0,0],[0,0,0,0,0,0,0]]", 32,
         "2 rows; expected 6 for a board of 7x6", GAME},
        {"[4, 4, 9]", 7, "'9' is not a column, expected 1 to 7", GAME},
        {"[4, 10]", 4,
         "10 is not a column, expected the 42 cells of a board of 7x6, or "
         "moves",
         GAME},
        {"[4, true]", 4,
         "true is not a column, expected the 42 cells of a board of 7x6, or "
         "moves",
         GAME},

        {"https://example.org/", 20,
         "a link without a position; expected ?pos=MOVES or #MOVES", GAME},
        {"https://example.org/#", 21,
         "a link without a position; expected ?pos=MOVES or #MOVES", GAME},
        {"/#7x6/448", 8, "'8' is not a column, expected 1 to 7", GAME},
        {"/#8x7/44", 2, "this is for a board of 8x7, not of 7x6", GAME},
        {"?pos=44&board=6x7", 14, "this is for a board of 6x7, not of 7x6",
         GAME},
        {"?pos=4@7", 6, "there is no move 7 in the text", GAME},

        {".......\n......\n", 14,
         "row 2 has 6 cells; expected 7 for a board of 7x6 (row 1 is at the "
         "top)",
         GAME},
        {"......./......./......./......./.......", 39,
         "5 rows; expected 6 for a board of 7x6", GAME},
        {FOUR("0 0 0 0 0 0 0 0\n") "0 0 0 0 0 0 0 0\n0 0 0 1 0 0 0 2\n", 14,
         "row 1 has 8 cells; expected 7 for a board of 7x6 (row 1 is at the "
         "top)",
         GAME},
        {FOUR("0 0 0 0 0 0 0 ") "0 0 0 0 0 0 0 0 0 0 1 -1 0 0 0", 0,
         "'0' is not a column, expected 1 to 7; FOURSCORE_FROM_0 counts from 0",
         GAME},
        {"6 .......\n5 .......\n.......\n", 20,
         "row 3 from the top: expected 7 cells and the row's number, as above",
         GAME},
        {FOUR(".......\n") ".......\n.......\n.......\n", 48,
         "expected the end of the board behind 6 rows, found '.'", GAME},
        {"-------\no------\nx------\no------\nx------\no------\nx------", 48,
         "expected the end of the board behind 6 rows, found 'x'", GAME},
        {FOUR(".......\n") "...o...\n...1...", 43,
         "'1' is of another kind than the marks before; expected x and o, 1 "
         "and "
         "2, or R and Y",
         GAME},
        {FOUR("0000000\n") "000o000\n000x000", 35,
         "'0' beside x and o or '.' may mean a stone; expected '.' for an "
         "empty cell",
         GAME},
        {FOUR(".......\n") "...?...\n...x...", 35,
         "'?' is not a cell, expected '.', 'x' or 'o'", GAME},
        {FOUR(".......\n") "...x...\n.......", 35,
         "the stone in column 4, row 2 has nothing below it", GAME},
        {FOUR(".|.|.|.|.|.|.\n") "o|.|.|.|.|.|.\nx|.|.|.|.|.|.,x", 82,
         "'.' is not a cell, expected '.', 'x' or 'o'", GAME},
        {"|x|o|,", 5, "',' is not a cell, expected '.', 'x' or 'o'", GAME},
        {BOTTOM BOTTOM "x,o,?", 28, "cell 15 is '?'; expected b, x or o", GAME},
        {BOTTOM BOTTOM "x", 25, "cell 14 is ''; expected b, x or o", GAME},
        {BOTTOM BOTTOM BOTTOM BOTTOM BOTTOM BOTTOM BOTTOM "win,1", 84,
         "expected the class behind 42 cells", GAME},

        {"0 1 2 1", 0,
         "'0' is not a column, expected 1 to 7; FOURSCORE_FROM_0 counts "
         "from 0",
         GAME},
        {"44440", 4,
         "'0' is not a column, expected 1 to 7; FOURSCORE_FROM_0 counts "
         "from 0",
         GAME},
        {"337", 2, "'7' is not a column, expected 0 to 6", FROM_0},

        {"\xff\xfe"
         "4",
         0, "the text is UTF-16; expected UTF-8", GAME},
        {"\xfe\xff"
         "4",
         0, "the text is UTF-16; expected UTF-8", GAME},
        {"\xef\xbc\x94", 0,
         "'\xef\xbc\x94' (U+FF14) is not a column, expected 1 to 7", GAME},
        {"44\xf0\x9f\x99\x82", 2,
         "'\xf0\x9f\x99\x82' (U+1F642) is not a column, expected 1 to 7", GAME},
        {"44\xc3", 2, "byte 0xc3 is not a column, expected 1 to 7", GAME},
        {"44\nhello", 3, "'h' is not a column, expected 1 to 7", GAME},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        fourscore_position position;
        struct fourscore_error error = {.at = 0};
        const char *text = refusals[i].text;
        if (fourscore_read(&position, NULL, 7, 6, refusals[i].notation, text,
                           strlen(text), &error) != FOURSCORE_BAD_POSITION)
            fail_msg("%s\nis read", text);
        if (strcmp(error.reason, refusals[i].reason) != 0 ||
            error.at != refusals[i].at)
            fail_msg("%s\nat %zu: %s", text, error.at, error.reason);
    }
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
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        char moves[FOURSCORE_MAX_CELLS + 1];
        fourscore_position expected = test_position(7, 6, links[i].position);
        fourscore_position read =
            read_text(7, 6, FOURSCORE_AUTO, links[i].text);
        assert_same(&read, &expected);
        assert_int_equal(fourscore_read_game(moves, 7, 6, FOURSCORE_AUTO,
                                             links[i].text,
                                             strlen(links[i].text), NULL),
                         FOURSCORE_OK);
        assert_string_equal(moves, links[i].moves);
        assert_string_equal(moves_of(links[i].text, FOURSCORE_AUTO, moves), "");
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
            read = read_text(width, height, FOURSCORE_AUTO, text);
            assert_same(&read, &position);
            read = read_text(width, height, notation, text);
            assert_same(&read, &position);
        }
        if (moves[0] != '\0') {
            write_game(&random, width, moves, text);
            read = read_text(width, height, FOURSCORE_AUTO, text);
            assert_same(&read, &position);
        }
        fourscore_cells(&position, cells);
        assert_int_equal(
            fourscore_from_cells(&read, width, height, cells, NULL),
            FOURSCORE_OK);
        assert_same(&read, &position);
        write_cells((int)(tt_random(&random) % FORMS), width, width * height,
                    cells, text);
        read = read_text(width, height, FOURSCORE_AUTO, text);
        assert_same(&read, &position);
    }
}
