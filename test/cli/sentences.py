"""What 'fourscore explain' says, sentence by sentence, against the rules of the game.

The plans and the claims are written here anew, the rules in rules.py.  Only scores
come from the program: 'fourscore solve'.
"""

import json
import os
import re
import subprocess

from rules import Board, require

PROGRAM = os.environ["FOURSCORE"]


def fours(board):
    """All lines of four."""
    for column, row in board.cells():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = [(column + i * dx, row + i * dy) for i in range(4)]
            if board.at(line[3]) is not None:
                yield line


def cell_of(name):
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def names_of(text):
    return re.findall(r"\b[a-l][0-9]+\b", text)


def run(arguments, lines):
    """The output of the program, line by line."""
    done = subprocess.run([PROGRAM, *arguments], input="".join(f"{line or '-'}\n" for line in lines),
                          capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def explain(size, games):
    """The explanations, as objects."""
    return [json.loads(line) for line in run(["explain", "--json", "--board", size, "-"], games)]


class Solver:
    """Scores of positions, many at a time."""

    def __init__(self, size):
        self.size = size

    def ask(self, games, *options):
        """A dictionary: the words after each game's moves."""
        games = sorted(set(games))
        if not games:
            return {}
        lines = run(["solve", "--board", self.size, *options], games)
        return {game: line.split()[1:] for game, line in zip(games, lines, strict=True)}

    def scores(self, games):
        return {game: int(words[0]) for game, words in self.ask(games).items()}


def other(player):
    return "o" if player == "x" else "x"


CELL = "[a-l][0-9]{1,2}"
FOUR = f"({CELL}) \\(({CELL} {CELL} {CELL} {CELL})\\)"
PLAYER = "([xo])"


class Reason:
    """A reason of an explanation, and the board after its line."""

    def __init__(self, start, reason):
        self.reason = reason
        self.player, self.other = reason["player"], other(reason["player"])
        self.boards = [start]
        for move in reason["line"]:
            self.boards.append(self.boards[-1].after(int(move, 16) - 1))
        self.end = self.boards[-1]
        self.cells = {mark: {cell_of(name) for name in names}
                      for mark, names in reason["cells"].items()}
        self.odd = None  # the columns that are answered in another one
        self.win_cells = None  # where a zugzwang ends
        self.claimed = set()

    def check(self):
        """Check all sentences, and that there is one for the kind."""
        for sentence in self.reason["sentences"]:
            for pattern, method in SENTENCES:
                if found := re.fullmatch(pattern, sentence):
                    method(self, *found.groups())
                    self.claimed.add(method.__name__)
                    break
            else:
                require(False, "unknown sentence:", sentence)
        require(any(needed <= self.claimed for needed in NEEDED[self.reason["kind"]]),
                "a sentence is missing")
        if self.odd is not None:
            self.check_odd()
        for cell in self.cells["four"]:
            require(self.end.at(cell) == self.player, "the marked stone", cell)
        for mark in ("win", "must", "gets"):
            for cell in self.cells[mark]:
                require(self.end.at(cell) == ".", "the marked cell", cell)

    # ------------------------------------------------------------- the line

    def says_why(self, player):
        require(not self.reason["wins"] and player == self.other, "who does not win")

    def check_moves(self, text, forced=None):
        """The moves of a sentence are the last ones of the line.  In long lines it is not
        said which moves are forced, nor of a single move, unless 'forced' says it."""
        told = re.findall(f"{PLAYER} ({CELL})( \\(forced\\))?", text)
        first = len(self.reason["line"]) - len(told)
        is_told = self.reason["forced"] or len(told) <= 8
        for i, (player, name, mark) in enumerate(told, first):
            column, row = cell_of(name)
            board = self.boards[i]
            require(player == board.mover, "whose move is", name)
            require(self.reason["line"][i] == format(column + 1, "x"), "the move", name)
            require(row == len(board.columns[column]), "the row of", name)
            is_forced = board.is_forced(column)
            if len(self.reason["line"]) == 1:
                require(not mark and is_forced == bool(forced), "whether it is forced:", name)
            else:
                require(bool(mark) == (is_forced and is_told), "whether it is forced:", name)
        return first

    def says_force(self, player, text):
        require(player == self.player and self.reason["forced"], "who forces")
        require(self.check_moves(text) == 0, "the whole line")
        for board, move in zip(self.boards, self.reason["line"]):
            if board.mover == self.other:
                require(board.is_forced(int(move, 16) - 1), "an unforced move:", move)

    def says_line(self, text):
        require(self.check_moves(text) == 0, "the whole line")

    def says_only(self, text):
        require(self.check_moves(text, forced=True) == 0, "the whole line")

    def says_winning(self, text):
        require(self.check_moves(text) == 0, "the whole line")
        require(self.boards[0].mover == self.player, "whose move")
        require(self.reason["wins"], "it does not win")

    def says_holding(self, text):
        require(self.check_moves(text) == 0, "the whole line")
        require(self.boards[0].mover == self.player, "whose move")
        require(not self.reason["wins"], "it wins")

    def says_same(self):
        """The last line that was told is this one, too."""

    def says_then(self, text):
        self.check_moves(text)

    def says_instead(self, player, name, text):
        board = self.boards[self.check_moves(text) - 1]
        column, row = cell_of(name)
        require(board.mover == player and row == len(board.columns[column]), "the move", name)

    # ----------------------------------------------------------- the tactics

    def check_threat(self, name, line):
        """Stones of the player, and the threat."""
        cells = [cell_of(word) for word in line.split()]
        require(sorted(cells) in [sorted(four) for four in fours(self.end)], line, "is no line")
        require(cell_of(name) in cells and self.end.at(cell_of(name)) == ".", name)
        require(cell_of(name) in self.cells["win"], name, "is not marked")
        for cell in cells:
            if cell != cell_of(name):
                require(self.end.at(cell) == self.player, "the stone", cell)
                require(cell in self.cells["four"], "the mark of", cell)

    def check_playable_threats(self, text):
        """The threats of the sentence are all that the player has now."""
        found = re.findall(FOUR, text)
        for name, line in found:
            self.check_threat(name, line)
        columns = [cell_of(name)[0] for name, _ in found]
        require(columns == self.end.wins(self.player), "the threats are", self.end.wins(self.player))
        return len(found)

    def says_win(self, player, text):
        require(player == self.player == self.end.mover, "who wins at once")
        require(self.check_playable_threats(text) > 0)

    def says_double_threat(self, player, text, blocker):
        require(player == self.player and blocker == self.other == self.end.mover)
        require(self.check_playable_threats(text) > 1, "one threat only")
        self.check_lost()

    def check_lost(self):
        """Whatever the side to move plays, the other side wins at once."""
        require(self.end.playable() and not self.end.wins(self.other), "the other side wins")
        for column in self.end.playable():
            require(self.end.after(column).wins(self.player), "a defence in column", column + 1)

    def check_above(self, name, above, line):
        column, row = cell_of(name)
        require(self.end.mover == self.other and row == len(self.end.columns[column]), name)
        require(cell_of(above) == (column, row + 1), above, "is not above", name)
        require(cell_of(name) in self.cells["must"], "the mark of", name)
        self.check_threat(above, line)

    def says_block(self, blocker, name, line, player, above, above_line):
        require(blocker == self.other and player == self.player)
        require(self.check_playable_threats(f"{name} ({line})") == 1)
        self.check_above(name, above, above_line)
        self.check_lost()

    def says_one_move(self, mover, name, player, above, line):
        require(mover == self.other and player == self.player)
        require(self.end.playable() == [cell_of(name)[0]], "the only move")
        self.check_above(name, above, line)

    def says_everywhere(self, mover, player, text):
        require(mover == self.other and player == self.player)
        found = re.findall(f"after ({CELL}) at {FOUR}", text)
        require([cell_of(name)[0] for name, _, _ in found] == self.end.playable(), "all columns")
        for name, above, line in found:
            self.check_above(name, above, line)
        self.check_lost()

    def says_four(self, player, text):
        cells = [cell_of(name) for name in text.split()]
        require(player == self.player == self.end.winner and len(cells) == 4)
        require(cells in [list(four) for four in fours(self.end)] or
                cells[::-1] in [list(four) for four in fours(self.end)], "the line")
        require(all(self.end.at(cell) == player for cell in cells), "the stones")

    # ------------------------------------------------------------- the draws

    def says_full(self, player):
        require(player == self.other and not self.end.playable() and not self.end.winner)

    def says_dead_lines(self, player, holder):
        require(player == self.other and holder == self.player)
        for line in fours(self.end):
            require(any(self.end.at(cell) == self.player for cell in line), "a line lives:", line)

    # ------------------------------------------------------------- the plans

    def free(self, column):
        """The free cells of a column below the one that must be played at last."""
        rows = [row for at, row in self.cells["must"] if at == column]
        return min(rows, default=self.end.height) - len(self.end.columns[column])

    def says_plan(self, player, mover):
        require(player == self.player and mover == self.other == self.end.mover, "whose plan")
        self.odd = set()

    def says_odd(self, columns, excepted, player):
        require(player == self.player and bool(excepted) == bool(self.cells["must"]))
        self.odd = {ord(name) - ord("a") for name in re.findall(r"\b[a-l]\b", columns)}

    def says_many_odd(self, excepted, columns, player):
        self.says_odd(columns, excepted, player)

    def check_odd(self):
        """The columns excepted are those with an odd number of free cells."""
        odd = {column for column in range(self.end.width) if self.free(column) % 2}
        require(self.odd == odd, "the odd columns are", odd)

    def says_gets(self, player):
        require(player == self.player and self.cells["gets"])

    def reachable(self):
        """What the other side may get, for all that the plan says."""
        out = {(column, above) for column, row in self.cells["must"]
               for above in range(row + 1, self.end.height)}
        return {cell for cell in self.end.cells()
                if self.end.at(cell) == self.other or
                (self.end.at(cell) == "." and cell not in self.cells["gets"] | out)}

    def open_fours(self):
        reach = self.reachable()
        return [line for line in fours(self.end) if reach.issuperset(line)]

    def says_no_four(self, player):
        require(player == self.other and self.cells["gets"])
        self.check_no_four()

    def says_free_cells(self, player):
        require(player == self.other and not self.cells["gets"])
        self.check_no_four()

    def check_no_four(self):
        require(not self.open_fours(), "there is a four:", self.open_fours()[:1])

    def says_late_four(self, player, without, holder):
        require(player == self.other and holder == self.player and self.open_fours())
        require(bool(without) == bool(self.cells["gets"]), "whether cells are marked")
        own = {cell for cell in self.end.cells() if self.end.at(cell) == self.player}
        own |= self.cells["gets"]
        for line in self.open_fours():
            require(any(own.issuperset((column, row - down) for column, row in line)
                        for down in range(1, self.end.height)), "not above a four:", line)

    def says_own_four(self, player, text):
        cells = {cell_of(name) for name in text.split()}
        require(player == self.player and cells in [set(four) for four in fours(self.end)], text)
        for cell in cells:
            require(self.end.at(cell) == player or cell in self.cells["gets"], "the cell", cell)

    def says_zugzwang(self, mover, musts, player, text):
        require(mover == self.other and player == self.player)
        found = re.findall(FOUR, text)
        names = names_of(musts)
        require(len(found) == len(names) > 0, "as many wins as entries")
        for name, (above, line) in zip(names, found):
            column, row = cell_of(name)
            require(cell_of(above) == (column, row + 1), above, "is not above", name)
            self.check_threat(above, line)
        require(self.cells["must"] == {cell_of(name) for name in names}, "the marks")
        self.win_cells = {cell_of(above) for above, _ in found}

    # --------------------------------------------------------------- playing

    def answer(self, board, odd, column, greedy, rng):
        """Where the player answers a stone in a column.  'odd' loses columns."""
        if greedy and (wins := board.wins(self.player)):
            return wins[0]
        if column not in odd:
            return column
        odd.discard(column)
        require(odd, "no other column for the answer")
        reply = rng.choice(sorted(odd))
        odd.discard(reply)
        return reply

    def play(self, choose, greedy, rng):
        """Play to the end by the plan, against moves that 'choose' makes; a generator of
        the boards where it is asked."""
        board, odd = self.end.copy(), set(self.odd)
        while not board.over:
            column = choose(board) if choose else (yield board)
            board.play(column)
            if board.over:
                break
            reply = self.answer(board, odd, column, greedy, rng)
            require(reply in board.playable(), "no room for the answer in", board.moves)
            if not greedy or reply not in board.wins(self.player):
                self.check_room(board, column, reply)
            board.play(reply)
        require(board.winner != self.other, "lost:", board.moves)
        require(board.winner or not self.reason["wins"], "not won:", board.moves)
        for cell in self.cells["gets"]:
            require(board.at(cell) != self.other, "the other side has", cell, board.moves)

    def check_room(self, board, column, reply):
        """The answer is below the entries, or above the one just played and wins."""
        entries = dict(self.cells["must"])
        row = len(board.columns[reply])
        if row >= entries.get(reply, board.height):
            require(reply == column and (reply, row) in (self.win_cells or ()) and
                    board.completes(self.player, (reply, row)), "no win above", board.moves)

    def has_plan(self):
        return self.odd is not None


MOVES = f"({PLAYER[1:-1]} {CELL}(?: \\(forced\\))?(?:, [xo] {CELL}(?: \\(forced\\))?)*)"
ODD = "an odd number of free cells( \\(! and above do not count\\))?"
SENTENCES = [
    (f"Why {PLAYER} does not win:", Reason.says_why),
    (f"{PLAYER} forces the win: {MOVES}\\.", Reason.says_force),
    (f"The only move: {MOVES}\\.", Reason.says_only),
    (f"A winning move: {MOVES}\\.", Reason.says_winning),
    (f"A move that does not lose: {MOVES}\\.", Reason.says_holding),
    (f"If both sides play well, for example: {MOVES}\\.", Reason.says_line),
    ("The same moves\\.", Reason.says_same),
    (f"The same moves, then: {MOVES}\\.", Reason.says_then),
    (f"The same moves up to {PLAYER} ({CELL}), then: {MOVES}\\.", Reason.says_instead),
    (f"{PLAYER} wins at once at (.*)\\.", Reason.says_win),
    (f"{PLAYER} threatens to win at (.*); {PLAYER} can block only one\\.", Reason.says_double_threat),
    (f"{PLAYER} must block {FOUR}; then {PLAYER} wins at {FOUR}\\.", Reason.says_block),
    (f"{PLAYER} has one move left, ({CELL}); then {PLAYER} wins at {FOUR}\\.",
     Reason.says_one_move),
    (f"Wherever {PLAYER} plays, {PLAYER} wins above: (.*)\\.", Reason.says_everywhere),
    (f"{PLAYER} has four in a row: (.*)\\.", Reason.says_four),
    (f"The board is full, and {PLAYER} has no four in a row\\.", Reason.says_full),
    (f"{PLAYER} can no longer make four: every line has a stone of {PLAYER}\\.",
     Reason.says_dead_lines),
    (f"From here {PLAYER} answers every stone of {PLAYER} in the same column\\.",
     Reason.says_plan),
    (f"Except in columns ([a-l] and [a-l]), which have {ODD}: there {PLAYER} answers the first "
     "stone in one with a stone in the other\\.", Reason.says_odd),
    (f"Except in columns with {ODD}, now ([a-l](?:, [a-l])+ and [a-l]): there {PLAYER} answers "
     "a stone in such a column with a stone in another\\.", Reason.says_many_odd),
    (f"So {PLAYER} gets all cells marked \\+\\.", Reason.says_gets),
    (f"Without them {PLAYER} makes no four\\.", Reason.says_no_four),
    (f"The free cells give {PLAYER} no four\\.", Reason.says_free_cells),
    (f"Each four that {PLAYER} can still make( without them)? lies above a four of {PLAYER}, "
     "which is complete first\\.", Reason.says_late_four),
    (f"{PLAYER} wins with (.*), if not before\\.", Reason.says_own_four),
    (f"{PLAYER} runs out of other moves and must play (.*); then {PLAYER} wins at (.*)\\.",
     Reason.says_zugzwang),
]
# What the sentences of a kind must have, in one of several ways.
NO_FOUR = ({"says_no_four"}, {"says_free_cells"})
NEEDED = {
    "four": [{"says_four"}],
    "full board": [{"says_full"}],
    "win": [{"says_win"}],
    "double threat": [{"says_double_threat"}],
    "no defence": [{"says_block"}, {"says_one_move"}, {"says_everywhere"}],
    "followup": [{"says_plan"} | none for none in NO_FOUR],
    "late fours": [{"says_plan", "says_late_four", "says_own_four"}],
    "zugzwang": [{"says_plan", "says_zugzwang"} | none
                 for none in (*NO_FOUR, {"says_late_four"})],
    "dead lines": [{"says_dead_lines"}],
}
