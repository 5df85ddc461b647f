"""Questions at random times, as from many people who do not wait for each other.

    python3 test/server/arrivals.py URL FILE RATE SECONDS

Asks for the scores of all moves of the lines of FILE, RATE times a second on average,
and prints how long the answers took.
"""

import asyncio
import random
import sys
import time
import urllib.parse


class Arrivals:
    def __init__(self, url):
        found = urllib.parse.urlsplit(url)
        self.address = found.hostname, found.port
        self.idle = []
        self.connections = 0
        self.times = []

    async def connect(self):
        if self.idle:
            return self.idle.pop()
        self.connections += 1
        return await asyncio.open_connection(*self.address)

    async def ask(self, position):
        began = time.perf_counter()
        reader, writer = await self.connect()
        writer.write(f"GET /v1/solve?all=1&position={position} HTTP/1.1\r\n"
                     "Host: a\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        await reader.readexactly(int(head.split("content-length: ")[1].split("\r")[0]))
        if not head.startswith("http/1.1 200 "):
            raise AssertionError(head)
        self.times.append(1000 * (time.perf_counter() - began))
        self.idle.append((reader, writer))

    async def run(self, positions, rate, seconds):
        tasks = []
        at = began = time.perf_counter()
        while at < began + seconds:
            at += random.expovariate(rate)
            await asyncio.sleep(max(0, at - time.perf_counter()))
            tasks.append(asyncio.create_task(self.ask(positions[len(tasks) % len(positions)])))
        await asyncio.gather(*tasks)

    def percentile(self, part):
        return sorted(self.times)[int(len(self.times) * part / 100)]


def main(url, file, rate, seconds):
    arrivals = Arrivals(url)
    with open(file, encoding="ascii") as lines:
        positions = lines.read().splitlines()
    asyncio.run(arrivals.run(positions, float(rate), float(seconds)))
    print(f"{len(arrivals.times)} answers, p50 {arrivals.percentile(50):.2f} ms, "
          f"p90 {arrivals.percentile(90):.1f} ms, p99 {arrivals.percentile(99):.0f} ms, "
          f"{arrivals.connections} connections")


if __name__ == "__main__":
    main(*sys.argv[1:])
