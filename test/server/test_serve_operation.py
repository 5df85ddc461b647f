"""Tests of 'fourscore serve': what operators use: its listeners, and what pages may do."""

import os
import pathlib
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
import tap

from serving import (ENDLESS, PATIENCE, PROGRAM, SEED, Server, ServerTest,
                     has_sanitizers, read_all)

ASK = b"GET /solve?pos=44 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
ANSWER = b'{"pos":"44","score":[-3,-3,-2,1,-2,-3,-3]}'


class AdminServer(Server):
    """A server with a listener for operators."""

    def __init__(self, *options):
        super().__init__("--admin", "127.0.0.1:0", *options)
        line = self.process.stdout.readline()
        self.admin = int(re.fullmatch(r"for operators on http://127.0.0.1:(\d+)/\n", line)[1])

    def ask_admin(self, path, method="GET"):
        """The status, the headers and the body of an answer for operators."""
        with socket.create_connection(("127.0.0.1", self.admin), timeout=PATIENCE) as made:
            made.sendall(f"{method} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
            head, _, body = read_all(made).decode().partition("\r\n\r\n")
        return int(head.split()[1]), head, body


class AdminTest(unittest.TestCase):
    """The listener for operators."""

    def test_paths(self):
        """it has /live, /ready and /metrics only; clients have none of them"""
        with AdminServer() as server:
            for path in ("/live", "/ready"):
                self.assertEqual(server.ask_admin(path)[::2], (200, "ok\n"))
                self.assertEqual(server.get(path).status, 404)
            status, head, body = server.ask_admin("/live", "HEAD")
            self.assertEqual((status, body), (200, ""))
            self.assertIn("Cache-Control: no-store", head)
            status, head, _ = server.ask_admin("/live", "POST")
            self.assertEqual(status, 405)
            self.assertIn("\r\nAllow: GET, HEAD", head)
            for path in ("/", "/solve?pos=4", "/v1/metrics"):
                self.assertEqual(server.ask_admin(path)[0], 404)
            self.assertEqual((server.get("/v1/metrics").status, server.get("/metrics").status),
                             (404, 404))
            self.assertEqual(server.get("/v1/health").status, 200)

    def test_metrics(self):
        """its metrics have those of the process; requests for them are not counted"""
        with AdminServer() as server:
            server.get("/solve", pos="44")
            server.wait_until(lambda: 'path="/solve",status="200"} 1\n' in server.ask_admin("/metrics")[2],
                              "the request")
            _, head, text = server.ask_admin("/metrics")
            self.assertIn("Content-Type: text/plain; version=0.0.4", head)
            process = {name: float(value) for name, value in
                       re.findall(r"^process_(\S+) (\S+)$", text, re.M)}
            use = {"resident_memory_bytes", "virtual_memory_bytes", "open_fds"}
            tells = os.environ.get("OS") != "posix"  # POSIX does not
            self.assertEqual(set(process), {
                "cpu_seconds_total", "start_time_seconds", "max_fds"} | (use if tells else set()))
            self.assertGreater(process["cpu_seconds_total"], 0)
            self.assertLess(abs(process["start_time_seconds"] -
                                os.stat(f"/proc/{server.process.pid}").st_mtime), PATIENCE)
            if tells:
                self.assertTrue(server.memory() / 4 < process["resident_memory_bytes"] <
                                process["virtual_memory_bytes"])
                self.assertTrue(5 < process["open_fds"] <= process["max_fds"])
                made = server.socket(b"GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\n")
                made.recv(1)
                self.assertIn(f"\nprocess_open_fds {process['open_fds'] + 1:.0f}\n",
                              server.ask_admin("/metrics")[2])
                made.close()
            self.assertRegex(text, r'request_duration_seconds_bucket\{path="/solve",le="\+Inf"\} 1\n')
            self.assertEqual(re.findall(r'requests_total\{path="(?!/solve)', text), [])

    def test_draining(self):
        """a server that ends is alive, and not ready"""
        server = AdminServer("--time-limit", "3600")
        with server.socket(b"GET /v1/solve?board=9x9&position= HTTP/1.1\r\nHost: a\r\n\r\n"):
            server.wait_until(lambda: "fourscore_queue_length 1\n" in server.ask_admin("/metrics")[2],
                              "a search")
            server.process.send_signal(signal.SIGTERM)
            server.wait_until(lambda: server.ask_admin("/ready")[0] != 200, "not ready")
            status, head, body = server.ask_admin("/ready")
            self.assertEqual((status, body), (503, "the server ends\n"))
            self.assertIn("\r\nRetry-After: 1", head)
            self.assertEqual(server.ask_admin("/live")[0], 200)
        self.assertEqual(server.process.wait(PATIENCE), 0)
        server.process.communicate()

    @unittest.skipIf(has_sanitizers(), "they reserve memory")
    def test_memory(self):
        """a server without memory is not ready until there is some"""
        with AdminServer() as server:
            server.ask_admin("/ready")
            used = int(pathlib.Path(f"/proc/{server.process.pid}/statm").read_text().split()[0])
            limits = resource.prlimit(server.process.pid, resource.RLIMIT_AS)
            resource.prlimit(server.process.pid, resource.RLIMIT_AS,
                             (used * resource.getpagesize() + (1 << 20), limits[1]))
            self.assertEqual(server.ask_admin("/ready")[::2], (503, "out of memory\n"))
            self.assertEqual(server.ask_admin("/live")[0], 200)
            resource.prlimit(server.process.pid, resource.RLIMIT_AS, limits)
            self.assertEqual(server.ask_admin("/ready")[0], 200)


class ListenerTest(unittest.TestCase):
    """Unix sockets, and sockets that systemd passes."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = f"{folder.name}/socket"
        self.log = pathlib.Path(folder.name, "log")

    def start(self, *options, sockets=(), inherited=None):
        """A server, with these sockets as systemd passes them, and what it prints first."""
        variables = f"LISTEN_PID=$$ LISTEN_FDS={len(sockets) if inherited is None else inherited}"
        # Their numbers begin with 3.
        moves = "".join(f"exec {10 + i}<&{made.fileno()}; " for i, made in enumerate(sockets))
        moves += "".join(f"exec {3 + i}<&{10 + i}; " for i in range(len(sockets)))
        server = subprocess.Popen(
            ["bash", "-c", f'{moves}{variables} exec "$0" "$@"', PROGRAM, "serve", "--threads", "2",
             *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            pass_fds=[made.fileno() for made in sockets])
        return server, server.stdout.readline()

    def stop(self, server):
        server.terminate()
        _, errors = server.communicate(timeout=PATIENCE)
        self.assertEqual(server.returncode, 0, errors)

    def ask(self, text=ASK):
        with socket.socket(socket.AF_UNIX) as made:
            made.settimeout(PATIENCE)
            made.connect(self.path)
            made.sendall(text)
            return read_all(made)

    def test_unix(self):
        """a server answers at a Unix socket, and removes it at the end"""
        server, line = self.start("--listen", f"unix:{self.path}", "--access-log", str(self.log))
        self.assertEqual(line, f"listening on unix:{self.path}\n")
        self.assertTrue(self.ask().endswith(ANSWER))
        self.ask(ASK.replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n"))
        other, line = self.start("--listen", f"unix:{self.path}")
        self.assertIn("Address already in use", other.communicate()[1])
        self.assertEqual(other.returncode, 3)
        self.assertTrue(self.ask().endswith(ANSWER))
        self.stop(server)
        self.assertFalse(os.path.exists(self.path))
        self.assertEqual([line.split()[0] for line in self.log.read_text().splitlines()],
                         ["unix"] * 3)

    def test_left(self):
        """the socket of a program that has crashed is replaced, a file is not"""
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(self.path)
        server, line = self.start("--listen", f"unix:{self.path}", "--access-log", str(self.log),
                                  "--trust-proxy", "unix")
        self.assertEqual(line, f"listening on unix:{self.path}\n")
        self.ask(ASK.replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n"))
        self.stop(server)
        self.assertEqual(self.log.read_text().split()[0], "192.0.2.1")
        pathlib.Path(self.path).write_text("kept")
        server, line = self.start("--listen", f"unix:{self.path}")
        self.assertIn("Address already in use", server.communicate()[1])
        self.assertEqual((line, pathlib.Path(self.path).read_text()), ("", "kept"))

    def test_systemd(self):
        """a server takes the sockets of systemd, and leaves them open for the next one"""
        with socket.socket(socket.AF_UNIX) as made, socket.create_server(("127.0.0.1", 0)) as admin:
            made.bind(self.path)
            made.listen()
            for _ in range(2):
                waiting = socket.socket(socket.AF_UNIX)
                waiting.settimeout(PATIENCE)
                waiting.connect(self.path)
                waiting.sendall(ASK)
                server, line = self.start("--listen", "systemd", "--admin", "systemd",
                                          sockets=(made, admin))
                self.assertEqual(line, f"listening on unix:{self.path}\n",
                                 line or server.communicate()[1])
                self.assertIn(f":{admin.getsockname()[1]}/", server.stdout.readline())
                self.assertTrue(read_all(waiting).endswith(ANSWER))
                waiting.close()
                with socket.create_connection(admin.getsockname()) as asked:
                    asked.sendall(b"GET /live HTTP/1.0\r\n\r\n")
                    self.assertTrue(read_all(asked).endswith(b"ok\n"))
                self.stop(server)
            self.assertTrue(os.path.exists(self.path))

    def test_refused(self):
        """what is no socket is refused, with what is expected"""
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(self.path)
            cases = [
                (("--listen", "systemd"), {}, 2, "--listen: systemd has passed no socket"),
                (("--listen", "systemd"), {"sockets": (made,)}, 2, "passed no socket"),
                (("--listen", "127.0.0.1:0", "--admin", "systemd"), {}, 2, "--admin: systemd"),
                (("--listen", "unix:"), {}, 2, "a path of 1 to 107 bytes behind unix:, got 0"),
                (("--listen", "unix:" + "a" * 108), {}, 2, "got 108"),
                (("--listen", "unix:/nothing/a"), {}, 3, "No such file or directory"),
                (("--listen", "127.0.0.1:0", "--admin", "1"), {}, 2, "--admin: expected HOST:PORT"),
                (("--log-format", "xml"), {}, 2, "combined"),
                (("--trust-proxy", "unix/1"), {}, 2, "expected ADDRESS/BITS"),
            ]
            cases += [(("--frame-ancestors", text), {}, 2, "--frame-ancestors: expected up to 512")
                      for text in ("", "a;b", "a,b", "a\tb", "\xe9", "a" * 513)]
            for options, sockets, status, words in cases:
                server, line = self.start(*options, **sockets)
                errors = server.communicate(timeout=PATIENCE)[1]
                self.assertEqual((server.returncode, line), (status, ""), options)
                self.assertIn(words, errors)


class OriginTest(ServerTest):
    """What pages of other origins may do."""

    OPTIONS = ("--allow-origin", "https://example.org", "--frame-ancestors", "'self' https://a.org",
               "--queue", "1", "--time-limit", "3600")

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
        response = self.server.post({"position": "44"})
        self.assertEqual(response.headers["Access-Control-Allow-Origin"], "https://example.org")

    def test_wait(self):
        """a page sees when to ask again"""
        with self.server.socket(b"GET /v1/solve?board=9x9&position= HTTP/1.1\r\nHost: a\r\n\r\n"):
            self.server.wait_for("queue_length", 1)
            response = self.server.get("/v1/solve", **ENDLESS)
            self.assertEqual((response.status, response.headers["Retry-After"]), (503, "1"))
            self.assertEqual(response.headers["Access-Control-Expose-Headers"], "Retry-After")
        self.server.wait_for("queue_length", 0)

    def test_frames(self):
        """the page may be embedded by those that are named"""
        policies = [self.server.get("/v1/health").headers["Content-Security-Policy"]]
        head = self.server.raw(b"GET /\x01 HTTP/1.1\r\nHost: a\r\n\r\n").decode()
        policies += re.findall("Content-Security-Policy: (.*)\r", head)
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "index.html").write_text("page")
            with Server("--web", folder, "--frame-ancestors", "'self' https://a.org") as server:
                policies.append(server.get("/").headers["Content-Security-Policy"])
            with Server("--web", folder) as server:
                self.assertTrue(server.get("/").headers["Content-Security-Policy"]
                                .endswith("; frame-ancestors 'none'"))
                self.assertEqual(server.request("OPTIONS", "/v1/solve").status, 405)
        self.assertEqual(len(policies), 3)
        for policy in policies:
            self.assertTrue(policy.endswith("; frame-ancestors 'self' https://a.org"), policy)


if __name__ == "__main__":
    print(f"# FOURSCORE_SEED={SEED}")
    tap.main()
