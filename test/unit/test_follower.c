/* Followers of certificates: they reach the claim, whatever the other side
 * plays. */
#include "test/unit/test.h"

#include "proof/follower.h"
#include "test/unit/file.h"
#include "test/unit/reference.h"

struct opened {
    struct certificate certificate;
    struct follower *follower;
};

static void open_file(const char *name, struct opened *opened)
{
    static struct file file;
    struct certificate_result result;
    char reason[CERTIFICATE_REASON_SIZE];
    file = read_file(name);
    assert_ok(
        certificate_read(file.bytes, file.size, &opened->certificate, reason));
    assert_ok(follower_new(&opened->follower, &opened->certificate, &result));
}

/* The game in the position of the certificate. */
static struct follower_game start_of(const struct opened *opened)
{
    struct follower_game game = follower_begin(opened->follower);
    game.pos = opened->certificate.claim.pos;
    return game;
}

/* Whether the game is over; then P has reached the claim. */
static bool is_over(const struct opened *opened,
                    const struct follower_game *game)
{
    const struct claim *claim = &opened->certificate.claim;
    if (board_is_won(game->pos)) {
        bool won = !follower_is_to_move(opened->follower, game);
        assert_true(won ? theory_in_time(claim, game->pos.ply)
                        : theory_may_lose(claim, game->pos.ply));
        return true;
    }
    if (board_playable(game->pos) != 0)
        return false;
    assert_true(theory_draw_suffices(claim));
    return true;
}

/* P's reply, which must be known and possible. */
static struct follower_reply reply_of(const struct opened *opened,
                                      const struct follower_game *game)
{
    struct follower_reply reply = follower_find(opened->follower, game);
    board_bits wins = board_winning_moves(game->pos);
    assert_true(reply.reason != THEORY_NONE);
    assert_true((reply.cell & board_playable(game->pos)) != 0);
    assert_int_equal(reply.reason == THEORY_FOUR, (reply.cell & wins) != 0);
    return reply;
}

/* Everything that a reply depends on; boards here have few cells. */
static board_bits game_key(const struct follower_game *game)
{
    return board_key(game->pos) | game->in_play << 50 |
           (board_bits)reference_column(game->pos.board, game->answered) << 100;
}

/* Play every move of M. */
static void walk(const struct opened *opened, struct follower_game game,
                 struct reference_set *met)
{
    if (is_over(opened, &game))
        return;
    if (follower_is_to_move(opened->follower, &game)) {
        if (!reference_set_add(met, game_key(&game)))
            return;
        struct follower_reply reply = reply_of(opened, &game);
        follower_play(&game, reply.cell, &reply);
        walk(opened, game, met);
        return;
    }
    for (board_bits moves = board_playable(game.pos); moves != 0;
         moves &= moves - 1) {
        struct follower_game next = game;
        follower_play(&next, board_first(moves), NULL);
        walk(opened, next, met);
    }
}

/* In the order of the number of their lines.  Those of 8x4 and of the larger
 * proof of 7x6 were walked, too, without a fault: 35 and 50 million positions.
 */
static const char *const files[] = {
    "test/support/certificates/5x5-first-rules.cert",
    "test/support/certificates/5x5-first.cert",
    "proof/certificates/5x5-first.cert",
    "proof/certificates/6x4-second.cert",
    "proof/certificates/5x5-second.cert",
    "test/support/certificates/7x6-444444.cert",
    "proof/certificates/7x5-first.cert",
    "test/support/certificates/7x6-late-loss.cert",
    "proof/certificates/6x6-second.cert",
    "proof/certificates/7x6.cert",
};
enum { FILES = sizeof files / sizeof *files, SMALL_FILES = 4 };

TEST(every_line_reaches_the_claim)
{
    for (int i = 0; i < (test_is_long() ? FILES : SMALL_FILES); i++) {
        struct opened opened;
        OWNED_BY(reference_set_free) struct reference_set met = {0};
        open_file(files[i], &opened);
        walk(&opened, start_of(&opened), &met);
        printf("# %s: %zu positions\n", files[i], met.count);
        follower_free(opened.follower);
    }
}

/* Play every line after a random position that is a leaf, some of them only as
 * their mirror image. */
TEST(leaves_reach_the_claim)
{
    struct reference_random random = reference_seed(43);
    static const int sizes[][2] = {{5, 5}, {6, 5}, {7, 5}, {7, 6}, {5, 7}};
    int leaves = 0, mirrored = 0, statics = 0,
        wanted = test_is_long()    ? 5000
                 : test_is_short() ? 100
                                   : 400;
    while (mirrored < 2 || leaves < wanted) {
        const int *size = sizes[reference_below(&random, 5)];
        struct board board = board_make(size[0], size[1]);
        int empty = 4 + reference_below(&random, 12);
        struct opened opened = {
            .certificate = {.claim = {.mover = true,
                                      .score = reference_below(&random, 4),
                                      .statics = true}}};
        struct claim *claim = &opened.certificate.claim;
        struct certificate_result result;
        board_bits cell;
        if (!reference_position(&random, board, board_cells(board) - empty,
                                &claim->pos) ||
            certificate_check(&opened.certificate, 1, &result) !=
                CERTIFICATE_OK)
            continue;
        assert_ok(follower_new(&opened.follower, &opened.certificate, &result));
        struct follower_game game = start_of(&opened);
        struct follower_reply reply = reply_of(&opened, &game);
        struct reference_set met = {0};
        leaves++;
        statics += reply.reason == THEORY_STATIC_PROOF;
        mirrored += theory_leaf(claim, claim->pos, &cell) == THEORY_NONE;
        walk(&opened, game, &met);
        reference_set_free(&met);

        /* Another move ends the static proof. */
        board_bits others = board_playable(game.pos) & ~reply.cell;
        if (others != 0) {
            follower_play(&game, board_first(others), &reply);
            assert_true(game.in_play == 0);
        }
        follower_free(opened.follower);
    }
    printf("# %d leaves, %d of them static proofs, %d only as mirror images\n",
           leaves, statics, mirrored);
    assert_true(statics > leaves / 10);
}

/* A move of M: any, or, half of the time, one that wins at once or does not
 * lose at once. */
static board_bits answer_of(struct position pos,
                            struct reference_random *random)
{
    board_bits cells = board_playable(pos), wins = board_winning_moves(pos);
    if (reference_below(random, 2) == 0 && theory_moves(pos) != 0)
        cells = wins != 0 ? wins : theory_moves(pos);
    for (int i = reference_below(random, board_popcount(cells)); i > 0; i--)
        cells &= cells - 1;
    return board_first(cells);
}

/* Of the files that are not walked. */
TEST(games_reach_the_claim)
{
    struct reference_random random = reference_seed(41);
    for (int i = SMALL_FILES; i < FILES; i++) {
        struct opened opened;
        open_file(files[i], &opened);
        for (int n = test_is_long()    ? 5000
                     : test_is_short() ? 30
                                       : 100;
             n > 0; n--) {
            struct follower_game game = start_of(&opened);
            while (!is_over(&opened, &game)) {
                if (follower_is_to_move(opened.follower, &game)) {
                    struct follower_reply reply = reply_of(&opened, &game);
                    follower_play(&game, reply.cell, &reply);
                } else {
                    follower_play(&game, answer_of(game.pos, &random), NULL);
                }
            }
        }
        follower_free(opened.follower);
    }
}
