"""Tests of 'fourscore serve': whose turn it is, lists, boards, and rest."""

import contextlib
import json
import os
import pathlib
import select
import socket
import struct
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
import tap

from serving import (ENDLESS, HARD, LONG, MIB, ON_9X9, OTHER, PATIENCE, SANITIZED, SEED, SOLVE,
                     Server, endless, is_posix, lines_of, post, post_lines, read_all, scaled, wait_until)

EASY = b"1212121\n"  # a finished game


class TurnsTest(unittest.TestCase):
    """Whose question is searched."""

    def test_other_client(self):
        """a client's question is answered before most of those that another has asked"""
        with Server("--time-limit", "3600") as server:
            asked = [server.socket(endless(b"&nodes=500000"), client=OTHER) for _ in range(16)]
            wait_until(lambda: server.metric("queue_length") >= 14, "questions")
            self.assertEqual(server.get("/v1/solve", **ENDLESS, nodes="500000").status, 200)
            answered, _, _ = select.select(asked, [], [], 0)
            self.assertLess(len(answered), 10)

    def test_long_searches(self):
        """searches that never end give way to others, of another client or the same one"""
        for count, client in (20, OTHER), (4, None):
            with Server("--time-limit", "3600") as server:
                server.busy(count, client)
                self.assertEqual(server.get("/v1/solve", **ENDLESS, nodes=scaled(100000)).status, 200)
                self.assertEqual(server.get("/v1/review", position="55", board="9x9",
                                            nodes="10000").status, 200)
                answers = server.post("\n" * 2, board="9x9", nodes=scaled(50000)).bytes.splitlines()
                self.assertEqual(len(answers), 2)
                self.assertEqual(server.metric("queue_length"), count)

    def test_new_question(self):
        """a client's new question comes before those that have had their turns"""
        def seconds():
            began = time.monotonic()
            self.assertEqual(server.get("/v1/solve", **ENDLESS, nodes="1000").status, 200)
            return time.monotonic() - began

        with Server("--threads", "1", "--time-limit", "3600") as server:
            server.busy(40)
            times = [seconds() for _ in range(5)]
            # When all have had some turns, one for each takes 4 seconds.
            self.assertLess(min(times[2:]), 1.5)

    def busy_threads(self, server, ticks=10):
        """Wait until two threads have used so much time of processors; they give way to HTTP."""
        def used():
            folder = pathlib.Path(f"/proc/{server.process.pid}/task")
            found = {}
            for task in folder.iterdir():
                with contextlib.suppress(FileNotFoundError):
                    fields = (task / "stat").read_text().rpartition(")")[2].split()
                    found[task.name] = int(fields[11]), int(fields[16])
            return found

        def busy():
            return [nice for task, (count, nice) in used().items()
                    if count - before.get(task, (0,))[0] >= ticks]

        before = used()
        wait_until(lambda: len(busy()) >= 2, "two busy threads")
        if not is_posix():  # where threads have the priority of their program
            self.assertGreaterEqual(min(busy()), min(os.nice(0) + 5, 19))

    def test_alone(self):
        """a question that is alone has all threads, and gives way to another one"""
        with Server("--time-limit", "3600") as server:
            server.busy(1)
            self.busy_threads(server)
            for _ in range(2):
                self.assertEqual(server.get("/v1/solve", **ENDLESS, nodes="300000").status, 200)
            self.assertEqual(server.metric("queue_length"), 1)
            self.busy_threads(server)

    def test_gone(self):
        """a question ends when its client goes away, however it does, and also while it waits"""
        def reset(made):
            made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            made.close()

        paths = b"/v1/solve?board=9x9&position=", b"/v1/explain?board=9x9&position=", \
            b"/v1/review?board=9x9&position=5"
        with Server("--threads", "1", "--time-limit", "3600") as server:
            for leave in (socket.socket.close, reset, lambda made: made.shutdown(socket.SHUT_WR)):
                asked = [server.socket(b"GET " + path + b" HTTP/1.1\r\nHost: a\r\n\r\n")
                         for path in paths]
                asked.append(server.socket(post_lines(HARD * 300, ON_9X9)))
                server.wait_for("queue_length", 4)
                for count, made in enumerate(asked):
                    leave(made)
                    server.wait_for("queue_length", 3 - count)
            wait_until(lambda: server.metric("requests_total") > 12 and
                              server.lines("requests_total")['path="/v1/solve",status="499"'] >= 6,
                              "requests that were given up")

    def test_time_limit(self):
        """the time limit of the server ends requests with bounds, also those that wait"""
        with Server("--threads", "1", "--time-limit", "0.2", "--timeout", "3600") as server:
            asked = [server.socket(endless()) for _ in range(5)]
            for made in asked:
                head, _, body = made.recv(MIB).partition(b"\r\n\r\n")
                answer = json.loads(body)
                self.assertEqual((head.split()[1], answer["finished"]), (b"200", False))
                self.assertLess(answer["lower"], answer["upper"])
            lines = server.post("\n" * 100, board="9x9").bytes.splitlines()
            self.assertEqual([json.loads(line)["finished"] for line in lines], [False] * 100)
            for path in ("/v1/explain", "/v1/review"):
                self.assertFalse(json.loads(server.get(path, **ENDLESS, seconds="3600").bytes)["finished"])

    def test_deadline(self):
        """a question ends at its own limit, also where it waits for others"""
        with Server("--threads", "1", "--time-limit", "3600") as server:
            server.busy(4)
            found = json.loads(server.get("/v1/solve", **ENDLESS, seconds="0.2").bytes)
            self.assertFalse(found["finished"])
            lines = server.post("\n" * 4, board="9x9", seconds="0.1").bytes.splitlines()
            self.assertEqual(len(lines), 4)


class ListTest(unittest.TestCase):
    """Lists, whose answers are sent one by one."""

    def test_streamed(self):
        """what is known is sent before a search that takes long"""
        with Server("--time-limit", "3600") as server:
            for easy in (1, 2, 500):
                with server.socket(post_lines(EASY * easy + HARD + EASY, ON_9X9)) as made:
                    read = b""
                    while len(lines_of(read)) < easy:
                        read += made.recv(MIB)
                    server.wait_for("queue_length", 1)
                server.wait_for("queue_length", 0)

    def test_timeout(self):
        """the time of a search is not that of the client"""
        with Server("--threads", "1", "--time-limit", "3600", "--timeout", "1") as server:
            with server.socket(endless(b"&seconds=2")) as made:
                lines = server.post("\n\n", board="9x9", seconds="1.2").bytes.splitlines()
                self.assertEqual([json.loads(line)["finished"] for line in lines], [False] * 2)
                self.assertIn(b'"finished":false', made.recv(MIB))

    def test_stopped_reader(self):
        """a client that stops reading a list or a file is cut off after the timeout"""
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "a.txt").write_bytes(b"a" * 32 * MIB)
            with Server("--time-limit", "3600", "--timeout", "1", "--web", folder) as server:
                for text, end in (
                        (post_lines(LONG * 9999, b"?board=4x4"), b"0\r\n\r\n"),
                        (b"GET /a.txt HTTP/1.1\r\nHost: a\r\n\r\n", b"a" * 32 * MIB)):
                    with server.unread(text) as made:
                        wait_until(lambda: made.recv(1), "an answer")
                        server.wait_for("connections", 2)
                        server.wait_for("connections", 1)
                        self.assertFalse(read_all(made).endswith(end))

    def test_unread(self):
        """lists whose answers are not read hold no board"""
        with Server("--time-limit", "3600", "--timeout", "3600") as server:
            for board in (b"4x4", b"5x4", b"4x5", b"3x6"):
                server.unread(post_lines(LONG * 9999, b"?all=1&pv=1&board=" + board)).recv(1)
            for board in ("6x3", "3x5", "5x3", "7x3"):
                wait_until(lambda: server.get("/v1/solve", position="", board=board).status == 200, board)
            server.wait_for("connections", 5)

    def wait_for_a_board(self, server):
        """A list whose reader has paused, and waits for a board; the questions that have them."""
        def has_paused():
            before = server.metric("positions_total")
            time.sleep(0.2)
            return (server.metric("positions_total"), server.metric("queue_length")) == (before, 0)

        made = server.unread(post_lines(LONG * 3999, b"?board=4x4"))
        made.recv(1)
        wait_until(has_paused, "the list goes on")
        busy = []
        for board in (b"9x9", b"9x8", b"8x9"):
            wait_until(lambda: server.get("/v1/solve", position="", board=board.decode(),
                                          nodes=1).status == 200, "no board")
            busy += server.busy(board=board)
        read = [b""]
        made.settimeout(0.3)
        with contextlib.suppress(TimeoutError):
            while not read[-1].endswith(b"0\r\n\r\n"):
                read.append(made.recv(MIB))
        made.settimeout(PATIENCE)
        return made, b"".join(read), busy

    def test_waiting(self):
        """a list whose reader pauses waits for a board, and misses no position"""
        with Server("--time-limit", "3600", "--timeout", "3600") as server:
            made, read, busy = self.wait_for_a_board(server)
            self.assertFalse(read.endswith(b"0\r\n\r\n"))
            busy.pop().close()
            answers = read + read_all(made)
            self.assertTrue(answers.endswith(b"0\r\n\r\n"))
            self.assertEqual(sum(b'"finished":true' in line for line in lines_of(answers)), 3999)

    def test_gone(self):
        """a list that waits for a board ends when its client goes away"""
        with Server("--time-limit", "3600", "--timeout", "3600") as server:
            made, _, _ = self.wait_for_a_board(server)
            made.close()
            server.wait_for("connections", 4)

    def test_slow_reader(self):
        """a client that reads slowly holds up no others, and gets all"""
        text = EASY.strip() + b"#" + b"x" * 190 + b"\n"
        with Server("--time-limit", "3600") as server:
            with server.socket(post_lines(text * 9999)) as made:
                self.assertTrue(made.recv(1))
                before = server.memory()
                self.assertEqual(len(server.post("\n" * 20, board="4x4").bytes.splitlines()), 20)
                if not SANITIZED:
                    self.assertLess(server.memory() - before, 64 * MIB)
                self.assertEqual(len(lines_of(read_all(made))), 9999)


class BoardTest(unittest.TestCase):
    """The boards that are kept."""

    def test_boards(self):
        """eight boards are kept beside 7x6: the last ones used; the others are freed"""
        def nodes(board, server):
            before = server.metric("nodes_total")
            self.assertEqual(server.get("/v1/solve", position="", board=board).status, 200)
            return server.metric("nodes_total") - before

        with Server("--time-limit", "3600") as server:
            server.wait_for_connections(0)
            threads = server.threads()
            fresh = {board: nodes(board, server) for board in ("4x5", "5x4", "4x4", "3x6", "7x3", "3x7", "3x8", "5x3")}
            server.wait_for_connections(0)
            full = server.threads()
            self.assertGreater(min(fresh.values()), 100)
            for board, count in fresh.items():
                self.assertLess(nodes(board, server), count / 4, board)
            # 5x4 is the one that was not used for longest.
            kept = [board for board in fresh if board != "5x4"]
            for board in (*kept, "6x3"):
                nodes(board, server)
            for board in kept:
                self.assertLess(nodes(board, server), fresh[board] / 4, board)
            # On a slow machine a search in parts does not always take the same nodes.
            self.assertGreater(nodes("5x4", server), fresh["5x4"] / 2)
            bytes_of_tables = server.metric("table_bytes")
            for board in ("4x4", "3x5", "5x3", "3x6", "6x3", "3x7", "7x3", "4x3", "3x4", "5x4", "4x5") * 2:
                nodes(board, server)
            server.wait_for_connections(0)
            self.assertEqual(server.threads(), full)
            self.assertLessEqual(server.metric("table_bytes"), bytes_of_tables + 3 * MIB)
            self.assertGreater(full, threads)

    def test_boards_in_use(self):
        """a client uses three boards, others the rest; all are released, also after refusals"""
        with Server("--time-limit", "3600") as server:
            busy = [server.busy(board=board)[0] for board in (b"9x9", b"9x8", b"8x9")]
            for response in (server.get("/v1/solve", position="", board="4x4"),
                             server.post("4", board="4x4"),
                             server.get("/v1/explain", position="", board="4x4"),
                             server.get("/v1/review", position="", board="4x4"),
                             server.get("/v1/puzzle", board="4x4")):
                self.assertEqual((response.status, response.headers["Retry-After"]), (503, "1"))
                self.assertIn("boards are in use", response.bytes.decode())
            self.assertEqual(server.get("/v1/solve", position="4444").status, 200)
            for board in ("4x4", "5x4"):
                response = server.request("GET", f"/v1/solve?position=&board={board}", client=OTHER)
                self.assertEqual((response.status, json.loads(response.bytes)["finished"]), (200, True))
            for made in busy:
                made.close()
            server.wait_for("queue_length", 0)
            # Each of these uses a board, and must release it.
            for path, board in (("/v1/solve", "4x4"), ("/v1/explain", "5x4"), ("/v1/review", "4x5"),
                                ("/v1/puzzle", "4x6"), ("/v1/solve", "6x4")):
                query = {} if "puzzle" in path else {"position": ""}
                self.assertIn(server.get(path, board=board, **query).status, (200, 404), path)
                self.assertEqual(server.post("", board="3x3").status, 200)
            for board in ("4x4", "5x4", "4x5", "6x4"):
                self.assertEqual(server.get("/v1/solve", position="", board=board).status, 200)


class RestTest(unittest.TestCase):
    """Nothing stays of requests that are over."""

    # What malloc() keeps for itself.
    NOISE = 24 << 10

    def requests(self):
        """Kinds of requests, and how often each is sent at once."""
        long = b"a" * 4000
        lines = b"1212121\n" * 200
        positions = json.dumps({"positions": ["1212121"] * 300}).encode()
        refused = json.dumps({"positions": [""] * 5000, "goal": "weak", "pv": True}).encode()
        keep = b" HTTP/1.1\r\nHost: a\r\n\r\n"

        def body(text, kind, path=b"/v1/solve"):
            return post(len(text), kind, path, close=False) + text

        return {
            "an answer": (b"GET /solve?pos=44&x=" + long + keep, 600),
            "an error": (b"GET /v1/solve?position=48&" + long + keep, 600),
            "an unknown path": (b"GET /" + long + keep, 600),
            "a review": (b"GET /v1/review?position=1212121" + keep, 600),
            "a bad review": (b"GET /v1/review?position=18" + keep, 600),
            "an explanation": (b"GET /v1/explain?position=1212121" + keep, 600),
            "a bad puzzle": (b"GET /v1/puzzle?win_in=99" + keep, 600),
            "metrics": (b"GET /v1/metrics" + keep, 200),
            "lines": (body(lines, b"text/plain"), 80),
            "positions": (body(positions, b"application/json"), 40),
            "refused lines": (body(b"\n" * 5000, b"text/plain", b"/v1/solve?goal=weak&pv=1"), 50),
            "refused positions": (body(refused, b"application/json"), 50),
            "a bad body": (body(b'{"positions": 1' + b" " * 4000, b"application/json"), 600),
            "bad positions": (body(b'{"position": 1, "board": "%s"}' % long, b"application/json"), 600),
            "two lists": (body(lines, b"text/plain", b"/v1/solve?position=4"), 200),
        }

    def send(self, server, text, count):
        """Send the request many times over one connection."""
        with server.socket() as made:
            thread = threading.Thread(target=lambda: made.sendall(
                text * (count - 1) + text.replace(b"\r\nHost: a", b"\r\nHost: a\r\nConnection: close")))
            thread.start()
            answers = read_all(made)
            thread.join()
        self.assertEqual(answers.count(b"HTTP/1.1 "), count, text[:60])

    def send_single(self, server):
        """Requests that end their connections."""
        for text in (
                b"GET /solve?" + b"a" * 70000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
                SOLVE + b"A: " + b"a" * 4000 + b"\r\nContent-Length: x\r\n\r\n"):
            for _ in range(60):
                server.raw(text)
        for text in (post(40000) + b"4" * 30000, SOLVE + b"A: " + b"a" * 4000):
            made = [server.socket(text) for _ in range(20)]
            server.wait_for_connections(20)
            for one in made:
                one.close()
            server.wait_for_connections(0)

    def send_hard(self, server):
        """Hard questions, and some whose clients go away."""
        for _ in range(10):
            server.get("/v1/solve", **ENDLESS, nodes="9000")
        lines = server.post("\n" * 40, board="9x9", nodes="9000").bytes.splitlines()
        self.assertEqual(len(lines), 40)
        gone = [server.socket(endless()), server.socket(post_lines(HARD * 8, ON_9X9))]
        server.wait_for("queue_length", 2)
        for made in gone:
            made.close()
        server.wait_for("queue_length", 0)

    def check_memory(self, server, send, what):
        """Memory stops growing: it does not grow in each of several rounds."""
        sizes = [server.memory()]
        for _ in range(8):
            send()
            server.wait_for_connections(0)
            sizes.append(server.memory())
            if SANITIZED or sizes[-1] - sizes[-2] < self.NOISE:
                return
        self.fail(f"{what}: {sizes}")

    def test_memory(self):
        """memory, threads and files are as before after many requests"""
        with Server() as server:
            self.send_hard(server)
            server.wait_for_connections(0)
            threads = server.threads()
            for what, (text, count) in self.requests().items():
                self.check_memory(server, lambda: self.send(server, text, count), what)
            self.check_memory(server, lambda: self.send_single(server), "ends")
            pipes = server.pipes()
            self.send_hard(server)
            server.wait_for_connections(0)
            self.assertEqual(server.pipes(), pipes)
            self.assertEqual(server.threads(), threads)


if __name__ == "__main__":
    print(f"# FOURSCORE_SEED={SEED}")
    tap.main()
