"""Results by board size: the pages are those of the rows, the rows agree with each other,
with the program and with what others have published, and a run can be stopped and continued."""

import importlib.util
import os
import pathlib
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

# A program that logs what it solves, hangs on the board HANG and stops early on STOP.
WRAPPER = """#!/bin/sh
case "$* " in
*' --table auto '*' --weak'*) echo "$3 weak" >>log ;;
*' --table auto '*) echo "$3 strong" >>log ;;
esac
case " $* " in
*" --board ${{HANG-}} "*) echo $$ >pid; exec sleep 1000 ;;
*" --board ${{STOP-}} "*) exec '{program}' "$@" --node-limit 1000 ;;
esac
exec '{program}' "$@"
"""


class Files(unittest.TestCase):
    """The files of the repository"""

    def setUp(self):
        self.results = results.Results(ROOT)

    def test_pages(self):
        """docs/results.md and the table of README.md are what docs/results.tsv gives"""
        self.assertEqual(self.results.page.read_text(), self.results.as_page())
        readme = self.results.readme.read_text()
        self.assertEqual(readme, self.results.in_readme(readme))
        self.assertEqual(readme.count(results.GRID_HEADER), 1)

    def test_rows(self):
        """who wins, the score and the last stone agree"""
        self.assertGreater(len(self.results.rows), 20)
        for (width, height, goal), row in self.results.rows.items():
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
        program = self.folder / "program"
        program.write_text(WRAPPER.format(program=os.environ["FOURSCORE"]))
        program.chmod(0o755)

    def start(self, *arguments, **environment):
        return subprocess.Popen(
            [sys.executable, "-B", SCRIPT, "--folder", self.folder, "--program", "./program",
             "--threads", "1", "--table", "16M", *arguments], cwd=self.folder, stdout=subprocess.PIPE, text=True,
            env={**os.environ, **environment}, start_new_session=True)

    def run_to_end(self, *arguments, **environment):
        """Run it, and return the boards that the program was asked to solve."""
        with self.start(*arguments, **environment) as process:
            self.assertEqual(process.wait(), 0)
        return self.take_log()

    def take_log(self):
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return lines

    def test_small_boards(self):
        """small boards have the result of the repository's rows"""
        self.run_to_end("--cells", "25")
        again, rows = results.Results(self.folder), results.Results(ROOT)
        self.assertEqual(len(again.rows), 7)
        for (width, height, goal), row in again.rows.items():
            for column in ("score", "last_stone"):
                self.assertEqual(row[column], rows.row((width, height), goal)[column])

    def interrupt(self, number):
        """Run it until the program hangs on 5x4, and end it with a signal."""
        pid = self.folder / "pid"
        with self.start("--cells", "20", HANG="5x4") as process:
            deadline = time.monotonic() + 60
            while not (pid.exists() and pid.read_text().endswith("\n")):
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.01)
            os.kill(process.pid, number)
            self.assertEqual(process.wait(), 130)
        stat = pathlib.Path("/proc", pid.read_text().strip(), "stat")
        self.assertTrue(not stat.exists() or ") Z " in stat.read_text(), "the program goes on")
        pid.unlink()
        return self.take_log()

    def test_interruption(self):
        """after an interruption a run continues"""
        self.assertEqual(self.interrupt(signal.SIGINT), ["4x4 weak", "4x5 weak", "5x4 weak"])
        before = self.data.read_text()
        self.assertEqual(self.interrupt(signal.SIGTERM), ["5x4 weak"])
        self.assertEqual(self.data.read_text(), before)
        self.assertEqual(self.run_to_end("--cells", "20"), ["5x4 weak"])
        self.assertTrue(self.data.read_text().startswith(before))
        self.assertEqual(self.run_to_end("--cells", "20"), [])
        self.assertEqual(self.run_to_end("4x4"), ["4x4 weak"])

    def test_limits(self):
        """boards that ran out of time are tried again with more time, and larger ones then"""
        self.assertEqual(self.run_to_end("--cells", "20", "--time-limit", "700", STOP="4x5"),
                         ["4x4 weak", "4x5 weak", "5x4 weak"])
        row = results.Results(self.folder).row((4, 5), "weak")
        self.assertIn(row["score"], ("-1..1", "-1..0", "0..1"))
        self.assertEqual((row["last_stone"], row["seconds"]), ("-", "700"))
        self.assertEqual(self.run_to_end("--cells", "25", "--time-limit", "700"),
                         ["6x4 weak", "6x4 strong"])
        page = (self.folder / "docs" / "results.md").read_text()
        self.assertIn("| 4x5 |  | draw | not finished in 700 s, after 1,0", page)
        self.assertIn("| 5x5 |  | draw | not tried, because 4x5 was not finished |", page)
        self.assertEqual(self.run_to_end("--cells", "25", "--time-limit", "800"),
                         ["4x5 weak", "4x6 weak", "5x5 weak"])
        finished = results.Results(self.folder).row((4, 5), "weak")
        self.run_to_end("4x5", STOP="4x5")
        self.assertEqual(results.Results(self.folder).row((4, 5), "weak"), finished)

    def test_another_search(self):
        """a search that has changed solves the boards again"""
        self.run_to_end("--cells", "16")
        self.data.write_text(self.data.read_text().replace("+", "+1"))
        self.assertEqual(self.run_to_end("--cells", "16"), ["4x4 weak"])


if __name__ == "__main__":
    tap.main()
