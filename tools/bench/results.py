#!/usr/bin/env python3
"""Solve the empty boards, from small to large, and write down who wins and when.

Each result becomes a row of docs/results.tsv at once, and docs/results.md and the
table in README.md are made from the rows.  A run can be stopped at any time; the
next one continues it, also the search that was stopped: its table is kept in a file,
and its nodes and time are added.  A board is solved again if the search has changed since,
or if it ran out of a shorter time limit.  A board is not tried if a smaller one,
no wider and no higher, ran out of this time or more in the same search.
"""
import argparse
import fcntl
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
ALLOWED = f"boards are WxH, W and H from {SIDES[0]} to {SIDES[-1]}, W * (H + 1) up to {KEY_BITS}"

# The columns of docs/results.tsv, and what may be in them.
COLUMNS = {
    "width": r"\d{1,2}",
    "height": r"\d{1,2}",
    "goal": "weak|strong",  # who wins, or when
    "score": r"-?\d{1,2}(\.\.-?\d{1,2})?",  # bounds, if the search was stopped
    "last_stone": r"\d{1,3}|-",
    "nodes": r"\d{1,18}",
    "seconds": r"\d{1,18}(\.\d+)?(e[+-]\d+)?",  # the limit, if the search was stopped
    "threads": r"\d{1,9}",
    "table": ".+",
    "version": ".+",
    "signature": r"\d+(\+\d+)*",  # see Program
    "processor": ".*",
}
HEADER = "\t".join(COLUMNS) + "\n"

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


def last_stone_of(size, score):
    """The number of the last stone if the winner has abs(score) - 1 stones left."""
    last = size[0] * size[1] - max(2 * abs(score) - 1, 0)
    return last + 1 if score and last % 2 != (score > 0) else last


def parse(line):
    """The row of a line of docs/results.tsv; raises ValueError if it is damaged."""
    text = line.decode()
    if not text.endswith("\n"):
        raise ValueError("the line is cut off")
    fields = text[:-1].split("\t")
    if len(fields) != len(COLUMNS):
        raise ValueError(f"{len(fields)} of {len(COLUMNS)} fields")
    row = dict(zip(COLUMNS, fields))
    for column, field in row.items():
        if not re.fullmatch(COLUMNS[column], field, re.ASCII):
            raise ValueError(f"wrong {column}: {field}")
    size, goal, finished = key(row)
    if size not in boards():
        raise ValueError(f"wrong board {name(size)}: {ALLOWED}")
    bounds = list(map(int, row["score"].split("..")))
    if bounds != sorted(bounds) or goal == "weak" and not {-1, 0, 1}.issuperset(bounds):
        raise ValueError(f"wrong score for {goal}: {row['score']}")
    last = str(last_stone_of(size, bounds[0])) if finished and goal == "strong" else "-"
    if row["last_stone"] != last:
        raise ValueError(f"wrong last_stone: {row['last_stone']} instead of {last}")
    return row


def key(row):
    """The board, the goal, and whether it was reached."""
    return (int(row["width"]), int(row["height"])), row["goal"], ".." not in row["score"]


class Results:
    """The rows of docs/results.tsv, and the pages made from them."""

    def __init__(self, folder):
        self.data = folder / "docs" / "results.tsv"
        self.page = folder / "docs" / "results.md"
        self.readme = folder / "README.md"
        # By key(): a board may have a result and a later search that was stopped.
        self.rows = {}
        if self.data.exists():
            self.load()

    def load(self):
        """Read the rows, and exit if they are damaged."""
        number = 1
        try:
            header, *lines = self.data.read_bytes().splitlines(keepends=True) or [b""]
            if header.decode() != HEADER:
                raise ValueError(f"expected the header {' '.join(COLUMNS)}")
            for number, line in enumerate(lines, 2):
                row = parse(line)
                if self.rows.setdefault(key(row), row) is not row:
                    raise ValueError(f"a second row of {name(key(row)[0])} {row['goal']}")
        except ValueError as error:
            sys.exit(f"{os.path.relpath(self.data)}:{number}: {error}")

    def finished(self, size, goal):
        """The row of a search that ended with a score, or None."""
        return self.rows.get((size, goal, True))

    def stopped(self, size, goal):
        """The row of a search that ran out of time since, or None."""
        return self.rows.get((size, goal, False))

    def record(self, row):
        """Keep a row: a score instead of bounds, bounds beside a score."""
        size, goal, finished = key(row)
        old = self.stopped(size, goal)
        if finished:
            self.rows.pop((size, goal, False), None)
        elif (old and old["signature"] == row["signature"]
              and float(old["seconds"]) > float(row["seconds"])):
            return  # the longer search found more
        self.rows[key(row)] = row
        self.write()

    def write(self):
        """Write all files, or none if one cannot be made."""
        readme = self.in_readme(self.readme.read_text(encoding="utf-8"))
        for path, text in ((self.data, self.as_table()), (self.page, self.as_page()),
                           (self.readme, readme)):
            replace(path, text)

    def as_table(self):
        """docs/results.tsv."""
        rows = [row for size in boards() for goal in ("weak", "strong")
                for row in (self.finished(size, goal), self.stopped(size, goal)) if row]
        return HEADER + "".join("\t".join(row.values()) + "\n" for row in rows)

    def value(self, size):
        """In words; the winner alone if the last stone is not known; '' for an unknown result."""
        weak, strong = self.finished(size, "weak"), self.finished(size, "strong")
        if strong:
            return result(int(strong["last_stone"]), strong["score"] == "0")
        return {"0": "draw", "1": "1st", "-1": "2nd"}[weak["score"]] if weak else ""

    def ran_out(self, size, goal, signature, limit):
        """Whether this search ran out of this time or more, here or on a smaller board, no
        wider and no higher."""
        return any(row["signature"] == signature and float(row["seconds"]) >= limit
                   for smaller in boards()
                   if smaller[0] <= size[0] and smaller[1] <= size[1]
                   and (row := self.stopped(smaller, goal)))

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
        rows = self.finished(size, "weak"), self.finished(size, "strong")
        cells = [name(size), self.value(size)]
        for row in rows:
            cells += [f"{int(row['nodes']):,}", duration(row["seconds"])] if row else ["", ""]
        # What is the same for both is there once.
        cells += [", ".join(dict.fromkeys(row[column] for row in rows if row))
                  for column in ("threads", "table", "version", "signature")]
        return "| " + " | ".join(cells) + " |"

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
        row = self.stopped(size, goal)
        if not row:
            return f"{words}not tried yet"
        return (f"{words}not finished in {duration(row['seconds'])} with a table of "
                f"{row['table']}, after {int(row['nodes']):,} nodes ({row['signature']})")


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

`make results` makes this page again. It solves one board after the other, each for an hour at most or as long as
`--time-limit` says, and may be stopped at any time: the next run continues, with the table of the search that was
stopped, on this machine or, with the files of `build/tables`, on another one. A board is not tried if a smaller one, no
wider and no higher, ran out of this time. [results.tsv](results.tsv) has a row for each search, also for those that ran
out of time. `tools/bench/results.py --help` has the options.

## The searches

{count} boards, without a book, each search with an empty table: first who wins, then, unless it is a draw, with which
stone. Processor: {processors}. Nodes vary where several threads work on a board.

The signature of a search is its nodes for a few positions; the first number is that of `fourscore bench --signature`.
Searches change within a version, too: a row with another signature than today's has nodes and times of an earlier
search; the result is the same. Where a row has two, the first is for who wins.

| board | result | who wins: nodes | time | when: nodes | time | threads | table | version | signature |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
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


# Positions whose nodes, beside those of 'bench --signature' on 7x6, tell one search from
# another: on a small board, a high one, and one whose keys have more than 64 bits.
SIGNATURE = [("5x5", ""), ("4x7", ""), ("8x8", "716422378146752234321267684723")]


SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


def unblock():
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


class Program:
    """build/fourscore, and how it is to search."""

    def __init__(self, options):
        self.options = options
        self.interrupted = False
        self.version = self.run(["--version"])[0].split()[1]
        self.signature = "+".join([self.run(["bench", "--signature"])[0].split()[1],
                                   *map(self.nodes, SIGNATURE)])

    def nodes(self, position):
        """The nodes for a position, on one thread."""
        size, moves = position
        output, _ = self.run(["solve", "--board", size, "--no-book", "--json", "-v", "--quiet",
                              "--threads", "1", "--table", "32M"], f"{moves}\n")
        return str(json.loads(output)["nodes"])

    def run(self, arguments, text="", statuses=(0,)):
        """What it prints, and what it reports."""
        # A signal while the program starts would leave it running.
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        with subprocess.Popen([self.options.program, *arguments], text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, preexec_fn=unblock) as process:
            try:
                unblock()
                output, report = process.communicate(text)
            except KeyboardInterrupt:
                process.terminate()  # it saves its table, and prints what is known
                output, report = process.communicate()
                if not output:
                    raise
                self.interrupted = True
                return output, report
        if process.returncode not in statuses:
            sys.exit(f"{report}results.py: {self.options.program} {' '.join(arguments)}: "
                     f"status {process.returncode}")
        return output, report

    def solve(self, size, goal, before):
        """Solve an empty board, and return its row.  'before' is that of a search that was
        stopped, or None."""
        limit = self.options.time_limit
        file = self.options.tables / f"{name(size)}-{goal}.table"
        nodes, seconds, kept = 0, 0, ["--table-file", str(file)]
        if before and before["signature"] == self.signature and file.exists():
            if float(before["seconds"]) < limit:
                nodes, seconds = int(before["nodes"]), float(before["seconds"])
            else:
                kept = []  # that search took longer than this one may
        if not seconds:
            # To touch a large table takes seconds, longer than most small boards.
            answer, table = self.search(size, goal, "auto", limit / 100, [])
        if seconds or not (answer.get("finished", True) or self.interrupted):
            file.parent.mkdir(parents=True, exist_ok=True)
            if kept and not seconds:
                file.unlink(missing_ok=True)
            answer, table = self.search(size, goal, self.options.table, limit - seconds, kept)
        finished = answer.get("finished", True)
        if finished:
            file.unlink(missing_ok=True)
        nodes += answer["nodes"]
        if finished or self.interrupted:
            seconds += answer["microseconds"] / 1e6
        else:
            seconds = limit
        score = (answer["weak_score" if goal == "weak" else "score"] if finished
                 else f"{answer['lower']}..{answer['upper']}")
        return dict(zip(COLUMNS, map(str, [
            *size, goal, score, answer.get("last_stone", "-"), nodes,
            f"{seconds:.6f}" if finished else f"{seconds:g}",
            self.options.threads, table, self.version, self.signature, processor()])))

    def search(self, size, goal, table, limit, arguments):
        """The answer of the program, and the size of its table."""
        output, report = self.run(
            ["solve", "--board", name(size), "--no-book", "--json", "-v", "--quiet",
             "--threads", str(self.options.threads), "--table", table,
             "--time-limit", f"{limit:g}", *(["--weak"] * (goal == "weak")), *arguments],
            "\n", statuses=(0, 4))
        return json.loads(output), re.search(r"table of ([^,\n]*)", report)[1]


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
    return not results.ran_out(size, goal, program.signature, program.options.time_limit)


def board(text):
    size = tuple(map(int, text.split("x"))) if re.fullmatch(r"\d{1,2}x\d{1,2}", text) else None
    if size not in boards():
        raise argparse.ArgumentTypeError(f"'{text}': {ALLOWED}")
    return size


def lock(folder):
    """Keep other runs away from a folder until this one ends, however it does."""
    try:
        fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        sys.exit(f"{os.path.relpath(folder)}: another run writes there")


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board", nargs="*", metavar="WxH", type=board,
                        help="solve these boards, also if they are solved already")
    parser.add_argument("--time-limit", type=float, default=3600, metavar="SECONDS",
                        help="for each search, all its runs together (3600)")
    parser.add_argument("--cells", type=int, metavar="N", help="only boards of up to N cells")
    parser.add_argument("--threads", type=int, default=2, metavar="N", help="(2)")
    parser.add_argument("--table", default="4G", metavar="SIZE",
                        help="after the first hundredth of the time (4G)")
    parser.add_argument("--tables", type=pathlib.Path, metavar="FOLDER",
                        default=root / "build" / "tables",
                        help="for the tables of searches that are stopped (build/tables)")
    parser.add_argument("--page", action="store_true", help="solve nothing, only write the pages")
    parser.add_argument("--program", default=root / "build" / "fourscore", metavar="PATH",
                        help="(build/fourscore)")
    parser.add_argument("--folder", type=pathlib.Path, default=root,
                        help="where README.md and docs/ are (of this clone)")
    options = parser.parse_args()

    lock(options.folder / "docs")
    results = Results(options.folder)
    results.write()
    if options.page:
        return
    program = Program(options)
    for size in options.board or boards():
        if options.cells and size[0] * size[1] > options.cells:
            continue
        for goal in ("weak", "strong"):
            if is_due(results, program, size, goal, bool(options.board)):
                print(f"{name(size)} {goal}", end=" ", flush=True)
                row = program.solve(size, goal, results.stopped(size, goal))
                print(row["score"], f"{int(row['nodes']):,} nodes", duration(row["seconds"]),
                      flush=True)
                results.record(row)
                if program.interrupted:
                    raise KeyboardInterrupt


if __name__ == "__main__":
    # A signal ends the search, too.
    for number in SIGNALS:
        signal.signal(number, signal.default_int_handler)
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        sys.exit(f"results.py: {error}")
