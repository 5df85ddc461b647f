"""Tests of 'fourscore serve': HTTP, its limits, what it counts, logs, keeps and releases."""

import contextlib
import datetime
import email.utils
import http.client
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
import tap

from serving import (ENDLESS, PATIENCE, PROGRAM, SEED, SOURCE, Server, ServerTest,
                     has_sanitizers, read_all, scaled)

MIB = 1 << 20
SOLVE = b"GET /solve?pos=44 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
ANSWER = b'{"pos":"44","score":[-3,-3,-2,1,-2,-3,-3]}'
SANITIZED = has_sanitizers()


def post(length, kind=b"text/plain", path=b"/v1/solve", close=True):
    """The head of a POST, whose body has 'length' bytes, or None: chunks."""
    size = b"Transfer-Encoding: chunked" if length is None else b"Content-Length: %d" % length
    return (b"POST " + path + b" HTTP/1.1\r\nHost: a\r\n" +
            (b"Connection: close\r\n" if close else b"") + b"Content-Type: " + kind + b"\r\n" +
            size + b"\r\n\r\n")


def endless():
    query = urllib.parse.urlencode(ENDLESS).encode()
    return b"GET /v1/solve?" + query + b" HTTP/1.1\r\nHost: a\r\n\r\n"


class HeadTest(ServerTest):
    """Heads of requests, as bytes."""

    def refused(self, text, status, words=""):
        """The request has one answer, an error as JSON, and the connection ends."""
        answer = self.server.raw(text)
        head, _, body = answer.partition(b"\r\n\r\n")
        self.assertRegex(answer, rb"^HTTP/1.1 %d " % status, text[:200])
        self.assertEqual(len(re.findall(rb"HTTP/1.1 \d", answer)), 1, answer)
        self.assertIn(b"\r\nConnection: close", head)
        for name in (b"Content-Type: application/json", b"X-Content-Type-Options: nosniff",
                     b"Content-Security-Policy: default-src 'none'", b"Cache-Control: no-store",
                     b"Content-Length: %d" % len(body)):
            self.assertIn(b"\r\n" + name, head)
        self.assertIn(words, json.loads(body)["error"])

    def answered(self, text):
        answer = self.server.raw(text)
        self.assertRegex(answer, b"^HTTP/1.1 200 ", text[:200])
        self.assertTrue(answer.endswith(ANSWER), answer)

    def test_zero_bytes(self):
        """a zero byte in the head is refused, and hides nothing"""
        for url in (b"/solve?pos=44\0 53", b"/solve?pos=44\x0053", b"/solve\0?pos=44", b"/\0"):
            self.refused(b"GET " + url + b" HTTP/1.1\r\nHost: a\r\n\r\n", 400, "zero byte")
        self.refused(b"GET /solve?pos=44 HTTP/1.1\r\nHost: a\0b\r\n\r\n", 400, "zero byte")
        self.refused(b"GET /solve?pos=44 HTTP/1.1\r\nHost: a\0b\r\nB: c\r\n\r\n", 400, "zero byte")
        self.refused(b"GET /solve?pos=44\0x HTTP/1.0\r\n\r\n", 400, "zero byte")

    def test_zero_in_path(self):
        """%00 in a path leads nowhere; in the query it is a byte"""
        for path in ("/solve%00?pos=44", "/solve%00x?pos=44", "/v1/health%00", "/%00/v1/health",
                     "/v1/health%00?a=%00", "/v1%00/health"):
            self.assertEqual(self.server.request("GET", path).status, 404, path)
        for path in ("/v1/health?a=%00", "/solve?pos=44&a%00=%00"):
            self.assertEqual(self.server.request("GET", path).status, 200, path)
        for path in ("/v1/solve?position%00=44", "/v1/solve?position=44&board%00q=6x5",
                     "/v1/solve?position=44&%00=", "/v1/puzzle?seed%00x=12", "/v1/review?game%00=44"):
            response = self.server.request("GET", path)
            self.assertEqual(response.status, 400, path)
            self.assertIn(b"zero byte", response.bytes, path)

    def test_controls(self):
        """control characters in the URL and blanks in Host are refused"""
        for byte in (b"\r", b"\t", b"\x01", b"\x7f"):
            self.refused(b"GET /solve?pos=44" + byte + b"53 HTTP/1.1\r\nHost: a\r\n\r\n", 400, "%09")
        for host in (b"a b", b"a\tb", b"a,\tb"):
            self.refused(b"GET /solve?pos=44 HTTP/1.1\r\nHost: " + host + b"\r\n\r\n", 400, "Host")

    def test_host(self):
        """HTTP/1.1 has the header Host once, HTTP/1.0 at most once"""
        line = b"GET /solve?pos=44 HTTP/1.1\r\nConnection: close\r\n"
        self.refused(line + b"\r\n", 400, "Host once")
        self.refused(line + b"Host: a\r\nHost: a\r\n\r\n", 400, "Host once")
        self.refused(line + b"Host: a\r\nA: b\r\nhOST: b\r\n\r\n", 400, "Host once")
        self.answered(line + b"host:\r\n\r\n")
        old = line.replace(b"1.1", b"1.0")
        self.answered(old + b"\r\n")
        self.answered(old + b"Host: a\r\n\r\n")
        self.refused(old + b"Host: a\r\nHost: b\r\n\r\n", 400, "Host once")

    def test_lengths(self):
        """the length of a body is stated once"""
        for lengths in (b"Content-Length: 3\r\nContent-Length: 0", b"Content-Length: 0\r\n" * 2,
                        b"Content-Length: 3\r\nTransfer-Encoding: chunked",
                        b"Transfer-Encoding: chunked\r\nContent-Length: x",
                        b"Transfer-Encoding: chunked\r\n" * 2):
            for start in (SOLVE, post(0).partition(b"Content-Length")[0]):
                self.refused(start + lengths.strip() + b"\r\n\r\n0\r\n\r\n", 400, "one Content-Length")
        for coding in (b"gzip", b"gzip, chunked", b"identity", b""):
            self.refused(SOLVE + b"Transfer-Encoding: " + coding + b"\r\n\r\n", 400, "chunked")
        self.refused(SOLVE.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                     400, "HTTP/1.1")
        self.answered(SOLVE + b"Content-Length: 0\r\n\r\n")
        self.answered(SOLVE + b"Transfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n")

    def test_bad_length(self):
        """a bad Content-Length has one answer, and other requests are not disturbed"""
        waiting = self.server.socket(SOLVE + b"Content-Length: 0\r\nA: ")
        for start in (SOLVE, post(0).partition(b"Content-Length")[0]):
            for length in (b"abc", b"-5", b"+5", b"", b"0x5", b"5 5", b"5,5", b"1.0"):
                self.refused(start + b"Content-Length: " + length + b"\r\n\r\n", 400,
                             "Content-Length: expected a whole number")
            for length in (1 << 64, 10 ** 30):
                self.refused(start + b"Content-Length: %d\r\n\r\n" % length, 413,
                             "at most 2097152 bytes")
        waiting.sendall(b"b\r\n\r\n")
        self.assertTrue(read_all(waiting).endswith(ANSWER))
        waiting.close()
        first = SOLVE.replace(b"Connection: close\r\n", b"") + b"\r\n"
        answer = self.server.raw(first + SOLVE + b"Content-Length: x\r\n\r\n")
        self.assertEqual(re.findall(rb"HTTP/1.1 (\d+)", answer), [b"200", b"400"])

    def test_headers(self):
        """folded lines and names that are not words are refused; blanks around values are not"""
        for headers in (b"A: b\r\n c", b"A: b\r\n\tc\r\nB: c", b"Host: a\r\n c", b" A: b", b"\tA: b",
                        b"B: c\r\n A: b", b"A : b", b"A\t: b", b"A b: c", b": b", b"A\x01: b",
                        b"A: b\x01", b"A: b\x7f", b"A: b\rc", b"\xe9: b", b"(A): b",
                        b"Content-Length: 5\r\n x", b"Content-Length : 5"):
            self.refused(SOLVE + headers + b"\r\n\r\n", 400, "")
            self.refused(SOLVE + headers + b"\r\nZ: z\r\n\r\n", 400, "")
        for headers in (b"A:b", b"A:  b", b"A:\tb\t ", b"A:", b"A: ", b"A: b;c=\"d\"\xe9",
                        b"!#$%&'*+-.^_`|~09azAZ: b", b"A: b\r\n" * 100 + b"B: c"):
            self.answered(SOLVE + headers + b"\r\n\r\n")
        self.answered(SOLVE.replace(b"\r\n", b"\n") + b"A: b\n\n")

    def test_urls(self):
        """a URL has up to 8192 bytes and 256 arguments, and no blanks"""
        def url(length, arguments):
            text = b"/solve?pos=44" + b"&a" * (arguments - 2) + b"&"
            return SOLVE.replace(b"/solve?pos=44", text + b"a" * (length - len(text)))

        for length, arguments in ((1000, 2), (8192, 2), (600, 256), (8192, 256)):
            self.answered(url(length, arguments) + b"\r\n")
        self.refused(url(8193, 2) + b"\r\n", 414, "at most 8192 bytes")
        for arguments in (257, 489, 490, 500, 600, 2000):
            self.refused(url(3 * arguments + 20, arguments) + b"\r\n", 431, "at most 256 arguments")
        self.refused(url(8193, 600) + b"\r\n", 414)
        self.answered(SOLVE.replace(b"/solve", b"http://example.org:80/solve") + b"\r\n")
        self.answered(SOLVE.replace(b"pos=44", b"pos=44?" + b"?" * 300).replace(b"44?", b"44&?")
                      + b"\r\n")
        self.assertEqual(self.server.request("GET", "/" + "&" * 300).status, 404)
        self.refused(b"GET /solve?pos=44 53 HTTP/1.1\r\nHost: a\r\n\r\n", 400, "%20")
        self.refused(b"GET /solve?pos=44  HTTP/1.1\r\nHost: a\r\n\r\n", 400, "%20")

    def test_library(self):
        """what is not HTTP has one answer with its status"""
        for text, status in ((b"GET /solve?pos=44 HTTP/2.0\r\nHost: a\r\n\r\n", 505),
                             (b"GET /solve?pos=44 HTTP/0.9\r\n\r\n", 505),
                             (b"GET /solve?pos=44 HTTP/1.x\r\n\r\n", 400),
                             (b"GET /solve?pos=44\r\n\r\n", 400), (SOLVE + b"A\r\n\r\n", 400),
                             (b"GET /" + b"a" * 40000 + b" HTTP/1.1\r\n\r\n", 414),
                             (SOLVE + b"A: " + b"a" * 40000 + b"\r\n\r\n", 431),
                             (SOLVE + b"A: b\r\n" * 3000 + b"\r\n", 431),
                             (post(None) + b"zz\r\n", 400)):
            answer = self.server.raw(text)
            self.assertRegex(answer, rb"^HTTP/1.1 %d " % status)
            self.assertEqual(answer.count(b"HTTP/1.1 "), 1)
        self.answered(SOLVE + b"A: " + b"a" * 10000 + b"\r\n\r\n")


class BodyTest(unittest.TestCase):
    """Bodies, and the memory that all of them may have."""

    def test_length(self):
        """a body has up to 2 MiB; more is read up to 8 MiB, so that the client learns why"""
        with Server() as server:
            self.assertEqual(server.post("4" * 2 * MIB).status, 200)
            self.assertRegex(server.raw(post(2 * MIB + 1)), b"^HTTP/1.1 413 ")

            def chunks(length):
                """The answer to so many bytes without a stated length."""
                with server.socket(post(None)) as made:
                    try:
                        for at in range(0, length, MIB):
                            part = b"4" * min(MIB, length - at)
                            made.sendall(b"%x\r\n" % len(part) + part + b"\r\n")
                        made.sendall(b"0\r\n\r\n")
                    except ConnectionError:
                        pass
                    return read_all(made)

            self.assertIn(b"200 OK", chunks(2 * MIB))
            self.assertRegex(chunks(2 * MIB + 1), b"^HTTP/1.1 413 ")
            self.assertRegex(chunks(8 * MIB), b"^HTTP/1.1 413 ")
            before = server.memory()
            self.assertEqual(chunks(8 * MIB + 1), b"")
            self.assertRegex(server.raw(post(100 * MIB)), b"^HTTP/1.1 413 ")
            self.assertEqual(server.get("/v1/health").status, 200)
            if not SANITIZED:
                self.assertLess(server.memory() - before, 8 * MIB)

    def fill(self, server, client, status):
        """Send bodies of 2 MiB that do not end, until further ones are refused."""
        body = b"4" * (MIB + 1)  # which has 2 MiB
        kind = {"Content-Type": "text/plain"}
        waiting = [server.socket(post(2 * MIB) + body, client) for _ in range(8)]
        found = []

        def is_used_up():
            """A body that arrives meanwhile can be refused, and leaves room."""
            response = server.request("POST", "/v1/solve", body, kind, client)
            if response.status == 200:
                waiting.append(server.socket(post(2 * MIB) + body, client))
            found.append((response.status, response.headers["Retry-After"]))
            return found[-3:] == [(status, "1")] * 3

        server.wait_until(is_used_up, "the budget is not used up")
        return waiting

    def test_budget(self):
        """the bodies of a client have 16 MiB, those of all 64 MiB, which are given back"""
        with Server("--timeout", "3600") as server:
            body = b"4" * (MIB + 1)
            for _ in range(9):
                self.assertEqual(server.post(body).status, 200)
            waiting = self.fill(server, "127.0.0.2", 429)
            self.assertEqual(server.post(body).status, 200)
            self.assertGreater(server.metric("refusals_total"), 2)
            for number in (3, 4, 5):
                waiting += self.fill(server, f"127.0.0.{number}", 429)
            response = server.post(body)
            self.assertEqual((response.status, response.headers["Retry-After"]), (503, "1"))
            self.assertEqual(server.get("/solve", pos="4").status, 200)
            for made in waiting[:4]:
                made.close()
            server.wait_until(lambda: server.post(body).status == 200, "nothing is given back")
            for made in waiting[4:]:
                made.close()
            server.wait_for("connections", 1)
            waiting = [server.socket(post(2 * MIB) + body) for _ in range(7)]
            for made in waiting:
                made.sendall(b"4" * (MIB - 1))
                self.assertIn(b" 200 ", read_all(made).partition(b"\r\n")[0])
                made.close()

    def test_stop_with_bodies(self):
        """bodies that wait to be read do not delay the end"""
        with Server() as server:
            body = b'{"positions": [%s"4"]}' % (b'"#%s",' % (b"4" * 180) * 9999)
            start = post(len(body), b"application/json")
            waiting = [server.socket(start + body, f"127.0.0.{2 + number % 4}")
                       for number in range(24)]
            server.process.terminate()
            self.assertEqual(server.process.wait(PATIENCE), 0)
            for made in waiting:
                made.close()


class HeadersTest(unittest.TestCase):
    """The headers of each kind of answer."""

    def test_headers(self):
        """each answer says what it is, how long it may be kept, and who may read it"""
        limited = {"position": "", "board": "9x9", "nodes": "1"}
        with Server("--allow-origin", "*", "--web", str(SOURCE / "web")) as server:
            many = server.request("GET", "/solve?" + "&".join(["a"] * 300))
            for response, kind, cache, status in (
                    (server.get("/solve", pos="44"), "json", "public, max-age=86400", 200),
                    (server.get("/v1/solve", position="44"), "json", "public, max-age=86400", 200),
                    (server.get("/v1/solve", **limited), "json", "no-store", 200),
                    (server.post({"position": "44"}), "json", "no-store", 200),
                    (server.post("44"), "x-ndjson", "no-store", 200),
                    (server.get("/v1/explain", position="4444"), "json", "public, max-age=86400",
                     200),
                    (server.get("/v1/explain", **limited), "json", "no-store", 200),
                    (server.get("/v1/review", position="1212121"), "json",
                     "public, max-age=86400", 200),
                    (server.get("/v1/review", **limited), "json", "no-store", 200),
                    (server.get("/v1/puzzle", board="5x5"), "json", "public, max-age=86400", 200),
                    (server.get("/v1/puzzle", board="3x3"), "json", "no-store", 404),
                    (server.get("/v1/health"), "json", "no-store", 200),
                    (server.get("/v1/openapi.json"), "json", "no-cache", 200),
                    (server.get("/v1/nothing"), "json", "no-store", 404),
                    (server.request("PUT", "/solve"), "json", "no-store", 405),
                    (many, "json", "no-store", 431), (server.get("/solve"), "json", "no-store", 400)):
                headers = response.headers
                self.assertEqual((response.status, headers["Content-Type"], headers["Cache-Control"]),
                                 (status, "application/" + kind, cache), response.bytes)
                self.assertEqual(headers["Access-Control-Allow-Origin"], "*")
                self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
                self.assertEqual(headers["Referrer-Policy"], "no-referrer")
                self.assertIn("frame-ancestors 'none'", headers["Content-Security-Policy"])
                if kind == "json":
                    self.assertEqual(headers["Content-Length"], str(len(response.bytes)))
            metrics = server.get("/v1/metrics").headers
            self.assertEqual((metrics["Content-Type"], metrics["Cache-Control"],
                              metrics["Access-Control-Allow-Origin"]),
                             ("text/plain; version=0.0.4; charset=utf-8", "no-store", "*"))
            page = server.get("/").headers
            self.assertEqual((page["Cache-Control"], page["Access-Control-Allow-Origin"]),
                             ("no-cache", None))
            self.assertTrue(email.utils.parsedate(page["Date"]))


class MetricsTest(unittest.TestCase):
    """What is counted."""

    def setUp(self):
        self.server = Server("--queue", "7", "--time-limit", "3600").__enter__()
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.stop())

    def lines(self, name):
        """The values of a metric by their labels."""
        text = self.server.get("/v1/metrics").bytes.decode()
        return {labels: float(value) for labels, value in
                re.findall(rf'^fourscore_{name}(?:{{(.*)}})? (\S+)$', text, re.M)}

    def others(self):
        """The requests that did not ask for the metrics."""
        return {labels: count for labels, count in self.lines("requests_total").items()
                if "/v1/metrics" not in labels}

    def test_requests(self):
        """requests are counted by path and status"""
        server = self.server
        for path in ("/solve?pos=44", "/solve?pos=8", "/v1/solve?position=44", "/v1/nothing",
                     "/v1/explain?position=4444", "/v1/review?position=1212121", "/v1/health",
                     "/v1/puzzle?board=3x3", "/v1/puzzle?seed=x", "/v1/openapi.json",
                     "/" + "a" * 9000, "/solve?" + "&" * 300):
            server.request("GET", path)
        server.request("PUT", "/v1/solve")
        server.request("POST", "/v1/solve", "4", {"Content-Type": "text/html"})
        server.raw(post(2 * MIB + 1))
        server.get("/v1/metrics")
        server.raw(SOLVE.replace(b"Host: a\r\n", b"") + b"\r\n")
        server.raw(SOLVE + b"Content-Length: x\r\n\r\n")
        server.socket(endless()).close()
        server.wait_until(lambda: 'path="/v1/solve",status="499"' in self.lines("requests_total"),
                          "a request that was given up")
        # A request is counted once its answer is sent.
        server.wait_until(lambda: sum(self.others().values()) >= 18, "requests")
        found = self.lines("requests_total")
        self.assertGreaterEqual(found.pop('path="/v1/metrics",status="200"'), 1)
        self.assertEqual(found, {f'path="{path}",status="{status}"': count for path, status, count in (
            ("/solve", 200, 1), ("/solve", 400, 1), ("/v1/solve", 200, 1), ("/v1/solve", 405, 1),
            ("/v1/solve", 415, 1), ("/v1/solve", 413, 1), ("/v1/solve", 499, 1),
            ("/v1/explain", 200, 1), ("/v1/review", 200, 1), ("/v1/health", 200, 1),
            ("/v1/puzzle", 404, 1), ("/v1/puzzle", 400, 1), ("/v1/openapi.json", 200, 1),
            ("unknown", 404, 1), ("unknown", 414, 1), ("unknown", 431, 1), ("unknown", 400, 2))})

    def test_durations(self):
        """durations are in their classes, which include the lower ones"""
        server = self.server
        server.get("/v1/solve", **ENDLESS, seconds="0.11")
        server.get("/v1/solve", position="1212121")
        server.wait_until(lambda: sum(self.others().values()) == 2, "requests")
        name = "request_duration_seconds"
        path = 'path="/v1/solve"'
        classes = self.lines(name + "_bucket")
        counts = [classes[f'{path},le="{limit}"'] for limit in
                  ("0.0001", "0.0003", "0.001", "0.003", "0.01", "0.03", "0.1", "0.3", "1", "3", "10",
                   "30", "+Inf")]
        self.assertEqual(counts, sorted(counts))
        self.assertLessEqual(counts[6], 1)
        self.assertEqual(counts[-1], 2)
        self.assertEqual(self.lines(name + "_count")[path], 2)
        self.assertTrue(0.11 <= self.lines(name + "_sum")[path] < PATIENCE)
        self.assertEqual(sum(self.lines(name + "_sum").values()) >= 0.11, True)

    def test_nodes(self):
        """nodes are summed over all parts of a search and all positions"""
        before = 0
        for count, nodes in ((1, 1), (1, 1000), (1, 8192), (1, 8193), (1, 50000), (5, 20000),
                             (1, 2500000)):
            if count == 1:
                self.server.get("/v1/solve", **ENDLESS, nodes=str(nodes))
            else:
                self.server.post("\n" * count, board="9x9", nodes=str(nodes))
            after = self.server.metric("nodes_total")
            self.assertTrue(0.98 * nodes <= (after - before) / count <= 1.01 * nodes + 3000,
                            (count, nodes, after - before))
            before = after
        self.assertEqual(self.lines("positions_total"), {'result="exact"': 0, 'result="bounds"': 11})
        self.server.post("1212121\n48\n\n", nodes="1")
        self.assertEqual(self.lines("positions_total"), {'result="exact"': 2, 'result="bounds"': 11})
        before = self.server.metric("book_hits_total")
        self.assertGreater(before, 0)
        self.server.get("/solve", pos="44")
        self.server.post("44\n43\n8\n")
        self.assertEqual(self.server.metric("book_hits_total") - before, 9)
        for line in self.server.get("/v1/metrics").bytes.decode().splitlines():
            self.assertRegex(line, r'^(# (HELP|TYPE) .*|fourscore_\w+(\{(\w+="[^"]*",?)*\})? '
                                   r'[0-9.e+-]+)$')

    def test_gauges(self):
        """the gauges are measured when they are asked for"""
        server = self.server
        self.assertEqual(server.metric("queue_limit"), 7)
        self.assertEqual(server.metric("queue_length"), 0)
        server.wait_for("connections", 1)
        first = server.metric("table_bytes")
        self.assertGreater(first, 4 * MIB)
        idle = [server.socket() for _ in range(3)]
        server.wait_for("connections", 4)
        server.get("/v1/solve", position="", board="4x4")
        second = server.metric("table_bytes")
        self.assertTrue(29 * MIB < second - first <= 33 * MIB, second - first)
        server.get("/v1/solve", position="4", board="4x4")
        self.assertEqual(server.metric("table_bytes"), second)
        server.get("/v1/solve", position="", board="12x9", nodes="1")
        third = server.metric("table_bytes")
        self.assertGreater(third, second + 29 * MIB)
        waiting = server.socket(endless())
        server.wait_for("queue_length", 1)
        waiting.close()
        server.wait_for("queue_length", 0)
        for made in idle:
            made.close()


class QueueTest(unittest.TestCase):
    """Places in the queue, boards, connections."""

    def test_places(self):
        """each question has one place, a list keeps one, and all are given back"""
        with Server("--queue", "3", "--time-limit", "3600") as server:
            for _ in range(2):
                lists = post(1, path=b"/v1/solve?board=9x9") + b"\n"
                waiting = [server.socket(text) for text in (endless(), endless(), lists)]
                server.wait_for("queue_length", 3)
                # Easy questions need no place, and release their solvers.
                for _ in range(30):
                    self.assertEqual(server.get("/solve", pos="4444").status, 200)
                for response in (server.get("/v1/solve", **ENDLESS), server.post("4444"),
                                 server.get("/v1/explain", **ENDLESS),
                                 server.get("/v1/review", **ENDLESS)):
                    self.assertEqual(response.status, 503)
                    self.assertEqual(json.loads(response.bytes),
                                     {"error": "too many questions are waiting; try again"})
                waiting.pop(0).close()
                server.wait_for("queue_length", 2)
                self.assertEqual(server.get("/v1/solve", **ENDLESS, nodes="30000").status, 200)
                self.assertEqual(len(server.post("\n" * 20, board="9x9", nodes="20000")
                                     .bytes.splitlines()), 20)
                server.wait_for("queue_length", 2)
                for made in waiting:
                    made.close()
                server.wait_for("queue_length", 0)

    def test_no_search(self):
        """nothing is searched for questions that are refused because the queue is full"""
        with Server("--queue", "1", "--time-limit", "3600") as server:
            server.get("/v1/solve", **{**ENDLESS, "board": "12x9"}, nodes="20000")
            with server.socket(endless()):
                server.wait_for("queue_length", 1)
                before = server.metric("nodes_total")
                for _ in range(20):
                    self.assertEqual(server.get("/v1/solve", board="12x9", position="").status, 503)
                    self.assertEqual(server.get("/v1/puzzle").status, 503)
                # A look at each of 20 positions.
                self.assertLess(server.metric("nodes_total") - before, 20 * 100)
            server.wait_for("queue_length", 0)

    def test_turns(self):
        """a long search gives way to that of another client"""
        with Server("--time-limit", "3600") as server:
            waiting = [server.socket(endless(), client="127.0.0.2") for _ in range(20)]
            server.wait_for("queue_length", 20)
            # More than the first pool searches.
            response = server.get("/v1/solve", **ENDLESS, nodes="4000000")
            self.assertEqual(response.status, 200)
            self.assertEqual(len(server.post("\n" * 3, board="9x9", nodes="3000000")
                                 .bytes.splitlines()), 3)
            for made in waiting:
                made.close()
            server.wait_for("queue_length", 0)

    def test_unread_lists(self):
        """lists whose answers are not read hold no board"""
        with Server("--time-limit", "3600", "--timeout", "3600") as server:
            unread = []
            for board in (b"4x4", b"5x4", b"4x5", b"3x6"):
                # Answers repeat the comment; a control character takes six bytes there.
                text = (b"#" + b"\x01" * 190 + b"\n") * 9999
                made = socket.socket()
                made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                made.connect((server.host, server.port))
                made.sendall(post(len(text), path=b"/v1/solve?all=1&pv=1&board=" + board) + text)
                unread.append(made)
            server.wait_for("queue_length", 4)
            for board in ("6x3", "3x5", "5x3", "7x3"):
                server.wait_until(lambda: server.get("/v1/solve", position="",  # noqa: B023
                                                     board=board).status == 200, board)  # noqa: B023
            self.assertEqual(server.metric("queue_length"), 4)
            for made in unread:
                made.close()
            server.wait_for("queue_length", 0)

    def test_list_without_board(self):
        """a list whose reader pauses waits for a board, and misses no position"""
        with Server("--time-limit", "3600", "--timeout", "3600") as server:
            text = (b"#" + b"\x01" * 190 + b"\n") * 3999
            made = socket.socket()
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            made.connect((server.host, server.port))
            made.sendall(post(len(text), path=b"/v1/solve?board=4x4") + text)
            server.wait_for("queue_length", 1)
            busy = []
            for board in (b"9x9", b"9x8", b"8x9"):
                server.wait_until(lambda: server.get("/v1/solve", position="",  # noqa: B023
                                                     board=board.decode(),  # noqa: B023
                                                     nodes=1).status == 200, "no board")
                busy.append(server.socket(endless().replace(b"9x9", board)))
                server.wait_for("queue_length", 1 + len(busy))
            made.settimeout(0.3)
            read = [b""]
            with contextlib.suppress(TimeoutError):
                while read[-1] or len(read) == 1:
                    read.append(made.recv(1 << 16))
            self.assertNotIn(b"\r\n0\r\n\r\n", b"".join(read))
            busy.pop().close()
            made.settimeout(60)
            while not read[-1].endswith(b"0\r\n\r\n"):
                read.append(made.recv(1 << 16))
            answers = b"".join(read)
            self.assertEqual(answers.count(b'"finished":true'), 3999)
            self.assertNotIn(b'"error"', answers)
            for one in [made, *busy]:
                one.close()
            server.wait_for("queue_length", 0)

    def test_lists(self):
        """a list needs one place only, however long its positions take"""
        with Server("--queue", "1", "--time-limit", "3600") as server:
            for _ in range(3):
                lines = server.post("\n" * 40, board="9x9", nodes="20000").bytes.splitlines()
                self.assertEqual([json.loads(line)["finished"] for line in lines], [False] * 40)
                server.wait_for("queue_length", 0)

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

    def test_silent_clients(self):
        """1000 connections that send nothing do not keep others out"""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 4096), hard), hard))
        with Server("--timeout", "3600", "--connections", "4000") as server:
            before = server.descriptors()
            silent = [server.socket() for _ in range(1000)]
            server.wait_for("connections", 1001)
            self.assertEqual(server.get("/solve", pos="4453").status, 200)
            for made in silent:
                made.close()
            server.wait_for("connections", 1)
            server.wait_until(lambda: server.descriptors() == before, "files stay open")

    def test_slow_clients(self):
        """clients that are slow to send a request are cut off, also byte by byte"""
        with Server("--timeout", "0.3") as server:
            slow = [server.socket(text) for text in (b"", b"GET /solve?pos=4", post(9999))]

            def are_cut_off():
                for made in list(slow):
                    try:
                        made.sendall(b"4")
                    except ConnectionError:
                        slow.remove(made)
                return slow == []

            server.wait_until(are_cut_off, "a slow client is kept")

    def test_half_closed_clients(self):
        """clients that close their sending side get easy answers, and are not kept"""
        with Server("--timeout", "3600") as server:
            def close_half(text):
                made = server.socket(text)
                made.shutdown(socket.SHUT_WR)
                return made

            unfinished = [close_half(SOLVE[:15]), close_half(SOLVE)]
            for line in (SOLVE, SOLVE.replace(b"1.1", b"1.0")):
                with close_half(line.replace(b"Connection: close\r\n", b"") + b"\r\n") as made:
                    self.assertTrue(read_all(made).endswith(ANSWER))
            for made in unfinished:
                with made:
                    self.assertEqual(read_all(made), b"")
            server.wait_for("connections", 1)

    def test_closed_slow_reader(self):
        """an answer is sent to its end to a client that has closed its sending side"""
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "a.txt").write_bytes(b"a" * 32 * MIB)
            with Server("--web", folder) as server:
                with server.socket(b"GET /a.txt HTTP/1.0\r\n\r\n") as made:
                    made.shutdown(socket.SHUT_WR)
                    size = len(made.recv(1))
                    time.sleep(3.5)  # longer than from one look at the client to the one after the next
                    while part := made.recv(MIB):
                        size += len(part)
                    self.assertGreater(size, 32 * MIB)

    def test_gone_list(self):
        """a list ends when its client has closed its sending side"""
        body = b"\n" * 300
        with Server("--time-limit", "3600") as server:
            with server.socket(post(len(body), path=b"/v1/solve?board=9x9") + body) as made:
                server.wait_until(lambda: server.metric("queue_length") > 0, "a search")
                made.shutdown(socket.SHUT_WR)
                self.assertLess(read_all(made).count(b'"finished":false'), 200)
            server.wait_for("queue_length", 0)

    def test_deadline(self):
        """a question ends at its deadline, also where it waits for others"""
        with Server("--time-limit", "3600") as server:
            waiting = [server.socket(endless()) for _ in range(4)]
            server.wait_for("queue_length", 4)
            found = json.loads(server.get("/v1/solve", **ENDLESS, seconds="0.5").bytes)
            self.assertFalse(found["finished"])
            lines = server.post("\n" * 9, board="9x9", seconds="0.1").bytes.splitlines()
            self.assertEqual(len(lines), 9)
            for made in waiting:
                made.close()
            server.wait_for("queue_length", 0)

    def test_slow_reader(self):
        """a client that reads slowly holds up no others, and gets all"""
        text = "1212121" + "#" + "x" * 190
        body = "\n".join([text] * 9999).encode()
        with Server("--time-limit", "3600") as server:
            with server.socket(post(len(body)) + body) as made:
                self.assertTrue(made.recv(1))
                before = server.memory()
                self.assertEqual(len(server.post("\n" * 20, board="4x4").bytes.splitlines()), 20)
                if not SANITIZED:
                    self.assertLess(server.memory() - before, 64 * MIB)
                self.assertEqual(read_all(made).count(b'"score":-18'), 9999)

    def test_boards(self):
        """eight boards are kept beside 7x6: the last ones used; the others are freed"""
        def nodes(board, server):
            before = server.metric("nodes_total")
            self.assertEqual(server.get("/v1/solve", position="", board=board).status, 200)
            return server.metric("nodes_total") - before

        with Server("--time-limit", "3600") as server:
            threads = server.threads()
            fresh = {board: nodes(board, server) for board in ("4x5", "5x4", "4x4", "3x6", "7x3", "3x7", "3x8", "5x3")}
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
            self.assertEqual(nodes("5x4", server), fresh["5x4"])
            bytes_of_tables = server.metric("table_bytes")
            for board in ("4x4", "3x5", "5x3", "3x6", "6x3", "3x7", "7x3", "4x3", "3x4", "5x4", "4x5") * 2:
                nodes(board, server)
            self.assertEqual(server.threads(), full)
            self.assertLessEqual(server.metric("table_bytes"), bytes_of_tables + 3 * MIB)
            self.assertGreater(full, threads)

    def test_boards_in_use(self):
        """a client uses three boards, others the rest; all are released, also after refusals"""
        with Server("--time-limit", "3600", "--queue", "4") as server:
            busy = []
            for board in (b"9x9", b"9x8", b"8x9"):
                before = server.metric("table_bytes")
                busy.append(server.socket(endless().replace(b"9x9", board)))
                # A question has its place in the queue before it has its board.
                server.wait_until(lambda: server.metric("table_bytes") > before,  # noqa: B023
                                  "the board is not open")
            for response in (server.get("/v1/solve", position="", board="4x4"),
                             server.post("4", board="4x4"),
                             server.get("/v1/explain", position="", board="4x4"),
                             server.get("/v1/review", position="", board="4x4"),
                             server.get("/v1/puzzle", board="4x4")):
                self.assertEqual((response.status, response.headers["Retry-After"]), (503, "1"))
                self.assertIn("boards are in use", response.bytes.decode())
            self.assertEqual(server.get("/v1/solve", position="4444").status, 200)
            for board in ("4x4", "5x4"):
                response = server.request("GET", f"/v1/solve?position=&board={board}",
                                          client="127.0.0.2")
                self.assertEqual((response.status, json.loads(response.bytes)["finished"]), (200, True))
            busy.pop().close()
            server.wait_for("queue_length", 2)
            # Each of these uses a board, and must release it.
            for path, board in (("/v1/solve", "4x4"), ("/v1/explain", "5x4"), ("/v1/review", "4x5"),
                                ("/v1/puzzle", "4x6"), ("/v1/solve", "6x4")):
                query = {} if "puzzle" in path else {"position": ""}
                self.assertIn(server.get(path, board=board, **query).status, (200, 404), path)
                self.assertEqual(server.post("", board="3x3").status, 200)
            waiting = [server.socket(endless()), server.socket(endless())]
            server.wait_for("queue_length", 4)
            self.assertEqual(server.post("", board="3x3").status, 503)
            for made in busy + waiting:
                made.close()
            server.wait_for("queue_length", 0)
            for board in ("4x4", "5x4", "4x5", "6x4"):
                self.assertEqual(server.get("/v1/solve", position="", board=board).status, 200)

    def open_connections(self, server, count, kept):
        """Open so many connections, of which the server keeps so many."""
        before = server.descriptors()
        made = [server.socket() for _ in range(count)]
        for one in made:
            one.setblocking(False)

        def is_closed(one):
            try:
                return one.recv(1) == b""
            except BlockingIOError:
                return False
            except ConnectionError:
                return True

        server.wait_until(lambda: sum(map(is_closed, made)) == count - kept and
                          server.descriptors() == before + kept, f"not {kept} connections")
        return [one for one in made if not is_closed(one)]

    def test_connections(self):
        """an address has half of the connections, rounded up, and the others are closed"""
        for limit, half in (("8", 4), ("9", 5), ("4", 2)):
            with Server("--connections", limit, "--timeout", "3600") as server:
                before = server.descriptors()
                kept = self.open_connections(server, 14, half)
                kept.pop().close()
                server.wait_until(lambda: server.descriptors() == before + half - 1,  # noqa: B023
                                  "a connection is not closed")
                self.assertEqual(server.get("/v1/health").status, 200)
                for made in kept:
                    made.close()
                server.wait_until(lambda: server.descriptors() == before, "closed")  # noqa: B023

    def test_files(self):
        """connections and 64 other files fit in what the process may open"""
        with Server(files=100) as server:  # 36 connections, 18 for an address
            for made in self.open_connections(server, 30, 18):
                made.close()
        with Server("--connections", "36", files=100):
            pass
        for options, files, words in ((["--connections", "37"], 100, "at most 36"),
                                      (["--connections", "5"], 68, "at most 4")):
            with self.assertRaises(AssertionError) as failed:
                Server(*options, files=files)
            self.assertIn(words, str(failed.exception))


class ClientTest(unittest.TestCase):
    """The share of each client, and who the client is."""

    OTHER = "127.0.0.2"
    HARD = f"/v1/solve?{urllib.parse.urlencode(ENDLESS)}"

    def refusals(self, server):
        """How often each limit has refused."""
        text = server.request("GET", "/v1/metrics", client="127.0.0.3").bytes.decode()
        found = re.findall(r'^fourscore_refusals_total\{limit="(.*)"\} (\d+)$', text, re.M)
        return {limit: int(count) for limit, count in found if count != "0"}

    def test_queue(self):
        """a client has so many questions in the queue, and others are not refused"""
        with Server("--client-queue", "2", "--time-limit", "3600") as server:
            waiting = [server.socket(endless(), client=self.OTHER) for _ in range(2)]
            server.wait_for("queue_length", 2)
            for _ in range(3):
                refused = server.request("GET", self.HARD, client=self.OTHER)
                self.assertEqual((refused.status, refused.headers["Retry-After"]), (429, "1"))
                self.assertEqual(json.loads(refused.bytes), {
                    "error": "too many questions are waiting from your address; try again later"})
            self.assertEqual(server.request("GET", "/solve?pos=44", client=self.OTHER).status, 200)
            self.assertEqual(server.request("GET", f"{self.HARD}&nodes=30000").status, 200)
            self.assertEqual(self.refusals(server), {"client-queue": 3})
            self.assertEqual(server.metric("client_queue_limit"), 2)
            waiting.pop().close()
            server.wait_for("queue_length", 1)
            answered = server.request("GET", f"{self.HARD}&nodes=30000", client=self.OTHER)
            self.assertEqual(answered.status, 200)
            waiting.pop().close()
            server.wait_for("queue_length", 0)

    def test_one_question(self):
        """a client that has no question in the queue is not refused when it is full"""
        with Server("--queue", "2", "--time-limit", "3600") as server:
            waiting = [server.socket(endless(), client=self.OTHER) for _ in range(2)]
            server.wait_for("queue_length", 2)
            for path in (f"{self.HARD}&nodes=30000", "/v1/explain?position=4444", "/v1/puzzle?board=5x5"):
                self.assertEqual(server.request("GET", path).status, 200)
                self.assertEqual(server.request("GET", path, client=self.OTHER).status, 503)
            self.assertEqual(len(server.post("\n" * 9, board="9x9", nodes="3").bytes.splitlines()), 9)
            self.assertEqual(self.refusals(server), {"queue": 3})
            for made in waiting:
                made.close()
            server.wait_for("queue_length", 0)

    def test_rate(self):
        """a client sends a burst of requests, and then so many per second"""
        with Server("--client-rate", "1", "--client-burst", "3") as server:
            answers = server.socket(
                (SOLVE.replace(b"Connection: close\r\n", b"") + b"\r\n") * 19 + SOLVE + b"\r\n",
                client=self.OTHER)
            heads = re.findall(rb"HTTP/1.1 (\d+)(.*?)\r\n\r\n", read_all(answers), re.S)
            answers.close()
            statuses = [int(status) for status, _ in heads]
            self.assertEqual(statuses[:3], [200] * 3)
            self.assertEqual(set(statuses[3:]), {429} | (set(statuses[3:]) & {200}))
            for status, head in heads:
                self.assertEqual(status == b"429", b"\r\nRetry-After: 1\r\n" in head)
            self.assertEqual(server.request("GET", "/solve?pos=44").status, 200)
            self.assertEqual(self.refusals(server), {"client-rate": statuses.count(429)})
            server.wait_until(lambda: server.request(
                "GET", "/solve?pos=44", client=self.OTHER).status == 200, "no answer after a second")
        for text in (b"GET /solve?pos=44 HTTP/1.1\r\n\r\n",
                     SOLVE.replace(b"pos=44", b"a" * 8193) + b"\r\n"):
            with Server("--client-rate", "1", "--client-burst", "50") as server:
                for _ in range(50):
                    server.raw(text)  # refused, and counted
                self.assertEqual(server.request("GET", "/solve?pos=44").status, 429)

    def test_connections(self):
        """a client has so many connections, and others are not refused"""
        with Server("--client-connections", "3", "--timeout", "3600") as server:
            before = server.descriptors()
            made = [server.socket(client=self.OTHER) for _ in range(5)]
            server.wait_until(lambda: server.descriptors() == before + 3, "three connections")
            self.assertEqual(server.get("/v1/health").status, 200)
            self.assertEqual(self.refusals(server), {"client-connections": 2})
            for one in made:
                one.close()
            server.wait_until(lambda: server.descriptors() == before, "closed")

    def test_forwarded_connections(self):
        """behind a proxy a client has as many requests at a time as others have connections"""
        def ask(address):
            return server.request("GET", "/solve?pos=44", headers={"X-Forwarded-For": address}).status

        with Server("--client-connections", "2", "--time-limit", "3600",
                    "--trust-proxy", "127.0.0.1/32") as server:
            text = endless().replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n")
            waiting = [server.socket(text) for _ in range(2)]
            server.wait_for("queue_length", 2)
            self.assertEqual([ask("192.0.2.1"), ask("192.0.2.2"), ask("192.0.2.2")], [429, 200, 200])
            self.assertEqual(self.refusals(server), {"client-connections": 1})
            waiting.pop().close()
            server.wait_until(lambda: ask("192.0.2.1") == 200, "not released")
            waiting.pop().close()
            server.wait_for("queue_length", 0)

    def test_forgotten(self):
        """clients that have gone are forgotten"""
        with Server("--client-rate", "1000000", "--client-burst", "1") as server:
            for host in range(2, 60):
                server.request("GET", "/v1/health", client=f"127.0.0.{host}")
            server.wait_for("clients", 1)

    def test_reset(self):
        """clients that reset their connections while others are answered are forgotten"""
        texts = (post(4) + b"4\n44", post(4, path=b"/v1/review") + b"4444",
                 post(20, b"application/json") + b'{"position":"44444"}')
        with Server("--client-rate", "1000000", "--client-burst", "1") as server:
            for _ in range(scaled(20)):
                made = [server.socket(text, client=f"127.0.0.{host}")
                        for host in range(2, 22) for text in texts]
                for one in made:
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    one.close()
            server.wait_for("clients", 1)

    def addresses(self, options, requests):
        """The address of the client of each request, as the access log has it."""
        with Server("--access-log", "-", *options) as server:
            found = []
            for headers in requests:
                lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
                server.raw(SOLVE + lines.encode() + b"\r\n")
                found.append(server.process.stdout.readline().split()[0])
        return found

    def test_forwarded(self):
        """trusted proxies say who the client is, in either header"""
        def usual(*values):
            return [("X-Forwarded-For", value) for value in values]

        def standard(*values):
            return [("Forwarded", value) for value in values]

        proxy = "127.0.0.1"
        cases = [
            ([], proxy), (usual("192.0.2.1"), "192.0.2.1"), (usual(" 192.0.2.1 "), "192.0.2.1"),
            (usual("192.0.2.1:80"), "192.0.2.1"), (usual("2001:db8::1"), "2001:db8::1"),
            (usual("[2001:db8::1]"), "2001:db8::1"), (usual("[2001:db8::1]:80"), "2001:db8::1"),
            (usual("::ffff:192.0.2.1"), "192.0.2.1"),
            # The last that is not a trusted proxy; the client can write what is before it.
            (usual("203.0.113.9, 192.0.2.1"), "192.0.2.1"),
            (usual("203.0.113.9, 192.0.2.1, 10.1.2.3,10.255.0.1"), "192.0.2.1"),
            (usual("203.0.113.9", "192.0.2.1", "10.1.2.3"), "192.0.2.1"),
            (usual("192.0.2.1, 11.1.2.3"), "11.1.2.3"), (usual("10.0.0.1, 10.0.0.2"), "10.0.0.1"),
            (usual("192.0.2.1, 2001:db8:7::1"), "192.0.2.1"),
            (usual("192.0.2.1, 2001:db8:8::1"), "2001:db8:8::1"),
            # Nothing is known behind what cannot be read.
            (usual("unknown"), proxy), (usual("192.0.2.1, unknown"), proxy),
            (usual("192.0.2.1, , 10.1.2.3"), "10.1.2.3"), (usual(""), proxy), (usual("192.0.2"), proxy),
            (usual("192.0.2.1.5"), proxy), (usual("["), proxy), (usual("[]"), proxy), (usual("a" * 99), proxy),
            (usual(","), proxy), (usual("[192.0.2.1"), proxy), (usual(":80"), proxy),
            (standard("for=192.0.2.1"), "192.0.2.1"),
            (standard('proto=https;FOR="192.0.2.1:4711" ; by=10.0.0.1'), "192.0.2.1"),
            (standard('for="[2001:db8::1]:4711"'), "2001:db8::1"),
            (standard('for=203.0.113.9, for=192.0.2.1;by="a,b;for=1.2.3.4", for=10.0.0.1'), "192.0.2.1"),
            (standard("for=203.0.113.9", "for=192.0.2.1"), "192.0.2.1"),
            (standard('by="\\",for=1.2.3.4";for=192.0.2.1'), "192.0.2.1"),
            (standard("for=_hidden"), proxy), (standard("for=192.0.2.1, by=10.0.0.1"), proxy),
            (standard("192.0.2.1"), proxy), (standard('for="192.0.2.1'), proxy), (standard("for="), proxy),
            (standard(";;,,;"), proxy), (standard('"'), proxy),
            # Both must say the same.
            (standard("for=192.0.2.1") + usual("192.0.2.1"), "192.0.2.1"),
            (standard("for=192.0.2.7") + usual("192.0.2.1"), proxy),
            (standard("for=192.0.2.1") + usual("unknown"), proxy),
        ]
        trusted = ("--trust-proxy", "127.0.0.1/32", "--trust-proxy", "10.0.0.0/8",
                   "--trust-proxy", "2001:db8:7::/48")
        found = self.addresses(trusted, [headers for headers, _ in cases])
        for (headers, address), seen in zip(cases, found, strict=True):
            self.assertEqual(seen, address, headers)

    def test_not_trusted(self):
        """nothing is believed of others"""
        headers = [("X-Forwarded-For", "192.0.2.1"), ("Forwarded", "for=192.0.2.1")]
        for options, address in (((), "127.0.0.1"), (("--trust-proxy", "127.0.0.2/31"), "127.0.0.1"),
                                 (("--trust-proxy", "::/1"), "192.0.2.1"),
                                 (("--trust-proxy", "::1/128"), "127.0.0.1"),
                                 (("--trust-proxy", "0.0.0.0/0"), "192.0.2.1"),
                                 (("--trust-proxy", "127.0.0.0/31"), "192.0.2.1")):
            self.assertEqual(self.addresses(options, [headers]), [address], options)

    def test_networks(self):
        """a client is an address of IPv4 or a network of 64 bits of IPv6, behind a proxy, too"""
        options = ("--client-queue", "1", "--client-connections", "1", "--time-limit", "3600",
                   "--trust-proxy", "127.0.0.1/32")

        def ask(address):
            return server.request("GET", self.HARD + "&nodes=30000",
                                  headers={"X-Forwarded-For": address}).status

        for address, same, others in (
                ("2001:db8:1:2::1", ["2001:db8:1:2:ffff::9"], ["2001:db8:1:3::1", "192.0.2.1"]),
                ("192.0.2.1", ["192.0.2.1", "::ffff:192.0.2.1"], ["192.0.2.2", "192.0.2.129"])):
            with Server(*options) as server:
                text = endless().replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: %s\r\n\r\n"
                                         % address.encode())
                with server.socket(text):
                    server.wait_for("queue_length", 1)
                    self.assertEqual([ask(other) for other in same], [429] * len(same))
                    self.assertEqual([ask(other) for other in others], [200] * len(others))
                server.wait_for("queue_length", 0)


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
                b"GET /solve?" + b"&" * 300 + b"a" * 4000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
                SOLVE + b"A: " + b"a" * 4000 + b"\r\nContent-Length: x\r\n\r\n"):
            for _ in range(60):
                server.raw(text)
        for text in (post(40000) + b"4" * 30000, SOLVE + b"A: " + b"a" * 4000):
            made = [server.socket(text) for _ in range(20)]
            server.wait_until(lambda: server.descriptors() == self.before + 20, "connections")
            for one in made:
                one.close()
            server.wait_until(lambda: server.descriptors() == self.before, "files stay open")

    def send_hard(self, server):
        """Questions for the pools, and some whose clients go away."""
        for _ in range(10):
            server.get("/v1/solve", **ENDLESS, nodes="9000")
        lines = server.post("\n" * 40, board="9x9", nodes="9000").bytes.splitlines()
        self.assertEqual(len(lines), 40)
        gone = [server.socket(endless()), server.socket(
            post(8, path=b"/v1/solve?board=9x9") + b"\n" * 8)]
        server.wait_until(lambda: server.metric("queue_length") > 1, "two searches")
        for made in gone:
            made.close()
        server.wait_for("queue_length", 0)

    def check_memory(self, server, send, what):
        """Memory stops growing: it does not grow in each of several rounds."""
        sizes = [server.memory()]
        for _ in range(8):
            send()
            server.wait_until(lambda: server.descriptors() == self.before, "files stay open")
            sizes.append(server.memory())
            if SANITIZED or sizes[-1] - sizes[-2] < self.NOISE:
                return
        self.fail(f"{what}: {sizes}")

    def test_memory(self):
        """memory, threads and files are as before after many requests"""
        with tempfile.TemporaryDirectory() as folder:
            with Server("--access-log", f"{folder}/log") as server:
                self.before = server.descriptors()
                self.send_hard(server)
                threads = server.threads()
                for what, (text, count) in self.requests().items():
                    self.check_memory(server, lambda: self.send(server, text, count),  # noqa: B023
                                      what)
                self.check_memory(server, lambda: self.send_single(server), "ends")
                pipes = server.pipes()
                self.send_hard(server)
                server.wait_until(lambda: server.descriptors() == self.before, "files stay open")
                self.assertEqual(server.pipes(), pipes)
                self.assertEqual(server.threads(), threads)


class LogTest(unittest.TestCase):
    """The access log."""

    LINE = re.compile(r'(\S+) - - \[([^]]+)\] "([^" ]*) ([^" ]*) ([^" ]*)" (\d+) (\d+)'
                      r' "([^"]*)" "([^"]*)" (\d+\.\d{6})')

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.log = self.folder / "log"

    def lines(self, server, count):
        """So many lines of the log, as soon as they are there."""
        server.wait_until(lambda: self.log.exists() and
                          self.log.read_text().count("\n") >= count, f"{count} lines")
        found = [self.LINE.fullmatch(line) for line in self.log.read_text().splitlines()]
        self.assertNotIn(None, found)
        return found

    def test_lines(self):
        """a line has the address, the time, the request, the status and the bytes"""
        for zone, offset in (("ABC-5:45", "+0545"), ("ABC3:30", "-0330"), ("ABC0", "+0000")):
            self.log.unlink(missing_ok=True)
            began = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
            with Server("--access-log", str(self.log), TZ=zone) as server:
                server.raw(b'GET /\x1f!~\x7f\x80"\\\xff?a=%22 HTTP/1.1\r\nHost: a\r\n'
                           b"Connection: close\r\n\r\n")
                server.request("BREW", "/solve")
                server.post("4" * 20 + "\n4444\n")
                server.raw(SOLVE + b"Content-Length: x\r\n\r\n")
                found = self.lines(server, 4)
            self.assertEqual(len(found), 4)
            for match in found:
                self.assertEqual(match[1], "127.0.0.1")
                time = datetime.datetime.strptime(match[2], "%d/%b/%Y:%H:%M:%S %z")
                self.assertTrue(began <= time <= began + datetime.timedelta(seconds=PATIENCE))
                self.assertTrue(match[2].endswith(offset))
            self.assertEqual({match.group(3, 4, 5, 6) for match in found},
                             {("GET", r"/\x1f!~\x7f\x80\x22\x5c\xff?a=%22", "HTTP/1.1", "400"),
                              ("BREW", "/solve", "HTTP/1.1", "405"),
                              ("POST", "/v1/solve", "HTTP/1.1", "200"),
                              ("-", "/solve?pos=44", "-", "400")})

    def test_cancelled(self):
        """a request whose client goes away has the status 499"""
        with Server("--access-log", str(self.log), "--time-limit", "3600") as server:
            texts = [endless(), post(99) + b"4",
                     post(8, path=b"/v1/solve?board=9x9") + b"\n" * 8]
            for count, text in enumerate(texts, 1):
                made = server.socket(text)
                if text != texts[1]:
                    server.wait_until(lambda: server.metric("queue_length") > 0, "a search")
                made.close()
                server.wait_until(lambda: self.log.read_text().count(" 499 ") == count,  # noqa: B023
                                  f"line {count}")
                server.wait_for("queue_length", 0)
            # A head that never ends is no request.
            server.socket(b"GET / HTTP/1.1\r\n").close()
            server.raw(SOLVE + b"\r\n")
            server.raw(SOLVE.replace(b"1.1", b"1.0") + b"\r\n")
            with server.socket(SOLVE.replace(b"Connection: close\r\n", b"") + b"\r\n") as made:
                made.shutdown(socket.SHUT_WR)
                read_all(made)
            server.stop()
        found = [self.LINE.fullmatch(line) for line in self.log.read_text().splitlines()
                 if "/v1/metrics" not in line]
        self.assertEqual([match.group(6, 7) for match in found],
                         [("499", "0")] * 3 + [("200", str(len(ANSWER)))] * 3)
        self.assertGreater(float(found[0][10]), 0)

    def test_clients(self):
        """a line has the referer, the user agent, and the bytes that are sent: of HEAD none"""
        agent = 'a "b" \\ c'
        for kind in "combined", "json":
            self.log.unlink(missing_ok=True)
            with Server("--access-log", str(self.log), "--log-format", kind) as server:
                server.request("HEAD", "/solve?pos=44", headers={"User-Agent": agent, "Referer": "r"})
                server.wait_until(lambda: self.log.read_text().count("\n") == 1, "a line")
                server.raw(SOLVE + b"\r\n")
                server.wait_until(lambda: self.log.read_text().count("\n") == 2, "two lines")
            lines = self.log.read_text().splitlines()
            if kind == "json":
                parsed = [json.loads(line) for line in lines]
                for line in parsed:
                    self.assertRegex(line.pop("time"), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
                    self.assertGreater(line.pop("seconds"), 0)
                common = {"client": "127.0.0.1", "url": "/solve?pos=44", "version": "HTTP/1.1",
                          "status": 200}
                self.assertEqual(parsed, [
                    {**common, "method": "HEAD", "referer": "r", "agent": agent, "bytes": 0},
                    {**common, "method": "GET", "referer": "-", "agent": "-", "bytes": len(ANSWER)}])
            else:
                self.assertEqual([self.LINE.fullmatch(line).group(3, 7, 8, 9) for line in lines], [
                    ("HEAD", "0", "r", r"a \x22b\x22 \x5c c"), ("GET", str(len(ANSWER)), "-", "-")])

    def test_threads(self):
        """lines of many threads are not mixed, and none is lost at the end"""
        # Escapes take long to write.  All lines together are less than the log keeps.
        last = SOLVE.replace(b"44 ", b"44&" + b"\xff" * 4000 + b" ") + b"\r\n"
        with Server("--access-log", str(self.log)) as server:
            def ask():
                with server.socket() as made:
                    made.sendall(last.replace(b"Connection: close\r\n", b"") * 29 + last)
                    read_all(made)

            threads = [threading.Thread(target=ask) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        found = [self.LINE.fullmatch(line) for line in self.log.read_text().splitlines()]
        self.assertEqual(len(found), 240)
        self.assertNotIn(None, found)
        self.assertEqual({match.group(1, 3, 4, 5, 6, 7) for match in found},
                         {("127.0.0.1", "GET", "/solve?pos=44&" + r"\xff" * 4000, "HTTP/1.1", "200",
                           "42")})

    def test_renamed(self):
        """SIGHUP opens the log again and closes the old file; the old one stays if it cannot"""
        with Server("--access-log", str(self.log)) as server:
            before = server.descriptors()
            for number in range(4):
                server.get("/v1/health", number=number)
                self.lines(server, 1)
                old = self.log.rename(self.folder / f"old{number}")
                server.process.send_signal(signal.SIGHUP)
                server.wait_until(self.log.exists, "the log")
                self.assertIn(f"number={number} ", old.read_text())
                server.wait_until(lambda: server.descriptors() == before, "a file stays open")
            moved = self.folder.with_name(self.folder.name + "-moved")
            os.rename(self.folder, moved)
            server.process.send_signal(signal.SIGHUP)
            line = server.process.stderr.readline()
            while "access log" not in line and line:
                line = server.process.stderr.readline()
            self.assertIn(f"{self.log}: No such file", line)
            server.get("/v1/health", still="here")
            os.rename(moved, self.folder)
            server.wait_until(lambda: "still=here" in self.log.read_text(), "the old file")
            self.assertEqual(server.descriptors(), before)

    def test_full_disk(self):
        """a log that cannot be written is reported once, and at the end"""
        server = Server("--access-log", "/dev/full")
        words = "the access log /dev/full: No space left on device"
        for _ in range(3):
            server.raw(SOLVE + b"\r\n")
        line = server.process.stderr.readline()
        while words not in line and line:
            line = server.process.stderr.readline()
        self.assertIn(words, line)
        for _ in range(3):
            for _ in range(100):
                self.assertEqual(server.get("/v1/health").status, 200)
            time.sleep(0.3)  # it is written every 50 ms
        server.stop(status=3)
        self.assertEqual(server.errors.count(words), 1)

    def test_output(self):
        """- is the standard output, which is never closed"""
        server = Server("--access-log", "-")
        server.get("/v1/health")
        self.assertIn('"GET /v1/health HTTP/1.1" 200', server.process.stdout.readline())
        server.process.send_signal(signal.SIGHUP)
        server.get("/v1/openapi.json")
        self.assertIn('"GET /v1/openapi.json HTTP/1.1" 200', server.process.stdout.readline())
        server.stop()
        self.assertNotIn("access log", server.errors)

    def test_unread_pipe(self):
        """a log that nobody reads stops neither the answers nor the end"""
        server = Server("--access-log", "-")
        for _ in range(100):
            self.assertEqual(server.get("/" + 4000 * "a").status, 404)
        server.process.terminate()
        self.assertEqual(server.process.wait(PATIENCE), 3)
        self.assertIn("the access log -: No buffer space available",
                      server.process.communicate()[1])

    def test_ipv6(self):
        """an address of IPv6 is written in brackets in URLs, and without in the log"""
        try:
            socket.create_server(("::1", 0), family=socket.AF_INET6).close()
        except OSError:
            self.skipTest("there is no IPv6")
        with Server("--access-log", str(self.log), listen="[::1]:0") as server:
            self.assertEqual(server.host, "::1")
            server.get("/v1/health")
            self.assertEqual([match[1] for match in self.lines(server, 1)], ["::1"])


class PageTest(unittest.TestCase):
    """The folder of the page."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.web = self.folder / "web"
        self.web.mkdir()

    def write(self, name, text, time=None):
        path = self.web / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
        if time is not None:
            os.utime(path, (time, time))

    def get(self, server, path, **headers):
        response = server.request("GET", path, headers={
            name.replace("_", "-"): value for name, value in headers.items()})
        return response.status, response.bytes

    def test_hidden(self):
        """hidden files are not served, nor what links outside lead to"""
        (self.folder / "secret").write_text("secret")
        (self.folder / "website").mkdir()
        (self.folder / "website" / "secret").write_text("secret")
        self.write("a.txt", b"a")
        self.write("..a", b"secret")
        self.write(".hidden", b"secret")
        self.write("b/.git/config", b"secret")
        self.write("b/c.txt", b"c")
        self.write("d.e/f.g.txt", b"g")
        for name, target in (("link", "../secret"), ("folder", ".."), ("site", "../website"),
                             ("a.txt.gz", "../secret"), ("dot", ".hidden"), ("inside", "b/c.txt"),
                             ("lost", "nowhere"), (".lost", "nowhere"), ("root", "/")):
            if name != "root":
                (self.web / name).symlink_to(target)
        os.mkfifo(self.web / ".fifo")
        root = self.folder / "link-to-web"
        root.symlink_to("web")
        for folder in (self.web, root, f"{self.web}//", f"{self.folder}/./web"):
            with Server("--web", str(folder)) as server:
                for path in ("/link", "/folder/secret", "/site/secret", "/dot", "/.hidden", "/..a",
                             "/b/.git/config", "/lost", "/.fifo", "/folder/web/a.txt",
                             "/folder/website/secret"):
                    self.assertEqual(self.get(server, path)[0], 404, path)
                for path, text in (("/a.txt", b"a"), ("/inside", b"c"), ("/b/c.txt", b"c"),
                                   ("/d.e/f.g.txt", b"g")):
                    self.assertEqual(self.get(server, path, Accept_Encoding="gzip"), (200, text))
        with Server("--web", os.path.relpath(self.web)) as server:
            self.assertEqual(self.get(server, "/a.txt")[0], 200)
            for path in ("/../secret", "/%2e%2e/secret", "/b/../../secret", "/b", "/.", "/index.html/",
                         "/..%2fsecret", "/" + "a" * 300, "secret", "/./a.txt", "//a.txt", "a.txt"):
                answer = server.raw(f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                                    .encode())
                self.assertRegex(answer, b"^HTTP/1.1 404 ", path)

    def test_stale(self):
        """a compressed file is sent unless it is older than the file"""
        for name, time, gz, br in (("new", 1000, 1001, 999), ("same", 1000, 1000, 1000),
                                   ("old", 1000, 999, 999), ("gz", 1000, 999, 1001)):
            self.write(f"{name}.js", b"plain", time)
            self.write(f"{name}.js.gz", b"gzip", gz)
            self.write(f"{name}.js.br", b"brotli", br)
        with Server("--web", str(self.web)) as server:
            for name, accept, text in (
                    ("new", "gzip, br", b"gzip"), ("same", "gzip, br", b"brotli"),
                    ("same", "gzip", b"gzip"), ("old", "gzip, br", b"plain"), ("gz", "gzip", b"plain"),
                    ("gz", "br", b"brotli"), ("new", "br", b"plain")):
                self.assertEqual(self.get(server, f"/{name}.js", Accept_Encoding=accept),
                                 (200, text), (name, accept))

    def test_quality(self):
        """a quality of 0 refuses an encoding"""
        self.write("a.js", b"plain")
        self.write("a.js.gz", b"gzip")
        with Server("--web", str(self.web)) as server:
            for accept in ("gzip", "GZIP", "gzip;q=1", "gzip;q=0.001", "gzip ; q=0.5", "br, gzip",
                           "gzip;q=0.1,br;q=0", "br;q=0,gzip", " gzip ", "deflate,\tgzip;Q=1.0",
                           "x-gzip, gzip", "gzip,x;q=0", "gzip;q=1.000"):
                self.assertEqual(self.get(server, "/a.js", Accept_Encoding=accept)[1], b"gzip", accept)
            for accept in ("gzip;q=0", "gzip;q=0.000", "gzip; q=0", "gzip ;q=0", "gzip;Q=0", "gzi",
                           "gzipp", "xgzip", "x;gzip", "br", "", "identity", "br;q=1,gzip;q=0",
                           "gzip;q=0,br;q=1", "deflate;gzip"):
                self.assertEqual(self.get(server, "/a.js", Accept_Encoding=accept)[1], b"plain", accept)

    def test_tags(self):
        """a tag is that of the bytes sent; * is any"""
        self.write("a.js", b"plain")
        self.write("a.js.gz", b"gzip")
        self.write("b.js", b"other")
        log = self.folder / "log"
        with Server("--web", str(self.web), "--access-log", str(log)) as server:
            plain = server.get("/a.js").headers["ETag"]
            packed = server.request("GET", "/a.js", headers={"Accept-Encoding": "gzip"})
            self.assertRegex(plain, r'^"[0-9a-f]{16}"$')
            self.assertEqual(len({plain, packed.headers["ETag"], server.get("/b.js").headers["ETag"]}), 3)
            for tags, status in ((plain, 304), ("*", 304), (f'"x", {plain}', 304), (f"W/{plain}", 304),
                                 ('"x"', 200), (packed.headers["ETag"], 200), ("", 200),
                                 (plain.strip('"'), 200)):
                response = server.request("GET", "/a.js", headers={"If-None-Match": tags})
                self.assertEqual(response.status, status, tags)
                self.assertEqual(response.bytes, b"plain" if status == 200 else b"")
                self.assertEqual((response.headers["ETag"], response.headers["Vary"],
                                  response.headers["Cache-Control"]),
                                 (plain, "Accept-Encoding", "no-cache"))
            server.wait_until(lambda: log.read_text().count("\n") == 11, "11 lines")
            self.assertEqual(re.findall(r'" 304 (\d+)', log.read_text()), ["0"] * 4)
            self.assertEqual(self.get(server, "/nothing", If_None_Match="*")[0], 404)
            head = server.request("HEAD", "/a.js")
            self.assertEqual((head.status, head.bytes, head.headers["Content-Length"]),
                             (200, b"", "5"))
            self.assertEqual(server.request("POST", "/a.js", "").status, 405)

    def test_types(self):
        """each kind of file has its type"""
        types = {"html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
                 "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
                 "wasm": "application/wasm", "json": "application/json",
                 "webmanifest": "application/manifest+json", "svg": "image/svg+xml",
                 "png": "image/png", "ico": "image/x-icon", "woff2": "font/woff2",
                 "txt": "text/plain; charset=utf-8", "md": "text/plain; charset=utf-8",
                 "ts": "text/plain; charset=utf-8", "cert": "application/octet-stream"}
        for name in types:
            self.write(f"a.{name}", b"a")
        self.write("html", b"a")
        with Server("--web", str(self.web)) as server:
            for name, kind in types.items():
                headers = server.get(f"/a.{name}").headers
                self.assertEqual(headers["Content-Type"], kind)
                self.assertIn("'wasm-unsafe-eval'", headers["Content-Security-Policy"])
            self.assertEqual(server.get("/html").headers["Content-Type"], "application/octet-stream")
            self.assertEqual(server.get("/").status, 404)
        self.write("index.html", b"page")
        self.write("deep/index.html", b"deep")
        with Server("--web", str(self.web)) as server:
            for path, text in (("/", b"page"), ("/deep/", b"deep"), ("/?position=4453", b"page")):
                self.assertEqual(self.get(server, path), (200, text))

    def test_limits(self):
        """a page has up to 1024 files and 256 MiB, and no file is left open"""
        for index in range(1024):
            self.write(f"f/{index}.txt", b"%d" % index)
        deep = "d/" * 60 + "e" * 123
        with Server("--web", str(self.web)) as server, Server() as other:
            self.assertEqual(server.descriptors(), other.descriptors())
            for index in (0, 7, 512, 1023):
                self.assertEqual(self.get(server, f"/f/{index}.txt"), (200, b"%d" % index))
            self.assertEqual(self.get(server, "/f/1024.txt")[0], 404)
        shutil.rmtree(self.web / "f")
        self.write(deep + "a", b"")
        self.write(deep + "aa", b"")
        self.write("index.html", b"page")
        with Server("--web", str(self.web)) as server:
            # With '/' before them, 245 and 246 bytes.
            self.assertEqual([self.get(server, f"/{deep}{end}")[0] for end in ("a", "aa")], [200, 404])
        for index in range(1022):
            self.write(f"f/{index}.txt", b"")
        self.refuse("too many files")
        shutil.rmtree(self.web / "f")
        with open(self.web / "large", "wb") as file:
            file.truncate(256 * MIB + 1)
        self.refuse("large: too many bytes")
        os.truncate(self.web / "large", 256 * MIB - 4)
        self.write("z", b"z")
        self.refuse("too many bytes")
        os.mkfifo(self.web / "pipe")
        os.unlink(self.web / "large")
        self.refuse("pipe: neither a file nor a folder")
        os.unlink(self.web / "pipe")
        os.mkfifo(self.web / "z.gz")
        os.mkdir(self.web / "z.br")
        with Server("--web", str(self.web)) as server:
            self.assertEqual(self.get(server, "/z", Accept_Encoding="gzip, br"), (200, b"z"))

    def refuse(self, words):
        done = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--web", str(self.web)],
                              capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 1)
        self.assertIn(words, done.stderr)


class StartTest(unittest.TestCase):
    """Starting and stopping."""

    def refuse(self, status, words, *options):
        done = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", *options],
                              capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stdout), (status, ""), options)
        self.assertIn(words, done.stderr, options)
        return done.stderr

    def test_refused(self):
        """what is wrong with the options is said, and nothing is served"""
        for address in ("127.0.0.1:65536", "127.0.0.1:100000", "127.0.0.1", ":8080", "[]:8080",
                        "127.0.0.1:", "127.0.0.1:80 ", "127.0.0.1:+80", "a" * 64 + ":80"):
            self.refuse(2, "--listen: expected HOST:PORT", "--listen", address)
        for address in ("a" * 63 + ":65535", "127.0.0.300:80"):
            self.refuse(2, f"--listen: {address[:80]}: ", "--listen", address)
        for origin in ("", "a\r\nX: y", "a\tb", "a b", "https://example.org\n", "\x7f", "\u00e9"):
            self.refuse(2, "--allow-origin: expected an origin", "--allow-origin", origin)
        for network in ("127.0.0.1", "127.0.0.1/", "127.0.0.1/33", "::1/129", "/8", "a/8", "10.0.0/8",
                        "10.0.0.0/8 ", "10.0.0.0/+8", "10.0.0.0/0008", "::/64/64", ""):
            self.refuse(2, "--trust-proxy: expected ADDRESS/BITS such as 127.0.0.1/32", "--trust-proxy",
                        network)
        self.refuse(2, "--trust-proxy: expected at most 32 networks",
                    *["--trust-proxy", "10.0.0.0/8"] * 33)
        other = SOURCE / "book" / "6x5.book"
        for status, words, *options in (
                (3, "cannot listen at 192.0.2.1:65535: ", "--listen", "192.0.2.1:65535"),
                (1, "/nowhere: No such file", "--book", "/nowhere"),
                (1, "README.md: ", "--book", "README.md"),
                *([(1, "not a book for 7x6", "--book", str(other))] if other.exists() else []),
                (1, "/nowhere: No such file", "--web", "/nowhere"),
                (1, "README.md: Not a directory", "--web", "README.md"),
                (3, "/nowhere/log: No such file", "--access-log", "/nowhere/log"),
                (2, "--queue: expected", "--queue", "0"),
                (2, "--time-limit: expected", "--time-limit", "-1"),
                (2, "unexpected argument", "extra")):
            self.refuse(status, words, *options)
        if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < 1000064:
            self.refuse(2, "--connections: expected at most", "--connections", "1000000")
        with Server() as server:
            self.refuse(3, "Address already in use", "--listen", f"127.0.0.1:{server.port}")
        with Server(listen="localhost:0") as server:
            self.assertEqual(server.get("/v1/health").status, 200)

    def test_again(self):
        """a server starts at a port that another has just left"""
        with Server() as server:
            for _ in range(3):
                server.raw(SOLVE + b"\r\n")  # closed by the server
            port = server.port
        with Server(listen=f"127.0.0.1:{port}") as server:
            self.assertEqual(server.port, port)

    def test_origins(self):
        """any origin can be allowed, and * for all"""
        longest = "https://" + "a" * 504
        self.refuse(2, "up to 512 bytes", "--allow-origin", longest + "a")
        for origin in ("*", "https://example.org:8080", "!", "~", longest):
            with Server("--allow-origin", origin) as server:
                for response in (server.get("/solve", pos="8"), server.post("4453")):
                    self.assertEqual(response.headers["Access-Control-Allow-Origin"], origin)

    def test_tables(self):
        """the safe minimum of the table is accepted, and a byte less is not"""
        said = self.refuse(2, "the safe minimum", "--table", "1")
        least = int(re.search(r"the safe minimum is (\d+) bytes", said)[1])
        self.refuse(2, "the safe minimum", "--table", str(least - 1))
        with Server("--table", str(least)) as server:
            self.assertLessEqual(server.metric("table_bytes"), least)

    def test_description(self):
        """what the server searches with is said, and threads are counted"""
        server = Server("--book", "book/7x6.book", "--web", "web", "--table", "32M")
        threads = server.threads()
        server.stop()
        self.assertRegex(server.errors,
                         r"^2 threads, table of \d+ MiB, book book/7x6.book, page web\n$")
        server = Server("--threads", "1")
        self.assertEqual(server.get("/solve", pos="4").status, 200)
        self.assertLess(server.threads(), threads)
        server.stop()

    def test_stop(self):
        """a server that stops answers what is running, and closes the connections"""
        body = b"\n" * 30
        server = Server("--time-limit", "3600")
        waiting = [server.socket(endless()), server.socket(
            post(len(body), path=b"/v1/solve?board=9x9", close=False) + body)]
        idle = server.socket()
        server.wait_until(lambda: server.metric("queue_length") > 1, "two searches")
        seconds = server.stop()
        one, many = (read_all(made) for made in waiting)
        self.assertRegex(one, b"^HTTP/1.1 200 ")
        self.assertIn(b"\r\nConnection: close\r\n", one)
        self.assertIn(b'"finished":false', one)
        self.assertEqual(many.count(b'"finished":false'), 30)
        self.assertTrue(many.endswith(b"0\r\n\r\n"))
        self.assertEqual(read_all(idle), b"")
        if not SANITIZED:
            self.assertLess(seconds, 15)  # 5 on a machine that is not busy

    def test_stop_at_once(self):
        """a server that has answered all requests waits for none, after SIGINT, too"""
        def seconds():
            server = Server()
            server.get("/v1/health")
            server.raw(SOLVE + b"Content-Length: x\r\n\r\n")
            return server.stop(signal.SIGINT)

        # It would wait for 4 seconds; a machine that is busy gets more than one try.
        self.assertLess(min(seconds() for _ in range(5)), 3.5)

    def test_stop_during_a_refusal(self):
        """a server that stops while the library refuses a request does not crash"""
        for _ in range(10):
            server = Server()
            server.raw(SOLVE + b"Content-Length: x\r\n\r\n")
            server.stop()


class DeploymentTest(unittest.TestCase):
    """The files of packaging/ and the manual."""

    def test_unit(self):
        """the unit has a folder for its log, and a reload that opens it again"""
        unit = (SOURCE / "packaging/fourscore.service").read_text()
        self.assertIn("\nExecReload=/bin/kill -HUP $MAINPID\n", unit)
        folder = re.search(r"^LogsDirectory=(\S+)$", unit, re.M)[1]
        self.assertRegex(unit, rf"(?m)^ExecStart=.* --access-log /var/log/{folder}/\S+$")


if __name__ == "__main__":
    print(f"# FOURSCORE_SEED={SEED}")
    tap.main()
