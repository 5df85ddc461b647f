"""A running 'fourscore serve', the program that FOURSCORE names, and what its tests share."""

import atexit
import contextlib
import http.client
import json
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import time
import unittest
import urllib.parse

PROGRAM = os.environ["FOURSCORE"]
SOURCE = pathlib.Path(__file__).resolve().parents[2]
SEED = int(os.environ.get("FOURSCORE_SEED") or random.randrange(1 << 32))
LONG = b"1#" + b"\x01" * 190 + b"\n"  # a control character takes six bytes in the answer
# What no machine solves while a test runs.
ENDLESS = {"position": "", "board": "9x9"}
SOLVE = b"GET /solve?pos=44 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
HARD = b"\n"  # on 9x9
ON_9X9 = b"?board=9x9"
OTHER = "127.0.0.2"  # another client
ANSWER = b'{"pos":"44","score":[-3,-3,-2,1,-2,-3,-3]}'
MIB = 1 << 20
# Nothing takes longer, on any machine.
PATIENCE = float(os.environ.get("FOURSCORE_PATIENCE", 120))
SHORT = "FOURSCORE_SHORT" in os.environ


def scaled(count):
    """How many samples: fewer under slow tools."""
    return count // 5 if SHORT else count


def uses(*names):
    """Whether the program has one of these symbols."""
    symbols = subprocess.run(["nm", PROGRAM], check=True, capture_output=True, text=True).stdout
    return any(name in symbols for name in names)


def has_sanitizers():
    """Whether memory and speed say nothing."""
    return uses("__asan_init", "__tsan_init")


def is_posix():
    """Whether it is the build of 'make check-posix', which has nothing that only Linux has."""
    if not uses(" main"):
        raise AssertionError("the program has no symbols")
    return not uses(" sem_init")


SANITIZED = has_sanitizers()


def post(length, kind=b"text/plain", path=b"/v1/solve", close=True):
    """The head of a POST, whose body has 'length' bytes, or None: chunks."""
    size = b"Transfer-Encoding: chunked" if length is None else b"Content-Length: %d" % length
    return (b"POST " + path + b" HTTP/1.1\r\nHost: a\r\n" +
            (b"Connection: close\r\n" if close else b"") + b"Content-Type: " + kind + b"\r\n" +
            size + b"\r\n\r\n")


def post_lines(text, query=b""):
    return post(len(text), path=b"/v1/solve" + query) + text


def endless(query=b""):
    return (b"GET /v1/solve?" + urllib.parse.urlencode(ENDLESS).encode() + query +
            b" HTTP/1.1\r\nHost: a\r\n\r\n")


def read_all(made):
    """What a socket receives until it is closed."""
    parts = []
    try:
        while part := made.recv(65536):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


def wait_until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(what)
        time.sleep(0.01)


def lines_of(answer):
    """What has arrived of the body of an answer in chunks, as lines."""
    parts, at = [], answer.find(b"\r\n\r\n") + 4
    while 4 <= at < len(answer) and (end := answer.find(b"\r\n", at)) >= 0:
        size = int(answer[at:end], 16)
        parts.append(answer[end + 2:end + 2 + size])
        at = end + size + 4
    return b"".join(parts).splitlines()


def refuse(status, words, *options, listen="127.0.0.1:0", shell=":"):
    """A server does not start, and says why."""
    done = subprocess.run(["sh", "-c", f'{shell} && exec "$0" serve --listen "$@"', PROGRAM, listen,
                           *options], capture_output=True, text=True, timeout=PATIENCE)
    if (done.returncode, done.stdout) != (status, "") or words not in done.stderr:
        raise AssertionError(listen, options, done)
    return done.stderr


class Server:
    """A running server."""

    def __init__(self, *options, listen="127.0.0.1:0", shell=":", passed=(), **environment):
        """With options, what a shell does before, descriptors, and more of an environment."""
        self.process = subprocess.Popen(
            ["sh", "-c", f'{shell} && exec "$0" "$@"', PROGRAM, "serve", "--listen", listen,
             "--threads", "2", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            pass_fds=passed, env={**os.environ, **environment})
        atexit.register(self.process.kill)  # of a test that has failed
        line = self.process.stdout.readline()
        self.path, match = None, re.fullmatch(r"listening on (?:unix:|http://(\S+):)(\S+?)/?\n", line)
        if not match:
            raise AssertionError(line + self.process.communicate()[1])
        if match[1]:
            self.host, self.port = match[1].strip("[]"), int(match[2])
        else:
            self.path = match[2]
        self.files, self.sockets = self.descriptors(), []

    def connect(self, client=None):
        """A connection, from an address of this machine, such as 127.0.0.2."""
        return http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE,
                                          source_address=client and (client, 0))

    def socket(self, text=b"", client=None):
        """A connection to which a text was sent, open until the server ends."""
        if self.path:
            made = socket.socket(socket.AF_UNIX)
            made.settimeout(PATIENCE)
            made.connect(self.path)
        else:
            made = socket.create_connection((self.host, self.port), timeout=PATIENCE,
                                            source_address=client and (client, 0))
        self.sockets.append(made)
        made.sendall(text)
        return made

    def busy(self, count=1, client=None, board=b"9x9"):
        """Make it search so many questions without end."""
        before = self.metric("queue_length")
        made = [self.socket(endless().replace(b"9x9", board), client) for _ in range(count)]
        self.wait_for("queue_length", before + count)
        return made

    def request(self, method, path, body=None, headers=None, client=None):
        """A response, whose bytes are in .bytes."""
        connection = self.connect(client)
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        response.bytes = response.read()
        connection.close()
        return response

    def get(self, path, **query):
        text = "?" + urllib.parse.urlencode(query) if query else ""
        return self.request("GET", path + text)

    def post(self, question, path="/v1/solve", **query):
        """Post an object as JSON, or a text."""
        text = "?" + urllib.parse.urlencode(query) if query else ""
        if isinstance(question, (str, bytes)):
            kind = "text/plain"
        else:
            kind, question = "application/json", json.dumps(question)
        return self.request("POST", path + text, question, {"Content-Type": kind})

    def unread(self, text):
        """A connection to which a text was sent, and whose answer only small buffers take."""
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.settimeout(PATIENCE)
        made.connect((self.host, self.port))
        self.sockets.append(made)
        made.sendall(text)
        return made

    def lines(self, name):
        """The values of a metric by their labels."""
        text = self.get("/v1/metrics").bytes.decode()
        return {labels: float(value) for labels, value in
                re.findall(rf"^fourscore_{name}(?:{{(.*)}})? (\S+)$", text, re.M)}

    def metric(self, name):
        return sum(self.lines(name).values())

    def wait_for(self, name, value):
        wait_until(lambda: self.metric(name) == value, f"{name} is not {value}")

    def wait_for_connections(self, count):
        """Until so many are open."""
        wait_until(lambda: self.descriptors() == self.files + count, f"not {count} connections")

    def raw(self, text):
        """All that is answered to these bytes, until the server closes the connection."""
        with self.socket(text) as made:
            return read_all(made)

    def opened(self):
        """What its descriptors are: the path of each, or pipe:[NUMBER]."""
        folder = pathlib.Path(f"/proc/{self.process.pid}/fd")
        for descriptor in folder.iterdir():
            with contextlib.suppress(FileNotFoundError):
                yield os.readlink(descriptor)

    def descriptors(self):
        """Open files, but for pipes, which semaphores of searches may be."""
        return sum(not name.startswith("pipe:") for name in self.opened())

    def pipes(self):
        return sum(name.startswith("pipe:") for name in self.opened())

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def memory(self):
        """Resident bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return 1024 * int(re.search(r"VmRSS:\s+(\d+)", status)[1])

    def stop(self, by=signal.SIGTERM, status=0):
        """End it; returns its seconds, and keeps its messages in .errors."""
        began = time.monotonic()
        self.process.send_signal(by)
        _, self.errors = self.process.communicate(timeout=PATIENCE)
        if self.process.returncode != status:
            raise AssertionError(self.process.returncode, self.errors)
        return time.monotonic() - began

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        for made in self.sockets:
            made.close()
        if kind is None:
            self.stop()
        else:
            self.process.kill()
            print("".join(f"# {line}\n" for line in
                          self.process.communicate()[1].splitlines()[-60:]))


class ServerTest(unittest.TestCase):
    """Tests that share a server, with the options of the class."""

    OPTIONS = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.OPTIONS)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
