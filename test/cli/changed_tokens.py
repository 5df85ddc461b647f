#!/usr/bin/env python3
"""changed_tokens.py PROGRAM COUNT SEED CERTIFICATE...

Change each token of certificates, or COUNT random ones of each if COUNT is not
0, to each other token.  The tokens behind it stay as far as they are possible.
Both checkers must agree about what results: it is refused, or it is another
proof, in which the solver confirms every move.
"""
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import recoder  # noqa: E402

program, count, seed, names = sys.argv[1], int(sys.argv[2]), int(
    sys.argv[3]), sys.argv[4:]


class Walk(recoder.checker.Checker):
    """Keeps the positions after P's moves."""
    def __init__(self, data):
        super().__init__(data)
        self.reached = set()

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


def verdict(data):
    """0 and the walk, or 5 and the message of the script."""
    walk = Walk(data)
    try:
        walk.check()
        return 0, walk
    except recoder.checker.Fails as error:
        return 5, f"{error} after {''.join(walk.path)}"


def confirmed(walk):
    """Whether the solver finds that every move of P keeps the result."""
    board = f"{walk.rules.width}x{walk.rules.height}"
    goal = [] if walk.score > 1 else ["--weak"]
    run = subprocess.run([program, "solve", "--board", board, *goal],
                         input="\n".join(walk.reached) + "\n", text=True,
                         capture_output=True, check=True)
    scores = [int(line.split()[1]) for line in run.stdout.splitlines()]
    return (len(scores) == len(walk.reached)
            and all(-score >= walk.score for score in scores))


def program_verdicts(folder, files):
    """The status and the message of the program for each file."""
    for name, data in files.items():
        (folder / name).write_bytes(data)
    run = subprocess.run([program, "check", *map(str, folder.iterdir())],
                         capture_output=True, text=True, check=False)
    verdicts = {}
    for line in run.stdout.splitlines():
        verdicts[pathlib.Path(line.split(": ")[0]).name] = 0, ""
    for line in run.stderr.splitlines():
        _, name, message = line.split(": ", 2)
        verdicts[pathlib.Path(name).name] = 5, message
    return verdicts


def test(name, rnd):
    data = pathlib.Path(name).read_bytes()
    tokens = recoder.read_tokens(data)
    places = range(len(tokens))
    if count:
        places = sorted(rnd.sample(places, min(count, len(tokens))))
    files = {f"{at}-{other}": changed(data, tokens, at, other)
             for at in places for other in tokens[at][2]
             if other != tokens[at][1]}
    with tempfile.TemporaryDirectory() as folder:
        theirs = program_verdicts(pathlib.Path(folder), files)
    accepted = 0
    for label, made in files.items():
        status, found = verdict(made)
        same = made != data and status == theirs[label][0]
        if status == 5:
            message = theirs[label][1].replace(" on the empty board", " after ")
            same = same and message == "not proven: " + found
        if not same or status == 0 and not confirmed(found):
            print("differs:", name, label, made.hex(), status, theirs[label])
            return False
        accepted += status == 0
    print(f"# {name}: {len(tokens)} tokens, {len(files)} changed files, "
          f"{accepted} of them other proofs", flush=True)
    return len(files) > accepted


print("# seed", seed)
sys.exit(0 if all([test(name, random.Random(seed)) for name in names]) else 1)
