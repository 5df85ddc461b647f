/* Sentences that say who is to move. */
#include <string.h>

#include "lib/read/reader.h"

/* The words of these sentences.  Any other, such as "over" or "not", may change
 * what a sentence means. */
enum word {
    MOVE,
    PLAY,
    TURN,
    CURRENT,
    NEXT = 5, /* behind "active" */
    TO,
    S,
    YOUR,
    IS,
    PLAYER,
    SIDE,
    CHOOSE,
    MAKE = 17,
    FILLER, /* all words behind "make", which change nothing */
    NUMBER,
    MARK,
    OTHER,
    END
};
static const char words[] =
    "move\0play\0turn\0current\0active\0next\0to\0s\0your\0is\0"
    "player\0side\0choose\0enter\0pick\0select\0drop\0make\0it\0its\0now\0"
    "who\0whose\0the\0a\0go\0goes\0up\0of\0for\0in\0plays\0moves\0"
    "column\0please\0you\0and\0between\0from\0-\0--\0---\0";

static enum word take_word(struct scan *rest, struct scan *word)
{
    static const char between[] = " \t\r:',!?()[]*=#<>\"";
    scan_while(rest, between);
    *word = scan_until(rest, between);
    if (word->at == word->end)
        return END;
    int kind = MOVE;
    for (const char *known = words; *known != '\0'; kind++) {
        if (reader_is_word(*word, known))
            return (enum word)(kind < FILLER ? kind : FILLER);
        known += strlen(known) + 1;
    }
    if (scan_is_digit(*word->at))
        return NUMBER;
    const struct reader_mark *mark = reader_mark(*word, true);
    return mark != NULL && (mark->cell != 0 || mark->second != 0) ? MARK
                                                                  : OTHER;
}

bool reader_turn(struct scan sentence, struct scan *player, bool *is_plain)
{
    struct scan word = {sentence.at, sentence.at}, next_word;
    enum word last = END, before = END, kind = END, next, found = END;
    int numbers = 0; /* behind the player */
    bool is_turn = false, is_choice = false, has_other = false, is_any = false;
    *player = word;
    *is_plain = true;
    do {
        next = take_word(&sentence, &next_word);
        bool is_name = before == PLAYER || before == SIDE;
        bool may_be_player = is_name || before == NEXT ||
                             (before <= PLAY && last == TO) ||
                             (next >= TO && next <= IS);
        if (kind == MARK || (kind == NUMBER && found == END && may_be_player)) {
            has_other = has_other || is_choice ||
                        (found == MARK && reader_mark(*player, true)->cell !=
                                              reader_mark(word, true)->cell);
            found = kind;
            *player = word;
        } else if (kind == NUMBER && found != END && !is_name)
            numbers += scan_has(word, "-") ? 2 : 1;
        else if (kind == NUMBER || kind == NEXT ||
                 (kind == YOUR && found == END))
            *is_plain = false;
        is_any = is_any || kind == MARK || kind == NUMBER;
        has_other = has_other || kind == OTHER ||
                    (kind <= PLAY && next != NUMBER &&
                     (before < NEXT || before > YOUR));
        is_choice = is_choice || (kind >= CHOOSE && kind <= MAKE);
        is_turn = is_turn || kind <= NEXT;
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
