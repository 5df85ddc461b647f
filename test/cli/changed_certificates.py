#!/usr/bin/env python3
"""changed_certificates.py tokens|bytes PROGRAM COUNT SEED CERTIFICATE...

Change certificates, and let both checkers judge what results: PROGRAM check, and
proof/check_certificate.py.  They must agree, and the solver must confirm what
they accept.

tokens: each token, or COUNT random ones of each file if COUNT is not 0, is
changed to each other token.  The tokens behind it stay as far as they are
possible.  What is accepted is another proof, whose every move is confirmed.

bytes: COUNT random damages of each file, most with a right checksum.  What is
accepted has a true claim.
"""
import pathlib
import random
import subprocess
import sys
import tempfile

import recoder


class Walk(recoder.checker.Checker):
    """Keeps the positions after P's moves."""
    def __init__(self, data):
        super().__init__(data)
        self.first, self.reached = "".join(self.path) or "-", set()

    def replies(self, mover, stones, visit):
        self.reached.add("".join(self.path) or "-")
        super().replies(mover, stones, visit)


def changed(data, tokens, at, other):
    """The certificate with token number 'at' changed to 'other'."""
    plan = [token[:2] for token in tokens]
    plan[at] = (plan[at][0], other)
    rest = iter(plan)

    def choose(kind, possible, _):
        wanted, choice = next(rest, (kind, None))
        return choice if wanted == kind and choice in possible else possible[0]

    return recoder.write(data[:8 + (data[7] + 1) // 2], choose)


def change_tokens(data, count, rnd):
    tokens = recoder.read_tokens(data)
    places = range(len(tokens))
    if count:
        places = rnd.sample(places, min(count, len(tokens)))
    return [changed(data, tokens, at, other) for at in places
            for other in tokens[at][2] if other != tokens[at][1]]


def damaged(data, rnd):
    data = bytearray(data)
    kind = rnd.randrange(10)
    if kind == 0:
        del data[rnd.randrange(len(data)):]
    elif kind == 1:
        data[rnd.randrange(len(data))] ^= 1 << rnd.randrange(8)
        return bytes(data)
    elif kind == 2:
        data[rnd.randrange(4, 9)] = rnd.randrange(256)
    elif kind == 3:
        data[5:7] = bytes([rnd.randrange(4), rnd.randrange(4)])
    elif kind == 4:
        data[-4:-4] = rnd.randbytes(rnd.randrange(1, 4))
    else:
        for _ in range(rnd.randrange(1, 4)):
            data[rnd.randrange(8, len(data) - 4)] = rnd.randrange(256)
    return recoder.signed(bytes(data[:-4]))


def change_bytes(data, count, rnd):
    return [damaged(data, rnd) for _ in range(count)]


def verdict(data):
    """The status and the message of the script, and its walk."""
    try:
        walk = Walk(data)
    except ValueError:
        return 1, "", None
    try:
        walk.check()
        return 0, "", walk
    except recoder.checker.Fails as error:
        return 5, f"not proven: {error} after {''.join(walk.path)}", walk


def program_verdicts(program, folder, files):
    """The status of the program for each file, and its message if that is 5."""
    for i, data in enumerate(files):
        (folder / str(i)).write_bytes(data)
    run = subprocess.run(
        [program, "check", *(folder / str(i) for i in range(len(files)))],
        capture_output=True, text=True, check=False)
    verdicts = {int(pathlib.Path(line.split(": ")[0]).name): (0, "")
                for line in run.stdout.splitlines()}
    for line in run.stderr.splitlines():
        _, name, message = line.split(": ", 2)
        fails = message.startswith("not proven: ")
        message = message.replace(" on the empty board", " after ")
        verdicts[int(pathlib.Path(name).name)] = ((5, message) if fails
                                                  else (1, ""))
    return verdicts


def confirmed(program, walk, positions):
    """Whether the solver finds that P, who may be to move in the first position
    only, reaches the score in all."""
    board = f"{walk.rules.width}x{walk.rules.height}"
    goal = [] if walk.score > 1 else ["--weak"]
    run = subprocess.run([program, "solve", "--board", board, *goal],
                         input="\n".join(positions) + "\n", text=True,
                         capture_output=True, check=True)
    found = [line.split() for line in run.stdout.splitlines()]
    return len(found) == len(positions) and all(
        (int(score) if len(moves.strip("-")) % 2 == walk.second
         else -int(score)) >= walk.score for moves, score in found)


def main(kind, program, count, seed, *names):
    rnd = random.Random(int(seed))
    print("# seed", seed)
    for name in names:
        data, accepted = pathlib.Path(name).read_bytes(), 0
        change = change_tokens if kind == "tokens" else change_bytes
        files = change(data, int(count), rnd)
        with tempfile.TemporaryDirectory() as folder:
            theirs = program_verdicts(program, pathlib.Path(folder), files)
        for i, made in enumerate(files):
            status, message, walk = verdict(made)
            same = theirs[i] == (status, message)
            if kind == "tokens":
                same = same and made != data and status != 1
            if status == 0 and same:
                same = confirmed(program, walk, walk.reached
                                 if kind == "tokens" else [walk.first])
                accepted += 1
            if not same:
                print("differs:", name, made.hex(), status, message, theirs[i])
                return 1
        print(f"# {name}: {len(files)} changed files, {accepted} of them hold",
              flush=True)
        if accepted == len(files):
            return 1
    return 0


sys.exit(main(*sys.argv[1:]))
