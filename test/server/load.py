"""Mixed load: good and bad requests, slow and vanishing clients.

    python3 test/server/load.py URL SECONDS [PID]

Prints what was sent, and fails if a good request has no good answer, or if the memory
of the process PID grows by more than 64 MiB after the first quarter of the time.
"""

import asyncio
import json
import pathlib
import random
import re
import sys
import time
import urllib.parse

ENDLESS = "/v1/solve?board=9x9&position=&seconds=0.5"
BAD = (b"GET /solve?pos=9 HTTP/1.1\r\nHost: a\r\n\r\n",
       b"GET /v1/solve?position=4&colour=red HTTP/1.1\r\nHost: a\r\n\r\n",
       b"DELETE /solve HTTP/1.1\r\nHost: a\r\n\r\n", b"\x16\x03\x01\x02\x00",
       b"GET /" + b"a" * 40000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
       b"POST /v1/solve HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n"
       b"Content-Length: 99999999999\r\n\r\n4453")


class Load:
    def __init__(self, url, seconds):
        found = urllib.parse.urlsplit(url)
        self.address = found.hostname, found.port
        self.end = time.monotonic() + seconds
        self.counts = {}
        self.errors = []

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def game(self):
        return "".join(str(random.randint(1, 7)) for _ in range(random.randint(8, 20)))

    async def answer(self, reader):
        """The status and the body of one response."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status = int(head.split(" ", 2)[1])
        length = re.search(r"(?i)\r\ncontent-length: (\d+)", head)
        if length:
            return status, await reader.readexactly(int(length[1]))
        body = b""
        while size := int(await reader.readuntil(b"\r\n"), 16):
            body += (await reader.readexactly(size + 2))[:-2]
        await reader.readexactly(2)
        return status, body

    async def good(self, reader, writer):
        """Requests over one connection, each of which must be answered."""
        for _ in range(50):
            kind = random.choice(("site", "site", "site", "one", "list"))
            if kind == "list":
                lines = "\n".join(self.game() for _ in range(30)).encode()
                request = (b"POST /v1/solve HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain"
                           b"\r\nContent-Length: %d\r\n\r\n%s" % (len(lines), lines))
            else:
                path = "/solve?pos=" if kind == "site" else "/v1/solve?best=1&position="
                request = f"GET {path}{self.game()} HTTP/1.1\r\nHost: a\r\n\r\n".encode()
            writer.write(request)
            status, body = await self.answer(reader)
            self.count(f"{kind} {status}")
            if status not in (200, 400, 503):
                self.errors.append((request, status, body))
            elif kind == "list" and status == 200:
                if len([json.loads(line) for line in body.splitlines()]) != 30:
                    self.errors.append((request, status, body))
            else:
                json.loads(body)

    async def bad(self, reader, writer):
        writer.write(random.choice(BAD))
        await asyncio.wait_for(reader.read(1000), 1)
        self.count("bad")

    async def slow(self, _, writer):
        """A request that arrives byte by byte, and not as a whole."""
        for byte in random.choice(BAD)[:30]:
            if writer.is_closing():
                break
            writer.write(bytes([byte]))
            await asyncio.sleep(0.1)
        self.count("slow")

    async def vanishing(self, _, writer):
        """A hard question whose client does not wait for the answer."""
        writer.write(f"GET {ENDLESS} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        await asyncio.sleep(random.random() / 5)
        self.count("vanishing")

    async def client(self, behaviour):
        while time.monotonic() < self.end:
            try:
                reader, writer = await asyncio.open_connection(*self.address)
                try:
                    await behaviour(reader, writer)
                finally:
                    writer.close()
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError) as error:
                if behaviour == self.good:
                    self.errors.append(repr(error))
                    await asyncio.sleep(0.1)

    async def run(self):
        await asyncio.gather(*(self.client(behaviour) for behaviour, count in (
            (self.good, 8), (self.bad, 4), (self.slow, 20), (self.vanishing, 2))
            for _ in range(count)))


def memory(pid):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    files = len(list(pathlib.Path(f"/proc/{pid}/fd").iterdir()))
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) // 1024, files


async def watch(pid, seconds, samples):
    for _ in range(9):
        await asyncio.sleep(seconds / 9.2)
        samples.append(memory(pid))


async def main(url, seconds, pid=None):
    load = Load(url, float(seconds))
    samples = []
    watcher = [watch(pid, float(seconds), samples)] if pid else []
    await asyncio.gather(load.run(), *watcher)
    print("requests:", dict(sorted(load.counts.items())))
    print("memory in MiB and open files:", samples)
    grown = samples[-1][0] - samples[2][0] if samples else 0
    for error in load.errors[:5]:
        print("error:", error)
    print(f"{len(load.errors)} errors, memory grew by {grown} MiB")
    return bool(load.errors) or grown > 64


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
