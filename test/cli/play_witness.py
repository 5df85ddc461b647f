#!/usr/bin/env python3
"""A witness for 'fourscore play': knows from the rules what is printed for each line typed.

play_witness.py GAMES SEED plays random games with random commands on several boards, line by
line.  Scores, hints and the moves of level 5 are compared with 'fourscore solve'.
"""
import os
import pathlib
import random
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from random_games import random_board
from rules import NAMES, NO_MOVE, Board, require, scores_of_moves, sign

COLOURS = "Red", "Yellow"
LEVELS = "beginner", "casual", "club player", "expert", "perfect"
# The plies of the first position: no search takes long from there.
BOARDS = {"4x4": (0, 15), "5x4": (0, 20), "6x4": (0, 24), "12x1": (0, 12), "7x6": (20, 42)}
EASY = "4x4", "12x1"  # solved in time on any machine
COMMANDS = "undo", "hint", "scores", "flip", "new", "help"
HELP = "Get four of your stones in a row: across, up or diagonally."
HELP_LINES = 11


class Game:
    """The state of a game, and the lines that are left of what the program printed."""

    def __init__(self, printed, board, level, person, scores, names):
        self.lines, self.board, self.names = iter(printed), board, names
        self.level, self.person, self.scores = level, person, scores
        self.claims = []  # (MOVES, WHAT, VALUE), which solve confirms

    def take(self, *expected):
        for line in expected:
            require(next(self.lines) == line, self.board.moves, line)

    def claim(self, what, value):
        self.claims.append((self.board.moves, what, value))

    def claim_move(self, what, name):
        self.claim(what, self.names.index(name))

    def is_persons_turn(self):
        return len(self.board.moves) % 2 == self.person

    def begin(self):
        """The players, the move of the opponent if it is its turn, and the board."""
        you, other = ((COLOURS[i], "xo"[i]) for i in (self.person, 1 - self.person))
        self.take(f"You are {you[0]} ({you[1]}).  {other[0]} ({other[1]}) is level "
                  f"{self.level}: {LEVELS[self.level - 1]}.")
        self.go_on()

    def go_on(self):
        if not self.board.over and not self.is_persons_turn():
            line = next(self.lines)
            found = re.fullmatch(r"(\w+) plays (\w)( \(.*\))?\.", line)
            require(found and found[1] == COLOURS[1 - self.person], line)
            if self.level == len(LEVELS):
                self.claim_move(PROVEN[found[3]], found[2])
            else:
                require(found[3] is None, line)
            self.board.play(self.names.index(found[2]))
        self.show()
        if self.board.winner:
            winner = "xo".index(self.board.winner)
            self.take(f"{COLOURS[winner]} wins with move {len(self.board.moves)}.  You "
                      f"{'win' if winner == self.person else 'lose'}.")
        elif self.board.over:
            self.take("The board is full: a draw.")

    def show(self):
        width, height = self.board.width, self.board.height
        self.take("", *("".join(f"{self.board.at((column, row)):>4}" for column in range(width))
                        for row in reversed(range(height))),
                  "".join(f"{name:>4}" for name in self.names[:width]))
        if self.scores and not self.board.over:
            line = next(self.lines)
            require(len(line) == 4 * width, line)
            self.claim("scores", line.split())
        self.take("")

    def undo(self):
        count = len(self.board.moves) - 1
        while count >= 0 and count % 2 != self.person:
            count -= 1
        if count < 0:
            self.take("There is no move of yours to take back.")
            return
        self.board = Board(self.board.width, self.board.height, self.board.moves[:count])
        self.show()

    def hint(self):
        if self.board.over:
            self.take("The game is over.")
            return
        found = re.fullmatch(r"Hint: column (\w), (.*)\.", line := next(self.lines))
        require(found, line)
        self.claim_move(PROVEN[found[2]], found[1])

    def toggle_scores(self):
        self.scores = not self.scores
        if self.scores:
            self.show()
        else:
            self.take("Scores are no longer shown.")

    def flip(self):
        self.person = 1 - self.person
        self.begin()

    def new(self):
        self.board = Board(self.board.width, self.board.height)
        self.begin()

    def help(self):
        letters = " (letters follow 9)" * (self.names[self.board.width - 1] > "9")
        self.take(HELP, f"Type the number of a column to drop a stone there{letters}, or:")
        for _ in range(HELP_LINES - 2):
            next(self.lines)

    def set_level(self, word):
        if word in map(str, range(1, len(LEVELS) + 1)):
            self.level = int(word)
            self.take(f"Level {word}: {LEVELS[self.level - 1]}.")
        else:
            self.take("Expected a level from 1 to 5, such as 'level 3'.")

    def play(self, name):
        column = self.names.index(name)
        free = [self.names[c] for c in self.board.playable()]
        if self.board.over:
            self.take("The game is over: type undo, new, flip or quit.")
        elif name not in free:
            self.take(f"Column {name} is full; free: {' '.join(free)}.")
        else:
            self.board.play(column)
            self.go_on()

    def obey(self, line):
        word, *rest = line.lower().split() or [""]
        commands = {"undo": self.undo, "hint": self.hint, "scores": self.toggle_scores,
                    "flip": self.flip, "new": self.new, "help": self.help, "?": self.help}
        commands |= {name[0]: commands[name] for name in COMMANDS[:-1]}
        if len(word) == 1 and word in self.names[:self.board.width] and not rest:
            self.play(word)
        elif word in ("level", "l"):
            self.set_level(" ".join(rest))
        elif word in commands and not rest:
            commands[word]()
        else:
            self.take(f"'{' '.join(line.split())}' is not a move.  Type a column from "
                      f"{self.names[0]} to {self.names[self.board.width - 1]}, or: undo, hint, scores, flip, new, "
                      "level 1 to 5, help, quit.")

    def follow(self, typed):
        self.begin()
        for line in [*typed, None]:
            self.take("The game is over: undo, new, flip or quit?" if self.board.over else
                      f"Your move, {COLOURS[self.person]} ({'xo'[self.person]})?")
            if line is not None:
                self.obey(line)
        self.take("")
        require(next(self.lines, None) is None)


# What a move is said to be.
PROVEN = {
    None: "best", "a best move": "best",
    " (it keeps the result)": "keeps", "it keeps the result": "keeps",
    " (a guess: not solved in time)": "guess", "a guess (not solved)": "guess",
}


def confirm(claims, size):
    unknown = () if size in EASY else ("?", "guess")
    scores = scores_of_moves(size, [moves for moves, _, _ in claims])
    for moves, what, value in claims:
        found = scores[moves]
        if what == "scores":
            require(len(value) == len(found), moves, value)
            for shown, score in zip(value, found):
                require(shown == ("-" if score == NO_MOVE else str(score)) or shown in unknown,
                        moves, value)
        elif what not in unknown:
            score, best = found[value], max(found)
            right = score == best or what == "keeps" and sign(score) == sign(best)
            require(right and what != "guess", moves, what, value)


def random_line(width, names, rng):
    kind = rng.random()
    if kind < 0.6:
        return rng.choice(names[:width]).replace("c", "C")
    if kind < 0.9:
        word = rng.choice(COMMANDS)
        return rng.choice([word, word.upper(), word[0], f" {word}  "])
    return rng.choice(["level 5", "level 1", f"LEVEL {rng.randint(0, 6)}", "l", "", "foo", "undo 2",
                       "1 1", names[width], "?"])


def main(games, seed):
    rng, program = random.Random(int(seed)), os.environ["FOURSCORE"]
    for size, plies in BOARDS.items():
        width, height = map(int, size.split("x"))
        claims = []
        for number in range(int(games)):
            board = random_board(width, height, rng.randint(*plies) if number else plies[0], rng)
            level, person, scores = rng.randint(1, 5), number % 2, rng.random() < 0.5
            first = 1 if number % 3 else 0
            names = NAMES + "d" if first else "0" + NAMES
            typed = [random_line(width, names, rng) for _ in range(40)]
            arguments = [program, "play", "--board", size, "--level", str(level), "--seed", str(number),
                         "--you", ("first", "second")[person], *["--hints"] * scores,
                         *["--first-column", "0"] * (1 - first),
                         "".join(names[NAMES.index(move)] for move in board.moves)]
            printed = subprocess.run(arguments, input="\n".join(typed) + "\n", text=True, check=True,
                                     stdout=subprocess.PIPE).stdout.splitlines()
            game = Game(printed, board, level, person, scores, names)
            try:
                game.follow(typed)
            except AssertionError:
                print(*arguments[1:], *map(repr, typed))
                raise
            claims += game.claims
        confirm(claims, size)
        print(f"# {size}: {len(claims)} claims")


main(*sys.argv[1:])
