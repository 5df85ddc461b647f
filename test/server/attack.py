"""Attacks of one client on a server, and what another client notices of them.

    python3 test/server/attack.py PROGRAM SECONDS ROUNDS

Starts 'PROGRAM serve' once, and makes each attack for SECONDS, ROUNDS times.  The attacker has
the address 127.0.0.2, the victim 127.0.0.1.  Prints the times of the victim's easy answers and of
/v1/health, how late a process that only sleeps wakes up, the server's memory and descriptors
after each round, and at the end "N passed, N failed".
"""

import asyncio
import http.client
import json
import multiprocessing
import pathlib
import random
import re
import resource
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/support"))
from random_games import unfinished_games  # noqa: E402

ATTACKER = "127.0.0.2"
CLIENTS = [f"127.0.0.{number}" for number in range(3, 7)]
CONNECTIONS = 16  # of each of them

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


async def ask(port, question, count=1000000, client=ATTACKER, answered=lambda: None):
    """Ask without end, and read the answers; 'count' questions over each connection."""
    while True:
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(client, 0))
            try:
                for _ in range(count):
                    writer.write(question())
                    head = await reader.readuntil(b"\r\n\r\n")
                    length = int(head.lower().partition(b"content-length:")[2].split()[0])
                    await reader.readexactly(length)
                    if head.startswith(b"HTTP/1.1 200"):
                        answered()
            finally:
                writer.close()
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.05)


async def send(port, question):
    """Ask, and never read the answer."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.bind((ATTACKER, 0))
    made.connect(("127.0.0.1", port))
    await asyncio.to_thread(made.sendall, question)
    await asyncio.sleep(1e6)


def many_connections(port):
    return [ask(port, lambda: hard("12x9"), 1) for _ in range(1900)]


def full_line(port):
    return [ask(port, lambda: hard("12x9")) for _ in range(256 + 64)]


def puzzles(port):
    return [ask(port, lambda: get(f"/v1/puzzle?board=12x9&seed={random.randrange(10 ** 9)}"))
            for _ in range(8)]


def unread_lists(port):
    # Answers repeat the comment; a control character takes six bytes there.
    lines = (b"#" + b"\x01" * 190 + b"\n") * 9999
    return [send(port, post(f"/v1/solve?all=1&pv=1&board={board}", "text/plain", lines))
            for board in ("4x4", "5x4", "4x5")]


def large_bodies(port):
    body = json.dumps({"position": [1] * 1_000_000}, separators=(",", ":")).encode()
    text = post("/v1/solve", "application/json", body[:2 << 20])
    return [ask(port, lambda: text) for _ in range(4)]


def hard_questions(port):
    return [ask(port, lambda: hard(random.choice(("9x9", "8x9", "9x8")))) for _ in range(256)]


ATTACKS = {
    "1,900 connections, a hard question each": many_connections,
    "320 connections that ask hard questions": full_line,
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

class Questions:
    """What the victim asks, with the answers: some that any thread answers at once, some for the
    pools, on a board that no attacker uses."""

    def __init__(self, program):
        games = ["".join(map(str, game)) for game in
                 unfinished_games(200, random.Random(1), 24, 40, 8, 8)]
        solved = subprocess.run([program, "solve", "--board", "8x8"], input="\n".join(games),
                                capture_output=True, text=True, check=True).stdout
        self.lines = {"easy": (ROOT / "testsets/end-easy.txt").read_text(), "8x8": solved}
        self.lines = {name: [line.split()[:2] for line in text.splitlines() if line[0] != "#"]
                      for name, text in self.lines.items()}

    def choose(self, name):
        """A path, and the score that the answer must have, or None."""
        if name == "health":
            return "/v1/health", None
        position, score = random.choice(self.lines[name])
        board = "" if name == "easy" else f"&board={name}"
        return f"/v1/solve?position={position}{board}", int(score)


def repeat(port, questions, name, pause, seconds, results):
    """Ask one question at a time; the times of the answers, and how many are refused or wrong."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    times, wrong = [], 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        path, score = questions.choose(name)
        began = time.monotonic()
        connection.request("GET", path)
        response = connection.getresponse()
        answer = json.loads(response.read())
        times.append(time.monotonic() - began)
        wrong += response.status != 200 or score is not None and answer.get("score") != score
        time.sleep(pause)
    results.put((name, (times, wrong)))


def sleep(seconds, results):
    """How much too late a process that does nothing wakes up: what the machine adds to all times."""
    moment, latest = 0.005, 0.0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        time.sleep(moment)
        latest = max(latest, time.monotonic() - began - moment)
    results.put(("sleep", latest))


def victim(port, questions, seconds):
    results = multiprocessing.Queue()
    parts = [multiprocessing.Process(target=repeat,
                                     args=(port, questions, name, pause, seconds, results))
             for name, pause in (("easy", 0.002), ("health", 0.01), ("8x8", 0.05))]
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


def measure(port, questions, seconds, name, make, results):
    attacker = multiprocessing.Process(target=attack, args=(port, make), daemon=True)
    attacker.start()
    found = victim(port, questions, seconds)
    attacker.kill()
    attacker.join()
    asleep = found.pop("sleep")
    times = {kind: taken for kind, (taken, _) in found.items()}
    median, most = share(times["easy"], 0.5), share(times["easy"], 0.99)
    longest, wrong = max(times["health"]), sum(wrong for _, wrong in found.values())
    print(f"{name + ':':<44}easy p50 {1e3 * median:5.1f} ms, p99 {1e3 * most:6.1f} ms, "
          f"health at most {1e3 * longest:6.1f} ms, sleep {1e3 * asleep:6.1f} ms late; "
          f"{len(times['easy'])}, {len(times['health'])} and {len(times['8x8'])} answers",
          flush=True)
    results.check(median < EASY_MEDIAN, "expected a median below 2 ms")
    results.check(most < EASY_99, "expected 99% of easy answers within 50 ms")
    results.check(longest < HEALTH + asleep,
                  "expected /v1/health within 100 ms, and what the machine adds")
    results.check(wrong == 0, f"expected no answer refused or wrong, got {wrong}")


def measure_shares(port, seconds, total):
    """Clients that ask without end, and the answers of each, added to 'total'."""
    games = ["".join(map(str, game)) for game in unfinished_games(20000, random.Random())]
    answers = dict.fromkeys(CLIENTS, 0)

    def question():
        return get(f"/v1/solve?all=1&position={random.choice(games)}")

    async def client(address):
        def answered():
            answers[address] += 1
        await asyncio.gather(*(ask(port, question, client=address, answered=answered)
                               for _ in range(CONNECTIONS)))

    async def run():
        await asyncio.wait([asyncio.create_task(client(address)) for address in CLIENTS],
                           timeout=seconds)

    asyncio.run(run())
    least, most = min(answers.values()), max(answers.values())
    print(f"{len(CLIENTS)} clients of {CONNECTIONS} connections, random games: "
          f"{least} to {most} answers")
    for address, count in answers.items():
        total[address] += count


def resources(server):
    """The memory in MiB, and the open descriptors."""
    process = pathlib.Path(f"/proc/{server.pid}")
    kibibytes = re.search(r"VmRSS:\s+(\d+)", (process / "status").read_text())[1]
    return int(kibibytes) / 1024, len(list((process / "fd").iterdir()))


def main(program, seconds, rounds):
    seconds, rounds = float(seconds), int(rounds)
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard_limit, 4096), hard_limit))
    results, questions = Results(), Questions(program)
    server = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0"], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    port = int(server.stdout.readline().rstrip("/\n").rpartition(":")[2])
    samples, shares = [resources(server)], dict.fromkeys(CLIENTS, 0)
    for _ in range(rounds):
        for name, make in ATTACKS.items():
            measure(port, questions, seconds, name, make, results)
        measure_shares(port, 3 * seconds, shares)
        time.sleep(1)  # the connections of those who are gone are closed
        samples.append(resources(server))
        print(f"memory {samples[-1][0]:.1f} MiB, {samples[-1][1]} descriptors", flush=True)
    server.terminate()
    results.check(server.wait() == 0, "expected the server to end well")
    results.check(samples[-1][1] == samples[0][1], "expected no descriptor lost")
    # What the questions take differs much, so that this needs many.
    print(f"all rounds: {min(shares.values())} to {max(shares.values())} answers")
    results.check(0 < max(shares.values()) <= 1.2 * min(shares.values()), "expected shares within 20%")
    if rounds > 3:
        results.check(samples[-1][0] <= 1.05 * max(memory for memory, _ in samples[:rounds // 2]),
                      "expected no more memory in the second half than in the first, within 5%")
    print(f"{results.passed} passed, {results.failed} failed")
    return results.failed > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
