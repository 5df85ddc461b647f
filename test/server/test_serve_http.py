"""Tests of 'fourscore serve': HTTP, its headers and limits, the page, and what is counted."""

import contextlib
import email.utils
import os
import pathlib
import socket
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
import tap

from serving import (ANSWER, ENDLESS, MIB, PATIENCE, SANITIZED, SEED, SOLVE, SOURCE, Server, ServerTest,
                     endless, post, read_all, wait_until)


class HeadTest(ServerTest):
    """Heads of requests, as bytes."""

    def answered(self, text):
        answer = self.server.raw(text)
        self.assertRegex(answer, b"^HTTP/1.1 200 ", text[:200])
        self.assertTrue(answer.endswith(ANSWER), answer)

    def test_not_http(self):
        """what the library does not take for HTTP is refused, and other requests are not disturbed"""
        waiting = self.server.socket(SOLVE + b"A: ")
        line = b"GET /solve?pos=44 HTTP/1.1\r\n"
        for text in (line + b"\r\n", line.replace(b"1.1", b"2.0"), line.replace(b"1.1", b"1.x"),
                     line.replace(b" HTTP/1.1", b""), line.replace(b"44", b"4\x01"), SOLVE + b"A",
                     b"\x16\x03\x01", SOLVE + b"A: " + b"a" * 80000, SOLVE + b"A: b\r\n" * 3000,
                     *(SOLVE + b"Content-Length: " + length for length in
                       (b"", b"x", b"-5", b"+5", b"0x5", b"5 5", b"1.0", b"%d" % (1 << 64))),
                     post(None) + b"zz"):
            with self.server.socket() as made:
                with contextlib.suppress(OSError):  # it may be closed before the end of the text
                    made.sendall(text + b"\r\n\r\n")
                    made.shutdown(socket.SHUT_WR)
                self.assertNotRegex(read_all(made), b"^HTTP/1.1 [123]", text[:99])
        waiting.sendall(b"b\r\n\r\n")
        self.assertTrue(read_all(waiting).endswith(ANSWER))

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
            self.assertIn(b"this argument is unknown", response.bytes, path)

    def test_urls(self):
        """a URL has up to about 64 KiB"""
        def url(text):
            return SOLVE.replace(b"44 ", b"44&" + text + b" ") + b"\r\n"

        for text in (b"a" * 40000, b"a&" * 400, b"?" * 300, b"a" * 20000 + b"&" * 100):
            self.answered(url(text))
        self.assertRegex(self.server.raw(url(b"a" * 70000)), b"^HTTP/1.1 414 ")
        self.assertRegex(self.server.raw(url(b"a&" * 20000)), rb"\A(HTTP/1.1 4(14|31) |\Z)")
        self.answered(url(b"a"))
        self.assertEqual(self.server.request("GET", "/" + "&" * 300).status, 404)


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
        """Send bodies that do not end, until further ones are refused."""
        body = b"4" * (MIB + 1)
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

        wait_until(is_used_up, "the budget is not used up")
        return waiting

    def test_budget(self):
        """the bodies of a client have 16 MiB, those of all 64 MiB, which are given back"""
        with Server("--timeout", "3600") as server:
            body = b"4" * (MIB + 1)
            for _ in range(9):
                self.assertEqual(server.post(body).status, 200)
            waiting = self.fill(server, "127.0.0.2", 429)
            self.assertEqual(server.post(body).status, 200)
            for number in (3, 4, 5):
                waiting += self.fill(server, f"127.0.0.{number}", 429)
            waiting += self.fill(server, "127.0.0.6", 503)
            self.assertEqual(server.post(body).status, 503)
            refused = server.lines("refusals_total")
            self.assertGreaterEqual(refused['limit="client-bodies"'], 12)
            self.assertGreaterEqual(refused['limit="bodies"'], 4)
            self.assertEqual(refused['limit="client-connections"'], 0)

            def answered(status):
                return server.lines("requests_total").get(f'path="/v1/solve",status="{status}"', 0)

            # A request is counted once its answer is sent.
            wait_until(lambda: answered(429) >= 12 and answered(503) >= 4, "refusals are not counted")
            self.assertEqual(server.get("/solve", pos="4").status, 200)
            for made in waiting[:4]:
                made.close()
            wait_until(lambda: server.post(body).status == 200, "nothing is given back")
            for made in waiting[4:]:
                made.close()
            server.wait_for("connections", 1)
            for made in [server.socket(post(2 * MIB) + body) for _ in range(8)]:
                made.sendall(b"4" * (MIB - 1))
                self.assertIn(b" 200 ", read_all(made).partition(b"\r\n")[0])


class HeadersTest(unittest.TestCase):
    """The headers of each kind of answer."""

    def test_headers(self):
        """each answer says what it is, how long it may be kept, and who may read it"""
        limited = {"position": "", "board": "9x9", "nodes": "1"}
        with Server("--allow-origin", "*", "--web", str(SOURCE / "web")) as server:
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
                    (server.get("/solve"), "json", "no-store", 400)):
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


class OriginTest(ServerTest):
    """What pages of other origins may do."""

    OPTIONS = ("--allow-origin", "https://example.org", "--time-limit", "0.000001",
               "--book", "book/7x6.book")

    def test_preflight(self):
        """a browser learns that a page may post JSON"""
        for path in ("/v1/solve", "/v1/review", "/solve", "/v1/puzzle?seed=1"):
            response = self.server.request("OPTIONS", path, headers={
                "Origin": "https://example.org", "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "content-type"})
            self.assertEqual((response.status, response.bytes), (204, b""))
            self.assertEqual(response.headers["Access-Control-Allow-Origin"], "https://example.org")
            self.assertEqual(response.headers["Access-Control-Allow-Methods"], "GET, HEAD, POST")
            self.assertEqual(response.headers["Access-Control-Allow-Headers"], "Content-Type")
            self.assertEqual(response.headers["Access-Control-Max-Age"], "86400")
        for path in ("/", "/nothing"):
            self.assertEqual(self.server.request("OPTIONS", path).status, 405)
        with Server() as server:
            self.assertEqual(server.request("OPTIONS", "/v1/solve").status, 405)

    def test_origins(self):
        """an origin of up to 512 bytes reads answers, and * stands for all"""
        for origin in ("*", "https://example.org:8080", "!", "~", "https://" + "a" * 504):
            with Server("--allow-origin", origin) as server:
                for response in (server.get("/solve", pos="8"), server.post("4453")):
                    self.assertEqual(response.headers["Access-Control-Allow-Origin"], origin)

    def test_wait(self):
        """a page sees when to ask again"""
        response = self.server.get("/solve", pos="444444322")
        self.assertEqual((response.status, response.headers["Retry-After"]), (503, "1"))
        self.assertEqual(response.headers["Access-Control-Expose-Headers"], "Retry-After")


class MetricsTest(unittest.TestCase):
    """What is counted."""

    def setUp(self):
        self.server = Server("--connections", "50", "--time-limit", "3600", "--allow-origin", "*",
                             "--web", str(SOURCE / "web")).__enter__()
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.stop())

    def others(self):
        """The requests that did not ask for the metrics."""
        return {labels: count for labels, count in self.server.lines("requests_total").items()
                if "/v1/metrics" not in labels}

    def test_requests(self):
        """requests are counted by path and status"""
        server = self.server
        for path in ("/solve?pos=44", "/solve?pos=8", "/v1/solve?position=44", "/v1/nothing",
                     "/v1/explain?position=4444", "/v1/review?position=1212121", "/v1/health",
                     "/v1/puzzle?board=3x3", "/v1/puzzle?seed=x", "/v1/openapi.json",
                     "/" + "a" * 9000, "/"):
            server.request("GET", path)
        server.request("GET", "/", headers={"If-None-Match": "*"})
        server.request("OPTIONS", "/v1/review")
        server.request("PUT", "/v1/solve")
        server.request("POST", "/v1/solve", "4", {"Content-Type": "text/html"})
        server.raw(post(2 * MIB + 1))
        server.get("/v1/metrics")
        server.socket(endless()).close()
        wait_until(lambda: 'path="/v1/solve",status="499"' in self.server.lines("requests_total"),
                          "a request that was given up")
        # A request is counted once its answer is sent.
        wait_until(lambda: sum(self.others().values()) >= 18, "requests")
        found = self.server.lines("requests_total")
        self.assertGreaterEqual(found.pop('path="/v1/metrics",status="200"'), 1)
        self.assertEqual(found, {f'path="{path}",status="{status}"': count for path, status, count in (
            ("/solve", 200, 1), ("/solve", 400, 1), ("/v1/solve", 200, 1), ("/v1/solve", 405, 1),
            ("/v1/solve", 415, 1), ("/v1/solve", 413, 1), ("/v1/solve", 499, 1),
            ("/v1/explain", 200, 1), ("/v1/review", 200, 1), ("/v1/health", 200, 1),
            ("/v1/puzzle", 404, 1), ("/v1/puzzle", 400, 1), ("/v1/openapi.json", 200, 1),
            ("unknown", 404, 2), ("page", 200, 1),
            ("page", 304, 1), ("/v1/review", 204, 1))})

    def test_durations(self):
        """the time from requests to their answers is summed by path"""
        self.server.get("/v1/solve", **ENDLESS, seconds="0.11")
        self.server.get("/v1/solve", **ENDLESS, seconds="0.11")
        wait_until(lambda: sum(self.others().values()) == 2, "requests")
        seconds = self.server.lines("request_seconds_total")
        self.assertTrue(0.22 <= seconds['path="/v1/solve"'] < PATIENCE)
        self.assertEqual(seconds['path="/v1/puzzle"'], 0)

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
        self.assertEqual(self.server.lines("positions_total"), {'result="exact"': 0, 'result="bounds"': 11})
        self.server.post("1212121\n48\n\n", nodes="1")
        self.assertEqual(self.server.lines("positions_total"), {'result="exact"': 2, 'result="bounds"': 11})
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
        self.assertEqual((server.metric("connections_limit"), server.metric("client_connections_limit")),
                         (50, 25))
        self.assertEqual(server.metric("clients"), 1)
        self.assertEqual(server.metric("queue_length"), 0)
        server.wait_for("connections", 1)
        first = server.metric("table_bytes")
        self.assertGreater(first, 4 * MIB)
        for _ in range(3):
            server.socket()
        server.wait_for("connections", 4)
        self.assertEqual(server.metric("clients"), 1)
        server.get("/v1/solve", position="", board="4x4")
        second = server.metric("table_bytes")
        self.assertTrue(29 * MIB < second - first <= 33 * MIB, second - first)
        server.get("/v1/solve", position="4", board="4x4")
        self.assertEqual(server.metric("table_bytes"), second)
        server.get("/v1/solve", position="", board="12x9", nodes="1")
        third = server.metric("table_bytes")
        self.assertGreater(third, second + 29 * MIB)
        [waiting] = server.busy()
        waiting.close()
        server.wait_for("queue_length", 0)


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
                             "/b/.git/config", "/lost", "/.fifo", "/folder/website/secret"):
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

    def test_compressed(self):
        """a compressed file is sent where it is not older than the file, and is accepted"""
        for name, gz in (("new", 1001), ("same", 1000), ("old", 999)):
            self.write(f"{name}.js", b"plain", 1000)
            self.write(f"{name}.js.gz", b"gzip", gz)
        accepted = ("GZIP", "gzip;q=0.001", "gzip ; q=0.5", "gzip, br", "br, gzip", "br;q=0,gzip", " gzip ",
                    "deflate,\tgzip;Q=1.0", "gzip,x;q=0")
        refused = ("gzip;q=0", "gzip;q=0.000", "gzip ; Q=0", "gzi", "gzipp", "x;gzip", "", "br",
                   "br;q=1,gzip;q=0", "gzip;q=0,br;q=1")
        with Server("--web", str(self.web)) as server:
            for name, accepts, text in (("new", accepted, b"gzip"), ("new", refused, b"plain"),
                                        ("same", ["gzip"], b"gzip"), ("old", ["gzip, br"], b"plain")):
                for accept in accepts:
                    self.assertEqual(self.get(server, f"/{name}.js", Accept_Encoding=accept),
                                     (200, text), (name, accept))

    def test_tags(self):
        """a tag is that of the bytes sent; * is any"""
        self.write("a.js", b"plain")
        self.write("a.js.gz", b"gzip")
        with Server("--web", str(self.web)) as server:
            plain = server.get("/a.js").headers["ETag"]
            packed = server.request("GET", "/a.js", headers={"Accept-Encoding": "gzip"})
            self.assertRegex(plain, r'^"[0-9a-f.-]+"$')
            self.assertNotEqual(plain, packed.headers["ETag"])
            for tags, status in ((plain, 304), ("*", 304), (f'"x", {plain}', 304), (f"W/{plain}", 304),
                                 ('"x"', 200), (packed.headers["ETag"], 200), ("", 200),
                                 (plain.strip('"'), 200)):
                response = server.request("GET", "/a.js", headers={"If-None-Match": tags})
                self.assertEqual(response.status, status, tags)
                self.assertEqual(response.bytes, b"plain" if status == 200 else b"")
                self.assertEqual((response.headers["ETag"], response.headers["Vary"],
                                  response.headers["Cache-Control"]),
                                 (plain, "Accept-Encoding", "no-cache"))
            self.assertEqual(self.get(server, "/nothing", If_None_Match="*")[0], 404)
            head = server.request("HEAD", "/a.js")
            self.assertEqual((head.status, head.bytes, head.headers["Content-Length"]),
                             (200, b"", "5"))
            self.assertEqual(server.request("POST", "/a.js", "").status, 405)
            for text, time in ((b"longer", 1000), (b"plain", 1000), (b"plain", 1001)):
                before = server.get("/a.js").headers["ETag"]
                self.write("a.js", text, time)
                self.assertEqual(self.get(server, "/a.js", If_None_Match=before), (200, text))

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

    def test_frames(self):
        """any page may embed embed.html, and none another page"""
        for name in ("index.html", "embed.html", "a/embed.html"):
            self.write(name, b"page")
        with Server("--web", str(self.web)) as server:
            for path, frames in (("/", "'none'"), ("/index.html", "'none'"), ("/embed.html", "*"),
                                 ("/a/embed.html", "'none'"), ("/nothing", "'none'")):
                policy = server.get(path).headers["Content-Security-Policy"]
                self.assertTrue(policy.endswith(f"; frame-ancestors {frames}"), (path, policy))
                self.assertTrue(policy.startswith("default-src 'none'; script-src 'self' "))

    def test_files(self):
        """files are served while they are there, and what is none is not; none is left open"""
        self.write("z", b"z")
        self.write("deep/" * 60 + "file", b"deep")
        os.mkfifo(self.web / "pipe")
        os.mkfifo(self.web / "z.gz")
        with Server("--web", str(self.web)) as server:
            for path, answer in (("/" + "deep/" * 60 + "file", (200, b"deep")), ("/z", (200, b"z"))):
                self.assertEqual(self.get(server, path, Accept_Encoding="gzip"), answer)
            for path in ("/pipe", "/deep", "/deep/", "/z/"):
                self.assertEqual(self.get(server, path)[0], 404, path)
            for index in range(300):
                self.write("new", b"%d" % index)
                self.assertEqual(self.get(server, "/new"), (200, b"%d" % index))
            os.unlink(self.web / "new")
            self.assertEqual(self.get(server, "/new")[0], 404)
            self.assertEqual(self.get(server, "/z", If_None_Match="*")[0], 304)
            server.wait_for_connections(0)


if __name__ == "__main__":
    print(f"# FOURSCORE_SEED={SEED}")
    tap.main()
