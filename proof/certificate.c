#include "proof/certificate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/text.h"
#include "proof/map.h"

/* ------------------------------------------------------------------ reading */

enum {
    MAGIC_SIZE = 3,
    VERSION_AT = MAGIC_SIZE,
    BOARD_AT,
    CLAIM_AT,
    SCORE_AT,
    PLIES_AT,
    MOVES_AT,
    CHECKSUM_SIZE = 4,

    VERSION = 1,
    SECOND_PLAYER = 1, /* bits of the claim */
    STATICS = 2,
};

static const uint8_t magic[MAGIC_SIZE] = {'4', 'S', 'C'};

/* CRC-32 as in zip and PNG files. */
static uint32_t checksum(const uint8_t *bytes, size_t size)
{
    uint32_t crc = ~UINT32_C(0);
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
    }
    return ~crc;
}

static bool checksum_is_right(const uint8_t *bytes, size_t size)
{
    uint32_t sum = 0;
    for (size_t i = size - CHECKSUM_SIZE; i < size; i++)
        sum = sum << 8 | bytes[i];
    return sum == checksum(bytes, size - CHECKSUM_SIZE);
}

static enum certificate_status refuse(enum certificate_status status,
                                      const char *what,
                                      char reason[CERTIFICATE_REASON_SIZE])
{
    snprintf(reason, CERTIFICATE_REASON_SIZE, "%s", what);
    return status;
}

/* Set the position after the 'count' moves in 'bytes', two in each byte.
 * Returns false if a move is not possible. */
static bool read_moves(const uint8_t *bytes, int count,
                       struct certificate *certificate)
{
    char *moves = certificate->moves;
    for (int i = 0; i < count; i++) {
        int column = bytes[i / 2] >> (i % 2 == 0 ? 4 : 0) & 15;
        if (column >= BOARD_MAX_WIDTH)
            return false;
        moves[i] = board_column_name(column);
    }
    moves[count] = '\0';
    bool padded = count % 2 == 0 || (bytes[count / 2] & 15) == 0;
    struct position *pos = &certificate->claim.pos;
    size_t bad_at;
    return padded && board_parse(pos->board, moves, (size_t)count, pos,
                                 &bad_at) == BOARD_OK;
}

static enum certificate_status read_claim(const uint8_t *bytes, size_t size,
                                          struct certificate *certificate,
                                          char reason[CERTIFICATE_REASON_SIZE])
{
    struct claim *claim = &certificate->claim;
    int width = bytes[BOARD_AT] >> 4, height = bytes[BOARD_AT] & 15;
    if (!board_is_size(width, height))
        return refuse(CERTIFICATE_DAMAGED, "unknown board", reason);
    claim->pos = board_empty(board_make(width, height));

    int cells = board_cells(claim->pos.board);
    claim->score = bytes[SCORE_AT] - (bytes[SCORE_AT] > 127 ? 256 : 0);
    if (bytes[CLAIM_AT] > (SECOND_PLAYER | STATICS) || claim->score > cells ||
        claim->score < -cells)
        return refuse(CERTIFICATE_DAMAGED, "unknown claim", reason);
    claim->statics = (bytes[CLAIM_AT] & STATICS) != 0;

    int plies = bytes[PLIES_AT];
    size_t end = MOVES_AT + (size_t)(plies + 1) / 2;
    if (plies > board_cells(claim->pos.board) || end + CHECKSUM_SIZE > size ||
        !read_moves(bytes + MOVES_AT, plies, certificate))
        return refuse(CERTIFICATE_DAMAGED, "impossible moves", reason);
    claim->mover = (plies % 2 != 0) == ((bytes[CLAIM_AT] & SECOND_PLAYER) != 0);

    certificate->choices = bytes + end;
    certificate->choices_size = size - CHECKSUM_SIZE - end;
    return CERTIFICATE_OK;
}

enum certificate_status certificate_read(const void *data, size_t size,
                                         struct certificate *certificate,
                                         char reason[CERTIFICATE_REASON_SIZE])
{
    const uint8_t *bytes = data;
    if (size > CERTIFICATE_MAX_BYTES)
        return refuse(CERTIFICATE_DAMAGED,
                      "larger than 1 MiB, the limit of certificates", reason);
    if (size < MOVES_AT + CHECKSUM_SIZE ||
        memcmp(bytes, magic, MAGIC_SIZE) != 0)
        return refuse(CERTIFICATE_DAMAGED, "not a certificate", reason);
    if (bytes[VERSION_AT] != VERSION)
        return refuse(CERTIFICATE_VERSION, "unknown version of the format",
                      reason);
    if (!checksum_is_right(bytes, size))
        return refuse(CERTIFICATE_DAMAGED, "wrong checksum", reason);
    return read_claim(bytes, size, certificate, reason);
}

/* ------------------------------------------------------------------ writing */

static void write_header(const struct certificate *certificate, uint8_t *bytes)
{
    const struct claim *claim = &certificate->claim;
    struct board board = claim->pos.board;
    bool second = (claim->pos.ply % 2 != 0) == claim->mover;
    memcpy(bytes, magic, MAGIC_SIZE);
    bytes[VERSION_AT] = VERSION;
    bytes[BOARD_AT] = (uint8_t)(board.width << 4 | board.height);
    bytes[CLAIM_AT] = (uint8_t)((second ? SECOND_PLAYER : 0) |
                                (claim->statics ? STATICS : 0));
    bytes[SCORE_AT] = (uint8_t)claim->score;
    bytes[PLIES_AT] = (uint8_t)claim->pos.ply;
    for (int i = 0; i < claim->pos.ply; i++) {
        int column = board_column_named(board, certificate->moves[i]);
        bytes[MOVES_AT + i / 2] |= (uint8_t)(column << (i % 2 == 0 ? 4 : 0));
    }
}

uint8_t *certificate_write(const struct certificate *certificate, size_t *size)
{
    size_t count = certificate->choices_size;
    size_t end = MOVES_AT + (size_t)(certificate->claim.pos.ply + 1) / 2;
    uint8_t *bytes = calloc(1, end + count + CHECKSUM_SIZE);
    if (bytes == NULL)
        return NULL;
    write_header(certificate, bytes);
    if (count > 0)
        memcpy(bytes + end, certificate->choices, count);
    uint32_t sum = checksum(bytes, end + count);
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes[end + count++] = (uint8_t)(sum >> shift);
    *size = end + count;
    return bytes;
}

/* ----------------------------------------------------------------- checking */

enum { SMALL_MAP = 1 << 16 }; /* slots; a larger map is not kept */

/* The replies to each cell, in the order in which they are tried; cells are
 * numbers.  No cell is twice in a list. */
struct policy {
    uint8_t replies[CHOICES_CELLS][BOARD_MAX_CELLS];
    uint8_t counts[CHOICES_CELLS];
    struct map visited;
};

struct check {
    const struct claim *claim;
    struct board board;
    struct choices choices;
    struct policy policy;
    struct map seen; /* canonical keys of proven positions, P to move */
    const struct certificate_visitor *visitor;
    uint64_t max_states;
    struct certificate_result *result;
    enum certificate_status status;
    bool mirrored; /* 'result->moves' are the mirror image */
    int ply;
};

static bool fail(struct check *check, enum certificate_status status,
                 const char *reason)
{
    check->status = status;
    check->result->reason = reason;
    return false;
}

/* Play a move and note its column. */
static struct position play(struct check *check, struct position pos,
                            board_bits cell)
{
    int column = board_column_of(check->board, cell);
    if (check->mirrored)
        column = check->board.width - 1 - column;
    check->result->moves[check->ply++] = board_column_name(column);
    check->result->moves[check->ply] = '\0';
    return board_play_cell(pos, cell);
}

static void unplay(struct check *check)
{
    check->result->moves[--check->ply] = '\0';
}

static bool add(struct check *check, struct map *map, board_bits key,
                bool *added)
{
    if (map_add(map, key, 0, added) == NULL)
        return fail(check, CERTIFICATE_NO_MEMORY, "out of memory");
    return true;
}

/* Let the visitor see a choice, or make it. */
static bool show(struct check *check, struct certificate_choice *choice)
{
    const struct certificate_visitor *visitor = check->visitor;
    return visitor->choice == NULL ||
           visitor->choice(visitor->context, choice) ||
           fail(check, CERTIFICATE_NO_MEMORY, "out of memory");
}

/* Read a choice of one of 'moves', or let the visitor make it and write it.
 * 'again' is that of choices_cell(). */
static bool choose(struct check *check, board_bits moves, bool again,
                   struct certificate_choice *choice)
{
    struct choices *choices = &check->choices;
    bool writes = check->visitor->output != NULL;
    bool is_move = choice->kind == CERTIFICATE_MOVE;
    if (writes && !show(check, choice))
        return false;
    choice->cell = choices_cell(choices, check->board, moves,
                                is_move ? CHOICES_MOVE : CHOICES_REPLY,
                                choice->answered, again, choice->cell);
    if (is_move)
        choice->policy =
            choices_policy(choices, choice->pos.ply, choice->policy);
    return writes || show(check, choice);
}

/* Count a state.  Sets '*closed' to whether P needs no choice in it. */
static bool enter(struct check *check, struct position pos, bool *closed)
{
    if (check->result->states++ == check->max_states)
        return fail(check, CERTIFICATE_TOO_LARGE, "too many states");
    *closed = true;
    if (board_playable(pos) == 0)
        return theory_draw_suffices(check->claim) ||
               fail(check, CERTIFICATE_FAILS, "the game is drawn");
    board_bits cell;
    if (theory_leaf(check->claim, pos, &cell) != THEORY_NONE)
        return true;
    *closed = false;
    if (board_winning_moves(pos) != 0)
        return fail(check, CERTIFICATE_FAILS, "the win comes too late");
    if (theory_moves(pos) == 0)
        return fail(check, CERTIFICATE_FAILS, "the other side wins");
    return true;
}

/* Set the reply of the policy to the cell that M has just played. */
static bool find_reply(struct check *check, struct certificate_choice *choice)
{
    struct policy *policy = &check->policy;
    struct position pos = choice->pos;
    board_bits moves = theory_moves(pos);
    board_bits other = pos.mover ^ pos.stones;
    uint8_t *replies = policy->replies[choice->answered];
    int count = policy->counts[choice->answered];
    if ((board_threats(check->board, other, pos.stones) & moves) != 0)
        choice->cell = moves; /* the only one */
    for (int i = 0; i < count && choice->cell == 0; i++)
        choice->cell = (board_bits)1 << replies[i] & moves;
    if (choice->cell != 0)
        return show(check, choice);

    choice->kind = CERTIFICATE_REPLY;
    if (!choose(check, moves, count > 0, choice))
        return false;
    replies[count] = (uint8_t)board_cell_number(choice->cell);
    policy->counts[choice->answered]++;
    return true;
}

static bool follow_policy(struct check *check, struct position pos);

/* P is to move, after M played 'answered'. */
static bool visit_policy_state(struct check *check, struct position pos,
                               int answered)
{
    bool added, closed;
    if (!add(check, &check->policy.visited, board_key(pos), &added))
        return false;
    if (!added)
        return true;
    if (!add(check, &check->seen,
             board_canonical_key(check->board, board_key(pos)), &added) ||
        !enter(check, pos, &closed))
        return false;
    if (closed)
        return true;
    struct certificate_choice choice = {
        .kind = CERTIFICATE_REPEATED, .pos = pos, .answered = answered};
    if (!find_reply(check, &choice) ||
        !follow_policy(check, play(check, pos, choice.cell)))
        return false;
    unplay(check);
    return true;
}

typedef bool state_function(struct check *check, struct position pos,
                            int answered);

/* Visit the positions after all moves of M, who is to move. */
static bool visit_replies(struct check *check, struct position pos,
                          state_function *visit)
{
    for (board_bits moves = board_playable(pos); moves != 0;
         moves &= moves - 1) {
        board_bits cell = board_first(moves);
        struct position next = play(check, pos, cell);
        bool lost = board_is_won(next);
        if (lost && !theory_may_lose(check->claim, next.ply))
            return fail(check, CERTIFICATE_FAILS, "the other side has won");
        if (!lost && !visit(check, next, board_cell_number(cell)))
            return false;
        unplay(check);
    }
    return board_playable(pos) != 0 || theory_draw_suffices(check->claim) ||
           fail(check, CERTIFICATE_FAILS, "the game is drawn");
}

static bool follow_policy(struct check *check, struct position pos)
{
    return visit_replies(check, pos, visit_policy_state);
}

static void empty_policy(struct policy *policy)
{
    for (int i = 0; i < CHOICES_CELLS; i++)
        policy->counts[i] = 0;
    if (policy->visited.size > SMALL_MAP)
        map_free(&policy->visited);
    map_clear(&policy->visited);
}

static bool visit(struct check *check, struct position pos, int answered);

/* Read or write what P plays, and check it. */
static bool visit_choice(struct check *check, struct position pos, int answered)
{
    struct certificate_choice choice = {
        .kind = CERTIFICATE_MOVE, .pos = pos, .answered = answered};
    check->result->positions++;
    if (!choose(check, theory_moves(pos), false, &choice))
        return false;
    if (choice.policy) {
        check->result->policies++;
        empty_policy(&check->policy);
    }
    if (!visit_replies(check, play(check, pos, choice.cell),
                       choice.policy ? visit_policy_state : visit))
        return false;
    unplay(check);
    return true;
}

/* P is to move, after M played 'answered'.  Mirror images are the same. */
static bool visit(struct check *check, struct position pos, int answered)
{
    board_bits key = board_canonical_key(check->board, board_key(pos));
    bool mirrored = key != board_key(pos), added, closed;
    if (!add(check, &check->seen, key, &added))
        return false;
    if (!added)
        return true;
    if (mirrored) {
        pos = board_mirror_position(pos);
        answered = choices_mirror(check->board, answered);
        check->mirrored = !check->mirrored;
    }
    if (!enter(check, pos, &closed) ||
        (!closed && !visit_choice(check, pos, answered)))
        return false;
    check->mirrored ^= mirrored;
    return true;
}

static void check_all(struct check *check,
                      const struct certificate *certificate)
{
    struct position pos = certificate->claim.pos;
    bool writes = check->visitor->output != NULL;
    if (writes)
        choices_write(&check->choices, check->visitor->output);
    else
        choices_read(&check->choices, certificate->choices,
                     certificate->choices_size);
    for (; check->ply < pos.ply; check->ply++)
        check->result->moves[check->ply] = certificate->moves[check->ply];

    bool holds = certificate->claim.mover ? visit(check, pos, CHOICES_NO_CELL)
                                          : visit_replies(check, pos, visit);
    if (writes)
        choices_end(&check->choices);
    else if (holds && !choices_ended(&check->choices))
        fail(check, CERTIFICATE_FAILS,
             "the choices are not in the shortest code");
}

enum certificate_status
certificate_visit(const struct certificate *certificate, uint64_t max_states,
                  struct certificate_result *result,
                  const struct certificate_visitor *visitor)
{
    *result = (struct certificate_result){.reason = NULL};
    struct check *check = calloc(1, sizeof *check);
    if (check == NULL) {
        result->reason = "out of memory";
        return CERTIFICATE_NO_MEMORY;
    }
    check->claim = &certificate->claim;
    check->board = certificate->claim.pos.board;
    check->max_states = max_states;
    check->visitor = visitor;
    check->result = result;
    check->status = CERTIFICATE_OK;
    check_all(check, certificate);
    enum certificate_status status = check->status;
    map_free(&check->policy.visited);
    map_free(&check->seen);
    free(check);
    return status;
}

enum certificate_status certificate_check(const struct certificate *certificate,
                                          uint64_t max_states,
                                          struct certificate_result *result)
{
    const struct certificate_visitor nobody = {.choice = NULL};
    return certificate_visit(certificate, max_states, result, &nobody);
}
