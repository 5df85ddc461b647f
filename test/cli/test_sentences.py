"""What 'fourscore explain' says is true: sentences, marks, plans and moves.

Each sentence is checked against the rules; plans are played against random moves and
against the best ones.  Only scores come from the program.  FOURSCORE_LONG: 2,000
positions, and 50 games for each plan.
"""

import functools
import json
import os
import pathlib
import random
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
import tap
from random_games import random_board
from rules import NAMES, NO_MOVE, Board, last_stone, require, run, scores_of_moves, sign, solve

SEED = int(os.environ.get("FOURSCORE_SEED") or 16)
LONG = "FOURSCORE_LONG" in os.environ
# Positions of each board, and random games for each plan.
BOARDS = {"7x6": 2000, "4x4": 200, "5x5": 200, "6x7": 200, "8x8": 100, "12x4": 100} if LONG else \
    {"7x6": 50, "5x5": 20, "6x7": 10}
GAMES = 50 if LONG else 4

CELL = "[a-l][0-9]+"
MOVE = f"[xo] {CELL}(?: \\(forced\\))?"
# What patterns of sentences have in braces, besides P, the player of the reason, and M,
# the other one.
PARTS = {
    "player": "([xo])",
    "cell": f"({CELL})",
    "four": f"({CELL}) \\(({CELL} {CELL} {CELL} {CELL})\\)",
    "moves": f"({MOVE}(?:, {MOVE})*)",
    "odd": "an odd number of free cells( \\(! and above do not count\\))?",
}
SENTENCES = []


def says(pattern):
    """Marks the method that checks the sentences of this form."""
    def mark(method):
        SENTENCES.append((pattern, method))
        return method
    return mark


def cell_of(name):
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def other(player):
    return "o" if player == "x" else "x"


def is_forced(board, column):
    """Whether all other moves lose at once."""
    safe = [c for c in board.playable() if not (after := board.after(c)).wins(after.mover)]
    return not board.wins(board.mover) and safe == [column]


class Reason:
    """A reason of an explanation, and the board after its line."""

    def __init__(self, start, reason):
        self.reason = reason
        self.player, self.other = reason["player"], other(reason["player"])
        self.line = [NAMES.index(name) for name in reason["line"]]
        self.boards = [start.after(*self.line[:i]) for i in range(len(self.line) + 1)]
        self.end = self.boards[-1]
        self.cells = {mark: {cell_of(name) for name in names}
                      for mark, names in reason["cells"].items()}
        self.odd = None  # the columns that are answered in another one, if there is a plan
        self.win_cells = set()  # where a zugzwang ends
        said = [self.check_sentence(sentence) for sentence in reason["sentences"]]
        require(any(needed.issubset(said) for needed in NEEDED[reason["kind"]]), "a sentence is missing")
        self.check_listed(reason["listed"])
        details = [at for at, name in enumerate(said) if name in ("two_odd", "many_odd")]
        require(details == [at for at in [reason["detail"]] if at is not None], "the detail")
        if self.odd is not None:
            odd = {column for column in range(start.width) if self.free(column) % 2}
            require(self.odd == odd, "the odd columns are", odd)
        for mark, cells in self.cells.items():
            for cell in cells:
                require(self.end.at(cell) == (self.player if mark == "four" else "."), mark, cell)

    def check_listed(self, listed):
        """The parts of the sentence that lists moves."""
        lists = [bool(re.search(f": [xo] {CELL}", one)) for one in self.reason["sentences"]]
        require(any(lists) == (listed is not None), "moves are listed")
        if listed is None:
            return
        sentence, moves = self.reason["sentences"][listed["sentence"]], listed["moves"]
        require(self.reason["line"].endswith(moves) and listed["after"] == ".", "the last moves")
        told = sentence.removeprefix(listed["before"]).removesuffix(".").split(", ")
        require(sentence.startswith(listed["before"]) and len(told) == len(moves),
                "what is listed in", sentence)

    def check_sentence(self, sentence):
        """Returns the name of the method that checked it."""
        for pattern, method in SENTENCES:
            if found := re.fullmatch(pattern.format(P=self.player, M=self.other, **PARTS), sentence):
                method(self, *found.groups())
                return method.__name__
        raise AssertionError("unknown sentence: " + sentence)

    # ------------------------------------------------------------- the line

    @says("Why {M} does not win:")
    def draw(self):
        require(not self.reason["wins"], "who does not win")

    @says("The same moves, then: {moves}\\.")
    def last_moves(self, text, forced=False):
        """The moves of a sentence are the last ones of the line.  In long lines it is not
        said which moves are forced, nor of a single move, unless 'forced' says it.  Returns
        the number of moves before them."""
        told = re.findall(f"([xo]) ({CELL})( \\(forced\\))?", text)
        first = len(self.line) - len(told)
        marks_forced = self.reason["forced"] or len(told) <= 8
        for i, (player, name, mark) in enumerate(told, first):
            board, column = self.boards[i], self.line[i]
            require(player == board.mover, "whose move is", name)
            require(cell_of(name) == (column, len(board.columns[column])), "the move", name)
            if len(self.line) == 1:
                require(not mark and is_forced(board, column) == forced, "forced:", name)
            else:
                require(bool(mark) == (is_forced(board, column) and marks_forced), "forced:", name)
        return first

    @says("If both sides play well, for example: {moves}\\.")
    def whole_line(self, text, forced=False):
        require(self.last_moves(text, forced) == 0, "the whole line")

    @says("The only move: {moves}\\.")
    def only_move(self, text):
        self.whole_line(text, forced=True)

    @says("A (winning move|move that does not lose): {moves}\\.")
    def good_move(self, kind, text):
        self.whole_line(text)
        require(self.boards[0].mover == self.player, "whose move")
        require(self.reason["wins"] == (kind == "winning move"), "whether it wins")

    @says("{P} forces the win: {moves}\\.")
    def forces(self, text):
        self.whole_line(text)
        require(self.reason["forced"])
        for board, column in zip(self.boards, self.line):
            if board.mover == self.other:
                require(is_forced(board, column), "an unforced move:", column)

    @says("The same moves\\.")
    def same_moves(self):
        """The last line that was told is this one, too."""

    @says("The same moves up to {player} {cell}, then: {moves}\\.")
    def same_moves_up_to(self, player, name, text):
        board = self.boards[self.last_moves(text) - 1]
        column, row = cell_of(name)
        require(board.mover == player and row == len(board.columns[column]), "the move", name)

    # ----------------------------------------------------------- the tactics

    def check_threat(self, name, text):
        """Three stones of the player are in a line with the cell, and marked."""
        line = [cell_of(word) for word in text.split()]
        require(sorted(line) in map(sorted, self.end.lines()), text, "is no line")
        require(cell_of(name) in line and cell_of(name) in self.cells["win"], name)
        require({cell for cell in line if cell != cell_of(name)} <= self.cells["four"], text)

    def check_threats(self, text):
        """The threats of the sentence are all that the player has now."""
        found = re.findall(PARTS["four"], text)
        for name, line in found:
            self.check_threat(name, line)
        require([cell_of(name)[0] for name, _ in found] == self.end.wins(self.player), text)
        return len(found)

    def check_above(self, name, above, line):
        """The other one plays a cell, and the player wins above."""
        column, row = cell_of(name)
        require(self.end.mover == self.other and row == len(self.end.columns[column]), name)
        require(cell_of(above) == (column, row + 1), above, "is not above", name)
        require(cell_of(name) in self.cells["must"], "the mark of", name)
        self.check_threat(above, line)

    def check_lost(self):
        """Each move of the side to move lets the other side win at once."""
        require(self.end.playable() and not self.end.wins(self.other), "the other side wins")
        for column in self.end.playable():
            require(self.end.after(column).wins(self.player), "a defence in column", column + 1)

    @says("{P} wins at once at (.*)\\.")
    def win(self, text):
        require(self.player == self.end.mover and self.check_threats(text) > 0)

    @says("{P} threatens to win at (.*); {M} can block only one\\.")
    def double_threat(self, text):
        require(self.other == self.end.mover and self.check_threats(text) > 1)
        self.check_lost()

    @says("{M} must block {four}; then {P} wins at {four}\\.")
    def block(self, name, line, above, above_line):
        require(self.check_threats(f"{name} ({line})") == 1)
        self.check_above(name, above, above_line)
        self.check_lost()

    @says("{M} has one move left, {cell}; then {P} wins at {four}\\.")
    def one_move_left(self, name, above, line):
        require(self.end.playable() == [cell_of(name)[0]], "the only move")
        self.check_above(name, above, line)

    @says("Wherever {M} plays, {P} wins above: (.*)\\.")
    def everywhere(self, text):
        found = re.findall(f"after ({CELL}) at {PARTS['four']}", text)
        require([cell_of(name)[0] for name, _, _ in found] == self.end.playable(), "all columns")
        for name, above, line in found:
            self.check_above(name, above, line)
        self.check_lost()

    @says("{P} has four in a row: (.*)\\.")
    def four(self, text):
        line = [cell_of(name) for name in text.split()]
        require(line in list(self.end.lines()) or line[::-1] in list(self.end.lines()), "the line")
        require(all(self.end.at(cell) == self.player for cell in line), "the stones")

    # ------------------------------------------------------------- the draws

    @says("The board is full, and {M} has no four in a row\\.")
    def full(self):
        require(not self.end.playable() and not self.end.winner)

    @says("{M} can no longer make four: every line has a stone of {P}\\.")
    def dead_lines(self):
        for line in self.end.lines():
            require(any(self.end.at(cell) == self.player for cell in line), "a line lives:", line)

    # ------------------------------------------------------------- the plans

    def free(self, column):
        """The free cells of a column below the one that must be played at last."""
        rows = [row for at, row in self.cells["must"] if at == column]
        return min(rows, default=self.end.height) - len(self.end.columns[column])

    def open_lines(self):
        """The lines that the other side may get, for all that the plan says."""
        out = self.cells["gets"] | {(column, above) for column, row in self.cells["must"]
                                    for above in range(row + 1, self.end.height)}
        reach = {cell for cell in self.end.cells() if self.end.at(cell) == self.other or
                 (self.end.at(cell) == "." and cell not in out)}
        return [line for line in self.end.lines() if reach.issuperset(line)]

    def own(self):
        """The cells that the player has or gets."""
        return self.cells["gets"] | {cell for cell in self.end.cells()
                                     if self.end.at(cell) == self.player}

    @says("From here {P} only copies: it answers every stone of {M} in the same column\\.")
    def plan(self):
        require(self.other == self.end.mover, "whose plan")
        self.odd = set()

    @says("Except in columns ([a-l] and [a-l]), which have {odd}: there {P} answers the first "
          "stone in one with a stone in the other\\.")
    def two_odd(self, columns, excepted):
        require(bool(excepted) == bool(self.cells["must"]))
        self.odd = {ord(name) - ord("a") for name in re.findall(r"\b[a-l]\b", columns)}

    @says("Except in columns with {odd}, now ([a-l](?:, [a-l])+ and [a-l]): there {P} answers "
          "a stone in such a column with a stone in another\\.")
    def many_odd(self, excepted, columns):
        self.two_odd(columns, excepted)

    @says("So {P} gets all cells marked \\+\\.")
    def gets(self):
        require(self.cells["gets"])

    @says("Without them {M} makes no four\\.")
    def no_four_without(self):
        require(self.cells["gets"] and not self.open_lines(), "a four")

    @says("The free cells give {M} no four\\.")
    def no_four_of_free_cells(self):
        require(not self.cells["gets"] and not self.open_lines(), "a four")

    @says("Any four that {M} can still make( without them)? comes too late: a four of {P} is "
          "below it\\.")
    def late_four(self, without):
        require(bool(without) == bool(self.cells["gets"]), "whether cells are marked")
        own, lines = self.own(), self.open_lines()
        require(lines)
        for line in lines:
            require(any(own.issuperset((column, row - down) for column, row in line)
                        for down in range(1, self.end.height)), "not above a four:", line)

    @says("{P} wins with (.*), if not before\\.")
    def own_four(self, text):
        line = [cell_of(name) for name in text.split()]
        require(sorted(line) in map(sorted, self.end.lines()) and self.own().issuperset(line), text)

    @says("{M} runs out of other moves and must play (.*); then {P} wins at (.*)\\.")
    def zugzwang(self, musts, text):
        names, found = re.findall(CELL, musts), re.findall(PARTS["four"], text)
        require(len(found) == len(names) > 0, "as many wins as entries")
        for name, (above, line) in zip(names, found):
            column, row = cell_of(name)
            require(cell_of(above) == (column, row + 1), above, "is not above", name)
            self.check_threat(above, line)
        require(self.cells["must"] == {cell_of(name) for name in names}, "the marks")
        self.win_cells = {cell_of(above) for above, _ in found}

    # --------------------------------------------------------------- playing

    def play(self, greedy, rng):
        """Play to the end by the plan, and, if 'greedy', by any win at once.  A generator of
        the boards with the other side to move, which is sent the column that it plays."""
        board, odd = self.end.after(), set(self.odd)
        while not board.over:
            column = yield board
            board.play(column)
            if board.over:
                break
            if greedy and (wins := board.wins(self.player)):
                board.play(wins[0])
                continue
            reply = column
            if column in odd:
                reply = rng.choice(sorted(odd - {column}))
                odd -= {column, reply}
            self.check_room(board, column, reply)
            board.play(reply)
        require(board.winner != self.other, "lost:", board.moves)
        require(board.winner or not self.reason["wins"], "not won:", board.moves)
        for cell in self.cells["gets"]:
            require(board.at(cell) != self.other, "the other side has", cell, board.moves)

    def check_room(self, board, column, reply):
        """The answer is below the entries, or above the one just played and wins."""
        cell = reply, len(board.columns[reply])
        if cell[1] >= dict(self.cells["must"]).get(reply, board.height):
            require(reply == column and cell in self.win_cells and
                    board.completes(self.player, cell), "no win above", board.moves)


# What the sentences of a kind must have, in one of several ways.
NO_FOUR = ({"no_four_without"}, {"no_four_of_free_cells"})
NEEDED = {
    "four": [{"four"}],
    "full board": [{"full"}],
    "win": [{"win"}],
    "double threat": [{"double_threat"}],
    "no defence": [{"block"}, {"one_move_left"}, {"everywhere"}],
    "followup": [{"plan"} | none for none in NO_FOUR],
    "late fours": [{"plan", "late_four", "own_four"}],
    "zugzwang": [{"plan", "zugzwang"} | none for none in (*NO_FOUR, {"late_four"})],
    "dead lines": [{"dead_lines"}],
}


def random_games(size, count, rng):
    """Random games of any length, a few of them over.  On boards that take long to solve
    at least half or three quarters of the cells are taken."""
    width, height = map(int, size.split("x"))
    cells = width * height
    least = 0 if size == "7x6" or cells <= 30 else cells // 2 if cells <= 48 else cells * 3 // 4
    while count > 0:
        plies = rng.randint(least, cells)
        board = random_board(width, height, plies, rng)
        if len(board.moves) == plies or rng.random() < 0.05:
            count -= 1
            yield board


@functools.cache
def explained():
    """For each size pairs of a board and its explanation."""
    pairs = {}
    for size, count in BOARDS.items():
        boards = list(random_games(size, count, random.Random(f"{SEED} {size}")))
        lines = run("explain", "--json", "--board", size, "-",
                    lines=[board.moves for board in boards])
        pairs[size] = list(zip(boards, map(json.loads, lines), strict=True))
    return pairs


@functools.cache
def reasons():
    """For each size the reasons of all explanations, checked."""
    found = {size: [] for size in BOARDS}
    for size, pairs in explained().items():
        for board, explanation in pairs:
            try:
                found[size] += [Reason(board, reason) for reason in explanation["reasons"]]
            except AssertionError as error:
                raise AssertionError(f"{size}, {board.moves}:", *error.args) from error
    return found


# ------------------------------------------------------------------ the text

# The signs of marked cells, the first one if there are several, and whose cell it is.
SIGNS = {"win": ("*", "wins here", False), "must": ("!", "must play here", True),
         "gets": ("+", "gets this cell", False)}


def words_of_board(board, reason=None):
    """The words of a picture of the board, with the signs of a reason and what they mean."""
    cells = {mark: set(map(cell_of, names)) for mark, names in reason["cells"].items()} \
        if reason else {}
    shown = {}
    for cell in board.cells():
        mark = next((mark for mark in SIGNS if cell in cells.get(mark, ())), None)
        stone = board.at(cell)
        shown[cell] = stone.upper() if cell in cells.get("four", ()) else \
            SIGNS[mark][0] if mark and stone == "." else stone
    words = [word for row in reversed(range(board.height))
             for word in (str(row + 1), *(shown[column, row] for column in range(board.width)))]
    words += [*"abcdefghijkl"[:board.width], *NAMES[:board.width]]
    for sign_, meaning, others in SIGNS.values():
        if sign_ in shown.values():
            player = other(reason["player"]) if others else reason["player"]
            words += f"{sign_} {player} {meaning}".split()
            if sign_ == "*" and cells["four"]:
                words[-1] += ","
                words += ["with", "the", player.upper()]
    return words


def words_of(board, found):
    """The words of an explanation as text, made of its JSON."""
    told, reasons_ = " ".join(found["sentences"]).split(), found["reasons"]
    if len(reasons_) == 1 and not reasons_[0]["line"]:
        return words_of_board(board, reasons_[0]) + told + " ".join(reasons_[0]["sentences"]).split()
    words = words_of_board(board) + told
    for reason in reasons_:
        end = board.after(*map(NAMES.index, reason["line"]))
        words += " ".join(reason["sentences"]).split() + words_of_board(end, reason)
    return words


def send(game, column):
    """The next board of a game, or None at its end."""
    try:
        return game.send(column)
    except StopIteration:
        return None


class Explanations(unittest.TestCase):
    """Explanations of random positions"""

    def check_all(self, check):
        """Call check(SIZE, BOARD, EXPLANATION) for all positions."""
        for size, pairs in explained().items():
            for board, found in pairs:
                with self.subTest(size=size, moves=board.moves):
                    check(size, board, found)

    def test_results(self):
        """the first sentence and the score are those of solve"""
        scores = {size: solve(size, [board.moves for board, _ in pairs if not board.over])
                  for size, pairs in explained().items()}

        def check(size, board, found):
            self.assertEqual(found["to_move"], board.mover)
            if board.over:
                self.assertEqual(found["winner"], board.winner)
                self.assertEqual(found["sentences"][0],
                                 f"{board.winner} has won with move {len(board.moves)}."
                                 if board.winner else "The game has ended in a draw.")
            else:
                self.check_result(board, found, int(scores[size][board.moves][0]))

        self.check_all(check)

    def check_result(self, board, found, score):
        ply, mover = len(board.moves), board.mover
        winner = [None, mover, other(mover)][sign(score)]
        self.assertEqual((found["score"], found["finished"], found["winner"]),
                         (score, True, winner))
        last = last_stone(board, score)
        count = (last - ply + 1) // 2  # of the winner's moves until then
        how = (f"at once, on move {last}" if last == ply + 1 else
               f"in {count} move{'s' * (count > 1)}, on move {last}, if both sides play their best")
        self.assertEqual(found["sentences"][0], f"{mover} is to move" + (
            "; with best play it is a draw." if winner is None else
            f" and wins {how}." if winner == mover else f", but {winner} wins {how}."))

    def test_text(self):
        """text has the boards, signs and sentences of the JSON"""
        for size, pairs in explained().items():
            lines = run("explain", "--board", size, "-", lines=[board.moves for board, _ in pairs])
            words = [word for line in lines for word in line.split()]
            self.assertEqual(words, [word for pair in pairs for word in words_of(*pair)])

    def test_moves(self):
        """mistakes and only moves are those of solve --all-moves"""
        before = {size: scores_of_moves(size, [board.moves[:-1] for board, _ in pairs])
                  for size, pairs in explained().items()}
        self.check_all(lambda size, board, found: board.moves and
                       self.check_move(board, found, before[size][board.moves[:-1]]))

    def check_move(self, board, found, scores):
        column, move = NAMES.index(board.moves[-1]) + 1, found["move"]
        signs = {c: sign(score) for c, score in enumerate(scores, 1) if score != NO_MOVE}
        best, after = max(signs.values()), signs[column]
        keep = {c for c, each in signs.items() if each == best}
        self.assertEqual((move["column"], move["before"], move["after"], move["mistake"]),
                         (column, best, after, after < best))
        self.assertEqual(set(move["better"]), keep if after < best else set())
        self.assertEqual(move["only"], keep == {column} and best >= 0)
        start = Board(board.width, board.height, board.moves[:-1])

        def name(c):
            return f"{'abcdefghijkl'[c - 1]}{len(start.columns[c - 1]) + 1}"

        said = []
        if after < best:
            loss = {(0, -1): "it loses", (1, 0): "it gives the win away",
                    (1, -1): "it gives the win away and loses"}[best, after]
            instead = " or ".join(", ".join(name(c) for c in move["better"]).rsplit(", ", 1))
            said = [f"a mistake: {loss}. {instead} {'wins' if best else 'holds the draw'}."]
        elif move["only"] and len(signs) > 1:
            said = [f"the only move that {'wins' if best else 'does not lose'}."]
        self.assertEqual(found["sentences"][1:],
                         [f"{start.mover} {name(column)} is {words}" for words in said])

    def test_reasons(self):
        """a win has one reason, a draw one for each side"""
        def check(_, board, found):
            sides = [(reason["player"], reason["wins"]) for reason in found["reasons"]]
            self.assertEqual(sorted(sides), [(found["winner"], True)] if found["winner"]
                             else [("o", False), ("x", False)])

        self.check_all(check)

    def test_sentences(self):
        """every sentence about a line, a cell or a plan is true"""
        kinds = {reason.reason["kind"] for found in reasons().values() for reason in found}
        self.assertGreaterEqual(len(kinds), 8)

    def test_lines(self):
        """no move of a line worsens the result"""
        for size, found in reasons().items():
            boards = [(board, reason) for reason in found for board in reason.boards]
            scores = solve(size, [board.moves for board, _ in boards if not board.over])
            for board, reason in boards:
                score = 0 if board.over else sign(int(scores[board.moves][0]))
                winner = board.winner or [None, board.mover, other(board.mover)][score]
                self.assertEqual(winner, reason.player if reason.reason["wins"] else None,
                                 board.moves)

    def test_plans_against_random_moves(self):
        """plans hold in random games"""
        rng = random.Random(SEED)

        def random_moves(_, boards):
            return [rng.choice(board.playable()) for board in boards]

        count = sum(self.play_plans(random_moves, game % 2 == 0, rng) for game in range(GAMES))
        self.assertGreater(count, 20 * GAMES)

    def test_plans_against_best_moves(self):
        """plans hold against the best moves"""
        def best_moves(size, boards):
            best = solve(size, [board.moves for board in boards], "--best")
            return [NAMES.index(best[board.moves][1][0]) for board in boards]

        self.play_plans(best_moves, True, random.Random(SEED))

    def play_plans(self, choose, greedy, rng):
        """Play all plans of a size side by side; choose(SIZE, BOARDS) gives the moves of the
        other side.  Returns the number of games."""
        count = 0
        for size, found in reasons().items():
            games = [reason.play(greedy, rng) for reason in found if reason.odd is not None]
            count += len(games)
            asked = [(game, next(game)) for game in games]
            while asked:
                columns = choose(size, [board for _, board in asked])
                asked = [(game, board) for (game, _), column in zip(asked, columns)
                         if (board := send(game, column))]
        return count


if __name__ == "__main__":
    print(f"# seed {SEED}", flush=True)
    tap.main()
