"""A running 'fourscore serve', the program that FOURSCORE names, and what its tests share."""

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
# What no machine solves while a test runs.
ENDLESS = {"position": "", "board": "9x9"}
# Nothing takes longer, on any machine.
PATIENCE = float(os.environ.get("FOURSCORE_PATIENCE", 120))
SHORT = "FOURSCORE_SHORT" in os.environ


def scaled(count):
    """How many samples: fewer under slow tools."""
    return count // 5 if SHORT else count


def has_sanitizers():
    """Whether memory and speed say nothing."""
    names = subprocess.run(["nm", PROGRAM], capture_output=True, text=True).stdout
    return "__asan_init" in names or "__tsan_init" in names


def read_all(made):
    """What a socket receives until it is closed."""
    parts = []
    try:
        while part := made.recv(65536):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


class Server:
    """A running server."""

    def __init__(self, *options, listen="127.0.0.1:0", files=None, **environment):
        """With options; at most so many open files, and more of an environment."""
        limit = ["sh", "-c", f'ulimit -n {files} && exec "$0" "$@"'] if files else []
        self.process = subprocess.Popen(
            [*limit, PROGRAM, "serve", "--listen", listen, "--threads", "2", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, **environment})
        line = self.process.stdout.readline()
        match = re.fullmatch(r"listening on http://(\S+):(\d+)/\n", line)
        if not match:
            raise AssertionError(line + self.process.communicate()[1])
        self.host, self.port = match[1].strip("[]"), int(match[2])

    def connect(self, client=None):
        """A connection, from an address of this machine, such as 127.0.0.2."""
        return http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE,
                                          source_address=client and (client, 0))

    def socket(self, text=b"", client=None):
        made = socket.create_connection((self.host, self.port), timeout=PATIENCE,
                                        source_address=client and (client, 0))
        made.sendall(text)
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

    def metric(self, name):
        text = self.get("/v1/metrics").bytes.decode()
        return sum(float(line.split()[-1]) for line in text.splitlines()
                   if re.match(rf"fourscore_{name}(\{{| )", line))

    def wait_for(self, name, value):
        self.wait_until(lambda: self.metric(name) == value, f"{name} is not {value}")

    def raw(self, text):
        """All that is answered to these bytes, until the server closes the connection."""
        with self.socket(text) as made:
            return read_all(made)

    def wait_until(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(what)
            time.sleep(0.01)

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
