#!/usr/bin/env python3
"""certificates.py tokens|bytes COUNT SEED CERTIFICATE...

tokens: each token, or COUNT random ones of each file if COUNT is not 0, is changed to each
other token.  Those behind it stay as far as they are possible.  Both checkers, 'fourscore
check' and proof/check_certificate.py, judge what results, and must agree.  What they accept
is another proof, whose every move the solver confirms.

bytes: the same with COUNT random damages of each file, most with a right checksum.  What is
accepted has a true claim.
"""
import importlib.util
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import zlib

_spec = importlib.util.spec_from_file_location(
    "checker", pathlib.Path(__file__).resolve().parents[2] / "proof/check_certificate.py")
checker = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(checker)
PROGRAM = os.environ["FOURSCORE"]


class Walk(checker.Checker):
    """Keeps the positions after P's moves."""
    def __init__(self, data):
        super().__init__(data)
        self.first, self.reached = "".join(self.path) or "-", set()

    def replies(self, mover, stones, visit):
        self.reached.add("".join(self.path) or "-")
        super().replies(mover, stones, visit)


# ---------------------------------------------------------------------- tokens
#
# A token is a choice of the file: ("cell", column) or ("policy", yes or no).  The script
# proof/check_certificate.py walks; instead of reading each choice, it is given a token,
# which is encoded.

class Reader(checker.Choices):
    """Reads the choices, and keeps them as tokens."""
    def __init__(self, rules, data):
        super().__init__(rules, data)
        self.tokens = []  # (kind, what was chosen, what could be chosen)

    def cell(self, cells, kind, x, again):
        columns = [self.rules.column(c) for c in checker.each(cells)]
        chosen = super().cell(cells, kind, x, again)
        if len(columns) > 1:
            self.tokens.append(("cell", self.rules.column(chosen), columns))
        return chosen

    def policy(self, ply):
        answer = super().policy(ply)
        self.tokens.append(("policy", answer, [False, True]))
        return answer


class Writer(checker.Choices):
    """Takes choices from choose(kind, possible, ply), and encodes them."""
    def __init__(self, rules, choose):
        self.choose, self.out, self.wanted = choose, bytearray(), None
        super().__init__(rules, b"")
        self.out.clear()

    def byte(self):
        self.out.append(self.code >> 24)  # that is being dropped
        return 0

    def answer(self, context):
        """Answer as is wanted, by a code on the right side of the middle."""
        p, _ = self.contexts.get(context, (32768, 0))
        middle = self.low + (self.high - self.low) // 65536 * p
        self.code = middle if self.wanted(context) else middle + 1
        return super().answer(context)

    def cell(self, cells, kind, x, again):
        columns = [self.rules.column(c) for c in checker.each(cells)]
        if len(columns) == 1:
            return cells
        chosen = self.choose("cell", columns, None)
        own = self.rules.column(x) if x else None
        latest = self.latest.get((kind, x))
        order = sorted(columns, key=lambda c: (c != latest, c != own, c))
        self.wanted = lambda context: order.pop(0) == chosen
        return super().cell(cells, kind, x, again)

    def policy(self, ply):
        chosen = self.choose("policy", [False, True], ply)
        self.wanted = lambda context: chosen
        return super().policy(ply)

    def encoded(self):
        """The shortest bytes that lie between 'low' and 'high'."""
        for count in range(5):
            unit = 1 << 32 - 8 * count
            value = -(-self.low // unit) * unit
            if value <= self.high:
                data = bytes(self.out) + value.to_bytes(4, "big")[:count]
                return data.rstrip(b"\0")
        return None


def signed(body):
    """A certificate with its checksum."""
    return body + zlib.crc32(body).to_bytes(4, "big")


def read_tokens(data):
    """The tokens of a certificate that holds."""
    walk = checker.Checker(data)
    walk.choices = Reader(walk.rules, walk.choices.data)
    walk.check()
    return walk.choices.tokens


def write(header, choose):
    """The certificate with the choices of choose(), as far as the walk goes."""
    walk = checker.Checker(signed(header))
    walk.choices = Writer(walk.rules, choose)
    try:
        walk.check()
    except checker.Fails:
        pass
    return signed(header + walk.choices.encoded())


def changed(data, tokens, at, other):
    """The certificate with token number 'at' changed to 'other'."""
    plan = [token[:2] for token in tokens]
    plan[at] = (plan[at][0], other)
    rest = iter(plan)

    def choose(kind, possible, _):
        wanted, choice = next(rest, (kind, None))
        return choice if wanted == kind and choice in possible else possible[0]

    return write(data[:8 + (data[7] + 1) // 2], choose)


def change_tokens(data, count, rnd):
    tokens = read_tokens(data)
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
    return signed(bytes(data[:-4]))


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
    except checker.Fails as error:
        return 5, f"not proven: {error} after {''.join(walk.path)}", walk


def program_verdicts(folder, files):
    """The status of the program for each file, and its message if that is 5."""
    for i, data in enumerate(files):
        (folder / str(i)).write_bytes(data)
    run = subprocess.run(
        [PROGRAM, "check", *(folder / str(i) for i in range(len(files)))],
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


def confirmed(walk, positions):
    """Whether the solver finds that P, who may be to move in the first position
    only, reaches the score in all."""
    board = f"{walk.rules.width}x{walk.rules.height}"
    goal = [] if walk.score > 1 else ["--weak"]
    run = subprocess.run([PROGRAM, "solve", "--board", board, *goal],
                         input="\n".join(positions) + "\n", text=True,
                         capture_output=True, check=True)
    found = [line.split() for line in run.stdout.splitlines()]
    return len(found) == len(positions) and all(
        (int(score) if len(moves.strip("-")) % 2 == walk.second
         else -int(score)) >= walk.score for moves, score in found)


def judge_changed(kind, name, data, count, rnd):
    """Whether both checkers and the solver agree about changed certificates."""
    files = (change_tokens if kind == "tokens" else change_bytes)(data, count, rnd)
    accepted = 0
    with tempfile.TemporaryDirectory() as folder:
        theirs = program_verdicts(pathlib.Path(folder), files)
    for i, made in enumerate(files):
        status, message, walk = verdict(made)
        same = theirs[i] == (status, message)
        if kind == "tokens":
            same = same and made != data and status != 1
        if status == 0 and same:
            same = confirmed(walk, walk.reached if kind == "tokens" else [walk.first])
            accepted += 1
        if not same:
            print("differs:", name, made.hex(), status, message, theirs[i])
            return False
    print(f"# {name}: {len(files)} changed files, {accepted} of them hold", flush=True)
    return accepted < len(files)


def main(kind, count, seed, *names):
    rnd = random.Random(int(seed))
    print("# seed", seed)
    return not all(judge_changed(kind, name, pathlib.Path(name).read_bytes(), int(count), rnd)
                   for name in names)


sys.exit(main(*sys.argv[1:]))
