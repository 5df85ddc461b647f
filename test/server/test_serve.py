"""Tests of 'fourscore serve', the program that FOURSCORE names."""

import gzip
import http.client
import json
import os
import pathlib
import random
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
import schema
import tap

from serving import (ENDLESS, PATIENCE, PROGRAM, SEED, SHORT, SOURCE, Server, has_sanitizers,
                     scaled)


def random_game(plies, rng):
    """The moves of a random game of at most that many plies; it may be over."""
    cells, moves = {}, ""
    for ply in range(plies):
        column = rng.choice([c for c in range(7) if moves.count(str(c + 1)) < 6])
        row = moves.count(str(column + 1))
        cells[column, row] = ply % 2
        moves += str(column + 1)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = [cells.get((column + i * dx, row + i * dy)) for i in range(-3, 4)]
            if any(line[i:i + 4] == [ply % 2] * 4 for i in range(4)):
                return moves, True
    return moves, len(moves) == 42


def unfinished_games(count, rng, first=0, last=41):
    games = []
    while len(games) < count:
        moves, over = random_game(rng.randint(first, last), rng)
        if not over:
            games.append(moves)
    return games


def program_answers(positions, *options):
    """What 'fourscore solve --json' prints."""
    done = subprocess.run([PROGRAM, "solve", "--json", *options], check=True, text=True,
                          input="".join(f"{p}\n" for p in positions), capture_output=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


class ServeTest(unittest.TestCase):
    """One server for the tests that need no other."""

    @classmethod
    def setUpClass(cls):
        cls.rng = random.Random(SEED)
        cls.server = Server("--time-limit", "3600")
        cls.description = json.loads(cls.server.get("/v1/openapi.json").bytes)
        cls.schemas = schema.Schemas(cls.description)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def check(self, response, path, method="get"):
        """Check a response against the description, and return its JSON: a list for
        a list."""
        responses = self.description["paths"][path][method]["responses"]
        self.assertIn(str(response.status), responses)
        contents = self.schemas.resolve(responses[str(response.status)])["content"]
        kind = response.headers["Content-Type"]
        self.assertIn(kind, contents)
        self.assertEqual(response.headers["X-Content-Type-Options"], "nosniff")
        self.assertIn("default-src 'none'", response.headers["Content-Security-Policy"])
        self.assertIsNone(response.headers["Set-Cookie"])
        if response.status == 503:
            self.assertEqual(response.headers["Retry-After"], "1")
        if kind == "application/x-ndjson":
            self.assertTrue(response.bytes in (b"",) or response.bytes.endswith(b"\n"))
            values = [json.loads(line) for line in response.bytes.splitlines()]
            for value in values:
                self.schemas.check(value, contents[kind]["schema"])
            return values
        value = json.loads(response.bytes)
        self.schemas.check(value, contents[kind]["schema"])
        return value

    def solve(self, **query):
        response = self.server.get("/v1/solve", **query)
        return response.status, self.check(response, "/v1/solve")

    # ------------------------------------------------------------------ answers

    def test_site(self):
        """/solve: a client of the tutorial's site finds the scores of all moves"""
        games = unfinished_games(scaled(40), self.rng, 14) + ["", "4453", "44444412"]
        for expected in program_answers(games, "--all-moves"):
            query = urllib.parse.quote(expected["position"])
            response = self.server.request("GET", f"/solve?pos={query}&_=17")
            data = self.check(response, "/solve")
            self.assertEqual(data["pos"], expected["position"])
            scores = [100 if score is None else score for score in expected["move_scores"]]
            self.assertEqual(data["score"], scores)
        self.assertEqual(self.server.get("/solve", pos="4453").bytes,
                         b'{"pos":"4453","score":[-5,-5,-2,-3,-4,-2,-2]}')

    def test_site_errors(self):
        """/solve: finished games and bad moves are errors with a place"""
        full = "1" + "2" * 6
        for pos, at in (("1212121", 7), ("12121212", 6), ("48", 1), (full + "2", 7),
                        ("4x", 1), ("\x00", 0), ("4\n8", 2), ("\u00e9", 0)):
            response = self.server.get("/solve", pos=pos)
            error = self.check(response, "/solve")
            self.assertEqual((response.status, error.get("at")), (400, at), pos)
        drawn = "4444443222223317153171577511766656"
        moves = next(g for g in iter(lambda: random_game(42, self.rng)[0], None)
                     if len(g) == 42)
        self.assertEqual(self.server.get("/solve", pos=moves).status, 400)
        self.assertIn(self.server.get("/solve", pos=drawn).status, (200, 400))
        self.assertEqual(self.server.get("/solve").status, 400)
        self.assertEqual(self.server.request("GET", "/solve?pos").status, 200)
        self.assertEqual(self.server.request("GET", "/solve?pos=%zz").status, 400)

    def test_one_position(self):
        """GET /v1/solve answers as the program does"""
        games = unfinished_games(12, self.rng, 16)
        for option, query in (([], {}), (["--best"], {"best": "1"}),
                              (["--all-moves"], {"all": "true"}),
                              (["--pv", "--best"], {"pv": "1", "best": "1", "all": "0"}),
                              (["--weak", "--best"], {"goal": "weak", "best": "1"})):
            for expected in program_answers(games, *option):
                status, answer = self.solve(position=expected["position"], **query)
                self.assertEqual((status, answer), (200, {**expected, "finished": True}))

    def test_finished_games(self):
        """GET /v1/solve: finished games have a score and no moves"""
        _, answer = self.solve(position="1212121", all="1", best="1", pv="1")
        self.assertEqual(answer, {"position": "1212121", "score": -18, "last_stone": 7,
                                  "move_scores": [None] * 7, "best": [], "pv": "",
                                  "finished": True})

    def test_notations(self):
        """positions are accepted in all notations and on all boards"""
        cells = [0] * 35 + [0, 0, 2, 1, 0, 0, 0]
        for text in ("43", str(cells), "......./" * 5 + "..ox...",
                     ".......\n" * 5 + "..ox..."):
            status, answer = self.solve(position=text)
            self.assertEqual((status, answer["score"]), (200, 2), text)
        answers = self.check(self.server.post({"positions": ["43", cells]}), "/v1/solve",
                             "post")
        self.assertEqual([answer["score"] for answer in answers], [2, 2])
        for board, score in (("4x4", 0), ("5X4", 0), ("6x5", 0), ("1x1", 0), ("12x1", 0)):
            self.assertEqual(self.solve(position="", board=board)[1].get("score"), score)
        for board in ("10x11", "12x9", "9x12", "8x8", "5x5", "3x9"):
            self.assertEqual(self.solve(position="11", board=board, nodes="1")[0], 200)

    def test_lists(self):
        """POST /v1/solve: the answers to a list are in its order"""
        games = unfinished_games(scaled(60), self.rng, 12)
        expected = [{**answer, "finished": True}
                    for answer in program_answers(games, "--all-moves")]
        for response in (self.server.post({"positions": games, "all": True}),
                         self.server.post("\n".join(games), all="1"),
                         self.server.post("\r\n".join(games) + "\r\n", all="1")):
            self.assertEqual(self.check(response, "/v1/solve", "post"), expected)

    def test_list_with_errors(self):
        """POST /v1/solve: an invalid position has an error in its place"""
        lines = self.check(self.server.post(b"4453\n48\n\n\xff\n" + b"4" * 2000),
                           "/v1/solve", "post")
        self.assertEqual([line.get("at") for line in lines], [None, 1, None, 0, 1024])
        self.assertEqual([line.get("position") for line in lines],
                         ["4453", "48", "", None, "4" * 1024])
        self.assertEqual(self.check(self.server.post(""), "/v1/solve", "post"), [])
        self.assertEqual(self.check(self.server.post({"positions": []}), "/v1/solve",
                                    "post"), [])

    def test_long_lists(self):
        """POST /v1/solve: 10,000 positions, and no more"""
        games = unfinished_games(500, self.rng, 30) * 20
        answers = self.check(self.server.post("\n".join(games)), "/v1/solve", "post")
        self.assertEqual([answer["position"] for answer in answers], games)
        self.assertEqual(answers[:500], answers[-500:])
        games.append("4453")
        for question in ("\n".join(games), {"positions": games}):
            response = self.server.post(question)
            self.assertEqual(response.status, 413)
            self.check(response, "/v1/solve", "post")

    def test_posted_position(self):
        """POST /v1/solve: one position has one answer"""
        response = self.server.post({"position": "4453", "goal": "weak", "board": "7x6",
                                     "best": True, "limits": {"seconds": 3600}})
        self.assertEqual(self.check(response, "/v1/solve", "post"),
                         {"position": "4453", "weak_score": -1, "finished": True,
                          "best": [4, 3, 5, 2, 6, 1, 7]})

    def test_limits(self):
        """limits end searches with bounds that hold"""
        games = unfinished_games(scaled(30), self.rng, 10, 24)
        for answer, game in zip(program_answers(games), games):
            for nodes in (1, 100, 3000, 20000):
                _, found = self.solve(position=game, nodes=nodes, all="1")
                lower = found.get("lower", found.get("score"))
                upper = found.get("upper", found.get("score"))
                self.assertTrue(lower <= answer["score"] <= upper, (game, found))
        _, found = self.solve(**ENDLESS, seconds="0.01", all="1", best="1", pv="1")
        self.assertEqual((found["finished"], found["best"], found["pv"]), (False, [], ""))
        lines = self.check(self.server.post({"positions": ["", "5"], "board": "9x9",
                                             "limits": {"nodes": 50000}}),
                           "/v1/solve", "post")
        self.assertEqual([line["finished"] for line in lines], [False, False])

    def test_explain(self):
        """GET /v1/explain answers as the program does"""
        games = unfinished_games(scaled(30), self.rng) + ["352344", "1212121"]
        games += [] if SHORT else ["", "1"]
        output = subprocess.run([PROGRAM, "explain", "--json", "-"], check=True, text=True,
                                capture_output=True,
                                input="".join(f"{game or '-'}\n" for game in games)).stdout
        for game, line in zip(games, output.splitlines(), strict=True):
            answer = self.check(self.server.get("/v1/explain", position=game), "/v1/explain")
            self.assertEqual(answer, {**json.loads(line), "position": game})
        diagram = self.server.get("/v1/explain", position="......./" * 5 + "..ox...")
        self.assertNotIn("move", self.check(diagram, "/v1/explain"))

    def test_explain_limits(self):
        """GET /v1/explain: limits, other boards and errors"""
        for query in ({**ENDLESS, "seconds": "0.01"}, {"position": "12131", "nodes": "1"}):
            response = self.server.get("/v1/explain", **query)
            self.assertFalse(self.check(response, "/v1/explain")["finished"])
        response = self.server.get("/v1/explain", position="44556", board="9x9", nodes="1")
        self.assertEqual(self.check(response, "/v1/explain")["reasons"][0]["kind"],
                         "double threat")
        for query, words in (({"position": "4", "goal": "weak"}, "no other arguments"),
                             ({"position": "4", "pv": "1"}, "no other arguments"),
                             ({"position": "48"}, "not a column"),
                             ({}, "the position is missing")):
            response = self.server.get("/v1/explain", **query)
            error = self.check(response, "/v1/explain")
            self.assertEqual(response.status, 400)
            self.assertIn(words, error["error"])
        self.assertEqual(self.server.request("POST", "/v1/explain").status, 405)

    def test_review(self):
        """/v1/review answers as the program does"""
        games = unfinished_games(4, self.rng) + ["1212121", "", "1", "444443252133"]
        output = subprocess.run([PROGRAM, "review", "--json"], check=True, text=True,
                                capture_output=True,
                                input="".join(f"{game or '-'}\n" for game in games)).stdout
        for game, line in zip(games, output.splitlines(), strict=True):
            expected = json.loads(line)
            del expected["file"], expected["line"]
            text = " ".join(f"{i // 2 + 1}. {c}" for i, c in enumerate(game))
            for response in (self.server.get("/v1/review", position=game),
                             self.server.get("/v1/review", position=text),
                             self.server.request("POST", "/v1/review", game or "\n",
                                                 {"Content-Type": "text/plain"})):
                self.assertEqual(self.check(response, "/v1/review"), expected)

    def test_review_limits(self):
        """/v1/review: limits, other boards and errors"""
        response = self.server.get("/v1/review", position="5", board="9x9", nodes="1")
        found = self.check(response, "/v1/review")
        self.assertFalse(found["finished"])
        self.assertIsNone(found["winner"])
        self.assertEqual(found["moves"][0]["verdict"], "not_judged")
        # The first positions are in the book, the last ones are not.
        response = self.server.get("/v1/review", position="1234567123", nodes="1")
        found = self.check(response, "/v1/review")
        self.assertEqual((found["finished"], response.headers["Cache-Control"]), (False, "no-store"))
        self.assertNotEqual(found["moves"][0]["verdict"], "not_judged")
        for query, words in (({"position": "4", "goal": "weak"}, "no other arguments"),
                             ({"position": "4", "all": "1"}, "no other arguments"),
                             ({"position": "4444444"}, "move 7: column 4 is full"),
                             ({"position": "4 {" + 2000 * "x" + "}"}, "at most 1024 bytes"),
                             ({}, "the position is missing")):
            response = self.server.get("/v1/review", **query)
            error = self.check(response, "/v1/review")
            self.assertEqual(response.status, 400)
            self.assertIn(words, error["error"])
        response = self.server.request("POST", "/v1/review", '{"positions": ["4", "5"]}',
                                       {"Content-Type": "application/json"})
        self.assertEqual(self.check(response, "/v1/review", "post")["error"],
                         "expected one game, got 2")
        self.assertEqual(self.server.request("PUT", "/v1/review").status, 405)

    def test_puzzle(self):
        """/v1/puzzle finds what the program finds"""
        queries = [{"seed": "7", "win_in": "3"}, {"board": "6x5", "only_move": "1"}]
        for query in queries if SHORT else queries + [{}, {"difficulty": "medium"}]:
            options = [word for name, value in query.items() for word in
                       (["--only-move"] if name == "only_move"
                        else [f"--{name.replace('_', '-')}", value])]
            output = subprocess.run([PROGRAM, "puzzle", "--json", *options], check=True,
                                    capture_output=True).stdout
            expected = json.loads(output)
            del expected["task"]
            response = self.server.get("/v1/puzzle", **query)
            self.assertEqual(self.check(response, "/v1/puzzle"), expected)

    def test_puzzle_errors(self):
        """/v1/puzzle: bad arguments, and puzzles that do not exist"""
        for query, status, words in (
                ({"seed": "x"}, 400, "seed: expected"), ({"seed": "9" * 19}, 400, "seed: expected"),
                ({"win_in": "0"}, 400, "win_in: expected"),
                ({"win_in": "17"}, 400, "at most a win in 16"),
                ({"only_move": "2"}, 400, "only_move: expected"),
                ({"difficulty": "simple"}, 400, "difficulty: expected"),
                ({"position": "4"}, 400, "is unknown"), ({"board": "7"}, 400, "board: expected"),
                ({"board": "3x3"}, 404, "no such puzzle")):
            response = self.server.get("/v1/puzzle", **query)
            self.assertEqual(response.status, status, query)
            self.assertIn(words, self.check(response, "/v1/puzzle")["error"], query)
        response = self.server.request("GET", "/v1/puzzle?seed=1&seed=2")
        self.assertIn("given twice", self.check(response, "/v1/puzzle")["error"])
        self.assertEqual(self.server.request("POST", "/v1/puzzle").status, 405)

    # ------------------------------------------------------------------- errors

    def test_bad_queries(self):
        """bad arguments are errors that say what is expected"""
        for query, words in (
                ({}, "the position is missing"),
                ({"position": "4", "board": "7"}, "board: expected"),
                ({"position": "4", "board": "13x1"}, "at most 12 columns"),
                ({"position": "4", "board": "12x12"}, "at most 127"),
                ({"position": "4", "board": "0x6"}, "board: expected"),
                ({"position": "4", "board": " 7x6"}, "board: expected"),
                ({"position": "4", "board": "7x6x"}, "board: expected"),
                ({"position": "4", "goal": "best"}, "expected strong or weak"),
                ({"position": "4", "all": "2"}, "all: expected 1 or 0"),
                ({"position": "4", "nodes": "0"}, "nodes: expected"),
                ({"position": "4", "nodes": "1.5"}, "nodes: expected"),
                ({"position": "4", "nodes": "1e30"}, "nodes: expected"),
                ({"position": "4", "seconds": "-1"}, "seconds: expected"),
                ({"position": "4", "seconds": "nan"}, "seconds: expected"),
                ({"position": "4", "seconds": "1" * 50}, "seconds: expected"),
                ({"position": "4", "pv": "1", "goal": "weak"}, "expected the goal strong"),
                ({"position": "4", "colour": "red"}, "is unknown")):
            status, error = self.solve(**query)
            self.assertEqual(status, 400, query)
            self.assertIn(words, error["error"], query)
        response = self.server.request("GET", "/v1/solve?position=4&position=5")
        self.assertIn("given twice", self.check(response, "/v1/solve")["error"])

    def test_bad_bodies(self):
        """bad bodies are errors that say what is expected"""
        for body, words in (
                ("", "not JSON"), ("{", "not JSON"), ("[" * 5000, "not JSON"),
                ("\xff", "not JSON"), ("[]", "expected a JSON object"),
                ("{}", "the position is missing"),
                ('{"positions": "4453"}', "expected a list"),
                ('{"positions": [4453]}', "expected a string or a list"),
                ('{"positions": [[0.5]]}', "expected a string or a list"),
                ('{"position": {}}', "expected a string or a list"),
                ('{"position": "4", "positions": []}', "either position or positions"),
                ('{"position": "4", "position": "4"}', "not JSON"),
                ('{"position": "4", "best": 1}', "best: expected true or false"),
                ('{"position": "4", "board": 7}', "board: expected"),
                ('{"position": "4", "goal": null}', "goal: expected"),
                ('{"position": "4", "limits": 1}', "limits: expected an object"),
                ('{"position": "4", "limits": {"minutes": 1}}', "limits: expected"),
                ('{"position": "4", "limits": {"nodes": "1"}}', "nodes: expected"),
                ('{"position": "4", "nodes": 1}', "is unknown"),
                ('{"position": "4", "find": 1}', "is unknown")):
            response = self.server.request("POST", "/v1/solve", body.encode("latin-1"),
                                           {"Content-Type": "application/json"})
            error = self.check(response, "/v1/solve", "post")
            self.assertEqual(response.status, 400, body)
            self.assertIn(words, error["error"], body)
        for kind in ("text/html", "application/jsonp", ""):
            response = self.server.request("POST", "/v1/solve", "4", {"Content-Type": kind})
            self.assertEqual(response.status, 415)
        self.assertEqual(self.server.post("4", position="5").status, 400)

    def test_methods_and_paths(self):
        """other methods and paths are refused; HEAD has no body"""
        for method in ("PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"):
            response = self.server.request(method, "/v1/solve?position=4")
            self.assertEqual((response.status, response.headers["Allow"]),
                             (405, "GET, HEAD, POST"))
        response = self.server.request("POST", "/solve?pos=4", "")
        self.assertEqual((response.status, response.headers["Allow"]), (405, "GET, HEAD"))
        head = self.server.request("HEAD", "/solve?pos=4453")
        self.assertEqual((head.status, head.bytes, head.headers["Content-Length"]),
                         (200, b"", "45"))
        for path in ("/v1", "/v1/", "/nothing", "//", "/%00", "/solve/"):
            self.assertEqual(self.server.request("GET", path).status, 404, path)

    def test_large_requests(self):
        """large headers and bodies are refused, and take no memory"""
        before = self.server.memory()
        for text in (b"GET /" + b"a" * 100000, b"GET / HTTP/1.1\r\nA: " + b"a" * 100000,
                     b"GET / HTTP/1.1\r\n" + b"A: a\r\n" * 20000):
            with self.server.socket() as made:
                try:
                    made.sendall(text + b"\r\n\r\n")
                    status = made.recv(100)
                    self.assertRegex(status, b"^(HTTP/1.1 4|$)")
                except ConnectionError:
                    pass
        for head in (b"Content-Length: 2097153", b"Content-Length: 104857600", b"Transfer-Encoding: chunked"):
            with self.server.socket(b"POST /v1/solve HTTP/1.1\r\nHost: a\r\nContent-Type: "
                                    b"text/plain\r\n" + head + b"\r\n\r\n") as made:
                answer = b""
                try:
                    for _ in range(2 if head.endswith(b"53") else 100):
                        if head.startswith(b"T"):
                            made.sendall(b"100000\r\n" + b"4" * (1 << 20) + b"\r\n")
                        else:
                            made.sendall(b"4" * (1 << 20))
                    made.sendall(b"4" if head.endswith(b"53") else b"")
                    answer = made.recv(100)
                except ConnectionError:
                    pass
                self.assertRegex(answer, b"^(HTTP/1.1 413|$)")
        response = self.server.post("4" * 2097152)
        self.assertEqual(len(self.check(response, "/v1/solve", "post")), 1)
        if not has_sanitizers():
            self.assertLess(self.server.memory() - before, 32 << 20)

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
                    made.recv(65536)
                except (TimeoutError, ConnectionError):
                    pass
        self.assertEqual(self.server.get("/v1/health").status, 200)

    # ----------------------------------------------------------------- protocol

    def test_health_and_description(self):
        """health, the description and the metrics are served"""
        health = self.check(self.server.get("/v1/health"), "/v1/health")
        version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True)
        self.assertEqual(f"fourscore {health['version']}\n", version.stdout)
        self.assertEqual(self.server.get("/v1/openapi.json").bytes,
                         (SOURCE / "tools/serve/openapi.json").read_bytes())
        for path in self.description["paths"]:
            self.assertNotEqual(self.server.get(path).status, 404, path)

    def test_metrics(self):
        """the metrics count requests, positions and scores of the book"""
        names = ("positions_total", "book_hits_total")
        before = [self.server.metric(name) for name in names]
        self.server.get("/solve", pos="44")
        self.server.get("/solve", pos="8")
        self.server.post("44\n43\n8\n")
        after = [self.server.metric(name) for name in names]
        self.assertEqual([b - a for a, b in zip(before, after)], [3, 9])
        text = self.server.get("/v1/metrics").bytes.decode()
        for line in text.splitlines():
            self.assertRegex(line, r'^(# (HELP|TYPE) .*|fourscore_\w+(\{(\w+="[^"]*",?)*\})? '
                                   r'[0-9.e+-]+)$')

    def test_connections_are_kept(self):
        """a connection serves many requests, also sent at once"""
        connection = self.server.connect()
        for game in unfinished_games(30, self.rng, 20):
            connection.request("GET", f"/solve?pos={game}")
            self.assertEqual(json.loads(connection.getresponse().read())["pos"], game)
        connection.close()
        games = unfinished_games(20, self.rng, 10)
        with self.server.socket(b"".join(b"GET /solve?pos=%s HTTP/1.1\r\nHost: a\r\n\r\n" %
                                         game.encode() for game in games)) as made:
            text = b""
            while text.count(b'"score":[') < len(games):
                part = made.recv(65536)
                self.assertTrue(part)
                text += part
        self.assertEqual([m.decode() for m in re.findall(rb'"pos":"(\d*)"', text)], games)

    def test_old_clients(self):
        """HTTP/1.0 is answered without chunks"""
        body = b"4453\n44"
        with self.server.socket(b"POST /v1/solve HTTP/1.0\r\nContent-Type: text/plain\r\n"
                                b"Content-Length: %d\r\n\r\n%s" % (len(body), body)) as made:
            text = b"".join(iter(lambda: made.recv(65536), b""))
        head, _, lines = text.partition(b"\r\n\r\n")
        self.assertNotIn(b"chunked", head)
        self.assertEqual(len([json.loads(line) for line in lines.splitlines()]), 2)

    def test_threads(self):
        """many clients at once get the scores that one gets"""
        games = unfinished_games(scaled(120), self.rng, 10)
        expected = {answer["position"]: answer["move_scores"]
                    for answer in program_answers(games, "--all-moves")}
        wrong = []

        def ask(mine):
            connection = self.server.connect()
            for game in mine:
                connection.request("GET", f"/v1/solve?all=1&position={game}")
                answer = json.loads(connection.getresponse().read())
                if answer.get("move_scores") != expected[game]:
                    wrong.append((game, answer))
            connection.close()

        threads = [threading.Thread(target=ask, args=(games[i::12] * 3,)) for i in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


class LimitsTest(unittest.TestCase):
    """Servers with small limits."""

    def ask_endless(self, server, count=1):
        """Connections that wait for an answer."""
        query = urllib.parse.urlencode(ENDLESS)
        text = f"GET /v1/solve?{query} HTTP/1.1\r\nHost: a\r\n\r\n".encode()
        made = [server.socket(text) for _ in range(count)]
        server.wait_for("queue_length", count)
        return made

    def test_queue(self):
        """a full queue refuses hard questions, and easy ones are still answered"""
        with Server("--queue", "2", "--time-limit", "3600") as server:
            waiting = self.ask_endless(server, 2)
            for response in (server.get("/v1/solve", **ENDLESS),
                             server.post({"positions": [""], "board": "9x9"})):
                self.assertEqual(response.status, 503)
                self.assertEqual(response.headers["Retry-After"], "1")
            self.assertEqual(server.get("/solve", pos="4453").status, 200)
            waiting.pop().close()  # a client that goes away makes room
            server.wait_for("queue_length", 1)
            self.assertEqual(server.post("4453\n44444443").status, 200)
            waiting.pop().close()
            server.wait_for("queue_length", 0)

    def test_vanishing_list(self):
        """a list whose client goes away is cancelled"""
        with Server("--time-limit", "3600") as server:
            body = "\n".join(["4453"] * 10 + [""] * 100)
            made = server.socket(b"POST /v1/solve?board=9x9 HTTP/1.1\r\nHost: a\r\nContent-Type: "
                                 b"text/plain\r\nContent-Length: %d\r\n\r\n%s" %
                                 (len(body), body.encode()))
            end = time.monotonic() + PATIENCE
            while server.metric("queue_length") < 1 and time.monotonic() < end:
                pass
            made.close()
            server.wait_for("queue_length", 0)
            self.assertEqual(server.get("/v1/health").status, 200)

    def test_time_limit(self):
        """the time limit ends requests with bounds, and /solve with 503"""
        with Server("--time-limit", "0.2") as server:
            answer = json.loads(server.get("/v1/solve", **ENDLESS).bytes)
            self.assertEqual(answer["finished"], False)
            self.assertLess(answer["lower"], answer["upper"])
            lines = server.post("\n" * 100, board="9x9").bytes.splitlines()
            self.assertEqual([json.loads(line)["finished"] for line in lines], [False] * 100)
        with Server("--time-limit", "0.000001", "--book", "book/7x6.book") as server:
            response = server.get("/solve", pos="444444322")
            self.assertEqual((response.status, response.headers["Retry-After"]), (503, "1"))

    def test_signals(self):
        """SIGTERM and SIGINT end what runs with bounds"""
        for by in (signal.SIGTERM, signal.SIGINT):
            server = Server("--time-limit", "3600")
            waiting = self.ask_endless(server, 3)
            idle = server.socket()
            seconds = server.stop(by)
            for made in waiting:
                text = b"".join(iter(lambda: made.recv(65536), b""))  # noqa: B023
                self.assertTrue(text.startswith(b"HTTP/1.1 200"), text)
                self.assertIn(b'"finished":false', text)
                made.close()
            idle.close()
            if not has_sanitizers():
                self.assertLess(seconds, 15)  # 5 on a machine that is not busy

    def test_few_files(self):
        """where few files may be open, there are fewer connections"""
        process = subprocess.Popen(
            ["sh", "-c", 'ulimit -n 100 && exec "$0" serve --listen 127.0.0.1:0', PROGRAM],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        with process:
            self.assertIn("listening on", process.stdout.readline())
            process.terminate()
        self.assertEqual(process.returncode, 0)

    def test_silent_clients(self):
        """1000 connections that send nothing do not keep others out"""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 4096), hard), hard))
        with Server("--timeout", "3600", "--connections", "4000") as server:
            silent = [server.socket() for _ in range(1000)]
            server.wait_for("connections", 1001)
            self.assertEqual(server.get("/solve", pos="4453").status, 200)
            for made in silent:
                made.close()
            server.wait_for("connections", 1)
            self.assertLess(len(os.listdir(f"/proc/{server.process.pid}/fd")), 100)

    def test_slow_clients(self):
        """clients that are slow to send a request are cut off, also byte by byte"""
        with Server("--timeout", "0.3") as server:
            starts = (b"", b"GET /solve?pos=4", b"POST /v1/solve HTTP/1.1\r\nHost: a\r\n"
                      b"Content-Type: text/plain\r\nContent-Length: 9999\r\n\r\n")
            slow = [server.socket(text) for text in starts]
            end = time.monotonic() + PATIENCE
            while slow and time.monotonic() < end:
                for made in list(slow):
                    try:
                        made.sendall(b"4")
                    except ConnectionError:
                        slow.remove(made)
                time.sleep(0.02)
            self.assertEqual(slow, [])

    def test_half_closed_clients(self):
        """clients that close their sending side get easy answers, and are not kept"""
        with Server("--timeout", "3600") as server:
            def close_half(text):
                made = server.socket(text.encode())
                made.shutdown(socket.SHUT_WR)
                return made

            def read(made):
                with made:
                    return b"".join(iter(lambda: made.recv(65536), b""))

            unfinished = [close_half(text) for text in (
                "GET /solve?pos=4", "GET / HTTP/1.1\r\nHost: a\r\n")]
            for version in ("HTTP/1.0", "HTTP/1.1"):
                text = read(close_half(f"GET /solve?pos=4453 {version}\r\nHost: a\r\n\r\n"))
                self.assertTrue(text.startswith(b"HTTP/1.1 200 "), text)
                self.assertTrue(text.endswith(b"}"), text)
            for made in unfinished:
                self.assertEqual(read(made), b"")
            server.wait_for("connections", 1)

    def test_connections(self):
        """one address cannot have all connections"""
        with Server("--connections", "8", "--timeout", "3600") as server:
            made = [server.socket() for _ in range(20)]
            end = time.monotonic() + PATIENCE
            refused = 0
            while refused < 16 and time.monotonic() < end:
                refused = 0
                for one in made:
                    one.settimeout(0.01)
                    try:
                        refused += one.recv(1) == b""
                    except TimeoutError:
                        pass
                    except ConnectionError:
                        refused += 1
            self.assertGreaterEqual(refused, 16)
            for one in made:
                one.close()

    def test_boards(self):
        """few boards are kept, and those in use are not dropped"""
        with Server("--time-limit", "3600") as server:
            busy = [server.socket(f"GET /v1/solve?position=&board={board} HTTP/1.1\r\n"
                                  "Host: a\r\n\r\n".encode())
                    for board in ("9x9", "9x8", "10x8")]
            server.wait_for("queue_length", 3)
            response = server.get("/v1/solve", position="", board="4x4")
            self.assertEqual(response.status, 503)
            busy.pop().close()
            end = time.monotonic() + PATIENCE
            while (server.get("/v1/solve", position="", board="4x4").status != 200 and
                   time.monotonic() < end):
                time.sleep(0.02)
            for board in ("4x4", "5x4", "4x5", "6x4") * 2:
                response = server.get("/v1/solve", position="", board=board)
                self.assertEqual(response.status, 200, response.bytes)
            for made in busy:
                made.close()

    def test_origin(self):
        """other origins may read the answers only if they are allowed to"""
        with Server() as server:
            self.assertIsNone(server.get("/solve", pos="4").headers[
                "Access-Control-Allow-Origin"])
        with Server("--allow-origin", "https://example.org") as server:
            for response in (server.get("/solve", pos="4"), server.get("/solve", pos="8"),
                             server.post("4453")):
                self.assertEqual(response.headers["Access-Control-Allow-Origin"],
                                 "https://example.org")

    def test_access_log(self):
        """the access log has a line for each request, and can be renamed"""
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder, "log")
            with Server("--access-log", str(log)) as server:
                server.get("/solve", pos="4453")
                with server.socket(b'GET /"\xff\\ HTTP/1.1\r\nHost: a\r\n\r\n') as made:
                    made.recv(1)
                length = len(server.post("4453\n44").bytes)
                end = time.monotonic() + PATIENCE
                while log.read_text().count("\n") < 3 and time.monotonic() < end:
                    time.sleep(0.02)
                old = log.rename(log.with_suffix(".1"))
                server.process.send_signal(signal.SIGHUP)
                while not log.exists() and time.monotonic() < end:
                    time.sleep(0.02)
                server.get("/v1/health")
            lines = old.read_text().splitlines()
            pattern = (r'127\.0\.0\.1 - - \[\d\d/[A-Z][a-z][a-z]/\d{4}:\d\d:\d\d:\d\d '
                       r'[+-]\d{4}\] "(GET|POST) (\S+) HTTP/1\.1" (\d+) (\d+)')
            found = [re.fullmatch(pattern, line) for line in lines]
            self.assertEqual(sorted(m and m.group(2, 3, 4) for m in found),
                             [(r"/\x22\xff\x5c", "404", "63"), ("/solve?pos=4453", "200", "45"),
                              ("/v1/solve", "200", str(length))])
            self.assertIn("/v1/health", log.read_text())


class FilesTest(unittest.TestCase):
    """The files of the page."""

    FILES = {"index.html": b"<!doctype html>", "a.mjs": b"let a = 1;" * 100,
             "a.wasm": b"\0asm", "deep/index.html": b"deep", "deep/b.css": b"b",
             "c.svg": b"<svg/>", "d.webmanifest": b"{}"}

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        web = pathlib.Path(cls.folder.name, "web")
        for name, text in cls.FILES.items():
            path = web / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
        (web / "a.mjs.gz").write_bytes(gzip.compress(cls.FILES["a.mjs"]))
        pathlib.Path(cls.folder.name, "secret").write_text("secret")
        cls.server = Server("--web", str(web) + "/")

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.folder.cleanup()

    def test_files(self):
        """the files of the page are served with their types"""
        types = {"index.html": "text/html; charset=utf-8", "a.wasm": "application/wasm",
                 "a.mjs": "text/javascript; charset=utf-8", "c.svg": "image/svg+xml",
                 "deep/b.css": "text/css; charset=utf-8",
                 "d.webmanifest": "application/manifest+json"}
        for name, text in self.FILES.items():
            response = self.server.get("/" + name)
            self.assertEqual((response.status, response.bytes), (200, text), name)
            self.assertEqual(response.headers["Content-Type"],
                             types.get(name, "text/html; charset=utf-8"))
            self.assertIn("'wasm-unsafe-eval'", response.headers["Content-Security-Policy"])
        self.assertEqual(self.server.get("/").bytes, self.FILES["index.html"])
        self.assertEqual(self.server.get("/deep/").bytes, b"deep")
        self.assertEqual(self.server.get("/?position=4453").status, 200)

    def test_revalidation(self):
        """a file that the client has is not sent again"""
        tag = self.server.get("/a.mjs").headers["ETag"]
        response = self.server.request("GET", "/a.mjs", headers={"If-None-Match": tag})
        self.assertEqual((response.status, response.bytes), (304, b""))
        response = self.server.request("GET", "/a.mjs", headers={"If-None-Match": '"x"'})
        self.assertEqual(response.status, 200)

    def test_compression(self):
        """a compressed file is sent to clients that accept it"""
        for accept, encoding in (("gzip, br", "gzip"), ("br;q=1, GZIP;q=0.5", "gzip"),
                                 ("gzip;q=0", None), ("br", None), ("", None),
                                 ("xgzip", None)):
            response = self.server.request("GET", "/a.mjs",
                                           headers={"Accept-Encoding": accept})
            self.assertEqual(response.headers["Content-Encoding"], encoding, accept)
            self.assertEqual(response.headers["Vary"], "Accept-Encoding")
            text = gzip.decompress(response.bytes) if encoding else response.bytes
            self.assertEqual(text, self.FILES["a.mjs"])

    def test_other_paths(self):
        """no path leads out of the folder"""
        for path in ("/../secret", "/%2e%2e/secret", "/deep/../../secret", "/a.mjs.gz",
                     "/deep", "/.", "/..%2fsecret", "/" + "a" * 300, "/index.html/",
                     "secret", "/./index.html", "//index.html"):
            with self.server.socket(f"GET {path} HTTP/1.1\r\nHost: a\r\n"
                                    "Connection: close\r\n\r\n".encode()) as made:
                text = b"".join(iter(lambda: made.recv(65536), b""))  # noqa: B023
            self.assertNotIn(b"\r\n\r\nsecret", text, path)
            self.assertRegex(text, b"^HTTP/1.1 (404|400)", path)


class StartTest(unittest.TestCase):
    """Starting the server."""

    def start(self, *options):
        done = subprocess.run([PROGRAM, "serve", *options], capture_output=True, text=True,
                              timeout=PATIENCE)
        return done.returncode, done.stderr

    def test_bad_usage(self):
        """what is wrong with the options is said, and nothing is served"""
        for options, status, words in (
                (["--listen", "nonsense"], 2, "--listen: expected HOST:PORT"),
                (["--listen", "127.0.0.1:99999"], 2, "--listen: expected HOST:PORT"),
                (["--listen", "127.0.0.1:"], 2, "--listen: expected HOST:PORT"),
                (["--listen", "192.0.2.1:0"], 3, "cannot listen at 192.0.2.1:0"),
                (["--listen", "127.0.0.1:0", "--book", "/nowhere"], 1, "/nowhere: No such"),
                (["--listen", "127.0.0.1:0", "--book", "README.md"], 1, "README.md: "),
                (["--listen", "127.0.0.1:0", "--web", "/nowhere"], 1, "/nowhere: No such"),
                (["--listen", "127.0.0.1:0", "--access-log", "/nowhere/log"], 3, "No such"),
                (["--listen", "127.0.0.1:0", "--table", "1"], 2, "the safe minimum is "),
                (["--listen", "127.0.0.1:0", "--connections", "1000000"], 2, "--connections"),
                (["--queue", "0"], 2, "--queue: expected"),
                (["--time-limit", "-1"], 2, "--time-limit: expected"),
                (["extra"], 2, "unexpected argument")):
            if options[-1] == "1000000" and resource.getrlimit(
                    resource.RLIMIT_NOFILE)[1] > 1000000:
                continue
            found, errors = self.start(*options)
            self.assertEqual(found, status, (options, errors))
            self.assertIn(words, errors, options)

    def test_used_port(self):
        """a port that is in use is reported"""
        with Server() as server:
            status, errors = self.start("--listen", f"127.0.0.1:{server.port}")
            self.assertEqual(status, 3)
            self.assertIn("Address already in use", errors)


if __name__ == "__main__":
    print(f"# FOURSCORE_SEED={SEED}")
    tap.main()
