/* Sentences that say who is to move. */
#include "lib/read/reader.h"

/* The words of these sentences.  Any other, such as "over" or "not", may change
 * what a sentence means. */
enum word {
    MOVE,
    PLAY,
    TURN,
    PLAYER,
    SIDE,
    CURRENT,
    NEXT,
    TO,
    S,
    IS,
    YOUR,
    CHOOSE,
    MAKE = 16,
    WORDS = 31, /* those behind "make" change nothing */
    NUMBER,
    MARK,
    OTHER,
    END
};
static const char words[WORDS][8] = {
    "move",   "play",   "turn", "player", "side",  "current", "next",   "to",
    "s",      "is",     "your", "choose", "enter", "pick",    "select", "drop",
    "make",   "it",     "its",  "now",    "whose", "the",     "a",      "go",
    "column", "please", "in",   "you",    "and",   "between", "from",
};

static enum word take_word(struct scan *rest, struct scan *word)
{
    static const char between[] = " \t\r:',!?()[]*=#<>\"";
    scan_while(rest, between);
    *word = scan_until(rest, between);
    if (word->at == word->end)
        return END;
    for (int kind = 0; kind < WORDS; kind++)
        if (reader_is_word(*word, words[kind]))
            return (enum word)kind;
    const struct reader_mark *mark = reader_mark(*word, true);
    if (scan_is_digit(*word->at))
        return NUMBER;
    return mark != NULL && (mark->cell != 0 || mark->second != 0) ? MARK
                                                                  : OTHER;
}

bool reader_turn(struct scan sentence, struct scan *player)
{
    struct scan word = {sentence.at, sentence.at}, next_word;
    enum word last = END, before = END, kind = END, next, found = END;
    int numbers = 0; /* behind the player */
    bool is_turn = false, is_choice = false, has_other = false, is_any = false;
    *player = word;
    do {
        next = take_word(&sentence, &next_word);
        bool is_name = before == PLAYER || before == SIDE;
        bool may_be_player = is_name || before == NEXT ||
                             (before <= PLAY && last == TO) ||
                             (next >= TO && next <= IS);
        if (kind == MARK || (kind == NUMBER && found == END && may_be_player)) {
            has_other = has_other || found == MARK;
            found = kind;
            *player = word;
        } else if (kind == NUMBER && found != END && !is_name)
            numbers += scan_has(word, "-") ? 2 : 1;
        is_any = is_any || kind == MARK || kind == NUMBER;
        has_other = has_other || kind == OTHER ||
                    (kind <= PLAY && (before < NEXT || before > YOUR));
        is_choice = is_choice || (kind >= CHOOSE && kind <= MAKE);
        is_turn = is_turn || kind <= TURN ||
                  (kind == PLAYER && (before == CURRENT || before == NEXT));
        last = before;
        before = kind;
        kind = next;
        word = next_word;
    } while (kind != END);
    if (has_other || found == END || !(is_turn || is_choice) ||
        (numbers != 0 && numbers != 2))
        player->end = player->at;
    return is_choice || (is_any && player->at == player->end);
}
