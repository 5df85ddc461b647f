#!/usr/bin/env python3
"""Solve the empty boards, from small to large, and write down who wins and when.

Each result becomes a row of docs/results.tsv at once, and docs/results.md and the
table in README.md are made from the rows.  A run can be stopped at any time; the
next one continues it.  A board is solved again if the search has changed since,
or if it ran out of a shorter time limit.  A board is not tried if a smaller one,
no wider and no higher, ran out of time.
"""
import argparse
import csv
import json
import os
import pathlib
import re
import signal
import subprocess
import sys

SIDES = range(4, 13)
KEY_BITS = 127
README_HEIGHTS = range(4, 9)
COLUMNS = ["width", "height", "goal", "score", "last_stone", "nodes", "seconds", "threads",
           "table", "version", "signature", "processor"]

# Published results: rows are heights from 4, columns widths from 4; = is a draw, and a number
# that of the last stone.
PUBLISHED = """
=  =  24  =  32  36  40  44  48
=  =  =   =  39  41  47  51
=  =  36  41 48  52  59
=  =  41  =  53  55
=  =  48  55 62
=  =  53  =  1st
=  =  60  69
=  =  63
=  =  72
=  =
"""


def result(last_stone, draw):
    """In words: draw, 1st 41 or 2nd 36."""
    return "draw" if draw else f"{'1st' if last_stone % 2 else '2nd'} {last_stone}"


def published():
    """The published result of each board."""
    found = {}
    for height, line in enumerate(PUBLISHED.split("\n")[1:-1], 4):
        for width, word in enumerate(line.split(), 4):
            found[width, height] = (result(int(word), False) if word.isdigit()
                                    else result(0, True) if word == "=" else word)
    return found


def boards():
    """All boards of the program, as pairs of width and height, the smallest first."""
    return sorted(((width, height) for width in SIDES for height in SIDES
                   if width * (height + 1) <= KEY_BITS),
                  key=lambda size: (size[0] * size[1], size[0]))


def name(size):
    return f"{size[0]}x{size[1]}"


class Results:
    """The rows of docs/results.tsv, and the pages made from them."""

    def __init__(self, folder):
        self.data = folder / "docs" / "results.tsv"
        self.page = folder / "docs" / "results.md"
        self.readme = folder / "README.md"
        self.rows = {}
        if self.data.exists():
            with open(self.data, newline="", encoding="utf-8") as file:
                for row in csv.DictReader(file, delimiter="\t"):
                    self.rows[int(row["width"]), int(row["height"]), row["goal"]] = row

    def row(self, size, goal):
        return self.rows.get((*size, goal))

    def finished(self, size, goal):
        """The row of a search that ended with a score, or None."""
        row = self.row(size, goal)
        return row if row and ".." not in row["score"] else None

    def record(self, size, row):
        """Keep a row, but not bounds in place of a score."""
        if ".." not in row["score"] or not self.finished(size, row["goal"]):
            self.rows[(*size, row["goal"])] = row
            self.write()

    def write(self):
        lines = [COLUMNS] + [[row[column] for column in COLUMNS] for size in boards()
                             for goal in ("weak", "strong") if (row := self.row(size, goal))]
        replace(self.data, "".join("\t".join(line) + "\n" for line in lines))
        replace(self.page, self.as_page())
        replace(self.readme, self.in_readme(self.readme.read_text(encoding="utf-8")))

    def value(self, size):
        """In words; the winner alone if the last stone is not known; '' for an unknown result."""
        weak, strong = self.finished(size, "weak"), self.finished(size, "strong")
        if strong:
            return result(int(strong["last_stone"]), strong["score"] == "0")
        return {"0": "draw", "1": "1st", "-1": "2nd"}[weak["score"]] if weak else ""

    def obstacle(self, size, goal, signature=None, limit=0):
        """The smallest board, no wider and no higher, that ran out of time."""
        for smaller in boards():
            row = self.row(smaller, goal)
            if (smaller[0] <= size[0] and smaller[1] <= size[1] and row
                    and ".." in row["score"] and signature in (None, row["signature"])
                    and float(row["seconds"]) >= limit):
                return smaller
        return None

    def grid(self, heights):
        """A table in Markdown of the results; those that nobody has published are bold."""
        known = published()

        def cell(size):
            value = self.value(size)
            if not value:
                return " |"
            return f" {value} |" if known.get(size, "").startswith(value) else f" **{value}** |"

        return [GRID_HEADER, "| --- |" + " --- |" * len(SIDES)] + [
            f"| **{height}** |" + "".join(cell((width, height)) for width in SIDES)
            for height in heights]

    def in_readme(self, text):
        """The text with the table of today."""
        grid = "".join(f"{line}\n" for line in self.grid(README_HEIGHTS))
        return re.sub(rf"^{re.escape(GRID_HEADER)}\n(\|.*\n)*", lambda _: grid, text, flags=re.M)

    def as_page(self):
        """docs/results.md."""
        searched = [size for size in boards() if self.value(size)]
        rows = [row for size in searched for goal in ("weak", "strong")
                if (row := self.finished(size, goal))]
        processors = " or ".join(sorted({row["processor"] for row in rows}))
        known = published()
        same = sum(known.get(size) == self.value(size) for size in searched)
        return PAGE.format(
            grid="\n".join(self.grid(SIDES)), count=len(searched), processors=processors,
            list="\n".join(self.as_line(size) for size in searched), same=same,
            published=len(known), other="\n".join(self.others(known)))

    def as_line(self, size):
        weak, strong = self.finished(size, "weak"), self.finished(size, "strong")
        row = strong or weak
        cells = [name(size), self.value(size)]
        for each in (weak, strong):
            cells += [f"{int(each['nodes']):,}", duration(each["seconds"])] if each else ["", ""]
        return "| " + " | ".join(cells + [row["threads"], row["table"], row["version"]]) + " |"

    def others(self, known):
        """Lines of a table: every board whose result is not the published one, and why."""
        for size in sorted({*known, *boards()}, key=lambda size: (size[0] * size[1], size[0])):
            value, other = self.value(size), known.get(size, "")
            if value == other:
                continue
            if value and not other:
                why = "new"
            elif value and value.startswith(other):
                why = "the same winner; the last stone is new"
            elif value and not other.startswith(value):
                why = "**differs**"
            else:
                why = self.reason(size, "strong" if value else "weak")
            yield f"| {name(size)} | {value} | {other} | {why} |"

    def reason(self, size, goal):
        """Why there is no score."""
        if size not in boards():
            return f"boards have at most {SIDES[-1]} rows here"
        words = "the same winner; when, was " if goal == "strong" else ""
        obstacle = self.obstacle(size, goal)
        if obstacle == size:
            row = self.row(size, goal)
            return (f"{words}not finished in {duration(row['seconds'])}, after "
                    f"{int(row['nodes']):,} nodes")
        return f"{words}not tried" + (
            f", because {name(obstacle)} was not finished" if obstacle else "")


def replace(path, text):
    """Write a file, whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)


def duration(seconds):
    seconds = float(seconds)
    return f"{seconds:.2g} s" if seconds < 9.5 else f"{seconds:,.0f} s"


GRID_HEADER = "| height, width |" + "".join(f" {width} |" for width in SIDES)

PAGE = """# Results by board size

Who wins from the empty board if both sides play best, and the number of the last stone, those of both sides counted:
"1st 41" is a win of the first player with stone 41. Columns are widths, rows are heights: 7x6 is 7 wide and 6 high, and
7x5 is another game than 5x7. A number is missing where only the winner is known. Bold results are published nowhere
else, as far as we know.

{grid}

`make results` makes this page again. It solves one board after the other, each for an hour at most, and may be stopped
at any time: the next run continues. [results.tsv](results.tsv) has a row for each search, also for those that ran out
of time. `tools/bench/results.py --help` has the options.

## The searches

{count} boards, without a book, each search with an empty table: first who wins, then, unless it is a draw, with which
stone. Processor: {processors}. Nodes vary where several threads work on a board.

| board | result | who wins: nodes | time | when: nodes | time | threads | table | version |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
{list}

## Beside published results

J. Tromp published who wins for all boards whose width and height add up to 15 or less (2006), and for 8x8
([2015](https://tromp.github.io/c4/c4.html)). C. Steininger's [c4](https://github.com/ChristopheSteininger/c4) (2025)
added those that add up to 16, some larger ones, and the last stone of all but 8x9. Of these {published} boards {same}
have the same result here. All others, and why:

| board | here | published | |
| --- | --- | --- | --- |
{other}
"""


class Program:
    """build/fourscore, and how it is to search."""

    def __init__(self, options):
        self.options = options
        self.version = self.run(["--version"])[0].split()[1]
        # Nodes of positions of 7x6, and of an empty board of another size.
        small = self.run(["solve", "--board", "5x5", "--no-book", "--threads", "1", "--json", "-v"],
                         "\n")[0]
        self.signature = (self.run(["bench", "--signature"])[0].split()[1]
                          + f"+{json.loads(small)['nodes']}")

    def run(self, arguments, text="", statuses=(0,)):
        """What it prints, and what it reports."""
        done = subprocess.run([self.options.program, *arguments], input=text, text=True,
                              capture_output=True, check=False)
        if done.returncode not in statuses:
            sys.exit(f"{done.stderr}results.py: {self.options.program} {' '.join(arguments)}: "
                     f"status {done.returncode}")
        return done.stdout, done.stderr

    def solve(self, size, goal):
        """Solve an empty board, and return its row."""
        limit = self.options.time_limit
        # To touch a large table takes seconds, longer than most small boards.
        for table, part in ("auto", limit / 100), (self.options.table, limit):
            answer, table = self.search(size, goal, table, part)
            finished = answer.get("finished", True)
            if finished:
                break
        score = (answer["weak_score" if goal == "weak" else "score"] if finished
                 else f"{answer['lower']}..{answer['upper']}")
        seconds = f"{answer['microseconds'] / 1e6:.6f}" if finished else f"{limit:g}"
        return dict(zip(COLUMNS, map(str, [
            *size, goal, score, answer.get("last_stone", "-"), answer["nodes"], seconds,
            self.options.threads, table, self.version, self.signature, processor()])))

    def search(self, size, goal, table, limit):
        """The answer of the program, and the size of its table."""
        output, report = self.run(
            ["solve", "--board", name(size), "--no-book", "--json", "-v", "--quiet",
             "--threads", str(self.options.threads), "--table", table,
             "--time-limit", f"{limit:g}", *(["--weak"] * (goal == "weak"))],
            "\n", statuses=(0, 4))
        return json.loads(output), re.search(r"table of ([^,]*)", report)[1]


def processor():
    """The name that Linux has for it."""
    found = re.search(r"^model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    return found[1] if found else "unknown"


def is_due(results, program, size, goal, named):
    """Whether a board is to be solved, for its winner or for its last stone."""
    if goal == "strong":
        weak = results.finished(size, "weak")
        if not weak or weak["score"] == "0":
            return False
    if named:
        return True
    row = results.finished(size, goal)
    if row and row["signature"] == program.signature:
        return False
    return not results.obstacle(size, goal, program.signature, program.options.time_limit)


def board(text):
    size = tuple(map(int, re.fullmatch(r"(\d+)x(\d+)", text).groups()))
    if size not in boards():
        raise ValueError
    return size


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board", nargs="*", metavar="WxH", type=board,
                        help="solve these boards, also if they are solved already")
    parser.add_argument("--time-limit", type=float, default=3600, metavar="SECONDS",
                        help="for each search (3600)")
    parser.add_argument("--cells", type=int, metavar="N", help="only boards of up to N cells")
    parser.add_argument("--threads", type=int, default=2, metavar="N", help="(2)")
    parser.add_argument("--table", default="4G", metavar="SIZE",
                        help="after the first hundredth of the time (4G)")
    parser.add_argument("--page", action="store_true", help="solve nothing, only write the pages")
    parser.add_argument("--program", default=root / "build" / "fourscore", metavar="PATH",
                        help="(build/fourscore)")
    parser.add_argument("--folder", type=pathlib.Path, default=root,
                        help="where README.md and docs/ are (of this clone)")
    options = parser.parse_args()

    results = Results(options.folder)
    if options.page:
        results.write()
        return
    program = Program(options)
    for size in options.board or boards():
        if options.cells and size[0] * size[1] > options.cells:
            continue
        for goal in ("weak", "strong"):
            if is_due(results, program, size, goal, bool(options.board)):
                print(f"{name(size)} {goal}", end=" ", flush=True)
                row = program.solve(size, goal)
                results.record(size, row)
                print(row["score"], f"{int(row['nodes']):,} nodes", duration(row["seconds"]),
                      flush=True)


if __name__ == "__main__":
    # A signal ends the search, too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.default_int_handler)
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
