"""Tests of 'fourscore serve': what is asked and answered."""

import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import sys
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
import schema
import tap
from random_games import unfinished_games

from serving import (ENDLESS, PROGRAM, SEED, SHORT, SOURCE, Server, ServerTest, read_all,
                     scaled)

CELLS = [0] * 35 + [0, 0, 2, 1, 0, 0, 0]
DIAGRAM = "......./" * 5 + "..ox..."


def program_says(command, positions, *options):
    """What the program prints with --json, without where it read it."""
    done = subprocess.run([PROGRAM, command, "--json", *options], check=True, text=True,
                          input="".join(f"{p}\n" for p in positions), capture_output=True)
    return [{name: value for name, value in json.loads(line).items()
             if name not in ("file", "line", "task")} for line in done.stdout.splitlines()]


class ServeTest(ServerTest):
    """All on one server; each answer is checked against /v1/openapi.json."""

    OPTIONS = ("--time-limit", "3600")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.rng = random.Random(SEED)
        cls.description = json.loads(cls.server.get("/v1/openapi.json").bytes)
        cls.schemas = schema.Schemas(cls.description)

    def check(self, response, path, method="get", status=200):
        """The JSON of a response, which is as described: a list for a list."""
        self.assertEqual(response.status, status, response.bytes)
        contents = self.described(path, method, status)["content"]
        kind = response.headers["Content-Type"]
        self.assertIn(kind, contents)
        if kind == "application/x-ndjson":
            self.assertRegex(response.bytes, b"(^|\n)$")
            value = [json.loads(line) for line in response.bytes.splitlines()]
        else:
            value = json.loads(response.bytes)
        for one in value if kind == "application/x-ndjson" else [value]:
            self.schemas.check(one, contents[kind]["schema"])
        return value

    def described(self, path, method, status):
        """The description of an answer; that of errors names their statuses."""
        responses = self.description["paths"][path][method]["responses"]
        found = self.schemas.resolve(responses.get(str(status), responses["default"]))
        if str(status) not in responses:
            self.assertRegex(found["description"], rf"\b{status}: ", path)
        return found

    def get(self, path, status=200, **query):
        return self.check(self.server.get(path, **query), path, status=status)

    def post(self, question, status=200, path="/v1/solve", **query):
        return self.check(self.server.post(question, path, **query), path, "post", status)

    def check_bounds(self, found, score):
        """The bounds of an answer, which hold."""
        lower, upper = (found.get(name, found.get("score")) for name in ("lower", "upper"))
        self.assertTrue(lower <= score <= upper, found)
        return lower, upper

    # ------------------------------------------------------------------ answers

    def test_site(self):
        """/solve: a client of the tutorial's site finds the scores of all moves; null for full columns"""
        games = unfinished_games(scaled(40), self.rng, 14) + ["", "4453", "44444412"]
        for expected in program_says("solve", games, "--all-moves"):
            scores = [100 if score is None else score for score in expected["move_scores"]]
            self.assertEqual(self.get("/solve", pos=expected["position"], _="17"),
                             {"pos": expected["position"], "score": scores})
        self.assertEqual(self.server.get("/solve", pos="4453").bytes,
                         b'{"pos":"4453","score":[-5,-5,-2,-3,-4,-2,-2]}')
        self.assertEqual(self.server.get("/solve?pos").status, 200)
        for full, score in ("null", None), ("100", 100):
            self.assertEqual(self.get("/solve", pos="444444", full=full)["score"], [-1, 0, 1, score, 1, 0, -1])

    def test_successor(self):
        """/solve/connect4: the moves, the best one first, whatever the level"""
        for expected in program_says("solve", ["", "4453", "444444"], "--all-moves"):
            scores = expected["move_scores"]
            moves = self.get("/solve/connect4", position=expected["position"], level="3")
            self.assertEqual([one["score"] for one in moves],
                             sorted((s for s in scores if s is not None), reverse=True))
            for one in moves:
                self.assertEqual(scores[int(one["move"]) - 1], one["score"])
        self.assertEqual(moves[0], {"move": "3", "score": 1})  # of equal ones nearest
        asked = {"position": "333333", "first": "0"}
        self.assertEqual(self.get("/solve/connect4", **asked)[0], {"move": "2", "score": 1})
        self.assertEqual(self.get("/solve", pos="333333", first="0", board="7x6")["score"],
                         [-1, 0, 1, 100, 1, 0, -1])
        self.assertEqual(self.get("/solve", pos="3 0", first="0", board="4x4")["score"],
                         self.get("/solve", pos="41", board="4x4")["score"])
        for query in [{}, {"position": "8"}, {"position": "1212121"},
                      {"position": "33", "first_column": "0"}]:
            self.get("/solve/connect4", status=400, **query)

    def test_moves(self):
        """/v1/move: a level's move, the same for the same seed, numbered as asked"""
        self.assertEqual(self.get("/v1/move", position="4444"),
                         {"position": "4444", "move": 4, "level": 5, "proven": True})
        best = program_says("solve", ["4453"], "--best")[0]["best"]
        played = {self.get("/v1/move", position="4453", seed=seed)["move"]
                  for seed in range(12)}
        self.assertLessEqual(played, set(best))
        self.assertGreater(len(played), 1)
        for level in range(1, 6):
            given = {"position": "445", "level": level, "seed": 7}
            first = self.get("/v1/move", **given)
            self.assertEqual(self.get("/v1/move", **given), first)
            self.assertEqual(first["proven"], level == 5)
            given.update(position="334", first=0)
            self.assertEqual(self.get("/v1/move", **given)["move"], first["move"] - 1)
        asked = {"best": 1, "pv": 1}
        solved = self.get("/v1/solve", position="44442", **asked)
        from_0 = self.get("/v1/solve", position="33331", first=0, **asked)
        self.assertEqual(from_0["best"], [column - 1 for column in solved["best"]])
        self.assertEqual(from_0["pv"], "".join(str(int(move) - 1) for move in solved["pv"]))
        self.assertEqual(self.get("/v1/explain", position="3333", first=0)["move"]["column"], 3)
        review = self.get("/v1/review", position="03", first=0)
        self.assertEqual((review["game"], [move["column"] for move in review["moves"]]),
                         ("03", [0, 3]))
        # a limit: the level below plays
        response = self.server.get("/v1/move", position="", board="9x9", nodes=1)
        answer = self.check(response, "/v1/move")
        self.assertEqual((answer["level"], answer["proven"]), (5, False))
        self.assertEqual(response.headers["Cache-Control"], "no-store")
        for query in [{"level": 0}, {"level": 6}, {"goal": "weak"}, {"position": "1212121"},
                      {"first": 2}]:
            self.get("/v1/move", status=400, **{"position": "44", **query})

    def test_every_form(self):
        """what the program reads, all routes read; a comment is no position"""
        for text in ["1. d1 d2 *", "d1-d2", '{"moves": [4, 4]}', "https://a.b/?pos=44"]:
            self.assertEqual(self.get("/v1/solve", position=text)["score"], 1)
            self.assertEqual(self.get("/v1/review", position=text)["game"], "44")
            self.assertEqual(self.get("/v1/explain", position=text)["score"], 1)
            self.assertEqual(self.post({"positions": [text]})[0]["score"], 1)
        self.assertEqual(self.get("/v1/solve", position="33", first="0")["score"], 1)
        self.assertEqual(self.post({"position": "33", "first": 0})["score"], 1)
        for text in [" ", "{a comment}", "{}", "# 44", "0"]:
            for path in ["/v1/solve", "/v1/explain", "/v1/review", "/v1/move"]:
                self.get(path, status=400, position=text)
            self.assertEqual(self.server.get("/solve", pos=text).status, 400)
        self.get("/v1/review", status=400, position=DIAGRAM)

    def test_one_position(self):
        """/v1/solve answers as the program does, by GET and by POST"""
        games = unfinished_games(12, self.rng, 16)
        for option, query in (([], {}), (["--best"], {"best": "1"}),
                              (["--all-moves"], {"all": "true"}),
                              (["--pv", "--best"], {"pv": "1", "best": "1", "all": "0"}),
                              (["--weak", "--best"], {"goal": "weak", "best": "1"})):
            for expected in program_says("solve", games, *option):
                expected["finished"] = True
                self.assertEqual(self.get("/v1/solve", position=expected["position"], **query),
                                 expected)
                asked = {name: value if name == "goal" else value in ("1", "true")
                         for name, value in query.items()}
                asked |= {"board": "7x6", "limits": {"seconds": 3600}}
                self.assertEqual(self.post({"position": expected["position"], **asked}), expected)

    def test_finished_games(self):
        """/v1/solve: finished games have a score and no moves"""
        self.assertEqual(self.get("/v1/solve", position="1212121", all="1", best="1", pv="1"),
                         {"position": "1212121", "score": -18, "last_stone": 7,
                          "move_scores": [None] * 7, "best": [], "pv": "", "finished": True})

    def test_boards(self):
        """positions are accepted in lists of JSON, and on all boards"""
        self.assertEqual([answer["score"] for answer in self.post({"positions": ["43", CELLS]})], [2, 2])
        for board, score in (("4x4", 0), ("5X4", 0), ("6x5", 0), ("1x1", 0), ("12x1", 0)):
            self.assertEqual(self.get("/v1/solve", position="", board=board)["score"], score)
        for board in ("10x11", "12x9", "9x12", "8x8", "5x5", "3x9"):
            self.get("/v1/solve", position="11", board=board, nodes="1")

    def test_lists(self):
        """POST /v1/solve: the answers to a list are in its order, errors in their places"""
        games = unfinished_games(scaled(60), self.rng, 12)
        expected = [{**answer, "finished": True}
                    for answer in program_says("solve", games, "--all-moves")]
        self.assertEqual(self.post({"positions": games, "all": True}), expected)
        self.assertEqual(self.post("\n".join(games), all="1"), expected)
        for text, positions in (("", []), ("4", ["4"]), ("4\n", ["4"]), ("\n", [""]),
                                ("\n\n", ["", ""]), ("4\n\n", ["4", ""]), ("\n4", ["", "4"]),
                                ("4\r\n5\r\n", ["4", "5"]), ("4\r\n5\r", ["4", "5"])):
            self.assertEqual([line["position"] for line in self.post(text)], positions)
        self.assertEqual(self.post({"positions": []}), [])
        cells = json.dumps(CELLS, separators=(",", ":"))
        mixed = self.post({"positions": ["4", CELLS, "", "53", CELLS, "\u00e9"]})
        self.assertEqual([line["position"] for line in mixed],
                         ["4", cells, "", "53", cells, "\u00e9"])
        lines = self.post(b"4453\n48\n\n\xff\n" + b"4" * 2000)
        self.assertEqual([(line.get("position"), line.get("at")) for line in lines],
                         [("4453", None), ("48", 1), ("", None), (None, 0), ("4" * 1024, 1024)])
        lines = self.post(("4" * 1023 + "\u20ac\n").encode() * 2)
        self.assertEqual([line["position"] for line in lines], ["4" * 1023] * 2)

    def test_long_lists(self):
        """POST /v1/solve: 10,000 positions, and no more"""
        games = (unfinished_games(100, self.rng, 30) + ["1212121"] * 400) * 20
        answers = self.post("\n".join(games))
        self.assertEqual([answer["position"] for answer in answers], games)
        self.assertEqual(answers[:500], answers[-500:])
        self.assertEqual(len(self.post({"positions": ["1212121"] * 10000})), 10000)
        self.post("\n".join([*games, "1"]), status=413)
        self.post({"positions": [*games, "1"]}, status=413)

    def test_limits(self):
        """limits end searches with bounds that hold"""
        games = unfinished_games(scaled(30), self.rng, 10, 24)
        for answer, game in zip(program_says("solve", games), games):
            for nodes in (1, 100, 3000, 20000):
                self.check_bounds(self.get("/v1/solve", position=game, nodes=nodes, all="1"), answer["score"])
        found = self.get("/v1/solve", **ENDLESS, seconds="0.01", all="1", best="1", pv="1")
        self.assertEqual((found["finished"], found["best"], found["pv"]), (False, [], ""))
        lines = self.post({"positions": ["", "5"], "board": "9x9", "limits": {"nodes": 50000}})
        self.assertEqual([line["finished"] for line in lines], [False, False])

    def test_parts(self):
        """what the first part of a search has found stays, also if the next ones are short"""
        games = ("36723525454652127 342365344527 652654575517712 544677512564123 2546576433362 "
                 "31131431717541237 177217254763 321452773464").split()
        with Server("--time-limit", "3600") as server:
            # A part of 512 nodes, and one of a single node.
            found = [json.loads(server.get("/v1/solve", position=game, nodes="513", best="1",
                                           pv="1").bytes) for game in games]
        said = program_says("solve", games, "--best", "--pv")
        kept = [(one["best"] == full["best"], one["pv"] != "" and full["pv"].startswith(one["pv"]))
                for one, full in zip(found, said) if not one["finished"]]
        self.assertIn((True, True), kept)

    def test_explain(self):
        """/v1/explain answers as the program does; limits leave it unfinished"""
        games = unfinished_games(scaled(30), self.rng) + ["352344", "1212121"]
        games += [] if SHORT else ["", "1"]
        said = program_says("explain", [game or "-" for game in games], "-")
        for game, expected in zip(games, said, strict=True):
            self.assertEqual(self.get("/v1/explain", position=game),
                             {**expected, "position": game})
        self.assertNotIn("move", self.get("/v1/explain", position=DIAGRAM))
        for query in ({**ENDLESS, "seconds": "0.01"}, {"position": "12131", "nodes": "1"}):
            self.assertFalse(self.get("/v1/explain", **query)["finished"])
        found = self.get("/v1/explain", position="44556", board="9x9", nodes="1")
        self.assertEqual(found["reasons"][0]["kind"], "double threat")

    def test_explain_limits(self):
        """/v1/explain with little time says nothing wrong: its bounds hold"""
        games = unfinished_games(scaled(100), self.rng, 8)
        unfinished = 0
        for full, game in zip(program_says("explain", games, "-"), games, strict=True):
            for limit in ({"nodes": "1"}, {"nodes": "600"}, {"seconds": "0.0001"}):
                found = self.get("/v1/explain", position=game, **limit)
                lower, upper = self.check_bounds(found, full["score"])
                if lower > 0 or upper < 0 or lower == upper:
                    self.assertEqual(found["winner"], full["winner"], (game, found))
                if found["finished"]:
                    self.assertEqual({**found, "reasons": 0}, {**full, "position": game, "reasons": 0})
                unfinished += not found["finished"]
        self.assertGreater(unfinished, len(games) / 4)

    def test_review(self):
        """/v1/review answers as the program does; limits leave moves unjudged"""
        games = unfinished_games(4, self.rng) + ["1212121", "", "1", "444443252133"]
        said = program_says("review", [game or "-" for game in games])
        for game, expected in zip(games, said, strict=True):
            text = " ".join(f"{i // 2 + 1}. {c}" for i, c in enumerate(game))
            self.assertEqual(self.get("/v1/review", position=game), expected)
            self.assertEqual(self.get("/v1/review", position=text), expected)
            self.assertEqual(self.post(game or "\n", path="/v1/review"), expected)
        found = self.get("/v1/review", position="5", board="9x9", nodes="1")
        self.assertEqual((found["finished"], found["winner"], found["moves"][0]["verdict"]),
                         (False, None, "not_judged"))
        # The first positions are in the book, the last ones are not.
        found = self.get("/v1/review", position="1234567123", nodes="1")
        self.assertFalse(found["finished"])
        self.assertNotEqual(found["moves"][0]["verdict"], "not_judged")

    def test_puzzle(self):
        """/v1/puzzle finds what the program finds"""
        queries = [{"board": "6x5", "seed": "7", "win_in": "3"}, {"board": "6x5", "only_move": "1"}]
        for query in queries if SHORT else queries + [{}, {"difficulty": "medium"}]:
            options = [word for name, value in query.items() for word in
                       (["--only-move"] if name == "only_move"
                        else [f"--{name.replace('_', '-')}", value])]
            self.assertEqual([self.get("/v1/puzzle", **query)],
                             program_says("puzzle", [], *options))
        for board in ("4x4", "5x4"):
            refused = self.get("/v1/puzzle", board=board, win_in="110", status=400)["error"]
            longest = int(re.search(r"at most a win in (\d+)", refused)[1])
            self.get("/v1/puzzle", board=board, win_in=longest + 1, status=400)
            self.assertIn(self.server.get("/v1/puzzle", board=board, win_in=longest).status,
                          (200, 404))

    # --------------------------------------------------------- what may be asked

    def test_values(self):
        """numbers and words of the URL have their limits"""
        for name, good, bad in (
                ("nodes", ("1", "8193", "999999999999999999", str(10 ** 18)),
                 ("0", "0x10", "1e3", "1.0", "01", " 1", "1 ", "+1", "-1", "", str(10 ** 18 + 1),
                  "1" * 40, "nan", "1\0")),
                ("seconds", ("1", "0.5", "1e3", "1E-3", "1000000", "0.000001"),
                 ("0", "0x10", "inf", "nan", "1000000.1", "-1", "+1", ".5", "1.", "1e", "", " 1",
                  "1 ", "1\0", "1" * 32, "0." + "0" * 29 + "1", "01", "00.5", "1.e1")),
                ("board", ("7x6", "7X6", "1x1", "12x1", "1x12", "10x11"),
                 ("07x6", "7x06", "7x", "x6", "7", "", "7x6x5", "7xx6", "0x6", "7x0", "13x1",
                  "1x13", "12x12", "107x6", "7*6", "7x6 ", " 7x6", "+7x6", "7x6x")),
                ("all", ("0", "1", "true", "false"), ("2", "", "True", "01", "yes")),
                ("goal", ("strong", "weak"), ("", "Strong", "weak ", "strongly"))):
            for value in good:
                position = "" if name == "board" else "1212121"
                query = {"nodes": "1"} if name == "board" else {}
                self.get("/v1/solve", position=position, **query, **{name: value})
            for value in bad:
                error = self.get("/v1/solve", position="", **{name: value}, status=400)["error"]
                self.assertRegex(error, f"^{name}: expected ")
        for name, good, bad in (
                ("seed", ("9" * 18, "0"), ("x", "9" * 19, "00", "-1", "")),
                ("win_in", ("1",), ("0", "111")), ("only_move", ("true", "false"), ("01", "2")),
                ("difficulty", ("easy", "hard"), ("simple", ""))):
            for value in good:
                response = self.server.get("/v1/puzzle", board="4x4", **{name: value})
                self.assertIn(response.status, (200, 404), response.bytes)
            for value in bad:
                error = self.get("/v1/puzzle", **{name: value}, status=400)["error"]
                self.assertRegex(error, f"^{name}: expected ")
        for number, status in ((1, 200), (10 ** 18, 200), (0, 400), (10 ** 18 + 1000, 400),
                               (1.5, 400)):
            self.post({"position": "1212121", "limits": {"nodes": number}}, status)

    def test_arguments(self):
        """each path takes the arguments that are described, and names them to who gives others"""
        described = {path: [self.schemas.resolve(one)["name"] for one in
                            methods.get("parameters", []) + methods["get"].get("parameters", [])]
                     for path, methods in self.description["paths"].items()}
        every = {name for names in described.values() for name in names} | {"colour"}
        for path in "/v1/solve", "/v1/explain", "/v1/review", "/v1/move", "/v1/puzzle":
            for name in every - set(described[path]):
                error = self.get(path, 400, **{name: "1"})["error"]
                words = error.removeprefix(f"{name}: this argument is unknown, expected ")
                self.assertEqual(sorted(re.split(", | or ", words)), sorted(described[path]))
        error = self.post({"colour": 1}, 400)["error"]
        words = error.removeprefix("colour: this member is unknown, expected ")
        members = self.description["components"]["schemas"]["Question"]["properties"]
        self.assertEqual(sorted(re.split(", | or ", words)), sorted(members))

    def test_refused(self):
        """what cannot be asked is an error that says what is expected"""
        full = "1" + "2" * 6
        drawn = "752436771776622631125614515126755442344333"
        for path, query, status, words, at in (
                ("/solve", {}, 400, "pos is missing", None),
                ("/solve", {"pos": "1212121"}, 400, "the game is over", 7),
                ("/solve", {"pos": drawn}, 400, "the game is over", 42),
                ("/solve", {"pos": "12121212"}, 400, "", 6),
                ("/solve", {"pos": "48"}, 400, "not a column", 1),
                ("/solve", {"pos": full + "2"}, 400, "is full", 7),
                ("/solve", {"pos": "4x"}, 400, "", 1), ("/solve", {"pos": "\0"}, 400, "", 0),
                ("/solve", {"pos": "4\n8"}, 400, "", 2), ("/solve", {"pos": "\u00e9"}, 400, "", 0),
                ("/v1/solve", {}, 400, "the position is missing", None),
                ("/v1/solve", {"position": "4", "board": "13x1"}, 400, "at most 12 columns", None),
                ("/v1/solve", {"position": "4", "board": "12x12"}, 400, "at most 127", None),
                ("/v1/solve", {"position": "4", "pv": "1", "goal": "weak"}, 400,
                 "expected the goal strong", None),
                ("/v1/explain", {"position": "48"}, 400, "not a column", 1),
                ("/v1/explain", {}, 400, "the position is missing", None),
                ("/v1/review", {"position": "4444444"}, 400, "move 7: column 4 is full", 6),
                ("/v1/review", {"position": "4 {" + 2000 * "x" + "}"}, 400, "at most 1024 bytes",
                 1024),
                ("/v1/review", {}, 400, "the position is missing", None),
                ("/v1/puzzle", {"win_in": "111"}, 400, "expected 1 to 110", None),
                ("/v1/puzzle", {"win_in": "17"}, 400, "at most a win in 16", None),
                ("/v1/puzzle", {"board": "7"}, 400, "board: expected", None),
                ("/v1/puzzle", {"board": "3x3"}, 404, "no such puzzle", None)):
            error = self.get(path, status, **query)
            self.assertIn(words, error["error"])
            self.assertEqual(error.get("at"), at, (path, query))

    def test_bad_bodies(self):
        """bad bodies are errors that say what is expected"""
        for body, words in (
                ("", "not JSON"), ("{", "not JSON"), ("[" * 5000, "a position: expected"),
                ("\xff", "not JSON"), ("[]", "expected a JSON object"),
                ("{}", "the position is missing"),
                ('{"positions": "4453"}', "expected a list"),
                ('{"position": [%s]}' % ",".join(["1e1"] * 99), "expected a string, a list or"),
                ('{"position": {}}', "an object without a string or a list, not of"),
                ('{"position": {"moves": [4], "board": "5"}}', "is another position than"),
                ('{"position": "4", "positions": []}', "either position or positions"),
                ('{"position": "4", "position": "4"}', "not JSON"),
                ('{"position": "4", "best": 2}', "best: expected true or false"),
                ('{"position": "4", "board": 7}', "board: expected"),
                ('{"position": "4", "goal": null}', "goal: expected"),
                ('{"position": "4", "limits": 1}', "limits: expected an object"),
                ('{"position": "4", "limits": {"minutes": 1}}',
                 "minutes: this member of limits is unknown, expected seconds or nodes"),
                ('{"position": "4", "limits": {"nodes": -1}}', "nodes: expected"),
                ('{"position": "4", "limits": {"seconds": 1e7}}', "seconds: expected"),
                ('{"position": [0.5]}', "0.5 is not a column"),
                ('{"position": "4", "limits": {"board": "7x6"}}', "board: this member of limits is unknown"),
                ('{"position": "4", "seed": 1}', "is unknown"),
                ('{"position": "4", "find": 1}', "find: this member is unknown, expected position,"),
                ('{"position": null}', "a position: expected a string, a list or an object")):
            response = self.server.request("POST", "/v1/solve", body.encode("latin-1"),
                                           {"Content-Type": "application/json"})
            self.assertIn(words, self.check(response, "/v1/solve", "post", 400)["error"], body)
        for body, status, words in (
                ('{"position": [%s]}' % ",".join(["0"] * 5000), 400, "at most 1024 bytes"),
                ('{"positions": [%s]}' % ('"\\",[{\\\\",' * 9999 + '"4"'), 200, ""),
                ('{"positions": [%s""]}' % ('"",' * 10000), 413, "at most 10000"),
                ('{"positions": [%s[]]}' % ("[]," * 19997), 413, "at most 10000"),
                ('{"positions": [%s[]]}' % ("[]," * 139998), 413, "at most 140000 lists"),
                ('{"limits": [%s{}]}' % ("{}," * 139998), 413, "at most 140000 lists"),
                ('{"positions": [[[["4"]]]]}', 400, "a position: expected"),
                ('{"positions": [%s"4"]}' % ('"[[[[\\"{{",' * 5000), 200, ""),
                # numbers that are longer as text than in the body
                ('{"positions": [[%s],"%s"]}' % (",".join(["1e300"] * 8000), "4" * 140000), 200, ""),
                ('{%s' % ('"a": "b",' * 64), 400, "not JSON"),
                ('{"position": "4", "all": 1, "limits": {"seconds": "1", "nodes": 1e3}}', 200, "")):
            response = self.server.request("POST", "/v1/solve", body,
                                           {"Content-Type": "application/json"})
            value = self.check(response, "/v1/solve", "post", status)
            if status != 200:
                self.assertIn(words, value["error"], body[:80])
        for size, status in ((8192, 400), (8193, 413)):
            self.post("4" * size, status, "/v1/review")
        for kind in ("application/json; charset=utf-8", "Application/JSON;charset=UTF-8"):
            response = self.server.request("POST", "/v1/solve", '{"position": "4\\u0000"}',
                                           {"Content-Type": kind})
            self.assertEqual(self.check(response, "/v1/solve", "post", 400)["at"], 1, kind)
        for kind in ("text/html", "application/jsonp", ""):
            response = self.server.request("POST", "/v1/solve", "4", {"Content-Type": kind})
            self.check(response, "/v1/solve", "post", 415)
        empty = [[0] * 7] * 6
        self.assertEqual(len(self.post({"positions": 10000 * [empty], "limits": {"nodes": 1}})), 10000)
        answers = self.post({"positions": ["44", None, [[0] * 7] * 6, [[0]], 4, {}, [4, None]]})
        none = "a position: expected a string, a list or an object"
        missing = answers[5].pop("error")
        self.assertIn("an object without a string or a list, not of", missing)
        self.assertEqual([answer.get("error", answer.get("score")) for answer in answers],
                         [1, none, 1, "row 1 has 1 cell; expected 7 for a board of 7x6 (row 1 is at the top)", none, None,
                          "null is not a column, expected the 42 cells of a board of 7x6, or moves"])
        state = {"board": [0] * 38 + [1, 2, 0, 0], "mark": 1}
        answers = self.post({"positions": [{"moves": [4, 4]}, {"moves": [3, 3], "first": 0}, state]})
        self.assertEqual([answer["score"] for answer in answers], [1, 1, self.post("45")[0]["score"]])
        self.assertEqual(self.post({"position": {"pos": "44"}}, path="/v1/explain")["score"], 1)
        self.post("4", position="5", status=400)
        for before in ("", "\n", "\ufeff"):
            game = before + '[Event "x"]\n[Result "*"]\n\n1. d1 d2\n2. d3 *\n'
            self.assertEqual(self.post(game.encode(), path="/v1/review")["game"], "444")
        for body in ("[4,4]\n[5,5]\n", "[np.int64(4)]\n[np.int64(5)]"):
            self.assertEqual(self.post(body, 400, "/v1/review")["error"], "expected one game, got 2")
        self.assertEqual(self.post("# of one\n44\n", path="/v1/review")["game"], "44")
        self.assertEqual([one["position"] for one in self.post("44\n# 4\n\n#\r\n445")], ["44", "", "445"])
        explained = self.get("/v1/explain", position=DIAGRAM)
        for body in (DIAGRAM, "# drawn\n" + DIAGRAM + "\n", {"position": DIAGRAM}):
            self.assertEqual(self.post(body, path="/v1/explain")["reasons"], explained["reasons"])
        for count in (0, 2):
            self.assertEqual(self.post({"positions": count * ["4"]}, 400, "/v1/explain")["error"],
                             f"expected one position, got {count}")
        self.assertEqual(self.post({"positions": ["4", "5"]}, 400, "/v1/review")["error"],
                         "expected one game, got 2")

    def test_twice(self):
        """no argument may be given twice, nor in the URL and in the body"""
        for path, arguments in (
                ("/v1/solve", {"position": "4", "board": "7x6", "goal": "weak", "all": "1",
                               "best": "1", "pv": "0", "seconds": "1", "nodes": "1"}),
                ("/v1/puzzle", {"board": "4x4", "seed": "1", "win_in": "1", "only_move": "1",
                                "difficulty": "easy"})):
            for name, value in arguments.items():
                response = self.server.get(f"{path}?{name}={value}&{name}={value}")
                self.assertEqual(self.check(response, path, status=400)["error"],
                                 f"{name}: given twice")
        for name, value in (("board", "7x6"), ("goal", "weak"), ("all", True), ("best", True),
                            ("pv", False), ("limits", {"seconds": 1}), ("limits", {"nodes": 1})):
            query = value if name == "limits" else {name: int(value) if value in (True, False)
                                                    else value}
            error = self.post({"position": "4", name: value}, 400, **query)["error"]
            self.assertEqual(error, f"{next(iter(query))}: given twice")

    def test_texts(self):
        """a position is UTF-8, of up to 1024 bytes"""
        def ask(text, path="/v1/solve"):
            response = self.server.get(f"{path}?position={text}&nodes=1")
            return response.status, json.loads(response.bytes).get("at")

        # test/unit/test_json.c has which bytes are UTF-8.
        for text, found in (("%23" + "x" * 1019, (200, None)), ("%23" + "x" * 1020, (400, 1024)),
                            ("%23%c3%a9%e2%82%ac%f0%9f%98%80x", (200, None)),
                            ("%23%ff", (400, 5)), ("%23%c3%a9%ff", (400, 7)), ("%23%e2%82", (400, 5))):
            self.assertEqual(ask("4453" + text), found, text)
            self.assertEqual(ask("4453" + text, "/v1/explain"), found, text)
        self.assertEqual(ask("4453%20%7B%ff%7D", "/v1/review"), (400, 6))

    def test_methods_and_paths(self):
        """other methods and paths are refused; HEAD has no body"""
        for method, path, allowed in (
                ("PUT", "/v1/solve", "GET, HEAD, POST"), ("DELETE", "/v1/solve", "GET, HEAD, POST"),
                ("OPTIONS", "/v1/review", "GET, HEAD, POST"), ("TRACE", "/solve", "GET, HEAD"),
                ("POST", "/solve?pos=4", "GET, HEAD"), ("POST", "/v1/move", "GET, HEAD"),
                ("POST", "/v1/puzzle", "GET, HEAD"), ("PATCH", "/", "GET, HEAD")):
            response = self.server.request(method, path, "" if method == "POST" else None)
            self.assertEqual((response.status, response.headers["Allow"]), (405, allowed), path)
        head = self.server.request("HEAD", "/solve?pos=4453")
        self.assertEqual((head.status, head.bytes, head.headers["Content-Length"]),
                         (200, b"", "45"))
        for path in ("/v1", "/v1/", "/nothing", "//", "/%00", "/solve/", "/page", "/unknown"):
            self.assertEqual(self.server.get(path).status, 404, path)

    def test_health_and_description(self):
        """health and the description are served, and all that is described"""
        version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout
        self.assertEqual(f"fourscore {self.get('/v1/health')['version']}\n", version)
        self.assertEqual(self.server.get("/v1/openapi.json").bytes,
                         (SOURCE / "tools/serve/openapi.json").read_bytes())
        page = (SOURCE / "docs/man/fourscore-serve.1").read_text()
        for path, methods in self.description["paths"].items():
            self.assertNotEqual(self.server.get(path).status, 404, path)
            for method in methods.keys() - {"parameters"}:
                self.assertRegex(page, rf"{method.upper()} {re.escape(path)}\b", path)

    def test_statuses(self):
        """the description has the statuses of each path"""
        for path, methods in self.description["paths"].items():
            for method in methods.keys() - {"parameters"}:
                word = method.upper().encode()
                head = b"%s %s HTTP/1.1\r\nHost: a\r\n" % (word, path.encode())
                for text in (head.replace(b"1.1", b"2.0"), head + b"Host: a\r\n",
                             head.replace(b" HTTP", b"?" + b"a" * 70000 + b" HTTP"),
                             head + b"A: " + b"a" * 70000 + b"\r\n",
                             head + b"Content-Length: 3000000\r\n", head.replace(word, b"PUT")):
                    answer = self.server.raw(text + b"Connection: close\r\n\r\n")
                    self.described(path, method, int(answer.split(b" ")[1]))

    def test_examples(self):
        """the requests that documents show are answered, with little search"""
        shown = re.findall(r"`(/v1/\w+\?[^`]*|/solve\?[^`]*)`|8080(/[^' ]*\?[^' ]*)'",
                           (SOURCE / "docs/server.md").read_text())
        shown = [a or b for a, b in shown]
        self.assertGreaterEqual(len(shown), 5)
        for path, methods in self.description["paths"].items():
            query = {p["name"]: p["example"] for p in map(self.schemas.resolve,
                                                          methods["get"].get("parameters", ()))
                     if "example" in p}
            shown.append(f"{path}?{urllib.parse.urlencode(query)}")
        self.assertTrue(any("puzzle" in path and "win_in" in path for path in shown))
        before = self.server.metric("nodes_total")
        for path in shown:
            self.assertEqual(self.server.get(path).status, 200, path)
        # A second of an ordinary core.
        self.assertLess(self.server.metric("nodes_total") - before, 10_000_000)

    # -------------------------------------------------------------- connections

    def test_connections_are_kept(self):
        """a connection serves many requests, also sent at once"""
        games = unfinished_games(20, self.rng, 10)
        connection = self.server.connect()
        for game in games:
            connection.request("GET", f"/solve?pos={game}")
            self.assertEqual(json.loads(connection.getresponse().read())["pos"], game)
        connection.close()
        texts = [f"GET /solve?pos={game} HTTP/1.1\r\nHost: a\r\n".encode() for game in games]
        answers = self.server.raw(b"\r\n".join(texts) + b"Connection: close\r\n\r\n")
        self.assertEqual([m.decode() for m in re.findall(rb'"pos":"(\d*)"', answers)], games)

    def test_old_clients(self):
        """HTTP/1.0 is answered without chunks"""
        head, _, lines = self.server.raw(
            b"POST /v1/solve HTTP/1.0\r\nContent-Type: text/plain\r\nContent-Length: 7\r\n\r\n"
            b"4453\n44").partition(b"\r\n\r\n")
        self.assertNotIn(b"chunked", head)
        self.assertEqual([json.loads(line)["position"] for line in lines.splitlines()],
                         ["4453", "44"])

    def test_threads(self):
        """many clients at once get the scores that one gets"""
        games = unfinished_games(scaled(60), self.rng, 10)
        expected = {answer["position"]: answer["move_scores"]
                    for answer in program_says("solve", games, "--all-moves")}

        def ask(mine):
            connection = self.server.connect()
            for game in mine:
                connection.request("GET", f"/v1/solve?all=1&position={game}")
                answer = json.loads(connection.getresponse().read())
                self.assertEqual(answer.get("move_scores"), expected[game], game)
            connection.close()

        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            list(pool.map(ask, (games[i::12] * 3 for i in range(12))))

    def test_random_bytes(self):
        """random bytes and damaged requests do no harm"""
        good = [b"GET /solve?pos=4453 HTTP/1.1\r\nHost: a\r\n\r\n",
                b"POST /v1/solve?all=1 HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n"
                b"Content-Length: 10\r\n\r\n4453\n44444",
                b'POST /v1/solve HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
                b'Transfer-Encoding: chunked\r\n\r\n13\r\n{"positions":["4"]}\r\n0\r\n\r\n']
        for _ in range(200):
            text = bytearray(self.rng.choice(good))
            for _ in range(self.rng.choice((1, 1, 2, 5, 50))):
                at = self.rng.randrange(len(text))
                text[at:at + self.rng.randrange(3)] = self.rng.randbytes(self.rng.randrange(3))
                text = text or bytearray(b"G")
            with self.server.socket(bytes(text)) as made:
                made.settimeout(self.rng.choice((0.001, 0.02)))
                try:
                    read_all(made)
                except TimeoutError:
                    pass
        self.assertEqual(self.server.get("/v1/health").status, 200)


if __name__ == "__main__":
    print(f"# FOURSCORE_SEED={SEED}")
    tap.main()
