"""What 'fourscore explain' says is true: sentences, marks, plans and moves.

Each sentence of each explanation is checked against the rules (test/cli/sentences.py);
plans are played against random moves and against the best ones.  FOURSCORE_LONG:
2,000 positions, and 50 games for each plan.
"""

import os
import pathlib
import random
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
import sentences
import tap
from rules import Board, sign
from require import require

SEED = int(os.environ.get("FOURSCORE_SEED") or 16)
LONG = "FOURSCORE_LONG" in os.environ
# Positions of each board, and random games for each plan.
BOARDS = {"7x6": 2000, "4x4": 200, "5x5": 200, "6x7": 200, "8x8": 100, "12x4": 100} if LONG else \
    {"7x6": 50, "5x5": 20, "6x7": 10}
GAMES = 50 if LONG else 4


def random_games(size, count, rng):
    """Random games of any length, a few of them over.  On boards that take long to solve
    at least half or three quarters of the cells are taken."""
    width, height = map(int, size.split("x"))
    cells = width * height
    least = 0 if size == "7x6" or cells <= 30 else cells // 2 if cells <= 48 else cells * 3 // 4
    while count > 0:
        board, plies = Board(width, height), rng.randint(least, width * height)
        while not board.over and len(board.moves) < plies:
            board.play(rng.choice(board.playable()))
        if len(board.moves) == plies or rng.random() < 0.05:
            count -= 1
            yield board


class Explained:
    """The boards and explanations of a size, checked in several ways."""

    def __init__(self, size, count):
        rng = random.Random(f"{SEED} {size}")
        self.size = size
        self.solver = sentences.Solver(size)
        self.boards = list(random_games(size, count, rng))
        found = sentences.explain(size, [board.moves for board in self.boards])
        require(len(found) == len(self.boards))
        self.found = found
        self.reasons = [(found, sentences.Reason(board, reason))
                        for board, found in zip(self.boards, self.found)
                        for reason in found["reasons"]]


ALL = [Explained(size, count) for size, count in BOARDS.items()]
print(f"# seed {SEED}, {sum(len(each.boards) for each in ALL)} positions, "
      f"{sum(len(each.reasons) for each in ALL)} reasons", flush=True)


class Explanations(unittest.TestCase):
    """Explanations of random positions"""

    def each(self):
        for each in ALL:
            for board, found in zip(each.boards, each.found):
                with self.subTest(size=each.size, moves=board.moves):
                    yield each, board, found

    def test_results(self):
        """the first sentence and the score are those of solve"""
        for each in ALL:
            scores = each.solver.scores(
                board.moves for board in each.boards if not board.over)
            for board, found in zip(each.boards, each.found):
                with self.subTest(size=each.size, moves=board.moves):
                    self.check_result(board, found, scores.get(board.moves))

    def check_result(self, board, found, score):
        first = found["sentences"][0]
        cells, ply, mover = board.width * board.height, len(board.moves), board.mover
        self.assertEqual(found["to_move"], mover)
        if board.over:
            self.assertEqual(found["winner"], board.winner)
            self.assertEqual(first, f"{board.winner} has won with move {ply}."
                             if board.winner else "The game has ended in a draw.")
            return
        self.assertEqual(found["score"], score)
        self.assertTrue(found["finished"])
        winner = mover if score > 0 else sentences.other(mover) if score < 0 else None
        self.assertEqual(found["winner"], winner)
        if winner is None:
            self.assertEqual(first, f"{mover} is to move; with best play it is a draw.")
            return
        who = " and" if winner == mover else f", but {winner}"
        found = re.fullmatch(f"{mover} is to move{who} wins (?:at once, on move ([0-9]+)|in ([0-9]+) "
                             "(?:(?<= 1 )move|(?<! 1 )moves), on move ([0-9]+), if both sides play their best).", first)
        last = int(found[1] or found[3])
        self.assertEqual((cells + 2 - last) // 2, abs(score))
        self.assertEqual("xo"[(last - 1) % 2], winner)
        own = [stone for stone in range(ply + 1, last + 1) if "xo"[(stone - 1) % 2] == winner]
        self.assertEqual(int(found[2] or 1), len(own))
        self.assertEqual(found[1] is not None, last == ply + 1)

    def test_moves(self):
        """mistakes and only moves are those of solve --all-moves"""
        for each in ALL:
            before = each.solver.ask((board.moves[:-1] for board in each.boards if board.moves),
                                     "--all-moves")
            for board, found in zip(each.boards, each.found):
                with self.subTest(size=each.size, moves=board.moves):
                    if board.moves:
                        words = before[board.moves[:-1]]
                        self.check_move(board, found, [int(word) for word in words])

    def check_move(self, board, found, scores):
        column = int(board.moves[-1], 16)
        signs = {c: sign(score) for c, score in enumerate(scores, 1) if score != -1000}
        best, after = max(signs.values()), signs[column]
        keep = {c for c, each in signs.items() if each == best}
        move = found["move"]
        self.assertEqual((move["column"], move["before"], move["after"]), (column, best, after))
        self.assertEqual(move["mistake"], after < best)
        self.assertEqual(set(move["better"]), keep if after < best else set())
        self.assertEqual(move["only"], keep == {column} and best >= 0)
        start = Board(board.width, board.height, board.moves[:-1])

        def name(c):
            return f"{'abcdefghijkl'[c - 1]}{len(start.columns[c - 1]) + 1}"

        said = f"{start.mover} {name(column)} is "
        if after < best:
            loss = {(0, -1): "it loses", (1, 0): "it gives the win away",
                    (1, -1): "it gives the win away and loses"}[best, after]
            instead = " or ".join(", ".join(name(c) for c in move["better"]).rsplit(", ", 1))
            said += f"a mistake: {loss}. {instead} {'wins' if best else 'holds the draw'}."
        else:
            said += f"the only move that {'wins' if best else 'does not lose'}."
        self.assertEqual(found["sentences"][1:],
                         [said] if after < best or (move["only"] and len(signs) > 1) else [])

    def test_reasons(self):
        """a win has one reason, a draw one for each side"""
        for _, _, found in self.each():
            sides = [(reason["player"], reason["wins"]) for reason in found["reasons"]]
            if found["winner"]:
                self.assertEqual(sides, [(found["winner"], True)])
            else:
                self.assertEqual(sorted(sides), [("o", False), ("x", False)])

    def test_sentences(self):
        """every sentence about a line, a cell or a plan is true"""
        kinds = set()
        for each in ALL:
            for found, reason in each.reasons:
                with self.subTest(size=each.size, moves=found["position"]):
                    reason.check()
                    kinds.add(reason.reason["kind"])
        self.assertGreaterEqual(len(kinds), 8)

    def test_lines(self):
        """no move of a line worsens the result"""
        for each in ALL:
            scores = each.solver.scores(board.moves for _, reason in each.reasons
                                        for board in reason.boards if not board.over)
            for found, reason in each.reasons:
                with self.subTest(size=each.size, moves=found["position"]):
                    for board in reason.boards:
                        if board.over:
                            self.assertEqual(board.winner, found["winner"])
                            continue
                        score = sign(scores[board.moves])
                        winner = [None, board.mover, sentences.other(board.mover)][score]
                        self.assertEqual(winner, found["winner"])

    def test_plans_against_random_moves(self):
        """plans hold in random games"""
        count = 0
        for each in ALL:
            for found, reason in each.reasons:
                if reason.odd is None and not reason.claimed:
                    reason.check()
                if not reason.has_plan():
                    continue
                with self.subTest(size=each.size, moves=found["position"]):
                    rng = random.Random(f"{SEED} {found['position']}")
                    for game in range(GAMES):
                        count += 1
                        for _ in reason.play(lambda board: rng.choice(board.playable()),
                                             game % 2 == 0, rng):
                            pass
        print(f"# {count} games")
        self.assertGreater(count, 20 * GAMES)

    def test_plans_against_best_moves(self):
        """plans hold against the best moves"""
        for each in ALL:
            games = []
            for found, reason in each.reasons:
                if reason.odd is None and not reason.claimed:
                    reason.check()
                if reason.has_plan():
                    rng = random.Random(f"{SEED} {found['position']}")
                    games.append((found["position"], reason.play(None, True, rng)))
            self.play_together(each, games)

    def play_together(self, each, games):
        """Play the games side by side: one call of the program for a move of each."""
        asked = []
        for moves, game in games:
            with self.subTest(size=each.size, moves=moves):
                asked += [(moves, game, board) for board in [next(game, None)] if board]
        while asked:
            best = each.solver.ask((board.moves for _, _, board in asked), "--best")
            again = []
            for moves, game, board in asked:
                with self.subTest(size=each.size, moves=moves):
                    try:
                        column = int(best[board.moves][1][0], 16) - 1
                        again.append((moves, game, game.send(column)))
                    except StopIteration:
                        pass
            asked = again


if __name__ == "__main__":
    tap.main()
