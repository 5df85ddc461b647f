"""Tests of 'fourscore serve': connections, listeners, start and end."""

import contextlib
import os
import pathlib
import re
import resource
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
import tap

from serving import (ANSWER, HARD, LONG, MIB, ON_9X9, OTHER, PATIENCE, PROGRAM, SANITIZED, SEED,
                     SOLVE, SOURCE, Server, endless, post, post_lines, read_all, refuse, scaled,
                     wait_until)


def is_closed(made):
    """Whether the server has closed a connection at which nothing is to be read."""
    made.setblocking(False)
    try:
        return made.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


class ConnectionTest(unittest.TestCase):
    """How many connections there may be, and for how long."""

    def keep(self, server, count, kept, client=None, already=0):
        """Open so many connections, of which the server keeps so many beside those that it has."""
        server.wait_for_connections(already)
        made = [server.socket(client=client) for _ in range(count)]
        server.wait_for_connections(already + kept)
        wait_until(lambda: sum(map(is_closed, made)) == count - kept, f"not {kept} connections")
        return [one for one in made if not is_closed(one)]

    def test_client(self):
        """a client has so many connections, and others are not refused"""
        with Server("--client-connections", "3", "--timeout", "3600") as server:
            for _ in range(2):
                before = server.metric("refusals_total")
                kept = self.keep(server, 5, 3, OTHER)
                self.assertEqual(server.metric("refusals_total"), before + 2)
                kept.pop().close()
                kept += self.keep(server, 2, 1, OTHER, already=2)
                for made in kept:
                    made.close()

    def test_half(self):
        """by default a client has half of the connections, rounded up"""
        for limit, half in (("8", 4), ("9", 5), ("4", 2)):
            with Server("--connections", limit, "--timeout", "3600") as server:
                self.keep(server, 12, half, OTHER)

    def test_ipv6(self):
        """a client of IPv6 has as many; addresses of IPv4 are clients there, too"""
        try:
            socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True).close()
            socket.create_server(("::1", 0), family=socket.AF_INET6).close()
        except (OSError, ValueError):
            self.skipTest("there is no IPv6")
        with Server("--client-connections", "3", "--timeout", "3600", listen="[::1]:0") as server:
            self.assertEqual(server.host, "::1")
            self.keep(server, 5, 3)
        with Server("--client-connections", "3", "--timeout", "3600", listen="[::]:0") as server:
            server.host = "127.0.0.1"
            self.keep(server, 5, 3, OTHER)
            self.keep(server, 5, 3, "127.0.0.3", already=3)
            self.assertEqual(server.metric("clients"), 3)

    def test_unix(self):
        """who comes through a Unix socket is a proxy, and has all connections"""
        with tempfile.TemporaryDirectory() as folder:
            with Server("--connections", "9", "--client-connections", "1",
                        listen=f"unix:{folder}/socket") as server:
                for _ in range(8):
                    server.socket()
                self.assertTrue(server.raw(SOLVE + b"\r\n").endswith(ANSWER))

    def test_all(self):
        """one more connection than there may be waits or is closed; later ones are answered"""
        ask = SOLVE.replace(b"Connection: close\r\n", b"") + b"\r\n"
        with Server("--connections", "4", "--client-connections", "9", "--timeout", "3600") as server:
            for _ in range(3):
                kept = [server.socket(ask) for _ in range(4)]
                for made in kept:
                    self.assertTrue(made.recv(MIB).endswith(ANSWER))
                with contextlib.suppress(ConnectionError), server.socket(ask) as more:
                    kept[0].sendall(b"GET /v1/metrics HTTP/1.1\r\nHost: a\r\n\r\n")
                    self.assertIn(b"\nfourscore_connections 4\n", kept[0].recv(MIB))
                    more.setblocking(False)
                    with contextlib.suppress(BlockingIOError):
                        self.assertEqual(more.recv(MIB), b"")
                for made in kept:
                    made.close()
                server.wait_for_connections(0)

    def test_files(self):
        """connections and 64 other files fit in what the process may open"""
        with Server(shell="ulimit -n 100") as server:  # 36 connections, 18 for an address
            self.keep(server, 30, 18)
        with Server("--connections", "36", shell="ulimit -n 100"):
            pass
        if resource.getrlimit(resource.RLIMIT_NOFILE)[1] >= 4064:
            with Server(shell="ulimit -n 4064") as server:
                self.assertEqual(server.metric("connections_limit"), 4000)
        refuse(2, "37 need 101 open files, and this process may open 100", "--connections", "37",
               shell="ulimit -n 100")
        with Server("--connections", "4", shell="ulimit -n 68"):
            pass
        refuse(2, "4 need 68 open files, and this process may open 67", shell="ulimit -n 67")

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
            server.wait_for_connections(0)

    def test_silent_requests(self):
        """clients that stop within a request, or send none, are cut off"""
        with Server("--timeout", "1") as server:
            for made in [server.socket(text) for text in (
                    b"", b"GET /solve?pos=4", SOLVE, post(9999), post(9999) + b"4" * 99)]:
                self.assertEqual(read_all(made), b"")
            server.wait_for("connections", 1)

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
                    time.sleep(1)  # longer than the server takes to see it
                    while part := made.recv(MIB):
                        size += len(part)
                    self.assertGreater(size, 32 * MIB)

    def test_reset(self):
        """clients that reset their connections while others are answered are forgotten"""
        texts = (post_lines(b"4\n44"), post(4, path=b"/v1/review") + b"4444",
                 post(20, b"application/json") + b'{"position":"44444"}')
        with Server() as server:
            for _ in range(scaled(20)):
                made = [server.socket(text, client=f"127.0.0.{host}")
                        for host in range(2, 22) for text in texts]
                for one in made:
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    one.close()
            server.wait_for("clients", 1)


class StartTest(unittest.TestCase):
    """What a server starts with."""

    def test_refused(self):
        """what is wrong with the options is said, and nothing is served"""
        for address in ("127.0.0.1:65536", "127.0.0.1:100000", "127.0.0.1", ":8080", "[]:8080",
                        "127.0.0.1:", "127.0.0.1:80 ", "127.0.0.1:+80", "a" * 64 + ":80"):
            refuse(2, "--listen: expected HOST:PORT", listen=address)
        for address in ("a" * 63 + ":65535", "127.0.0.300:80"):
            refuse(2, f"--listen: {address[:80]}: ", listen=address)
        for origin in ("", "a\r\nX: y", "a\tb", "a b", "https://example.org\n", "\x7f", "\u00e9",
                       "https://" + "a" * 505):
            refuse(2, "--allow-origin: expected an origin", "--allow-origin", origin)
        other = SOURCE / "book" / "6x5.book"
        for status, words, *options in (
                (3, "cannot listen at 192.0.2.1:65535: ", "--listen", "192.0.2.1:65535"),
                (1, "/nowhere: No such file", "--book", "/nowhere"),
                (1, "README.md: ", "--book", "README.md"),
                *([(1, "not a book for 7x6", "--book", str(other))] if other.exists() else []),
                (1, "/nowhere: No such file", "--web", "/nowhere"),
                (1, "README.md: Not a directory", "--web", "README.md"),
                (2, "--time-limit: expected", "--time-limit", "-1"),
                (2, "--connections: expected", "--connections", "3"),
                (2, "unexpected argument", "extra")):
            refuse(status, words, *options)
        if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < 1000064:
            refuse(2, "--connections: 1000000 need 1000064", "--connections", "1000000")
        with Server() as server:
            refuse(3, "Address already in use", listen=f"127.0.0.1:{server.port}")
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

    def test_tables(self):
        """the safe minimum of the table is accepted, and a byte less is not"""
        said = refuse(2, "the safe minimum", "--table", "1")
        least = int(re.search(r"the safe minimum is (\d+) bytes", said)[1])
        refuse(2, "the safe minimum", "--table", str(least - 1))
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
        server.wait_for_connections(0)
        self.assertLess(server.threads(), threads)
        server.stop()

    def test_streams(self):
        """standard streams may be closed, and are no sockets then"""
        for closed, status in (("<&-", 0), (">&-", 3), ("2>&-", 0), ("<&- 2>&-", 0)):
            with tempfile.TemporaryDirectory() as folder:
                path = f"{folder}/socket"
                process = subprocess.Popen(
                    ["sh", "-c", f'exec "$0" "$@" {closed}', PROGRAM, "serve", "--listen",
                     f"unix:{path}"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                with socket.socket(socket.AF_UNIX) as made:
                    made.settimeout(PATIENCE)
                    wait_until(lambda: made.connect_ex(path) == 0, "no server")
                    made.sendall(SOLVE + b"\r\n")
                    self.assertTrue(read_all(made).endswith(ANSWER))
                for number in range(3):
                    self.assertNotIn("socket", os.readlink(f"/proc/{process.pid}/fd/{number}"))
                process.terminate()
                errors = process.communicate(timeout=PATIENCE)[1]
                self.assertEqual(process.returncode, status, errors)


class StopTest(unittest.TestCase):
    """How a server ends."""

    def test_stop(self):
        """SIGTERM ends a server within five seconds, whatever its connections do"""
        server = Server("--time-limit", "3600", "--timeout", "3600")
        single = server.socket(endless())
        many = server.socket(post_lines(HARD * 30, ON_9X9))
        for text in b"", b"GET /solve?pos=4", post(9999), post(9999) + b"4" * 999:
            server.socket(text)
        idle = server.socket(SOLVE.replace(b"Connection: close\r\n", b"") + b"\r\n")
        self.assertTrue(idle.recv(MIB).endswith(ANSWER))
        server.unread(post_lines(LONG * 9999)).recv(1)
        server.wait_for("queue_length", 2)
        seconds = server.stop()
        one, lines = read_all(single), read_all(many)
        self.assertRegex(one, b"^HTTP/1.1 200 ")
        self.assertIn(b"\r\nConnection: close\r\n", one)
        self.assertIn(b'"finished":false', one)
        self.assertEqual(lines.count(b'"finished":false'), 30)
        self.assertTrue(lines.endswith(b"0\r\n\r\n"))
        self.assertEqual(read_all(idle), b"")
        for made in server.sockets:
            made.close()
        if not SANITIZED:
            self.assertLess(seconds, 15)  # 5 on a machine that is not busy

    def test_at_once(self):
        """a server that has answered all requests waits for none"""
        def seconds(by):
            server = Server()
            server.get("/v1/health")
            server.raw(SOLVE + b"Content-Length: x\r\n\r\n")
            return server.stop(by)

        # It would wait for 4 seconds; a machine that is busy gets more than one try.
        for by in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            self.assertLess(min(seconds(by) for _ in range(3)), 3.5)


class ListenerTest(unittest.TestCase):
    """Unix sockets, and sockets that systemd passes."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = f"{folder.name}/socket"
        self.listen = f"unix:{self.path}"

    def ask(self, server):
        self.assertTrue(server.raw(SOLVE + b"\r\n").endswith(ANSWER))

    def test_unix(self):
        """a server answers at a Unix socket, keeps others away, and removes it at the end"""
        with Server(listen=self.listen) as server:
            self.ask(server)
            refuse(3, "Address already in use", listen=self.listen)
            self.ask(server)
        self.assertFalse(os.path.exists(self.path))

    def test_left(self):
        """the socket of a program that has crashed is replaced, and what is no socket is kept"""
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(self.path)
        with Server(listen=self.listen) as server:
            self.ask(server)
        pathlib.Path(self.path).write_text("kept")
        refuse(3, "Address already in use", listen=self.listen)
        self.assertEqual(pathlib.Path(self.path).read_text(), "kept")

    def test_busy(self):
        """the socket of a program that does not accept connections now is kept"""
        with socket.socket(socket.AF_UNIX) as busy, contextlib.ExitStack() as waiting:
            busy.bind(self.path)
            busy.listen(0)

            def is_full():
                made = waiting.enter_context(socket.socket(socket.AF_UNIX))
                made.setblocking(False)
                return made.connect_ex(self.path) != 0

            wait_until(is_full, "there is always room")
            refuse(3, "Address already in use", listen=self.listen)
            busy.accept()[0].close()
            self.assertFalse(is_full())

    def test_failed(self):
        """a server that cannot start after all leaves no socket"""
        for option in "--book", "--web":
            refuse(1, "/nowhere: No such file", option, "/nowhere", listen=self.listen)
            self.assertFalse(os.path.lexists(self.path), option)

    def test_successor(self):
        """a server that ends leaves the socket of the one that has taken its place"""
        first = Server("--threads", "1", "--time-limit", "3600", listen=self.listen)
        asked = first.socket(endless())
        wait_until(lambda: b"\nfourscore_queue_length 1\n" in first.raw(
            b"GET /v1/metrics HTTP/1.0\r\n\r\n"), "no search")
        first.process.terminate()
        wait_until(lambda: select.select([asked], [], [], 0)[0] or not os.path.exists(self.path),
                   "no end")
        self.assertFalse(os.path.exists(self.path))
        second = Server(listen=self.listen)
        self.assertIn(b'"finished":false', read_all(asked))
        asked.close()
        self.assertEqual(first.process.wait(PATIENCE), 0)
        first.process.communicate()
        self.ask(second)
        # A file that was replaced by hand is not removed, either.
        os.unlink(self.path)
        with Server(listen=self.listen) as third:
            second.stop()
            self.ask(third)

    def test_systemd(self):
        """a server takes the socket of systemd, and leaves it open for the next one"""
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(self.path)
            made.listen()
            for _ in range(2):
                waiting = socket.socket(socket.AF_UNIX)
                waiting.settimeout(PATIENCE)
                waiting.connect(self.path)
                waiting.sendall(SOLVE + b"\r\n")
                with self.started(made) as server:
                    self.assertEqual(server.path, self.path)
                    self.assertTrue(read_all(waiting).endswith(ANSWER))
                waiting.close()
            self.assertTrue(os.path.exists(self.path))

    def started(self, made, process="$$", count=1):
        """A server with this socket as systemd passes it: as number 3."""
        return Server(listen="systemd", passed=[made.fileno()], shell=f"exec 3<&{made.fileno()} && "
                      f"export LISTEN_PID={process} LISTEN_FDS={count}")

    def test_refused(self):
        """what is no socket is refused, with what is expected"""
        refuse(2, "--listen: systemd has passed no socket", listen="systemd")
        refuse(2, "passed no socket", listen="systemd",
               shell="exec 3</dev/null && export LISTEN_PID=$$ LISTEN_FDS=1")
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(self.path)
            for passed in ((), ("1",), ("$$", 0)):  # it does not listen; it is another's; there is none
                with self.assertRaisesRegex(AssertionError, "passed no socket"):
                    self.started(made, *passed)
                made.listen()
        refuse(2, "a path of 1 to 107 bytes behind unix:, got 0", listen="unix:")
        refuse(2, "got 108", listen="unix:" + "a" * 108)
        refuse(3, "No such file or directory", listen="unix:/nothing/a")


class MemoryTest(unittest.TestCase):
    """Memory that runs out."""

    @unittest.skipIf(SANITIZED, "they have a malloc() of their own")
    def test_no_memory(self):
        """requests are answered or refused, and what follows is answered as before"""
        with tempfile.TemporaryDirectory() as folder:
            library, failing = f"{folder}/preload.so", pathlib.Path(folder, "failing")
            subprocess.run(["cc", "-shared", "-fPIC", "-o", library,
                            SOURCE / "test/support/preload.c", "-ldl"], check=True)
            requests = [
                SOLVE + b"\r\n", post_lines(b"44\n1212121\n" * 40, b"?all=1&pv=1"),
                post_lines(b"44\n", b"?board=4x4"),
                post(40, b"application/json") + b'{"positions": ["44", [' + b"0," * 8 + b'1]]}',
                *(SOLVE.replace(b"/solve?pos=44", path) + b"\r\n" for path in (
                    b"/v1/explain?position=4444", b"/v1/review?position=4444",
                    b"/v1/metrics", b"/v1/solve?position=&board=5x4",
                    b"/v1/openapi.json", b"/nothing"))]
            puzzles = [SOLVE.replace(b"/solve?pos=44", b"/v1/puzzle?board=" + board) + b"\r\n"
                       for board in (b"4x4", b"5x4", b"6x4", b"4x5", b"5x5", b"4x6", b"6x5")]
            shell = f"export LD_PRELOAD={library}"
            found, found_puzzles = set(), set()

            def ask(server, text, answers):
                with contextlib.suppress(ConnectionError), server.socket(text) as made:
                    answers.add(read_all(made)[9:12])

            for every in "3", "11", "47":
                with Server("--timeout", "2", shell=shell, FAIL="memory", FAIL_AT=every,
                            FAIL_WHILE=str(failing)) as server:
                    for number in range(scaled(20)):
                        failing.touch()
                        for text in requests:
                            ask(server, text, found)
                        # Each board has to be opened.
                        ask(server, puzzles[number % len(puzzles)], found_puzzles)
                        failing.unlink()
                        self.assertTrue(server.raw(SOLVE + b"\r\n").endswith(ANSWER))
                    server.wait_for("connections", 1)
                    self.assertEqual(server.metric("queue_length"), 0)
            self.assertIn(b"503", found)
            # The parser of JSON reports what it has no memory for as wrong.
            self.assertLessEqual(found, {b"", b"200", b"400", b"404", b"503"})
            self.assertIn(b"503", found_puzzles)
            self.assertLessEqual(found_puzzles, {b"", b"200", b"503"})  # there are puzzles


if __name__ == "__main__":
    print(f"# FOURSCORE_SEED={SEED}")
    tap.main()
