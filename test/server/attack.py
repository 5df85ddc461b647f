"""What one client can do to another, how a server ends under load, and how it compares with nginx.

    FOURSCORE=PROGRAM python3 test/server/attack.py SECONDS ROUNDS STOPS

Makes each attack for SECONDS, ROUNDS times, with one 'PROGRAM serve'; measures the answers of
another client, and how late a process that only sleeps wakes, which the machine adds to all
times.  Then ends STOPS servers under all attacks at once, and asks a server and nginx with wrk.
The attacker has the address 127.0.0.2, the victim 127.0.0.1.  The exit status is 1 if a figure
is not as expected.
"""

import asyncio
import contextlib
import json
import multiprocessing
import os
import pathlib
import random
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/support"))
from random_games import unfinished_games

from serving import MIB, PROGRAM, Server, post, post_lines

ATTACKER = "127.0.0.2"
failures = 0


def expect(good, what):
    global failures
    if not good:
        failures += 1
        print(f"    failed: expected {what}", flush=True)


def start():
    return Server("--threads", str(os.cpu_count()))


def stop(server):
    took = server.stop()
    expect(took < 5, f"the end within 5 s of SIGTERM, took {took:.1f} s")
    return took


# ----------------------------------------------------------------- the attacks

def get(path):
    return f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode()


def hard(board):
    """A question of its own, which no machine solves within the time limit."""
    moves = "".join(random.choice("123456789"[:int(board.split("x")[0])]) for _ in range(6))
    return get(f"/v1/solve?board={board}&position={moves}")


async def ask(port, question, count=1000000, address=ATTACKER, pause=0, answered=None):
    """Ask without end, and read the answers; 'count' questions over each connection."""
    while True:
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(address, 0))
            try:
                for _ in range(count):
                    writer.write(question())
                    head = await reader.readuntil(b"\r\n\r\n")
                    body = await reader.readexactly(
                        int(head.lower().partition(b"content-length:")[2].split()[0]))
                    if answered:
                        answered(head.startswith(b"HTTP/1.1 200 ") and json.loads(body))
                        await asyncio.sleep(pause)
            finally:
                writer.close()
        except (OSError, asyncio.IncompleteReadError):
            if answered:
                answered(None)
            await asyncio.sleep(0.05)


async def send(port, question):
    """Ask, and never read the answer."""
    with socket.socket() as made, contextlib.suppress(OSError):
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.bind((ATTACKER, 0))
        made.connect(("127.0.0.1", port))
        await asyncio.to_thread(made.sendall, question)
        await asyncio.sleep(1e6)


def unread_lists(port):
    # Answers repeat the comment; a control character takes six bytes there.
    lines = (b"1#" + b"\x01" * 190 + b"\n") * 9999
    return [send(port, post_lines(lines, b"?all=1&pv=1&board=" + board))
            for board in (b"4x4", b"5x4", b"4x5")]


def large_bodies(port):
    body = json.dumps({"position": [1] * 1_000_000}, separators=(",", ":")).encode()
    text = post(2 * MIB, b"application/json", close=False) + body[:2 * MIB]
    return [ask(port, lambda: text) for _ in range(4)]


ATTACKS = {
    "1,900 connections, a hard question each": lambda port: [
        ask(port, lambda: hard("12x9"), 1) for _ in range(1900)],
    "320 connections that ask hard questions": lambda port: [
        ask(port, lambda: hard("12x9")) for _ in range(320)],
    "8 connections that ask for puzzles on 12x9": lambda port: [
        ask(port, lambda: get(f"/v1/puzzle?board=12x9&seed={random.randrange(10 ** 9)}"))
        for _ in range(8)],
    "3 lists whose answers are not read": unread_lists,
    "bodies of 2 MiB of numbers": large_bodies,
    "256 hard questions": lambda port: [
        ask(port, lambda: hard(random.choice(("9x9", "8x9", "9x8")))) for _ in range(256)],
}


def attack(port, attacks):
    async def run():
        await asyncio.gather(*(client for make in attacks for client in make(port)))
    asyncio.run(run())


def start_attacker(port, attacks):
    attacker = multiprocessing.Process(target=attack, args=(port, attacks), daemon=True)
    attacker.start()
    return attacker


# ------------------------------------------------------------------ the victim

class Victim:
    """A client that asks one question at a time, of each kind."""

    def __init__(self):
        games = ["".join(game) for game in unfinished_games(200, random.Random(1), 24, 40, 8, 8)]
        solved = subprocess.run([PROGRAM, "solve", "--board", "8x8"], input="\n".join(games),
                                capture_output=True, text=True, check=True).stdout
        easy = (ROOT / "testsets/end-easy.txt").read_text()
        # Paths, with the score that the answer must have, or None.  Those on 8x8, a board that
        # no attacker uses, are searched longer.
        self.questions = {"health": [("/v1/health", None)]}
        for kind, board, text in ("easy", "7x6", easy), ("8x8", "8x8", solved):
            self.questions[kind] = [
                (f"/v1/solve?board={board}&position={line.split()[0]}", int(line.split()[1]))
                for line in text.splitlines() if line[0] != "#"]

    async def ask(self, port, kind, pause):
        """Ask without end; the times of the answers, and how many were refused or wrong."""
        expected, began = None, 0.0

        def question():
            nonlocal expected, began
            path, expected = random.choice(self.questions[kind])
            began = time.monotonic()
            return get(path)

        def answered(answer):
            if answer:
                self.times[kind].append(time.monotonic() - began)
            self.wrong += not answer or answer.get("score") != expected

        try:
            await ask(port, question, address="127.0.0.1", pause=pause, answered=answered)
        finally:  # an answer that is still awaited counts, too
            self.times[kind].append(time.monotonic() - began)

    async def sleep(self, moment=0.005):
        """Find how late a sleep ends."""
        while True:
            began = time.monotonic()
            await asyncio.sleep(moment)
            self.asleep = max(self.asleep, time.monotonic() - began - moment)

    async def run(self, port, seconds):
        self.times, self.wrong, self.asleep = {kind: [] for kind in self.questions}, 0, 0.0
        await asyncio.wait([asyncio.create_task(part) for part in (
            self.ask(port, "easy", 0.002), self.ask(port, "health", 0.01),
            self.ask(port, "8x8", 0.05), self.sleep())], timeout=seconds)

    def measure(self, port, seconds, name, attacks):
        """Print what the victim notices of the attacks."""
        attacker = start_attacker(port, attacks)
        asyncio.run(self.run(port, seconds))
        attacker.kill()
        attacker.join()
        easy, health = sorted(self.times["easy"]), max(self.times["health"])
        median, most = easy[len(easy) // 2], easy[len(easy) * 99 // 100]
        print(f"{name + ':':<44}easy p50 {1e3 * median:5.1f} ms, p99 {1e3 * most:6.1f} ms, "
              f"health at most {1e3 * health:6.1f} ms, sleep {1e3 * self.asleep:6.1f} ms late; "
              f"{len(easy)} and {len(self.times['8x8'])} answers", flush=True)
        expect(median < 0.002, "a median below 2 ms")
        expect(most < 0.050, "99% of easy answers within 50 ms")
        expect(health < 0.100 + self.asleep, "/v1/health within 100 ms, and what the machine adds")
        expect(self.wrong == 0, f"no answer refused or wrong, got {self.wrong}")
        expect(len(self.times["8x8"]) > 1, "answers to questions that are searched")


def measure_shares(port, seconds, answers):
    """Clients with 16 connections each ask for random games without end; add the answers of each."""
    games = unfinished_games(20000, random.Random())

    def client(address):
        def answered(answer):
            answers[address] += bool(answer)

        return ask(port, lambda: get(f"/v1/solve?all=1&position={random.choice(games)}"),
                   address=address, answered=answered)

    async def run():
        await asyncio.wait([asyncio.create_task(client(address))
                            for address in answers for _ in range(16)], timeout=seconds)
    asyncio.run(run())


def resources(server):
    """The memory in MiB, and the open descriptors."""
    return server.memory() / MIB, len(list(server.opened()))


def attack_in_turn(seconds, rounds):
    server, victim = start(), Victim()
    samples = [resources(server)]
    shares = dict.fromkeys((f"127.0.0.{number}" for number in range(3, 7)), 0)
    victim.measure(server.port, seconds, "nothing", [])
    for _ in range(rounds):
        for name, make in ATTACKS.items():
            victim.measure(server.port, seconds, name, [make])
        measure_shares(server.port, 3 * seconds, shares)
        time.sleep(1)  # the connections of those who are gone are closed
        samples.append(resources(server))
        print(f"memory {samples[-1][0]:.1f} MiB, {samples[-1][1]} descriptors", flush=True)
    stop(server)
    # What the questions take differs much, so that a short run says little.
    least, most = min(shares.values()), max(shares.values())
    print(f"4 clients of 16 connections, random games: {least} to {most} answers", flush=True)
    expect(0 < most <= 1.2 * least, "shares within 20%")
    expect(samples[-1][1] == samples[0][1], "no descriptor lost")
    if rounds > 7:  # before, tables are still filled
        first = max(memory for memory, _ in samples[:rounds // 2 + 1])
        expect(samples[-1][0] <= 1.05 * first,
               "no more memory after the last round than in the first half, within 5%")


def stop_under_load(stops):
    longest = 0.0
    for _ in range(stops):
        server = start()
        attacker = start_attacker(server.port, ATTACKS.values())
        time.sleep(random.uniform(0.2, 2))
        longest = max(longest, stop(server))
        attacker.kill()
        attacker.join()
    print(f"{stops} servers ended under load, within {longest:.1f} s", flush=True)


# ------------------------------------------------------------------------ load

NGINX = """daemon off; worker_processes auto; pid {folder}/pid; error_log stderr crit;
events {{ worker_connections 1024; }}
http {{
    access_log off; keepalive_requests 1000000000; client_body_temp_path {folder}/1;
    proxy_temp_path {folder}/2; fastcgi_temp_path {folder}/3; uwsgi_temp_path {folder}/4;
    scgi_temp_path {folder}/5; server {{ listen 127.0.0.1:{port}; root {folder}; }}
}}
"""


def wrk(port, path, seconds, *script):
    """Answers per second to 64 connections of one thread."""
    found = subprocess.run(["wrk", "-t1", "-c64", f"-d{max(1, int(seconds))}s", "--timeout", "20s",
                            *script[:2], f"http://127.0.0.1:{port}{path}", *script[2:]],
                           capture_output=True, text=True, check=True).stdout
    expect("Non-2xx" not in found and "Socket errors" not in found, f"only answers, got {found}")
    return float(re.search(r"Requests/sec:\s+([0-9.]+)", found)[1])


@contextlib.contextmanager
def nginx(folder):
    """An nginx that serves a file of 200 bytes; its port."""
    os.chmod(folder, 0o755)  # root's nginx reads as another user
    (folder / "file").write_text("x" * 200)
    with socket.create_server(("127.0.0.1", 0)) as made:
        port = made.getsockname()[1]
    (folder / "conf").write_text(NGINX.format(folder=folder, port=port))
    process = subprocess.Popen([shutil.which("nginx") or "/usr/sbin/nginx", "-c", folder / "conf"])
    while process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            break
        time.sleep(0.05)
    yield port
    process.terminate()
    process.wait()


def compare_with_nginx(seconds):
    """The best of three turns each, since other work on the machine only takes from them."""
    with tempfile.TemporaryDirectory() as name, nginx(pathlib.Path(name)) as port:
        server = start()
        turns = [(wrk(server.port, "/solve?pos=4453", seconds), wrk(port, "/file", seconds))
                 for _ in range(3)]
        games = pathlib.Path(name) / "games"
        games.write_text("\n".join(unfinished_games(20000, random.Random(1))))
        script = "-s", ROOT / "test/server/load.lua", "--", games
        random_games = wrk(server.port, "/v1/solve?all=1&position=", seconds, *script)
        stop(server)
    book, file = map(max, zip(*turns))
    print(f"answers per second: {book:.0f} of the book, {random_games:.0f} to random games, all moves; "
          f"nginx's file of 200 bytes {file:.0f}, ratio {book / file:.2f}")
    expect(book >= 0.7 * file, "0.7 of nginx's answers per second")


def main(seconds, rounds, stops):
    _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(limit, 4096), limit))
    attack_in_turn(float(seconds), int(rounds))
    stop_under_load(int(stops))
    compare_with_nginx(float(seconds))
    print(f"{failures} failed")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
