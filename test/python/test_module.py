"""Tests of the module as a whole: the library it finds, the command, the documents."""

import contextlib
import doctest
import io
import json
import os
import pathlib
import pydoc
import re
import signal
import sys
import tempfile
import unittest
from types import SimpleNamespace
from unittest import mock

from common import COMMAND, FOLDER, ROOT, TestCase, library, numpy, run_command, run_python

import fourscore
from fourscore import Position, Solver, Status
from fourscore.__main__ import main


class Libraries(TestCase):
    def test_a_program_starts_without_what_it_may_not_need(self):
        code = (
            "import sys; from fourscore import Solver; "
            "list(Solver().solve_many(['4453'])); print(*sys.modules)"
        )
        # -S: other packages may import at the start of Python
        loaded = set(run_command([sys.executable, "-S", "-c", code]).stdout.split())
        self.assertIn("fourscore", loaded)
        for name in ("typing", "enum", "threading", "dataclasses", "inspect"):
            self.assertNotIn(name, loaded)

    def test_docstring(self):
        finder = doctest.DocTestFinder(recurse=False)
        runner = doctest.DocTestRunner()
        told = Solver.explain, Solver.review, Solver.puzzle, Solver.solve_many
        for item in (fourscore, Position, *told):
            for test in finder.find(item, item.__name__, globs=vars(fourscore)):
                runner.run(test, clear_globs=False)
        self.assertEqual((runner.failures, runner.tries), (0, 9))

    def test_names(self):
        self.assertLessEqual({*fourscore.__all__}, {*dir(fourscore)})
        for name in dir(fourscore):
            self.assertTrue(hasattr(fourscore, name), name)
        self.assertFalse(hasattr(fourscore, "nothing"))

    def test_version(self):
        header = (ROOT / "lib" / "fourscore.h").read_text()
        self.assertIn(f'FOURSCORE_VERSION "{fourscore.__version__}"', header)

    def test_the_headers(self):
        """Statuses, constants, functions, and the members of structures, in their order."""
        text = "".join(
            (ROOT / "lib" / name).read_text()
            for name in ("fourscore.h", "fourscore_game.h")
        )
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        statuses = re.search(r"enum fourscore_status \{(.*?)\n\};", text, re.DOTALL)[1]
        self.assertEqual(re.findall(r"\bFOURSCORE_(\w+)", statuses), [s.name for s in Status])
        strstatus = library().fourscore_strstatus
        self.assertEqual(len({strstatus(status) for status in Status}), len(Status))

        constants = dict(re.findall(r"#define (FOURSCORE_\w+) (\d+)u?\b", text))
        solver = self.opened()
        for call, name in (
            (lambda most: solver.move("", most), "LEVELS"),
            (lambda most: Solver(threads=most), "MAX_THREADS"),
        ):
            most = int(constants["FOURSCORE_" + name])
            self.refused(Status.BAD_ARGUMENT, call, most + 1, says=f" to {most}")
        structures = {}  # of ctypes, by the names of those that the functions take
        for name, declared in re.findall(r"\bfourscore_(\w+)\(([^()]*)\);", text):
            function = vars(library()).get("fourscore_" + name)
            if function is None:  # the module does not call it
                continue
            arguments = [] if declared == "void" else declared.split(",")
            self.assertEqual(len(function.argtypes), len(arguments), name)
            for argument, kind in zip(arguments, function.argtypes):
                structure = re.search(r"struct fourscore_(\w+) \*", argument)
                if structure:
                    structures.setdefault(structure[1], set()).add(kind._type_)
        (point,) = structures["point"]
        structures["bounds"] = {dict(point._fields_)["score"]}
        for name in ("review", "explanation", "puzzle"):  # only the size is known
            del structures[name]
        self.assertEqual(len(structures), 9)
        for name, kinds in structures.items():
            body = re.search(rf"struct fourscore_{name} \{{(.*?)\n\}};", text, re.DOTALL)[1]
            # a name is the last word before brackets, "," or ";"
            members = re.findall(r"(\w+)\)?\s*(?:\[(\w+)\]|\([^)]*\))?\s*[,;]", body)
            for kind in kinds:
                known = [(part, getattr(type_, "_length_", None)) for part, type_ in kind._fields_]
                if members[0][0] == "size":
                    members = members[1 : 1 + len(known)]  # it may have less
                self.assertEqual(known, [
                    (part, int(constants.get(length, length)) if length else None)
                    for part, length in members
                ])

    def test_bad_libraries(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"not a library\n" * 100)
            file.flush()
            for path, part in (
                ("/nowhere/lib.so", ""), ("/", ""), (file.name, ""),
                ("libc.so.6", "has no fourscore_"),
            ):
                run = run_python("Solver()", FOURSCORE_LIBRARY=path)
                self.assertEqual(run.returncode, 1)
                for words in ("fourscore.LibraryError: ", path, "FOURSCORE_LIBRARY", part):
                    self.assertIn(words, run.stderr)

    def test_the_library_below_the_same_prefix_is_found(self):
        path = os.path.abspath(library().path)
        with tempfile.TemporaryDirectory() as prefix:
            packages = pathlib.Path(prefix, "lib", "python3.11", "site-packages")
            packages.mkdir(parents=True)
            os.symlink(pathlib.Path(FOLDER, "fourscore"), packages / "fourscore")
            os.symlink(path, packages.parents[1] / "libfourscore.so.2")
            run = run_python("print(Solver().score('32164625'))", FOURSCORE_LIBRARY="",
                             PYTHONPATH=str(packages))
            self.assertEqual((run.stdout, run.stderr), ("11\n", ""))


class Command(TestCase):
    """python3 -m fourscore, which 'pip install' calls fourscore."""

    def run_it(self, arguments, typed=""):
        """Run it in this process."""
        out, err = io.StringIO(), io.StringIO()
        with mock.patch.object(sys, "stdin", io.StringIO(typed)), \
                mock.patch.object(signal, "signal"), \
                contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = main(arguments.split())
            except SystemExit as end:
                status = end.code
        return SimpleNamespace(returncode=status, stdout=out.getvalue(), stderr=err.getvalue())

    def run_shell(self, line):
        """Run a line of a shell in which $0 is the command."""
        return run_command(["bash", "-c", line.replace("$0", " ".join(COMMAND))])

    def prints(self, arguments, expected, typed=""):
        run = self.run_it(arguments, typed)
        self.assertEqual((run.stdout, run.returncode), (expected, 0))

    def test_positions_as_arguments_and_on_stdin(self):
        self.prints("score 4453", "4453 -2\n")
        self.prints("best --board 4x4", "121212 1\n- 3241\n", "121212\n-\n")
        self.prints("best --board 12x9 cacaca", "cacaca c\n")
        self.prints("scores 444444 32164625", "444444 -1 0 1 -1000 1 0 -1\n"
                    "32164625 -4 -3 11 4 0 -2 -5\n")
        self.prints("weak_score - 4453", "- 1\n4453 -1\n")
        self.prints("pv --threads 2 121212", "121212 1\n")
        self.prints("best --first-column 0 3342 010101", "3342 256\n010101 0\n")
        self.prints("pv --first-column 0 010101", "010101 0\n")
        self.prints("explain 352344", "352344 x is to move and wins at once, on move 7.\n"
                    "o d2 is a mistake: it loses. a1 holds the draw.\n"
                    "x wins at once at a1 (a1 b1 c1 d1).\n")
        self.prints("score", "4453 -2\n4 4 5 3 -2\n- 1\n", "# moves\n4453\r\n4 4 5 3 \n\n")
        run = self.run_it("score", "44\n \n\t\n33\n")
        self.assertEqual((run.stdout, run.returncode), ("44 1\n33 0\n", 1))
        self.assertEqual(run.stderr.count("only blanks"), 2)
        self.assertIn("o threw the win away", self.run_it("review 44444325").stdout)
        self.prints("--version", f"fourscore {fourscore.__version__}\n")

    def test_errors(self):
        run = self.run_it("best 4x 1212121 4453")
        self.assertEqual((run.returncode, run.stdout), (1, "4453 367\n"))
        self.assertEqual(
            run.stderr,
            "fourscore: '4x': 'x' is not a column, expected 1 to 7\n"
            "fourscore: '1212121': the game is over\n",
        )
        run = self.run_it("score 440")
        self.assertTrue(run.stderr.endswith("; --first-column 0 counts from 0\n"), run.stderr)
        for arguments in (
            "", "score --first-column 2 4", "solve 4", "score --board 7 4", "score --board 13x1 4", "kaggle",
            "score --threads -1 4", "play --level 6",
        ):
            run = self.run_it(arguments)
            self.assertEqual((run.returncode, run.stdout), (2, ""), arguments)
            last = run.stderr.splitlines()[-1]
            self.assertRegex(last, r"^fourscore( \w+)?: error: ")
        run = self.run_shell("printf '\\377\\n' | $0 score")
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, "^fourscore: .* is not a column, expected 1 to 7\n$")

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no full device")
    def test_streams_that_are_full_or_closed(self):
        for line, why in (
            ("PYTHONUNBUFFERED= $0 score 4453 >/dev/full", "No space left on device"),
            ("PYTHONUNBUFFERED=1 $0 score 4453 >/dev/full", "No space left on device"),
            ("PYTHONUNBUFFERED=1 $0 --version >/dev/full", "No space left on device"),
            ("PYTHONUNBUFFERED=1 $0 --help >/dev/full", "No space left on device"),
            ("$0 score 4453 >&-", "Bad file descriptor"),
        ):
            run = self.run_shell(line)
            self.assertEqual(run.returncode, 3)
            self.assertEqual(run.stderr, f"fourscore: cannot write the output: {why}\n")
        for line, status, out, err in (
            ("$0 score <&-", 3, "", "fourscore: stdin: Bad file descriptor\n"),
            # what belongs to stderr does not appear on stdout
            ("$0 score 4x 4453 2>&-", 1, "4453 -2\n", ""),
            ("set -o pipefail; yes 4453 | $0 score | head -n 1", 141, "4453 -2\n", ""),
        ):
            run = self.run_shell(line)
            self.assertEqual((run.returncode, run.stdout, run.stderr), (status, out, err))


class Documents(TestCase):
    """What is shown works: docs/python.md, the notebooks and the examples."""

    def test_the_sessions_of_the_manual(self):
        text = (ROOT / "docs" / "python.md").read_text()
        sessions = "".join(re.findall(r"```python\n(>>> .*?)```", text, re.DOTALL))
        test = doctest.DocTestParser().get_doctest(sessions, {}, "python.md", None, 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        self.assertEqual(runner.run(test).failed, 0)
        self.assertGreater(runner.tries, 25)

    def run_code(self, *cells, rows="500"):
        """Run code with fewer rows of data.  Returns what it prints."""
        names, printed = {}, io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            for cell in cells:
                exec(cell.replace("20_000", rows), names)
        return printed.getvalue()

    @unittest.skipUnless(numpy, "NumPy is not installed")
    def test_the_network_learns(self):
        text = (ROOT / "docs" / "python.md").read_text()
        (code,) = re.findall(r"```python\n(import numpy\nimport fourscore.*?)```", text, re.DOTALL)
        self.assertLessEqual(len(code.splitlines()), 32)
        found, by_chance = re.findall(r"(\d+)%", self.run_code(code))
        self.assertGreater(int(found), int(by_chance) + 20)

    def test_notebooks(self):
        for path in (ROOT / "docs" / "notebooks").glob("*.ipynb"):
            cells = json.loads(path.read_text())["cells"]
            code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
            self.assertEqual([cell.get("outputs", []) for cell in cells], [[]] * len(cells))
            if numpy or not any("numpy" in source for source in code):
                self.run_code(*code, rows="300")

    def test_policies(self):
        with mock.patch.object(sys, "path", [str(ROOT / "docs" / "examples"), *sys.path]):
            import policies
        state = SimpleNamespace(history=lambda: [3, 3, 4, 4], current_player=lambda: 0)
        bot = policies.OpenSpielBot(0)
        self.assertEqual(bot.step(state), 2)
        policy, action = bot.step_with_policy(state)
        self.assertEqual((sum(share for _, share in policy), len(policy), action), (1, 7, 2))
        observation = {"observation": [[[0, 0]] * 7] * 6, "action_mask": [1] * 7}
        self.assertEqual(policies.pettingzoo_policy(observation), 3)

    def test_help(self):
        text = pydoc.render_doc(fourscore, renderer=pydoc.plaintext)
        # from Python 3.13 on, a long signature has a line for each argument
        most = 400 if sys.version_info < (3, 13) else 480
        self.assertLessEqual(len(text.splitlines()), most)
        for word in fourscore.__all__:
            self.assertIn(word, text)

    def test_what_is_called_a_million_times_takes_one_frame(self):
        solver, position = self.opened(), Position.from_moves("32164625")
        same = Position.from_moves("32164625")
        solver.score("4"), position.play(1)
        for call in (
            lambda: solver.score("32164625"), lambda: solver.score(position),
            lambda: solver.weak_score("32164625"), lambda: solver.best(position),
            lambda: Position.from_moves("4453"), lambda: Position.from_moves("12", 5, 4),
            lambda: position.play(4), lambda: position.legal_moves,
            lambda: position.is_legal(4), lambda: position.winning_moves,
            lambda: position.winner, lambda: position.ply, lambda: position.to_move,
            lambda: position.is_over, lambda: position.moves, lambda: position.cells(),
            lambda: position == same, lambda: hash(position),
        ):
            frames = []
            sys.setprofile(lambda frame, event, _: frames.append(frame.f_code.co_name)
                           if event == "call" else None)
            try:
                call()
            finally:
                sys.setprofile(None)
            self.assertEqual(len(frames), 2, frames)  # the lambda, and the method
