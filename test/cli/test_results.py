"""Results by board size: the pages are those of the rows, the rows agree with each other,
with the program and with what others have published, and a run can be stopped and continued.
Nothing that is wrong with the files or the options costs a result."""

import argparse
import importlib.util
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "test" / "support"))
import tap

SCRIPT = ROOT / "tools" / "bench" / "results.py"
SPEC = importlib.util.spec_from_file_location("results", SCRIPT)
results = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(results)

# A program that logs what it solves, saves tables often on the board SAVE, hangs on HANG,
# stops early on STOP and has other nodes on CHANGED, which may also be bench.
WRAPPER = """#!/bin/sh
case "$* " in
*' --table auto '*' --weak'*) echo "$3 weak" >>log ;;
*' --table auto '*) echo "$3 strong" >>log ;;
*" --table-file "*) for file; do :; done; [ ! -e "$file" ] || echo "$3 goes on" >>log ;;
esac
case " $* ${{CHANGED-}}" in
*" --board ${{SAVE-}} "*" --table-file "*) exec '{program}' "$@" --save-every 0.001 ;;
*" --board ${{HANG-}} "*) echo $$ >pid; exec sleep 1000 ;;
*" --board ${{STOP-}} "*) exec '{program}' "$@" --node-limit 1000 ;;
" bench --signature bench") echo 'Bench: 1'; exit ;;
*" --board ${{CHANGED-}} "*) '{program}' "$@" | sed 's/"nodes":/&1/'; exit ;;
esac
exec '{program}' "$@"
"""


def is_running(pid):
    try:
        return ") Z " not in pathlib.Path("/proc", pid, "stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


class Files(unittest.TestCase):
    """The files of the repository"""

    def setUp(self):
        self.results = results.Results(ROOT)

    def test_pages(self):
        """the script would write docs/results.* and the table of README.md as they are"""
        self.assertEqual(self.results.data.read_text(), self.results.as_table())
        self.assertEqual(self.results.page.read_text(), self.results.as_page())
        readme = self.results.readme.read_text()
        self.assertEqual(readme, self.results.in_readme(readme))
        self.assertEqual(readme.count(results.GRID_HEADER), 1)

    def test_rows(self):
        """who wins, the score and the last stone agree"""
        self.assertGreater(len(self.results.rows), 20)
        for ((width, height), goal, _), row in self.results.rows.items():
            with self.subTest(width=width, height=height, goal=goal):
                self.assertIn((width, height), results.boards())
                self.assertEqual(row["last_stone"].isdigit(),
                                 goal == "strong" and ".." not in row["score"])
                if goal == "weak":
                    self.assertIn(row["score"], {"-1", "0", "1", "-1..0", "0..1", "-1..1"})
                    continue
                winner = int(self.results.finished((width, height), "weak")["score"])
                bounds = [int(bound) for bound in row["score"].split("..")]
                self.assertTrue(any(bound * winner > 0 for bound in bounds))
                if row["last_stone"].isdigit():
                    last = int(row["last_stone"])
                    self.assertEqual(winner, 1 if last % 2 else -1)
                    self.assertEqual(bounds, [winner * ((width * height + 2 - last) // 2)])

    def test_published(self):
        """no result differs from a published one"""
        known = results.published()
        self.assertEqual((len(known), known[7, 6], known[8, 7], known[6, 12], known[12, 4]),
                         (52, "1st 41", "1st 53", "2nd 72", "2nd 48"))
        found = {size: value for size in results.boards() if (value := self.results.value(size))}
        for size, value in found.items():
            other = known.get(size, value)
            self.assertTrue(other.startswith(value) or value.startswith(other),
                            f"{size}: {value}, published {other}")
        self.assertGreater(len(found.keys() & known.keys()), 15)


class Runs(unittest.TestCase):
    """Runs of the script, in an empty folder"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "docs").mkdir()
        shutil.copy(ROOT / "README.md", self.folder)
        self.log, self.data = self.folder / "log", self.folder / "docs" / "results.tsv"
        self.tables = self.folder / "tables"
        program = self.folder / "program"
        program.write_text(WRAPPER.format(program=os.environ["FOURSCORE"]))
        program.chmod(0o755)

    def start(self, *arguments, stderr=None, **environment):
        return subprocess.Popen(
            [sys.executable, "-B", SCRIPT, "--folder", self.folder, "--program", "./program",
             "--tables", self.tables, "--threads", "1", "--table", "16M", *arguments],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=stderr, text=True,
            env={**os.environ, **environment}, start_new_session=True)

    def run_to_end(self, *arguments, **environment):
        """Run it, and return the boards that the program was asked to solve."""
        with self.start(*arguments, **environment) as process:
            self.assertEqual(process.wait(), 0)
        return self.take_log()

    def refused(self, *arguments, status=1):
        """Run it in vain: nothing is solved.  Returns the message."""
        with self.start(*arguments, stderr=subprocess.PIPE) as process:
            _, message = process.communicate()
        self.assertEqual((process.returncode, self.take_log()), (status, []), message)
        self.assertNotIn("Traceback", message)
        return message

    def read(self):
        """The rows of now."""
        return results.Results(self.folder)

    def read_page(self):
        return (self.folder / "docs" / "results.md").read_text()

    def take_log(self):
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return lines

    def test_small_boards(self):
        """small boards have the result of the repository's rows"""
        self.run_to_end("--cells", "25")
        again, rows = self.read().rows, results.Results(ROOT).rows
        self.assertEqual(len(again), 7)
        for key, row in again.items():
            for column in ("score", "last_stone"):
                self.assertEqual(row[column], rows[key][column])

    def wait_until(self, condition):
        deadline = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def interrupt(self, number, meanwhile=lambda: None):
        """Run it until the program hangs on 5x4, and end it with a signal."""
        pid = self.folder / "pid"
        with self.start("--cells", "20", HANG="5x4") as process:
            try:
                self.wait_until(lambda: pid.exists() and pid.read_text().endswith("\n"))
                meanwhile()
            finally:
                os.kill(process.pid, number)
            self.assertEqual(process.wait(), 130)
        self.wait_until(lambda: not is_running(pid.read_text().strip()))
        pid.unlink()
        return self.take_log()

    def test_interruption(self):
        """while it goes on others are refused; after an interruption it continues"""
        def start_others():
            # What the first run has logged is not what these solve.
            self.assertEqual(self.take_log(), ["4x4 weak", "4x5 weak", "5x4 weak"])
            before = self.data.read_text()
            for arguments in ["4x4"], ["--page"]:
                self.assertEqual(self.refused(*arguments), "docs: another run writes there\n")
            self.assertEqual(self.data.read_text(), before)

        self.interrupt(signal.SIGINT, start_others)
        before = self.data.read_text()
        self.assertEqual(self.interrupt(signal.SIGTERM), ["5x4 weak"])
        self.assertEqual(self.data.read_text(), before)
        self.assertEqual({path.name for path in self.data.parent.iterdir()},
                         {"results.md", "results.tsv"})
        self.assertEqual(self.run_to_end("--cells", "20"), ["5x4 weak"])
        self.assertTrue(self.data.read_text().startswith(before))
        self.assertEqual(self.run_to_end("--cells", "20"), [])
        self.assertEqual(self.run_to_end("4x4"), ["4x4 weak"])

    def test_limits(self):
        """boards that ran out of time are tried again with more time, and larger ones then"""
        self.assertEqual(self.run_to_end("--cells", "20", "--time-limit", "700", STOP="4x5"),
                         ["4x4 weak", "4x5 weak", "5x4 weak"])
        row = self.read().stopped((4, 5), "weak")
        self.assertIn(row["score"], ("-1..1", "-1..0", "0..1"))
        self.assertEqual((row["last_stone"], row["seconds"]), ("-", "700"))
        self.assertEqual(self.run_to_end("--cells", "25", "--time-limit", "700"),
                         ["6x4 weak", "6x4 strong"])
        self.assertRegex(self.read_page(),
                         r"\| 4x5 \|  \| draw \| not finished in 700 s with a table of 16.00 MiB, "
                         r"after 1,0\d\d nodes \([0-9+]+\) \|")
        self.assertIn("| 5x5 |  | draw | not tried yet |", self.read_page())
        self.assertEqual(self.run_to_end("--cells", "25", "--time-limit", "800"),
                         ["4x5 goes on", "4x6 weak", "5x5 weak"])
        self.assertIsNone(self.read().stopped((4, 5), "weak"))
        nodes = int(self.read().finished((4, 5), "weak")["nodes"])
        self.assertGreater(nodes, int(row["nodes"]) + 100)
        self.assertEqual(list(self.tables.iterdir()), [])

    def test_tables(self):
        """a search that is ended by a signal goes on with its table"""
        options = "8x7", "--table", "32M", "--time-limit", "20"
        table = self.tables / "8x7-weak.table"
        with self.start(*options, SAVE="8x7") as process:
            self.wait_until(table.exists)
            process.terminate()
            self.assertEqual(process.wait(), 130)
        self.assertEqual(self.take_log(), ["8x7 weak"])
        before = self.read().stopped((8, 7), "weak")
        self.assertLess(float(before["seconds"]), 20)
        self.assertGreater(table.stat().st_size, 2 ** 20)
        self.assertEqual(self.run_to_end(*options, STOP="8x7"), ["8x7 goes on"])
        after = self.read().stopped((8, 7), "weak")
        self.assertEqual(after["seconds"], "20")
        self.assertIn(int(after["nodes"]) - int(before["nodes"]), range(1000, 1100))

    def test_attempts(self):
        """a search that ran out of time counts, and leaves a result and longer searches alone"""
        self.run_to_end("--cells", "20")
        self.data.write_text(self.data.read_text().replace("+", "+1"))
        before = self.read().rows
        self.assertEqual(self.run_to_end("--cells", "20", "--time-limit", "700", STOP="4x5"),
                         ["4x4 weak", "4x5 weak", "5x4 weak"])
        board = (4, 5), "weak"
        self.assertEqual(self.read().finished(*board), before[*board, True])
        self.assertEqual(self.read().stopped(*board)["seconds"], "700")
        self.assertEqual(self.run_to_end("--cells", "20", "--time-limit", "700"), [])
        for limit, kept in ("600", "700"), ("750", "750"):
            self.run_to_end("4x5", "--time-limit", limit, STOP="4x5")
            self.assertEqual(self.read().stopped(*board)["seconds"], kept)
        self.assertEqual(self.run_to_end("--cells", "20", "--time-limit", "800"), ["4x5 goes on"])
        self.assertEqual(len(self.read().rows), 3)
        self.run_to_end("4x5", STOP="4x5")
        self.assertEqual(len(self.read().rows), 4)

    def test_another_search(self):
        """a search that has changed, on any kind of board, solves the boards again"""
        self.assertEqual(self.run_to_end("--cells", "16"), ["4x4 weak"])
        for changed in "bench", "8x8":
            with self.subTest(changed=changed):
                self.assertEqual(self.run_to_end("--cells", "16", CHANGED=changed), ["4x4 weak"])
        self.assertEqual(self.run_to_end("--cells", "16", CHANGED="8x8"), [])
        all_boards = ["4x4 weak", "4x5 weak", "5x4 weak"]
        self.assertEqual(self.run_to_end("--cells", "20", STOP="4x5"), all_boards)
        self.assertEqual(self.run_to_end("--cells", "20"), [])
        self.assertEqual(self.run_to_end("--cells", "20", CHANGED="5x5"), all_boards)
        # The page tells rows of different searches apart.
        self.run_to_end("6x4")
        new = self.read().finished((6, 4), "strong")["signature"]
        self.assertRegex(self.read_page(), rf"(?m)^\| 6x4 \|.*\| {re.escape(new)} \|$")
        self.data.write_text(re.sub(rf"(6\t4\tweak.*){re.escape(new)}", r"\g<1>123+45", self.data.read_text()))
        self.run_to_end("--page")
        self.assertRegex(self.read_page(), rf"(?m)^\| 6x4 \|.*\| 123\+45, {re.escape(new)} \|$")

    def test_pages_at_start(self):
        """pages that are stale are written if there is nothing to solve, too; or no file is"""
        self.run_to_end("--cells", "16")
        good = self.read_page()
        (self.folder / "docs" / "results.md").write_text("stale\n")
        self.assertEqual(self.run_to_end("--cells", "16"), [])
        self.assertEqual(self.read_page(), good)
        for path in [self.folder / "README.md", *self.data.parent.iterdir()]:
            path.unlink()
        self.assertIn("README.md", self.refused("--cells", "16"))
        self.assertEqual([*self.data.parent.iterdir()], [])

    def test_damage(self):
        """wrong boards and damaged files are refused before any search, and stay as they are"""
        allowed = "boards are WxH, W and H from 4 to 12, W * (H + 1) up to 127"
        self.assertIn(f"'foo': {allowed}\n", self.refused("foo", status=2))
        self.assertEqual(results.board("12x9"), (12, 9))
        for board in "3x3", "7x13", "12x10", "7x6x5", "x", "":
            with self.assertRaisesRegex(argparse.ArgumentTypeError, re.escape(f"'{board}': {allowed}")):
                results.board(board)
        header = results.HEADER.encode()
        row = dict(zip(results.COLUMNS, "4 4 weak 0 - 9 0.1 2 1G 1 1+2 cpu".split()))

        def line(**changes):
            return "\t".join({**row, **changes}.values()).encode() + b"\n"

        strong = {"goal": "strong", "width": "6"}
        for data, number, message in [
                (b"", 1, "expected the header width height "),
                (line(), 1, "expected the header"),
                (b"\xff" + header, 1, "'utf-8' codec"),
                (header + line()[:-1], 2, "the line is cut off"),
                (header + line() + line(height="5")[:9] + b"\n", 3, "4 of 12 fields"),
                (header + b"\n", 2, "1 of 12 fields"),
                (header + b"<<<<<<< HEAD\n" + line(), 2, "1 of 12 fields"),
                (header + line(processor="a\tb"), 2, "13 of 12 fields"),
                (header + line().replace(b"cpu", b"\xff"), 2, "'utf-8' codec"),
                (header + line() + line(), 3, "a second row of 4x4 weak"),
                (header + line(width="3"), 2, "wrong board 3x4: boards are"),
                (header + line(score="2"), 2, "wrong score for weak: 2"),
                (header + line(score="1..0"), 2, "wrong score for weak: 1..0"),
                (header + line(score="-2..0"), 2, "wrong score for weak: -2..0"),
                (header + line(last_stone="16"), 2, "wrong last_stone: 16 instead of -"),
                (header + line(**strong, score="-1"), 2, "wrong last_stone: - instead of 24"),
                (header + line(**strong, score="2", last_stone="23"), 2, "wrong last_stone: 23"),
                (header + line(**strong, score="0..1", last_stone="24"), 2, "wrong last_stone: 24"),
                *((header + line(**{column: "?" * (column not in ("table", "version"))}), 2,
                   f"wrong {column}: ") for column in [*results.COLUMNS][:-1])]:
            with self.subTest(data=data):
                self.data.write_bytes(data)
                with self.assertRaises(SystemExit) as stop:
                    self.read()
                where = f"{os.path.relpath(self.data)}:{number}: "
                self.assertTrue(stop.exception.code.startswith(where + message), stop.exception)
        data = self.data.read_bytes()
        self.assertEqual(self.refused("--cells", "16"), "docs/results.tsv:2: wrong signature: ?\n")
        self.assertEqual(self.data.read_bytes(), data)
        self.assertEqual([*self.data.parent.iterdir()], [self.data])
        # Rows that are as they should be.
        self.data.write_bytes(header + line(goal="weak", score="0..1", seconds="1e+06")
                              + line(**strong, score="-1", last_stone="24")
                              + line(**strong, score="-9..-1"))
        self.run_to_end("--page")
        self.assertEqual(len(self.read().rows), 3)


if __name__ == "__main__":
    tap.main()
