"""Attacks of one client on a server, and what another client notices of them.

    python3 test/server/attack.py PROGRAM SECONDS

Starts 'PROGRAM serve' for each attack.  The attacker has the address 127.0.0.2, the victim
127.0.0.1.  Prints the times of the victim's easy answers and of /v1/health, how late a process
that only sleeps wakes up, and at the end "N passed, N failed".
"""

import asyncio
import http.client
import json
import multiprocessing
import pathlib
import random
import resource
import subprocess
import sys
import time

ATTACKER = "127.0.0.2"
EASY = [line.split()[0] for line in
        (pathlib.Path(__file__).resolve().parents[2] / "testsets/end-easy.txt").read_text()
        .splitlines() if line[0] != "#"]

# Seconds that the victim's answers may take.
EASY_MEDIAN, EASY_99, HEALTH = 0.002, 0.050, 0.100


# ----------------------------------------------------------------- the attacks

def get(path):
    return f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode()


def post(path, kind, body):
    return (f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Type: {kind}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode() + body


def hard(board):
    """A question of its own, which no machine solves within the time limit."""
    width = int(board.split("x")[0])
    moves = "".join(random.choice("123456789"[:width]) for _ in range(6))
    return get(f"/v1/solve?board={board}&position={moves}")


async def ask(port, question, count=1000000):
    """Ask without end, and read the answers; 'count' questions over each connection."""
    while True:
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(ATTACKER, 0))
            try:
                for _ in range(count):
                    writer.write(question())
                    head = await reader.readuntil(b"\r\n\r\n")
                    length = int(head.lower().partition(b"content-length:")[2].split()[0])
                    await reader.readexactly(length)
            finally:
                writer.close()
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.05)


async def send(port, question):
    """Ask, and never read the answer."""
    _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0),
                                              limit=1024)
    writer.transport.pause_reading()
    writer.write(question)
    await asyncio.sleep(1e6)


def many_connections(port):
    return [ask(port, lambda: hard("12x9"), 1) for _ in range(1900)]


def full_queue(port):
    return [ask(port, lambda: hard("12x9")) for _ in range(256 + 64)]


def puzzles(port):
    return [ask(port, lambda: get(f"/v1/puzzle?board=12x9&seed={random.randrange(10 ** 9)}"))
            for _ in range(8)]


def unread_lists(port):
    return [send(port, post(f"/v1/solve?all=1&pv=1&board={board}", "text/plain", b"\n" * 9999))
            for board in ("4x4", "5x4", "4x5")]


def large_bodies(port):
    body = json.dumps({"position": [1] * 1_000_000}, separators=(",", ":")).encode()
    text = post("/v1/solve", "application/json", body[:2 << 20])
    return [ask(port, lambda: text) for _ in range(4)]


def hard_questions(port):
    return [ask(port, lambda: hard(random.choice(("9x9", "8x9", "9x8")))) for _ in range(256)]


ATTACKS = {
    "1,900 connections, a hard question each": many_connections,
    "320 connections that ask hard questions": full_queue,
    "8 clients that ask for puzzles on 12x9": puzzles,
    "3 lists whose answers are not read": unread_lists,
    "bodies of 2 MiB of numbers": large_bodies,
    "256 hard questions": hard_questions,
}


def attack(port, make):
    async def run():
        await asyncio.gather(*make(port))
    asyncio.run(run())


# ------------------------------------------------------------------ the victim

def repeat(port, path, pause, seconds, results):
    """Ask one question at a time; the status and the time of each answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    found = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        asked = path()
        began = time.monotonic()
        connection.request("GET", asked)
        response = connection.getresponse()
        response.read()
        found.append((time.monotonic() - began, response.status))
        time.sleep(pause)
    results.put((path.__name__, found))


def sleep(seconds, results):
    """How much too late a process that does nothing wakes up: what the machine adds to all times."""
    moment, latest = 0.005, 0.0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        time.sleep(moment)
        latest = max(latest, time.monotonic() - began - moment)
    results.put(("sleep", latest))


def easy():
    return f"/v1/solve?position={random.choice(EASY)}"


def health():
    return "/v1/health"


def question():
    """One for the pools, on a board that no attacker uses."""
    return f"/v1/solve?board=8x8&position={random.randrange(11, 88)}&nodes=100000".replace(
        "9", "1").replace("0&", "1&")


def victim(port, seconds):
    results = multiprocessing.Queue()
    parts = [multiprocessing.Process(target=repeat, args=(port, path, pause, seconds, results))
             for path, pause in ((easy, 0.002), (health, 0.01), (question, 0.05))]
    parts.append(multiprocessing.Process(target=sleep, args=(seconds, results)))
    for part in parts:
        part.start()
    found = dict(results.get() for _ in parts)
    for part in parts:
        part.join()
    return found


# --------------------------------------------------------------------- measure

class Results:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, good, what):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"    failed: {what}")


def share(times, part):
    return sorted(times)[int(part * (len(times) - 1))]


def measure(program, seconds, name, make, results):
    server = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0"], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    port = int(server.stdout.readline().rstrip("/\n").rpartition(":")[2])
    attacker = multiprocessing.Process(target=attack, args=(port, make), daemon=True)
    if make is not None:
        attacker.start()
    found = victim(port, seconds)
    if make is not None:
        attacker.kill()
        attacker.join()
    server.terminate()
    server.wait()
    easy_times = [taken for taken, _ in found["easy"]]
    median, most = share(easy_times, 0.5), share(easy_times, 0.99)
    longest = max(taken for taken, _ in found["health"])
    asleep = found.pop("sleep")
    refused = sum(status != 200 for answers in found.values() for _, status in answers)
    print(f"{name + ':':<44}easy p50 {1e3 * median:5.1f} ms, p99 {1e3 * most:6.1f} ms, "
          f"health at most {1e3 * longest:6.1f} ms, sleep {1e3 * asleep:6.1f} ms late; "
          f"{len(easy_times)}, {len(found['health'])} and {len(found['question'])} answers", flush=True)
    if make is None:
        return
    results.check(median < EASY_MEDIAN, "expected a median below 2 ms")
    results.check(most < EASY_99, "expected 99% of easy answers within 50 ms")
    results.check(longest < HEALTH + asleep,
                  "expected /v1/health within 100 ms, and what the machine adds")
    results.check(refused == 0, f"expected no refusals, got {refused}")


def main(program, seconds):
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard_limit, 4096), hard_limit))
    results = Results()
    measure(program, float(seconds), "no attack", None, results)
    for name, make in ATTACKS.items():
        measure(program, float(seconds), name, make, results)
    print(f"{results.passed} passed, {results.failed} failed")
    return results.failed > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
